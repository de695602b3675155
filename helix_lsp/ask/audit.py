"""The citation audit: does the repository, at the places that are cited, say what is claimed?

PASS: a cited place (or, for a claim without citations, one of the best places found) carries the claim. REVIEW: the source is indexed, and
speaks of it without carrying it. SOURCE_NOT_INDEXED: the cited file is not in the index, or nothing in the index speaks of the claim at all.
An audit looks at words, numbers, names and turns of phrase; it does not prove that a claim is true.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Literal

from helix_lsp.align.live import Live
from helix_lsp.ask.live import LiveFile, LiveFiles
from helix_lsp.ask.lookup import QueryRequest, look_up
from helix_lsp.ask.own_names import named_in, own_names
from helix_lsp.ask.surroundings import surroundings
from helix_lsp.config.search import SearchConfig
from helix_lsp.config.verify import VerifyConfig
from helix_lsp.index.freshness import Freshness
from helix_lsp.index.snapshot import Snapshot
from helix_lsp.text.digest import sha256_hex
from helix_lsp.text.span import Span
from helix_lsp.verify.narrow import narrow
from helix_lsp.verify.read_claims import Address, Stated
from helix_lsp.verify.support import Support, support

Verdict = Literal["PASS", "REVIEW", "SOURCE_NOT_INDEXED"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """Live bytes with their hash; lines from 1, both inclusive."""

    path: str
    span: Span
    start_line: int
    end_line: int
    sha256: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Audited:
    """`score` is the share of the claim's words that `passage` holds, 0..1; `cited` says that the claim named its source itself."""

    claim: str
    verdict: Verdict
    score: float
    reason: str
    missing: tuple[str, ...]
    cited: bool
    passage: Passage | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimAudit:
    """In the order of the claims. `snapshot` and `freshness` say against which state of the repository."""

    results: tuple[Audited, ...]
    snapshot: str
    freshness: Freshness

    @property
    def passed(self) -> bool:
        """True when there is a claim and every one passes."""
        return bool(self.results) and all(r.verdict == "PASS" for r in self.results)


def audit(
    stated: Iterable[Stated], snapshot: Snapshot, texts: Callable[[str], bytes | None], freshness: Freshness, search: SearchConfig,
    cfg: VerifyConfig, check: Callable[[], None],
) -> ClaimAudit:  # fmt: skip
    """One verdict a claim. Raises only what `check` raises."""
    live = LiveFiles(Live(snapshot, texts))
    own = own_names(live.live)
    out: list[Audited] = []
    for claim in stated:
        check()
        if claim.cites:
            out.append(_at(claim, live, named_in(claim.text, own), cfg))
        else:
            out.append(_anywhere(claim, snapshot, texts, live, named_in(claim.text, own), search, cfg, check))
    return ClaimAudit(results=tuple(out), snapshot=snapshot.digest(), freshness=freshness)


def _at(claim: Stated, live: LiveFiles, own: tuple[str, ...], cfg: VerifyConfig) -> Audited:
    """A claim with citations: all cited places together must carry it. `own` are its words for the project, which every place speaks of."""
    places = [_passage(a, live, cfg) for a in claim.cites]
    if lost := [a.path for a, p in zip(claim.cites, places, strict=True) if p is None]:
        return _verdict(claim, "SOURCE_NOT_INDEXED", None, None, f"{lost[0]} is not in the index, or has no such line")
    held = [p for p in places if p is not None]
    names = (*(n for p in held for n in surroundings(p.path, p.span, live)[0]), *own)
    told = support(claim.text, tuple(p.text for p in held), names, cfg)
    return _verdict(claim, "PASS" if told.supported else "REVIEW", told, held[0], told.reason)


def _anywhere(
    claim: Stated, snapshot: Snapshot, texts: Callable[[str], bytes | None], live: LiveFiles, own: tuple[str, ...], search: SearchConfig,
    cfg: VerifyConfig, check: Callable[[], None],
) -> Audited:  # fmt: skip
    """A claim without citations: the first place found that carries it in few pieces, else the one that holds most of it."""
    request = QueryRequest(text=claim.text[: search.longest_question], k=cfg.audit_places)
    best: tuple[Support, Passage] | None = None
    for hit in look_up(request, snapshot, texts, search, check).hits:
        for at in (hit.range, *hit.more):
            file = live.file(at.path)
            if file is None:
                continue
            passage = _cut(file, at.span)
            names = (*surroundings(at.path, at.span, live)[0], *own)
            told = support(claim.text, (narrow(claim.text, passage.text, cfg.audit_pieces),), names, cfg)
            if told.supported:
                return _verdict(claim, "PASS", told, passage, "")
            if best is None or told.covered > best[0].covered:
                best = told, passage
    if best is None or best[0].covered < cfg.audit_least:
        return _verdict(claim, "SOURCE_NOT_INDEXED", best[0] if best else None, None, "nothing in the index speaks of it")
    return _verdict(claim, "REVIEW", best[0], best[1], best[0].reason)


def _verdict(claim: Stated, verdict: Verdict, told: Support | None, passage: Passage | None, reason: str) -> Audited:
    return Audited(
        claim=claim.text, verdict=verdict, score=told.covered if told else 0.0, reason=reason, missing=told.missing if told else (),
        cited=bool(claim.cites), passage=passage,
    )  # fmt: skip


def _passage(address: Address, live: LiveFiles, cfg: VerifyConfig) -> Passage | None:
    """The cited lines; a single line stands for itself and the few below it, where a statement begun on it goes on."""
    file = live.file(address.path)
    if file is None or address.first > file.lines.line_count:
        return None
    last = address.last if address.last > address.first else address.first + cfg.audit_lines - 1
    start = file.lines.line_span(address.first - 1).start
    return _cut(file, Span(start, file.lines.line_span(min(last, file.lines.line_count) - 1).end))


def _cut(file: LiveFile, span: Span) -> Passage:
    raw = span.cut(file.data)
    first, last = file.lines.lines(span)
    return Passage(
        path=file.path, span=span, start_line=first, end_line=last, sha256=sha256_hex(raw), text=raw.decode("utf-8", "replace"),
    )  # fmt: skip
