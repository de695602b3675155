"""How far the verdict of an answer (`strong`, `weak`, `places_only`) can be trusted.

    python bench/verdict.py NAME=QUESTIONS.jsonl=TREES [NAME=QUESTIONS.jsonl=TREES ...] [--fit] [--rows
    OUT.jsonl]

A question is a line `{repo, question, expect: answered|clarify|no_evidence, cite_any: [[path, from, to]], facts: [regex]}`, TREES a folder with a
tree for each repository. An answer is right when one citation meets a place of `cite_any` and its text,
without line numbers, holds all facts; whatever is answered where nothing is there is not. Printed for each
set: for every verdict how many answers bear it and the share of right ones, and the area under the curve of
the verdict's value, beside that of the confidence of the search. `--fit` learns weights (logistic, none below
0, L2 1 on standardised features) on each set and prints what they are worth on each of the others: calibrate
on one, believe the other.
"""

from __future__ import annotations

import argparse
import json
import math
import re
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from helix_lsp.ask.answer_verdict import FEATURES
from helix_lsp.ask.question.question import Question
from helix_lsp.ide.ask import ask
from helix_lsp.session.settings.settings import load
from helix_lsp.session.workspace import Workspace
from helix_lsp.wire.answer_envelope import envelope_to_wire

ANSWERS = ("strong", "weak", "places_only")
STRONG = 0.75
ROUNDS, STEP = 20_000, 0.01
Row = dict[str, Any]


def right(question: Row, envelope: Row) -> bool:
    """Whether an answer holds all facts and cites a place that answers."""
    text = re.sub(r":\d+(-\d+)?(?=[)\s,]|$)", "", envelope["answer"])
    refs = [c["range_ref"] for c in envelope["citations"]]
    met = any(
        r["path"] == p and r["start_line"] <= b and r["end_line"] >= a
        for r in refs
        for p, a, b in question["cite_any"]
    )
    return (
        question["expect"] != "no_evidence"
        and met
        and all(re.search(f, text, re.I | re.S) for f in question["facts"])
    )


def asked(questions: list[Row], trees: Path) -> list[Row]:
    """One row for each answer given: what the verdict says, and whether it is right. Refusals and questions
    given back claim nothing.
    """
    out: list[Row] = []
    for repo in dict.fromkeys(q["repo"] for q in questions):
        root = str(trees / repo)
        with Workspace.open(root, load(root)) as workspace:
            workspace.refresh()
            view = workspace.view()
            for question in (q for q in questions if q["repo"] == repo):
                envelope = envelope_to_wire(ask(view, Question(text=question["question"])).envelope)
                worth = envelope["verdict"]
                if worth["answers"] == "none":
                    continue
                held = {f["name"]: f["value"] for f in worth["features"]}
                out.append(
                    {
                        "id": question.get("id", ""),
                        "answers": worth["answers"],
                        "value": worth["value"],
                        "right": right(question, envelope),
                        "search": envelope["retrieval_plan"]["confidence"]["value"],
                        "features": [held[name] for name in FEATURES],
                    }
                )
    return out


def area(rows: list[Row], values: list[float]) -> float:
    """Area under the curve: how often a right answer has the greater value than a wrong one."""
    good = [v for r, v in zip(rows, values, strict=True) if r["right"]]
    bad = [v for r, v in zip(rows, values, strict=True) if not r["right"]]
    return sum((a > b) + 0.5 * (a == b) for a in good for b in bad) / (len(good) * len(bad) or 1)


def fit(rows: list[Row]) -> tuple[list[float], float]:
    """(weights of the raw features, weight needed), by projected gradient."""
    count, width = len(rows), len(FEATURES)
    mean = [sum(r["features"][k] for r in rows) / count for k in range(width)]
    spread = [
        math.sqrt(sum((r["features"][k] - mean[k]) ** 2 for r in rows) / count) or 1e9 for k in range(width)
    ]
    ready = [
        ([(r["features"][k] - mean[k]) / spread[k] for k in range(width)], float(r["right"])) for r in rows
    ]
    weights, base = [0.0] * width, 0.0
    for _ in range(ROUNDS):
        slope, lean = list(weights), 0.0
        for held, is_right in ready:
            off = (
                1 / (1 + math.exp(-base - sum(w * h for w, h in zip(weights, held, strict=True)))) - is_right
            )
            lean += off
            slope = [s + off * h for s, h in zip(slope, held, strict=True)]
        if (
            max(abs(lean), *(abs(s) for s, w in zip(slope, weights, strict=True) if w > 0 or s < 0), 0.0)
            < count * 1e-6
        ):
            break
        weights = [max(0.0, w - STEP * s) for w, s in zip(weights, slope, strict=True)]
        base -= STEP * lean
    raw = [w / s for w, s in zip(weights, spread, strict=True)]
    return raw, sum(w * m for w, m in zip(raw, mean, strict=True)) - base


def told(name: str, rows: list[Row]) -> None:
    """The figures of one set."""
    print(f"{name}: {len(rows)} answers, {sum(r['right'] for r in rows)} right")
    for word in ANSWERS:
        held = [r["right"] for r in rows if r["answers"] == word]
        print(f"  {word:12} {len(held):4}   right {sum(held) / (len(held) or 1):.2f}")
    print(
        f"  AUC: verdict {area(rows, [r['value'] for r in rows]):.3f}, confidence of the search {area(rows, [r['search'] for r in rows]):.3f}"
    )


def crossed(sets: dict[str, list[Row]]) -> None:
    """Weights of each set, and their worth on every other."""
    for name, rows in sets.items():
        weights, needed = fit(rows)
        print(
            f"\nfitted on {name}: "
            + ", ".join(f"{n} {w:.2f}" for n, w in zip(FEATURES, weights, strict=True))
            + f", needed {needed:.2f}"
        )
        for other, there in sets.items():
            values = [
                1 / (1 + math.exp(needed - sum(w * f for w, f in zip(weights, r["features"], strict=True))))
                for r in there
            ]
            strong = [r["right"] for r, v in zip(there, values, strict=True) if v >= STRONG]
            own = " (the same set)" if other == name else ""
            share = sum(strong) / (len(strong) or 1)
            print(
                f"  on {other}{own}: AUC {area(there, values):.3f}, strong {len(strong)} of {len(there)}, right {share:.2f}"
            )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("sets", nargs="+", metavar="NAME=QUESTIONS=TREES")
    parser.add_argument(
        "--fit", action="store_true", help="learn weights on each set, try them on the others"
    )
    parser.add_argument("--rows", type=Path, help="write the rows behind the figures")
    given = parser.parse_args()
    sets: dict[str, list[Row]] = {}
    for one in given.sets:
        name, questions, trees = one.split("=", 2)
        read = [json.loads(line) for line in Path(questions).read_text("utf-8").splitlines() if line]
        sets[name] = asked(read, Path(trees))
        told(name, sets[name])
    if given.rows is not None:
        given.rows.write_text(
            "".join(json.dumps({"set": n, **r}) + "\n" for n, rows in sets.items() for r in rows),
            encoding="utf-8",
        )
    if given.fit:
        crossed(sets)


if __name__ == "__main__":
    main()
