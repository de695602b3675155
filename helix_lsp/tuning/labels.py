"""Which reasons say that a cited place speaks against a sentence; with every other reason it is open."""

from __future__ import annotations

AGAINST = frozenset({
    "cites-nothing", "quotation", "introduction", "name", "number", "foreign", "not-denied", "bound-reverse", "direction",
    "denied", "condition-reverse", "even-reverse", "order-reverse", "sides-exchanged", "call-reverse", "base-other",
    "handling-other",
})  # fmt: skip
