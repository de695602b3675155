"""`What is X?`: the definition, its own words, the document's sentence about it, and one place that uses it."""

from __future__ import annotations

import re
from textwrap import dedent

from helix_lsp.align.proof import Proof, ProofSpan
from helix_lsp.ask.compose.material import (
    Material,
    code,
    documents,
    introduce,
    is_record,
    live_symbol,
    prove_more,
)
from helix_lsp.ask.draft import Draft, Part, Sentence
from helix_lsp.ask.question.family import families
from helix_lsp.ask.question.target import asked_for, each_target, targets
from helix_lsp.ask.text.excerpt import prose_at
from helix_lsp.ask.text.prose import plain, sentences, shorten
from helix_lsp.ask.text.quote import LiveFile, Quote, line_quote, prose_sentences, quote
from helix_lsp.index.overlay.snapshot import Defined
from helix_lsp.index.units.unit import Unit
from helix_lsp.syntax.outline import Symbol
from helix_lsp.text.positions import Span
from helix_lsp.text.regex import regex
from helix_lsp.tuning.questions import READING

_SHORT_BODY_LINES = 8
_MOST_SEVERAL = 3
_SEVERAL = regex(r"\b(?:difference|different|differs?|differ from|versus|vs|compared?)\b", re.I)
_THING = regex(
    r"\W*what(?:'?s| is| are)(?: (?:an?|the))? `?(\w+(?: \w+)??)`?(?: (?:class|type|module|struct|trait|interface))?"
    r"(?: (?:good )?for)?\W*\Z",
    re.I,
)
_ERROR = regex(
    r"\W*what(?:'?s| is| are| does)(?: (?:an?|the))? ((?:\w+ ){1,3})(?:error|exception)s?"
    r"(?: (?:telling|saying|tell|say|mean|about|for)\b.{0,20})?\W*\Z",
    re.I,
)
_OPTION = regex(
    r"\W*what(?:'?s| is| are| does)(?: (?:an?|the))? [`'\"]?-{0,2}([A-Za-z][\w.-]{2,40})[`'\"]? "
    r"(option|label|parameter|param|argument|flag|setting|field|header|attribute|property|key|variable)\b.{0,40}\Z",
    re.I,
)
_SAYS = (
    r"(?:is|are|means?|represents?|refers? to|describes?|holds?|contains?|tells?|decides?|lets?|allows?)\b"
)
_EXPLAINING = 40  # units of documents that are looked through for a sentence that says what a word means
_ENTRIES = 200  # units that are looked through for the entry of an option
_TYPES = frozenset({"class", "interface", "struct", "trait", "enum", "type", "union", "module"})
_MOST_OTHERS = 3
_MOST_KIN = 6
_LONGEST = 400  # characters of a line that is read


def compares(question: str) -> bool:
    """True for a question that asks how things differ."""
    return _SEVERAL.search(question) is not None


def sides(material: Material) -> tuple[Part, ...]:
    """The definition of each of the things whose difference is asked for; none where fewer than two are defined
    here, or none is written as a name.
    """
    named = any(n.weight >= READING.meant for n in material.results.query.names)
    asked = named and compares(material.question.text)
    each = each_target(material.results, material.snapshot) if asked else ()
    told = [p for d in each[:_MOST_SEVERAL] if (p := _one(d, material)) is not None]
    return tuple(told) if len(told) > 1 else ()


def told_in_words(part: Part) -> bool:
    """Whether a definition has words of its own."""
    return not part.sentences[0].text.endswith(":")


def thing(material: Material) -> tuple[Part, ...]:
    """What the words of `what is an enhancer?` or `what is a lease expired error?` name in the spelling of prose: the
    documented type or error, else the sentence of a document that says what the word means; none for any other
    question.
    """
    if (option := _OPTION.match(material.question.text)) is not None:
        entry = _entry(option[1], option[2], material)
        return (entry,) if entry is not None else ()
    asked, error = _THING.match(material.question.text), _ERROR.match(material.question.text)
    names = [asked[1].replace(" ", "")] if asked is not None else []
    if error is not None:
        words = error[1].replace(" ", "")
        names += [f"Err{words}", f"{words}Error", f"{words}Exception", f"Error{words}"]
    ranks = {hit.place.path: n for n, hit in enumerate(material.results.hits)}
    found = [
        d
        for name in names
        for d in material.snapshot.defined(name)
        if (d.symbol.kind in _TYPES or error is not None)
        and d.symbol.doc is not None
        and not _beside(d, material)
    ]
    found.sort(
        key=lambda d: (d.symbol.qualified.count("."), ranks.get(d.path, len(ranks)), d.path, d.ordinal)
    )
    told = (
        _one(found[0], material) if found else _explained(asked[1], material) if asked is not None else None
    )
    return (told,) if told is not None else ()


def _explained(word: str, material: Material) -> Part | None:
    """The first sentence of a document that was read whose subject is the word and which says what it is."""
    if material.reading is None:
        return None
    subject = re.compile(rf"(?:\A|\b(?:the|an?|this|each|every) ){re.escape(word)}s? {_SAYS}", re.I)
    documents = [c for c, _ in material.reading.units if _is_document(c.path, material)]
    for candidate in documents[:_EXPLAINING]:
        file, unit = material.live.file(candidate.path), candidate.unit
        if unit.name.casefold() == word.casefold():
            return None  # a section of its own tells more than one sentence
        if file is None or unit.end_line > file.lines.line_count:
            continue
        lines = file.lines
        span = Span(lines.line_span(unit.start_line - 1).start, lines.line_span(unit.end_line - 1).end)
        for at in prose_sentences(file, span):
            text = plain(at.cut(file.data))
            if subject.search(text.replace("_", "").replace("*", "").replace("`", "")) and not text.endswith(
                (":", "?")
            ):
                return _quoted(file, unit, at, text, material)
    return None


def _entry(name: str, noun: str, material: Material) -> Part | None:
    """What a document or a comment says under the name of an option: its row of a table, its documented field, else the
    sentence that names it so; None where nothing that was read does.
    """
    called = rf"[`'\"*_]{{0,3}}(?:[\w-]+\.)*-{{0,2}}{re.escape(name)}[`'\"*_]{{0,3}}"
    listed = re.compile(
        rf"[\s>*#/|-]{{0,40}}{called}(?:\s?\([^)\n]{{1,80}}\))?(?::|\s?\||\s{{2,}}|\s[-\u2013\u2014]\s)\s{{0,40}}[^\n]{{24}}"
    )
    spoken = re.compile(rf"(?<![\w.-]){called} {noun}s?\b", re.I)
    for pattern, whole in ((listed, True), (spoken, False)):
        for candidate, _ in material.reading.units[:_ENTRIES] if material.reading is not None else ():
            file, unit = material.live.file(candidate.path), candidate.unit
            entry = material.snapshot.file(candidate.path)
            if file is None or entry is None or entry.surface.test or is_record(candidate.path):
                continue
            lines, last = file.lines, min(unit.end_line, file.lines.line_count)
            prose = prose_at(file, document=entry.surface.kind == "docs")
            found = [
                n
                for n in range(unit.start_line, last + 1)
                if prose(n)
                and (pattern.match if whole else pattern.search)(lines.line_text(n - 1)[:_LONGEST])
            ]
            if not found:
                continue
            at = lines.line_span(found[0] - 1)
            inside = Span(lines.line_span(unit.start_line - 1).start, lines.line_span(last - 1).end)
            told = next((s for s in sentences(file.data, inside, comment=True) if s.overlaps(at)), None)
            span = at if whole or told is None else told
            text = " ".join(plain(span.cut(file.data)).split()).strip("|#*/ ")
            return _quoted(file, unit, span, text, material)
    return None


def _quoted(file: LiveFile, unit: Unit, span: Span, text: str, material: Material) -> Part:
    """A quotation behind the title above it; `text` is its plain reading."""
    title = f"*{code(unit.name)}* in `{code(file.path)}`" if unit.name else f"`{code(file.path)}`"
    said = shorten(text, 2 * material.cfg.quote_chars)
    return Part(title="", sentences=(Sentence(text=f"{title}: {said}", quotes=(quote(file, span, said),)),))


def _is_document(path: str, material: Material) -> bool:
    entry = material.snapshot.file(path)
    return entry is not None and entry.surface.kind == "docs" and not is_record(path)


def says_something(part: Part) -> bool:
    """Whether a definition has words of its own or a body; a bare signature tells nothing of a difference."""
    return told_in_words(part) or any("\n" in sentence.code.strip() for sentence in part.sentences)


def difference(material: Material) -> Draft | None:
    """Both of two things, for a question for their difference (`compare Ledger and Till`); None for any other, and
    where both are bare signatures.
    """
    told = sides(material)
    if not any(says_something(part) for part in told):
        return None
    said = documents(material)
    below = (Part(title="In the documentation", sentences=said),) if said else ()
    return Draft(shape="definition", parts=(*told, *below))


def definition(material: Material) -> Draft | None:
    """None when the question names nothing that is defined here."""
    found = _declared_first(targets(material.results, material.snapshot), material)
    for at, defined in enumerate(found):
        here = live_symbol(defined, material)
        if here is not None:
            others = found[at + 1 :]
            break
    else:
        return None
    proof = prove_more(defined, material)
    parts = [_told(defined, here, material)]
    if proof is not None and (told := _documents(proof, material)):
        parts.append(Part(title="In the documentation", sentences=told))
    if (
        proof is not None
        and not compares(material.question.text)  # who uses one side says nothing of the difference
        and (used := _used(proof, material))
    ):
        parts.append(Part(title="In use", sentences=used))
    same = next((f for f in families((defined, *others), material.snapshot) if defined in f), ())
    if kin := _others(tuple(d for d in others if d in same), defined, material, _MOST_KIN):
        parts.append(Part(title="The same member in other classes", sentences=kin))
    if told := _others(tuple(d for d in others if d not in same), defined, material, _MOST_OTHERS):
        parts.append(Part(title="Also defined", sentences=told))
    return Draft(shape="definition", parts=tuple(parts))


def _declared_first(found: tuple[Defined, ...], material: Material) -> tuple[Defined, ...]:
    """Of what several classes have of one interface, asked for without an owner, the interface's own stands
    first where it says what it does.
    """
    asked = asked_for(material.results, material.snapshot)
    if asked is None or asked.owned or not asked.exact:
        return found
    same = next((f for f in families(found, material.snapshot) if found[0] in f), ())
    if not same or same[0] is found[0] or same[0].symbol.doc is None or same[0].symbol.name != asked.word:
        return found
    return (same[0], *(d for d in found if d is not same[0]))


def _one(defined: Defined, material: Material) -> Part | None:
    """A definition in one sentence, where it has words of its own."""
    here = live_symbol(defined, material)
    if here is None or (summary := here[2]) is None:
        return None if here is None else _told(defined, here, material)
    symbol, head, _ = here
    said = Sentence(
        text=f"{introduce(symbol)}: {summary.text}",
        quotes=(summary, head),
        code=symbol.signature,
        language=_language(defined, material),
    )
    return Part(title="", sentences=(said,))


def _told(defined: Defined, here: tuple[Symbol, Quote, Quote | None], material: Material) -> Part:
    """The signature with its own words; a short definition without any is shown whole."""
    symbol, head, summary = here
    language = _language(defined, material)
    if summary is None and (whole := _whole(defined, symbol, material)) is not None:
        return Part(
            title="",
            sentences=(
                Sentence(text=f"{introduce(symbol)}:", quotes=(whole,), code=whole.text, language=language),
            ),
        )
    named = Sentence(text=f"{introduce(symbol)}:", quotes=(head,), code=symbol.signature, language=language)
    return Part(
        title="",
        sentences=(named, *([Sentence(text=summary.text, quotes=(summary,))] if summary is not None else [])),
    )


def _language(defined: Defined, material: Material) -> str:
    entry = material.snapshot.file(defined.path)
    return entry.language if entry else ""


def _whole(defined: Defined, symbol: Symbol, material: Material) -> Quote | None:
    """A definition of few lines with its body, its indentation taken off."""
    file = material.live.file(defined.path)
    if file is None or symbol.body is None:
        return None
    first, last = file.lines.lines(symbol.span)
    if last - first >= _SHORT_BODY_LINES:
        return None
    whole = Span(file.lines.line_span(first - 1).start, symbol.span.end)
    text = dedent(whole.cut(file.data).decode("utf-8", "western").replace("\r\n", "\n")).rstrip()
    return quote(file, whole, text) if len(text) <= material.cfg.quote_chars * 2 else None


def _documents(proof: Proof, material: Material) -> tuple[Sentence, ...]:
    """The sentences of documents that mention it, change logs last; each as the document has it."""
    rated: list[tuple[int, float, str, int, Sentence]] = []
    for span in proof.documents:
        found = _sentence_at(span, material)
        if found is None or found[0].text.endswith((":", "?")):
            continue
        told, title = found
        log = is_record(span.path)
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
    rated = [r for r in rated if not r[0]]  # a change log explains nothing that the definition does not
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


def _beside(defined: Defined, material: Material) -> bool:
    """True for what a test or an example defines."""
    entry = material.snapshot.file(defined.path)
    return entry is None or entry.surface.test or entry.surface.example


def _others(
    others: tuple[Defined, ...], chosen: Defined, material: Material, most: int
) -> tuple[Sentence, ...]:
    out: list[Sentence] = []
    for other in others:
        if other.symbol.kind == "constructor" or (
            other.symbol.qualified == chosen.symbol.qualified and other.path == chosen.path
        ):
            continue
        if _beside(other, material):
            continue
        here = live_symbol(other, material)
        if here is not None:
            out.append(Sentence(text=introduce(here[0]), quotes=(here[1],), item=True))
    return tuple(out[:most])
