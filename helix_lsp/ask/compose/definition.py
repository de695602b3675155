"""`What is X?`: the definition, its own words, the document's sentence about it, and one place that uses it."""

from __future__ import annotations

from helix_lsp.align.proof import Proof, ProofSpan
from helix_lsp.ask.compose.material import Material, code, introduce, live_symbol, prove_more
from helix_lsp.ask.compose.overview import overview
from helix_lsp.ask.draft import Draft, Part, Sentence
from helix_lsp.ask.prose import plain, shorten
from helix_lsp.ask.quote import Quote, line_quote, prose_sentences, quote
from helix_lsp.ask.target import targets
from helix_lsp.index.snapshot import Defined
from helix_lsp.text.paths import stem_of

_LOG_STEMS = frozenset({"changes", "changelog", "history", "news", "releases", "release-notes", "whatsnew"})
_SHORT_BODY_LINES = 8
_MOST_OTHERS = 3


def definition(material: Material) -> Draft:
    """Falls back to an overview of what was found when the question names nothing that is defined here."""
    found = targets(material.results, material.snapshot)
    for at, defined in enumerate(found):
        here = live_symbol(defined, material)
        if here is not None:
            others = found[at + 1 :]
            break
    else:
        return overview(material)
    symbol, head, summary = here
    proof = prove_more(defined, material)
    sentences = [
        Sentence(text=f"{introduce(symbol)}:", quotes=(head,), code=symbol.signature, language=_language(defined, material))
    ]
    if summary is not None:
        sentences.append(Sentence(text=summary.text, quotes=(summary,)))
    else:
        sentences.extend(_body(defined, material))
    parts = [Part(title="", sentences=tuple(sentences))]
    if proof is not None and (told := _documents(proof, material)):
        parts.append(Part(title="In the documentation", sentences=told))
    if proof is not None and (used := _used(proof, material)):
        parts.append(Part(title="In use", sentences=used))
    if others := _others(others, defined, material):
        parts.append(Part(title="Also defined", sentences=others))
    return Draft(shape="definition", parts=tuple(parts))


def _language(defined: Defined, material: Material) -> str:
    entry = material.snapshot.file(defined.path)
    return entry.language if entry else ""


def _body(defined: Defined, material: Material) -> list[Sentence]:
    """A short body speaks for itself where there is no docstring."""
    file = material.live.file(defined.path)
    body = defined.symbol.body
    if file is None or body is None or not file.current:
        return []
    first, last = file.lines.lines(body)
    if last - first >= _SHORT_BODY_LINES:
        return []
    whole = quote(file, body, "")
    text = file.data[file.lines.line_span(first - 1).start : body.end].decode("utf-8", "replace")
    return [Sentence(text="Its body:", quotes=(whole,), code=text, language=_language(defined, material))]


def _documents(proof: Proof, material: Material) -> tuple[Sentence, ...]:
    """The sentences of documents that mention it, change logs last; each as the document has it."""
    rated: list[tuple[int, float, str, int, Sentence]] = []
    for span in proof.documents:
        found = _sentence_at(span, material)
        if found is None:
            continue
        told, title = found
        log = stem_of(span.path).lower() in _LOG_STEMS
        own = 0.0 if told.text.lstrip("`*").startswith(span.label.rpartition(".")[2]) else 1.0
        rated.append(
            (
                int(log),
                own,
                span.path,
                span.span.start,
                Sentence(text=f"*{title}*: {told.text}" if title else told.text, quotes=(told,), item=True),
            )
        )
    rated.sort(key=lambda r: r[:4])
    unique: dict[str, Sentence] = {}
    for *_, sentence in rated:
        unique.setdefault(sentence.quotes[0].text, sentence)
    return tuple(unique.values())[: material.cfg.documents]


def _sentence_at(span: ProofSpan, material: Material) -> tuple[Quote, str] | None:
    file = material.live.file(span.path)
    if file is None:
        return None
    section = next((s for s in reversed(file.outline.sections) if s.span.covers(span.span)), None)
    within = section.span if section else None
    if within is None:
        return None
    for sentence in prose_sentences(file, within):
        if sentence.covers(span.span):
            text = shorten(plain(sentence.cut(file.data)), material.cfg.quote_chars)
            return quote(file, sentence, text), section.title if section else ""
    return None


def _used(proof: Proof, material: Material) -> tuple[Sentence, ...]:
    out: list[Sentence] = []
    for label, spans in (("Used", proof.usages[:2]), ("Tested", proof.tests[:1])):
        for span in spans:
            file = material.live.file(span.path)
            if file is not None and span.span.end <= len(file.data):
                line = line_quote(file, span.span)
                out.append(Sentence(text=f"{label}: `{code(line.text)}`", quotes=(line,), item=True))
    return tuple(out)


def _others(others: tuple[Defined, ...], chosen: Defined, material: Material) -> tuple[Sentence, ...]:
    out: list[Sentence] = []
    for other in others:
        entry = material.snapshot.file(other.path)
        if other.symbol.qualified == chosen.symbol.qualified and other.path == chosen.path:
            continue
        if entry is None or entry.surface.test or entry.surface.example:
            continue
        here = live_symbol(other, material)
        if here is not None:
            out.append(Sentence(text=introduce(here[0]), quotes=(here[1],), item=True))
    return tuple(out[:_MOST_OTHERS])
