"""How far the verdict of an answer (`strong`, `weak`, `places_only`) can be trusted.

    python bench/verdict.py NAME=QUESTIONS=TREES [NAME=QUESTIONS=TREES ...] [--plain] [--rows OUT.jsonl]
                            [--graded GRADES.jsonl=ANSWERS.jsonl ...] [--fit] [--write]
    python bench/verdict.py --from ROWS.jsonl [--fit] [--write]

QUESTIONS are lines, or an object with `questions`, of one of two forms: `{repo, kind, question, expect, cite_any:
[[path, from, to]], facts: [regex], wrong: [regex]}` or `{repository, kind, question, gold: {expect, places:
["path:from-to"], facts, wrong}}`; TREES is a folder with a tree for each repository, by the last part of its name or
by `owner+name`. An answer is right when one citation meets a place (of callers in the second form: all places) and its
text, without line numbers, holds all facts and nothing that is wrong; whatever is answered where nothing is there is
not. GRADES are lines `{id, grade}` that a person wrote about the `{id, envelope}` of ANSWERS: where an answer is still
the same, the grade decides instead of the patterns, and the answer counts twice in a fit.

Printed are, for each set and for all together: how many answers bear each verdict and the share of right ones, the
share of the right answers that is called strong, the reliability curve (ten steps of the value, with the share of
right answers in each), and the area under the curve beside that of the confidence of the search. Asking takes
minutes; `--rows` keeps a row for every answer (its features, shape, repository, and whether it is right), and `--from`
reads them again, so that a fit takes seconds. `--fit` learns the weights (logistic, none below 0, L2 on standardised
features), with each repository and then each set left out in turn, and prints precision and coverage by threshold for
the left-out answers, with the lower bound of the precision (Wilson, one-sided 95 %), what each feature is worth to
them, and the least threshold whose bound reaches 88 %. `--write` puts weights and threshold into
`helix_lsp/tuning/questions.py`.
"""

from __future__ import annotations

import argparse
import json
import math
import re
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
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
STEPS = 10
SURE = 0.88  # least precision of `strong`, by its lower bound: the share itself is then 93 %
ONE_SIDED = 1.645  # standard deviations of a bound that holds in 95 of 100 cases
FEWEST = 20  # answers from which a share is believed
BY_HAND = 2.0  # weight of an answer that a person graded
CONTROL = Path(__file__).resolve().parent.parent / "helix_lsp" / "tuning" / "control.py"
L2 = 8.0
ROUNDS = 60
Row = dict[str, Any]


def questions(path: Path) -> list[Row]:
    """The questions of a file, each in the first of the two forms, with the folder of its tree as `repo`."""
    text = path.read_text(encoding="utf-8")
    read = json.loads(text)["questions"] if path.suffix == ".json" else map(json.loads, text.splitlines())
    return [_plain(one) for one in read]


def _plain(one: Row) -> Row:
    gold = one.get("gold", one)
    places = [_place(p) for p in gold["places"]] if "places" in gold else gold["cite_any"]
    return {
        "id": one.get("id", ""),
        "repo": one.get("repo") or one["repository"].rpartition("/")[2],
        "kind": one.get("kind", ""),
        "question": one["question"],
        "expect": gold["expect"],
        "cite_any": places,
        "facts": gold["facts"],
        "wrong": gold.get("wrong", []),
        "all": "gold" in one and one.get("kind") == "callers",
    }


def _place(written: str) -> tuple[str, int, int]:
    path, _, lines = written.rpartition(":")
    first, _, last = lines.partition("-")
    return path, int(first), int(last or first)


def right(question: Row, envelope: Row) -> bool:
    """Whether an answer holds all facts, nothing that is wrong, and cites a place that answers."""
    text = re.sub(r":\d+(-\d+)?(?=[)\s,]|$)", "", envelope["answer"])
    refs = [c["range_ref"] for c in envelope["citations"]]
    found = [
        any(r["path"] == p and r["start_line"] <= b and r["end_line"] >= a for r in refs)
        for p, a, b in question["cite_any"]
    ]
    met = any(found) and (all(found) or not question.get("all"))

    def holds(pattern: str) -> bool:
        return re.search(pattern, text, re.I | re.S) is not None

    return (
        question["expect"] != "no_evidence"
        and met
        and all(map(holds, question["facts"]))
        and not any(map(holds, question["wrong"]))
    )


def graded(pairs: Sequence[str]) -> dict[str, tuple[str, bool]]:
    """(answer that a person read, whether it was right) by the id of its question."""
    out: dict[str, tuple[str, bool]] = {}
    for pair in pairs:
        grades, answers = (
            {row["id"]: row for row in map(json.loads, Path(path).read_text("utf-8").splitlines())}
            for path in pair.split("=", 1)
        )
        out |= {
            key: (answers[key]["envelope"]["answer"], row["grade"] == "right")
            for key, row in grades.items()
            if key in answers
        }
    return out


def asked(
    name: str, rows: list[Row], trees: Path, grades: dict[str, tuple[str, bool]], *, plain: bool
) -> list[Row]:
    """One row for each answer given: what the verdict says, and whether it is right. Refusals and questions
    given back claim nothing.
    """
    repos = list(dict.fromkeys(q["repo"] for q in rows))
    jobs = [(name, [q for q in rows if q["repo"] == repo], trees, grades, plain) for repo in repos]
    with ProcessPoolExecutor(max_workers=2) as pool:
        return [row for part in pool.map(_of_one, jobs) for row in part]


def _of_one(job: tuple[str, list[Row], Path, dict[str, tuple[str, bool]], bool]) -> list[Row]:
    """The rows of one repository."""
    name, rows, trees, grades, plain = job
    repo, out = rows[0]["repo"], []
    root = next(iter(sorted(trees.glob(f"*+{repo}"))), trees / repo)
    settings = load(str(root))
    if plain:
        search = replace(settings.config.search, meaning=False)
        settings = replace(settings, config=replace(settings.config, search=search))
    with Workspace.open(str(root), settings) as workspace:
        workspace.refresh()
        view = workspace.view()
        for question in rows:
            made = ask(view, Question(text=question["question"])).envelope
            envelope = envelope_to_wire(made)
            worth = envelope["verdict"]
            if worth["answers"] == "none":
                continue
            read, good = grades.get(question["id"], ("", False))
            same = read == envelope["answer"]
            out.append(
                {
                    "set": name,
                    "id": question["id"],
                    "repo": repo,
                    "kind": question["kind"],
                    "shape": made.climbed.written.own.shape,
                    "answers": worth["answers"],
                    "capped": made.answer_verdict.capped,
                    "value": worth["value"],
                    "right": good if same else right(question, envelope),
                    "weight": BY_HAND if same else 1.0,
                    "search": envelope["retrieval_plan"]["confidence"]["value"],
                    "features": {f["name"]: f["value"] for f in worth["features"]},
                }
            )
    return out


def area(rows: Sequence[Row], values: Sequence[float]) -> float:
    """Area under the curve: how often a right answer has the greater value than a wrong one."""
    good = [v for r, v in zip(rows, values, strict=True) if r["right"]]
    bad = [v for r, v in zip(rows, values, strict=True) if not r["right"]]
    return sum((a > b) + 0.5 * (a == b) for a in good for b in bad) / (len(good) * len(bad) or 1)


def told(name: str, rows: Sequence[Row]) -> None:
    """The figures of one set."""
    good = sum(r["right"] for r in rows)
    print(f"{name}: {len(rows)} answers, {good} right")
    for word in ANSWERS:
        held = [r["right"] for r in rows if r["answers"] == word]
        print(f"  {word:12} {len(held):4}   right {sum(held) / (len(held) or 1):.2f}")
    covered = sum(r["right"] for r in rows if r["answers"] == "strong")
    print(f"  covered: {covered} of {good} right answers are called strong ({covered / (good or 1):.2f})")
    print(
        f"  AUC: verdict {area(rows, [r['value'] for r in rows]):.3f}, confidence of the search {area(rows, [r['search'] for r in rows]):.3f}"
    )
    print("  reliability: value, answers, mean value, share of right ones")
    for step in range(STEPS):
        low, high = step / STEPS, (step + 1) / STEPS
        held = [r for r in rows if low <= r["value"] < high or (r["value"] == 1.0 == high)]
        if held:
            mean = sum(r["value"] for r in held) / len(held)
            share = sum(r["right"] for r in held) / len(held)
            print(f"    {low:.1f}-{high:.1f} {len(held):4}   {mean:.2f}   {share:.2f}")


def _solve(matrix: list[list[float]], aim: list[float]) -> list[float]:
    """The solution of a positive definite system, by elimination."""
    size = len(aim)
    rows = [[*line, end] for line, end in zip(matrix, aim, strict=True)]
    for at in range(size):
        for below in range(at + 1, size):
            factor = rows[below][at] / rows[at][at]
            if factor:
                rows[below] = [b - factor * a for a, b in zip(rows[at], rows[below], strict=True)]
    out = [0.0] * size
    for at in reversed(range(size)):
        out[at] = (rows[at][size] - sum(rows[at][k] * out[k] for k in range(at + 1, size))) / rows[at][at]
    return out


def fit(rows: Sequence[Row], names: Sequence[str] = FEATURES) -> tuple[dict[str, float], float]:
    """(weights of the raw features, weight needed): a logistic by Newton's method, L2 on standardised features; a
    feature whose weight would be below 0 is left out, the least one first.
    """
    names = [n for n in names if len({r["features"][n] for r in rows}) > 1]
    while True:
        count = len(rows)
        mean = [sum(r["features"][n] for r in rows) / count for n in names]
        spread = [
            math.sqrt(sum((r["features"][n] - m) ** 2 for r in rows) / count)
            for n, m in zip(names, mean, strict=True)
        ]
        ready = [
            [1.0, *((r["features"][n] - m) / s for n, m, s in zip(names, mean, spread, strict=True))]
            for r in rows
        ]
        weights = _newton(ready, [float(r["right"]) for r in rows], [r.get("weight", 1.0) for r in rows])
        least = min(range(len(names)), key=lambda k: weights[k + 1])
        if weights[least + 1] >= 0:
            raw = [w / s for w, s in zip(weights[1:], spread, strict=True)]
            needed = sum(w * m for w, m in zip(raw, mean, strict=True)) - weights[0]
            return dict.fromkeys(FEATURES, 0.0) | dict(zip(names, raw, strict=True)), needed
        del names[least]


def _newton(ready: list[list[float]], good: list[float], counts: list[float]) -> list[float]:
    width = len(ready[0])
    weights = [0.0] * width
    for _ in range(ROUNDS):
        slope = [-L2 * w if k else 0.0 for k, w in enumerate(weights)]
        bend = [[L2 if a == b and a else 0.0 for b in range(width)] for a in range(width)]
        for held, is_right, count in zip(ready, good, counts, strict=True):
            value = 1 / (1 + math.exp(-sum(w * h for w, h in zip(weights, held, strict=True))))
            part = count * max(value * (1 - value), 1e-6)
            for a, one in enumerate(held):
                slope[a] += count * (is_right - value) * one
                scaled = part * one
                bend[a] = [b + scaled * other for b, other in zip(bend[a], held, strict=True)]
        step = _solve(bend, slope)
        weights = [w + s for w, s in zip(weights, step, strict=True)]
        if max(map(abs, step)) < 1e-6:
            break
    return weights


def valued(features: dict[str, float], weights: dict[str, float], needed: float) -> float:
    """What these weights say of an answer, 0..1."""
    return 1 / (1 + math.exp(needed - sum(weights[n] * features[n] for n in FEATURES)))


def left_out(rows: Sequence[Row], by: str, names: Sequence[str] = FEATURES) -> list[float]:
    """What weights say of each answer that were learned without its repository, or its set."""
    values = [0.0] * len(rows)
    for group in dict.fromkeys(r[by] for r in rows):
        weights, needed = fit([r for r in rows if r[by] != group], names)
        for at, row in enumerate(rows):
            if row[by] == group:
                values[at] = valued(row["features"], weights, needed)
    return values


def bound(good: int, many: int) -> float:
    """Lower bound of a share, 0..1 (Wilson, one-sided 95 %)."""
    share, z = good / many, ONE_SIDED
    middle = share + z * z / (2 * many)
    return (middle - z * math.sqrt(share * (1 - share) / many + z * z / (4 * many * many))) / (
        1 + z * z / many
    )


def by_threshold(rows: Sequence[Row], values: Sequence[float]) -> list[tuple[float, int, int]]:
    """(threshold, strong answers, right ones of these) for each hundredth from 0.5 on."""
    pairs = [(value, row["right"]) for value, row in zip(values, rows, strict=True) if not row["capped"]]
    return [
        (step / 100, sum(v >= step / 100 for v, _ in pairs), sum(v >= step / 100 and r for v, r in pairs))
        for step in range(50, 100)
    ]


def learned(rows: list[Row]) -> tuple[dict[str, float], float | None]:
    """Weights of all rows, and what they are worth where the repository, or the set, of an answer is left out; the least
    threshold whose precision is sure on both, None where there is none.
    """
    weights, needed = fit(rows)
    total = sum(r["right"] for r in rows)
    print("\nweights: " + ", ".join(f"{n} {weights[n]:.2f}" for n in FEATURES) + f", needed {needed:.2f}")
    ways = [by for by in ("repo", "set") if len({r[by] for r in rows}) > 1]
    sure = [0.0]
    for by in ways:
        values = left_out(rows, by)
        print(
            f"each {by} left out: AUC {area(rows, values):.3f} (as it is now {area(rows, [r['value'] for r in rows]):.3f})"
        )
        steps = [s for s in by_threshold(rows, values) if s[1] >= FEWEST]
        hand = [(row, value) for row, value in zip(rows, values, strict=True) if row.get("weight") == BY_HAND]
        read = {at: (m, g) for at, m, g in by_threshold([r for r, _ in hand], [v for _, v in hand])}
        for at, many, good in steps[::4]:
            print(
                f"  from {at:.2f}: {many:4} strong, right {good / many:.2f} (at least {bound(good, many):.2f}), covers {good / total:.2f}; "
                f"by hand {read[at][1]} of {read[at][0]} right, covers {read[at][1] / (sum(r['right'] for r, _ in hand) or 1):.2f}"
            )
        sure.append(next((at for at, many, good in steps if bound(good, many) >= SURE), 1.0))
        for name in FEATURES:
            without = left_out(rows, by, [n for n in FEATURES if n != name])
            print(f"    without {name}: AUC {area(rows, without):.3f}")
    for kind in sorted({r["kind"] for r in rows}):
        held = [r for r in rows if r["kind"] == kind]
        strong = [r for r in held if not r["capped"] and valued(r["features"], weights, needed) >= max(sure)]
        print(
            f"  {kind:12} {len(strong):3} strong, {sum(r['right'] for r in strong):3} right, of {sum(r['right'] for r in held):3}"
        )
    print(f"least threshold that is right {SURE:.0%} by its bound: {max(sure):.2f}")
    return {**weights, "needed": needed}, max(sure) if max(sure) < 1.0 else None


def write(numbers: dict[str, float]) -> None:
    """Puts learned numbers into the tuning, each in the place of the one before."""
    text = CONTROL.read_text("utf-8")
    for name, value in numbers.items():
        text, count = re.subn(rf"(verdict_{name}: float = )[\d.]+", rf"\g<1>{value:.2f}", text)
        assert count == 1, name
    CONTROL.write_text(text, encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("sets", nargs="*", metavar="NAME=QUESTIONS=TREES")
    parser.add_argument("--plain", action="store_true", help="ask without the model of meaning")
    parser.add_argument("--fit", action="store_true", help="learn weights, with repositories left out")
    parser.add_argument("--write", action="store_true", help="put what was learned into the tuning")
    parser.add_argument("--graded", action="append", default=[], metavar="GRADES=ANSWERS")
    parser.add_argument("--rows", type=Path, help="write the rows behind the figures")
    parser.add_argument(
        "--from", type=Path, dest="read", action="append", default=[], help="read rows instead"
    )
    given = parser.parse_args()
    rows = [json.loads(line) for path in given.read for line in path.read_text("utf-8").splitlines()]
    for one in given.sets:
        name, path, trees = one.split("=", 2)
        rows += asked(name, questions(Path(path)), Path(trees), graded(given.graded), plain=given.plain)
    names = list(dict.fromkeys(r["set"] for r in rows))
    for name in names:
        told(name, [r for r in rows if r["set"] == name])
    if len(names) > 1:
        told("all", rows)
    if given.rows is not None:
        given.rows.write_text("".join(json.dumps(r) + "\n" for r in rows), encoding="utf-8")
    if given.fit or given.write:
        numbers, threshold = learned(rows)
        if given.write:
            write(numbers | ({} if threshold is None else {"strong": threshold}))


if __name__ == "__main__":
    main()
