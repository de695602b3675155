"""Options of extraction and of the index."""

from __future__ import annotations

from helix_lsp.config.option import option
from helix_lsp.tuning.index import IndexTuning
from helix_lsp.tuning.record import record


@record
class IndexConfig(IndexTuning):
    """What is read, how much of it, and how it is stored."""

    exclude: tuple[str, ...] = option((), repository="add", first=True)
    max_file_bytes: int = option(1_000_000, low=1_000, high=64_000_000, repository="lower")
    max_data_file_bytes: int = option(200_000, low=1_000, high=64_000_000, repository="lower")
    max_files: int = option(200_000, low=1, high=2_000_000, repository="lower")
    max_total_bytes: int = option(4_000_000_000, low=1_000_000, high=64_000_000_000, repository="lower")
    workers: int = option(0, low=0, high=64, scope="user")
    cache_dir: str = option("", scope="user", first=True)
