"""The scientific-method metadata of an answer as plain JSON data."""

from __future__ import annotations

from typing import Any

from helix_lsp.ask.method import Method


def method_to_wire(method: Method | None) -> dict[str, Any] | None:
    """None where it was not asked for."""
    if method is None:
        return None
    tried, sure, again, mend = (
        method.counterfactual,
        method.uncertainty,
        method.reproducibility,
        method.corrective,
    )
    return {
        "hypothesis": method.hypothesis,
        "anti_hypothesis": method.anti_hypothesis,
        "counterfactual_test": None
        if tried is None
        else {
            "tested": tried.tested,
            "method": tried.method,
            "result": tried.result,
            "withheld": list(tried.withheld),
            "stood": tried.stood,
            "returned": tried.returned,
            "share_before": tried.share_before,
            "share_after": tried.share_after,
            "detail": tried.detail,
        },
        "uncertainty_interval": {
            "low": sure.low,
            "high": sure.high,
            "confidence": sure.confidence,
            "trials": sure.trials,
        },
        "reproducibility": {
            "snapshot": again.snapshot,
            "question": again.question,
            "config": again.config,
            "items": [{"type": name, "hash": value} for name, value in again.items],
            "model": again.model,
            "claims": again.claims,
            "citations": again.citations,
        },
        "corrective_action": {
            "required": mend.required,
            "reason": mend.reason,
            "actions": list(mend.actions),
        },
    }
