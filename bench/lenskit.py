"""The public lenskit gold set (20 review questions, 60 targets) as a `gold-queries.v1`, asked of the tree
that it was written for.

The clone is looked for below BENCH_MIRROR (`heimgewebe+lenskit/repo`). A target that ends in a slash is any
file below that folder, one that looks like a path is that path, any other is a definition of that name. The
original counts a hit when the text stands in the hit's path, so that its ten names could never be found; here
they can, and both figures are given. Names that nothing defines stay targets, and are missed.
"""

from __future__ import annotations

import io
import json
import os
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path
from typing import Any

COMMIT = "24eee84d"
QUESTIONS = "docs/retrieval/review_queries.v1.json"
CLONE = Path("heimgewebe+lenskit") / "repo"
SUFFIXES = (".py", ".json", ".md", ".sh", ".yml", ".yaml", ".toml", ".txt")


def clone() -> Path | None:
    """The clone, when BENCH_MIRROR holds it with the commit."""
    mirror = os.environ.get("BENCH_MIRROR", "")
    path = Path(mirror) / CLONE
    if not mirror or not path.is_dir():
        return None
    known = subprocess.run(
        ["git", "-C", str(path), "cat-file", "-e", f"{COMMIT}^{{commit}}"], capture_output=True, check=False
    )
    return path if known.returncode == 0 else None


def lay_out(git: Path, tree: Path) -> None:
    """The files of the commit below `tree`; one that is there already is kept."""
    done = tree.with_name(tree.name + ".ok")
    if done.exists():
        return
    shutil.rmtree(tree, ignore_errors=True)
    packed = subprocess.run(
        ["git", "-C", str(git), "archive", COMMIT], capture_output=True, check=True
    ).stdout
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        archive.extractall(
            tree, **({"filter": "data"} if hasattr(tarfile, "data_filter") else {})
        )  # not in 3.11.2
    done.touch()


def converted(rows: list[dict[str, Any]]) -> dict[str, Any]:
    """Their list as our gold file; their thresholds (.2) are left out."""
    queries = [
        {
            "id": f"q{number:02}",
            "category": row["category"],
            "query": row["query"],
            "targets": [target(pattern) for pattern in row["expected_patterns"]],
        }
        for number, row in enumerate(rows, 1)
    ]
    return {
        "schema": "gold-queries.v1",
        "name": "lenskit review questions",
        "exclude": [QUESTIONS],
        "queries": queries,
    }


def target(pattern: str) -> dict[str, str]:
    """One expected pattern."""
    if pattern.endswith("/"):
        return {"glob": f"{pattern}**"}
    return {"path": pattern} if "/" in pattern or pattern.endswith(SUFFIXES) else {"symbol": pattern}


def lenskit(out: Path, env: dict[str, str]) -> None:
    """Lay the tree out, ask through `helix-lsp eval`, print the figures and every miss."""
    git = clone()
    if git is None:
        print(f"left out: no clone {CLONE} with commit {COMMIT} below BENCH_MIRROR")
        return
    tree = out / "lenskit-tree"
    lay_out(git, tree)
    gold = out / "lenskit.gold.json"
    gold.write_text(
        json.dumps(converted(json.loads((tree / QUESTIONS).read_text(encoding="utf-8"))), indent=1),
        encoding="utf-8",
    )
    command = [
        sys.executable,
        "-m",
        "helix_lsp",
        "eval",
        "--gold",
        str(gold),
        "--root",
        str(tree),
        "--k",
        "10",
        "--json",
    ]
    done = subprocess.run(command, env=env, stdin=subprocess.DEVNULL, capture_output=True, check=False)
    if done.returncode:
        sys.exit(
            f"helix-lsp eval failed with exit code {done.returncode}: {done.stderr.decode(errors='replace').strip()}"
        )
    show(json.loads(done.stdout))


def show(result: dict[str, Any]) -> None:
    """Figures in their measures, then what was missed."""
    rows = result["queries"]
    by_path = [any("symbol" not in t["target"] and t.get("rank") for t in row["targets"]) for row in rows]
    reachable = [t for row in rows for t in row["targets"] if "symbol" not in t["target"]]
    everything = [t for row in rows for t in row["targets"]]
    figures = result["overall"]
    print(
        f"question recall@10 {figures['question_recall_at_k']:.3f} (by path alone {sum(by_path) / len(by_path):.3f})  MRR {figures['mrr']:.3f}"
    )
    print(f"targets by path {count(reachable)}, all targets with names {count(everything)}")
    print(
        "published for its own default: question recall@10 .050, 1 of 60 targets, MRR .05; its opt-in planner .95, 27 of 60, MRR .375"
    )
    for row in rows:
        for missed in (t for t in row["targets"] if not t.get("rank")):
            print(
                f"  missed in {row['id']}: {' '.join(missed['target'].values())} ({missed['miss']['class']}: {missed['miss']['detail']})"
            )


def count(targets: list[dict[str, Any]]) -> str:
    return f"{sum(1 for t in targets if t.get('rank'))} of {len(targets)}"
