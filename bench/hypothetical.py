"""What a hypothetical passage (HyDE) gains and costs, for each kind of question.

    python bench/hypothetical.py NAME=QUESTIONS=TREES [...] [--passages FILE] [--weight X] [--rows OUT.jsonl]

QUESTIONS and TREES as in `bench/verdict.py`. Every question is searched for ten files, and a list is worth its
NDCG@10 over the files of the labelled places (a question without one is left out). Compared with the question alone:

    scripted   a passage as a model that knows nothing of the repository writes one: the question's words turned into a
               sentence of a manual, with a name made of them
    ceiling    the labelled answer itself, which no model can know: what a perfect passage could gain
    passages   those of FILE, lines of {"id", "passage"}, of any model

Printed is for each kind and for all together the mean difference with a 95 % interval (bootstrap over questions, a
fixed seed) and how many questions gained and lost.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from helix_lsp.config.questions import SearchConfig
from helix_lsp.ide.mentions import View
from helix_lsp.search.search import search
from helix_lsp.session.settings.settings import load
from helix_lsp.session.workspace import Workspace
from helix_lsp.text.words import STOP_WORDS

DEEP = 10
ROUNDS = 2_000
Row = dict[str, Any]


def scripted(question: str) -> str:
    """A passage without knowledge, in the form of a manual; the same for the same question."""
    words = [w for w in question.strip("?!. ").split() if w.lower() not in STOP_WORDS]
    name = "_".join(w.lower() for w in words[:3] if w.isalnum())
    return (
        f"{' '.join(words).capitalize()} is handled by the function `{name}`, which reads its configuration and options "
        f"and returns the result. The default value is set in the settings; an error is raised when the argument is invalid."
    )


def worth(paths: Sequence[str], gold: set[str]) -> float:
    """NDCG@10 of a list of files, each relevant or not."""
    gain = sum(1 / math.log2(at + 2) for at, path in enumerate(paths[:DEEP]) if path in gold)
    best = sum(1 / math.log2(at + 2) for at in range(min(DEEP, len(gold))))
    return gain / best if best else 0.0


def lists(
    question: str, view: View, cfg: SearchConfig, answer: str, passage: str | None
) -> dict[str, list[str]]:
    """The files that each way finds, best first."""

    def found(passage: str = "") -> list[str]:
        results = search(question, view.snapshot, view.texts, cfg, k=DEEP, hypothesis=passage)
        return list(dict.fromkeys(hit.place.path for hit in results.hits))

    ways = {"alone": found(), "scripted": found(scripted(question)), "ceiling": found(answer)}
    return ways if passage is None else ways | {"passages": found(passage)}


def measure(
    name: str, questions: Path, trees: Path, given: dict[str, str], weight: float | None
) -> list[Row]:
    """One row a question that has a labelled place: kind and the worth of every list."""
    out: list[Row] = []
    by_tree: dict[str, list[Row]] = {}
    for line in questions.read_text(encoding="utf-8").splitlines():
        one = json.loads(line)
        by_tree.setdefault(one["repository"].rpartition("/")[2], []).append(one)
    for tree, asked in sorted(by_tree.items()):
        root = str(trees / tree)
        with Workspace.open(root, load(root)) as workspace:
            workspace.refresh()
            view = workspace.view()
            cfg = view.config.search
            cfg = cfg if weight is None else replace(cfg, hypothesis_weight=weight)
            for one in asked:
                gold = {place.partition(":")[0] for place in one["gold"].get("places", ())}
                if gold:
                    found = lists(
                        one["question"], view, cfg, one["gold"].get("answer", ""), given.get(one["id"])
                    )
                    values = {way: round(worth(paths, gold), 4) for way, paths in found.items()}
                    out.append({"set": name, "id": one["id"], "kind": one["kind"], **values})
    return out


def interval(differences: Sequence[float]) -> tuple[float, float]:
    """The middle 95 % of means of resampled differences."""
    chance = random.Random(20)
    means = sorted(
        math.fsum(chance.choices(differences, k=len(differences))) / len(differences) for _ in range(ROUNDS)
    )
    return means[int(0.025 * ROUNDS)], means[int(0.975 * ROUNDS) - 1]


def table(rows: Sequence[Row]) -> list[str]:
    """Lines of Markdown, a kind each and all together."""
    ways = [way for way in ("scripted", "ceiling", "passages") if any(way in row for row in rows)]
    out = [f"| kind | questions | alone | {' | '.join(ways)} |", "|---|---|---|" + "---|" * len(ways)]
    for kind in [*sorted({row["kind"] for row in rows}), "all"]:
        some = [row for row in rows if kind in ("all", row["kind"])]
        cells = [kind, str(len(some)), f"{math.fsum(r['alone'] for r in some) / len(some):.3f}"]
        for way in ways:
            moved = [row[way] - row["alone"] for row in some if way in row]
            low, high = interval(moved)
            won, lost = sum(d > 0 for d in moved), sum(d < 0 for d in moved)
            cells.append(
                f"{math.fsum(moved) / len(moved):+.3f} [{low:+.3f}, {high:+.3f}], {won} up, {lost} down"
            )
        out.append(f"| {' | '.join(cells)} |")
    return out


def main() -> int:
    """Prints the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("sets", nargs="+", metavar="NAME=QUESTIONS=TREES")
    parser.add_argument("--passages", type=Path)
    parser.add_argument("--weight", type=float)
    parser.add_argument("--rows", type=Path)
    arguments = parser.parse_args()
    lines = arguments.passages.read_text(encoding="utf-8").splitlines() if arguments.passages else []
    given = {row["id"]: row["passage"] for row in map(json.loads, lines)}
    rows: list[Row] = []
    for one in arguments.sets:
        name, questions, trees = one.split("=")
        rows += measure(name, Path(questions), Path(trees), given, arguments.weight)
    if arguments.rows:
        arguments.rows.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    print("\n".join(table(rows)))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
