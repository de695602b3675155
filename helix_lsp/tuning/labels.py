"""Which reasons say that a cited place speaks against a sentence; with every other reason it is open.

Measured with `bench/model_sentences.py --rules` on 280 true and 280 false sentences: 21 true and 73 false ones have
one of these reasons (condition-reverse 5 and 22, order-reverse 1 and 15, handling-other 1 and 7, name 3 and 7). Not
measured, for too few have them: what is uncited, misquoted, or introduced as another kind of thing, and another literal of a name (0 and 1).
"""

from __future__ import annotations

AGAINST = frozenset({
    "cites-nothing", "quotation", "introduction", "name", "number", "foreign", "not-denied", "bound-reverse", "direction",
    "denied", "condition-reverse", "even-reverse", "order-reverse", "sides-exchanged", "call-reverse", "base-other",
    "handling-other", "value-other",
})  # fmt: skip
