"""Counts of how answers ended: kept here, without words, never in the way. Carries S0-33 of
docs/reference/ladder.md.
"""

from __future__ import annotations

import json
import threading
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import helix_lsp
from helix_lsp.config import SessionConfig
from helix_lsp.session.kept.telemetry import COUNTED, NAME, Telemetry
from helix_lsp.wire.status import counts_to_wire
from tests.support.schemas import check

SCHEMA = json.loads(
    (Path(helix_lsp.__file__).parent / "wire" / "schema" / "telemetry.v1.schema.json").read_text(
        encoding="utf-8"
    )
)


def of(folder: Path, day: str = "2026-11-20", **options: object) -> Telemetry:
    return Telemetry(str(folder), SessionConfig(**options), lambda: day)  # type: ignore[arg-type]


def test_rates_of_the_seed(tmp_path: Path):
    counts = of(tmp_path)
    for names in (
        ["grounded"],
        ["grounded"],
        ["clarify"],
        ["clarify"],
        ["no_evidence"],
        ["hypothesis", "model_calls", "model_failures"],
        ["grounded", "clarify_resolved", "model_calls"],
        ["general"],
    ):
        counts.count("questions", *names)
    counts.query(0)
    counts.query(3, (4, 1))
    assert dict(counts.report().rates) == {
        "grounded_rate": 0.375,
        "hypothesis_rate": 0.125,
        "clarify_rate": 0.25,
        "clarify_resolved_rate": 0.5,
        "no_evidence_rate": 0.125,
        "model_failure_rate": 0.5,
        "zero_result_rate": 0.5,
        "cache_hit_rate": 0.25,
    }
    totals = dict(counts.report().totals)
    assert (totals["questions"], totals["queries"], totals["results"]) == (8, 2, 3)


def test_nothing_counted_has_no_rates(tmp_path: Path):
    report = of(tmp_path).report()
    assert report.days == ()
    assert {rate for _, rate in report.rates} == {None}
    assert not (tmp_path / NAME).exists()


def test_days_are_apart_and_old_ones_go(tmp_path: Path):
    for day in range(1, 10):
        of(tmp_path, f"2026-11-0{day}").count("questions")
    report = of(tmp_path, telemetry_days=3).report()
    assert [d.day for d in report.days] == ["2026-11-07", "2026-11-08", "2026-11-09"]
    assert dict(report.totals)["questions"] == 3


def test_off_writes_nothing_and_says_so(tmp_path: Path):
    counts = of(tmp_path, telemetry=False)
    counts.count("questions", "grounded")
    assert list(tmp_path.iterdir()) == []
    assert counts.report().enabled is False


def test_the_switch_is_the_users_and_not_the_repositorys():
    from helix_lsp.config.whole import declared

    assert declared()["privacy.telemetry"].metadata["scope"] == "user"


def test_folding_keeps_every_count(tmp_path: Path):
    counts = of(tmp_path)
    for _ in range(3_000):
        counts.count("questions", "grounded")
    assert (tmp_path / NAME).stat().st_size < 70_000
    assert dict(counts.report().totals) == dict.fromkeys(COUNTED, 0) | {"questions": 3_000, "grounded": 3_000}


def test_counts_of_several_writers_all_arrive(tmp_path: Path):
    def work() -> None:
        own = of(tmp_path)
        for _ in range(200):
            own.count("questions")

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert dict(of(tmp_path).report().totals)["questions"] == 800


def test_only_counts_are_kept(tmp_path: Path):
    of(tmp_path).count("questions", "clarify")
    assert (tmp_path / NAME).read_text(encoding="ascii") == "2026-11-20 questions 1\n2026-11-20 clarify 1\n"
    with pytest.raises(AssertionError):
        of(tmp_path).count("what is the secret?")


def test_a_disk_that_refuses_fails_no_answer(tmp_path: Path):
    of(tmp_path / "gone").count("questions")
    (tmp_path / NAME).mkdir()
    of(tmp_path).count("questions")
    of(tmp_path).clear()
    assert of(tmp_path).report().days == ()


@given(st.binary(max_size=300))
def test_a_damaged_file_is_read_as_far_as_it_goes(tmp_path_factory: pytest.TempPathFactory, data: bytes):
    folder = tmp_path_factory.mktemp("t")
    (folder / NAME).write_bytes(data + b"\n2026-11-20 grounded 2\n2026-11-20 unknown 3\nbroken 2026\n")
    report = of(folder).report()
    assert dict(report.totals)["grounded"] >= 2
    check(counts_to_wire(report), SCHEMA)


def test_clear_forgets(tmp_path: Path):
    counts = of(tmp_path)
    counts.count("questions")
    counts.clear()
    assert counts.report().days == ()
