"""Values of code and of prose: computed, with units, compared, or not comparable at all."""

from __future__ import annotations

import pytest

from helix_lsp.verify.facts.value import agree, code_value, said_value


@pytest.mark.parametrize(
    ("said", "code", "name", "same"),
    [
        ("5", "5", "", True),
        ("7", "5", "", False),
        ("32 MB", "32 << 20", "MAX_BODY", True),
        ("16 MB", "32 << 20", "MAX_BODY", False),
        ("4 MB", "4 << 10", "STACK", False),
        ("30 seconds", "30", "timeout", True),
        ("30 seconds", "30_000", "timeout", True),
        ("30 seconds", "30", "timeout_ms", False),
        ("30 ms", "Duration::from_millis(30)", "", True),
        ("30 seconds", "time.Second * 30", "", True),
        ("2 weeks", "14 * 24 * 60 * 60", "max_age", True),
        ("10 minutes", "10000", "pluginTimeout", False),
        ("1,048,576", "1024 * 1024", "", True),
        ("0x10", "16u32", "", True),
        ("`'lax'`", '"lax"', "", True),
        ("`'strict'`", '"lax"', "", False),
        ("`true`", "True", "", True),
        ("`true`", "false", "", False),
        ("`None`", "nil", "", True),
        ("`None`", "5", "", False),
        ("`['GET']`", "('GET',)", "", True),
        ("`['GET', 'PUT']`", "('PUT', 'GET')", "", True),
        ("`['GET']`", "('PUT', 'GET')", "", False),
        ("`[]`", "()", "", True),
        ("8080", '"8080"', "", True),
        ("9090", '"8080"', "", False),
    ],
)
def test_what_is_said_is_compared_with_what_the_code_has(said: str, code: str, name: str, same: bool):
    left, right = said_value(said), code_value(code, name)
    assert left is not None
    assert right is not None
    assert agree(left, right) is same


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ("30 seconds", "None"),  # often set where it is used
        ("30 seconds", "0"),  # no limit at all
        ("5", "True"),
        ("`fast`", "mode.slow"),
        ("UTF-8", '"utf-8"'),
    ],
)
def test_what_cannot_be_compared_is_no_contradiction(said: str, code: str):
    left, right = said_value(said), code_value(code)
    assert left is None or right is None or agree(left, right) is None


@pytest.mark.parametrize("code", ["f(5)", "a + 1", "f'{x}'", "`${y}`", "x if y else z", "[a, b]", ""])
def test_what_only_a_run_can_tell_is_no_value(code: str):
    assert code_value(code) is None
