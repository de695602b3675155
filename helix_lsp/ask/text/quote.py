"""Quotations: exact bytes of a file with a plain reading of them, and the choice of the lines or sentences
that fit a question best.
"""

from __future__ import annotations

import re
from codecs import BOM_UTF8
from itertools import chain

import msgspec
from msgspec.structs import replace

from helix_lsp.align.live import Live
from helix_lsp.ask.text.prose import is_prose, joined, paragraph, plain, prose_of, sentences, shorten
from helix_lsp.config.questions import AskConfig
from helix_lsp.index.overlay.snapshot import Defined
from helix_lsp.search.channels.path import found_at
from helix_lsp.search.question.word_forms import Weighted
from helix_lsp.search.ranking.hit import Place
from helix_lsp.syntax.outline import Outline, Reference, Section, Symbol
from helix_lsp.text.positions import LineIndex, Span
from helix_lsp.text.regex import regex
from helix_lsp.text.words import terms, word_terms

OPENING = regex(rb"(?:[rRbBuUfF]{0,2}(?:\"\"\"|'''|\"|')|/\*+!?|//[/!]?|#+[!:]?|--+|<!--)?\s*")
_MOST_LINES = 400
_BEST = 3
_TITLE = 60
_LONGEST_LINE = 400
_COMMENT = 0.7
_UNENDED = 0.6
_NAME_LINE = 0.7
_ARGUMENT = 0.7  # chosen by hand, not measured
_CALLABLE = frozenset(
    {"function", "method", "constructor"}
)  # elsewhere such a line is a member or an entry of a list
_LONE_ARGUMENT = regex(r"""\s*["'`]?[\w.$@:-]+["'`]?,\s*\Z""")
_INSIDE_COMMENT = ("* ", "*/", "/**")
_MARKS = ("```", "~~~")
_FRONT_MATTER = regex(rb"(?:\xef\xbb\xbf)?---[ \t]*\r?\n(?s:.{0,20000}?)\n---[ \t]*(?:\r?\n|\Z)")
_LICENCE = regex(rb"copyright|licen[sc]ed? under|SPDX-|all rights reserved", re.I)


class Quote(msgspec.Struct, frozen=True, kw_only=True):
    """`raw` are the bytes at `span` when they were read; lines count from 1, both inclusive; `value` ranks
    quotes of one file.

    `prose` is True where `text` is the reading of a comment's sentence and not a line of code.
    """

    path: str
    span: Span
    start_line: int
    end_line: int
    raw: bytes
    text: str
    value: float = 0.0
    prose: bool = False


def quote(file: LiveFile, span: Span, text: str, value: float = 0.0) -> Quote:
    """A quotation of exactly these bytes, without the byte order mark of a file."""
    if not span.start and file.data.startswith(BOM_UTF8):
        span, text = Span(len(BOM_UTF8), max(len(BOM_UTF8), span.end)), text.removeprefix("\ufeff")
    first, last = file.lines.lines(span)
    return Quote(
        path=file.path,
        span=span,
        start_line=first,
        end_line=last,
        raw=span.cut(file.data),
        text=text,
        value=value,
    )


def line_quote(file: LiveFile, at: Span, value: float = 0.0) -> Quote:
    """The whole line that holds `at.start`, without its indentation and line end."""
    line = file.lines.line_span(file.lines.line_of(at.start))
    raw = line.cut(file.data)
    lead = len(raw) - len(raw.lstrip())
    kept = len(raw.rstrip().rstrip(b"\\").rstrip())  # a macro's line goes on behind its backslash
    body = Span(line.start + lead, line.start + kept) if kept > lead else Span(line.start, line.end)
    return quote(file, body, shorten(body.cut(file.data).decode("utf-8", "western"), 200), value)


def doc_quote(file: LiveFile, doc: Span, limit: int) -> Quote | None:
    """The first paragraph of a docstring or comment, up to the sentence that passes the limit; None when it
    says nothing.

    Fields (`@param`), headings and code are not a part of it; a short first line takes the paragraph below it
    along; a last sentence that only leads over to what is not quoted (`Example:`) is left out.
    """
    raw = doc.cut(file.data)
    opening = OPENING.match(raw)
    inner = Span(doc.start + (opening.end() if opening else 0), doc.end)
    for stretch in prose_of(file.data, inner):
        first = paragraph(file.data, stretch, comment=True)
        below = paragraph(file.data, Span(first.end, stretch.end), comment=True)
        if len(first) < _TITLE and not first.cut(file.data).rstrip().endswith(b":") and len(below):
            told = [*sentences(file.data, first, comment=True), *sentences(file.data, below, comment=True)]
        else:
            told = list(sentences(file.data, first, comment=True))
        if (found := _told(file, told, limit)) is not None:
            return found
    return None


def _told(file: LiveFile, told: list[Span], limit: int) -> Quote | None:
    """Sentences read as one text as long as they fit; a title without a full stop gets one."""
    text, end = "", 0
    for at, span in enumerate(told):
        reading = plain(span.cut(file.data))
        joined = f"{text if not text or text[-1] in '.!?:;,' else text + '.'} {reading}".strip()
        leads = reading.endswith(":") and at == len(told) - 1
        if text and (len(joined) > limit or leads):
            break
        text, end = joined, span.end
    if not any(c.isalpha() for c in text):
        return None
    return quote(file, Span(told[0].start, end), shorten(text, 2 * limit))


def best_lines(file: LiveFile, span: Span, symbol: Symbol | None, weighted: Weighted) -> tuple[Quote, ...]:
    """Up to three lines of a place that hold most of the question's weight, best first; documentation is left
    to the summary.

    Of a comment the whole sentence is taken, as prose, and counts a little less than a line of code; a
    licence is passed over. The lines of the signature say what its title says, and give way too; so does a
    line that is one argument of a call and no more (`"close",`).
    """
    values = {t: w * weighted.rarity[t] for t, w in weighted.terms}
    doc = symbol.doc if symbol is not None else None
    found: list[Quote] = []
    lines = file.lines
    first, last = lines.lines(span)
    named = _signature_lines(file, symbol)
    code = symbol is not None and symbol.kind in _CALLABLE
    reach = range(first - 1, min(last, first + _MOST_LINES))
    said = _comments(file, span, doc)
    covered = {n - 1 for s in said for n in range(lines.lines(s)[0], lines.lines(s)[1] + 1)}
    spoken = [
        stretch for c in said if not _LICENCE.search(c.cut(file.data)) for stretch in prose_of(file.data, c)
    ]
    for line in reach:
        if line in covered:
            continue
        here = lines.line_span(line)
        if doc is not None and doc.overlaps(here):
            continue
        text = here.cut(file.data).decode("utf-8", "western")
        if len(text) > _LONGEST_LINE:
            continue  # data or minified code: no line that one reads
        if text.lstrip().startswith(_INSIDE_COMMENT):
            continue
        value = (
            _value(text, values)
            * (_NAME_LINE if line in named else 1.0)
            * (_ARGUMENT if code and _LONE_ARGUMENT.match(text) else 1.0)
        )
        if value > 0:
            found.append(line_quote(file, here, round(value, 6)))
    for stretch in spoken:
        for sentence in sentences(file.data, stretch, comment=True):
            text = plain(sentence.cut(file.data))
            value = _COMMENT * _value(text, values)
            if value > 0 and is_prose(text) and lines.line_of(sentence.start) in reach:
                found.append(replace(quote(file, sentence, shorten(text, 200), round(value, 6)), prose=True))
    return tuple(sorted(found, key=lambda q: (-q.value, q.span.start))[:_BEST])


def _signature_lines(file: LiveFile, symbol: Symbol | None) -> range:
    """From the line with the name to the one before the first of the body; the line with the name alone where
    it does not have a body.
    """
    if symbol is None:
        return range(0)
    first = file.lines.line_of(symbol.name_span.start)
    if symbol.body is None:
        return range(first, first + 1)
    lead = len(text := symbol.body.cut(file.data)) - len(text.lstrip(b"{ \t\r\n"))
    return range(
        first, max(first + 1, file.lines.line_of(symbol.body.start + min(lead, max(0, len(text) - 1))))
    )


def _comments(file: LiveFile, span: Span, doc: Span | None) -> list[Span]:
    """Comments that begin their line inside a place, without its own documentation."""
    start, end, outline = span.start, span.end, file.outline
    written = chain(outline.comments, [s.doc for s in outline.symbols if s.doc is not None])
    inside = {c for c in written if start <= c.start and c.end <= end and not (doc and doc.overlaps(c))}
    found = joined(list(inside), file.data)
    return [
        c
        for c in found
        if not file.data[file.lines.line_span(file.lines.line_of(c.start)).start : c.start].strip()
    ]


def best_sentences(file: LiveFile, span: Span, weighted: Weighted, cfg: AskConfig) -> tuple[Quote, ...]:
    """Up to three sentences of a document section that hold most of the question's weight, best first; code
    blocks are passed over.
    """
    values = {t: w * weighted.rarity[t] for t, w in weighted.terms}
    found: list[Quote] = []
    for sentence in prose_sentences(file, span):
        raw = sentence.cut(file.data).decode("utf-8", "western")
        value = _value(raw, values)
        bare = raw.rstrip("`\"'*_ ")
        if not bare.endswith((".", "!", ")")):
            value *= _UNENDED  # an item of a list says less than a sentence
        if value > 0 and not bare.endswith(
            ("?", ":")
        ):  # a question answers none, nor does what leads over to what is not quoted
            found.append(
                quote(
                    file, sentence, shorten(plain(sentence.cut(file.data)), cfg.quote_chars), round(value, 6)
                )
            )
    return tuple(sorted(found, key=lambda q: (-q.value, q.span.start))[:_BEST])


def prose_sentences(file: LiveFile, span: Span) -> tuple[Span, ...]:
    """Sentences of a section outside its heading, code blocks and the front matter of the file, in order."""
    head = _FRONT_MATTER.match(file.data)
    holes = sorted(
        ([Span(0, head.end())] if head is not None else [])
        + [_with_marks(file, f.span) for f in file.outline.fences if f.span.overlaps(span)]
        + [s.heading for s in file.outline.sections if s.heading.overlaps(span)]
    )
    out: list[Span] = []
    at = span.start
    for hole in [*holes, Span(span.end, span.end)]:
        if hole.start > at:
            between = sentences(file.data, Span(at, min(hole.start, span.end)))
            out.extend(s for s in between if is_prose(s.cut(file.data).decode("utf-8", "western")))
        at = max(at, hole.end)
    return tuple(out)


def _with_marks(file: LiveFile, code: Span) -> Span:
    """A code block with the lines of its marks."""
    lines = file.lines
    first, last = lines.lines(code)
    start, end = code.start, code.end
    if first > 1 and lines.line_text(first - 2).lstrip(" >").startswith(_MARKS):
        start = lines.line_span(first - 2).start
    for at in (last - 1, last):  # the span may end behind the last line end of the code
        if at < lines.line_count and lines.line_text(at).lstrip(" >").startswith(_MARKS):
            end = max(end, lines.line_span(at).end)
            break
    return Span(start, end)


def _value(text: str, values: dict[str, float]) -> float:
    """Weight of the distinct terms held; a long text must hold more to win."""
    read = (
        terms if any(t[:2] == "=#" for t in values) else word_terms
    )  # quantities are looked for only where the question has one
    held = dict.fromkeys([t for t in read(text) if t in values])
    return sum([values[t] for t in held]) / (1 + len(text) / 400)


# The files a question looks at, as they are now: live bytes with an outline that belongs to exactly those
# bytes.
#
# Invariants: I5 every span handed out lies in the bytes handed out with it. Where the live bytes differ from
# what the index holds, index spans are found again by qualified name or heading, or not at all.


class LiveFile(msgspec.Struct, frozen=True, kw_only=True):
    """`current` is True when the index holds exactly these bytes. Lines and outline are made when they are
    asked for: a place of the index that did not move needs neither.
    """

    path: str
    data: bytes
    current: bool
    live: Live

    @property
    def lines(self) -> LineIndex:
        """Line table of these bytes."""
        return self.live.lines(self.path)

    @property
    def outline(self) -> Outline:
        """Facts of these bytes without references (which may be there all the same)."""
        return self.live.commented(self.path) or Outline(language="")

    @property
    def references(self) -> tuple[Reference, ...]:
        """The references in these bytes, in their order."""
        whole = self.live.outline(self.path)
        return whole.references if whole is not None else ()


class LiveFiles:
    """Places of the index in the current bytes, over the memo that proofs share."""

    def __init__(self, live: Live) -> None:
        self.live = live
        self._files: dict[str, LiveFile | None] = {}

    def file(self, path: str) -> LiveFile | None:
        """None when the file is gone or cannot be read any more."""
        if path not in self._files:
            data = self.live.data(path)
            self._files[path] = (
                LiveFile(path=path, data=data, current=self.live.same(path), live=self.live)
                if data is not None
                else None
            )
        return self._files[path]

    def named(self, path: str) -> LiveFile | None:
        """The file of this path, else the only indexed one whose path ends in it."""
        found, _ = found_at(path, self.live.snapshot)
        return self.file(found[0]) if len(found) == 1 else None

    def span_of(self, place: Place) -> Span | None:
        """Where a place of the index is now; None when it cannot be found."""
        file = self.file(place.path)
        if file is None:
            return None
        if file.current:
            return place.span if place.span.end <= len(file.data) else None
        if (symbol := self.symbol(place)) is not None:
            return symbol.span
        if (section := self.section(place)) is not None:
            return section.span
        return None

    def symbol(self, place: Place) -> Symbol | None:
        """The definition that a place belongs to, in the live bytes."""
        indexed = self.live.snapshot.skeleton(place.path)
        if indexed is None or not 0 <= place.symbol < len(indexed.symbols) or self.file(place.path) is None:
            return None
        return self.live.symbol(
            Defined(path=place.path, ordinal=place.symbol, symbol=indexed.symbols[place.symbol])
        )

    def section(self, place: Place) -> Section | None:
        """The document section that a place belongs to, in the live bytes."""
        file, indexed = self.file(place.path), self.live.snapshot.skeleton(place.path)
        if file is None or indexed is None or not 0 <= place.section < len(indexed.sections):
            return None
        section = indexed.sections[place.section]
        if file.current:
            return section
        return next((s for s in file.outline.sections if s.anchor == section.anchor), None)
