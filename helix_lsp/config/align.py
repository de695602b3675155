"""Options of tying documents to code, and how much of a proof a hover shows."""

from __future__ import annotations

from dataclasses import dataclass

from helix_lsp.config.option import taste
from helix_lsp.tuning.align import AlignTuning


@dataclass(frozen=True, slots=True, kw_only=True)
class AlignConfig(AlignTuning):
    """How a mention finds its definitions, and how much proof is gathered for one."""

    shown_usages: int = taste(2, low=0, high=20, named="hover.usages")
    shown_tests: int = taste(1, low=0, high=20, named="hover.tests")
    shown_documents: int = taste(2, low=0, high=20, named="hover.documents")
    shown_others: int = taste(3, low=0, high=20, named="hover.definitions")
    usual_files: float = taste(4.0, low=0.1, high=1_000.0)
