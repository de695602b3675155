"""Learns the second look at windows (`search/reading/closer.py`) from questions of people, and prints what it is
worth on repositories that were left out.

    python bench/train_closer.py --trees FOLDER [--more QUESTIONS.jsonl] [--write]

FOLDER holds a tree `owner+name` for each repository of `learned_questions.jsonl` and of the other sets of questions
(those without a tree are left out, and it says how many); `--more` are further rows of the same form. Trees of
decisions, learned by LambdaMART over the windows of each question: a window in a place that answers counts 1, with all
facts of the answer 3. Printed for four folds of repositories, for the first look and for the second: whether the first
window lies in a place that answers, whether it holds all facts, the same of the first three windows, none of which
overlap. `--write` learns from all and writes `closer.json`; `scale` makes the scores logarithms of odds, fitted on the
folds.

Needs numpy and lightgbm, which the product does not (`pip install numpy lightgbm`).
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from array import array
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from bench.train_reading import library  # noqa: E402  (found through the line above)
from helix_lsp.search.reading.closer import NAMES, features  # noqa: E402
from helix_lsp.search.reading.read import look  # noqa: E402
from helix_lsp.search.search import search  # noqa: E402
from helix_lsp.session.settings.settings import load  # noqa: E402
from helix_lsp.session.workspace import Workspace  # noqa: E402

SETS = (
    "learned_questions",
    "asked_questions",
    "fresh_questions",
    "unread_questions",
    "unread_questions_2",
    "unread_questions_3",
)
TARGET = HERE.parent / "helix_lsp" / "search" / "reading" / "closer.json"
FOLDS, SHOWN, ROUNDS = 4, 3, 300
LEARNING = {
    "objective": "lambdarank",
    "label_gain": [0, 1, 2, 3],
    "learning_rate": 0.05,
    "num_leaves": 15,
    "min_data_in_leaf": 100,
    "feature_fraction": 0.6,
    "bagging_fraction": 0.8,
    "bagging_freq": 1,
    "lambda_l2": 5,
    "lambdarank_truncation_level": 10,
    "seed": 1,
    "deterministic": True,
    "force_row_wise": True,
    "verbose": -1,
}
_PLACE = re.compile(r"(.+):(\d+)-(\d+)\Z")


def gather(trees: Path, more: Path | None) -> list[dict[str, Any]]:
    """Each question that its repository answers, with its windows: `features`, `places` (path, first, last line),
    `right`, `facts` (of each window, which of the facts its text holds).
    """
    rows: dict[Path, list[dict[str, Any]]] = {}
    missing = 0
    for path in (*(HERE / f"{name}.jsonl" for name in SETS), *((more,) if more is not None else ())):
        for line in path.read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            root = trees / row["repository"].replace("/", "+")
            if row["gold"]["expect"] != "answered":
                continue
            if not root.is_dir():
                missing += 1
                continue
            rows.setdefault(root, []).append(row)
    if missing:
        print(f"{missing} questions are left out: their repositories have no tree in {trees}")
    out: list[dict[str, Any]] = []
    for root, asked in rows.items():
        with Workspace.open(str(root), load(str(root))) as workspace:
            workspace.refresh()
            out += [_windows(row, workspace) for row in asked]
    return out


def _windows(row: dict[str, Any], workspace: Workspace) -> dict[str, Any]:
    view = workspace.view()
    found = search(row["question"], view.snapshot, view.texts, view.config.search, k=view.config.ask.hits)
    gold = [_PLACE.match(place) for place in row["gold"]["places"]]
    places = [(m[1], int(m[2]), int(m[3])) for m in gold if m is not None]
    out: dict[str, Any] = {"repo": row["repository"], "features": [], "places": [], "right": [], "facts": []}
    if found.order is None:
        return out
    looked, lines = look(found.order, view.snapshot, view.texts)
    for one, vector in zip(
        looked, features(looked, lines, found.order.wanted) if looked else (), strict=True
    ):
        w = one.window
        text = "\n".join((w.path, *lines[w.path][w.first - 1 : w.last]))
        out["features"].append(array("d", vector))
        out["places"].append((w.path, w.first, w.last))
        out["right"].append(any(p == w.path and w.first <= b and w.last >= a for p, a, b in places))
        out["facts"].append(
            [re.search(f, text, re.IGNORECASE | re.DOTALL) is not None for f in row["gold"]["facts"]]
        )
    return out


def learn(data: list[dict[str, Any]]) -> Any:
    """The trees, by LightGBM."""
    np, lightgbm = library("numpy"), library("lightgbm")
    data = [d for d in data if any(d["right"])]
    worth = [
        int(right) + 2 * int(right and all(facts))
        for d in data
        for right, facts in zip(d["right"], d["facts"], strict=True)
    ]
    rows = np.concatenate([np.array(d["features"]) for d in data])
    groups = [len(d["right"]) for d in data]
    return lightgbm.train(LEARNING, lightgbm.Dataset(rows, worth, group=groups), ROUNDS)


def judged(one: dict[str, Any], scores: list[float]) -> tuple[bool, bool, bool, bool]:
    """(first window in a right place, and all facts; a right place among those shown, and all facts)."""
    shown: list[int] = []
    for at in sorted(range(len(scores)), key=lambda n: -scores[n]):
        path, first, last = one["places"][at]
        if not any(p == path and a <= last and first <= b for p, a, b in (one["places"][s] for s in shown)):
            shown.append(at)
        if len(shown) == SHOWN:
            break
    if not shown:
        return False, False, False, False
    right = [one["right"][at] for at in shown]
    held = [any(told) for told in zip(*(one["facts"][at] for at in shown), strict=True)]
    return right[0], right[0] and all(one["facts"][shown[0]]), any(right), any(right) and all(held)


def scale_of(told: list[tuple[Any, Any]]) -> float:
    """The factor that makes the softmax of the scores likeliest, on questions that were left out."""
    np = library("numpy")

    def surprise(factor: float) -> float:
        total = 0.0
        for scores, right in told:
            share = np.exp(factor * (scores - scores.max()))
            total -= float(np.log(max((share / share.sum())[right].sum(), 1e-9)))
        return total

    return float(min((n / 20 for n in range(8, 80)), key=surprise))


def write(trees: Any, scale: float) -> None:
    """`closer.json`: one tree on each line."""

    def node(of: dict[str, Any]) -> Any:
        if "leaf_value" in of:
            return round(of["leaf_value"], 5)
        limit = float(f"{of['threshold']:.6g}")
        return [of["split_feature"], limit, node(of["left_child"]), node(of["right_child"])]

    def text(value: object) -> str:
        return json.dumps(value, separators=(",", ":"))

    each = [node(one["tree_structure"]) for one in trees.dump_model()["tree_info"]]
    head = text({"names": list(NAMES), "scale": round(scale, 3)})[:-1]
    body = ",\n".join(text(one) for one in each)
    TARGET.write_text(f'{head},"trees":[\n{body}\n]}}\n', encoding="utf-8")


def main() -> None:
    """See the head of this file."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--trees", type=Path, required=True)
    parser.add_argument("--more", type=Path)
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args()
    np = library("numpy")
    data = gather(given.trees, given.more)
    repos = sorted({d["repo"] for d in data})
    first: list[tuple[bool, ...]] = []
    second: list[tuple[bool, ...]] = []
    told: list[tuple[Any, Any]] = []
    for fold in range(FOLDS):
        out = set(repos[fold::FOLDS])
        trees = learn([d for d in data if d["repo"] not in out])
        for one in (d for d in data if d["repo"] in out):
            scores = trees.predict(np.array(one["features"])) if one["features"] else np.zeros(0)
            first.append(judged(one, [-float(n) for n in range(len(scores))]))
            second.append(judged(one, list(scores)))
            if any(one["right"]):
                told.append((scores, np.array(one["right"])))
    for name, results in (("first look", first), ("second look", second)):
        print(name, *(f"{sum(column) / len(results):.3f}" for column in zip(*results, strict=True)))
    scale = scale_of(told)
    print(f"{len(data)} questions, {len(repos)} repositories; scale {scale:.2f}")
    if given.write:
        write(learn(data), scale)


if __name__ == "__main__":
    main()
