"""A question that is a path (`mux.go`, `what does src/run.ts do?`): the file's own words, then what it defines."""

from __future__ import annotations

import re

from helix_lsp.ask.compose.material import Material, introduce, live_symbol
from helix_lsp.ask.draft import Draft, Part, Sentence
from helix_lsp.ask.quote import doc_quote
from helix_lsp.index.snapshot import Defined

_FRAME = re.compile(
    r"^\W*(?:(?:what(?:'s| is| are| does| do)?(?: in| inside)?|explain|describe|show(?: me)?|summari[sz]e)\s+)?(?:the file\s+)?`?(\S+?)`?"
    r"(?:\s+(?:do|contain|define|for|about))?\W*$",
    re.I,
)
_SHOWN = frozenset({"function", "class", "interface", "struct", "trait", "enum", "type", "union", "macro"})


def file_of(material: Material) -> str | None:
    """The one indexed path that the whole question names; the best ranked where several end alike."""
    asked = _FRAME.match(material.question.text.strip())
    if asked is None or asked[1] not in material.results.query.paths:
        return None
    wanted = asked[1].removeprefix("./")
    ranked = {hit.place.path: n for n, hit in enumerate(material.results.hits)}
    found = [p for p in material.snapshot.paths() if p == wanted or p.endswith(f"/{wanted}")]
    return min(found, key=lambda p: (p != wanted, ranked.get(p, len(ranked)), p), default=None)


def file(path: str, material: Material) -> Draft | None:
    """None for a file without definitions or words about itself: a document is better answered by its sections."""
    here = material.live.file(path)
    if here is None:
        return None
    tops = [
        Defined(path=path, ordinal=n, symbol=s)
        for n, s in enumerate(here.outline.symbols)
        if s.parent < 0 and s.kind in _SHOWN
    ]
    told = doc_quote(here, here.outline.module_doc, material.cfg.quote_chars) if here.outline.module_doc is not None else None
    shown = sorted(tops, key=lambda d: (not d.symbol.exported, d.symbol.doc is None, d.ordinal))[: 2 * material.cfg.places]
    listed: list[Sentence] = []
    for defined in sorted(shown, key=lambda d: d.ordinal):
        if (live := live_symbol(defined, material)) is None:
            continue
        symbol, head, summary = live
        text = introduce(symbol) + (f". {summary.text}" if summary is not None else "")
        listed.append(Sentence(text=text, quotes=(head, summary) if summary is not None else (head,), item=True))
    if not listed:
        return None
    parts = [Part(title="", sentences=(Sentence(text=told.text, quotes=(told,)),))] if told is not None else []
    more = f" ({len(listed)} of {len(tops)})" if len(tops) > len(listed) else ""
    return Draft(shape="definition", parts=(*parts, Part(title=f"Defined in {path}{more}", sentences=tuple(listed))))
