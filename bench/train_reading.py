"""Learns the weights of `search/reading` from questions of people, and prints what they are worth on
repositories that were left out.

    python bench/train_reading.py --trees FOLDER [--more questions.jsonl] [--write]

FOLDER holds a tree for each repository of `reading_questions.json` at its commit (and of `--more`, rows of
the same shape). Two linear models, a softmax over the candidates of each question (L2 on standardised
features): units first, then windows inside the 25 best units. Printed for six folds of repositories: the
share of questions whose place is among the first units, and with three windows of ten lines shown, whether
one lies in a place that answers and whether they hold all facts. `--write` puts the weights of all questions
into `helix_lsp/search/reading/weights.py`.

Needs numpy and scipy, which the product does not (`pip install numpy scipy`).
"""

from __future__ import annotations

import argparse
import importlib
import json
import re
import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from helix_lsp.search.reading import units as unit_features  # noqa: E402  (found through the line above)
from helix_lsp.search.reading import windows as window_features  # noqa: E402
from helix_lsp.search.reading.wanted import wanted_words  # noqa: E402
from helix_lsp.search.search import search  # noqa: E402
from helix_lsp.session.settings.settings import load  # noqa: E402
from helix_lsp.session.workspace import Workspace  # noqa: E402

FOLDS, UNITS, SHOWN = 6, 25, 3
UNIT_PENALTY, WINDOW_PENALTY = 8.0, 4.0
TARGET = HERE.parent / "helix_lsp" / "search" / "reading" / "weights.py"


def library(name: str) -> Any:
    """A package that only the benches that learn need."""
    try:
        return importlib.import_module(name)
    except ImportError:
        raise SystemExit(f"{name} is needed to learn: pip install {name}") from None


def gather(rows: list[dict[str, Any]], trees: Path) -> list[dict[str, Any]]:
    """Each question with its candidates: features, whether they lie in a place that answers, the lines of
    their files.
    """
    np = library("numpy")
    out: list[dict[str, Any]] = []
    for repo in dict.fromkeys(r["repo"] for r in rows):
        root = str(trees / repo)
        with Workspace.open(root, load(root)) as workspace:
            workspace.refresh()
            view = workspace.view()
            for row in (r for r in rows if r["repo"] == repo):
                results = search(
                    row["question"], view.snapshot, view.texts, view.config.search, k=view.config.ask.hits
                )
                wanted = wanted_words(results.query, results.weighted, view.snapshot)
                found = unit_features.candidates(
                    wanted, results.ranked, view.snapshot, view.config.search, lambda: None
                )
                lines = {
                    c.path: (view.texts(c.path) or b"").decode("utf-8", "replace").split("\n") for c in found
                }
                documents = {
                    p for p in lines if (e := view.snapshot.file(p)) is not None and e.surface.kind == "docs"
                }
                x = np.array([c.features for c in found]).reshape(len(found), len(unit_features.NAMES))
                y = np.array(
                    [answers(row, c.path, c.unit.start_line, c.unit.end_line) for c in found], dtype=bool
                )
                out.append(
                    {
                        "row": row,
                        "wanted": wanted,
                        "found": found,
                        "x": x,
                        "y": y,
                        "lines": lines,
                        "documents": documents,
                    }
                )
    return out


def answers(row: dict[str, Any], path: str, first: int, last: int) -> bool:
    """True when these lines and a place that answers share one."""
    return any(p == path and first <= b and last >= a for p, a, b in row["cite_any"])


def fit(pairs: list[tuple[Any, Any]], penalty: float) -> Any:
    """Weights for the raw features."""
    np, optimize = library("numpy"), library("scipy.optimize")
    everything = np.concatenate([x for x, _ in pairs])
    mean, spread = everything.mean(0), everything.std(0)
    spread[spread < 1e-4] = 1e9
    ready = [((x - mean) / spread, y) for x, y in pairs]

    def loss(w: Any) -> tuple[float, Any]:
        total, slope = penalty * float(w @ w), 2 * penalty * w
        for x, y in ready:
            score = x @ w
            share = np.exp(score - score.max())
            share /= share.sum()
            right = share * y
            total -= float(np.log(right.sum()))
            slope = slope - (right / right.sum() - share) @ x
        return total / len(ready), slope / len(ready)

    return (
        optimize.minimize(
            loss, np.zeros(everything.shape[1]), jac=True, method="L-BFGS-B", options={"maxiter": 200}
        ).x
        / spread
    )


def windows_of(one: dict[str, Any], weights: Any) -> tuple[list[Any], Any, Any, list[int]]:
    """(windows of the best units, their features, whether they answer, the units in their order)."""
    np = library("numpy")
    scores, found = one["x"] @ weights, one["found"]
    order = sorted(
        range(len(found)), key=lambda j: (-round(float(scores[j]), 6), found[j].path, found[j].unit.ordinal)
    )
    out: list[Any] = []
    for rank, j in enumerate(order[:UNITS]):
        c = found[j]
        merit = float(scores[j] - scores[order[0]])
        out += window_features.windows(
            c.path, c.unit, one["lines"][c.path], merit, rank, c.path in one["documents"], one["wanted"]
        )
    x = np.array([w.features for w in out]).reshape(len(out), len(window_features.NAMES))
    return out, x, np.array([answers(one["row"], w.path, w.first, w.last) for w in out], dtype=bool), order


def train(data: list[dict[str, Any]]) -> tuple[Any, Any]:
    """(weights of units, weights of windows)."""
    units = fit([(d["x"], d["y"]) for d in data if d["y"].any()], UNIT_PENALTY)
    read = [windows_of(d, units) for d in data]
    return units, fit([(x, y) for _, x, y, _ in read if y.any()], WINDOW_PENALTY)


def judged(one: dict[str, Any], units: Any, windows: Any) -> tuple[int, bool, bool]:
    """(rank of the first unit that answers, whether one of the shown windows does, whether they hold all
    facts).
    """
    found, x, _, order = windows_of(one, units)
    rank = next((n for n, j in enumerate(order, 1) if one["y"][j]), 10_000)
    shown: list[Any] = []
    for at in sorted(range(len(found)), key=lambda n: -float(x[n] @ windows)):
        w = found[at]
        if not any(s.path == w.path and s.first <= w.last and w.first <= s.last for s in shown):
            shown.append(w)
        if len(shown) == SHOWN:
            break
    text = "\n".join("\n".join((w.path, *one["lines"][w.path][w.first - 1 : w.last])) for w in shown)
    held = all(re.search(f, text, re.IGNORECASE | re.DOTALL) for f in one["row"]["facts"])
    return rank, any(answers(one["row"], w.path, w.first, w.last) for w in shown), held


def write(units: Any, windows: Any) -> None:
    """The table, with its head as it stands."""
    head = TARGET.read_text(encoding="utf-8").partition("_UNITS = {")[0]
    tables = [
        "\n".join(f'    "{name}": {weight:.4f},' for name, weight in zip(names, weights, strict=True))
        for names, weights in ((unit_features.NAMES, units), (window_features.NAMES, windows))
    ]
    tail = "UNITS = tuple(_UNITS[name] for name in units.NAMES)\nWINDOWS = tuple(_WINDOWS[name] for name in windows.NAMES)\n"
    TARGET.write_text(
        f"{head}_UNITS = {{\n{tables[0]}\n}}\n_WINDOWS = {{\n{tables[1]}\n}}\n{tail}", encoding="utf-8"
    )


def main() -> None:
    """See the head of this file."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--trees", type=Path, required=True)
    parser.add_argument("--more", type=Path)
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args()
    rows = json.loads((HERE / "reading_questions.json").read_text(encoding="utf-8"))["questions"]
    if given.more is not None:
        rows += [json.loads(line) for line in given.more.read_text(encoding="utf-8").splitlines()]
    data = gather([r for r in rows if r["expect"] == "answered"], given.trees)
    repos = sorted({d["row"]["repo"] for d in data})
    told: list[tuple[int, bool, bool]] = []
    for n in range(FOLDS):
        out = set(repos[n::FOLDS])
        units, windows = train([d for d in data if d["row"]["repo"] not in out])
        told += [judged(d, units, windows) for d in data if d["row"]["repo"] in out]
    for k in (1, 3, 10, UNITS):
        print(f"place among the first {k} units: {sum(r <= k for r, _, _ in told) / len(told):.3f}")
    print(f"a right place among {SHOWN} windows: {sum(p for _, p, _ in told) / len(told):.3f}")
    print(f"and all facts: {sum(p and f for _, p, f in told) / len(told):.3f} of {len(told)}")
    if given.write:
        write(*train(data))


if __name__ == "__main__":
    main()
