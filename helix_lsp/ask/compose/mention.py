"""A written name that nothing here defines: the lines that hold it, as they stand, and nothing that merely
resembles it.

A key of a configuration, a field of a data file or a name of another project is told by where it is written:
first a document's entry under that name, then where it is given a value, then other lines of source, last
tests. Change logs speak only when nothing else does.
"""

from __future__ import annotations

import re

from helix_lsp.ask.compose.material import Material, code, is_record
from helix_lsp.ask.draft import Draft, Part, Sentence
from helix_lsp.ask.text.prose import is_prose, paragraph, plain, shorten
from helix_lsp.ask.text.quote import LiveFile, Quote, line_quote, prose_sentences, quote
from helix_lsp.index.overlay.overlay import but_for
from helix_lsp.text.positions import Span
from helix_lsp.text.words import whole
from helix_lsp.tuning.questions import READING

_MOST_FILES = 60
_MOST_OF_ONE = 4
_ENTRY = (
    rb"^[ \t]*(?:\.\. (?:[\w:+-]+:: ?)|#{1,6} |[-*+] |`{0,2})[`*]{0,2}%s[`*]{0,2}(?:\(\))?[ \t]*:?[ \t]*$"
)
_GIVEN = rb"^[ \t]*(?:[\w.\[\]]*\[)?[\"'`]?%s[\"'`]?\]?[ \t]*(?::[^=\r\n]{1,80})?(?::=|=|:)(?!=)[ \t]*\S"


def undefined_name(material: Material) -> str:
    """The one name that the question writes when nothing here defines it; `` when it writes none, several, or
    one that is defined.
    """
    named = [n for n in material.results.query.names if n.weight >= READING.sure and n.parts]
    texts = {n.text for n in named}
    outer = [n for n in named if not any(n.text != other and n.text in other for other in texts)]
    if len(outer) != 1 or material.snapshot.defined(outer[0].parts[-1]):
        return ""
    return outer[0].text


def mention(material: Material) -> Draft | None:
    """None when the question writes no such name, or no line of the index's files holds it."""
    name = undefined_name(material)
    rated = _lines(name, material) if name else []
    if not rated:
        return None
    entries = [s for rank, s in rated if rank == 0][: material.cfg.documents]
    others = [s for rank, s in rated if rank > 0][: material.cfg.places]
    left_out = but_for(material.snapshot.unread(), "`")
    where = "that is indexed so far" if material.partly else "in this repository"
    first = Sentence(
        text=f"Nothing {where}{left_out} defines `{code(name)}` by that name; it is written here."
    )
    return Draft(shape="mention", parts=(Part(title="", sentences=(*entries, first, *others)),))


def _lines(name: str, material: Material) -> list[tuple[int, Sentence]]:
    snapshot = material.snapshot
    last = re.split(r"[.:#>\-/\\]+", name)[-1] or name
    held = snapshot.holding(whole(last), _MOST_FILES) if whole(last) else ()
    paths = held if held is not None else tuple(h.place.path for h in material.results.hits)
    literal = re.escape(name.encode())
    written = re.compile(rb"(?<![\w.])" + literal + rb"(?![\w])")
    entry, given = re.compile(_ENTRY % literal), re.compile(_GIVEN % literal)
    found: list[tuple[tuple[int, str, int], Sentence]] = []
    for path in paths:
        file = material.live.file(path)
        if file is None:
            continue
        seen = 0
        for match in written.finditer(file.data):
            line = file.lines.line_span(file.lines.line_of(match.start()))
            rank, sentence = _told(file, line, match.start(), written, entry, given, material)
            if sentence is not None and seen < _MOST_OF_ONE:
                seen += 1
                found.append(((rank, path, line.start), sentence))
    found.sort(key=lambda f: f[0])
    kept = [(key[0], s) for key, s in found if key[0] < _LOG] or [(key[0], s) for key, s in found]
    unique: dict[str, tuple[int, Sentence]] = {}
    for rank, sentence in kept:
        unique.setdefault(sentence.text, (rank, sentence))
    return list(unique.values())


_LOG = 5


def _told(
    file: LiveFile,
    line: Span,
    at: int,
    written: re.Pattern[bytes],
    entry: re.Pattern[bytes],
    given: re.Pattern[bytes],
    material: Material,
) -> tuple[int, Sentence | None]:
    """(rank, the sentence): 0 a document's entry, 1 a value, 2 source, 3 a document's sentence, 4 tests and
    examples, 5 change logs.
    """
    raw = line.cut(file.data).rstrip()
    known = material.snapshot.file(file.path)
    surface = known.surface if known is not None else None
    aside = surface is not None and (surface.test or surface.example or surface.vendored)
    log = is_record(file.path)
    if surface is not None and surface.kind == "docs":
        if entry.match(raw) and (below := _below(file, line, material)) is not None:
            return (_LOG if log else 0), Sentence(
                text=below.text, quotes=(line_quote(file, line), below), item=True
            )
        if (cells := _cells(raw)) and written.fullmatch(cells[0].strip("`* ").encode()):
            told = ": ".join((f"`{code(cells[0].strip('`*'))}`", *cells[1:]))
            return (_LOG if log else 0), Sentence(text=told, quotes=(line_quote(file, line),), item=True)
        return (_LOG if log else 3), _sentence(file, at, material)
    best = line_quote(file, line)
    rank = 4 if aside or b"``" in raw else 1 if given.match(raw) else 2
    return (_LOG if log else rank), Sentence(text=f"`{code(best.text)}`", quotes=(best,), item=True)


def _cells(row: bytes) -> list[str]:
    """The cells with text of a row of a table; empty where the line is none."""
    text = row.decode("utf-8", "western").strip()
    cells = [c.strip() for c in text.strip("|").split("|")] if text[:1] == text[-1:] == "|" else []
    return [c for c in cells if c]


def _below(file: LiveFile, line: Span, material: Material) -> Quote | None:
    """The paragraph under an entry's line."""
    span = paragraph(file.data, Span(line.end, min(len(file.data), line.end + 4 * material.cfg.quote_chars)))
    text = plain(span.cut(file.data))
    return quote(file, span, shorten(text, 2 * material.cfg.quote_chars)) if is_prose(text) else None


def _sentence(file: LiveFile, at: int, material: Material) -> Sentence | None:
    section = next((s for s in reversed(file.outline.sections) if s.span.start <= at < s.span.end), None)
    for span in prose_sentences(file, section.span) if section is not None else ():
        if span.start <= at < span.end:
            text = shorten(plain(span.cut(file.data)), material.cfg.quote_chars)
            title = f"*{section.title}*: " if section is not None and section.title else ""
            return Sentence(text=title + text, quotes=(quote(file, span, text),), item=True)
    return None
