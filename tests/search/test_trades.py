"""What a path says to who knows the trade, and words that are told apart by their place."""

from __future__ import annotations

from helix_lsp.index.surface import surface_of
from helix_lsp.search.reading.everyday import phrases
from helix_lsp.search.reading.kinds import wanted_kind
from helix_lsp.search.reading.units import trade_terms


def test_workflows_are_the_ci_and_linters_are_linters() -> None:
    assert "ci" in trade_terms(".github/workflows/release.yml")
    assert "ci" not in trade_terms("docs/workflows/release.md")
    assert "linter" in trade_terms(".golangci.yml")
    assert "linter" in trade_terms("[tool.ruff.lint]")
    assert trade_terms("src/ferry.py") == frozenset()


def test_a_workflow_that_runs_the_tests_is_no_test() -> None:
    assert not surface_of(".github/workflows/test.yml", "yaml").test
    assert surface_of("tests/data/cargo.yml", "yaml").test
    assert surface_of("src/test_ferry.py", "python").test


def test_an_object_may_stand_inside_a_verb_and_its_particle() -> None:
    (said, meant), *_ = phrases("what puts the old rope back?")
    assert said == ("put", "back")
    assert "restor" in {word for word, _ in meant}
    assert phrases("what puts the very old and heavy rope back?") == ()


def test_how_with_a_measure_asks_for_a_value() -> None:
    assert wanted_kind("how complex may a function get?") == "value"
    assert wanted_kind("max line length for the linter") == "value"
    assert wanted_kind("how does it work?") == "how"
    assert wanted_kind("how exactly does it work?") == "how"
