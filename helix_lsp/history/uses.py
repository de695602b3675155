"""The lines that a change took out and put in, and what they say of names: who used the one and uses the
other now, and which lines changed in a name alone. The second is all that is known of what no outline holds:
options, variables of the environment, keys.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from helix_lsp.history.lines import definitions, hunks, lines_of
from helix_lsp.history.parts import Part

_TOKEN = re.compile(r"--[a-z][a-z0-9_-]*[a-z0-9]|[\w$]+|[^\w\s$]")
_NAME = re.compile(r"(?:--)?[A-Za-z_][\w-]{2,}\Z")
_LITERALS = frozenset({"None", "True", "False", "null", "true", "false", "nil", "undefined"})
_COST = 4_000_000  # old lines times new lines that are compared line by line
_LONGEST = 400  # characters of a line
_SAME = 0.6  # likeness of a line that used the one name to one that uses the other
_PAIRED = 400  # lines of a stretch that are held against each other one by one
_TELLING = 5  # words of a line beside the name, so that its being equal is not a chance
_MOST_USES = 60  # lines with a name that are looked at


@dataclass(frozen=True, slots=True)
class Line:
    """A removed or added line: `number` from 1 in its side's file `path`, its tokens; `stretch` numbers the
    place where it was changed.
    """

    path: str
    number: int
    stretch: int
    text: str
    tokens: tuple[str, ...]


class Lines:
    """Built from (old path, path, before, after) of files."""

    def __init__(self, files: Iterable[tuple[str, str, bytes, bytes]]) -> None:
        self.removed: dict[int, list[Line]] = defaultdict(list)
        self.added: dict[int, list[Line]] = defaultdict(list)
        self._with: dict[str, list[Line]] = defaultdict(list)
        stretch = 0
        for old_path, path, before, after in files:
            if b"\0" in before[:8_192] or b"\0" in after[:8_192]:
                continue
            old, new = lines_of(before), lines_of(after)
            for one in hunks(old, new, _COST):
                stretch += 1
                for into, name, rows, start, many in (
                    (self.removed, old_path, old, one.old_start, one.old),
                    (self.added, path, new, one.new_start, one.new),
                ):
                    into[stretch] = [
                        _line(name, start + at + 1, stretch, rows[start + at]) for at in range(many)
                    ]
                for line in self.removed[stretch]:
                    for token in dict.fromkeys(line.tokens):
                        if len(self._with[token]) <= _MOST_USES:
                            self._with[token].append(line)

    def uses(self, was: Part, now: Part, known: Mapping[str, str]) -> tuple[int, int]:
        """(removed lines outside the definition that used the old name and came back with the new one, all
        that used the old name).
        """
        from rapidfuzz.distance import Indel  # as in `likeness`

        replaced = asked = 0
        for line in self._with.get(was.name, ()):
            if line.path == was.path and was.start_line <= line.number <= was.end_line:
                continue
            asked += 1
            tokens = [now.name if t == was.name else known.get(t, t) for t in line.tokens]
            replaced += any(
                now.name in other.tokens
                and not (other.path == now.path and now.start_line <= other.number <= now.end_line)
                and Indel.normalized_similarity(tokens, other.tokens) >= _SAME
                for other in self.added[line.stretch]
            )
        return replaced, asked


def _line(path: str, number: int, stretch: int, row: bytes) -> Line:
    text = row[: 4 * _LONGEST].decode("utf-8", "replace")[:_LONGEST]
    return Line(path, number, stretch, text, tuple(_TOKEN.findall(text)))


def _named(rows: list[Line]) -> Iterator[tuple[str, Line]]:
    """The names that lines of one place define; options and variables are known by their spelling."""
    for one in definitions(rows[0].path, [row.text for row in rows]) if rows else ():
        yield one.name, rows[one.at]
    for row in rows:
        yield from (
            (token, row)
            for token in dict.fromkeys(row.tokens)
            if token.startswith("--") or (token.isupper() and "_" in token)
        )


def text_successors(lines: Lines) -> Iterator[tuple[str, str, str, bool]]:
    """(path, old, new, whether surely) of names that lines define by their shape, where the line changed in
    nothing but the name.
    """
    went: dict[tuple[str, str], list[Line]] = defaultdict(list)
    came: set[str] = set()
    for rows in lines.removed.values():
        for name, row in _named(rows):
            went[name, row.path].append(row)
    for rows in lines.added.values():
        came.update(token for row in rows for token in row.tokens)
    votes: dict[str, Counter[str]] = defaultdict(Counter)
    for stretch, rows in lines.removed.items():
        others = lines.added[stretch]
        if len(rows) == len(others) <= _PAIRED:
            for row, other in zip(rows, others, strict=True):
                pair = _only_change(row.tokens, other.tokens)
                if pair is not None:
                    votes[pair[0]][pair[1]] += 1
    for (old, path), rows in went.items():
        if old in came or old not in votes:
            continue
        (new, count), *more = votes[old].most_common(2)
        if more and more[0][1] == count:
            continue
        telling = max(len({t for t in row.tokens if t != old and t[:1].isalpha()}) for row in rows)
        yield path, old, new, not more and (count > 1 or telling >= _TELLING)


def _only_change(old: tuple[str, ...], new: tuple[str, ...]) -> tuple[str, str] | None:
    """The one name that differs between two lines of the same shape."""
    if len(old) != len(new) or len(old) < 2:
        return None
    pairs = {(a, b) for a, b in zip(old, new, strict=True) if a != b}
    if len(pairs) != 1:
        return None
    one, other = pairs.pop()
    return (one, other) if _NAME.match(one) and _NAME.match(other) and other not in _LITERALS else None
