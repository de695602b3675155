"""Every sentence of a document, or of the comments of a file of code, held against the code: the one entry that doors
use to find what a text says wrongly.

Pure: it reads the snapshot and the texts that it is given. Code blocks, change logs, sentences about other versions and
those whose subject may be a word of English are passed over. What a contradiction lacks to be shown as an alarm is told
with it (`lacks.py`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from helix_lsp.align.drift.reason import Reason
from helix_lsp.align.live import Live
from helix_lsp.align.prose import Sentence, sentences_of
from helix_lsp.index.snapshot import Snapshot
from helix_lsp.syntax.outline import Outline
from helix_lsp.text.span import Span
from helix_lsp.verify.claim.bracketed import in_cell
from helix_lsp.verify.claim.claim import Claim
from helix_lsp.verify.claim.comments import at_place, comment_statements, is_of_place
from helix_lsp.verify.claim.judge import Ruling, rule
from helix_lsp.verify.claim.lacks import lacks
from helix_lsp.verify.claim.lead import Statement, statements
from helix_lsp.verify.claim.read import read
from helix_lsp.verify.claim.versions import badges, listed
from helix_lsp.verify.facts.grade import is_record
from helix_lsp.verify.facts.value import agree, said_value

_CODE = re.compile(r"`{1,2}[^`\n]{1,120}`{1,2}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """`sentence` and `object` are bytes of the document: the whole sentence, and what in it the code has
    otherwise. `text` is the sentence, `lacks` the ids of what a contradiction would need to be an alarm.
    """

    sentence: Span
    object: Span
    text: str
    ruling: Ruling
    lacks: tuple[str, ...] = ()


def check_document(
    path: str,
    data: bytes,
    snapshot: Snapshot,
    texts: Callable[[str], bytes | None],
    check: Callable[[], None],
) -> tuple[Finding, ...]:
    """Every claim that could be read in a document with its verdict, in reading order; whoever wants
    contradictions alone filters by `ruling.verdict`. Raises only what `check` raises.
    """
    if is_record(path):
        return ()
    live = Live(snapshot, texts)
    entry = snapshot.file(path)
    outline = live.outline(path) if entry is not None and entry.surface.kind == "code" else None
    out: list[Finding] = []
    for told, claim in _told(path, data) if outline is None else _of_comments(data, outline):
        check()
        sentence = told.sentence
        if claim.subject.plain:
            continue
        ruling = rule(claim, live, path, told.near)
        if outline is not None:
            ruling = at_place(ruling, told, path, outline)
        if ruling.verdict == "contradicted" and _says_both(sentence.text, ruling):
            ruling = replace(ruling, verdict="not_found", why=Reason("value-open"))
        against = ruling.verdict == "contradicted"
        out.append(
            Finding(
                sentence=sentence.span,
                object=_object(sentence, claim),
                text=" ".join(sentence.raw.split()),
                ruling=ruling,
                lacks=tuple(lacks(sentence, ruling, path, live)) if against else (),
            )
        )
    return tuple(out)


def _told(path: str, data: bytes) -> Iterator[tuple[Statement, Claim]]:
    """What a document says, with the statement that it is in."""
    for told in statements(path, data):
        text = told.sentence.text
        claims = read(text, told.lead) if told.cell is None else in_cell(text, told.cell, told.lead)
        yield from ((told, claim) for claim in claims)
        yield from ((told, claim) for claim in listed(text, told.sentence.section))
    yield from ((Statement(sentence=s, lead="", near=()), claim) for s, claim in badges(data))


def _of_comments(data: bytes, outline: Outline) -> Iterator[tuple[Statement, Claim]]:
    for told in comment_statements(data, outline):
        yield from (
            (told, claim) for claim in read(told.sentence.text, told.lead) if is_of_place(claim, told)
        )


def _object(sentence: Sentence, claim: Claim) -> Span:
    """What is said, without the marks of a tag (`<c>5</c>`) that were read as back-ticks."""
    raw, bare = sentence.raw[claim.start : claim.end], claim.object.written.strip("`")
    at = raw.find(bare) if not raw.startswith("`") else 0
    return (
        sentence.span_of(claim.start + at, claim.start + at + len(bare))
        if at > 0
        else sentence.span_of(claim.start, claim.end)
    )


def _says_both(text: str, ruling: Ruling) -> bool:
    """True for a sentence that gives the value of the code, too, as that of another case."""
    claim = ruling.claim
    beside = (m for m in _CODE.finditer(text) if m.end() <= claim.start or claim.end <= m.start())
    said = [(code, said_value(code)) for m in beside if (code := m[0].strip("`"))]
    return claim.predicate in ("value", "default") and any(
        code == fact.value.written or (value is not None and agree(value, fact.value) is True)
        for code, value in said
        for fact in ruling.facts
    )


def sentence_count(path: str, data: bytes, within: Span | None = None) -> int:
    """How many sentences a document has (`within` bounds it in bytes), headings left out."""
    return sum(
        not s.heading and (within is None or within.overlaps(s.span)) for s in sentences_of(path, data)
    )
