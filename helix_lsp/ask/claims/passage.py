"""The places that a claim is held against: bytes of a file as it is now, with their hash and the grade of the file."""

from __future__ import annotations

import re
from dataclasses import dataclass

from helix_lsp.ask.text.quote import LiveFile, LiveFiles
from helix_lsp.config.documents import VerifyConfig
from helix_lsp.search.channels.path import found_at
from helix_lsp.text.digest import sha256_hex
from helix_lsp.text.positions import Span
from helix_lsp.text.regex import regex
from helix_lsp.verify.clauses.evidence import is_prose
from helix_lsp.verify.facts.fact import Grade, grade_of
from helix_lsp.verify.facts.subject import named
from helix_lsp.verify.read_claims import Address
from helix_lsp.verify.reading import segments


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """Live bytes with their hash; lines from 1, both inclusive. `grade` is that of the source (`facts/fact.py`),
    `group` the number of the first passage of its claim that says nearly the same.
    """

    path: str
    span: Span
    start_line: int
    end_line: int
    sha256: str
    text: str
    grade: Grade
    group: int = 0

    @property
    def declares(self) -> bool:
        """True where code gives a thing its value; in tests and examples a caller chose it."""
        return self.grade == "A"


def passage_at(address: Address, live: LiveFiles, cfg: VerifyConfig) -> Passage | None:
    """The cited lines; a single line stands for itself and the few below it, where a statement begun on it
    goes on.
    """
    file = live.named(address.path)
    if file is None or address.first > file.lines.line_count:
        return None
    last = address.last if address.last > address.first else address.first + cfg.audit_lines - 1
    start = file.lines.line_span(address.first - 1).start
    return passage_of(file, Span(start, file.lines.line_span(min(last, file.lines.line_count) - 1).end), live)


def not_there(address: Address, live: LiveFiles) -> str:
    """Why a cited place cannot be read, in words."""
    file = live.named(address.path)
    if file is None:
        several = len(found_at(address.path, live.live.snapshot)[0]) > 1
        return (
            f"several files are called {address.path}" if several else f"{address.path} is not in the index"
        )
    lines = file.data.count(b"\n") + (not file.data.endswith(b"\n"))
    return f"{address.path} does not have line {address.first}; it has {lines} line{'s' * (lines != 1)}"


def cited_lines(address: Address, passage: Passage, live: LiveFiles) -> Span:
    """The lines that an address names: of a single one neither its indentation nor what was read below it."""
    if address.last > address.first:
        return passage.span
    line = live.live.lines(passage.path).line_span(address.first - 1)
    raw = passage.text.partition("\n")[0]
    indent = len(raw) - len(raw.lstrip(" \t"))
    return Span(min(line.start + indent, line.end), line.end)


def passage_of(file: LiveFile, span: Span, live: LiveFiles) -> Passage:
    """Bytes of a file as a passage, with their hash and the grade of the file."""
    entry = live.live.snapshot.file(file.path)
    raw = span.cut(file.data)
    first, last = file.lines.lines(span)
    return Passage(
        path=file.path,
        span=span,
        start_line=first,
        end_line=last,
        sha256=sha256_hex(raw),
        text=raw.decode("utf-8", "western"),
        grade=grade_of(entry) if entry is not None else "E",
    )


# What of a place speaks of the name that a claim is about: a claim that cites nothing is carried by words which
# stand together, and words about another thing are none of them.
#
# Code tells what a name does at its own definition. Elsewhere it uses the name beside others, and only a
# sentence that has the name tells of it.

_ABOUT = regex(
    r"\A\W{0,3}(?:by\s+default,?\s+)?(?:(?:the|an?|each|every|calling|a\s+call\s+(?:to|of))\s+)?(?:[a-z]{3,12}\s+){0,2}`(?P<name>[A-Za-z_][\w.:#]{1,120})(?:\(\))?`",
    re.I,
)
_POINTS_BACK = regex(r"\W{0,4}(?:it|this|they|these|which)\b", re.I)


def subject_in(said: str) -> str:
    """The name of code that a sentence with marked names begins with, `` for none."""
    found = _ABOUT.match(said)
    return "" if found is None else found["name"]


def about_it(
    name: str, path: str, span: Span, around: tuple[str, ...], live: LiveFiles
) -> tuple[str, tuple[str, ...]] | None:
    """(what the bytes `span` of a file say of a name, which of the names `around` them stand about that). All of them
    inside its definition or a section that is titled so, the definition with its comment where they hold it, the
    sentences that have the name elsewhere. None where the project does not define the name.
    """
    file, last = live.file(path), re.split(r"[.:#]+", name)[-1]
    defined = named(name, live.live.snapshot)
    if file is None or not defined:
        return None
    text = span.cut(file.data).decode("utf-8", "western")
    titles = tuple(a for a in around if "\n" not in a)
    if any(last in re.findall(r"\w+", title) for title in titles[1:]):
        return text, around
    own: list[str] = []
    holding: set[str] = set()
    for symbol in (s for d in defined if d.path == path if (s := live.live.symbol(d)) is not None):
        whole = Span(min(symbol.span.start, symbol.doc.start), symbol.span.end) if symbol.doc else symbol.span
        if whole.covers(span):
            return text, around
        if whole.overlaps(span):
            holding.update(a for a in around if f"{symbol.qualified}.".startswith(a.partition("\n")[0] + "."))
            own.append(whole.cut(file.data).decode("utf-8", "western"))
    names = tuple(a for a in around if "\n" not in a or a in holding)
    return "\n\n".join((*own, *_sentences_with(last, text))), names


def _sentences_with(name: str, text: str) -> list[str]:
    """The sentences of a text that have a name, each with the one behind it that points back."""
    out: list[str] = []
    held = False
    for piece in segments(text):
        has = re.search(rf"(?<![\w$]){re.escape(name)}(?![\w$])", piece) is not None
        held = is_prose(piece) and (has or (held and _POINTS_BACK.match(piece) is not None))
        if held:
            out.append(piece)
    return out
