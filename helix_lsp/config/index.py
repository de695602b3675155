"""Options of extraction and of the index."""

from __future__ import annotations

from dataclasses import dataclass

from helix_lsp.config.option import option


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexConfig:
    """What is read, how much of it, and how it is stored."""

    max_file_bytes: int = option(
        1_000_000,
        "Larger files are known by path only.",
        unit="bytes",
        low=1_000,
        high=64_000_000,
        repository="lower",
        source="larger files are data or generated code",
    )
    max_data_file_bytes: int = option(
        200_000,
        "Larger JSON, YAML, TOML and plain-data files are known by path only.",
        unit="bytes",
        low=1_000,
        high=64_000_000,
        repository="lower",
        source="larger ones are test data in the repositories that the ranking was measured on",
    )
    max_files: int = option(
        200_000,
        "Files beyond this are left out, counted and reported.",
        unit="files",
        low=1,
        high=2_000_000,
        repository="lower",
        source="a hostile input may cost no more than this",
    )
    max_total_bytes: int = option(
        4_000_000_000,
        "Source beyond this is left out, counted and reported.",
        unit="bytes",
        low=1_000_000,
        high=64_000_000_000,
        repository="lower",
        source="a hostile input may cost no more than this",
    )
    max_facts_per_file: int = option(
        20_000,
        "Definitions, references or keys of one file beyond this are left out with a problem.",
        unit="facts",
        low=100,
        high=1_000_000,
        repository="lower",
        source="bounds a hostile or generated file; chosen by hand, not measured",
    )
    unit_lines: int = option(
        60,
        "Length that long bodies, sections and plain text are cut to.",
        unit="lines",
        low=10,
        high=400,
        repository="lower",
        source="the length of unit that the ranking was measured with",
    )
    unit_split_lines: int = option(
        90,
        "Bodies up to this length stay whole.",
        unit="lines",
        low=10,
        high=800,
        repository="lower",
        source="the length of unit that the ranking was measured with",
    )
    batch_files: int = option(
        500,
        "Files committed together while indexing; each commit is a generation.",
        unit="files",
        low=1,
        high=50_000,
        repository="lower",
        source="chosen by hand, not measured",
    )
    workers: int = option(
        0,
        "Processes that parse in bulk, files and the patches of a long history; 0 means as many as processors, at most 8.",
        unit="processes",
        low=0,
        high=64,
        scope="user",
        source="measured on two processors: the writer works a sixth of what it waits for, so two workers took 13 s where one took 24; "
        "and it feeds about six",
    )
    pool_from_files: int = option(
        200,
        "From this many changed files on, parsing goes to a process pool.",
        unit="files",
        low=1,
        high=100_000,
        scope="user",
        source="chosen by hand, not measured; below it a pool's start would be most of the time",
    )
    exclude: tuple[str, ...] = option(
        (),
        "Globs of paths that are left out, beside the ignore rules.",
        repository="add",
        source="for what the ignore rules do not name",
    )
    cache_dir: str = option(
        "",
        "Folder that holds the indexes; empty means the user's cache directory.",
        scope="user",
        source="a branch switch and back parses nothing",
    )
    max_units_per_file: int = option(
        4_000,
        "Definitions of one file beyond this are indexed in windows, without a unit of their own.",
        unit="units",
        low=10,
        high=20_000,
        repository="lower",
        source="bounds a generated file; chosen by hand",
    )
    max_unit_terms: int = option(
        4_000,
        "Different terms counted in one field of one unit.",
        unit="terms",
        low=50,
        high=100_000,
        repository="lower",
        source="bounds a unit that is one long line; 60 lines of code hold 60 to 200",
    )
    kept_blobs: int = option(
        10_000,
        "Versions of files that no path refers to any more and that are kept, so that a branch switch parses nothing.",
        unit="versions",
        low=0,
        high=1_000_000,
        repository="lower",
        source="a branch switch and back parses nothing",
    )
    outline_cache: int = option(
        64,
        "Decoded outlines held in memory.",
        unit="files",
        low=1,
        high=100_000,
        repository="lower",
        source="a question opens about 20 files; a decoded outline takes about 0.2 MB",
    )
    names_cache: int = option(
        1_000,
        "Files whose declarations (names, what is exported, whether there are bodies) are held in memory.",
        unit="files",
        low=10,
        high=100_000,
        repository="lower",
        source="a question looks at about 60",
    )
    unit_cache: int = option(
        16_000,
        "Decoded units held in memory.",
        unit="units",
        low=100,
        high=1_000_000,
        repository="lower",
        source="measured: a question about a common word decodes 3,400 units of 4,000 files (16,000 against 4,000: 170 to 83 ms); a unit takes 4 kB",
    )
    text_heap_bytes: int = option(
        64_000_000,
        "Memory of the text index while many files are written; small commits use the least that works.",
        unit="bytes",
        low=15_000_000,
        high=2_000_000_000,
        scope="user",
        source="measured: 64 MB writes 25,000 units as one segment",
    )
    copies_like: float = option(
        0.6,
        "Share of the words of a definition that the definition of the same name in source holds too when one is a copy of the other.",
        low=0.3,
        high=1,
        repository="raise",
        source="bundles, minified and compiled files of axios and fixtures; a downlevelled body keeps about .7",
    )
    copies_share: float = option(
        0.5,
        "Share of what a built, generated or vendored file defines that stands in source when the file is a copy.",
        low=0.3,
        high=1,
        repository="raise",
        source="a bundle brings helpers of its compiler along; chosen by hand",
    )
    copies_most: int = option(
        300,
        "Files of declared role that are compared with source; further ones stay evidence.",
        unit="files",
        low=0,
        high=10_000,
        repository="lower",
        source="bounds a repository of generated files; chosen by hand",
    )
    match_copies: int = option(
        8,
        "Paths shown for one unit when the same file exists several times.",
        unit="paths",
        low=1,
        high=1_000,
        repository="lower",
        source="a vendored copy must be findable and must not fill the list",
    )
    match_most: int = option(
        4_000,
        "Candidates fetched at most while the exact best ones are being separated from the rest.",
        unit="units",
        low=100,
        high=100_000,
        repository="lower",
        source="bounds a question whose words stand equally in thousands of units",
    )
    busy_timeout_ms: int = option(
        5_000,
        "How long a reader or writer waits for another process that holds the index.",
        unit="milliseconds",
        low=0,
        high=120_000,
        scope="user",
        source="a commit of 500 files takes under 1 s on a slow disk",
    )
