"""Sentences that people labelled as supported by their references or not: how often does the judge agree?

    python bench/attribution.py FOLDER [--part dev] [--fit] [--worth]

FOLDER (or BENCH_ATTRIBUTION) holds the `*.jsonl` of AttributionBench's `data` (github.com/OSU-NLP-Group/
AttributionBench; no licence, so it is not part of this repository). Printed for each part, and each source in
it: macro-F1, precision and recall of PASS and of a score of .7, milliseconds of the process a claim, and how
many of the sentences with a score are supported (reliability).
`--fit` prints the worths of `helix_lsp/tuning/verify.py` learned from the development part, `--worth` what the
cross-validated figures lose without each sign. Nothing is learned from another part.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from helix_lsp.config.documents import VerifyConfig  # noqa: E402  (found through the line above)
from helix_lsp.tuning.verify import WORTHS  # noqa: E402
from helix_lsp.verify.judge import Signs, judge, signs  # noqa: E402

PARTS = {
    "dev": "dev_all_subset_balanced.jsonl",
    "test": "test_all_subset_balanced_sampled500.jsonl",
    "ood": "test_ood_all_subset_balanced.jsonl",
}
FOLDS, RIDGE, STEPS = 10, 10.0, 25
_MIDDLE, _SURE = 0.5, 0.7


@dataclass(frozen=True)
class Row:
    """One labelled claim."""

    source: str
    claim: str
    texts: tuple[str, ...]
    true: bool


@dataclass(frozen=True)
class Told:
    """What became of it; `seconds` are of the process, not of the clock."""

    row: Row
    passes: bool
    score: float
    seconds: float


def rows(folder: Path, part: str) -> list[Row]:
    """The claims of one part in their order."""
    path = folder / PARTS[part]
    if not path.is_file():
        sys.exit(f"{path} is missing: give the folder `data` of AttributionBench")
    out: list[Row] = []
    for line in path.read_text("utf-8").splitlines():
        one = json.loads(line)
        label = one["attribution_label"] == "attributable"
        out.append(Row(one["src_dataset"], one["claim"], tuple(one["references"]), label))
    return out


def told(given: Iterable[Row]) -> list[Told]:
    """Every row judged as the audit judges a claim with its citations."""
    out: list[Told] = []
    for row in given:
        start = time.process_time()
        found = judge(row.claim, row.texts, (), VerifyConfig())
        out.append(Told(row, found.supported, found.score, time.process_time() - start))
    return out


def macro_f1(pairs: Sequence[tuple[bool, bool]]) -> float:
    """Of (label, verdict)."""
    both = (sum(a == b == side for a, b in pairs) for side in (True, False))
    sizes = (sum((a == side) + (b == side) for a, b in pairs) for side in (True, False))
    return sum(2 * n / m if m else 0.0 for n, m in zip(both, sizes, strict=True)) / 2


def report(name: str, some: Sequence[Told]) -> None:
    """One line of figures."""
    cuts: tuple[Callable[[Told], bool], ...] = (lambda t: t.passes, lambda t: t.score >= _SURE and t.passes)
    shown: list[str] = []
    for cut in cuts:
        chosen = [t for t in some if cut(t)]
        right = sum(t.row.true for t in chosen)
        shown.append(
            f"{macro_f1([(t.row.true, cut(t)) for t in some]):.3f}  {right / max(1, len(chosen)):.3f} "
            f"{right / max(1, sum(t.row.true for t in some)):.3f}"
        )
    print(f"{name:22} {len(some):5}   PASS {shown[0]}   PASS with .7 {shown[1]}")


def reliability(some: Sequence[Told]) -> None:
    """Score bands of a tenth: how many sentences, their mean score, how many of them are supported."""
    for tenth in range(10):
        band = [t for t in some if min(9, int(t.score * 10)) == tenth]
        if band:
            mean = sum(t.score for t in band) / len(band)
            print(
                f"   .{tenth}   {len(band):5}  score {mean:.2f}  supported {sum(t.row.true for t in band) / len(band):.2f}"
            )


def vector(seen: Signs | None, names: Sequence[str]) -> list[float]:
    """The constant, then the signs."""
    return [1.0, *(getattr(seen, n) if seen else _MIDDLE for n in names)]


def fit(data: Sequence[tuple[list[float], bool]]) -> list[float]:
    """Weights of a logistic regression with a ridge on standardised signs, by Newton's steps."""
    size = len(data[0][0])
    mean = [0.0] + [sum(x[j] for x, _ in data) / len(data) for j in range(1, size)]
    spread = [1.0] + [
        math.sqrt(sum((x[j] - mean[j]) ** 2 for x, _ in data) / len(data)) or 1.0 for j in range(1, size)
    ]
    ready = [([(v - m) / s for v, m, s in zip(x, mean, spread, strict=True)], y) for x, y in data]
    weights = [0.0] * size
    for _ in range(STEPS):
        slope = [0.0] + [RIDGE * w for w in weights[1:]]
        curve = [[RIDGE * (i == j and i > 0) for j in range(size)] for i in range(size)]
        for x, y in ready:
            chance = logistic(x, weights)
            for i in range(size):
                slope[i] += (chance - y) * x[i]
                for j in range(size):
                    curve[i][j] += chance * (1 - chance) * x[i] * x[j]
        step = solved(curve, slope)
        weights = [w - s for w, s in zip(weights, step, strict=True)]
        if max(map(abs, step)) < 1e-7:
            break
    plain = [w / s for w, s in zip(weights, spread, strict=True)]
    plain[0] = weights[0] - sum(w * m for w, m in zip(plain[1:], mean[1:], strict=True))
    return plain


def logistic(x: Sequence[float], weights: Sequence[float]) -> float:
    """The chance that a vector is of a supported sentence."""
    return 1 / (1 + math.exp(-sum(a * b for a, b in zip(x, weights, strict=True))))


def solved(matrix: list[list[float]], right: list[float]) -> list[float]:
    """Gauss's elimination with pivots."""
    rows_ = [[*line, value] for line, value in zip(matrix, right, strict=True)]
    size = len(rows_)
    for i in range(size):
        top = max(range(i, size), key=lambda k: abs(rows_[k][i]))
        rows_[i], rows_[top] = rows_[top], rows_[i]
        for k in range(size):
            if k != i:
                factor = rows_[k][i] / rows_[i][i]
                rows_[k] = [a - factor * b for a, b in zip(rows_[k], rows_[i], strict=True)]
    return [rows_[i][size] / rows_[i][i] for i in range(size)]


def crossed(seen: Sequence[Signs | None], given: Sequence[Row], names: Sequence[str], by: str) -> str:
    """Figures of folds: `folds` of claims, or `sources`, each judged by what was learned from the others."""
    groups = [n % FOLDS for n in range(len(given))] if by == "folds" else [r.source for r in given]
    data = [(vector(s, names), r.true) for s, r in zip(seen, given, strict=True)]
    chances = [0.0] * len(data)
    for group in dict.fromkeys(groups):
        weights = fit([d for d, g in zip(data, groups, strict=True) if g != group])
        for n, (x, _) in enumerate(data):
            if groups[n] == group:
                chances[n] = logistic(x, weights)
    loss = -sum(math.log(p if y else 1 - p) for p, (_, y) in zip(chances, data, strict=True)) / len(data)
    return (
        f"macro-F1 {macro_f1([(y, p >= _MIDDLE) for p, (_, y) in zip(chances, data, strict=True)]):.3f} "
        f"log loss {loss:.4f}"
    )


def learned(folder: Path, *, worth: bool) -> None:
    """`--fit` and `--worth`."""
    given = rows(folder, "dev")
    seen = [signs(r.claim, r.texts) for r in given]
    names = tuple(WORTHS)
    weights = fit([(vector(s, names), r.true) for s, r in zip(seen, given, strict=True)])
    print("BASE", f"{weights[0]:.3f}", {n: round(w, 3) for n, w in zip(names, weights[1:], strict=True)})
    if worth:
        for left in ("", *names):
            kept = [n for n in names if n != left]
            for by in ("folds", "sources"):
                print(f"without {left or 'nothing':8} {by:8} {crossed(seen, given, kept, by)}")


def main() -> None:
    """See the head of this file."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path, nargs="?", default=os.environ.get("BENCH_ATTRIBUTION"))
    parser.add_argument("--part", choices=PARTS, action="append")
    parser.add_argument("--fit", action="store_true", help="learn the worths from the development part")
    parser.add_argument("--worth", action="store_true", help="and what each of them is worth")
    given = parser.parse_args()
    if given.folder is None:
        sys.exit("say where AttributionBench is: its folder `data`, or BENCH_ATTRIBUTION")
    if given.fit or given.worth:
        learned(Path(given.folder), worth=given.worth)
        return
    print(f"{'':22} {'n':>5}        macro-F1, precision, recall")
    for part in given.part or PARTS:
        done = told(rows(Path(given.folder), part))
        report(part, done)
        for source in dict.fromkeys(t.row.source for t in done):
            report(f"  {source}", [t for t in done if t.row.source == source])
        reliability(done)
        spent = sorted(t.seconds for t in done)
        print(
            f"   {1e3 * spent[len(spent) // 2]:.1f} ms a claim in the middle, nine in ten below {1e3 * spent[int(0.9 * len(spent))]:.1f} ms"
        )


if __name__ == "__main__":
    main()
