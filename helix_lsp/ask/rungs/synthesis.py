"""Rung 10: the answer in sentences. Without a model it is extractive: quotations, chosen and ordered by the composer of the kind asked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from helix_lsp.ask.compose.definition import definition
from helix_lsp.ask.compose.flow import flow
from helix_lsp.ask.compose.location import location
from helix_lsp.ask.compose.material import Material
from helix_lsp.ask.compose.missing import missing, unknown
from helix_lsp.ask.compose.overview import overview
from helix_lsp.ask.compose.reason import reason
from helix_lsp.ask.compose.usage import usage
from helix_lsp.ask.draft import Draft, Part
from helix_lsp.ask.rungs.evidence import Evidence
from helix_lsp.ask.rungs.intent import Intent, Kind

_COMPOSERS: dict[Kind, Callable[[Material], Draft]] = {
    "definition": definition,
    "location": location,
    "usage": usage,
    "flow": flow,
    "reason": reason,
    "overview": overview,
}


def synthesise(intent: Intent, evidence: Evidence, material: Material) -> Draft:
    """A draft whose every quotation is bytes that were just read; what the repository does not know of the question stands first."""
    if evidence.verdict == "fail" or not material.cards:
        return missing(material)
    draft = _COMPOSERS[intent.kind](material)
    note = unknown(material)
    return draft if note is None or not draft.parts else replace(draft, parts=(Part(title="", sentences=(note,)), *draft.parts))
