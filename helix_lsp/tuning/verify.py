"""Tuning of claim checks, gates and audits."""

from __future__ import annotations

from types import MappingProxyType

from helix_lsp.tuning.record import record


@record
class VerifyTuning:
    """Read by `helix_lsp.verify`."""

    open_share: float = 0.2
    condition_faint: float = 0.5
    made_most: int = 12
    claim_alike: float = 0.8
    share_supported: float = 0.94
    share_contradicted: float = 0.02
    share_passed: float = 0.95
    share_review: float = 0.11
    share_unknown: float = 0.04
    quantity_tolerance: float = 1e-6
    rounding: float = 0.05
    slots_least: float = 1.0
    words_least: float = 0.34
    rattling_most: float = 0.34
    narrow_pieces: int = 2
    general_chars: int = 420
    withheld_files: int = 1
    same_statement: float = 0.6
    returned_least: float = 0.2
    returned_most: float = 0.6
    interval_z: float = 1.96
    audit_places: int = 10
    audit_pieces: int = 3
    audit_lines: int = 8
    outside_sources: int = 2_000
    outside_passages: int = 1_000
    outside_alike: float = 0.45
    outside_bytes: int = 50_000_000
    outside_file: int = 4_000_000
    audit_least: float = 0.5


# Which reasons say that a cited place speaks against a sentence; with every other reason it is open.
#
# Measured with `bench/model_sentences.py --rules` on 280 true and 280 false sentences: 21 true and 73 false
# ones have one of these reasons (condition-reverse 5 and 22, order-reverse 1 and 15, handling-other 1 and 7,
# name 3 and 7). Not measured, for too few have them: what is uncited, misquoted, or introduced as another kind
# of thing, and another literal of a name (0 and 1).

AGAINST = frozenset({
    "cites-nothing", "quotation", "introduction", "name", "number", "foreign", "not-denied", "bound-reverse", "direction",
    "denied", "condition-reverse", "even-reverse", "order-reverse", "sides-exchanged", "call-reverse", "base-other",
    "handling-other", "value-other",
})  # fmt: skip


# What each sign that a text carries a sentence is worth, as log-odds that people call the sentence supported.
#
# Measured: logistic regression with a ridge on the development part of AttributionBench (1,198 claims of four
# sources, half of them supported; Li et al. 2024), by `bench/attribution.py --fit`. Every sign is 0..1 and more
# of it never lowers the score. The sum with `BASE` is the score on the logistic scale.

BASE = -3.6
WORTHS = MappingProxyType({"window": 2.51, "numbers": 1.47, "names": 0.53, "wording": 1.8})

STATES = MappingProxyType({"carried": 0.9, "open": 0.5, "against": 0.25})
"""For code words cannot tell: there the score is the share of true sentences that `bench/model_sentences.py`
counts for each state (half of its sentences are true)."""

PASS_LEAST = 0.5
"""Least score of a sentence that passes: supported sooner than not."""
HELD_LEAST = 0.6
"""Least share of its content words that the text holds anywhere: of 18 sentences of the development part below it
that else passed, 7 were supported."""
SHORT = 4
"""Content words up to which a sentence passes only with all of them: chosen by hand, for 2 of 1,198 sentences of
the development part it decides."""
SPAN = 2.0
"""Words of a window for each content word of the sentence."""
SPAN_LEAST = 8
"""Content words of the shortest window."""
SMALL_LEAST = 0.15
"""From this share of small words (*the*, *of*, *was*) on a text is prose, whatever signs are in it: so are nine in
ten of the prose texts with signs of code, and one in fifty of the places of code of `bench/model_sentences.py`."""


# Words above a block of code which say that the block is proposed, not quoted. Chosen by hand from answers of
# three tools; with them `bench/citations.py` sends 1 of 718 right citations to review.

PROPOSING = frozenset(
    "replace change changed becomes become should would could instead add fix fixed new write create rewritten example "
    "imagine suppose like after suggest suggested suggestion propose proposed try run usage".split()
)
