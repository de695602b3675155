"""The places that a claim is held against: bytes of a file as it is now, with their hash and the grade of the file."""

from __future__ import annotations

from dataclasses import dataclass

from helix_lsp.ask.text.live import LiveFile, LiveFiles
from helix_lsp.config.documents import VerifyConfig
from helix_lsp.search.channels.path import found_at
from helix_lsp.text.digest import sha256_hex
from helix_lsp.text.positions import Span
from helix_lsp.verify.facts.fact import Grade, grade_of
from helix_lsp.verify.read_claims import Address


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
