"""Values of code and of prose on one scale, and whether two of them are the same.

A number keeps its unit (a time in seconds, a size in bytes, `` for none); a list is a set; a version is
compared as a version. `agree` answers None wherever the two cannot be compared: that is not a contradiction.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Literal

import msgspec

from helix_lsp.text.arithmetic import worked
from helix_lsp.text.regex import regex
from helix_lsp.text.words import lower_parts

ValueKind = Literal["number", "text", "truth", "nothing", "version", "names", "name"]

_SCALES: dict[str, tuple[str, Fraction]] = {
    **dict.fromkeys(("ns", "nanosecond", "nanoseconds", "nanos"), ("s", Fraction(1, 10**9))),
    **dict.fromkeys(("us", "microsecond", "microseconds", "micros"), ("s", Fraction(1, 10**6))),
    **dict.fromkeys(("ms", "msec", "msecs", "millisecond", "milliseconds", "millis"), ("s", Fraction(1, 1000))),
    **dict.fromkeys(("s", "sec", "secs", "second", "seconds"), ("s", Fraction(1))),
    **dict.fromkeys(("min", "mins", "minute", "minutes"), ("s", Fraction(60))),
    **dict.fromkeys(("h", "hr", "hrs", "hour", "hours"), ("s", Fraction(3600))),
    **dict.fromkeys(("day", "days"), ("s", Fraction(86_400))),
    **dict.fromkeys(("week", "weeks"), ("s", Fraction(604_800))),
    **dict.fromkeys(("b", "byte", "bytes", "octets"), ("B", Fraction(1))),
    **dict.fromkeys(("kb", "kib", "kilobyte", "kilobytes", "kibibytes"), ("B", Fraction(1024))),
    **dict.fromkeys(("mb", "mib", "megabyte", "megabytes", "mebibytes"), ("B", Fraction(1024**2))),
    **dict.fromkeys(("gb", "gib", "gigabyte", "gigabytes", "gibibytes"), ("B", Fraction(1024**3))),
    **dict.fromkeys(("%", "percent"), ("%", Fraction(1))),
}  # fmt: skip
_NO_SUFFIX = frozenset(
    {"s", "b", "h", "min", "mins", "day", "days", "week", "weeks", "%"}
)  # of a name: `min_size`
_USUAL = {"s": (Fraction(1), Fraction(1, 1000)), "B": (Fraction(1), Fraction(1024), Fraction(1024**2))}
_DECIMAL = {
    Fraction(1024): Fraction(1000),
    Fraction(1024**2): Fraction(10**6),
    Fraction(1024**3): Fraction(10**9),
}
_ENDING = regex(r"(?<=[\da-fA-F])_?(?:[uif](?:8|16|32|64|128|size)|[uU]?[lLnNdD]|[uU])\Z")
_QUOTED = regex(r"(?:[brfBR]|@)?(?P<quote>[\"'`])(?P<text>[^\"'`\\\n]{0,200})(?P=quote)\Z")
_WRAPPED = regex(
    r"(?:String::from|Some|Ok|Optional\.of|Duration\.of|int64|int32|int|uint|uint64|float64|float|time\.Duration|Number|str|usize::from)\((?P<inner>[^()]{1,120})\)\Z"
)
_TIMED = regex(  # `SECONDS.toMillis(30)`, `Duration.ofMinutes(5)`, `timedelta(seconds=3)`, `Duration::from_secs(3)`, `5.minutes`
    r"(?:[\w.]{1,40}\.)?(?:(?P<a>(?:NANO|MICRO|MILLI)?SECONDS|MINUTES|HOURS|DAYS)\.to[A-Z]\w{2,12}|Duration\.of(?P<b>[A-Z]\w{3,7})|TimeSpan\.From(?P<c>[A-Z]\w{3,12})|"
    r"Duration::from_(?P<d>[a-z]{4,6})|timedelta)\((?:(?P<e>[a-z]{4,12})=)?(?P<n>\d[\d_]{0,12}(?:\.\d{1,6})?)[lL]?\)\Z|(?P<m>\d{1,9})\.(?P<f>seconds?|minutes?|hours?|days?)\Z"
)
_MADE_TEXT = regex(r"\.(?:to_string|to_owned|into|toString|as_str|trim)\(\)\Z")
_LIST = regex(
    r"(?:&|vec!|new\s+\w+\[\]|List\.of|Set\.of|frozenset\(|\[\]\w+)?\s*[\[({](?P<inner>[^\[\](){}]{0,2000})[\])}]\)?\Z"
)
_NAME = regex(r"[A-Za-z_$][\w$]*(?:(?:\.|::)[A-Za-z_$][\w$]*)*\Z")
_NUMBER = regex(
    r"(?P<number>-?(?:0[xX][0-9a-fA-F]{1,16}|\d{1,3}(?:[,_ ]\d{3})+(?!\d)|\d[\d_]{0,18})(?:\.\d{1,12})?)(?:[ -]?(?P<unit>%|[A-Za-z]{1,12}))?\Z"
)
_VERSION = regex(r"[v^~>=< ]{0,4}(?P<version>\d{1,4}(?:\.(?:\d{1,6}|x|\*)){1,3})\+?\Z")
_COMMENT = regex(r"(?<=\s)(?:#|//|/\*|--)[^\n]*\Z")
_TRUTHS = {"true": True, "false": False}
_NOTHINGS = frozenset({"none", "null", "nil", "undefined", "nullptr"})


class Value(msgspec.Struct, frozen=True, kw_only=True):
    """`number` is in the base of its `unit` (s, B, %, ``); a truth is 1 or 0 in it; `text` is the text, the
    name or the version; `names` the items of a list. `written` is what is there.
    """

    kind: ValueKind
    written: str
    number: Fraction = Fraction(0)
    unit: str = ""
    text: str = ""
    names: tuple[str, ...] = ()


def code_value(expression: str, name: str = "", remark: str = "") -> Value | None:
    """The value that an expression of source is, computed where it is made of literals; None for any other.
    `name` and `remark` (the comment beside it) may tell the unit of a plain number.
    """
    text = _COMMENT.sub("", expression).strip().rstrip(";,").strip()
    if not text or len(text) > 2_000:
        return None
    bare = _MADE_TEXT.sub("", text)
    for _ in range(2):
        if (wrapped := _WRAPPED.match(bare)) is not None:
            bare = wrapped["inner"].strip()
    low = bare.lower()
    if low in _TRUTHS:
        return Value(kind="truth", written=text, number=Fraction(int(_TRUTHS[low])))
    if low in _NOTHINGS:
        return Value(kind="nothing", written=text)
    if (quoted := _QUOTED.match(bare)) is not None:
        made = (bare[0] in "fF" and "{" in bare) or "${" in bare
        return None if made else Value(kind="text", written=text, text=quoted["text"])
    if (timed := _TIMED.match(bare)) is not None:
        word = next((timed[g] for g in "abcdef" if timed[g]), "").lower()
        if word not in _SCALES:
            return None
        number = Fraction((timed["n"] or timed["m"]).replace("_", ""))
        return Value(kind="number", written=text, number=number * _SCALES[word][1], unit="s")
    plain = bare if low.startswith("0x") else _ENDING.sub("", bare)
    sums = worked(plain)
    if len(sums) == 1 and sums[0].start == 0 and sums[0].end == len(plain):
        unit, scale = (sums[0].unit, Fraction(1)) if sums[0].unit else unit_of_name(name, remark)
        return Value(kind="number", written=text, number=sums[0].value * scale, unit=unit)
    if (listed := _LIST.match(bare)) is not None:
        return _list(listed["inner"], text)
    return Value(kind="name", written=text, text=bare) if _NAME.match(bare) else None


def _list(inner: str, written: str) -> Value | None:
    items = [i.strip() for i in inner.split(",") if i.strip()]
    texts = [m["text"] for i in items if (m := _QUOTED.match(i)) is not None]
    return Value(kind="names", written=written, names=tuple(texts)) if len(texts) == len(items) else None


def unit_of_name(name: str, remark: str = "") -> tuple[str, Fraction]:
    """(base, scale) of the unit that a name ends in (`timeout_ms`), else that its remark tells (`# in
    seconds`).
    """
    words = lower_parts(name)
    if "per" in words[:-1]:
        return "", Fraction(1)  # a rate
    if words and words[-1] in _SCALES and words[-1] not in _NO_SUFFIX:
        return _SCALES[words[-1]]
    told = {w for w in re.findall(r"[A-Za-z]+", remark.lower()) if len(w) > 3 and w in _SCALES}
    return _SCALES[told.pop()] if len(told) == 1 else ("", Fraction(1))


def said_value(text: str) -> Value | None:
    """The value that a sentence writes: `30 seconds`, `` `None` ``, `"utf-8"`, `3.9`."""
    bare = text.strip()
    ticked = len(bare) > 2 and bare[0] == bare[-1] == "`"
    if ticked:
        bare = bare.strip("`").strip()
    low = bare.lower()
    if low in _TRUTHS:
        return Value(kind="truth", written=bare, number=Fraction(int(_TRUTHS[low])))
    if low in _NOTHINGS:
        return Value(kind="nothing", written=bare)
    if (quoted := _QUOTED.match(bare)) is not None:
        return Value(kind="text", written=bare, text=quoted["text"])
    if (found := _NUMBER.match(bare)) is not None:
        return _said_number(found, bare)
    if (version := _VERSION.match(bare)) is not None:
        return Value(kind="version", written=bare, text=version["version"])
    if ticked and (made := code_value(bare)) is not None:
        return made
    return (
        Value(kind="name", written=bare, text=bare.removesuffix("()"))
        if ticked and _NAME.match(bare)
        else None
    )


def _said_number(found: re.Match[str], written: str) -> Value:
    plain = re.sub(r"[,_ ]", "", found["number"])
    number = Fraction(int(plain, 16)) if "0x" in plain.lower() else Fraction(plain)
    word = found["unit"] or ""
    unit, scale = _SCALES.get(
        word, _SCALES.get(word.lower(), ("", Fraction(1))) if len(word) > 1 else ("", Fraction(1))
    )
    return Value(kind="number", written=written, number=number * scale, unit=unit)


def agree(said: Value, real: Value) -> bool | None:
    """Whether what is said is what the code has; None where they cannot be compared."""
    if said.kind == "number" and real.kind == "number":
        return _same_number(said, real)
    if said.kind == real.kind == "truth":
        return said.number == real.number
    if "version" in (said.kind, real.kind):
        return _version_against(said, real)
    if said.kind == "nothing":
        return True if real.kind == "nothing" else False if real.kind in ("number", "text", "truth") else None
    if real.kind == "nothing":
        return None  # what is left unset is often set where it is used
    if said.kind == "names" and real.kind == "names":
        return set(said.names) == set(real.names)
    if real.kind == "text" and said.kind in ("text", "name", "number"):
        return _same_text(said, real)
    if said.kind == real.kind == "name":
        return True if _last(said.text) == _last(real.text) else None
    return None


def _same_text(said: Value, real: Value) -> bool | None:
    written = said.text if said.kind != "number" else said.written
    if written.lower() == real.text.lower():
        return written == real.text or None
    return None if said.kind == "number" and not re.fullmatch(r"-?\d+(?:\.\d+)?", real.text) else False


def _same_number(said: Value, real: Value) -> bool | None:
    if said.unit == real.unit:
        return said.number == real.number or (bool(said.unit == "B") and _decimal(said.number, real.number))
    if said.unit and real.unit:
        return None if {said.unit, real.unit} == {"s", "B"} else False
    unit = said.unit or real.unit
    one, other = (said.number, real.number) if said.unit else (real.number, said.number)
    if said.unit and real.number in (0, -1):
        return None  # no limit at all, or a mark
    scales = _USUAL.get(unit, (Fraction(1),)) if unit != "B" or other < 1024 else (Fraction(1),)
    if any(other * s == one or _decimal(other * s, one) for s in scales):
        return True
    bare = re.match(r"-?\d[\d_,]*(?:\.\d+)?", said.written if said.unit else real.written)
    plain = Fraction(re.sub(r"[,_]", "", bare[0])) if bare is not None else None
    return True if plain == other else False if said.unit else None


def _decimal(one: Fraction, other: Fraction) -> bool:
    """Kilobytes of a thousand and of 1,024 are both called so."""
    return (
        any(one * d == other * b or one * b == other * d for b, d in _DECIMAL.items())
        and min(one, other) >= 1000
    )


def _last(name: str) -> str:
    return re.split(r"\.|::", name)[-1].lower()


def _version_against(said: Value, real: Value) -> bool | None:
    one, other = version_of(said), version_of(real)
    if one is None or other is None:
        return None
    size = max(len(one), len(other))
    return (*one, *(0,) * (size - len(one))) == (*other, *(0,) * (size - len(other)))


def version_of(value: Value) -> tuple[int, ...] | None:
    """The numbers of a version, None for what is none; `3.x` is 3."""
    found = re.match(r"[v^~>=<\s]{0,6}(\d{1,4}(?:\.\d{1,6}){0,3})", value.text or value.written)
    return tuple(int(p) for p in found[1].split(".")) if found is not None else None
