"""Every claim of one sentence that somebody puts to the project: those that its verb tells, else those of its details.

Documents are read by their verbs alone (`document.py`): what a whole manual says in free words is not aimed at one name.
"""

from __future__ import annotations

import re
from dataclasses import replace

from helix_lsp.verify.claim.claim import Claim
from helix_lsp.verify.claim.free.read import read_free
from helix_lsp.verify.claim.read import read

_PART = re.compile(r"[^;]+")
_NAME = re.compile(r"`([A-Za-z_]\w*)`")


def claims_of(text: str, lead: str = "") -> tuple[Claim, ...]:
    """The claims of a sentence; `lead` is the name that the text around it is about. Under which condition an error is
    raised is looked up with the error. Where the sentence as a whole makes none, its parts between semicolons do.
    """
    if (found := _told(text, lead)) or ";" not in text:
        return found or read_free(text)
    parts = list(_PART.finditer(text))
    about = _NAME.search(parts[0][0])
    for part in parts:
        claims = _told(part[0], about[1] if about is not None else lead) or read_free(part[0])
        found += tuple(
            replace(c, start=c.start + part.start(), end=c.end + part.start())
            for c in claims
            if c.predicate != "guard"
        )
    return found or read_free(text)


def _told(text: str, lead: str) -> tuple[Claim, ...]:
    told = read(text, lead)
    return tuple(replace(c, words=text, scope="") if c.predicate == "raises" else c for c in told)
