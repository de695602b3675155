"""Tuning of tying documents to code: which candidates a mention has, how much proof is gathered, what a
sentence speaks of.
"""

from __future__ import annotations

from dataclasses import dataclass

from helix_lsp.tuning.tuned import tuned


@dataclass(frozen=True, slots=True, kw_only=True)
class AlignTuning:
    """How a mention finds its definitions, and how much proof is gathered for one."""

    least_score: float = tuned(
        0.3,
        "Candidates below this are not shown at all.",
        unit="score",
        source="read by hand on the mentions of flask's documents",
    )
    falloff: float = tuned(
        0.2,
        "A candidate further than this below the best one is left out.",
        unit="score",
        source="read by hand on the mentions of flask's documents",
    )
    tie: float = tuned(
        0.021,
        "Candidates this close to the best one are one group; go-to-definition offers all of it.",
        unit="score",
        source="smaller than every single ranking step except nearness",
    )
    max_candidates: int = tuned(
        12, "Candidates kept for one mention.", unit="definitions", source="more do not help a reader"
    )
    max_same_word: int = tuned(
        6,
        "A plain lower-case word that more definitions bear than this is a word, not a name.",
        unit="definitions",
        source="chosen by hand, not measured: a word that many definitions bear is everyday speech",
    )
    lineage_depth: int = tuned(
        8,
        "Steps up the base classes when a member is looked for.",
        unit="classes",
        source="bounds a hostile hierarchy",
    )
    usage_units: int = tuned(
        10_000,
        "Where at most so many units hold a name, all files with them are candidates for its usages, near ones first; else those of the best units.",
        unit="units",
        source="measured on Go 1.19: 5 ms to find the files of 7,400 units; `len` (13,700) and `err` (21,300) are above it",
    )
    usage_files: int = tuned(
        200,
        "Files whose references are read for the usages of one name.",
        unit="files",
        source="bounds hover time",
    )
    usage_bytes: int = tuned(
        1_000_000,
        "Source whose references are read for the usages of one name, tests last; beyond it counts are lower bounds.",
        unit="bytes",
        source="bounds hover time: about 0.15 s of decoding; the whole of flask fits",
    )
    longest_line: int = tuned(
        400, "A usage on a longer line is cited by its name alone.", unit="bytes", source="minified code"
    )
    doc_chars: int = tuned(
        600,
        "Characters of a docstring's first paragraph in a hover.",
        unit="characters",
        source="one screen of an editor",
    )
    abbreviations: bool = tuned(
        True,
        "The table of usual abbreviations (db = database) counts beside those that are read from the code.",
        source="bench doc2code: no difference on MediaStore and TeaStore, the rules read from the code find the one it was for",
    )
    spoken_whole: float = tuned(
        0.8,
        "Share of its confidence that a name keeps which stands in plain prose as it is spelled.",
        unit="share",
        source="chosen by hand, not measured",
    )
    spoken_capital: float = tuned(
        0.6,
        "... that is said in words with capitals (Session Interface).",
        unit="share",
        source="chosen by hand, not measured",
    )
    spoken_lower: float = tuned(
        0.4,
        "... that is said in lower-case words (session interfaces).",
        unit="share",
        source="chosen by hand, not measured",
    )
    spoken_units: int = tuned(
        400,
        "Units of the index in which mentions outside of inline code are looked for, for one name.",
        unit="units",
        source="chosen by hand, not measured",
    )
    written_confidence: float = tuned(
        0.95,
        "Confidence of a path, code span, CamelCase or class name.",
        unit="share",
        source="chosen by hand, not measured",
    )
    named_confidence: float = tuned(
        0.85,
        "Confidence of a capitalised name or one with a role noun.",
        unit="share",
        source="chosen by hand, not measured",
    )
    plain_confidence: float = tuned(
        0.7,
        "Confidence of a name in plain lower-case words.",
        unit="share",
        source="chosen by hand, not measured",
    )
    pronoun_confidence: float = tuned(
        0.6,
        "Confidence of a component that only a pronoun stands for.",
        unit="share",
        source="chosen by hand, not measured",
    )
    passage: int = tuned(
        6,
        "A component named in plain words counts this many sentences at most from one that names a component with shape, role or markup.",
        unit="sentences",
        source="chosen by hand; bench/perturb.py: foreign sentences linked",
    )
    like_least: float = tuned(
        3.0,
        "A pronoun goes by what the components' files say only where the words for the best one sum up to this (natural log of how much more "
        "often).",
        unit="nats",
        source="bench doc2code with the names masked: 2 to 4 decide the same",
    )
    like_lead: float = tuned(
        2.0,
        "... and are this many times those for the next one.",
        unit="factor",
        source="bench doc2code with the names masked: 1.5 gives one more error, 3 halves what is found",
    )
    title_weight: float = tuned(
        5.0,
        "Weight of a requirement's title against one of its sentences.",
        unit="factor",
        source="measured: with 3 or 10, F1 on eTour and LibEST changed by .009 to .015",
    )
    neighbour_weight: float = tuned(
        0.5,
        "Share of the mean score of files that use or are used by a file, added to its own.",
        unit="factor",
        source="measured: without it F1 was .017 lower on eTour and .007 on LibEST",
    )
    chance_power: float = tuned(
        0.4,
        "Files that belong have p-values of density a p^(a-1); this is a. Smaller says that a ranking tells them apart better.",
        unit="exponent",
        source="read off the share of right links by p-value: one curve for LibEST, eTour and both with 200 foreign files; .3 to .5 differ by .01",
    )
    chance_draws: int = tuned(
        12,
        "Requirements of other words that one is compared with, at most.",
        unit="requirements",
        source="bench req2code: 3 to 12 differ by .01",
    )
    chance_scores: int = tuned(
        4_000,
        "Scores by chance that are enough: larger projects take fewer of those requirements, never less than two.",
        unit="scores",
        source="chosen by hand, not measured",
    )
    described_least: float = tuned(
        0.3,
        "A symbol that prose describes without naming it is linked when it is at least this likely to be meant.",
        unit="share",
        source="bench/described.py on chi and flask: .5 finds one symbol less in each with one wrong less, .1 doubles the wrong ones",
    )
    private_share: float = tuned(
        0.8,
        "Share of its likeness that a private definition is given when prose describes something.",
        unit="share",
        source="bench/described.py on chi and flask: two more right at rank 1 in chi, .6 gives the same",
    )
    described_sentences: int = tuned(
        60,
        "In a text of more sentences only named symbols are looked for, not described ones.",
        unit="sentences",
        source="chosen by hand: a section, not a book; bounds the time",
    )
    most_spans: int = tuned(
        50, "Definitions cited with one alignment.", unit="places", source="chosen by hand, not measured"
    )
    document_bytes: int = tuned(
        4_000_000,
        "A document or candidate list larger than this is refused.",
        unit="bytes",
        source="chosen by hand, not measured",
    )
