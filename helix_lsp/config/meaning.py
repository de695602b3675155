"""The option of the model of meaning: which one orders passages.

It is the user's (law I11): a model is data that a native library reads, and an address is a place that lines of
the repository are sent to.
"""

from __future__ import annotations

from dataclasses import dataclass

from helix_lsp.config.option import option
from helix_lsp.tuning.meaning import MeaningTuning


@dataclass(frozen=True, slots=True, kw_only=True)
class MeaningConfig(MeaningTuning):
    """Read by `helix_lsp.session.semantic`."""

    folder: str = option("", scope="user")
