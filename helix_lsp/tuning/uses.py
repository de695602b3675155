"""Tuning of the complete list of uses: what is read for it, and how much one page holds."""

from __future__ import annotations

from dataclasses import dataclass

from helix_lsp.tuning.tuned import tuned

_BY_HAND = "chosen by hand, not measured"


@dataclass(frozen=True, slots=True, kw_only=True)
class UsesTuning:
    """Bounds that a common name meets; each that is met is told with the list."""

    units: int = tuned(
        1_000_000,
        "Units of the index that may hold the name before the list says that it is a part.",
        unit="units",
        source=_BY_HAND,
    )
    files: int = tuned(
        20_000, "Files whose references are read for one complete list.", unit="files", source=_BY_HAND
    )
    bytes: int = tuned(
        64_000_000,
        "Source whose references are read for one complete list.",
        unit="bytes",
        source="about ten seconds of decoding at the rate that `align.usage_bytes` was measured with",
    )
    asked_bytes: int = tuned(
        8_000_000,
        "Source whose references are read for an answer to who uses something.",
        unit="bytes",
        source="about one second of decoding",
    )
    definitions: int = tuned(
        24, "Definitions of one name whose uses are told apart.", unit="definitions", source=_BY_HAND
    )
    page: int = tuned(100, "Uses on one page.", unit="uses", source="a page is about 3,000 tokens")
    most_page: int = tuned(
        1_000, "Uses on the largest page that may be asked for.", unit="uses", source=_BY_HAND
    )
    line: int = tuned(
        160, "A longer line is shown up to here.", unit="characters", source="a line and its indentation"
    )


USES = UsesTuning()
"""The one record of these: nobody sets them."""
