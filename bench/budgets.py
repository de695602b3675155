"""How much of what a question needs a budget of tokens buys, on the public code search set "semble".

    BENCH_SHARED=folder SEMBLE_REPOS=trees python bench/budgets.py [--list] [--json]

Each query is asked once for each budget, as an agent asks the tool `find`. Its recall is the share of the
targets that the places within the budget touch, by the folder's own rule; the figure is the mean over all
queries. The stored answers of the other system are cut on the same trees: a place costs its text, and places are
taken in their order until one does not fit. A token is four characters. `--json` prices our places as JSON records
(with path, bytes and hash) instead of as printed lines. Printed besides: the median of the tokens up to the first
right place, and how many queries never reach one.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "bench")]

from suites import RERUN, Folder, read_answers  # noqa: E402  (found through the line above)

from helix_lsp.ide.find import FindRequest, find  # noqa: E402
from helix_lsp.ide.mentions import View  # noqa: E402
from helix_lsp.tuning.search import FIND  # noqa: E402
from tests.support.workspace import open_in  # noqa: E402

BUDGETS = (250, 500, 1_000, 2_000)
_NEVER = 100_000  # stands for "no right place came", so that a median can be taken


@dataclass(frozen=True, slots=True)
class Priced:
    """One place and the tokens that were spent when it had been read."""

    file: str
    start_line: int
    end_line: int
    spent: int

    @property
    def result(self) -> dict[str, Any]:
        return {"file": self.file, "start_line": self.start_line, "end_line": self.end_line}


def ours(view: View, query: str, budget: int, record: int) -> list[Priced]:
    found = find(view, FindRequest(query=query, budget=budget, record=record))
    spent, priced = 0, list[Priced]()
    for item in found.items:
        spent += item.tokens + record
        priced.append(Priced(item.path, item.start_line, item.end_line, spent))
    return priced


def theirs(answer: dict[str, Any], tree: Path) -> list[Priced]:
    spent, priced = 0, list[Priced]()
    for result in answer.get("results", ()):
        path = tree / result["file"]
        whole = path.read_text("utf-8", "replace") if path.is_file() else ""
        lines = whole.splitlines(keepends=True)
        text = "".join(lines[int(result["start_line"]) - 1 : int(result["end_line"])])
        spent += -(-(len(text) + len(result["file"])) // FIND.token) + FIND.printed
        priced.append(Priced(result["file"], result["start_line"], result["end_line"], spent))
    return priced


def recall(folder: Folder, places: Sequence[Priced], targets: Sequence[dict[str, Any]], budget: int) -> float:
    inside = [place.result for place in places if place.spent <= budget]
    return sum(any(folder.semble.hit(r, t) for r in inside) for t in targets) / len(targets)


def first_right(folder: Folder, places: Sequence[Priced], targets: Sequence[dict[str, Any]]) -> int:
    right = (p.spent for p in places if any(folder.semble.hit(p.result, t) for t in targets))
    return next(right, _NEVER)


def main() -> None:
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("--json", action="store_true")
    options.add_argument("--list", action="store_true")
    given = options.parse_args()
    record = FIND.record if given.json else FIND.printed
    folder = Folder.of_environment()
    rows, repositories = folder.semble_rows()
    stored = read_answers(folder.path / "semble" / "results" / RERUN)
    by_repo: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for row in rows:
        by_repo[row["repo"]].append(row)
    figures: dict[str, dict[int, list[float]]] = {n: defaultdict(list) for n in ("ours", "semble")}
    firsts: dict[str, list[int]] = {"ours": [], "semble": []}
    missing = 0
    with tempfile.TemporaryDirectory(prefix="helix-budgets-") as cache:
        for repo, asked in sorted(by_repo.items()):
            tree = folder.semble_tree(repositories[repo])
            if tree is None:
                missing += len(asked)
                continue
            with open_in(Path(cache) / repo, tree) as workspace:
                workspace.refresh()
                view = workspace.view()
                for row in asked:
                    targets = [*row["relevant"], *row.get("secondary", ())]
                    other = theirs(stored.get(row["id"], {}), tree)
                    line = list[str]()
                    for budget in BUDGETS:
                        places = ours(view, row["query"], budget, record)
                        figures["ours"][budget].append(recall(folder, places, targets, budget))
                        figures["semble"][budget].append(recall(folder, other, targets, budget))
                        line.append(f"{figures['ours'][budget][-1]:.2f}/{figures['semble'][budget][-1]:.2f}")
                        if budget == BUDGETS[-1]:
                            firsts["ours"].append(first_right(folder, places, targets))
                            firsts["semble"].append(first_right(folder, other, targets))
                    if given.list:
                        print(row["id"], *line, *(firsts[n][-1] for n in firsts), row["query"], flush=True)
    asked_of = len(firsts["ours"])
    print(f"{asked_of} of {len(rows)} queries; {missing} left out for want of a tree")
    print(f"{'':<8}" + "".join(f"{b:>8,}" for b in BUDGETS) + f"{'first right':>13}{'never':>7}")
    for name, by_budget in figures.items():
        if not firsts[name]:
            continue
        means = "".join(f"{statistics.mean(by_budget[b]):>8.3f}" for b in BUDGETS)
        never = sum(f == _NEVER for f in firsts[name])
        print(f"{name:<8}{means}{statistics.median(firsts[name]):>13,.0f}{never:>7}")


if __name__ == "__main__":
    main()
