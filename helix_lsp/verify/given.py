"""The literal that a sentence says a name has, against those that code gives to this name."""

from __future__ import annotations

from helix_lsp.verify.claim.free.read import settings
from helix_lsp.verify.clauses.aligned import CARRIED, Ruled
from helix_lsp.verify.facts.value import agree

_LONGEST = 40_000  # characters


def given(sentence: str, code: str) -> Ruled:
    """`a` is set to `1`: against where every literal that the code gives to `a` is another one."""
    for claim in settings(sentence) if code else ():
        from helix_lsp.verify.claim.free.scope import (
            slots,  # reads all kinds of facts; few sentences set a name
        )

        name = claim.subject.written.rpartition(".")[2]
        says = [
            agree(claim.object, value) for one, value in slots(code[:_LONGEST]) if one.lstrip("_$") == name
        ]
        if says and not claim.denied and all(s is False for s in says):
            return Ruled("value-other", f"`{name}` has another value in what is cited")
    return CARRIED
