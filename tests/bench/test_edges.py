"""The bench of edges: what was stated is held against what someone read."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from tests.house.source import ROOT

_ROW = {
    "tree": "a+b",
    "question": "who calls f?",
    "subject": "f",
    "said": "`g`: `f(1)`",
    "path": "src/a.py",
    "line": 3,
}


def _written(path: Path, rows: list[dict[str, object]]) -> str:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return str(path)


def test_a_false_edge_that_is_stated_again_is_told(tmp_path: Path) -> None:
    labels: list[dict[str, object]] = [
        {**_ROW, "label": "true", "why": ""},
        {**_ROW, "line": 9, "label": "false", "why": "another f"},
    ]
    stated: list[dict[str, object]] = [
        {**_ROW, "question": "where is f used?"},
        {**_ROW, "line": 9},
        {**_ROW, "line": 12},
    ]
    stated.append({"tree": "a+b", "untraced": 2})
    words = ["score", _written(tmp_path / "out.jsonl", stated), _written(tmp_path / "labels.jsonl", labels)]
    done = subprocess.run(
        [sys.executable, str(ROOT / "bench" / "edges.py"), *words],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
        env={"PYTHONPATH": str(ROOT)},
    )
    assert done.stdout.splitlines() == [
        "false: a+b f `g`: `f(1)` (src/a.py:9): another f",
        "stated 3; read 2: 1 true, 1 false, 0 open",
    ]


def test_every_edge_that_was_read_says_why() -> None:
    rows = [
        json.loads(line)
        for line in (ROOT / "bench" / "edges_labels.jsonl").read_text(encoding="utf-8").splitlines()
    ]
    trees = json.loads((ROOT / "bench" / "edges_trees.json").read_text(encoding="utf-8"))
    assert {row["label"] for row in rows} <= {"true", "false", "open"}
    assert all(row["why"] and row["tree"] in trees for row in rows)
