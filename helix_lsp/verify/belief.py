"""Belief: the share of an answer's statements that nothing cited carries."""

from __future__ import annotations

from helix_lsp.config.verify import VerifyConfig
from helix_lsp.verify.gate import Gate, skipped
from helix_lsp.verify.ledger import Ledger

_STATED = ("fact", "inference")


def belief(ledger: Ledger, cfg: VerifyConfig) -> Gate:
    """What its citations leave open is shown as that and counts on neither side.

    Fails above `unsupported_most` and asks for the answer to be replaced; below it, unsupported statements
    are dropped one by one.
    """
    stated = [e for e in ledger.entries if e.type in _STATED and not e.open]
    if not stated:
        return skipped("belief", "the answer states nothing")
    without = [e for e in stated if not e.supported]
    value = round(len(without) / len(stated), 6)
    if not without:
        return Gate(
            name="belief",
            verdict="pass",
            value=0.0,
            threshold=cfg.unsupported_most,
            detail=f"{len(stated)} supported",
        )
    detail = f"{len(without)} of {len(stated)} unsupported: {without[0].reason}"
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
