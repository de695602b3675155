"""The N-th call of the system fails, for N = 1, 2, 3 ... until none fires any more: the answer is right, or a
clear error, or says it knows less.

Carries G16 and law I10 under faults, in the manner of SQLite's harnesses. Here every so many-th N;
`bench/reliability.py faults` takes every N.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.faults.campaign import GOOD, JOURNEYS, campaign, compiled

STRIDES = {"open": 19, "read": 19, "write": 23, "sync": 5, "rename": 3, "mmap": 13, "thread": 5}


@pytest.fixture(scope="module")
def shim(tmp_path_factory: pytest.TempPathFactory) -> Path:
    library = compiled(tmp_path_factory.mktemp("shim"))
    if library is None:
        pytest.skip("no compiler, or a system that loads no library before libc")
    return library


@pytest.mark.parametrize("journey", JOURNEYS)
def test_the_nth_failure_is_right_or_said_and_the_next_run_is_whole(
    journey: str, shim: Path, tmp_path: Path
) -> None:
    runs = campaign(journey, STRIDES, tmp_path, shim)
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
