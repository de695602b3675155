"""The benchmark programs on a small project: the adapter speaks the protocol, the others say what they need."""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import pytest

from tests.house.source import ROOT

KILN = "def fire(kiln):\n    '''Heat the kiln.'''\n    return kiln\n"


def program(name: str, *words: str, stdin: str = "", **more: str) -> subprocess.CompletedProcess[str]:
    kept = {
        key: value for key, value in os.environ.items() if not key.startswith(("BENCH_", "SEMBLE_", "HELIX_"))
    }
    return subprocess.run(
        [sys.executable, str(ROOT / "bench" / f"{name}.py"), *words],
        input=stdin,
        capture_output=True,
        text=True,
        env=kept | {"PYTHONPATH": str(ROOT)} | more,
        check=False,
        timeout=240,
    )


@pytest.fixture(scope="module")
def ablation() -> ModuleType:
    sys.path.insert(0, str(ROOT / "bench"))
    try:
        spec = importlib.util.spec_from_file_location("bench_ablation", ROOT / "bench" / "ablation.py")
        assert spec
        assert spec.loader
        module = importlib.util.module_from_spec(spec)
        sys.modules[spec.name] = module  # dataclasses look their module up
        spec.loader.exec_module(module)
    finally:
        sys.path.remove(str(ROOT / "bench"))
    return module


def test_the_adapter_answers_both_protocols(tmp_path: Path):
    project = tmp_path / "project"
    project.mkdir()
    (project / "kiln.py").write_text(KILN)
    (project / "oven.py").write_text("def bake(kiln):\n    return kiln\n")
    asked = [{"id": 1, "question": "fire the kiln"}, {"id": 2, "query": "kiln", "k": 1}]
    lines = [{"repo_path": str(project)} | question for question in asked]
    done = program(
        "locate",
        stdin="".join(json.dumps(line) + "\n" for line in lines),
        HELIX_ASK_CACHE_DIR=str(tmp_path / "cache"),
    )
    first, second = map(json.loads, done.stdout.splitlines())
    assert done.returncode == 0
    assert first["files"] == ["kiln.py", "oven.py"]
    assert first["spans"][0] == {"file": "kiln.py", "start_line": 1, "end_line": 3}
    assert first["results"] == first["spans"]
    assert [len(second["results"]), second["id"]] == [1, 2]


@pytest.mark.parametrize("name", ["quality", "ablation"])
def test_without_suites_one_line_says_what_to_give(name: str, tmp_path: Path):
    for more in ({}, {"BENCH_SHARED": str(tmp_path)}):
        done = program(name, **more)
        assert done.returncode == 1
        assert done.stdout == ""
        assert "BENCH_SHARED" in done.stderr
        assert len(done.stderr.splitlines()) == 1


def test_every_feature_that_can_be_switched_off_differs_from_the_default(ablation: ModuleType):
    features = ablation.features()
    assert {
        "rank_units",
        "demote_test",
        "collaborators",
        "synonyms",
        "whole identifiers",
        "frame words",
        "position",
    } <= set(features)
    same = [
        name for name, change in features.items() if replace(ablation.DEFAULTS, **change) == ablation.DEFAULTS
    ]
    # an option whose default is already the off value has nothing to switch off
    assert [
        name
        for name in same
        if any(getattr(ablation.DEFAULTS, key) != value for key, value in features[name].items())
    ] == []
    families = [name for name in ablation.KNOWN if name.startswith(tuple(ablation.FAMILIES))]
    assert set(families) <= {key for change in features.values() for key in change}


def test_the_interval_holds_the_mean_and_is_the_same_every_time(ablation: ModuleType):
    pairs = [(f"repo{n % 7}", (n % 5 + n % 3) / 10) for n in range(140)]
    low, high = ablation.interval(pairs)
    assert low <= ablation.mean([value for _, value in pairs]) <= high
    assert (low, high) == ablation.interval(pairs[:])
    assert ablation.interval([("a", 0.25), ("b", 0.25)]) == (0.25, 0.25)


def test_what_a_hypothetical_passage_is_worth_is_told_by_kind(tmp_path: Path) -> None:
    tree = tmp_path / "trees" / "kiln"
    tree.mkdir(parents=True)
    (tree / "kiln.py").write_text(KILN, encoding="utf-8")
    (tree / "glaze.py").write_text(
        "def dip(pot):\n    '''Cover a pot.'''\n    return pot\n", encoding="utf-8"
    )
    rows = [
        {"id": "k:1", "repository": "o/kiln", "kind": "how", "question": "how is it heated up?", "gold": gold}
        for gold in ({"places": ["kiln.py:1-3"], "answer": "`fire` heats the kiln."}, {"places": []})
    ]
    asked = tmp_path / "asked.jsonl"
    asked.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    passages = tmp_path / "passages.jsonl"
    passages.write_text(json.dumps({"id": "k:1", "passage": "The kiln is fired."}) + "\n", encoding="utf-8")
    kept = tmp_path / "rows.jsonl"
    done = program(
        "hypothetical",
        f"small={asked}={tmp_path / 'trees'}",
        "--passages",
        str(passages),
        "--rows",
        str(kept),
        HELIX_ASK_CACHE_DIR=str(tmp_path / "cache"),
    )
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[0] == "| kind | questions | alone | scripted | ceiling | passages |"
    assert [line.split(" | ")[:2] for line in lines[2:]] == [["| how", "1"], ["| all", "1"]]
    [row] = [json.loads(line) for line in kept.read_text(encoding="utf-8").splitlines()]
    assert row["ceiling"] == row["passages"] == 1.0
