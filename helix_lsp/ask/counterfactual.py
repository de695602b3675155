"""The counterfactual that is really run: the same question with its top evidence withheld.

Hypothesis: the answer is on the evidence that it cites. Anti-hypothesis: it would say the same without
it. The question is asked again of a world in which the most cited files are empty. When what stood on them is
gone, the hypothesis holds; when it comes back from other places, the anti-hypothesis does. casimirbot reports
a counterfactual and runs none.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from helix_lsp.config.verify import VerifyConfig
from helix_lsp.verify.ledger import LedgerEntry
from helix_lsp.verify.reading import read

Result = Literal["supports_hypothesis", "supports_anti_hypothesis", "inconclusive"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What one run of the ladder came to: its ledger, the evidence gate's verdict and share (0..1), and the
    paths that it cites.
    """

    entries: tuple[LedgerEntry, ...]
    evidence_ok: bool
    share: float
    cited: tuple[str, ...] = ()


Again = Callable[[tuple[str, ...]], Outcome]
"""Runs the ladder without a model on everything but these paths."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Counterfactual:
    """`withheld` are the hidden paths; `stood` statements cited them, `returned` of these came back from
    elsewhere. `tested` is False when nothing could be withheld; the result then is `inconclusive`.
    """

    tested: bool
    method: str
    result: Result
    withheld: tuple[str, ...]
    stood: int
    returned: int
    share_before: float
    share_after: float
    detail: str


def counterfactual(before: Outcome, again: Again, cfg: VerifyConfig) -> Counterfactual:
    """One more run at most. Deterministic as long as `again` is."""
    withheld = _top(before, cfg)
    if not withheld:
        return Counterfactual(
            tested=False,
            method="withhold top evidence",
            result="inconclusive",
            withheld=(),
            stood=0,
            returned=0,
            share_before=before.share,
            share_after=before.share,
            detail="no supported statement cites a file",
        )
    after = again(withheld)
    if seen := [
        p
        for p in withheld
        if p in after.cited or any(_path(r) == p for e in after.entries for r in e.evidence_refs)
    ]:
        return Counterfactual(
            tested=False,
            method="withhold top evidence",
            result="inconclusive",
            withheld=withheld,
            stood=0,
            returned=0,
            share_before=before.share,
            share_after=after.share,
            detail=f"{seen[0]} was withheld and is cited all the same",
        )
    standing = [
        e for e in before.entries if e.supported and any(_path(r) in withheld for r in e.evidence_refs)
    ]
    there = [frozenset(read(e.text).words) for e in after.entries if e.supported]
    back = sum(any(_same(frozenset(read(e.text).words), other, cfg) for other in there) for e in standing)
    returned = back / len(standing)
    if not after.evidence_ok or returned <= cfg.returned_least:
        result: Result = "supports_hypothesis"
    elif returned >= cfg.returned_most:
        result = "supports_anti_hypothesis"
    else:
        result = "inconclusive"
    lost = (
        "the evidence gate fails"
        if not after.evidence_ok
        else f"evidence share {before.share:.2f} -> {after.share:.2f}"
    )
    return Counterfactual(
        tested=True,
        method=f"same question with {len(withheld)} most cited files withheld",
        result=result,
        withheld=withheld,
        stood=len(standing),
        returned=back,
        share_before=before.share,
        share_after=after.share,
        detail=f"{back} of {len(standing)} statements come back from other places; {lost}",
    )


def _top(before: Outcome, cfg: VerifyConfig) -> tuple[str, ...]:
    """The files that most supported statements cite, the first cited first among equals."""
    cited: dict[str, int] = {}
    for entry in before.entries:
        if entry.supported:
            for path in dict.fromkeys(_path(r) for r in entry.evidence_refs):
                cited[path] = cited.get(path, 0) + 1
    ranked = sorted(enumerate(cited), key=lambda x: (-cited[x[1]], x[0]))
    return tuple(path for _, path in ranked[: cfg.withheld_files])


def _path(ref: str) -> str:
    return ref.rpartition(":")[0]


def _same(one: frozenset[str], other: frozenset[str], cfg: VerifyConfig) -> bool:
    """True when two statements share most of the words of either."""
    return bool(one | other) and len(one & other) >= cfg.same_statement * len(one | other)
