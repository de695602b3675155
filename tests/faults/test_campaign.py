"""The N-th call of the system fails, for N = 1, 2, 3 ... until none fires any more: the answer is right, or a
clear error, or says it knows less.

Carries G16 and law I10 under faults, in the manner of SQLite's harnesses. By default one journey and a few
N of each kind; `make fuzz` runs all journeys with small strides, and `bench/reliability.py faults` every N.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.faults.campaign import GOOD, JOURNEYS, campaign, compiled

STRIDES = {"open": 19, "read": 19, "write": 23, "sync": 5, "rename": 3, "mmap": 13, "thread": 5}
FEW = {"open": 97, "read": 97, "write": 97, "sync": 13, "rename": 7, "mmap": 47, "thread": 11}


@pytest.fixture(scope="module")
def shim(tmp_path_factory: pytest.TempPathFactory) -> Path:
    library = compiled(tmp_path_factory.mktemp("shim"))
    if library is None:
        pytest.skip("no compiler, or a system that loads no library before libc")
    return library


def test_a_failure_is_right_or_told_and_the_next_run_is_whole(shim: Path, tmp_path: Path) -> None:
    """The question of a project that has no index yet, so that both are made."""
    _held(campaign("ask", FEW, tmp_path, shim))


@pytest.mark.campaign
@pytest.mark.timeout(3_000)
@pytest.mark.parametrize("journey", JOURNEYS)
def test_the_nth_failure_is_right_or_told_and_the_next_run_is_whole(
    journey: str, shim: Path, tmp_path: Path
) -> None:
    _held(campaign(journey, STRIDES, tmp_path, shim))


def _held(runs: list[dict[str, Any]]) -> None:
    fired = [run for run in runs if run["fired"]]
    assert {run["kind"] for run in runs} == set(STRIDES)
    assert len(fired) > 20
    bad = [run for run in runs if run["verdict"] not in GOOD or run["healed"] is not True]
    assert bad == [], "\n".join(map(repr, bad))
    assert all(run["verdict"] == "right" for run in runs if not run["fired"])


def test_the_shim_reaches_sqlite_and_tantivy(shim: Path, tmp_path: Path) -> None:
    """A harness whose faults never reach the engines would find nothing, and say that all is well."""
    runs = campaign("ask", {"mmap": 1, "sync": 1}, tmp_path, shim)
    assert sum(run["fired"] > 0 for run in runs if run["kind"] == "mmap") > 3
