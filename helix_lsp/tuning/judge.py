"""What each sign that a text carries a sentence is worth, as log-odds that people call the sentence supported.

Measured: logistic regression with a ridge on the development part of AttributionBench (1,198 claims of four
sources, half of them supported; Li et al. 2024), by `bench/attribution.py --fit`. Every sign is 0..1 and more
of it never lowers the score. The sum with `BASE` is the score on the logistic scale.
"""

from __future__ import annotations

from types import MappingProxyType

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
