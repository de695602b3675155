"""The rules, in the order in which a finding tells them."""

from __future__ import annotations

from helix_lsp.align.drift.rules import examples, owners, past, places
from helix_lsp.align.drift.rules.rule import Rule

RULES: tuple[Rule, ...] = (*past.RULES, *owners.RULES, *examples.RULES, *places.RULES)
