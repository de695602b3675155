"""Tuning of retrieval: what a question weighs, how channels are fused, how files are ranked."""

from __future__ import annotations

from dataclasses import dataclass

from helix_lsp.tuning.tuned import tuned

_BY_HAND = (
    "chosen by hand; bench/ablation.py finds no effect of the fuzzy and tracked weights on Semble or sweqa"
)
_STUDY = (
    "set by hand on questions about 27 repositories; the optimum is flat (design-decisions.md#ranking-recipe)"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchTuning:
    """Weights are relative; each pair of `..._short` and `..._long` is blended by the length of the question."""

    # the question
    issue_from: int = tuned(
        400,
        "From this length on, or with a code block, a question is read as an issue report.",
        unit="characters",
        source=_STUDY,
    )
    most_terms: int = tuned(80, "Terms kept, by weight times rarity.", unit="terms", source=_STUDY)
    frame_weight: float = tuned(
        0.3,
        "Weight of words that frame a question rather than name its subject.",
        source="measured: sweqa -.015 without",
    )
    whole_weight: float = tuned(0.5, "Weight of a whole identifier beside its parts.", source=_STUDY)
    synonym_weight: float = tuned(
        0.4, "Weight of an added synonym or abbreviation.", source="measured: Semble -.006 without"
    )
    position_decay: float = tuned(
        60.0, "A word at this position weighs half of the first one.", unit="words", source=_STUDY
    )
    title_weight: float = tuned(1.5, "Issue reports: weight of the first line.", source=_STUDY)
    prose_weight: float = tuned(0.5, "Issue reports: weight of the other prose.", source=_STUDY)
    code_weight: float = tuned(0.25, "Issue reports: weight of code and logs.", source=_STUDY)
    trace_weight: float = tuned(
        0.5, "Issue reports: weight of function names in a stack trace.", source=_STUDY
    )
    short_terms: float = tuned(
        5.0,
        "Up to this many content words a question counts as short.",
        unit="words",
        source="measured: Semble -.029 when all questions are weighed as long ones; the five is chosen by hand",
    )

    # a second pass, a second opinion
    feedback_weight: float = tuned(
        0.0,
        "Weight of terms taken from the best units of a first pass, against the heaviest word of the question; 0 makes no second pass.",
        source="measured: Semble -.004 [at .15], sweqa mean of three -.008; only where the best unit holds under .45 of the question: -.002, -.008",
    )
    feedback_units: int = tuned(
        5,
        "Units that such terms are taken from.",
        unit="units",
        source="the setting measured: no gain at any weight",
    )
    feedback_terms: int = tuned(
        20, "Such terms kept.", unit="terms", source="the setting measured: no gain at any weight"
    )
    feedback_below: float = tuned(
        1.01,
        "A second pass is made only where the best unit holds less than this share of the question's weight; above 1 always.",
        source="chosen by hand, not measured",
    )
    hypothesis_weight: float = tuned(
        0.2,
        "Weight of terms of a hypothetical passage, against the heaviest word of the question; read only where the user had one written.",
        source="measured on 116 labelled questions (bench/hypothetical.py), a passage without knowledge and the labelled answer: "
        "-.001 and +.031 at .1, -.001 and +.051 at .2, -.008 and +.088 at .4",
    )
    rerank_pool: int = tuned(
        10,
        "First files of a list that a second opinion is asked about, where `search.second_opinion` is on.",
        unit="files",
        source="measured with another passage: Semble +.0025 at 10, +.0017 at 20",
    )
    rerank_places: int = tuned(
        3,
        "Places of each of these files that it is asked about; the most alike counts.",
        unit="places",
        source="measured: Semble +.001 with one place, +.003 with two, +.005 with three (ADR 0010)",
    )
    rerank_weight: float = tuned(
        0.06,
        "Share of the second opinion against the score, for a question of a few words; less for a longer one.",
        source="measured: Semble +.0048 at .05, +.0050 at .06, +.0047 at .07, +.0035 at .1, no class lower (ADR 0010)",
    )

    # what must stand word for word, and stack traces
    exact_files: int = tuned(
        40,
        "Files of the ranking that are read to find a quoted phrase or a printed message; 0 reads none.",
        unit="files",
        source="bounds the reading; chosen by hand",
    )
    exact_bytes: int = tuned(
        400_000,
        "How much of each of them is read.",
        unit="bytes",
        source="bounds the reading; chosen by hand",
    )
    quoting_words: int = tuned(
        5,
        "A shorter question is never taken to be quoted: its words may stand together anywhere.",
        unit="words",
        source="chosen by hand, not measured",
    )
    most_frames: int = tuned(
        30,
        "Frames of a stack trace that are looked up, from the innermost.",
        unit="frames",
        source="chosen by hand, not measured",
    )
    frame_decay: float = tuned(
        0.8, "What an own frame counts against the one inside it.", source="chosen by hand, not measured"
    )

    # BM25F over units
    k1: float = tuned(
        1.2, "Saturation of term frequency.", source="Robertson and Zaragoza, BM25 and Beyond, 2009"
    )
    weight_name: float = tuned(3.0, "Field weight: name.", source=_STUDY)
    weight_qualifier: float = tuned(1.0, "Field weight: containers or heading path.", source=_STUDY)
    weight_signature: float = tuned(1.0, "Field weight: signature.", source=_STUDY)
    weight_doc: float = tuned(1.5, "Field weight: docstring and comments.", source=_STUDY)
    weight_body: float = tuned(1.0, "Field weight: body.", source=_STUDY)
    weight_path: float = tuned(1.0, "Field weight: words of the path.", source=_STUDY)
    norm_name: float = tuned(0.3, "Length normalisation b: name.", source=_STUDY)
    norm_qualifier: float = tuned(0.3, "Length normalisation b: containers or heading path.", source=_STUDY)
    norm_signature: float = tuned(0.5, "Length normalisation b: signature.", source=_STUDY)
    norm_doc: float = tuned(0.6, "Length normalisation b: docstring and comments.", source=_STUDY)
    norm_body: float = tuned(0.6, "Length normalisation b: body.", source=_STUDY)

    # channels and fusion
    pool_units: int = tuned(
        200,
        "Units taken from the lexical channel.",
        unit="units",
        source="measured: 200 lose nothing against all, 100 lose .003 to .007",
    )
    pool_paths: int = tuned(
        50,
        "Files taken from each other channel.",
        unit="files",
        source="measured: with 200 units, 50 lose nothing",
    )
    rrf_k: float = tuned(
        60.0, "Constant of reciprocal rank fusion.", source="Cormack, Clarke, Buettcher, SIGIR 2009"
    )
    channel_lexical: float = tuned(1.0, "Fusion weight: lexical channel.", source=_BY_HAND)
    channel_symbol: float = tuned(1.0, "Fusion weight: symbol channel.", source=_BY_HAND)
    channel_path: float = tuned(0.7, "Fusion weight: path channel.", source=_BY_HAND)
    channel_fuzzy: float = tuned(0.4, "Fusion weight: fuzzy channel.", source=_BY_HAND)
    channel_trace: float = tuned(
        1.0, "Fusion weight: frames of a stack trace.", source="chosen by hand, not measured"
    )
    channel_quoted: float = tuned(
        1.0, "Fusion weight: units with all words of a quoted phrase.", source="chosen by hand, not measured"
    )
    channel_tracked: float = tuned(0.3, "Fusion weight: tracked-file scan.", source=_BY_HAND)
    fuzzy_cutoff: float = tuned(
        82.0,
        "Least similarity of a fuzzy name.",
        unit="percent",
        source="two letters wrong in a name of twelve",
    )
    fuzzy_names: int = tuned(
        20,
        "Names kept by the fuzzy channel for each unknown word.",
        unit="names",
        source="chosen by hand, not measured",
    )
    scan_files: int = tuned(
        8,
        "Files too large for the index that one question may scan.",
        unit="files",
        source="bounds the tracked-file scan",
    )

    # ranking
    rank_units: float = tuned(2.5, "Best three units of a file by BM25F.", source=_STUDY)
    rank_fused: float = tuned(
        0.25,
        "Fused rank over all channels.",
        source="bench/ablation.py: Semble .867 at 0, .868 at .25 and .5; sweqa within .005",
    )
    rank_name: float = tuned(0.5, "Question found in a unit's name.", source=_STUDY)
    rank_defines_short: float = tuned(1.0, "Defines a name of the question (short questions).", source=_STUDY)
    rank_defines_long: float = tuned(
        1.0,
        "Defines a name of the question (long questions).",
        source="sweqa: mean of three +.003 at 1 against .5",
    )
    rank_stem: float = tuned(1.0, "Question found in the file's name.", source=_STUDY)
    rank_precise_short: float = tuned(
        1.0, "File name found in the question (short questions).", source=_STUDY
    )
    rank_precise_long: float = tuned(
        0.0,
        "File name found in the question (long questions).",
        source="sweqa: mean of three +.004 at 0 against .3, Semble equal",
    )
    rank_mentioned: float = tuned(2.0, "The question names the path.", source=_STUDY)
    rank_symbol: float = tuned(1.5, "The whole question is a name that the file defines.", source=_STUDY)
    rank_covers: float = tuned(0.5, "Question found among the names a file defines.", source=_STUDY)
    rank_used_short: float = tuned(
        1.0,
        "Used by files that match (short questions only).",
        source="measured: Semble -.019 [-.032, -.006] without",
    )
    rank_uses_short: float = tuned(
        0.5,
        "Uses files that match (short questions only).",
        source="measured: Semble -.010 [-.018, -.004] without",
    )
    rank_frame: float = tuned(
        4.0,
        "A frame of the pasted stack trace lies in the file; the innermost counts whole.",
        source="chosen by hand, not measured: above what all other features of one file usually sum to, so that the innermost own frame stands "
        "first",
    )
    rank_quoted: float = tuned(
        2.0,
        "Share of the quoted phrases that the file holds word for word.",
        source="chosen by hand, not measured",
    )
    rank_literal: float = tuned(
        2.0, "The file holds the printed message.", source="chosen by hand, not measured"
    )
    rank_beside: float = tuned(
        0.1,
        "The file is, or lies beside, one that is open or was edited last.",
        source="a signal of the editor: no benchmark has it",
    )
    second_unit: float = tuned(0.5, "Share of a file's second-best unit.", source=_STUDY)
    third_unit: float = tuned(0.25, "Share of a file's third-best unit.", source=_STUDY)
    prefix_match: float = tuned(
        0.7, "A file-name word that shares a long prefix counts this much.", source=_STUDY
    )

    # authority
    demote_test: float = tuned(0.85, "Factor for tests, unless asked for.", source=_STUDY)
    demote_test_issue: float = tuned(0.4, "Factor for tests in issue reports.", source=_STUDY)
    demote_example: float = tuned(0.5, "Factor for examples and benchmarks, unless asked for.", source=_STUDY)
    demote_generated: float = tuned(0.5, "Factor for generated and vendored files.", source=_STUDY)
    demote_docs: float = tuned(0.5, "Factor for documents, unless asked for.", source=_STUDY)
    demote_docs_reason: float = tuned(
        1.0,
        "Factor for documents when a reason or decision is asked for and no part of the code is named.",
        source="own gold file",
    )
    demote_docs_issue: float = tuned(0.4, "Factor for documents in issue reports.", source=_STUDY)
    demote_config: float = tuned(0.5, "Factor for configuration and plain data.", source=_STUDY)
    demote_config_asked: float = tuned(
        1.0, "The same factor when the question asks for options.", source="own gold file"
    )
    demote_unquoted: float = tuned(
        0.5,
        "Factor for files without a phrase that the question quotes, where other files hold it.",
        source="chosen by hand, not measured",
    )
    demote_quoting: float = tuned(
        0.3,
        "Factor for files that hold the question itself word for word, as lists of questions do.",
        source="a list of questions answers none (design-decisions.md#quoted-questions); chosen by hand",
    )
    demote_entry: float = tuned(0.8, "Factor for re-export files such as `__init__.py`.", source=_STUDY)
    demote_platform: float = tuned(
        0.8,
        "Factor for files of one operating system, unless the question names one.",
        source="measured: Semble -.005 [-.016, .000] without, nearly all of it in one repository; the factor is that of entry files",
    )
    demote_bodiless: float = tuned(
        0.8,
        "Factor for files that only declare (interfaces, type aliases, prototypes).",
        source="measured: Semble -.004 [-.008, -.001] without",
    )

    # the list
    place_class: float = tuned(
        0.8,
        "Factor for a class as a whole when the place to show in a file is chosen.",
        source="measured with the next two: sweqa span hit@5 .750 against .727 [-.064, .017]",
    )
    place_module: float = tuned(
        0.7,
        "Factor for text outside all definitions when the place to show is chosen.",
        source="measured with its neighbours",
    )
    place_holder: float = tuned(
        0.5,
        "Share of its class's match that a member is credited with when the place to show is chosen.",
        source="measured with its neighbours",
    )
    read_share: float = tuned(
        0.4,
        "Share of the order in which units were read, against that of files, for a question in a few words.",
        source="measured: place@10 .60 -> .80 and .63 -> .76 on two sets; from .45 on Semble falls",
    )
    read_named: float = tuned(
        0.3,
        "Factor for that share where the question writes a name.",
        source="measured: Semble -.005 at 1, flat from 0 to .5",
    )
    read_places_from: float = tuned(
        0.3,
        "From this shortness of the question on (1 for a few words) the places of a file stand in the order in which they were read.",
        source="measured: sweqa span hit@5 .575 as it is, .512 with the places that were read",
    )
    spread_from: int = tuned(
        30,
        "From this length on a list shows several places of a file; a shorter one shows each file once.",
        unit="hits",
        source="ten files at three places each",
    )
    more_places: int = tuned(
        2,
        "Further places named inside a hit.",
        unit="places",
        source="three places of a file in all; by hand",
    )
    collaborators: int = tuned(
        2,
        "Files that the best places use, lifted to the end of the first ten; 0 for none.",
        unit="files",
        source="measured: sweqa recall@10 .885 against .871 without; mean of three -.005 [-.012, .001]",
    )
    collaborators_from: int = tuned(
        8,
        "Files of the list that stand before the lifted ones.",
        unit="files",
        source="so that ten hold them",
    )
    collaborators_least: float = tuned(
        1.0,
        "Least that such a file must be used; 1 is one name that no other file defines, in a place of the best file.",
        unit="names",
        source="one whole use; measured: sweqa recall@10 +.002 against 0, flat from .5 to 1.5",
    )
    guard_names: int = tuned(
        1,
        "1: a use counts only where the two languages can share a name; 0: between any two, a stylesheet and a program among them.",
        source="chosen by reading: without it Python files voted for style sheets; no figure moves (Semble, sweqa, lenskit, own gold file)",
    )
    words_share: float = tuned(
        0.3,
        "Behind the first files of a sentence, share of the words that a file adds to those held above, against its score; 0 for score alone.",
        source="xQuAD, WWW 2010; share measured: sweqa recall@10 +.005 [-.001, .011], the same from .3 to .4",
    )
    words_from: int = tuned(
        5,
        "Files that stay in the order of their scores.",
        unit="files",
        source="measured: sweqa recall@5 -.012 at 4, equal at 6",
    )
    words_pool: int = tuned(
        15,
        "Files among which the words added are weighed.",
        unit="files",
        source="measured: sweqa equal from 15 to 60",
    )
    neighbour_lines: int = tuned(
        30,
        "In a long list, definitions of one container that follow one another are one place up to this length; 0 keeps them apart.",
        unit="lines",
        source="measured: sweqa span hit@5 +.017 [.000, .041]; at 30 the lines shown for a hit stay equal, at 60 they grow",
    )
    diversity: float = tuned(
        0.0,
        "Share of novelty against relevance (MMR: 1 - lambda).",
        source="Carbonell, Goldstein, SIGIR 1998; share measured: Semble .900 at 0, .899 at .05 (+.001 [.000, .002]); sweqa equal",
    )
    diversity_pool: int = tuned(
        40, "Hits among which novelty is weighed.", unit="hits", source="bounds the quadratic step"
    )
