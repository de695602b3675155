"""One claim against the facts of its subject: supported, contradicted or not found.

The subject is looked up before anything is ranked, and only definitions of the project itself are asked. A
definition that says otherwise contradicts whatever documents say. Nothing is contradicted where the value may
be another: a condition, several definitions that differ, a name that is set again, an open list.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from helix_lsp.align.drift.reason import Reason
from helix_lsp.align.live import Live
from helix_lsp.index.overlay.snapshot import Defined, Snapshot
from helix_lsp.verify.claim import mark, structure
from helix_lsp.verify.claim.claim import Claim, Seen, compared, unknown
from helix_lsp.verify.claim.evidence import values_of
from helix_lsp.verify.claim.free import details, errors, guards, steps
from helix_lsp.verify.facts.configured import versions_of
from helix_lsp.verify.facts.fact import Fact
from helix_lsp.verify.facts.meant import package_of
from helix_lsp.verify.facts.subject import named

Verdict = Literal["supported", "contradicted", "not_found"]
_MOST = 12
_OF_ONE: dict[str, Callable[[Claim, Defined, Live], Seen]] = {
    "base": structure.base, "decorator": structure.decorator, "parameter": structure.parameter, "position": structure.parameter,
    "count": structure.count, "raises": structure.raises, "returns": structure.returns, "kind": structure.kind, "file": structure.file,
    "async": mark.marked, "deprecated": mark.marked, "exported": mark.marked, "modifier": mark.marked,
}  # fmt: skip
_FREE: dict[str, Callable[[Claim, Live], Seen]] = {
    "setting": details.setting, "number": details.number, "list": details.listed, "flag": details.flag, "error": errors.error, "guard": guards.guard,
    "uses": steps.uses, "order": steps.order, "operation": steps.operation,
}  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling:
    """`facts` are the places that decide, those of the definition first; empty for `not_found` where no place
    is known. `why` names what was compared.
    """

    claim: Claim
    verdict: Verdict
    facts: tuple[Fact, ...]
    why: Reason


def rule(claim: Claim, live: Live, document: str = "", near: tuple[str, ...] = ()) -> Ruling:
    """The verdict on one claim; `document` is where it stands, `near` names that the text there is about."""
    seen = _seen(claim, live, document, near)
    verdict: Verdict = "not_found"
    if seen.holds is not None:
        holds = seen.holds != claim.denied
        if holds:
            verdict = "supported"
        elif not claim.scope and all(f.sure for f in seen.facts):
            verdict = "contradicted"
    return Ruling(claim=claim, verdict=verdict, facts=seen.facts, why=seen.why)


def _seen(claim: Claim, live: Live, document: str, near: tuple[str, ...]) -> Seen:
    if (judged_free := _FREE.get(claim.predicate)) is not None:
        return judged_free(claim, live)
    if claim.predicate in ("value", "default"):
        return _value(
            claim, values_of(claim.subject, live, near, document, default=claim.predicate == "default")
        )
    if claim.predicate == "version":
        return _value(
            claim, _nearest(versions_of(live.snapshot, live, claim.subject.written), document, live.snapshot)
        )
    about = claim.object.text if claim.predicate == "owner" else _name(claim)
    found = named(about, live.snapshot)
    if not found or len(found) > _MOST:
        return unknown("subject-unknown" if not found else "subject-common", word=about)
    if claim.predicate == "owner":
        return structure.together(structure.owner(claim, d, live) for d in found)
    judged = _OF_ONE[claim.predicate]
    seen = structure.together(judged(claim, d, live) for d in found)
    if claim.predicate == "raises" and claim.words and seen.holds is not False:
        return errors.error(claim, live)
    return seen


def _name(claim: Claim) -> str:
    subject = claim.subject
    if subject.form != "name":
        return ""
    return f"{subject.owner}.{subject.written}" if subject.owner else subject.written


def _nearest(facts: tuple[Fact, ...], document: str, snapshot: Snapshot) -> tuple[Fact, ...]:
    """Manifests of the innermost folder that holds the document, all where none does; none where its own package says
    nothing and the one around does not speak for it (a workspace of Cargo does).
    """
    folders = [f.path.rpartition("/")[0] for f in facts]
    holding = [len(d) for d in folders if not d or document.startswith(f"{d}/")]
    found = tuple(
        f
        for f, d in zip(facts, folders, strict=True)
        if not holding or (len(d) == max(holding) and (not d or document.startswith(f"{d}/")))
    )
    inside = package_of(document, snapshot)
    return tuple(f for f in found if f.path.startswith(inside) or f.path.endswith("Cargo.toml"))


def _value(claim: Claim, facts: tuple[Fact, ...]) -> Seen:
    if not facts:
        return unknown("value-unknown", word=claim.subject.written)
    if len(facts) > _MOST:
        return unknown("subject-common", word=claim.subject.written)
    return compared(claim.object, [f.value for f in facts], facts)
