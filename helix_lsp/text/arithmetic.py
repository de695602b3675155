"""Constant expressions of source, worked out: `32 << 20` is 33554432, `time.Second * 60` is 60 s,
`timedelta(days=31)` is 31 days in seconds.

Only what is written is computed: an expression with a name that is not a unit of time is left alone. Values are
exact fractions; times are in seconds. Invariants: pure; bounded work (at most 64 pieces a line, results below
10**24).
"""

from __future__ import annotations

import re
from fractions import Fraction

import msgspec

from helix_lsp.text.regex import regex

_PIECES = regex(
    r"(?P<comment>//|#|/\*|--)|(?P<number>0[xX][0-9a-fA-F]{1,16}|\d[\d_]{0,23}(?:\.\d{1,12})?(?:[eE][+-]?\d{1,2})?)|"
    r"(?P<name>[A-Za-z_]\w{0,60})|(?P<join>::|\.)|(?P<op>\*\*|<<|[-+*/^])|(?P<open>\()|(?P<close>\))|(?P<other>[^\s\w])"
)
_SECONDS: dict[str, Fraction] = {
    "nanosecond": Fraction(1, 10**9), "nano": Fraction(1, 10**9), "microsecond": Fraction(1, 10**6), "micro": Fraction(1, 10**6),
    "millisecond": Fraction(1, 1000), "milli": Fraction(1, 1000), "second": Fraction(1), "sec": Fraction(1), "minute": Fraction(60),
    "min": Fraction(60), "hour": Fraction(3600), "day": Fraction(86_400), "week": Fraction(604_800),
}  # fmt: skip
_MAKERS = ("from_", "from", "of", "")
_LENGTHS = frozenset({"timedelta", "duration", "timespan", "period"})
_MOST = 64
_LARGEST = 10**24
_LONGEST_SHIFT = 80


class Worked(msgspec.Struct, frozen=True, kw_only=True):
    """`written` is the expression as it stands from `start` to `end` (characters); `unit` is `s` for a time,
    else ``; `plain` says that it is one number and nothing was computed.
    """

    written: str
    start: int
    end: int
    value: Fraction
    unit: str
    plain: bool


_DIGIT = regex(r"\d")


def worked(line: str) -> tuple[Worked, ...]:
    """The constant expressions of a line that are on their own, in reading order; what a comment says is
    not read.
    """
    pieces: list[re.Match[str]] = []
    if _DIGIT.search(line) is None:
        return ()
    for match in _PIECES.finditer(line):
        if match["comment"] or len(pieces) == _MOST:
            break
        pieces.append(match)
    out: list[Worked] = []
    at = 0
    while at < len(pieces):
        found = _alone(pieces, at)
        if found is None:
            at += 1
            continue
        (value, unit), end = found
        start, stop = pieces[at].start(), pieces[end - 1].end()
        out.append(
            Worked(
                written=line[start:stop], start=start, end=stop, value=value, unit=unit, plain=end == at + 1
            )
        )
        at = end
    return tuple(out)


_Valued = tuple[tuple[Fraction, str], int]


def _alone(pieces: list[re.Match[str]], at: int) -> _Valued | None:
    """An expression that begins here and is not a part of a longer one with unknown names."""
    if at and (
        pieces[at - 1]["op"] or pieces[at - 1]["join"] or (pieces[at - 1]["name"] and pieces[at]["open"])
    ):
        return None
    if pieces[at]["op"] and at and not (pieces[at - 1]["other"] or pieces[at - 1]["open"]):
        return None
    found = _sum(pieces, at)
    if found is None:
        return None
    end = found[1]
    if end < len(pieces) and (pieces[end]["op"] or pieces[end]["join"] or pieces[end]["open"]):
        return None
    return found


_LEVELS: tuple[tuple[str, ...], ...] = (("<<",), ("+", "-"), ("*", "/"), ("**",))


def _sum(pieces: list[re.Match[str]], at: int, level: int = 0) -> _Valued | None:
    if level == len(_LEVELS):
        return _atom(pieces, at)
    left = _sum(pieces, at, level + 1)
    while left is not None and left[1] < len(pieces) and (op := pieces[left[1]]["op"]) in _LEVELS[level]:
        right = _sum(pieces, left[1] + 1, level + 1)
        if (
            level == 0
            and right is not None
            and not (_whole(pieces, at, left[1]) and _whole(pieces, left[1] + 1, right[1]))
        ):
            return None  # languages disagree about what `1 + 2 << 3` is
        if right is None or (value := _applied(op, left[0], right[0])) is None:
            return None
        left = value, right[1]
    return left


def _whole(pieces: list[re.Match[str]], start: int, end: int) -> bool:
    """One piece, or a stretch in brackets."""
    return end == start + 1 or bool(pieces[start]["open"] and pieces[end - 1]["close"])


def _applied(op: str, left: tuple[Fraction, str], right: tuple[Fraction, str]) -> tuple[Fraction, str] | None:
    (one, unit), (other, by) = left, right
    if op in ("+", "-") and unit == by:
        found = one + other if op == "+" else one - other, unit
    elif op == "*" and not (unit and by):
        found = one * other, unit or by
    elif op == "/" and other and not by:
        found = one / other, unit
    elif op in ("<<", "**") and not (unit or by) and other.denominator == 1 and 0 <= other <= _LONGEST_SHIFT:
        found = (one * 2 ** int(other) if op == "<<" else one ** int(other)), ""
    else:
        return None
    return found if abs(found[0]) < _LARGEST else None


def _atom(pieces: list[re.Match[str]], at: int) -> _Valued | None:
    if at >= len(pieces):
        return None
    piece = pieces[at]
    if piece["op"] == "-":
        inner = _atom(pieces, at + 1) if _kind(pieces, at + 1, "number") else None
        return ((-inner[0][0], inner[0][1]), inner[1]) if inner is not None else None
    if piece["number"]:
        value = _number(piece["number"])
        if _kind(pieces, at + 1, "join") and (unit := _named(pieces, at + 2)) is not None:  # `5.minutes`
            return (value * unit, "s"), at + 3
        return (value, ""), at + 1
    if piece["open"]:
        inner = _sum(pieces, at + 1)
        return (inner[0], inner[1] + 1) if inner is not None and _kind(pieces, inner[1], "close") else None
    return _named_value(pieces, at) if piece["name"] else None


def _named_value(pieces: list[re.Match[str]], at: int) -> _Valued | None:
    """`time.Second`, `Duration::from_secs(15)`, `timedelta(days=31)`."""
    owners = [pieces[at]["name"].lower()]
    last = at
    while _kind(pieces, last + 1, "join") and _kind(pieces, last + 2, "name"):
        last += 2
        owners.append(pieces[last]["name"].lower())
    if _kind(pieces, last + 1, "open"):
        argument, unit = last + 2, _made(owners[-1]) if len(owners) > 1 and owners[-2] in _LENGTHS else None
        if (
            owners[-1] in _LENGTHS
            and (unit := _named(pieces, argument)) is not None
            and pieces[argument + 1 : argument + 2]
        ):
            argument += 2 if pieces[argument + 1]["other"] in ("=", ":") else _MOST
        inner = _sum(pieces, argument) if unit is not None else None
        if inner is None or unit is None or inner[0][1] or not _kind(pieces, inner[1], "close"):
            return None
        return (inner[0][0] * unit, "s"), inner[1] + 1
    unit = _length(owners[-1]) if len(owners) > 1 and owners[-2] == "time" else None
    return ((unit, "s"), last + 1) if unit is not None else None


def _kind(pieces: list[re.Match[str]], at: int, kind: str) -> bool:
    return at < len(pieces) and bool(pieces[at][kind])


def _named(pieces: list[re.Match[str]], at: int) -> Fraction | None:
    return _length(pieces[at]["name"].lower()) if _kind(pieces, at, "name") else None


def _length(word: str) -> Fraction | None:
    return _SECONDS.get(word) or _SECONDS.get(word.removesuffix("s"))


def _made(word: str) -> Fraction | None:
    """`from_secs`, `ofSeconds`, `minutes`: what a maker of lengths of time counts in."""
    return next(
        (
            unit
            for maker in _MAKERS
            if word.startswith(maker) and (unit := _length(word[len(maker) :])) is not None
        ),
        None,
    )


def _number(text: str) -> Fraction:
    bare = text.replace("_", "")
    return Fraction(int(bare, 16)) if bare[:2].lower() == "0x" else Fraction(bare)
