"""Every rule holds its own examples, has a sentence, a worth that was measured, and an id of its own."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from helix_lsp.align.drift.decide import decide
from helix_lsp.align.drift.rules import RULES
from helix_lsp.align.drift.rules.rule import Rule
from helix_lsp.align.drift.say import CHECKS, EVIDENCE, RULE_SAYS, SETTLED
from helix_lsp.align.drift.verdict import because
from helix_lsp.config.documents import DriftConfig
from helix_lsp.tuning import drift_worths as weights
from tests.support.drift_rules import applies, case_of

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


AGAINST = [param for param in FIRES if weights.RULES[param.values[0].id] < 0]


@pytest.mark.parametrize("ignored", [False, True])
@pytest.mark.parametrize("check", ["name-gone", "path-gone", "member-missing"])
@pytest.mark.parametrize(("rule", "text"), AGAINST)
def test_nothing_that_a_rule_speaks_against_is_certain(
    rule: Rule, text: str, check: str, ignored: bool
) -> None:
    cfg = DriftConfig(ignore=(rule.id,) if ignored else ())
    with case_of(text, named(rule), cfg=cfg) as case:
        facts = dict(case.witness.check.facts)
        case.witness = replace(case.witness, check=because(check, **facts))
        assert not decide(case).certain


@pytest.mark.parametrize("against", [one for one, worth in weights.EVIDENCE.items() if worth < 0])
def test_nothing_that_evidence_speaks_against_is_certain(against: str) -> None:
    with case_of("# Guide\n\nCall `grill_it`.\n") as case:
        assert decide(case).certain
        case.witness = replace(case.witness, evidence=(*case.witness.evidence, because(against)))
        assert not decide(case).certain


def test_no_hint_is_certain() -> None:
    with case_of("# Guide\n\nCall `grill_it`.\n") as case:
        case.witness = replace(
            case.witness, check=because("name-unused", word="grill_it", path="kiln/oven.py")
        )
        said = decide(case)
    assert (said.tier, said.certain) == ("B", False)
