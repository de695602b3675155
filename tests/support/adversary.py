"""Texts on which a pattern may take more than linear time: long runs, alone and behind what the pattern asks
for first.

Two families. The general one knows no pattern: runs of characters and short units. The derived one reads the
pattern's own syntax tree: in front of each repeat stands the shortest text that leads there, and what the
repeat takes is repeated; what leads there is repeated too, and both together. Every text ends in a character
that no pattern waits for, so what was taken must be given back.
"""

from __future__ import annotations

import importlib
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

UNITS = (
    *"aA0_ \t\n()[]{}/-.,:;\"'`<>=*#\\|@$+&!?%~^é",
    *("aA", "a.", "a,", "a ", '"a" ', "a(", "](", "a/", "--a", "a-", "\n\n", " \n", "\r\n"),
    *("a\n", "a:", "\\a", "[a", "<a", "{a", "``", "a_", "aA0", "a\t", "::", "a='", "- "),
)  # fmt: skip
END = "\x01"
_MOST_LED = 12  # texts that lead to a repeat, for one pattern
_parser: Any = importlib.import_module("re._parser")
_codes: Any = importlib.import_module("re._constants")
_CATEGORY = {
    _codes.CATEGORY_DIGIT: r"\d", _codes.CATEGORY_NOT_DIGIT: r"\D", _codes.CATEGORY_SPACE: r"\s",
    _codes.CATEGORY_NOT_SPACE: r"\S", _codes.CATEGORY_WORD: r"\w", _codes.CATEGORY_NOT_WORD: r"\W",
}  # fmt: skip
_PROBES = "a0_A \t\n.-/,:;\"'`<>()[]{}=*#\\|@$+&!?%~^é"


@dataclass(frozen=True, slots=True)
class Recipe:
    """A text of any length: head, then a unit as often as it fits, then a character nothing waits for."""

    head: str
    unit: str

    def text(self, length: int) -> str:
        return self.head + self.unit * (max(0, length - len(self.head)) // len(self.unit)) + END


def recipes(pattern: re.Pattern[Any]) -> list[Recipe]:
    """The adversarial texts of one pattern, each once, the general ones first."""
    found = dict.fromkeys(Recipe("", unit) for unit in UNITS)
    source = pattern.pattern
    if isinstance(source, bytes):
        source = source.decode("latin-1")
    tree = _parser.parse(
        source,
        pattern.flags & ~(re.UNICODE | re.ASCII | re.LOCALE)
        if isinstance(pattern.pattern, bytes)
        else pattern.flags,
    )
    leads: dict[str, None] = {}
    for lead, units in _repeats(tree, ""):
        for unit in units:
            found |= dict.fromkeys(
                (
                    Recipe(lead, unit),
                    Recipe("", lead + unit),
                    Recipe("", lead + unit + " "),
                    Recipe("", lead + unit + "\n"),
                )
            )
        if lead:
            leads[lead] = None
            found |= dict.fromkeys((Recipe("", lead), Recipe("", lead + " "), Recipe("", lead + "\n")))
    for lead in list(leads)[:_MOST_LED]:
        found |= dict.fromkeys(Recipe(lead, unit) for unit in UNITS)
    whole = _shortest(tree)
    if whole:
        found |= dict.fromkeys(
            (
                Recipe("", whole),
                Recipe("", whole + " "),
                Recipe("", whole[:-1] or whole),
                Recipe("", whole[:-1] + "\n"),
            )
        )
    return list(found)


def _repeats(tree: Iterable[Any], lead: str) -> Iterator[tuple[str, list[str]]]:
    """Each repeat without a small bound: what leads to it, and texts it may take."""
    for code, value in tree:
        if code in (_codes.MAX_REPEAT, _codes.MIN_REPEAT, _codes.POSSESSIVE_REPEAT):
            _, most, inner = value
            if most > 1:
                yield from _repeats(inner, lead)
            if most > 20:
                yield lead, _takes(inner)
            elif most > 1:
                yield from _repeats(inner, lead + _shortest(inner))
            elif most == 1:
                yield from _repeats(inner, lead)
        elif code is _codes.SUBPATTERN:
            yield from _repeats(value[3], lead)
        elif code is _codes.ATOMIC_GROUP:
            yield from _repeats(value, lead)
        elif code is _codes.BRANCH:
            for branch in value[1]:
                yield from _repeats(branch, lead)
        elif code in (_codes.ASSERT, _codes.ASSERT_NOT) and value[0] > 0:
            yield from _repeats(value[1], lead)
        elif code is _codes.GROUPREF_EXISTS:
            for branch in value[1:]:
                yield from _repeats(branch or (), lead)
        lead += _shortest([(code, value)])


def _takes(inner: Any) -> list[str]:
    """What one round of a repeat may take: several characters of a set, each branch, the shortest text and a
    longer one.
    """
    items = list(inner)
    if len(items) == 1:
        code, value = items[0]
        if code in (_codes.IN, _codes.ANY, _codes.NOT_LITERAL):
            return [char for char in _PROBES if _holds(code, value, char)][:6]
        if code is _codes.SUBPATTERN:
            return _takes(value[3])
        if code is _codes.ATOMIC_GROUP:
            return _takes(value)
        if code is _codes.BRANCH:
            return [text for branch in value[1] for text in _takes(branch)][:12]
    short, long = _shortest(items), _shortest(items, 1)
    return [text for text in dict.fromkeys((short, long)) if text]


def _holds(code: Any, value: Any, char: str) -> bool:
    if code is _codes.ANY:
        return char != "\n"
    if code is _codes.NOT_LITERAL:
        return ord(char) != value
    negated, hit = False, False
    for kind, part in value:
        if kind is _codes.NEGATE:
            negated = True
        elif kind is _codes.LITERAL:
            hit = hit or ord(char) == part
        elif kind is _codes.RANGE:
            hit = hit or part[0] <= ord(char) <= part[1]
        elif kind is _codes.CATEGORY:
            hit = hit or re.match(_CATEGORY[part], char) is not None
    return hit != negated


def _shortest(tree: Iterable[Any], more: int = 0) -> str:
    """A short text that a part of a pattern takes, boundaries and negative conditions left aside; `more`
    takes a round of what may be left out.
    """
    out = ""
    for code, value in tree:
        if code is _codes.LITERAL:
            out += chr(value)
        elif code in (_codes.IN, _codes.ANY, _codes.NOT_LITERAL):
            out += next((char for char in _PROBES if _holds(code, value, char)), "") or _first(value)
        elif code in (_codes.MAX_REPEAT, _codes.MIN_REPEAT, _codes.POSSESSIVE_REPEAT):
            out += _shortest(value[2], more) * min(max(value[0], more), value[1], 50)
        elif code is _codes.SUBPATTERN:
            out += _shortest(value[3], more)
        elif code is _codes.ATOMIC_GROUP or (code is _codes.ASSERT and value[0] < 0):
            out += _shortest(value if code is _codes.ATOMIC_GROUP else value[1], more)
        elif code is _codes.BRANCH:
            out += min(
                (_shortest(branch, more) for branch in value[1]), key=lambda text: (not text, len(text))
            )
    return out


def _first(members: Any) -> str:
    """A character of a set that holds none of the usual ones."""
    for kind, part in members if isinstance(members, list) else ():
        if kind is _codes.LITERAL:
            return chr(part)
        if kind is _codes.RANGE:
            return chr(part[0])
    return ""
