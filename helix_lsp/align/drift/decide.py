"""What speaks for a finding and what speaks against it, added up to a verdict.

Every check, evidence and rule has a worth in log-odds (`tuning/drift_worths.py`, measured on labelled
references). The sum is the confidence of the finding, as a probability. No single rule decides unless its
worth is large enough, and two weak ones decide together.
"""

from __future__ import annotations

import math

from helix_lsp.align.drift.case import Case
from helix_lsp.align.drift.rules import RULES
from helix_lsp.align.drift.rules.rule import Rule
from helix_lsp.align.drift.verdict import Judged, Reason, because, cannot
from helix_lsp.tuning.drift_worths import ALARM, CHECKS, EVIDENCE, TOLD
from helix_lsp.tuning.drift_worths import RULES as WORTHS

_DIGITS = 3
_SURE = math.log(ALARM / (1 - ALARM))


def decide(case: Case) -> Judged:
    """An alarm (tier A), a hint (tier B), or "cannot know" where too much speaks against it; its reasons are
    what was weighed. What anything speaks against is not certain.
    """
    cfg, witness = case.world.cfg, case.witness
    check = witness.check.id
    if check in cfg.ignore or (cfg.select and check not in cfg.select):
        return cannot("left-out", check=check)
    evidence = tuple(one for one in witness.evidence if one.id not in cfg.ignore)
    weak = CHECKS[check] + sum(EVIDENCE[one.id] for one in evidence) < _SURE
    against = tuple(
        told
        for rule in RULES
        if rule.id not in cfg.ignore and (told := _asked(rule, case, weak=weak)) is not None
    )
    confidence = confidence_of(check, (*evidence, *against))
    reasons = (witness.check, *evidence, *against)
    if confidence < TOLD:
        return Judged(
            verdict="cannot_know",
            reasons=reasons,
            last_path=witness.last_path,
            last_commit=witness.last_commit,
        )
    return Judged(
        verdict="stale",
        reasons=reasons,
        confidence=confidence,
        tier="A" if confidence >= ALARM else "B",
        suggestions=witness.suggestions,
        last_path=witness.last_path,
        last_commit=witness.last_commit,
        successor=witness.successor,
        certain=confidence >= ALARM and _is_certain(case),
    )


def _is_certain(case: Case) -> bool:
    """True for a successor that may be written without anybody looking: nothing speaks against the finding."""
    witness = case.witness
    return (
        witness.certain
        and all(EVIDENCE[one.id] >= 0 for one in witness.evidence)
        and all(_asked(rule, case, weak=False) is None for rule in RULES if WORTHS[rule.id] < 0)
    )


def confidence_of(check: str, weighed: tuple[Reason, ...]) -> float:
    """The probability that a finding is true, 0 to 1 with three digits."""
    worth = CHECKS[check] + sum(worth_of(one.id) for one in weighed)
    return round(1 / (1 + math.exp(-worth)), _DIGITS)


def worth_of(id: str) -> float:  # noqa: A002
    """Log-odds of an evidence or a rule."""
    return EVIDENCE[id] if id in EVIDENCE else WORTHS[id]


def weighed(judged: Judged) -> tuple[tuple[Reason, float], ...]:
    """What was weighed for and against a finding, the check first, each with its worth in log-odds; nothing
    for what was settled without weighing.
    """
    if judged.check not in CHECKS:
        return ()
    return (judged.reasons[0], CHECKS[judged.check]), *((one, worth_of(one.id)) for one in judged.reasons[1:])


def _asked(rule: Rule, case: Case, *, weak: bool) -> Reason | None:
    """The rule's reason where it applies. A finding that is a hint already is asked only about what would
    silence it.
    """
    if case.ref.kind not in rule.kinds or (weak and not rule.hints):
        return None
    facts = rule.examine(case)
    return because(rule.id, **facts) if facts is not None else None
