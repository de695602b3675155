"""Every sentence of a document held against the code: the one entry that doors use to find what a document says
wrongly.

Pure: it reads the snapshot and the texts that it is given. Code blocks, change logs, sentences about other versions and
those whose subject may be a word of English are passed over.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace

from helix_lsp.align.drift.reason import Reason
from helix_lsp.align.live import Live
from helix_lsp.align.prose import sentences_of
from helix_lsp.index.snapshot import Snapshot
from helix_lsp.text.span import Span
from helix_lsp.verify.claim.bracketed import in_cell
from helix_lsp.verify.claim.judge import Ruling, rule
from helix_lsp.verify.claim.lead import statements
from helix_lsp.verify.claim.read import read
from helix_lsp.verify.facts.grade import is_record
from helix_lsp.verify.facts.value import agree, said_value

_CODE = re.compile(r"`{1,2}[^`\n]{1,120}`{1,2}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """`sentence` and `object` are bytes of the document: the whole sentence, and what in it the code has
    otherwise. `text` is the sentence.
    """

    sentence: Span
    object: Span
    text: str
    ruling: Ruling


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
    out: list[Finding] = []
    for told in statements(path, data):
        check()
        sentence = told.sentence
        for claim in (
            read(sentence.text, told.lead)
            if told.cell is None
            else in_cell(sentence.text, told.cell, told.lead)
        ):
            if claim.subject.plain:
                continue
            ruling = rule(claim, live, path, told.near)
            if ruling.verdict == "contradicted" and _says_both(sentence.text, ruling):
                ruling = replace(ruling, verdict="not_found", why=Reason("value-open"))
            out.append(
                Finding(
                    sentence=sentence.span,
                    object=sentence.span_of(claim.start, claim.end),
                    text=" ".join(sentence.raw.split()),
                    ruling=ruling,
                )
            )
    return tuple(out)


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
