"""Rung 13: the draft is sealed. Each quotation is read again and hashed; one that moved is found again, one
that is gone takes its sentence along.

Invariants: I5 every citation's bytes hash to what it cites at this moment; I10 the envelope says how fresh
its evidence is.
The digest covers everything but time, generation and freshness (I4).
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from helix_lsp.align.proof import reanchor
from helix_lsp.ask.answer_verdict import AnswerVerdict, Told, answer_verdict, literals_of, numbers_of
from helix_lsp.ask.draft import Events, Sentence, event
from helix_lsp.ask.question.question import Question
from helix_lsp.ask.rungs.arbiter import Verdict
from helix_lsp.ask.rungs.evidence import Evidence
from helix_lsp.ask.rungs.intent import Intent
from helix_lsp.ask.rungs.obligation_gate import Obliged
from helix_lsp.ask.rungs.plan import Plan
from helix_lsp.ask.rungs.platonic import Platonic
from helix_lsp.ask.rungs.preflight import Preflight
from helix_lsp.ask.rungs.scope import Scope
from helix_lsp.ask.rungs.synthesis import Written
from helix_lsp.ask.text.quote import Quote
from helix_lsp.config.questions import ControlConfig
from helix_lsp.index.freshness import Freshness
from helix_lsp.index.overlay.snapshot import Snapshot
from helix_lsp.search.reading.kinds import asks_for_several
from helix_lsp.search.reading.units import role_words
from helix_lsp.search.reading.value_line import shows_amount
from helix_lsp.search.reading.wanted import wanted_words
from helix_lsp.text.digest import digest_of, sha256_hex
from helix_lsp.text.positions import LineIndex, Span
from helix_lsp.trees.assemble import Pack
from helix_lsp.verify.ledger import LedgerEntry


class Citation(msgspec.Struct, frozen=True, kw_only=True):
    """`id` counts from 1 in the order of the answer."""

    id: int
    path: str
    span: Span
    start_line: int
    end_line: int
    sha256: str


class Claim(msgspec.Struct, frozen=True, kw_only=True):
    """One sentence of the answer; `refs` are citation ids, empty only for sentences that state nothing about
    the repository.

    `entry` is its line of the ledger, None for a sentence that states nothing. `marked` is the line of
    `code`, from 1, that it is about, 0 for none. `option` is the id of the option that the sentence tells of.
    """

    text: str
    refs: tuple[int, ...]
    item: bool
    code: str
    language: str
    entry: LedgerEntry | None = None
    marked: int = 0


class Passage(msgspec.Struct, frozen=True, kw_only=True):
    """A titled stretch of the answer."""

    title: str
    claims: tuple[Claim, ...]


class Climbed(msgspec.Struct, frozen=True, kw_only=True):
    """What the rungs below came to; the envelope shows it, it adds nothing to it."""

    question: Question
    intent: Intent
    preflight: Preflight
    pack: Pack
    plan: Plan
    scope: Scope
    evidence: Evidence
    verdict: Verdict
    written: Written
    obliged: Obliged
    weighed: Platonic


class Envelope(msgspec.Struct, frozen=True, kw_only=True):
    """The answer with all it is on. `dropped` counts quotations that no longer held when the answer was
    sealed.

    `mode` is the arbiter's, `no_evidence` where the repository carries nothing and no model spoke, or
    `provisional` while so much of the repository is unread that neither can be said.
    """

    climbed: Climbed
    mode: str
    shape: str
    passages: tuple[Passage, ...]
    citations: tuple[Citation, ...]
    option_refs: tuple[tuple[str, tuple[int, ...]], ...]
    snapshot_digest: str
    freshness: Freshness
    dropped: int
    digest: str
    answer_verdict: AnswerVerdict

    @property
    def replaced(self) -> str:
        """Why a model's draft gave way to the deterministic answer; `` when it stands, or there is none."""
        written, obliged, weighed = self.climbed.written, self.climbed.obliged, self.climbed.weighed
        if written.fallback is None:
            return ""
        return weighed.replaced or (
            f"obligation: {obliged.gate.detail}" if obliged.draft is not written.draft else ""
        )

    @property
    def left_out(self) -> tuple[str, ...]:
        """The texts of a model's sentences that no gate let through."""
        written = self.climbed.written
        if written.fallback is None:
            return ()
        if self.climbed.obliged.draft is not written.draft:
            return tuple(s.text for p in written.draft.parts for s in p.sentences if not s.note)
        return self.climbed.weighed.dropped

    @property
    def status(self) -> str:
        return "ok" if self.citations else "empty"

    @property
    def events(self) -> Events:
        return (event("citations", "ok" if not self.dropped else f"{self.dropped} dropped"),)

    @property
    def facts(self) -> tuple[tuple[str, str], ...]:
        return (
            ("mode", self.mode),
            ("citations", str(len(self.citations))),
            ("dropped", str(self.dropped)),
            ("answers", f"{self.answer_verdict.answers} {self.answer_verdict.value:.3f}"),
            *((f"verdict {name}", f"{value:.3f}") for name, value in self.answer_verdict.features),
            ("unsaid", " ".join(self.answer_verdict.unsaid)),
            ("digest", self.digest),
        )


def seal(
    climbed: Climbed,
    snapshot: Snapshot,
    texts: Callable[[str], bytes | None],
    freshness: Freshness,
    cfg: ControlConfig,
) -> Envelope:
    """The envelope; sentences whose evidence did not hold are left out."""
    sealer = _Sealer(texts)
    draft = climbed.weighed.draft
    entries = list(climbed.weighed.entries)
    passages: list[Passage] = []
    option_refs: list[tuple[str, tuple[int, ...]]] = []
    options = [o.id for o in climbed.verdict.options if o.place is not None]
    for part in draft.parts:
        claims: list[Claim] = []
        for sentence in part.sentences:
            entry = entries.pop(0) if entries and sentence.text.endswith(entries[0].text) else None
            claim = sealer.claim(sentence, entry)
            if claim is not None:
                claims.append(claim)
            if (
                draft.shape == "clarify"
                and sentence.item
                and sentence.quotes
                and len(option_refs) < len(options)
            ):
                option_refs.append((options[len(option_refs)], claim.refs if claim is not None else ()))
        if claims:
            passages.append(Passage(title=part.title, claims=tuple(claims)))
    citations = tuple(sealer.citations)
    mode = _mode(climbed, draft.shape, bool(citations))
    unread = freshness.provisional or not (freshness.fresh or snapshot.paths())
    shown = "provisional" if unread and mode != "clarify" else mode
    judged = _judged(climbed, shown, passages, sealer, snapshot, cfg)
    content = {
        "question": climbed.question.text,
        "kind": climbed.intent.kind,
        "mode": mode,
        "snapshot": snapshot.digest(),
        "passages": [
            [p.title, [[c.text, list(c.refs), c.code, c.marked] for c in p.claims]] for p in passages
        ],
        "citations": [[c.path, c.span.start, c.span.end, c.sha256] for c in citations],
        "hits": [[h.place.path, h.place.span.start, h.score] for h in climbed.evidence.hits],
        "steps": [[s.action, list(s.queries), s.files, s.coverage, s.share] for s in climbed.evidence.steps],
        "items": [[i.type, i.hash] for i in climbed.written.prompt.items]
        if climbed.written.prompt is not None
        else [],
        "options": [[o.id, o.question] for o in climbed.verdict.options],
        "gates": [[g.name, g.verdict] for g in climbed.weighed.gates],
        "verdict": [climbed.evidence.verdict, climbed.evidence.judged.share, judged.answers],
    }
    return Envelope(
        climbed=climbed,
        mode=shown,
        shape=draft.shape,
        passages=tuple(passages),
        citations=citations,
        option_refs=tuple(option_refs),
        snapshot_digest=snapshot.digest(),
        freshness=freshness,
        dropped=sealer.dropped,
        digest=digest_of(content),
        answer_verdict=judged,
    )


def _judged(
    climbed: Climbed,
    mode: str,
    passages: list[Passage],
    sealer: _Sealer,
    snapshot: Snapshot,
    cfg: ControlConfig,
) -> AnswerVerdict:
    """What the sealed answer is worth; its cited texts are the bytes that were just hashed."""
    results, reading = climbed.evidence.results, climbed.evidence.reading
    wanted = (
        reading.wanted if reading is not None else wanted_words(results.query, results.weighted, snapshot)
    )
    cited = tuple(sealer.text(c) for c in sealer.citations)
    named = tuple(
        c.text for p in passages for c in p.claims if c.refs
    )  # the name of a cited place is in the sentence that introduces it
    place = sealer.citations[0].path if sealer.citations else ""
    entry = snapshot.file(place)
    roles = role_words(place, entry.surface) if entry is not None else frozenset[str]()
    told_by_manifest = entry is not None and entry.surface.kind == "config" and wanted.kind in _COURSES
    lead = next((c for p in passages for c in p.claims if c.refs), None)
    told = Told(
        mode=mode,
        shape=climbed.written.own.shape,
        question=climbed.question.text,
        cited=cited,
        named=named,
        lead="\n".join((lead.text, *(cited[n - 1] for n in lead.refs), lead.code)) if lead else "",
        unknown=frozenset(results.weighted.unknown),
        numbers=numbers_of(climbed.question.text),
        literals=literals_of(climbed.question.text),
        code=lead.code if lead else "",
        document=entry is not None and entry.surface.kind == "docs",
        files=len({sealer.citations[n - 1].path for n in lead.refs}) if lead else 0,
        several=asks_for_several(climbed.question.text),
        open=climbed.written.own.open
        or (
            climbed.written.own.shape == "value"
            and lead is not None
            and not shows_amount(lead.text, climbed.question.text)
        ),
        aside=(bool(roles) and roles.isdisjoint(wanted.values)) or told_by_manifest,
    )
    return answer_verdict(
        told,
        wanted,
        reading,
        dict(results.query.words),
        checked=len(cited),
        quoted=len(cited) + sealer.dropped,
        cfg=cfg,
        placed=results.placed,
    )


def _mode(climbed: Climbed, shape: str, cited: bool) -> str:
    """A repository answer that cites nothing is none; a general one is one only when a model wrote it."""
    mode = climbed.verdict.mode
    if mode == "clarify":
        return mode
    if shape == "missing":
        return "no_evidence"
    if cited:
        return mode if mode != "general" else "hybrid"
    return "general" if shape == "model" else "no_evidence"


_COURSES = frozenset({"how", "use", "why", "flow", "when"})  # a line of configuration tells none of these


class _Sealer:
    """Numbers citations as they first appear; the same range is one citation. Every file is read anew, once."""

    def __init__(self, texts: Callable[[str], bytes | None]) -> None:
        self._texts = texts
        self._now: dict[str, tuple[bytes, LineIndex] | None] = {}
        self._ids: dict[tuple[str, Span], int] = {}
        self.citations: list[Citation] = []
        self.dropped = 0

    def claim(self, sentence: Sentence, entry: LedgerEntry | None) -> Claim | None:
        """None when one of its quotations is gone."""
        held: list[tuple[Quote, Span]] = []
        for quote in sentence.quotes:
            span = self._hold(quote)
            if span is None:
                self.dropped += 1
                return None
            held.append((quote, span))
        refs = tuple(dict.fromkeys(self._cite(q, s) for q, s in held))
        return Claim(
            text=sentence.text,
            refs=refs,
            item=sentence.item,
            code=sentence.code,
            language=sentence.language,
            entry=entry,
            marked=sentence.marked,
        )

    def text(self, citation: Citation) -> str:
        """The cited bytes as text."""
        now = self._read(citation.path)
        return citation.span.cut(now[0]).decode("utf-8", "western") if now is not None else ""

    def _hold(self, quote: Quote) -> Span | None:
        now = self._read(quote.path)
        if now is None or not quote.raw:
            return None
        if now[0][quote.span.start : quote.span.end] == quote.raw:
            return quote.span
        return reanchor(now[0], quote.raw)

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
