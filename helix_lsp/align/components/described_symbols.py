"""Symbols that a sentence describes without naming them, told by what definitions say of themselves.

Each sentence is compared with every definition's name, signature and comment; it means the likeliest one,
where its likeness is more than chance would give. What came after the likeliest was wrong 31 times and right
3 times (bench/described.py). A long text is not read so: what is described in passing all over a document is
no answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from helix_lsp.align.components.elements import Elements, symbol_elements
from helix_lsp.align.components.requirement import described
from helix_lsp.align.components.symbol_links import Candidate, SymbolLink
from helix_lsp.config.align import AlignConfig
from helix_lsp.index.overlay.snapshot import Defined, Snapshot
from helix_lsp.text.sentences import sentences

_NO_ACT = frozenset(
    {
        "variable",
        "constant",
        "field",
        "import",
        "parameter",
        "module",
        "namespace",
        "package",
        "enum_member",
        "impl",
    }
)
_SHOWN = 5  # words that say why


def may_be_described(one: Defined, snapshot: Snapshot) -> bool:
    """False for plain values, and for what tests, examples, foreign and generated code define."""
    entry = snapshot.file(one.path)
    if (
        entry is None
        or entry.surface.test
        or entry.surface.example
        or entry.surface.vendored
        or entry.generated
        or entry.surface.generated
    ):
        return False
    return one.symbol.kind not in _NO_ACT


def describable(snapshot: Snapshot, paths: Iterable[str]) -> Elements:
    """What the definitions of these files say."""
    symbols: dict[str, list[str]] = {}
    for path in paths:
        outline = snapshot.skeleton(path)
        found = (
            [Defined(path=path, ordinal=i, symbol=s) for i, s in enumerate(outline.symbols)]
            if outline is not None
            else []
        )
        symbols[path] = [d.symbol.qualified for d in found if may_be_described(d, snapshot)]
    return symbol_elements(snapshot, symbols)


def listed(snapshot: Snapshot, candidates: Iterable[Candidate]) -> Elements:
    """The same for a closed list."""
    symbols: dict[str, list[str]] = {}
    for one in candidates:
        symbols.setdefault(one.path, []).append(one.name)
    return symbol_elements(snapshot, symbols)


def described_symbols(
    text: str, elements: Elements, known: Mapping[tuple[str, str], object], cfg: AlignConfig
) -> list[SymbolLink]:
    """The symbols that its sentences describe, in no particular order, without those that are `known` (path,
    name) already.
    """
    places = list(sentences(text))
    if len(places) > cfg.described_sentences:
        return []
    best: dict[tuple[str, str], SymbolLink] = {}
    for begin, end in places:
        likeliest = sorted(
            described(text[begin:end], elements, cfg, len(places)), key=lambda f: (-f.likelihood, f.path)
        )
        for found in likeliest[:1]:
            path, _, name = found.path.partition("\n")
            link = SymbolLink(
                candidate=Candidate(name=name, path=path),
                begin=begin,
                end=end,
                confidence=round(min(found.likelihood, cfg.pronoun_confidence), 3),
                why="described: " + ", ".join(found.words[:_SHOWN]),
            )
            if (path, name) not in known and (
                (path, name) not in best or best[path, name].confidence < link.confidence
            ):
                best[path, name] = link
    return list(best.values())
