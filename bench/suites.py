"""The question sets of a benchmark folder (`BENCH_SHARED`): what is there, which trees can be had, and the
folder's own scorers.

Nothing of the folder is changed and nothing in a tree is run.
"""

from __future__ import annotations

import importlib.util
import json
import os
import re
import sys
from collections.abc import Iterable
from pathlib import Path
from types import ModuleType
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
OUT = ROOT / ".cache" / "bench" / "quality"
VARIABLES = ("BENCH_MIRROR", "BENCH_REPOS", "SEMBLE_REPOS")
RERUN = "semble-0.7.0-bm25rk.jsonl"


class Folder:
    """The folder that holds `bench.py` and `semble/`."""

    def __init__(self, path: str) -> None:
        self.path = Path(path).resolve()
        if not (self.path / "bench.py").is_file() or not (self.path / "semble" / "run.py").is_file():
            sys.exit(f"BENCH_SHARED={path} does not hold bench.py and semble/run.py")
        sys.dont_write_bytecode = True
        sys.path.insert(0, str(self.path / "semble"))
        self.runner = self._module("bench_shared_runner", self.path / "bench.py")
        self.semble = self._module("semblelib", self.path / "semble" / "semblelib.py")

    @staticmethod
    def of_environment() -> Folder:
        given = os.environ.get("BENCH_SHARED", "")
        if not given:
            sys.exit(
                f"say where the suites are: BENCH_SHARED=folder with bench.py and semble/, trees by {', '.join(VARIABLES)}"
            )
        return Folder(given)

    @staticmethod
    def _module(name: str, path: Path) -> ModuleType:
        spec = importlib.util.spec_from_file_location(name, path)
        assert spec
        assert spec.loader
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module
        spec.loader.exec_module(module)
        return module

    # -- sweqa, loc
    # ------------------------------------------------------------------------------------------------------------

    def items(self, suite: str) -> list[dict[str, Any]]:
        return list(self.runner.load("dev", suite))

    def tree(self, item: dict[str, Any]) -> Path | None:
        """The tree of an item where it is already laid out."""
        sources = self.runner.G
        path = sources.REPOS / sources.checkout_key(item["_tree"])
        return path if path.is_dir() and path.with_name(path.name + ".ok").exists() else None

    def can_have(self, item: dict[str, Any]) -> bool:
        """True when the tree is there, or a clone that holds its commit."""
        sources = self.runner.G
        if self.tree(item) is not None:
            return True
        try:
            sources.git_dir(item["_tree"]["repo"])
            return sources.resolve(item["_tree"]["repo"], item["_tree"]["commit"]) is not None
        except (sources.Missing, OSError):
            return False

    def figures(
        self, items: Iterable[dict[str, Any]], answers: dict[str, dict[str, Any]]
    ) -> dict[str, float]:
        """Means over these items, by the folder's own functions; spans over the items that have any."""
        metrics = self.runner.M
        rows = [
            metrics.ranked(self.runner.names(answers.get(i["id"], {}).get("files")), i["gold_files"])
            for i in items
        ]
        spans = [
            metrics.span_metrics(answers.get(i["id"], {}).get("spans") or [], i["gold_spans"])
            for i in items
            if i.get("gold_spans")
        ]
        return metrics.average(rows) | metrics.average(spans)

    def floors(self, suite: str) -> tuple[list[str], list[list[str]]]:
        """(column titles, rows) of the floors measured on a suite, over all its items; from
        results/TABLES.md.
        """
        text = (self.path / "results" / "TABLES.md").read_text(encoding="utf-8")
        part = re.search(rf"^\*\*{suite}\*\*.*?\n\n(.*?)(?:\n\n|\Z)", text, re.MULTILINE | re.DOTALL)
        lines = (
            [[cell.strip() for cell in line.strip("| \n").split("|")] for line in part[1].splitlines()]
            if part
            else []
        )
        return (lines[0], [line for line in lines[2:] if line[1] == "all"]) if lines else ([], [])

    def floor_line(self, suite: str) -> str:
        """The floor of a suite whose floors are no table: what stands behind its name in results/TABLES.md,
        `` where nothing does.
        """
        text = (self.path / "results" / "TABLES.md").read_text(encoding="utf-8")
        found = re.search(rf"^\*\*{suite}\*\* +(\S.*)$", text, re.MULTILINE)
        return found[1] if found else ""

    # -- semble
    # ----------------------------------------------------------------------------------------------------------------

    def semble_rows(self) -> tuple[list[dict[str, Any]], dict[str, dict[str, Any]]]:
        """(queries, repositories by name)"""
        rows, repositories = self.semble.load("dev")
        return rows, repositories

    def semble_tree(self, repository: dict[str, Any]) -> Path | None:
        path = Path(self.semble.bench_dir(repository))
        return path.resolve() if os.environ.get("SEMBLE_REPOS") and path.is_dir() else None


def environment(cache: Path, **more: str) -> dict[str, str]:
    """For the programs of the folder and for ours: an index cache of its own, no byte code beside read-only
    scripts.
    """
    known = os.environ | {
        "HELIX_ASK_CACHE_DIR": str(cache),
        "PYTHONPATH": str(ROOT),
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    return known | more


def read_answers(path: Path) -> dict[str, dict[str, Any]]:
    """Answers by id."""
    lines = path.read_text(encoding="utf-8").splitlines() if path.is_file() else []
    return {answer["id"]: answer for answer in map(json.loads, filter(str.strip, lines))}
