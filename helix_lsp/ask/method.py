"""Scientific-method metadata of one answer: what was supposed, how it was tried, how sure it is, how to
repeat it, what to do.

Asked for by docs/reference/ladder.md, S1-44. Every number is a count or share that was measured in this run;
nothing is estimated by a model.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Literal

import msgspec

from helix_lsp.ask.rungs.platonic import Platonic
from helix_lsp.config.documents import VerifyConfig
from helix_lsp.text.digest import sha256_hex
from helix_lsp.text.visible import counted
from helix_lsp.verify.ledger import LedgerEntry
from helix_lsp.verify.reading import read

# The counterfactual that is really run: the same question with its top evidence withheld.
#
# Hypothesis: the answer is on the evidence that it cites. Anti-hypothesis: it would say the same without
# it. The question is asked again of a world in which the most cited files are empty. When what stood on
# them is gone, the hypothesis holds; when it comes back from other places, the anti-hypothesis does.
# casimirbot reports a counterfactual and runs none.

Result = Literal["supports_hypothesis", "supports_anti_hypothesis", "inconclusive"]


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """What one run of the ladder came to: its ledger, the evidence gate's verdict and share (0..1), and the
    paths that it cites.
    """

    entries: tuple[LedgerEntry, ...]
    evidence_ok: bool
    share: float
    cited: tuple[str, ...] = ()


Again = Callable[[tuple[str, ...]], Outcome]
"""Runs the ladder without a model on everything but these paths."""


class Counterfactual(msgspec.Struct, frozen=True, kw_only=True):
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


class Interval(msgspec.Struct, frozen=True, kw_only=True):
    """Wilson score interval, 0..1. `confidence` is the measured share: supported statements and question
    words that the evidence holds, out of all statements and words; `trials` is how many those are.
    """

    low: float
    high: float
    confidence: float
    trials: int


class Reproducibility(msgspec.Struct, frozen=True, kw_only=True):
    """What the same answer needs: the same snapshot, question, options and (if a model wrote) model; `items`
    are (name, hash) pairs of the prompt's parts. `claims` and `citations` are counts to compare.
    """

    snapshot: str
    question: str
    config: str
    items: tuple[tuple[str, str], ...]
    model: str
    claims: int
    citations: int


class Corrective(msgspec.Struct, frozen=True, kw_only=True):
    """`required` when something failed; `actions` are what would mend it, first things first."""

    required: bool
    reason: str
    actions: tuple[str, ...]


class Method(msgspec.Struct, frozen=True, kw_only=True):
    """All of it; `counterfactual` is None when it was not asked for."""

    hypothesis: str
    anti_hypothesis: str
    counterfactual: Counterfactual | None
    uncertainty: Interval
    reproducibility: Reproducibility
    corrective: Corrective


def describe_method(
    question: str,
    platonic: Platonic,
    held: tuple[str, ...],
    missing: tuple[str, ...],
    tried: Counterfactual | None,
    cfg: VerifyConfig,
    *,
    snapshot: str,
    config: str,
    items: tuple[tuple[str, str], ...] = (),
    model: str = "",
    stale: bool = False,
) -> Method:
    """`held` and `missing` are the question's words that the evidence has and has not; `config` a digest of
    the options.
    """
    refs = list(dict.fromkeys(r for e in platonic.entries if e.supported for r in e.evidence_refs))
    supported = sum(e.supported for e in platonic.entries)
    asked = " ".join(question.split())
    shown = ", ".join(refs[:3]) if refs else "nothing"
    return Method(
        hypothesis=f"{shown} answers: {asked}",
        anti_hypothesis=f"The answer to {asked!r} would be the same without {shown}, or is not in this repository.",
        counterfactual=tried,
        uncertainty=interval(
            supported + len(held), len(platonic.entries) + len(held) + len(missing), cfg.interval_z
        ),
        reproducibility=Reproducibility(
            snapshot=snapshot,
            question=sha256_hex(question.encode()),
            config=config,
            items=items,
            model=model,
            claims=len(platonic.entries),
            citations=len(refs),
        ),
        corrective=_corrective(platonic, missing, tried, stale=stale),
    )


def interval(successes: int, trials: int, z: float) -> Interval:
    """Wilson's interval for `successes` of `trials`; everything is possible where nothing was tried."""
    if trials <= 0:
        return Interval(low=0.0, high=1.0, confidence=0.0, trials=0)
    share = successes / trials
    scale = 1 + z * z / trials
    centre = (share + z * z / (2 * trials)) / scale
    radius = z / scale * math.sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials))
    return Interval(
        low=round(max(0.0, centre - radius), 6),
        high=round(min(1.0, centre + radius), 6),
        confidence=round(share, 6),
        trials=trials,
    )


def _corrective(
    platonic: Platonic, missing: tuple[str, ...], tried: Counterfactual | None, *, stale: bool
) -> Corrective:
    reasons: list[str] = []
    actions: list[str] = []
    if stale:
        reasons.append("the index is older than the files")
        actions.append("bring the index up to date and ask again: helix-lsp index")
    if platonic.replaced:
        reasons.append(f"the first draft was replaced ({platonic.replaced})")
        actions.append(
            "read the cited places; what the draft said beyond them is in the uncertainty register"
        )
    elif platonic.dropped:
        reasons.append(f"not supported by what they cite: {counted(len(platonic.dropped), 'statement')}")
        actions.append("look for evidence for the dropped statements, or leave them")
    reasons += [f"{g.name}: {g.detail}" for g in platonic.first if g.verdict == "fail" and g.act == "label"]
    if not platonic.entries:
        reasons.append("nothing is stated")
        actions.append("ask with a name, a path or a rarer word of the repository")
    if missing and (reasons or not platonic.entries):
        actions.append("the evidence does not hold: " + ", ".join(missing[:6]))
    if tried is not None and tried.result == "supports_anti_hypothesis":
        reasons.append("the answer does not depend on its top evidence")
        actions.append("compare the places that say the same, and cite the authoritative one")
    return Corrective(
        required=bool(reasons), reason="; ".join(reasons), actions=tuple(dict.fromkeys(actions))
    )
