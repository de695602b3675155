"""Scientific-method metadata of one answer: what was supposed, how it was tried, how sure it is, how to
repeat it, what to do.

Asked for by docs/reference/ladder.md, S1-44. Every number is a count or share that was measured in this run;
nothing is estimated by a model.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from helix_lsp.ask.counterfactual import Counterfactual
from helix_lsp.ask.rungs.platonic import Platonic
from helix_lsp.config.verify import VerifyConfig
from helix_lsp.text.counted import counted
from helix_lsp.text.digest import sha256_hex


@dataclass(frozen=True, slots=True, kw_only=True)
class Interval:
    """Wilson score interval, 0..1. `confidence` is the measured share: supported statements and question
    words that the evidence holds, out of all statements and words; `trials` is how many those are.
    """

    low: float
    high: float
    confidence: float
    trials: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Reproducibility:
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Corrective:
    """`required` when something failed; `actions` are what would mend it, first things first."""

    required: bool
    reason: str
    actions: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Method:
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
