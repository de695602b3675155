"""Ignore rules mean what git means by them, and no rule and no name costs more than its length."""

from __future__ import annotations

import os
import random
import subprocess
import time
from pathlib import Path

import pytest

from helix_lsp.text.gitignore import Budget, IgnoreRules

PIECES = (
    b"a", b"b", b"c", b"/", b"*", b"**", b"?", b"[ab]", b"[!a]", b"[a-c]", b"\\a", b"\\*", b"**/", b"/**", b"***", b"[]a]", b"[^]]",
    b"[[:alpha:]]", b"[", b"\\", b" ", b".", b"[a-]", b"[\\]]", b"!", b"#", b"-", b"[[:x:]]", b"[[:]", b"[a", b"\xc3\xa9", b"*.a",
)  # fmt: skip
NAMES = (
    b"a",
    b"b",
    b"ab",
    b"abc",
    b"a.b",
    b"c",
    b"*",
    b"]",
    b"-",
    b"a ",
    b"aab",
    b"\xc3\xa9",
    b"#a",
    b"!a",
    b"\\",
    b"[",
    b".a",
    b"b.a",
)
ENOUGH = 10**9


def pattern(dice: random.Random) -> bytes:
    middle = b"".join(dice.choice(PIECES) for _ in range(dice.randrange(1, 6)))
    return (b"!" if dice.random() < 0.2 else b"") + middle + (b"/" if dice.random() < 0.2 else b"")


def is_ignored(rules: IgnoreRules, path: bytes) -> bool:
    return rules.covers(path, Budget(ENOUGH))


def test_random_rules_mean_what_git_says(tmp_path: Path) -> None:
    """12,000 verdicts; a campaign of 480,000 over other seeds found no difference either."""
    dice = random.Random(20261)
    environment = {"PATH": os.defpath, "HOME": str(tmp_path), "GIT_CONFIG_NOSYSTEM": "1"}
    subprocess.run(["git", "init", "-q", str(tmp_path)], env=environment, check=True)
    command = ["git", "-C", str(tmp_path), "check-ignore", "--no-index", "-v", "-n", "-z", "--stdin"]
    different: list[object] = []
    for _ in range(150):
        data = b"\n".join(pattern(dice) for _ in range(dice.randrange(1, 4))) + dice.choice(
            [b"", b"\n", b"\r\n"]
        )
        (tmp_path / ".git" / "info" / "exclude").write_bytes(data)
        paths = [b"/".join(dice.choice(NAMES) for _ in range(dice.randrange(1, 4))) for _ in range(80)]
        asked = b"".join(path + b"\0" for path in paths)
        said = subprocess.run(
            command, input=asked, env=environment, capture_output=True, check=False
        ).stdout.split(b"\0")
        rules = IgnoreRules(data)
        for source, _, rule, path in zip(said[0::4], said[1::4], said[2::4], said[3::4], strict=False):
            expected = bool(source) and not rule.startswith(b"!")
            if is_ignored(rules, path) != expected:
                different.append((data, path, expected))
    assert different == []


@pytest.mark.parametrize(("rule", "yes", "no"), [
    (b"*.log", b"d/x.log", b"x.logs"), (b"/top", b"top", b"d/top"), (b"a/*/c", b"a/b/c", b"a/b/d/c"), (b"a/**/c", b"a/c", b"ab/c"),
    (b"**/x", b"d/e/x", b"d/xy"), (b"x/**", b"x/y/z", b"x"), (b"trail\\ ", b"trail ", b"trail"), (b"[!a]b", b"cb", b"ab"), (b"\\!x", b"!x", b"x"),
    (b"*_[0-9]*~", b"d/a_1b~", b"a_b~"),
])  # fmt: skip
def test_what_a_rule_ignores(rule: bytes, yes: bytes, no: bytes) -> None:
    assert is_ignored(IgnoreRules(rule), yes)
    assert not is_ignored(IgnoreRules(rule), no)


def test_the_last_rule_that_matches_decides() -> None:
    rules = IgnoreRules(b"*.log\n!keep.*\nkeep.*.log\n")
    said = [
        rules.ignores(name, folder=False, budget=Budget(ENOUGH))
        for name in (b"a.log", b"keep.log", b"keep.1.log", b"b")
    ]
    assert said == [True, False, True, None]


def test_case_is_folded_where_the_file_system_does() -> None:
    assert not is_ignored(IgnoreRules(b"Build/*.O"), b"build/x.o")
    assert IgnoreRules(b"Build/*.O", ignore_case=True).ignores(
        b"build/x.o", folder=False, budget=Budget(ENOUGH)
    )


def test_stars_cost_no_more_than_their_number() -> None:
    """Git needs longer than a minute for one of these names."""
    rules = IgnoreRules(b"\n".join(b"*a" * 20 + b"*b%d" % number for number in range(20)))
    began = time.process_time()
    for number in range(1_000):
        assert not rules.ignores(b"a" * 60 + b"%d" % number, folder=False, budget=Budget(ENOUGH))
    assert time.process_time() - began < 2


def test_rules_of_any_form_are_made_ready_in_linear_time() -> None:
    began = time.process_time()
    for piece in (b"[!%c-\xf0]*a\n", b"**/x\n", b"[%c][%c]?\n", b"a*" * 20 + b"\n", b"**/" * 1_000 + b"x\n"):
        data = b"".join(
            piece.replace(b"%c", b"%c" % (65 + number % 26)) for number in range(262_144 // len(piece))
        )
        IgnoreRules(data).ignores(b"a" * 60, folder=False, budget=Budget(ENOUGH))
    assert time.process_time() - began < 20


def test_a_budget_ends() -> None:
    rules = IgnoreRules(b"*x*y\nplain\n")
    budget = Budget(50)
    assert rules.ignores(b"axby", folder=False, budget=budget)
    for _ in range(100):
        rules.ignores(b"axbyz", folder=False, budget=budget)
    assert budget.spent
    assert rules.ignores(b"axby", folder=False, budget=budget) is None
    assert rules.ignores(b"plain", folder=False, budget=budget)
