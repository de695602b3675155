"""Options of extraction and of the index."""

from __future__ import annotations

from dataclasses import dataclass

from helix_lsp.config.option import option
from helix_lsp.tuning.index import IndexTuning


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexConfig(IndexTuning):
    """What is read, how much of it, and how it is stored."""

    exclude: tuple[str, ...] = option(
        (),
        "Globs of paths that are left out, beside the ignore rules.",
        repository="add",
        source="a repository knows its own noise, and to leave it out opens nothing",
        first=True,
    )
    max_file_bytes: int = option(
        1_000_000,
        "Larger files are known by path only.",
        unit="bytes",
        low=1_000,
        high=64_000_000,
        repository="lower",
        source="larger files are data or generated code; chosen by hand, not measured",
    )
    max_data_file_bytes: int = option(
        200_000,
        "Larger JSON, YAML, TOML and plain-data files are known by path only.",
        unit="bytes",
        low=1_000,
        high=64_000_000,
        repository="lower",
        source="by hand; the test data of one repository took more than ten minutes to index without a bound",
    )
    max_files: int = option(
        200_000,
        "Files beyond this are left out, counted and reported.",
        unit="files",
        low=1,
        high=2_000_000,
        repository="lower",
        source="bounds what a hostile folder can cost; chosen by hand, not measured",
    )
    max_total_bytes: int = option(
        4_000_000_000,
        "Source beyond this is left out, counted and reported.",
        unit="bytes",
        low=1_000_000,
        high=64_000_000_000,
        repository="lower",
        source="bounds what a hostile folder can cost; chosen by hand, not measured",
    )
    workers: int = option(
        0,
        "Processes that parse in bulk, files and the patches of a long history; 0 means as many as processors, at most 8.",
        unit="processes",
        low=0,
        high=64,
        scope="user",
        source="measured on two processors: the writer works a sixth of what it waits for, so two workers took 13 s where one took 24; and it "
        "feeds about six",
    )
    cache_dir: str = option(
        "",
        "Folder that holds the indexes; empty means the user's cache directory.",
        scope="user",
        source="outside of the repository, whose own files are not trusted (design-decisions.md#files-of-strangers)",
        first=True,
    )
