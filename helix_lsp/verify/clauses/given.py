"""The literal that a sentence says a name has, against those that code gives to this name."""

from __future__ import annotations

from helix_lsp.verify.claim.free.read import settings
from helix_lsp.verify.claim.free.scope import slots
from helix_lsp.verify.clauses.aligned import CARRIED, Ruled
from helix_lsp.verify.clauses.evidence import Evidence
from helix_lsp.verify.facts.value import agree

_LONGEST = 40_000  # characters


def given(sentence: str, held: Evidence) -> Ruled | None:
    """`a` is set to `1`: against where every literal that the code gives to `a` is another one."""
    spoke = None
    for claim in settings(sentence) if held.steps else ():
        name = claim.subject.written.rpartition(".")[2]
        says = [
            agree(claim.object, value)
            for one, value in slots(held.text[:_LONGEST])
            if one.lstrip("_$") == name
        ]
        if says and all(s is False for s in says) and not claim.denied:
            return Ruled("value-other", f"`{name}` has another value in what is cited")
        spoke = CARRIED if True in says else spoke
    return spoke
