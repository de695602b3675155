"""`helix-lsp learn`: a candidate is built, judged, promoted and taken back; a poisoned history never ranks."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.run import Shell
from tests.support.repository import git
from tests.support.schemas import check_contract
from tests.support.taught import BEGIN, DAY, SUBJECTS, Made, make, module, spelled, teaching

QUESTION = "Mend the walrus handler"  # what only history calls `gauge.py`


def learned(shell: Shell, act: str, *more: str, code: int = 0) -> dict[str, Any]:
    done = shell.run("learn", act, "--json", *more)
    assert done.code == code, done.err
    said = json.loads(done.out)
    check_contract(said, said["schema"])
    return said


def best(shell: Shell, **variables: str) -> str:
    return json.loads(shell.run("query", QUESTION, "-k", "1", "--json", env=variables).out)["results"][0][
        "path"
    ]


@pytest.fixture(scope="module")
def taught(tmp_path_factory: pytest.TempPathFactory) -> Shell:
    """Built and promoted once; tests put back what they change."""
    folder = tmp_path_factory.mktemp("taught")
    shell = Shell(here=make(folder / "house", teaching()), cache=folder / "cache")
    before = best(shell)
    assert before != "house/gauge.py"
    built = learned(shell, "build")
    assert built["active"] is None
    assert best(shell) == before  # in shadow
    return shell


def test_a_candidate_is_judged_promoted_and_taken_back(taught: Shell):
    candidate = learned(taught, "show")["candidate"]
    judged = learned(taught, "compare")
    assert judged["passed"]
    assert judged["candidate"]["digest"] == candidate
    assert judged["candidate"]["later_ndcg"] > judged["baseline"]["later_ndcg"]
    assert {gate["id"] for gate in judged["gates"]} == {
        "later", "won", "pairs", "latency", "calibration",
    }  # fmt: skip
    assert learned(taught, "show")["active"] is None  # to compare changes nothing
    assert learned(taught, "promote")["promoted"]
    assert learned(taught, "show")["active"] == candidate
    assert best(taught) == "house/gauge.py"
    assert learned(taught, "rollback")["active"] is None
    assert best(taught) != "house/gauge.py"
    assert learned(taught, "show")["candidate"] == candidate
    assert learned(taught, "rollback", code=1)["active"] is None


def test_the_adapters_of_the_environment_choose_a_ranker(taught: Shell):
    before = best(taught)
    assert best(taught, AGI_ROUTER_ADAPTER="candidate") == "house/gauge.py"
    learned(taught, "promote")
    assert best(taught, AGI_ROUTER_ADAPTER="baseline") == before
    assert best(taught, HELIX_ASK_SEARCH_LEARNED="off") == before
    learned(taught, "rollback")


def test_a_damaged_ranker_is_refused_and_ranking_is_as_before(taught: Shell):
    before = best(taught)
    learned(taught, "promote")
    file = next(taught.cache.rglob("learned-*.json"))
    kept = file.read_bytes()
    try:
        file.write_bytes(kept[:-10])
        done = taught.run("query", QUESTION, "-k", "1", "--json")
        assert json.loads(done.out)["results"][0]["path"] == before
        assert "its bytes are not those that were kept" in done.complaint
        assert taught.run("learn", "compare").code == 2
    finally:
        file.write_bytes(kept)
    learned(taught, "rollback")


def test_a_broken_state_is_the_baseline_and_says_so(taught: Shell):
    file = next(taught.cache.rglob("learned.json"))
    kept = file.read_bytes()
    try:
        file.write_bytes(b"{")
        assert "learned.json" in learned(taught, "show")["problem"]
        assert "learned.json" in taught.run("query", QUESTION, "--json").complaint
    finally:
        file.write_bytes(kept)


def test_records_have_the_eight_fields_and_their_evidence(taught: Shell):
    lines = [json.loads(line) for line in taught.run("learn", "show", "--records").out.splitlines()]
    for record in lines[::20]:
        check_contract(record, "learning-record.v1")
        assert record["access"] == "diagnostic"  # this repository does not have trees
        assert len(record["repo_rev"]) == 40
    assert {record["kind"] for record in lines} == {"commit", "doc", "test"}
    assert any(record["held_back"] for record in lines)
    pointed = next(record for record in lines if record["kind"] == "test")["evidence"]
    assert pointed[0]["path"].startswith("tests/")
    assert pointed[1]["path"].startswith("house/")


def test_two_machines_learn_the_same_bytes(taught: Shell, tmp_path: Path):
    other = Shell(here=tmp_path / "elsewhere" / "house", cache=tmp_path / "cache")
    other.here.parent.mkdir()
    git(tmp_path, "clone", "-q", str(taught.here), str(other.here))
    assert learned(other, "build")["candidate"] == learned(taught, "show")["candidate"]


def test_a_gold_file_that_loses_stops_a_promotion(taught: Shell, tmp_path: Path):
    gold = tmp_path / "gold.json"
    question = {"id": "q", "query": QUESTION, "targets": [{"path": best(taught)}]}
    gold.write_text(json.dumps({"schema": "gold-queries.v1", "name": "g", "queries": [question]}))
    said = learned(taught, "promote", "--gold", str(gold), code=1)
    assert [gate["id"] for gate in said["gates"] if not gate["passed"]] == ["gold"]
    assert not said["promoted"]
    assert learned(taught, "show")["active"] is None


def spam(count: int, seconds: int) -> list[Made]:
    """Commits that claim every subject for one file."""
    begin = BEGIN + 400 * DAY
    return [
        Made(
            f"Mend the {SUBJECTS[n % len(SUBJECTS)][1]} handler {spelled(n + 5_000)}",
            {"house/zealot.py": f"def handler():\n    return {n}\n"},
            begin + n * seconds,
        )
        for n in range(count)
    ]


@pytest.mark.parametrize("seconds", [1, DAY // 4])
def test_ten_thousand_commits_for_one_file_are_never_promoted(tmp_path: Path, seconds: int):
    shell = Shell(
        here=make(tmp_path / "house", [*teaching(), *spam(10_000, seconds)]), cache=tmp_path / "cache"
    )
    assert "nothing is learned from this history" in shell.run("learn", "build").complaint
    assert "no candidate" in shell.run("learn", "promote").complaint
    assert learned(shell, "show")["active"] is None


def patient(count: int) -> list[Made]:
    """Well-formed commits that claim one subject for one file, two days apart, each in other words."""
    return [
        Made(
            f"Mend the walrus handler {spelled(n + 7_000)}",
            {"house/zealot.py": module("zealot", n)},
            BEGIN + (20 + 2 * n) * DAY + DAY // 2,
        )
        for n in range(count)
    ]


@pytest.mark.parametrize(("count", "first"), [(4, "house/gauge.py"), (16, "house/zealot.py")])
def test_a_patient_attacker_moves_the_subject_that_he_outnumbers_and_no_other(
    tmp_path: Path, count: int, first: str
):
    """Ten honest commits speak of the subject. Fewer than that change nothing; more lift the file for this
    subject, past every gate. It is shown as what it is, and a rollback ends it.
    """
    history = sorted([*teaching(), *patient(count)], key=lambda commit: commit.time)
    shell = Shell(here=make(tmp_path / "house", history), cache=tmp_path / "cache")
    before = best(shell)
    learned(shell, "build")
    assert learned(shell, "promote")["promoted"]
    assert best(shell) == first
    found = json.loads(shell.run("query", QUESTION, "-k", "1", "--json", "--explain").out)["results"][0]
    assert "told" in json.dumps(found)
    for name, word in SUBJECTS[1:6]:
        other = json.loads(shell.run("query", f"Mend the {word} handler", "-k", "1", "--json").out)
        assert other["results"][0]["path"] == f"house/{name}.py"
    learned(shell, "rollback")
    assert best(shell) == before


def test_a_commit_that_names_every_file_says_nothing(tmp_path: Path):
    everything = {
        f"house/{name}.py": f"def open_{name}(handler):\n    return handler\n" for name, _ in SUBJECTS
    }
    history = [*teaching(), Made("Mend the walrus handler for good", everything, BEGIN + 400 * DAY)]
    shell = Shell(here=make(tmp_path / "house", history), cache=tmp_path / "cache")
    learned(shell, "build")
    records = shell.run("learn", "show", "--records").out
    assert b"for good" not in records


def test_a_project_without_enough_history_is_told_so(tmp_path: Path):
    shell = Shell(here=make(tmp_path / "house", teaching(1)), cache=tmp_path / "cache")
    assert "it needs" in shell.run("learn", "build").complaint
    plain = Shell(here=tmp_path / "plain", cache=tmp_path / "cache")
    plain.here.mkdir()
    (plain.here / "a.py").write_text("x = 1\n")
    assert "git repository" in plain.run("learn", "build").complaint
    assert "no candidate" in shell.run("learn", "promote").complaint
