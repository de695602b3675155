"""One passage that was read, as it is shown: the sentences of a document or of a documenting comment, else an
excerpt of whole statements, under one line that says where it is.

What is shown are the bytes of the repository. The first citation of an excerpt is the line of most weight,
the second the excerpt.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from helix_lsp.ask.compose.constants import constants, told_constants
from helix_lsp.ask.compose.material import Material, code, group_of, grouped_names, share
from helix_lsp.ask.draft import Sentence
from helix_lsp.ask.text.excerpt import block, excerpt, led_to
from helix_lsp.ask.text.prose import plain, sentences, shorten
from helix_lsp.ask.text.quote import LiveFile, Quote, doc_quote, line_quote, quote
from helix_lsp.ask.text.told_prose import Room, comment_sentences, document_sentences, told_prose
from helix_lsp.ask.text.trimmed import trimmed
from helix_lsp.search.reading.kinds import CUES
from helix_lsp.search.reading.read import Passage
from helix_lsp.search.reading.windows import Window
from helix_lsp.syntax.outline import Symbol
from helix_lsp.text.positions import Span
from helix_lsp.text.words import word_terms
from helix_lsp.tuning.questions import COMPOSE

_SUMMARY, _SUMMARY_NEXT = 160, 80  # characters of the first excerpt and of those below it
_LONG = 2_000
_UNENDED = "([<,"  # a head that goes on below says less than its own name
_WHOLE = 24  # lines of a definition from which a further excerpt takes those that speak of the question
_VALUED = frozenset({"value", "yesno"})
_DECIDED = frozenset({"when", "what", "how"})


def told_passage(
    passage: Passage, material: Material, *, first: bool, above: Sequence[Sentence] = (), whole: bool = False
) -> Sentence | None:
    """The excerpt of a passage; of one that is not the first only the lines that speak of the question, and
    what follows from them. The head of a definition that stands `above` is not shown again. A document is told
    in its sentences. `whole`: all that was read, as it stands.
    """
    window = passage.window
    file = material.live.file(window.path)
    entry = material.snapshot.file(window.path)
    if file is None or entry is None:
        return None
    document = entry.surface.kind == "docs"
    unit, end = window.unit, min(window.unit.end_line, file.lines.line_count)
    near = _near(passage)
    leads = () if document else _leads(file, window, end)
    entire = not (first or document or whole) and end - unit.start_line < _WHOLE
    shown = (
        block(file, unit.start_line, end)
        if entire
        else excerpt(
            file, unit, window.first, max((window.last, *leads)), document=document, marked=window.line
        )
    )
    if shown is None:
        return None
    text, marked = shown.text, max(0, window.line - shown.start_line + 1)
    least = COMPOSE.carries if not above[1:] else COMPOSE.carries_last
    symbol = symbol_of(file, window)
    if (
        not whole
        and (
            prose := _prose(
                file, window, symbol if not document else None, shown, near, least, above, material
            )
        )
        is not None
    ):
        return prose
    if entire:
        least = max(least, COMPOSE.carries_whole * _carries(file.lines.line_text(window.line - 1), material))
    if not whole:
        shown, text, marked = trimmed(
            file,
            shown,
            lambda line: (
                (first or not near)
                and _carries(line, material) >= (COMPOSE.carries_first if first else least)
            ),
            document=document,
            marked=window.line,
            whole=first and not document,
            also=(*leads, *near),
        )
    line = _marked(file, window, shown)
    lead = _lead(file, window, symbol)
    named = (
        _named_values(file.lines.line_text(window.line - 1), shown, text, material) if not document else ()
    )
    head = _unseen(_head(file, symbol, shown) if not document else _entry(file, window, shown), above)
    quotes = (*((line,) if line is not None else ()), *named, shown, *((head,) if head is not None else ()))
    if symbol is not None:
        summary = (
            _reason(file, symbol, shown, material)
            if material.reading is not None and material.reading.wanted.kind == "why"
            else None
        )
        if summary is None and symbol.doc is not None and not shown.span.overlaps(symbol.doc):
            summary = doc_quote(file, symbol.doc, _SUMMARY_NEXT if above else _SUMMARY)
            if summary is not None and share(summary.text, material) == 0:
                summary = (
                    None  # what a class is for has nothing to do with what was asked of one of its lines
                )
            summary = _unseen(summary, above)
        if summary is not None:
            told = f"{lead}: {shorten(summary.text, 2 * _SUMMARY)}"
            return Sentence(
                text=told, quotes=(summary, *quotes), code=text, language=entry.language, marked=marked
            )
    return Sentence(
        text=f"{lead}{told_constants(named)}:" + (f" `{code(head.text)}`" if head is not None else ""),
        quotes=quotes,
        code=text,
        language=entry.language,
        marked=marked,
    )


def _near(passage: Passage) -> tuple[int, ...]:
    """The lines of a passage that a model of meaning finds nearly as alike to the question as its best one, best first."""
    if (best := max(passage.alike, default=0.0)) <= 0:
        return ()
    least = best - COMPOSE.near_line
    found = sorted((-v, n) for n, v in enumerate(passage.alike, passage.window.first) if v >= least)
    return tuple(n for _, n in found[: COMPOSE.near_lines])


def _leads(file: LiveFile, window: Window, end: int) -> tuple[int, ...]:
    """The lines that stay whatever they hold: the one that has the form asked for, and in which both it and the line of
    most weight end up.
    """

    def line(number: int) -> str:
        return file.lines.line_text(number - 1)

    decides = (window.decides, *led_to(line, end, window.decides)) if window.decides else ()
    return (*led_to(line, end, window.line), *decides)


def _named_values(line: str, shown: Quote, text: str, material: Material) -> tuple[Quote, ...]:
    """What the constants are set to that the line of most weight names; where a value decides, those of all lines."""
    assert material.reading is not None
    kind = material.reading.wanted.kind
    if kind not in _VALUED and kind not in _DECIDED:
        return ()
    around = text if kind in _VALUED else ""
    return constants(line, around, (shown.path, shown.start_line, shown.end_line), material)


def _prose(
    file: LiveFile,
    window: Window,
    symbol: Symbol | None,
    shown: Quote,
    near: tuple[int, ...],
    least: float,
    above: Sequence[Sentence],
    material: Material,
) -> Sentence | None:
    """The sentences of a document, behind the title they stand under, or those of a comment that documents
    `symbol`, above its code; None where the line of most weight is of neither.
    """
    assert material.reading is not None
    doc = symbol.doc if symbol is not None else None
    if symbol is not None and (doc is None or not doc.overlaps(file.lines.line_span(window.line - 1))):
        return None
    entry = material.snapshot.file(window.path)
    if entry is None or (symbol is None and entry.surface.kind != "docs"):
        return None
    told = told_prose(
        file,
        document_sentences(file, window.unit, shown) if doc is None else comment_sentences(file, doc, shown),
        shown,
        window.line,
        lambda text: _carries(text, material),
        Room(
            least=least,
            words=COMPOSE.prose_next if above else COMPOSE.prose_first,
            blocks=material.reading.wanted.kind == "use"
            or (not above and material.reading.wanted.kind == "value"),
            decide=(window.decides,) if window.decides else (),
            near=near,
            above="\n".join(s.text for s in above),
        ),
    )
    if told is None:
        return None
    text = told.code.text if told.code is not None else ""
    if symbol is not None and doc is not None:

        def worth(line: str) -> bool:
            return _carries(line, material) >= least

        shown_code, text = _below(file, symbol, doc, shown, worth if above else None)
        told = replace(told, code=shown_code, language=entry.language, marked=0)
        head = None
    else:
        head = _unseen(_entry(file, window, shown), above)
    if head is not None and any(q.span.overlaps(head.span) for q in told.quotes):
        head = None
    lead = _lead(file, window, symbol) + (f", `{code(head.text)}`" if head is not None else "")
    return Sentence(
        text=f"{lead}: {told.text}",
        quotes=(
            *told.quotes,
            *((told.code,) if told.code is not None else ()),
            *((head,) if head is not None else ()),
        ),
        code=text,
        language=told.language,
        marked=told.marked,
    )


def _below(
    file: LiveFile, symbol: Symbol, doc: Span, shown: Quote, carries: Callable[[str], bool] | None
) -> tuple[Quote, str]:
    """What is shown of the code that a comment documents: all of it, or with `carries` its head and what holds
    something of the question. (the quotation, its text).
    """
    first, last = file.lines.lines(doc)
    head = line_quote(file, symbol.name_span)
    after = block(file, last + 1, shown.end_line) if last < shown.end_line else None
    before = block(file, shown.start_line, first - 1) if first > shown.start_line else None
    found = next((q for q in (after, before) if q is not None and any(c.isalpha() for c in q.text)), None)
    if found is None or (carries is not None and not any(map(carries, found.text.split("\n")))):
        return head, head.text if head.text[-1:] not in _UNENDED else ""
    kept, text, _ = trimmed(
        file, found, carries or (lambda _: False), document=False, marked=0, whole=carries is None
    )
    return kept, text


def _unseen(one: Quote | None, above: Sequence[Sentence]) -> Quote | None:
    """The quotation, None where an excerpt above shows it."""
    if one is not None and any(
        q.path == one.path and q.span.overlaps(one.span) for s in above for q in s.quotes
    ):
        return None
    return one


def _head(file: LiveFile, symbol: Symbol | None, shown: Quote) -> Quote | None:
    """The line that bears the name of the definition, where the excerpt does not show it."""
    if symbol is None or shown.span.start <= symbol.name_span.start < shown.span.end:
        return None
    head = line_quote(file, symbol.name_span)
    return head if head.text.strip() else None


def _carries(line: str, material: Material) -> float:
    """The share of the question's weight, 0..1, that a line holds."""
    assert material.reading is not None
    wanted = material.reading.wanted
    stems = frozenset(word_terms(line[:_LONG]))
    return wanted.share(wanted.held(wanted.stands.keys() & stems))


def _entry(file: LiveFile, window: Window, shown: Quote) -> Quote | None:
    """The line of a document that what is shown is set in below: the name of a documented field, the item of a
    list.
    """
    line = file.lines.line_text
    depth = _depth(line(shown.start_line - 1))
    for number in range(shown.start_line - 1, window.unit.start_line - 1 if depth else shown.start_line, -1):
        text = line(number - 1)
        if text.strip() and _depth(text) < depth:
            return line_quote(file, file.lines.line_span(number - 1))
    return None


def _depth(text: str) -> int:
    return len(text) - len(text.lstrip())


def _reason(file: LiveFile, symbol: Symbol, shown: Quote, material: Material) -> Quote | None:
    """The sentence that gives a reason in the words above the definition, or above what holds it; None where
    the excerpt has one itself.
    """
    cue = CUES["why"]
    if cue.search(shown.text):
        return None
    symbols = file.outline.symbols
    at: Symbol | None = symbol
    while at is not None:
        if at.doc is not None and not shown.span.overlaps(at.doc):
            for span in sentences(file.data, at.doc, comment=True):
                text = plain(span.cut(file.data))
                if cue.search(text) and share(text, material) > 0:
                    return quote(file, span, text)
        at = symbols[at.parent] if at.parent >= 0 else None
    return None


def _marked(file: LiveFile, window: Window, shown: Quote) -> Quote | None:
    """The line of most weight, where it is inside the excerpt below its first line."""
    if not shown.start_line < window.line <= shown.end_line:
        return None
    marked = line_quote(file, file.lines.line_span(window.line - 1))
    return marked if marked.raw.strip() else None


def symbol_of(file: LiveFile, window: Window) -> Symbol | None:
    """The definition that the unit is of, where the index holds exactly these bytes."""
    symbols = file.outline.symbols
    return symbols[window.unit.symbol] if file.current and 0 <= window.unit.symbol < len(symbols) else None


def _lead(file: LiveFile, window: Window, symbol: Symbol | None) -> str:
    """What the excerpt is of: a definition, a section, a file."""
    unit = window.unit
    if symbol is not None and len(group := group_of(file, symbol)) > 1:
        return grouped_names(group, symbol.kind)
    if symbol is not None:
        return f"`{code(symbol.qualified)}`"
    if unit.kind == "section" and unit.name:
        return f"*{unit.name}* in `{code(window.path)}`"
    return f"`{code(window.path)}`"
