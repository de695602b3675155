"""What a definition calls that this repository defines: one hop, each call judged by `align/edges`; what is
not known is left out.
"""

from __future__ import annotations

from dataclasses import dataclass

from helix_lsp.align.edges.judge import judge_of
from helix_lsp.ask.text.live import LiveFile
from helix_lsp.index.overlay.snapshot import Defined
from helix_lsp.syntax.outline import Reference, Symbol

_CALLABLE = frozenset({"function", "method", "constructor", "class", "struct", "macro", "property"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Callee:
    """`reference` is the call as written, `defined` what it is known to call."""

    reference: Reference
    defined: Defined


def callees(file: LiveFile, symbol: Symbol) -> tuple[Callee, ...]:
    """Distinct callees in the order of their first call."""
    body = symbol.body or symbol.span
    judge = judge_of(file.live)
    seen: dict[tuple[str, str], Callee] = {}
    for reference in file.references:
        if (
            reference.kind != "call"
            or not body.covers(reference.span)
            or judge.is_quoted(file.path, body, reference)
        ):
            continue
        found = next(
            (d for d in judge.meant(file.path, reference).defined if d.symbol.kind in _CALLABLE), None
        )
        if found is not None and found.symbol.qualified != symbol.qualified:
            seen.setdefault((found.path, found.symbol.qualified), Callee(reference=reference, defined=found))
    return tuple(seen.values())
