"""The audit of claims: does the repository say it, or does it say otherwise?

PASS: a cited place (or, for a claim without citations, one of the best places found) carries the claim.
CONTRADICTED: a definition says otherwise; whatever documents say, this stands. REVIEW: the source is indexed,
and speaks of it without carrying it. SOURCE_NOT_INDEXED: the cited file is not in the index, or nothing in
the index speaks of the claim at all.
A claim is looked up by its subject first (`verify/claim`); what is not read as a typed claim is weighed by its
words, numbers, names and turns of phrase, which does not prove that it is true. See design-decisions.md#audit.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Literal

from helix_lsp.align.live import Live
from helix_lsp.ask.claims.claims import is_carried_there, surroundings
from helix_lsp.ask.claims.outside import OutsidePassage
from helix_lsp.ask.claims.passage import (
    Passage,
    about_it,
    cited_lines,
    not_there,
    passage_at,
    passage_of,
    subject_in,
)
from helix_lsp.ask.evidence.lookup import QueryRequest, look_up
from helix_lsp.ask.question.family import named_in, own_names
from helix_lsp.ask.text.quote import LiveFile, LiveFiles
from helix_lsp.config.documents import VerifyConfig
from helix_lsp.config.questions import SearchConfig
from helix_lsp.index.freshness import Freshness
from helix_lsp.index.overlay.snapshot import Snapshot
from helix_lsp.text.positions import LineIndex, Span
from helix_lsp.text.regex import regex
from helix_lsp.verify.claim.bare_names import marked
from helix_lsp.verify.claim.claim import Claim
from helix_lsp.verify.claim.document import check_document, sentence_count
from helix_lsp.verify.claim.evidence import VerificationStatus, groups, status_of
from helix_lsp.verify.claim.judge import Ruling, claims_of, rule, say
from helix_lsp.verify.claim.told_values import (
    gives_another,
    say_untold,
    says_nothing_else,
    tells,
    values_said,
)
from helix_lsp.verify.facts.fact import Grade
from helix_lsp.verify.judge import Judged, bears, judge
from helix_lsp.verify.read_claims import Stated
from helix_lsp.verify.reading import narrow
from helix_lsp.verify.support import Support, support

_ORDERED = regex(r"\b(?:before|after|first|then|last)\b", re.I)
_BLANKS = 80  # bytes of a head that a passage may leave out
Verdict = Literal["PASS", "REVIEW", "CONTRADICTED", "SOURCE_NOT_INDEXED"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Audited:
    """`score` is the measured share of true claims among those with this verdict (for cited prose: among those
    with these signs), 0..1; `covered` the share of the claim's words that the place holds; `cited` says that
    the claim named its source itself. `reason` is for people, `why` the same as data where a typed claim was judged. `ruling` is that typed claim.
    """

    claim: str
    verdict: Verdict
    score: float
    covered: float
    reason: str
    missing: tuple[str, ...]
    cited: bool
    supporting: tuple[Passage, ...] = ()
    contradicting: tuple[Passage, ...] = ()
    looked_at: Passage | None = None
    ruling: Ruling | None = None
    at: tuple[str, Span, int] | None = None  # (document, bytes, line) of a claim that is in one
    outside: tuple[OutsidePassage, ...] = ()  # of documents that the user added

    @property
    def grade(self) -> Grade | None:
        """The best grade of what decides; None where nothing does."""
        against = self.verdict == "CONTRADICTED"
        best: list[Grade] = sorted(
            p.grade for p in (self.contradicting if against else (*self.supporting, *self._borne))
        )
        return best[0] if best else None

    @property
    def _borne(self) -> tuple[OutsidePassage, ...]:
        return tuple(p for p in self.outside if p.carries)

    @property
    def independence(self) -> int:
        """How many independent sources support it."""
        return len({p.group for p in (*self.supporting, *self._borne) if p.grade != "E"})

    @property
    def status(self) -> VerificationStatus:
        """How well it stands (`verify/claim/evidence.py`)."""
        return status_of(
            ((p.grade, p.group) for p in (*self.supporting, *self._borne)),
            contradicted=self.verdict == "CONTRADICTED",
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimAudit:
    """In the order of the claims. `snapshot` and `freshness` say against which state of the repository, `config`
    is the digest of the options that decide. `unread` counts sentences of a document that make no typed claim,
    `unread_blocks` the code blocks of an answer that do not say what they quote, `left_out` the sentences behind the
    most that is read of one text.
    """

    results: tuple[Audited, ...]
    snapshot: str
    freshness: Freshness
    config: str = ""
    unread: int = 0
    unread_blocks: int = 0
    left_out: int = 0

    @property
    def passed(self) -> bool:
        """True when there is a claim and every one was read and passes; of a document, when nothing is contradicted."""
        if self.unread or any(r.at is not None for r in self.results):
            return all(r.verdict != "CONTRADICTED" for r in self.results)
        return bool(self.results) and not self.left_out and all(r.verdict == "PASS" for r in self.results)


def audit(
    stated: Iterable[Stated],
    snapshot: Snapshot,
    texts: Callable[[str], bytes | None],
    freshness: Freshness,
    search: SearchConfig,
    cfg: VerifyConfig,
    check: Callable[[], None],
) -> ClaimAudit:
    """One verdict a claim. Raises only what `check` raises."""
    live = LiveFiles(Live(snapshot, texts))
    own = own_names(live.live)
    out: list[Audited] = []
    for claim in stated:
        check()
        names = named_in(claim.text, own)
        weighed = (
            _at(claim, live, names, cfg)
            if claim.cites
            else _anywhere(claim, snapshot, texts, live, names, search, cfg, check)
        )
        out.append(_judged(weighed, live, cfg))
    return ClaimAudit(results=tuple(out), snapshot=snapshot.digest(), freshness=freshness)


def audit_document(
    path: str,
    data: bytes,
    snapshot: Snapshot,
    texts: Callable[[str], bytes | None],
    freshness: Freshness,
    cfg: VerifyConfig,
    check: Callable[[], None],
    within: Span | None = None,
) -> ClaimAudit:
    """Every sentence of a document (`within` bounds it in bytes), those that make a typed claim with their
    verdicts. A document never supports itself. Raises only what `check` raises.
    """
    live = LiveFiles(Live(snapshot, texts))
    found_all = check_document(path, data, snapshot, texts, check)
    findings = [f for f in found_all if within is None or within.overlaps(f.object)]
    lines = LineIndex(data)
    out: list[Audited] = []
    shares: dict[str, tuple[Verdict, float]] = {
        "contradicted": ("CONTRADICTED", cfg.share_contradicted),
        "supported": ("PASS", cfg.share_supported),
        "not_found": ("REVIEW", cfg.share_review),
    }
    for found in findings:
        ruling = found.ruling
        places, held = _places(ruling, live), ruling.verdict == "supported"
        verdict, score = shares[ruling.verdict]
        out.append(
            Audited(
                claim=found.text,
                verdict=verdict,
                score=score,
                covered=0.0,
                reason="" if held else say(ruling),
                missing=(),
                cited=False,
                supporting=places if held else (),
                contradicting=places if verdict == "CONTRADICTED" else (),
                ruling=ruling,
                at=(path, found.object, lines.line_of(found.object.start) + 1),
            )
        )
    unread = sentence_count(path, data, within) - len({f.sentence for f in findings})
    return ClaimAudit(
        results=tuple(out), snapshot=snapshot.digest(), freshness=freshness, unread=max(0, unread)
    )


def _at(claim: Stated, live: LiveFiles, own: tuple[str, ...], cfg: VerifyConfig) -> Audited:
    """A claim with citations: all cited places together must carry it. `own` are its words for the project,
    which every place speaks of.
    """
    places = [passage_at(a, live, cfg) for a in claim.cites]
    if lost := [a for a, p in zip(claim.cites, places, strict=True) if p is None]:
        reason = "; ".join(dict.fromkeys(not_there(a, live) for a in lost))
        return _verdict(claim, "SOURCE_NOT_INDEXED", None, None, reason, cfg)
    held = [p for p in places if p is not None]
    cited = [cited_lines(a, p, live) for a, p in zip(claim.cites, held, strict=True)]
    if any(is_carried_there(claim.text, p.path, at, live) for p, at in zip(held, cited, strict=True)):
        told = Support(supported=True, covered=1.0, missing=(), reason="")
        return _verdict(claim, "PASS", told, held[0], "", cfg, _grouped(held, claim.text, cfg))
    around = (surroundings(p.path, at, live)[0] for p, at in zip(held, cited, strict=True))
    names = (*(name for some in around for name in some), *own)
    texts = tuple(p.text for p in held)
    told = judge(claim.text, texts, names, cfg, strict=True)
    given = values_said(claim.text)
    whole, sure = "\n\n".join(texts), all(p.declares for p in held)
    tied = all(tells(c, whole, declares=sure) for c in given)
    if not tied or not (told.supported or says_nothing_else(claim.text, given)):
        reason = say_untold(given, whole, declares=sure) if not tied and told.supported else told.reason
        return _verdict(claim, "REVIEW", told, held[0], reason, cfg)
    return _verdict(claim, "PASS", told, held[0], "", cfg, _grouped(held, claim.text, cfg))


def _anywhere(
    claim: Stated,
    snapshot: Snapshot,
    texts: Callable[[str], bytes | None],
    live: LiveFiles,
    own: tuple[str, ...],
    search: SearchConfig,
    cfg: VerifyConfig,
    check: Callable[[], None],
) -> Audited:
    """A claim without citations: the places found that carry it in few pieces, else the one that holds most of
    it. What is generated, vendored or a copy carries nothing.
    """
    request = QueryRequest(text=claim.text[: search.longest_question], k=cfg.audit_places)
    best: tuple[Support, Passage] | None = None
    otherwise: tuple[Support, Passage] | None = None
    carrying: list[tuple[Support, Passage]] = []
    given, ordered = values_said(claim.text), _ORDERED.search(claim.text) is not None
    about = subject_in(marked(claim.text, live.live))
    for hit in look_up(request, snapshot, texts, search, check).hits:
        for at in (hit.range, *hit.more):
            file = live.file(at.path)
            if file is None:
                continue
            passage = passage_of(file, at.span, live)
            around = surroundings(at.path, at.span, live)[0]
            of_it = about_it(about, at.path, at.span, around, live) if about else None
            text, near = (passage.text, around) if of_it is None else of_it
            names = (*near, *own)
            told = support(claim.text, (narrow(claim.text, text, cfg.audit_pieces),), names, cfg)
            sure = passage.declares
            tied = all(tells(c, passage.text, declares=sure) for c in given)
            if (
                passage.grade != "E"
                and tied
                and not (ordered and _is_part(file, at.span))
                and (bears(claim.text, told, text, declares=sure) or says_nothing_else(claim.text, given))
            ):
                carrying.append((told, passage))
            elif otherwise is None and not tied and gives_another(given, passage.text, declares=sure):
                otherwise = told, passage
            if best is None or told.covered > best[0].covered:
                best = told, passage
    if carrying:
        found = _grouped([p for _, p in carrying], claim.text, cfg)
        return _verdict(claim, "PASS", carrying[0][0], found[0], "", cfg, found)
    if otherwise is not None:
        told, passage = otherwise
        return _verdict(
            claim, "REVIEW", told, passage, say_untold(given, passage.text, declares=passage.declares), cfg
        )
    if best is None or best[0].covered < cfg.audit_least:
        nowhere = "nothing in the index speaks of it"
        return _verdict(claim, "SOURCE_NOT_INDEXED", best[0] if best else None, None, nowhere, cfg)
    return _verdict(claim, "REVIEW", *best, _why_open(*best, given), cfg)


def _is_part(file: LiveFile, span: Span) -> bool:
    """True for some of the lines of a function: what is done before them is not in them."""
    own = (s.span for s in file.outline.symbols if s.kind in ("function", "method"))
    return any(s.covers(span) and len(s.cut(file.data)) > len(span.cut(file.data)) + _BLANKS for s in own)


def _why_open(told: Support, passage: Passage, given: tuple[Claim, ...]) -> str:
    """Why the place that holds most of a claim does not carry it."""
    if told.reason:
        return told.reason
    if passage.grade == "E":
        return f"only {passage.path} says it, which is generated, vendored or a copy"
    if not all(tells(c, passage.text, declares=passage.declares) for c in given):
        return say_untold(given, passage.text, declares=passage.declares)
    return f"what is cited does not speak of {', '.join(told.missing) or 'a default there'}"


def _grouped(passages: list[Passage], claim: str, cfg: VerifyConfig) -> tuple[Passage, ...]:
    """The passages with their groups: the piece that says most of the claim is compared, not what is about it."""
    said = [narrow(claim, p.text, 1) for p in passages]
    return tuple(replace(p, group=g) for p, g in zip(passages, groups(said, cfg.claim_alike), strict=True))


def _judged(weighed: Audited, live: LiveFiles, cfg: VerifyConfig) -> Audited:
    """What the definitions say of it comes before what its words are worth."""
    text = marked(weighed.claim, live.live)
    rulings = [rule(c, live.live) for c in claims_of(text)]
    there = weighed.cited and weighed.verdict == "PASS"  # the kind of what the cited lines define is theirs
    against = next(
        (r for r in rulings if r.verdict == "contradicted" and not (there and r.claim.predicate == "kind")),
        None,
    )
    if against is not None:
        return replace(
            weighed,
            verdict="CONTRADICTED",
            score=cfg.share_contradicted,
            reason=say(against),
            missing=(),
            contradicting=_places(against, live),
            ruling=against,
        )
    settled = bool(rulings) and all(r.verdict == "supported" for r in rulings)
    last = rulings[-1] if rulings else None
    deciding = _places(last, live) if settled and last is not None else ()
    if settled and last is not None and _whole(text, last) and _may_pass(weighed, deciding):
        places = (*deciding, *weighed.supporting)
        seen = _grouped(list(dict.fromkeys(places)), weighed.claim, cfg)
        return replace(
            weighed,
            verdict="PASS",
            score=cfg.share_supported,
            reason="",
            missing=(),
            supporting=seen,
            ruling=last,
        )
    return replace(weighed, ruling=last)


def _may_pass(weighed: Audited, deciding: tuple[Passage, ...]) -> bool:
    """False for a claim whose own citation neither carries it nor is in what decides."""
    at = weighed.looked_at
    beside = at is not None and any(at.path == p.path and at.span.overlaps(p.span) for p in deciding)
    return weighed.verdict == "PASS" or not weighed.cited or beside


def _whole(text: str, ruling: Ruling) -> bool:
    """True when the claim is all that the sentence says: at most two words are left behind its object, or the places
    have them, too.
    """
    return ruling.whole or len(text[ruling.claim.end :].split()) <= 2


def _places(ruling: Ruling, live: LiveFiles) -> tuple[Passage, ...]:
    """The definitions that decide, as passages; whole lines."""
    out: list[Passage] = []
    for fact in ruling.facts:
        file = live.file(fact.path)
        if file is not None:
            first, last = file.lines.lines(fact.span)
            span = Span(file.lines.line_span(first - 1).start, file.lines.line_span(last - 1).end)
            out.append(replace(passage_of(file, span, live), group=len(out)))
    return tuple(out)


def _verdict(
    claim: Stated,
    verdict: Verdict,
    told: Judged | Support | None,
    passage: Passage | None,
    reason: str,
    cfg: VerifyConfig,
    supporting: tuple[Passage, ...] = (),
) -> Audited:
    shares = {"PASS": cfg.share_passed, "REVIEW": cfg.share_review}
    seen = told.score if isinstance(told, Judged) and told.signs is not None else None
    return Audited(
        claim=claim.text,
        verdict=verdict,
        score=shares.get(verdict, cfg.share_unknown) if seen is None else seen,
        covered=told.covered if told else 0.0,
        reason=reason,
        missing=told.missing if told else (),
        cited=bool(claim.cites),
        supporting=supporting,
        looked_at=passage,
    )
