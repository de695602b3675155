"""An order that is declared as data: `task('deploy', ['build', 'upload'])`, `STEPS = [check, lift]`.

Told from the text alone, for any language with brackets: a row is a pair of brackets with nothing but names and
strings in it, its label the last name or string before it on its statement.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from helix_lsp.ask.evidence.callees import Calls, is_own
from helix_lsp.ask.evidence.way import Asked
from helix_lsp.search.reading.read import Reading
from helix_lsp.text.positions import Span
from helix_lsp.text.regex import regex
from helix_lsp.text.words import terms
from helix_lsp.tuning.compose import COMPOSE

_UNITS = 80
_LONGEST = 3_000  # bytes of a row
_BEFORE = 120
_MOST = 12  # rows of one answer
_LARGE = 400_000  # bytes of a file
_ASKING = frozenset(terms("order step stage phase sequence part run execute call perform happen do"))
_ITEM = regex(
    r"""\s*(?:#[^\n]{0,200}\n\s*|//[^\n]{0,200}\n\s*)?(?:"[^"\n]{1,80}"|'[^'\n]{1,80}'|[:&]{0,2}[A-Za-z_][\w.:\\]{0,80}(?:\(\))?)\s*\Z"""
)
_LABEL = regex(
    r"""(?:["']([^"'\n]{1,60})["']|([A-Za-z_]\w{0,60}))["']?\s{0,3}(?:,|=>?|:=?|:\s?[\w<>\[\], ]{1,40}=)?\s{0,3}[\w.!]{0,20}\Z"""
)


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """`span` runs from the line of the label to the closing bracket; `items` are the strings and names in their
    order, without their quotes.
    """

    path: str
    label: str
    span: Span
    items: tuple[str, ...]


def declared(question: str, reading: Reading, calls: Calls) -> tuple[Row, ...]:
    """The row whose label the question says, then the rows of its items that are rows themselves; empty where none
    is. Of several with one label the one that explains most of its items itself.
    """
    asked = Asked(question, reading)
    about = asked.every - _ASKING or asked.every
    paths = dict.fromkeys(c.path for c, _ in reading.units[:_UNITS])
    best: tuple[tuple[float, int, int], tuple[Row, ...]] | None = None
    for path in paths:
        every = rows(path, calls) if is_own(path, calls.snapshot) else ()
        named = {row.label: row for row in reversed(every)}
        for row in every:
            stems = set(terms(row.label))
            fit = asked.share(stems, about)
            if fit < COMPOSE.row_fit or not stems <= _spoken(asked, stems):
                continue
            told = tuple(_below(row, named))
            worth = (round(fit, 6), sum(i in named for i in row.items), len(told))
            if best is None or worth > best[0]:
                best = worth, told
    return best[1][:_MOST] if best is not None else ()


def _spoken(asked: Asked, stems: set[str]) -> set[str]:
    return {stem for stem in stems if asked.share((stem,), asked.every) > 0}


def _below(row: Row, named: dict[str, Row]) -> Iterator[Row]:
    """A row and those of its items, each once."""
    waiting, seen = [row], {row.label}
    while waiting:
        one = waiting.pop(0)
        yield one
        for item in one.items:
            if item in named and item not in seen:
                seen.add(item)
                waiting.append(named[item])


def rows(path: str, calls: Calls) -> tuple[Row, ...]:
    """The rows of a file in their order, of two items and more."""
    file = calls.files.file(path)
    if file is None or len(file.data) > _LARGE:
        return ()
    out: list[Row] = []
    data = file.data
    at = data.find(b"[")
    while at >= 0:
        end = data.find(b"]", at)
        inner = data.rfind(b"[", at, end) if end > 0 else -1
        if end < 0:
            break
        if inner == at and end - at <= _LONGEST:
            parts = data[at + 1 : end].decode("utf-8", "replace").split(",")
            items = [p for p in parts if p.strip()]
            found = _LABEL.search(
                data[max(0, at - _BEFORE) : at].decode("utf-8", "replace").rsplit("\n", 1)[-1]
            )
            if len(items) > 1 and found is not None and all(_ITEM.match(p) for p in items):
                start = file.lines.line_span(file.lines.line_of(at)).start
                names = tuple(p.strip().split("\n")[-1].strip().strip("\"'") for p in items)
                out.append(Row(path=path, label=found[1] or found[2], span=Span(start, end + 1), items=names))
        at = data.find(b"[", at + 1)
    return tuple(out)
