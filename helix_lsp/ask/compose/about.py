"""`What is this project?`: a question that names no thing of the repository, answered with what the repository's
README says of it. Also a question that is a path: what a file says of itself and defines.
"""

from __future__ import annotations

import re

from helix_lsp.ask.compose.material import Material, introduce, live_symbol
from helix_lsp.ask.draft import Draft, Part, Sentence
from helix_lsp.ask.text.excerpt import block
from helix_lsp.ask.text.prose import plain, shorten
from helix_lsp.ask.text.quote import LiveFile, Quote, doc_quote, line_quote, prose_sentences, quote
from helix_lsp.index.overlay.snapshot import Defined
from helix_lsp.text.paths import stem_of
from helix_lsp.text.positions import Span
from helix_lsp.text.regex import regex

_SENTENCES = 3
_HEADINGS = 8
_LEAST = 25


def about(material: Material) -> Draft | None:
    """The first sentences of the README at the root, and what it has sections about; None where no README
    says anything.
    """
    for path in sorted(
        p for p in material.snapshot.paths() if "/" not in p and stem_of(p).lower() == "readme"
    ):
        file = material.live.file(path)
        if file is not None and (told := _first(file, material)):
            sections = _sections(file)
            more = (Part(title="Its README has sections on", sentences=sections),) if sections else ()
            return Draft(shape="about", parts=(Part(title="", sentences=told), *more))
    return None


def _first(file: LiveFile, material: Material) -> tuple[Sentence, ...]:
    """Whole sentences of the first stretch that has any; badges, questions and lead-ins are none."""
    out: list[Sentence] = []
    for span in prose_sentences(file, Span(0, len(file.data))):
        text = plain(span.cut(file.data))
        if len(text) < _LEAST or not text.endswith((".", "!")):
            if out:
                break
            continue
        out.append(Sentence(text=shorten(text, material.cfg.quote_chars), quotes=(quote(file, span, text),)))
        if len(out) == _SENTENCES:
            break
    return tuple(out)


def _sections(file: LiveFile) -> tuple[Sentence, ...]:
    """The headings below the title, in their order."""
    top = min((s.level for s in file.outline.sections if s.title), default=0)
    below = [s for s in file.outline.sections if s.title and s.level == top + 1 and len(s.heading)]
    return tuple(
        Sentence(text=f"*{s.title}*", quotes=(line_quote(file, s.heading),), item=True)
        for s in below[:_HEADINGS]
    )


# A question that is a path (`mux.go`, `what does src/run.ts do?`): the file's own words, then what it
# defines.

_FRAME = regex(
    r"^\W*(?:(?:what(?:'s| is| are| does| do)?(?: in| inside)?|explain|describe|show(?: me)?|summari[sz]e)\s+)?(?:the file\s+)?`?(\S+?)`?"
    r"(?:\s+(?:do|contain|define|for|about))?\W*$",
    re.I,
)
_LOOKED_AT = 200  # lines
_ENTRY = frozenset({"__init__", "index", "mod", "lib"})
_SHOWN = frozenset({"function", "class", "interface", "struct", "trait", "enum", "type", "union", "macro"})


def module(material: Material) -> Draft | None:
    """The file of the module that the question names; None where it names none, or one that tells nothing."""
    path = _module_of(material)
    return contents(path, material) if path is not None else None


def _module_of(material: Material) -> str | None:
    """The file or package that a question for a module names: `what is asyncio?`, `http.server`; by its last
    words, when only one does.
    """
    asked = _FRAME.match(material.question.text.strip())
    if asked is None:
        return None
    parts = [p for p in re.split(r"[./:\\]+", asked[1]) if p]
    found = [p for p in material.snapshot.paths() if parts and _is_module(p, parts)]
    source = [
        p
        for p in found
        if (e := material.snapshot.file(p)) is not None and not (e.surface.test or e.surface.example)
    ]
    least = min((p.count("/") for p in source), default=0)
    nearest = [p for p in source if p.count("/") == least]
    return nearest[0] if len(nearest) == 1 else None


def _is_module(path: str, parts: list[str]) -> bool:
    names = [*path.split("/")[:-1], stem_of(path)]
    if names[-1] in _ENTRY:
        names.pop()
    return names[-len(parts) :] == parts


def beginning(file: LiveFile, most: int) -> Quote | None:
    """The first lines with text, at most so many; None where there is none."""
    count = min(file.lines.line_count, _LOOKED_AT)
    first = next((n for n in range(1, count + 1) if file.lines.line_text(n - 1).strip()), 0)
    return block(file, first, first + most - 1) if first else None


def contents(path: str, material: Material) -> Draft | None:
    """What a file says of itself and what it defines; None for one that neither defines anything nor has
    sections.
    """
    here = material.live.file(path)
    if here is None:
        return None
    if here.outline.sections:
        return _document(here, material)
    tops = [
        Defined(path=path, ordinal=n, symbol=s)
        for n, s in enumerate(here.outline.symbols)
        if s.parent < 0 and s.kind in _SHOWN
    ]
    told = (
        doc_quote(here, here.outline.module_doc, material.cfg.quote_chars)
        if here.outline.module_doc is not None
        else None
    )
    shown = sorted(tops, key=lambda d: (not d.symbol.exported, d.symbol.doc is None, d.ordinal))[
        : 2 * material.cfg.places
    ]
    listed: list[Sentence] = []
    for defined in sorted(shown, key=lambda d: d.ordinal):
        if (live := live_symbol(defined, material)) is None:
            continue
        symbol, head, summary = live
        text = introduce(symbol) + (f". {summary.text}" if summary is not None else "")
        listed.append(
            Sentence(text=text, quotes=(head, summary) if summary is not None else (head,), item=True)
        )
    parts = (
        [Part(title="", sentences=(Sentence(text=told.text, quotes=(told,)),))] if told is not None else []
    )
    if not listed:
        return Draft(shape="definition", parts=tuple(parts)) if parts else None
    more = f" ({len(listed)} of {len(tops)})" if len(tops) > len(listed) else ""
    return Draft(
        shape="definition", parts=(*parts, Part(title=f"Defined in {path}{more}", sentences=tuple(listed)))
    )


def _document(here: LiveFile, material: Material) -> Draft:
    """Its first sentences, then its headings."""
    top = min(s.level for s in here.outline.sections)
    listed = [s for s in here.outline.sections if s.title and s.level <= top + 1 and len(s.heading)]
    first = [span for s in here.outline.sections[:2] for span in prose_sentences(here, s.span)][:2]
    said = tuple(
        Sentence(text=q.text, quotes=(q,))
        for span in first
        if (q := quote(here, span, shorten(plain(span.cut(here.data)), material.cfg.quote_chars))).text
    )
    shown = listed[: 2 * material.cfg.places]
    more = f" ({len(shown)} of {len(listed)})" if len(listed) > len(shown) else ""
    heads = tuple(Sentence(text=s.title, quotes=(line_quote(here, s.heading),), item=True) for s in shown)
    parts = (Part(title="", sentences=said), Part(title=f"Sections of {here.path}{more}", sentences=heads))
    return Draft(shape="definition", parts=tuple(p for p in parts if p.sentences))
