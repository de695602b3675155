"""Bytes -> syntax tree, within a budget of work.

The budget is a number of steps of the parser, never a time: the same text gives the same answer on every
machine. Text that a person wrote needs about one report of progress per 100 bytes, at most one per 10; text
that is built to confuse needs thousands, and each of them takes ten times as long. So there are two bounds:
one on all reports, which grows with the text and counts those before the first error a quarter, and one on
those in a stretch where the parser hardly moves on, which does not grow.
Neither sees a parser whose every step takes more memory than the one before: some grammars need 40 kB and more for
each token that they skip. So it also gives up where the process has grown by more than the densest text of a
person takes.
"""

from __future__ import annotations

from collections.abc import Callable

from tree_sitter import Point, Tree

from helix_lsp.syntax.grammar import Grammar

_CHUNK = 65_536
_WORD = 64
_LEAST_REPORTS = 2_000
_BYTES_PER_REPORT = 25
_BROKEN = 4  # a report after the first error counts as so many before it
_STALLED_REPORTS = 400
_STALLED_BYTES = 800
_GROWTH = 96_000_000  # bytes, mostly for what other threads take meanwhile
_GROWTH_PER_BYTE = 600  # Ruby of one letter a line takes 470
_GROWTH_OF_BROKEN = 150
# Bytes of text between two looks; each asks the system, and one every 512 was a twentieth of the time of a cold index.
_LOOKED_EVERY = 2_048
_LOOKED_EVERY_OF_BROKEN = 512
held: Callable[[], int] = int
"""Bytes of memory that the process holds, 0 where nobody measures them: session/resident.py puts the measure of the system here."""


def seen(grammar: Grammar, data: bytes) -> bytes:
    """What the parser gets of a text: of the same length, without what the language masks."""
    return data if grammar.rules.mask is None else grammar.rules.mask(data)


def parse(grammar: Grammar, data: bytes, old: Tree | None = None) -> Tree | None:
    """The tree of `data`, which is a text as `seen` gives it, None when the parser needs too many steps. `old` is
    the tree of the earlier text, told of the edit.
    """
    left = _BROKEN * (_LEAST_REPORTS + len(data) // _BYTES_PER_REPORT)
    chunk = _CHUNK

    def read(offset: int, _: Point) -> bytes:
        return data[offset : offset + chunk]

    farthest = stretch = reports = looked = 0
    before = held()
    end = (
        len(data) - _STALLED_BYTES
    )  # what is reported there is mostly the tree being put in order, which moves no more

    def give_up(offset: int, broken: bool) -> bool:
        nonlocal left, farthest, stretch, reports, looked
        left -= _BROKEN if broken else 1
        reports += 1
        farthest = max(farthest, offset)
        if farthest >= stretch + _STALLED_BYTES:
            stretch, reports = farthest, 0
        if left < 0 or (reports > _STALLED_REPORTS and offset < end):
            return True
        if farthest < looked + (_LOOKED_EVERY_OF_BROKEN if broken else _LOOKED_EVERY):
            return False
        looked = farthest
        each = _GROWTH_OF_BROKEN if broken else _GROWTH_PER_BYTE
        return held() - before > _GROWTH + each * farthest

    try:
        with grammar.parsers.one() as parser:
            if old is not None:
                return parser.parse(read, old_tree=old, encoding="utf8", progress_callback=give_up)
            return parser.parse(read, encoding="utf8", progress_callback=give_up)
    except ValueError:
        return None
    finally:
        chunk = (
            _WORD  # the tree goes on to read through here, a name at a time, for the predicates of a query
        )
