"""Options of tying documents to code, and how much of a proof a hover shows."""

from __future__ import annotations

from dataclasses import dataclass

from helix_lsp.config.option import taste
from helix_lsp.tuning.align import AlignTuning

_HOVER = "chosen by hand: a hover stays a few lines long"


@dataclass(frozen=True, slots=True, kw_only=True)
class AlignConfig(AlignTuning):
    """How a mention finds its definitions, and how much proof is gathered for one."""

    shown_usages: int = taste(
        2,
        "Usages shown with a proof; all are counted.",
        unit="places",
        low=0,
        high=20,
        source=_HOVER,
        named="hover.usages",
    )
    shown_tests: int = taste(
        1,
        "Tests shown with a proof; all are counted.",
        unit="places",
        low=0,
        high=20,
        source=_HOVER,
        named="hover.tests",
    )
    shown_documents: int = taste(
        2,
        "Documents shown with a proof; all are counted.",
        unit="documents",
        low=0,
        high=20,
        source=_HOVER,
        named="hover.documents",
    )
    shown_others: int = taste(
        3,
        "Other definitions of the same name shown in a hover.",
        unit="definitions",
        low=0,
        high=20,
        source=_HOVER,
        named="hover.definitions",
    )
    usual_files: float = taste(
        4.0,
        "Files that a requirement has, before its ranking is looked at.",
        unit="files",
        low=0.1,
        high=1_000.0,
        source="people link 3.9 files to one in LibEST (of 14) and 5.3 in eTour (of 116); bench req2code: 3.5 to 4.5 give the same within .01",
    )
