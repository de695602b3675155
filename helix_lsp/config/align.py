"""Options of the align floor."""

from __future__ import annotations

from dataclasses import dataclass

from helix_lsp.config.option import option, taste


@dataclass(frozen=True, slots=True, kw_only=True)
class AlignConfig:
    """How a mention finds its definitions, and how much proof is gathered for one."""

    least_score: float = option(
        0.3,
        "Candidates below this are not shown at all.",
        unit="score",
        low=0.0,
        high=1.0,
        repository="raise",
        source="read by hand on the mentions of flask's documents",
    )
    falloff: float = option(
        0.2,
        "A candidate further than this below the best one is left out.",
        unit="score",
        low=0.0,
        high=1.0,
        repository="lower",
        source="read by hand on the mentions of flask's documents",
    )
    tie: float = taste(
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
        repository="lower",
        source="more are no help to a reader",
    )
    max_same_word: int = taste(
        6,
        "A plain lower-case word that more definitions bear than this is a word, not a name.",
        unit="definitions",
        low=1,
        high=100,
        source="what many definitions bear is an everyday word",
    )
    lineage_depth: int = option(
        8,
        "Steps up the base classes when a member is looked for.",
        unit="classes",
        low=1,
        high=64,
        repository="lower",
        source="bounds a hostile hierarchy",
    )
    usage_units: int = option(
        10_000,
        "Where at most so many units hold a name, all files with them are candidates for its usages, near ones first; else those of the best units.",
        unit="units",
        low=10,
        high=1_000_000,
        repository="lower",
        source="measured on Go 1.19: 5 ms to find the files of 7,400 units; `len` (13,700) and `err` (21,300) are above it",
    )
    usage_files: int = option(
        200,
        "Files whose references are read for the usages of one name.",
        unit="files",
        low=5,
        high=5_000,
        repository="lower",
        source="bounds hover time",
    )
    usage_bytes: int = option(
        1_000_000,
        "Source whose references are read for the usages of one name, tests last; beyond it counts are lower bounds.",
        unit="bytes",
        low=10_000,
        high=1_000_000_000,
        repository="lower",
        source="bounds hover time: about 0.15 s of decoding; the whole of flask fits",
    )
    shown_usages: int = taste(2, "Usages shown with a proof; all are counted.", unit="places", low=0, high=20, source="a hover is read at a glance")
    shown_tests: int = taste(1, "Tests shown with a proof; all are counted.", unit="places", low=0, high=20, source="a hover is read at a glance")
    shown_documents: int = taste(
        2,
        "Documents shown with a proof; all are counted.",
        unit="documents",
        low=0,
        high=20,
        source="a hover is read at a glance",
    )
    shown_others: int = taste(
        3,
        "Other definitions of the same name shown in a hover.",
        unit="definitions",
        low=0,
        high=20,
        source="a hover is read at a glance",
    )
    longest_line: int = taste(
        400,
        "A usage on a longer line is cited by its name alone.",
        unit="bytes",
        low=40,
        high=100_000,
        source="minified code",
    )
    doc_chars: int = taste(
        600,
        "Characters of a docstring's first paragraph in a hover.",
        unit="characters",
        low=0,
        high=20_000,
        source="one screen of an editor",
    )
    abbreviations: bool = taste(
        True,
        "The table of usual abbreviations (db = database) counts beside those that are read from the code.",
        source="bench doc2code: no difference on MediaStore and TeaStore, the rules read from the code find the one it was for",
    )
    spoken_whole: float = taste(
        0.8, "Share of its confidence that a name keeps which stands in plain prose as it is spelled.", unit="share", low=0.0, high=1.0,
        source="chosen by hand, not measured",
    )  # fmt: skip
    spoken_capital: float = taste(
        0.6, "... that is said in words with capitals (Session Interface).", unit="share", low=0.0, high=1.0, source="chosen by hand, not measured"
    )
    spoken_lower: float = taste(
        0.4, "... that is said in lower-case words (session interfaces).", unit="share", low=0.0, high=1.0, source="chosen by hand, not measured"
    )
    spoken_units: int = option(
        400, "Units of the index in which mentions outside of inline code are looked for, for one name.", unit="units", low=0, high=100_000,
        repository="lower",
        source="chosen by hand, not measured",
    )  # fmt: skip
    written_confidence: float = taste(
        0.95, "Confidence of a path, code span, CamelCase or class name.", unit="share", low=0.0, high=1.0, source="chosen by hand, not measured"
    )
    named_confidence: float = taste(
        0.85, "Confidence of a capitalised name or one with a role noun.", unit="share", low=0.0, high=1.0, source="chosen by hand, not measured"
    )
    plain_confidence: float = taste(
        0.7, "Confidence of a name in plain lower-case words.", unit="share", low=0.0, high=1.0, source="chosen by hand, not measured"
    )
    pronoun_confidence: float = taste(
        0.6, "Confidence of a component that only a pronoun stands for.", unit="share", low=0.0, high=1.0, source="chosen by hand, not measured"
    )
    passage: int = taste(
        6,
        "A component named in plain words counts this many sentences at most from one that names a component with shape, role or markup.",
        unit="sentences",
        low=0,
        high=10_000,
        source="chosen by hand; bench/perturb.py: foreign sentences linked",
    )
    like_least: float = taste(
        3.0,
        "A pronoun goes by what the components' files say only where the words for the best one sum up to this (natural log of how much more often).",
        unit="nats",
        low=0.0,
        high=100.0,
        source="bench doc2code with the names masked: 2 to 4 decide the same",
    )
    like_lead: float = taste(
        2.0,
        "... and are this many times those for the next one.",
        unit="factor",
        low=1.0,
        high=100.0,
        source="bench doc2code with the names masked: 1.5 gives one more error, 3 halves what is found",
    )
    title_weight: float = taste(
        5.0, "Weight of a requirement's title against one of its sentences.", unit="factor", low=0.0, high=100.0, source="bench req2code"
    )
    neighbour_weight: float = taste(
        0.5,
        "Share of the mean score of files that use or are used by a file, added to its own.",
        unit="factor",
        low=0.0,
        high=10.0,
        source="bench req2code",
    )
    usual_files: float = taste(
        4.0,
        "Files that a requirement has, before its ranking is looked at.",
        unit="files",
        low=0.1,
        high=1_000.0,
        source="people link 3.9 files to one in LibEST (of 14) and 5.3 in eTour (of 116); bench req2code: 3.5 to 4.5 give the same within .01",
    )
    chance_power: float = taste(
        0.4,
        "Files that belong have p-values of density a p^(a-1); this is a. Smaller says that a ranking tells them apart better.",
        unit="exponent",
        low=0.01,
        high=0.99,
        source="read off the share of right links by p-value: one curve for LibEST, eTour and both with 200 foreign files; .3 to .5 differ by .01",
    )
    chance_draws: int = option(
        12,
        "Requirements of other words that one is compared with, at most.",
        unit="requirements",
        low=2,
        high=1_000,
        repository="lower",
        source="bench req2code: 3 to 12 differ by .01",
    )
    chance_scores: int = option(
        4_000,
        "Scores by chance that are enough: larger projects take fewer of those requirements, never less than two.",
        unit="scores",
        low=10,
        high=1_000_000,
        repository="lower",
        source="chosen by hand, not measured",
    )
    described_least: float = option(
        0.3,
        "A symbol that prose describes without naming it is linked when it is at least this likely to be meant.",
        unit="share",
        low=0.0,
        high=1.0,
        repository="raise",
        source="bench/described.py on chi and flask: .5 finds one symbol less in each with one wrong less, .1 doubles the wrong ones",
    )
    private_share: float = taste(
        0.8,
        "Share of its likeness that a private definition is given when prose describes something.",
        unit="share",
        low=0.0,
        high=1.0,
        source="bench/described.py on chi and flask: two more right at rank 1 in chi, .6 gives the same",
    )
    described_sentences: int = option(
        60,
        "In a text of more sentences only named symbols are looked for, not described ones.",
        unit="sentences",
        low=0,
        high=100_000,
        repository="lower",
        source="chosen by hand: a section, not a book; bounds the time",
    )
    most_spans: int = option(
        50, "Definitions cited with one alignment.", unit="places", low=0, high=10_000, repository="lower", source="chosen by hand, not measured"
    )
    document_bytes: int = option(
        4_000_000,
        "A document or candidate list larger than this is refused.",
        unit="bytes",
        low=1_000,
        high=1_000_000_000,
        repository="lower",
        source="chosen by hand, not measured",
    )
    reanchor_bytes: int = option(
        8_000_000,
        "Bytes hashed at most while a moved span is looked for by its content.",
        unit="bytes",
        low=0,
        high=1_000_000_000,
        repository="lower",
        source="about 10 ms of SHA-256",
    )
