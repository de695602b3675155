"""The proof of what is at a byte: the first of its readings that still exists, with every place checked
just now.
"""

from __future__ import annotations

from dataclasses import dataclass

from helix_lsp.align.proof import Proof, prove
from helix_lsp.align.resolve import Resolved
from helix_lsp.ide.mention_at import under
from helix_lsp.ide.view import View
from helix_lsp.text.span import Span


@dataclass(frozen=True, slots=True, kw_only=True)
class ProofAt:
    """`origin` is the exact text that was pointed at; `others` are its further readings, best first."""

    origin: Span
    found: Resolved
    proof: Proof
    others: tuple[Resolved, ...]


def proof_at(view: View, path: str, offset: int) -> ProofAt | None:
    """None when nothing there names a definition that still exists."""
    here = under(view, path, offset)
    for at, one in enumerate(here.found if here is not None else ()):
        proof = prove(
            one.defined,
            view.snapshot,
            view.texts,
            view.config.align,
            live=here.live if here is not None else None,
        )
        if proof is not None and here is not None:
            return ProofAt(
                origin=here.origin, found=one, proof=proof, others=(*here.found[:at], *here.found[at + 1 :])
            )
    return None
