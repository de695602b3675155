"""The claim ledger: every statement of an answer with its type, its evidence and its proof, and the register
of what is uncertain.

Each statement has one of three labels: *carried* by what it cites, *open* where that does not say it, and
*against* where that says otherwise, or nothing is cited. A fact or an inference is supported when it is carried;
hypotheses, assumptions and questions never are, only listed.
See docs/reference/ladder.md, S0-30 and S0-32; the fields of an entry are casimirbot's.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from helix_lsp.verify.claim_type import ClaimType
from helix_lsp.verify.clauses.aligned import Verdict
from helix_lsp.verify.weigh import Weighed


@dataclass(frozen=True, slots=True, kw_only=True)
class LedgerEntry:
    """`id` is `claim:n`, from 1 in the order of the answer. `evidence_refs` are `path:first-last`; `proof`
    says how it was settled.

    `label`: `carried`, `open` (shown as not verified) or `against` (not shown). `rule` is the id of what decided.
    """

    id: str
    text: str
    type: ClaimType
    supported: bool
    evidence_refs: tuple[str, ...]
    proof: str
    reason: str
    label: Verdict = "open"
    rule: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Uncertain:
    """What is not known for sure: `kind` is `missing_evidence` for a fact or inference without support, else
    the claim's type.
    """

    id: str
    text: str
    kind: str
    reason: str
    rule: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ledger:
    """Both lists in the order of the answer; notes are in neither."""

    entries: tuple[LedgerEntry, ...]
    uncertain: tuple[Uncertain, ...]


def keep_ledger(weighed: Iterable[Weighed]) -> Ledger:
    """The ledger of an answer's claims."""
    told = [w for w in weighed if not w.claim.note]
    entries: list[LedgerEntry] = []
    uncertain: list[Uncertain] = []
    for w in told:
        entry = _entry(w)
        entries.append(entry)
        if not entry.supported:
            kind = "missing_evidence" if w.type in ("fact", "inference") else w.type
            uncertain.append(
                Uncertain(id=entry.id, text=entry.text, kind=kind, reason=entry.reason, rule=entry.rule)
            )
    return Ledger(entries=tuple(entries), uncertain=tuple(uncertain))


def _entry(w: Weighed) -> LedgerEntry:
    refs = tuple(dict.fromkeys(c.ref for c in w.claim.cited))
    label = label_of(w)
    supported, reason = label == "carried", w.support.reason
    if w.type not in ("fact", "inference"):
        reason = f"is a {w.type}" if w.type != "assumption" else "is an assumption"
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
        reason=reason,
        label=label,
        rule=w.support.rule,
    )


def label_of(w: Weighed) -> Verdict:
    """What a statement may be shown as. A guess is never more than open, and a question states nothing."""
    if w.type == "question":
        return "open"
    if not w.claim.cited:
        return "against"
    return w.support.label if w.type in ("fact", "inference") or w.support.label == "against" else "open"
