"""`How long ...?`, `what is the default ...?`, `is X in GPa?`: the lines that give a value to what is asked
about.

A line counts when it gives a number, a literal or a unit, and the question's words are in it or, for half
of their weight, in the name of the definition it lies in. Lines of source and configuration first, then
sentences of documents with a number.
"""

from __future__ import annotations

import re
from dataclasses import replace

from helix_lsp.ask.compose.material import Material, code, is_record
from helix_lsp.ask.draft import Part, Sentence
from helix_lsp.ask.text.live import LiveFile
from helix_lsp.ask.text.prose import is_prose, plain, shorten
from helix_lsp.ask.text.quote import Quote, line_quote, prose_sentences, quote
from helix_lsp.search.reading.value_line import is_loop, is_message
from helix_lsp.text.quantities import unit_term
from helix_lsp.text.span import Span
from helix_lsp.text.words import STOP_WORDS, WORD, stem, terms, whole
from helix_lsp.tuning.compose import COMPOSE
from helix_lsp.tuning.reading import READING

_VALUE = re.compile(
    rb"(?:(?<![=!<>])=|:|=>|\breturn\b|\bdefault\b)\s*[\"'][^\"'\r\n]{0,40}\w[^\"'\r\n]{0,40}[\"']|"
    rb"(?:=|:|=>|\breturn\b|\bdefault\b|,|\()\s*(?:[-+]?\.?\d[\w.]*|True|False|None|true|false|null|nil)\b|"
    rb"(?:timedelta|Duration|seconds?|minutes?|days?|[Mm]illisecond|[Ss]econd|[Mm]inute|[Hh]our)\w{0,40}\s*[(*=]"
)
_NUMBER = re.compile(r"(?<![\w.])[-+]?\d[\d_,.]*")
_MEASURES = frozenset(
    stem(w)
    for w in "many much long often large big small fast slow high low wide deep far old default value number size exact kept set used may "
    "last lasts allowed have has".split()
)
_COUNTED = re.compile(r"\bhow (?:many|much) (\w+)", re.I)
_FILES = 16
_LONGEST_LINE = 300
_DIGIT = re.compile(rb"(?<![\w.])\d")


def value(material: Material) -> tuple[Part, ...]:
    """One part with at most three lines, best first; nothing when no line speaks of most of what is asked."""
    values = _weights(material)
    total = sum(values.values())
    if not total:
        return ()
    found: list[tuple[float, Quote, str]] = []
    for path in _paths(material):
        file = material.live.file(path)
        entry = material.snapshot.file(path)
        if file is not None and entry is not None:
            found += (
                _sentences(file, values, total, material)
                if entry.surface.kind == "docs"
                else [
                    line
                    for line in _lines(file, values, total)
                    if entry.surface.kind == "config" or not is_message(line[1].text)
                ]
            )
    found.sort(key=lambda f: (-f[0], f[1].path, f[1].span.start))
    if (named := _names(material)) and (own := [f for f in found if all(n in f[1].text for n in named)]):
        found = own
    if not found:
        return ()
    kept = [f for f in found if f[0] >= max(COMPOSE.told_value_share, COMPOSE.told_value_near * found[0][0])]
    unique: dict[str, Sentence] = {}
    for _, told, title in kept:
        text = (
            f"*{code(title)}*: {told.text}"
            if told.prose and title
            else told.text
            if told.prose
            else f"`{code(told.text)}`"
        )
        unique.setdefault(told.text, Sentence(text=text, quotes=(told,), item=True))
    said = tuple(unique.values())[:_MOST]
    if assigned(said, material):
        said = tuple(replace(s, text=_owned(s, material)) for s in said)
    return (Part(title="", sentences=said),) if said else ()


_MOST = 3
_ASSIGNED = re.compile(r"\b(\w{1,60})\b\s{0,4}(?::[^=,]{0,80})?=(?![=>~])")


def assigned(said: tuple[Sentence, ...], material: Material) -> bool:
    """True where the question asks for the value of one thing and each of these lines sets it: what else only holds its
    name adds nothing.
    """
    asked = {t for t in _weights(material) if t[0] != "="}
    lines = [q.text for s in said for q in s.quotes]
    return len(asked) == 1 and all(
        any(asked == {t for t in terms(name) if t[0] != "="} for name in _ASSIGNED.findall(line))
        for line in lines
    )


def _owned(said: Sentence, material: Material) -> str:
    """The line behind the definition that it is in."""
    line = said.quotes[0]
    file = material.live.file(line.path)
    around = [s for s in file.outline.symbols if s.span.covers(line.span)] if file is not None else []
    return f"`{code(around[-1].qualified)}`: {said.text}" if around else said.text


def _names(material: Material) -> tuple[str, ...]:
    """Names that the question writes, by their last component."""
    return tuple(n.parts[-1] for n in material.results.query.names if n.weight >= READING.sure and n.parts)


def _weights(material: Material) -> dict[str, float]:
    """Terms of the question, by weight and rarity, without the words that only ask for an amount; a unit
    counts twice.
    """
    weighted = material.results.weighted
    out: dict[str, float] = {}
    counted = {stem(w.lower()) for w in _COUNTED.findall(material.question.text)}
    wholes = {whole(n) for n in _names(material)}
    units = {u for w in WORD.findall(material.question.text) if (u := unit_term(w))}
    for term, weight in material.results.query.terms:
        named = term.startswith("=#") or term in wholes
        if (
            term in _MEASURES
            or term in counted
            or (term[0] == "=" and not named)
            or term in STOP_WORDS
            or term in weighted.unknown
        ):
            continue
        out[term] = weight * weighted.rarity.get(term, 0.0) * (2.0 if term in units else 1.0)
    return {t: v for t, v in out.items() if v > 0}


def _paths(material: Material) -> tuple[str, ...]:
    """Files of the best places without tests and records, first the source."""
    found: dict[str, None] = {}
    for hit in material.results.hits:
        entry = material.snapshot.file(hit.place.path)
        if entry is not None and not (
            entry.surface.test or entry.surface.vendored or entry.generated or is_record(hit.place.path)
        ):
            found[hit.place.path] = None
    return tuple(found)[:_FILES]


def _held(text: str, values: dict[str, float]) -> float:
    return sum(values[t] for t in dict.fromkeys(terms(text)) if t in values)


def _lines(file: LiveFile, values: dict[str, float], total: float) -> list[tuple[float, Quote, str]]:
    """Lines of source with a value; comments and documentation are lines too."""
    roots = [t.lstrip("=#").encode() for t in values if t.isascii()]
    out: list[tuple[float, Quote, str]] = []
    for match in re.finditer(rb"[^\r\n]+", file.data):
        raw = match.group()
        low = raw.lower()
        if len(raw) > _LONGEST_LINE or not any(r in low for r in roots) or not _VALUE.search(raw):
            continue
        own = _held(raw.decode("utf-8", "replace"), values)
        around = 0.0
        if own < total and (names := _enclosing(file, match.start())):
            around = (
                max(0.0, _held(f"{names} {raw.decode('utf-8', 'replace')}", values) - own) * COMPOSE.enclosing
            )
        score = (own + around) / total * (COMPOSE.literal_first if _DIGIT.search(raw) else 1.0)
        if own > 0 and score >= COMPOSE.told_value_share and not is_loop(raw.decode("utf-8", "replace")):
            out.append(
                (
                    round(score, 6),
                    line_quote(file, file.lines.line_span(file.lines.line_of(match.start()))),
                    "",
                )
            )
    return out


def _enclosing(file: LiveFile, at: int) -> str:
    """Name of the innermost definition, and the beginning of its words about itself."""
    inner = [s for s in file.outline.symbols if s.span.start <= at < s.span.end]
    if not inner:
        return ""
    doc = (
        inner[-1].doc.cut(file.data)[:_LONGEST_LINE].decode("utf-8", "replace")
        if inner[-1].doc is not None
        else ""
    )
    return f"{inner[-1].qualified} {doc}"


def _sentences(
    file: LiveFile, values: dict[str, float], total: float, material: Material
) -> list[tuple[float, Quote, str]]:
    out: list[tuple[float, Quote, str]] = []
    units = any(t.startswith("=#") for t in values)
    for section in file.outline.sections:
        for span in prose_sentences(file, section.span):
            text = plain(span.cut(file.data))
            if not (_NUMBER.search(text) or units) or not is_prose(text) or text.endswith((":", "?")):
                continue
            score = (
                _held(text, values)
                + COMPOSE.enclosing * max(0.0, _held(f"{section.title} {text}", values) - _held(text, values))
            ) / total
            if score >= COMPOSE.told_value_share:
                short = shorten(text, material.cfg.quote_chars)
                out.append((round(score, 6), _prose(file, span, short), section.title))
    return out


def _prose(file: LiveFile, span: Span, text: str) -> Quote:
    return replace(quote(file, span, text), prose=True)
