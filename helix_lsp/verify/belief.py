"""Belief: the share of an answer's statements that what they cite speaks against."""

from __future__ import annotations

from helix_lsp.config.verify import VerifyConfig
from helix_lsp.text.counted import counted
from helix_lsp.verify.gate import Gate, skipped
from helix_lsp.verify.ledger import Ledger

_STATED = ("fact", "inference")


def belief(ledger: Ledger, cfg: VerifyConfig) -> Gate:
    """What its citations leave open is shown as that, and is not a reason to replace an answer.

    Fails above `unsupported_most` and asks for the answer to be replaced; below it, the statements that are
    spoken against are dropped one by one.
    """
    stated = [e for e in ledger.entries if e.type in _STATED]
    if not stated:
        return skipped("belief", "the answer states nothing")
    without = [e for e in stated if e.label == "against"]
    value = round(len(without) / len(stated), 6)
    if not without:
        return Gate(
            name="belief",
            verdict="pass",
            value=0.0,
            threshold=cfg.unsupported_most,
            detail=f"nothing speaks against {counted(len(stated), 'statement')}",
        )
    detail = f"{len(without)} of {len(stated)} spoken against: {without[0].reason}"
    ids = tuple(e.id for e in without)
    if value > cfg.unsupported_most:
        return Gate(
            name="belief",
            verdict="fail",
            value=value,
            threshold=cfg.unsupported_most,
            detail=detail,
            act="replace",
            claims=ids,
        )
    return Gate(
        name="belief",
        verdict="pass",
        value=value,
        threshold=cfg.unsupported_most,
        detail=detail,
        act="drop",
        claims=ids,
    )
