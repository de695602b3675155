"""Which definitions of a file are mentioned in documents, and in how many: what a code lens shows.
Definitions that none mentions do not have lens.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from helix_lsp.align.live import Live
from helix_lsp.align.mentions.mentions import meaning
from helix_lsp.ide.view import View
from helix_lsp.index.overlay.snapshot import Defined
from helix_lsp.syntax.outline import Symbol
from helix_lsp.text.span import Span

_MOST_MENTIONS = 300  # of one name that are looked at, as in a hover


@dataclass(frozen=True, slots=True, kw_only=True)
class Lens:
    """`span` is the definition's name in the current bytes; `qualified` and `ordinal` find it again."""

    span: Span
    qualified: str
    ordinal: int


def lenses(view: View, path: str, check: Callable[[], None]) -> tuple[Lens, ...]:
    """One for each definition that a document surely means, in the order of the file; none in documents and
    tests. Raises through `check`.
    """
    entry = view.snapshot.file(path)
    if not view.config.ide.code_lens or entry is None or entry.surface.kind != "code" or entry.surface.test:
        return ()
    live = Live(view.snapshot, view.texts)
    outline = live.outline(path)
    if outline is None or not live.same(path):
        return ()
    silent: set[str] = set()
    out: list[Lens] = []
    looked = 0
    for ordinal, symbol in enumerate(outline.symbols):
        if symbol.name in silent:
            continue
        if not view.snapshot.mentioned(symbol.name):
            silent.add(symbol.name)
            continue
        check()
        looked += 1
        if looked > view.config.ide.lenses:
            break
        if next(_documents(view, path, ordinal, symbol), None) is not None:
            out.append(Lens(span=symbol.name_span, qualified=symbol.qualified, ordinal=ordinal))
    return tuple(out)


def count_documents(view: View, path: str, lens: Lens) -> tuple[Span, int] | None:
    """(its name in the current bytes, how many documents mention it); None when the definition is gone."""
    outline = Live(view.snapshot, view.texts).outline(path)
    alike = (
        [(i, s) for i, s in enumerate(outline.symbols) if s.qualified == lens.qualified]
        if outline is not None
        else []
    )
    if not alike:
        return None
    ordinal, symbol = min(alike, key=lambda one: abs(one[0] - lens.ordinal))
    return symbol.name_span, len(set(_documents(view, path, ordinal, symbol)))


def _documents(view: View, path: str, ordinal: int, symbol: Symbol) -> Iterator[str]:
    defined = Defined(path=path, ordinal=ordinal, symbol=symbol)
    for one in meaning(defined, view.snapshot, view.config.align, _MOST_MENTIONS):
        yield one.path
