"""`make report`: the registry of figures is whole, its patterns read what the scripts print, and a version keeps its
figures.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

BENCH = Path(__file__).resolve().parents[2] / "bench"
sys.path.insert(0, str(BENCH))

import report  # noqa: E402

RUNS = report.runs()


@pytest.mark.parametrize("run", RUNS, ids=[run["id"] for run in RUNS])
def test_the_patterns_of_a_run_match_its_sample(run: dict[str, Any]) -> None:
    found = report.figures(run, run["sample"])
    assert [one.says for one in found if one.value is None] == []
    assert [
        one["says"] for one, told in zip(run["figure"], found, strict=True) if "peer" in one and not told.peer
    ] == []
    assert (BENCH / run["command"][0]).is_file()
    assert all(f"${name}" in " ".join(run["command"]) or name in _text(run) for name in run.get("needs", ()))


def _text(run: dict[str, Any]) -> str:
    """What reads the variables that are not part of the command."""
    scripts = (BENCH / run["command"][0], BENCH / "suites.py")
    return "".join(script.read_text(encoding="utf-8") for script in scripts)


def test_no_two_figures_have_one_name() -> None:
    names = [(run["id"], one["says"]) for run in RUNS for one in run["figure"]]
    assert len(set(names)) == len(names)


def test_a_goal_that_nobody_measures_is_told_with_its_reason() -> None:
    told = report.unmeasured()
    rows = report.tomllib.loads(report.FIGURES.read_text(encoding="utf-8"))["open"]
    measured = {one["says"] for run in RUNS for one in run["figure"]}
    for one in rows:
        report.wanted(one["goal"])
        assert len(one["why"].split()) > 3
        assert one["says"] not in measured
        assert f"| {one['says']} | {one.get('by_hand', '')} | {one['goal']} |" in told
    page = (BENCH.parent / "docs" / "reference" / "figures.md").read_text(encoding="utf-8")
    assert page.endswith(told)


def figure(**more: Any) -> report.Measured:
    return report.Measured(
        **{"run": "drift", "part": "P", "says": "s", "value": 0.5, "goal": ">= 0.4"} | more
    )


@pytest.mark.parametrize(
    ("value", "goal", "holds"),
    [
        (0.4, ">= 0.4", True),
        (0.3, ">= 0.4", False),
        (3, "<= 3", True),
        (4, "<= 3", False),
        (None, ">= 0", False),
    ],
)
def test_a_figure_holds_when_it_meets_its_goal(value: float | None, goal: str, holds: bool) -> None:
    assert figure(value=value, goal=goal).holds is holds


def test_a_goal_is_a_bound() -> None:
    with pytest.raises(ValueError, match="about 3"):
        report.wanted("about 3")


def test_a_run_without_its_folders_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CLAIMS_REPOS", raising=False)
    run = next(run for run in RUNS if run["id"] == "claims")
    assert report.measured(run, 1.0) == ([], "CLAIMS_REPOS not given")


def test_folders_stand_for_their_variable(tmp_path: Path) -> None:
    for name in ("b", "a"):
        (tmp_path / name).mkdir()
    words = report.command({"command": ["x.py", "$T/*", "--n", "$N"]}, {"T": str(tmp_path), "N": "3"})
    assert words[2:] == [str(tmp_path / "a"), str(tmp_path / "b"), "--n", "3"]


def test_what_is_measured_again_replaces_what_was_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(report, "KEPT", tmp_path / "report.json")
    monkeypatch.setattr(report, "PAGE", tmp_path / "figures.md")
    monkeypatch.setattr(report, "PICTURE", tmp_path / "figures.svg")
    drift, house = (next(run for run in RUNS if run["id"] == name) for name in ("drift", "house"))
    entry = {"version": "1", "date": "2026-11-26", "machine": "m"}
    report.keep(entry, report.figures(drift, drift["sample"]))
    report.keep(entry, report.figures(house, house["sample"]))
    again = report.figures(drift, drift["sample"].replace("0.37", "0.71"))
    whole = report.keep(entry, again)
    assert [one.value for one in whole] == [0.95, 0.71, 113716.0, 924.0, 0.0]
    kept = json.loads(report.KEPT.read_text(encoding="utf-8"))
    assert list(kept) == ["1"]
    assert "| 0.71 | >= 0.70 | holds |" in report.PAGE.read_text(encoding="utf-8")
    report.keep(entry | {"version": "2"}, again)
    assert list(json.loads(report.KEPT.read_text(encoding="utf-8"))) == ["1", "2"]


@pytest.mark.parametrize(
    ("value", "way", "goal", "reached"),
    [
        (0.35, ">=", 0.7, 0.5),
        (2.0, ">=", 1.0, 1.5),
        (48, "<=", 24, 0.5),
        (0, "<=", 0, 1.5),
        (1, "<=", 0, 0.0),
    ],
)
def test_a_bar_is_the_share_of_the_goal(value: float, way: str, goal: float, reached: float) -> None:
    assert report.share(value, way, goal) == reached


def test_the_picture_is_well_formed() -> None:
    picture = report.plot(
        [("A & B", "lines < 3", 0.5, "6 (goal <= 3)"), ("A & B", "gone", None, "not found")]
    )
    root = ET.fromstring(picture)
    kinds = [one.get("class") for one in root.iter("{http://www.w3.org/2000/svg}rect")]
    assert kinds == ["missed", "missed"]
    assert "A & B" in [one.text for one in root.iter("{http://www.w3.org/2000/svg}text")]
