"""A small part of bench/rename_cases.py: made renames and made replacements over real functions of this
repository, in Python, TypeScript and Lua. The sample is the code of the day, so `make fuzz` runs it and
`make test` does not.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from helix_lsp.history.successor import sides_of, successor_of, successors

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "bench"))

from rename_case import KINDS, Case, code_of, make_case  # noqa: E402  (found through the line above)

pytestmark = pytest.mark.campaign
PLACES = ("helix_lsp/text", "helix_lsp/align", "editors/vscode/src", "editors/neovim/lua")
EACH = 24  # the sample hangs on the code of the day: of 16 replacements two were named by chance, of 48 and of 80 none
FOUND = 0.85


def cases() -> Iterator[Case]:
    rng = random.Random(20)
    paths = sorted(
        p for place in PLACES for p in (ROOT / place).rglob("*") if p.suffix in (".py", ".ts", ".lua")
    )
    rng.shuffle(paths)
    code = code_of((p.relative_to(ROOT).as_posix(), p.read_bytes()) for p in paths)
    for kind in KINDS:
        made = 0
        while made < EACH:
            case = make_case(code, kind, rng)
            if case is not None:
                made += 1
                yield case


@pytest.fixture(scope="module")
def told() -> list[tuple[Case, str, bool]]:
    """(case, what is said, whether surely)"""
    out: list[tuple[Case, str, bool]] = []
    for case in cases():
        found = successors([sides_of(p, p, case.before[p], case.after[p]) for p in sorted(case.before)])
        one = successor_of(case.old, case.path, found)
        out.append((case, one.new if one is not None else "", one is not None and one.certain))
    return out


def test_no_certain_answer_is_wrong(told: list[tuple[Case, str, bool]]) -> None:
    wrong = [
        (c.kind, c.path, c.old, c.new, new)
        for c, new, sure in told
        if sure and not (c.is_rename and new == c.new)
    ]
    assert wrong == []
    assert sum(sure for _, _, sure in told) >= EACH


def test_renames_are_found(told: list[tuple[Case, str, bool]]) -> None:
    right = [new == c.new for c, new, _ in told if c.is_rename]
    assert sum(right) >= FOUND * len(right)


def test_a_replacement_that_nobody_calls_instead_is_mostly_nothing(
    told: list[tuple[Case, str, bool]],
) -> None:
    said = [bool(new) for c, new, _ in told if not c.is_rename and not c.kind.endswith("uses")]
    assert sum(said) <= 0.1 * len(said)
