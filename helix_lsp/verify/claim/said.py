"""Every claim of one sentence that somebody puts to the project: those that its verb tells, else those of its details.

Documents are read by their verbs alone (`document.py`): what a whole manual says in free words is not aimed at one name.
"""

from __future__ import annotations

from dataclasses import replace

from helix_lsp.verify.claim.claim import Claim
from helix_lsp.verify.claim.free.read import read_free
from helix_lsp.verify.claim.read import read


def claims_of(text: str, lead: str = "") -> tuple[Claim, ...]:
    """The claims of a sentence; `lead` is the name that the text around it is about. Under which condition an error is
    raised is looked up with the error.
    """
    told = read(text, lead)
    if not told:
        return read_free(text)
    return tuple(replace(c, words=text, scope="") if c.predicate == "raises" else c for c in told)
