"""Rung 13: the draft is sealed. Each quotation is read again and hashed; one that moved is found again, one that is gone takes its
sentence along.

Invariants: I5 every citation's bytes hash to what it cites at this moment; I10 the envelope says how fresh its evidence is.
The digest covers everything but time and generation (I4).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from helix_lsp.align.reanchor import reanchor
from helix_lsp.ask.draft import Draft, Sentence
from helix_lsp.ask.question import Question
from helix_lsp.ask.quote import Quote
from helix_lsp.ask.rungs.evidence import Evidence
from helix_lsp.ask.rungs.intent import Intent
from helix_lsp.ask.rungs.retrieval import Found
from helix_lsp.index.freshness import Freshness
from helix_lsp.index.snapshot import Snapshot
from helix_lsp.text.digest import digest_of, sha256_hex
from helix_lsp.text.line_index import LineIndex
from helix_lsp.text.span import Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Citation:
    """`id` counts from 1 in the order of the answer."""

    id: int
    path: str
    span: Span
    start_line: int
    end_line: int
    sha256: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """One sentence of the answer; `refs` are citation ids, empty only for sentences that state nothing about the repository."""

    text: str
    refs: tuple[int, ...]
    item: bool
    code: str
    language: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """A titled stretch of the answer."""

    title: str
    claims: tuple[Claim, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Envelope:
    """The answer with all it stands on. `dropped` counts quotations that no longer held when the answer was sealed."""

    question: Question
    kind: str
    mode: str
    shape: str
    passages: tuple[Passage, ...]
    citations: tuple[Citation, ...]
    found: Found
    evidence: Evidence
    snapshot_digest: str
    freshness: Freshness
    dropped: int
    digest: str

    @property
    def status(self) -> str:
        return "ok" if self.mode == "repo_grounded" else "empty"

    @property
    def events(self) -> tuple[str, ...]:
        return ("Helix Ask: Citations - " + ("ok" if not self.dropped else f"{self.dropped} dropped"),)

    @property
    def facts(self) -> tuple[tuple[str, str], ...]:
        return (
            ("mode", self.mode),
            ("citations", str(len(self.citations))),
            ("dropped", str(self.dropped)),
            ("digest", self.digest),
        )


def seal(
    question: Question, intent: Intent, found: Found, evidence: Evidence, draft: Draft, snapshot: Snapshot,
    texts: Callable[[str], bytes | None], freshness: Freshness,
) -> Envelope:  # fmt: skip
    """The envelope; sentences whose evidence did not hold are left out."""
    sealer = _Sealer(snapshot, texts)
    passages: list[Passage] = []
    for part in draft.parts:
        claims = [c for s in part.sentences if (c := sealer.claim(s)) is not None]
        if claims:
            passages.append(Passage(title=part.title, claims=tuple(claims)))
    mode = "repo_grounded" if draft.shape != "missing" and sealer.citations else "no_evidence"
    citations = tuple(sealer.citations)
    content = {
        "question": question.text, "kind": intent.kind, "mode": mode, "snapshot": snapshot.digest(),
        "passages": [[p.title, [[c.text, list(c.refs), c.code] for c in p.claims]] for p in passages],
        "citations": [[c.path, c.span.start, c.span.end, c.sha256] for c in citations],
        "hits": [[h.place.path, h.place.span.start, h.score] for h in found.results.hits],
        "verdict": [evidence.verdict, evidence.share],
    }  # fmt: skip
    return Envelope(
        question=question,
        kind=intent.kind,
        mode=mode,
        shape=draft.shape,
        passages=tuple(passages),
        citations=citations,
        found=found,
        evidence=evidence,
        snapshot_digest=snapshot.digest(),
        freshness=freshness,
        dropped=sealer.dropped,
        digest=digest_of(content),
    )


class _Sealer:
    """Numbers citations as they first appear; the same range is one citation. Every file is read anew, once."""

    def __init__(self, snapshot: Snapshot, texts: Callable[[str], bytes | None]) -> None:
        self._snapshot, self._texts = snapshot, texts
        self._now: dict[str, tuple[bytes, LineIndex] | None] = {}
        self._ids: dict[tuple[str, Span], int] = {}
        self.citations: list[Citation] = []
        self.dropped = 0

    def claim(self, sentence: Sentence) -> Claim | None:
        """None when one of its quotations is gone."""
        held: list[tuple[Quote, Span]] = []
        for quote in sentence.quotes:
            span = self._hold(quote)
            if span is None:
                self.dropped += 1
                return None
            held.append((quote, span))
        refs = tuple(dict.fromkeys(self._cite(q, s) for q, s in held))
        return Claim(text=sentence.text, refs=refs, item=sentence.item, code=sentence.code, language=sentence.language)

    def _hold(self, quote: Quote) -> Span | None:
        now = self._read(quote.path)
        if now is None or not quote.raw:
            return None
        if now[0][quote.span.start : quote.span.end] == quote.raw:
            return quote.span
        return reanchor(quote.path, quote.span, sha256_hex(quote.raw), None, self._snapshot, lambda _: now[0])

    def _read(self, path: str) -> tuple[bytes, LineIndex] | None:
        if path not in self._now:
            data = self._texts(path)
            self._now[path] = (data, LineIndex(data)) if data is not None else None
        return self._now[path]

    def _cite(self, quote: Quote, span: Span) -> int:
        key = (quote.path, span)
        if key not in self._ids:
            now = self._read(quote.path)
            assert now is not None
            first, last = now[1].lines(span)
            self._ids[key] = len(self.citations) + 1
            self.citations.append(
                Citation(
                    id=self._ids[key],
                    path=quote.path,
                    span=span,
                    start_line=first,
                    end_line=last,
                    sha256=sha256_hex(span.cut(now[0])),
                )
            )
        return self._ids[key]
