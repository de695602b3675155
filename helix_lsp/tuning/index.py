"""Tuning of extraction and of the index."""

from __future__ import annotations

from dataclasses import dataclass

from helix_lsp.tuning.tuned import tuned


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexTuning:
    """How files are cut, packed and held."""

    max_facts_per_file: int = tuned(
        20_000,
        "Definitions, references or keys of one file beyond this are left out with a problem.",
        unit="facts",
        source="bounds a hostile or generated file; chosen by hand, not measured",
    )
    unit_lines: int = tuned(
        60,
        "Length that long bodies, sections and plain text are cut to.",
        unit="lines",
        source="chosen by hand; units of this kind gained .036 NDCG@10 on Semble over windows of 40 lines",
    )
    unit_split_lines: int = tuned(
        90,
        "Bodies up to this length stay whole.",
        unit="lines",
        source="chosen by hand, with `index.unit_lines`",
    )
    batch_files: int = tuned(
        500,
        "Files committed together while indexing; each commit is a generation.",
        unit="files",
        source="chosen by hand, not measured",
    )
    pool_from_files: int = tuned(
        200,
        "From this many changed files on, parsing goes to a process pool.",
        unit="files",
        source="chosen by hand, not measured; below it a pool's start would be most of the time",
    )
    max_units_per_file: int = tuned(
        4_000,
        "Definitions of one file beyond this are indexed in windows, without a unit of their own.",
        unit="units",
        source="bounds a generated file; chosen by hand",
    )
    max_unit_terms: int = tuned(
        4_000,
        "Different terms counted in one field of one unit.",
        unit="terms",
        source="bounds a unit that is one long line; 60 lines of code hold 60 to 200",
    )
    kept_blobs: int = tuned(
        10_000,
        "Versions of files that no path refers to any more and that are kept, so that a branch switch parses nothing.",
        unit="versions",
        source="branches that are switched to and fro share rows (docs/adr/0002-storage.md); the number is chosen by hand",
    )
    outline_cache: int = tuned(
        64,
        "Decoded outlines held in memory.",
        unit="files",
        source="a question opens about 20 files; a decoded outline takes about 0.2 MB",
    )
    names_cache: int = tuned(
        1_000,
        "Files whose declarations (names, what is exported, whether there are bodies) are held in memory.",
        unit="files",
        source="a question looks at about 60",
    )
    unit_cache: int = tuned(
        2_000,
        "Decoded units held in memory.",
        unit="units",
        source="a decoded unit takes 5.5 kB (fastapi); most questions look at some hundreds",
    )
    unit_row_cache: int = tuned(
        4_000,
        "Rows of units held in memory as they are stored, eight units each.",
        unit="rows",
        source="measured: a question about a common word reads 3,400 units of 4,000 files; a row takes 0.9 kB",
    )
    text_heap_bytes: int = tuned(
        64_000_000,
        "Memory of the text index while many files are written; small commits use the least that works.",
        unit="bytes",
        source="measured: 64 MB writes 25,000 units as one segment",
    )
    copies_like: float = tuned(
        0.6,
        "Share of the words of a definition that the definition of the same name in source holds too when one is a copy of the other.",
        source="bundles, minified and compiled files of axios and fixtures; a downlevelled body keeps about .7",
    )
    copies_share: float = tuned(
        0.5,
        "Share of what a built, generated or vendored file defines that stands in source when the file is a copy.",
        source="a bundle brings helpers of its compiler along; chosen by hand",
    )
    copies_most: int = tuned(
        300,
        "Files of declared role that are compared with source; further ones stay evidence.",
        unit="files",
        source="bounds a repository of generated files; chosen by hand",
    )
    match_copies: int = tuned(
        8,
        "Paths shown for one unit when the same file exists several times.",
        unit="paths",
        source="a vendored copy must be findable and must not fill the list",
    )
    match_most: int = tuned(
        4_000,
        "Candidates fetched at most while the exact best ones are being separated from the rest.",
        unit="units",
        source="bounds a question whose words stand equally in thousands of units",
    )
    busy_timeout_ms: int = tuned(
        5_000,
        "How long a reader or writer waits for another process that holds the index.",
        unit="milliseconds",
        source="a commit of 500 files takes under 1 s on a slow disk",
    )
