"""The claim ledger: every statement of an answer with its type, its evidence and its proof, and the register
of what is uncertain.

A statement that its citations leave open is an inference without support, and stays with its reason.
A fact is supported only with evidence references *and* support. An inference is supported when every place it
cites is cited by a supported fact of the same answer and its names and numbers stand there. Hypotheses,
assumptions and questions are never supported, only listed.
See docs/reference/ladder.md, S0-30 and S0-32; the fields of an entry are casimirbot's.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from helix_lsp.config.verify import VerifyConfig
from helix_lsp.verify.claim_type import ClaimType
from helix_lsp.verify.support import support
from helix_lsp.verify.weigh import Weighed


@dataclass(frozen=True, slots=True, kw_only=True)
class LedgerEntry:
    """`id` is `claim:n`, from 1 in the order of the answer. `evidence_refs` are `path:first-last`; `proof`
    says how it was settled.

    `open`: what it cites neither carries nor contradicts it, so that it may be shown as an inference.
    """

    id: str
    text: str
    type: ClaimType
    supported: bool
    evidence_refs: tuple[str, ...]
    proof: str
    reason: str
    open: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Uncertain:
    """What is not known for sure: `kind` is `missing_evidence` for a fact or inference without support, else
    the claim's type.
    """

    id: str
    text: str
    kind: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Ledger:
    """Both lists in the order of the answer; notes are in neither."""

    entries: tuple[LedgerEntry, ...]
    uncertain: tuple[Uncertain, ...]


def keep_ledger(weighed: Iterable[Weighed], cfg: VerifyConfig) -> Ledger:
    """The ledger of an answer's claims."""
    told = [w for w in weighed if not w.claim.note]
    grounds = [w for w in told if w.type == "fact" and w.support.supported and w.claim.cited]
    entries: list[LedgerEntry] = []
    uncertain: list[Uncertain] = []
    for w in told:
        entry = _entry(w, grounds, cfg)
        entries.append(entry)
        if not entry.supported:
            kind = "missing_evidence" if w.type in ("fact", "inference") else w.type
            uncertain.append(Uncertain(id=entry.id, text=entry.text, kind=kind, reason=entry.reason))
    return Ledger(entries=tuple(entries), uncertain=tuple(uncertain))


def _entry(w: Weighed, grounds: list[Weighed], cfg: VerifyConfig) -> LedgerEntry:
    refs = tuple(dict.fromkeys(c.ref for c in w.claim.cited))
    supported, reason = w.support.supported and bool(refs), w.support.reason
    if w.type == "inference" and not w.support.open:
        supported, reason = _follows(w, refs, grounds, cfg)
    elif w.type not in ("fact", "inference"):
        supported, reason = False, f"is a {w.type}" if w.type != "assumption" else "is an assumption"
    shown = ", ".join(refs)
    proof = (
        f"source:{shown} -> cite -> {w.claim.id}"
        if supported
        else f"source:{shown} -> not_supported -> {w.claim.id}"
        if refs
        else f"source:missing -> verify -> {w.claim.id}"
    )
    return LedgerEntry(
        id=w.claim.id,
        text=w.claim.text,
        type=w.type,
        supported=supported,
        evidence_refs=refs,
        proof=proof,
        reason=reason or "",
        open=w.support.open and w.type == "inference",
    )


def _follows(
    w: Weighed, refs: tuple[str, ...], grounds: list[Weighed], cfg: VerifyConfig
) -> tuple[bool, str]:
    """An inference may use other words than its grounds, but no other names and numbers, and may not turn
    them round.
    """
    carried = {c.ref for g in grounds if g.claim.id != w.claim.id for c in g.claim.cited}
    if not refs:
        return False, "an inference that cites nothing"
    if open_refs := [r for r in refs if r not in carried]:
        return False, f"no supported fact stands on {open_refs[0]}"
    texts = tuple(c.text for c in w.claim.cited)
    around = tuple(a for c in w.claim.cited for a in (*c.around, *c.called))
    loose = support(w.claim.text, texts, around, replace(cfg, covered_share=0.0))
    return loose.supported, loose.reason
