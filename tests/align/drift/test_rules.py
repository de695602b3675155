"""Every rule holds its own examples, has a sentence, a worth that was measured, and an id of its own."""

from __future__ import annotations

import pytest

from helix_lsp.align.drift.rules import RULES
from helix_lsp.align.drift.rules.rule import Rule
from helix_lsp.align.drift.say import CHECKS, EVIDENCE, RULE_SAYS, SETTLED
from helix_lsp.tuning import drift_worths as weights
from tests.support.drift_rules import applies

FIRES = [
    pytest.param(rule, text, id=f"{rule.id}-{at}") for rule in RULES for at, text in enumerate(rule.fires)
]
SILENT = [
    pytest.param(rule, text, id=f"{rule.id}-{at}") for rule in RULES for at, text in enumerate(rule.silent)
]


def named(rule: Rule) -> str:
    return "docs/grill.md" if rule.kinds == {"path"} else "grill_it"


@pytest.mark.parametrize(("rule", "text"), FIRES)
def test_a_rule_applies_to_its_examples(rule: Rule, text: str) -> None:
    assert rule.id in applies(text, named(rule)), (
        f"the rule `{rule.id}` does not apply to a text of its `fires`: mend `examine` or the text"
    )


@pytest.mark.parametrize(("rule", "text"), SILENT)
def test_a_rule_is_silent_where_it_says_so(rule: Rule, text: str) -> None:
    assert rule.id not in applies(text, named(rule)), (
        f"the rule `{rule.id}` applies to a text of its `silent`: mend `examine` or the text"
    )


def test_ids_are_unique_and_everything_weighed_has_a_worth() -> None:
    ids = [*CHECKS, *EVIDENCE, *SETTLED, *RULE_SAYS]
    assert (len(ids), len(RULE_SAYS)) == (len(set(ids)), len(RULES))
    assert (set(weights.CHECKS), set(weights.EVIDENCE)) == (set(CHECKS), set(EVIDENCE))
    assert set(weights.RULES) == set(RULE_SAYS)
