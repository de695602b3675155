"""Options of the align floor."""

from __future__ import annotations

from dataclasses import dataclass

from helix_lsp.config.option import option


@dataclass(frozen=True, slots=True, kw_only=True)
class AlignConfig:
    """How a mention finds its definitions, and how much proof is gathered for one."""

    least_score: float = option(
        0.3,
        "Candidates below this are not shown at all.",
        unit="score",
        low=0.0,
        high=1.0,
        source="read by hand on the mentions of flask's documents",
    )
    falloff: float = option(
        0.2,
        "A candidate further than this below the best one is left out.",
        unit="score",
        low=0.0,
        high=1.0,
        source="read by hand on the mentions of flask's documents",
    )
    tie: float = option(
        0.021,
        "Candidates this close to the best one are one group; go-to-definition offers all of it.",
        unit="score",
        low=0.0,
        high=0.5,
        source="smaller than every single ranking step except nearness",
    )
    max_candidates: int = option(
        12,
        "Candidates kept for one mention.",
        unit="definitions",
        low=1,
        high=100,
        source="more are no help to a reader",
    )
    max_same_word: int = option(
        6,
        "A plain lower-case word that more definitions bear than this is a word, not a name.",
        unit="definitions",
        low=1,
        high=100,
        source="alignment-study 2.2: generic words",
    )
    lineage_depth: int = option(
        8,
        "Steps up the base classes when a member is looked for.",
        unit="classes",
        low=1,
        high=64,
        source="bounds a hostile hierarchy",
    )
    usage_units: int = option(
        400,
        "Units taken from the text index as candidates for usages of one name.",
        unit="units",
        low=10,
        high=20_000,
        source="bounds hover time; flask's most used name lives in 180",
    )
    usage_files: int = option(
        200,
        "Files whose references are read for the usages of one name.",
        unit="files",
        low=5,
        high=5_000,
        source="bounds hover time",
    )
    family_units: int = option(
        60,
        "Units taken from the text index as candidates for subclasses of one class.",
        unit="units",
        low=1,
        high=20_000,
        source="bounds hover time; a class statement ranks high for its own words",
    )
    family_steps: int = option(
        2,
        "Steps down the subclasses when uses of a member are tied to its class.",
        unit="classes",
        low=0,
        high=10,
        source="bounds hover time",
    )
    usage_bytes: int = option(
        1_000_000,
        "Source whose references are read for the usages of one name, tests last; beyond it counts are lower bounds.",
        unit="bytes",
        low=10_000,
        high=1_000_000_000,
        source="bounds hover time: about 0.15 s of decoding; the whole of flask fits",
    )
    shown_usages: int = option(2, "Usages shown with a proof; all are counted.", unit="places", low=0, high=20, source="product.md, hover")
    shown_tests: int = option(1, "Tests shown with a proof; all are counted.", unit="places", low=0, high=20, source="product.md, hover")
    shown_documents: int = option(
        2,
        "Documents shown with a proof; all are counted.",
        unit="documents",
        low=0,
        high=20,
        source="product.md, hover",
    )
    shown_others: int = option(
        3,
        "Other definitions of the same name shown in a hover.",
        unit="definitions",
        low=0,
        high=20,
        source="product.md, hover",
    )
    longest_line: int = option(
        400,
        "A usage on a longer line is cited by its name alone.",
        unit="bytes",
        low=40,
        high=100_000,
        source="minified code",
    )
    doc_chars: int = option(
        600,
        "Characters of a docstring's first paragraph in a hover.",
        unit="characters",
        low=0,
        high=20_000,
        source="one screen of an editor",
    )
    abbreviations: bool = option(
        True,
        "The table of usual abbreviations (db = database) counts beside those that are read from the code.",
        source="bench doc2code: no difference on MediaStore and TeaStore, the rules read from the code find the one it was for",
    )
    written_confidence: float = option(
        0.95, "Confidence of a path, code span, CamelCase or class name.", unit="share", low=0.0, high=1.0, source="chosen by hand, not measured"
    )
    named_confidence: float = option(
        0.85, "Confidence of a capitalised name or one with a role noun.", unit="share", low=0.0, high=1.0, source="chosen by hand, not measured"
    )
    plain_confidence: float = option(
        0.7, "Confidence of a name in plain lower-case words.", unit="share", low=0.0, high=1.0, source="chosen by hand, not measured"
    )
    pronoun_confidence: float = option(
        0.6, "Confidence of a component that only a pronoun stands for.", unit="share", low=0.0, high=1.0, source="chosen by hand, not measured"
    )
    title_weight: float = option(
        5.0, "Weight of a requirement's title against one of its sentences.", unit="factor", low=0.0, high=100.0, source="alignment-study 3.1"
    )
    neighbour_weight: float = option(
        0.5,
        "Share of the mean score of files that use or are used by a file, added to its own.",
        unit="factor",
        low=0.0,
        high=10.0,
        source="alignment-study 3.1",
    )
    kept_power: float = option(
        1.5,
        "A file's likelihood of belonging to a requirement is its share of the best score to this power.",
        unit="exponent",
        low=0.1,
        high=20.0,
        source="bench req2code: 1 to 2 give .592 to .575 on LibEST and .475 to .492 on eTour, 1.5 gives .609 and .490",
    )
    kept_ranks: float = option(
        1.5,
        "Files looked at for one requirement, as a multiple of log2 of the number of files.",
        unit="factor",
        low=0.1,
        high=100.0,
        source="alignment-study 3.1; bench req2code: 2 gives .610 on LibEST and .486 on eTour",
    )
    most_spans: int = option(50, "Definitions cited with one alignment.", unit="places", low=0, high=10_000, source="chosen by hand, not measured")
    document_bytes: int = option(
        4_000_000,
        "A document or candidate list larger than this is refused.",
        unit="bytes",
        low=1_000,
        high=1_000_000_000,
        source="chosen by hand, not measured",
    )
    reanchor_bytes: int = option(
        8_000_000,
        "Bytes hashed at most while a moved span is looked for by its content.",
        unit="bytes",
        low=0,
        high=1_000_000_000,
        source="about 10 ms of SHA-256",
    )
