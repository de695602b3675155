"""What each drift rule decides, and what it is worth, on labelled references of repositories that nobody here
wrote.

    python bench/drift_census.py weigh --mirror DIR --trees DIR      ask every label again, at its commit with its history: what was weighed
    python bench/drift_census.py score [--half a|b|c|d|e|f|g] [--since ID]   precision, recall, the curve by confidence and by kind, each rule's share
    python bench/drift_census.py left-out                            the same, each repository with worths fitted on the others
    python bench/drift_census.py fit                                 the worths, from all labels (prints `drift_worths.py`'s tables)

`bench/drift_labels.jsonl` holds the labels: repository, commit, path, line, reference, whether it is stale,
why, and its cause. They were judged from the repository alone, by readers who did not see what this program
says. Halves a to f are development data; g was not looked at while rules were changed. Each is of repositories
that the others do not name. In e, f and g a reference is stale only where the tree of its commit proves it, and `source`
and `why` say how. `weigh` writes `bench/drift_weighed.jsonl`, from which the others work without any tree.
"""

from __future__ import annotations

import argparse
import json
import math
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from helix_lsp.align.drift.decide import worth_of
from helix_lsp.align.drift.judge import Asked
from helix_lsp.align.drift.one_file import drift_of
from helix_lsp.align.drift.say import EVIDENCE as SAID
from helix_lsp.align.drift.say import RULE_SAYS
from helix_lsp.align.drift.world import build_world
from helix_lsp.ide.drift_state import contradictions
from helix_lsp.session.settings.settings import load
from helix_lsp.session.workspace import Workspace
from helix_lsp.tuning.drift_worths import ALARM, CHECKS

FloatArray = npt.NDArray[np.float64]
HERE = Path(__file__).resolve().parent
LABELS, WEIGHED = HERE / "drift_labels.jsonl", HERE / "drift_weighed.jsonl"
SAYS = {*SAID, *RULE_SAYS}
OPEN = frozenset("abcdef")  # halves that may be read, and that worths are fitted on
_MOST = 3  # findings of one cause that count
_RIDGE = 1.0  # of the fit: how much data it takes to move a worth from its prior
_STEPS = 12


@dataclass(frozen=True, slots=True)
class Row:
    """A label with what the program weighed: `check` is `` where it saw no finding."""

    id: str
    half: str
    kind: str
    cause: str
    stale: bool
    check: str
    weighed: tuple[str, ...]

    @property
    def worth(self) -> float:
        """Log-odds; far below any alarm where no finding was seen."""
        return CHECKS[self.check] + sum(worth_of(one) for one in self.weighed) if self.check else -99.0


def weigh(mirror: Path, trees: Path, only: str, half: str, since: str) -> None:
    """Asks each label at its commit, a repository at a time and its commits from the oldest to the newest, so
    that history only grows. `only` is a beginning of the repositories' names, `half` and `since` choose labels; what
    was weighed of others stays.
    """
    by_repo: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for label in _lines(LABELS):
        if label["repo"].startswith(only) and half in ("", label["half"]) and label["id"] >= since:
            by_repo[label["repo"]].append(label)
    rows: list[dict[str, Any]] = []
    for repo, labels in sorted(by_repo.items()):
        name = repo.replace("/", "+")
        tree = trees / name
        if not tree.exists():
            tree.parent.mkdir(parents=True, exist_ok=True)
            _git(mirror, "clone", "-q", "-n", "--shared", str(mirror / name / "repo"), str(tree))
        commits = {label["commit"] for label in labels}
        order = [
            c
            for c in _git(tree, "rev-list", "--reverse", "--topo-order", *sorted(commits)).split()
            if c in commits
        ]
        for commit in order:
            check_out(tree, commit)
            rows.extend(_asked(tree, [label for label in labels if label["commit"] == commit]))
        print(repo, len(labels), file=sys.stderr, flush=True)
        new = {one["id"] for one in rows}
        kept = [row for row in _lines(WEIGHED) if row["id"] not in new] if WEIGHED.exists() else []
        lines = (json.dumps(row) + "\n" for row in sorted([*kept, *rows], key=lambda row: row["id"]))
        WEIGHED.write_text("".join(lines), encoding="utf-8")


def _asked(tree: Path, labels: Sequence[dict[str, Any]]) -> Iterable[dict[str, Any]]:
    with Workspace.open(str(tree), load(str(tree))) as workspace:
        workspace.refresh()
        view, history = workspace.view(), workspace.history()
        world = build_world(view.snapshot, view.texts, view.config.drift)
        found = {
            path: [
                *drift_of(path, world, history, view.config.drift, Asked(history, 10_000)),
                *contradictions(path, world, history, lambda: None).findings,
            ]
            for path in {label["path"] for label in labels}
        }
    for label in labels:
        there = [
            f
            for f in found[label["path"]]
            if f.line == label["line"] and label["reference"] in (f.reference.text, f.reference.target)
        ]
        there.sort(key=lambda f: not f.judged.tier)  # one text may be read as several things
        there = there or [
            f
            for f in found[label["path"]]
            if f.line == label["line"] and f.reference.text and f.reference.text in label["reference"]
        ]
        there.sort(key=lambda f: not f.judged.tier)
        there = there or [  # a part of an address
            f
            for f in found[label["path"]]
            if f.line == label["line"]
            and f.reference.kind in ("link", "path", "claim")
            and label["reference"] in f.reference.text
        ]
        said = there[0].judged if there else None
        check = said.check if said is not None and said.check in CHECKS else ""
        yield {
            "id": label["id"],
            "check": check,
            "weighed": [one.id for one in said.reasons[1:]] if said is not None and check else [],
            "settled": said.check
            if said is not None and not check
            else ""
            if said is not None
            else "not seen",
        }


def rows_of(half: str = "", since: str = "") -> list[Row]:
    """The labels from the id `since` on that are not unsure, with what was weighed."""
    weighed = {row["id"]: row for row in _lines(WEIGHED)}
    found: list[Row] = []
    for label in _lines(LABELS):
        seen = weighed.get(label["id"])
        if (
            seen is not None
            and label["label"] != "unsure"
            and half in ("", label["half"])
            and label["id"] >= since
        ):
            cause = f"{label['repo']} {label['cause']}"
            known = tuple(one for one in seen["weighed"] if one in SAYS)
            found.append(
                Row(
                    label["id"],
                    label["half"],
                    label["kind"],
                    cause,
                    label["label"] == "stale",
                    seen["check"],
                    known,
                )
            )
    return _few_of_a_cause(found)


def _few_of_a_cause(rows: Sequence[Row]) -> list[Row]:
    """At most `_MOST` labels of one cause and one kind, so that no single change decides a figure."""
    seen: Counter[tuple[str, bool]] = Counter()
    kept: list[Row] = []
    for row in rows:
        seen[(row.cause, row.stale)] += 1
        if seen[(row.cause, row.stale)] <= _MOST:
            kept.append(row)
    return kept


def score(half: str, since: str) -> None:
    """Prints precision and recall at the default tier, the curve, the kinds, and for each rule what it decided."""
    rows = rows_of(half, since)
    stale = sum(row.stale for row in rows)
    print(
        f"{len(rows)} labels of {len({r.cause.partition(' ')[0] for r in rows})} repositories, {stale} stale; half {half or 'any'}"
    )
    print("confidence  told  precision  recall")
    for level in (0.95, 0.9, 0.85, ALARM, 0.75, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2):
        told = [row for row in rows if row.worth >= math.log(level / (1 - level))]
        right = sum(row.stale for row in told)
        print(
            f"{level:10.2f} {len(told):5d} {_share(right, len(told)):>10} {_share(right, stale):>7}{'  <- alarms' if level == ALARM else ''}"
        )
    print("\nkind         labels  stale   told  right")
    sure = math.log(ALARM / (1 - ALARM))
    for kind in sorted({row.kind for row in rows}):
        mine = [row for row in rows if row.kind == kind]
        told = [row for row in mine if row.worth >= sure]
        print(
            f"{kind:12s} {len(mine):6d} {sum(r.stale for r in mine):6d} {len(told):6d} {sum(r.stale for r in told):6d}"
        )
    print("\nid                     met  of them stale  worth  alarms that it takes: wrong  right")
    met: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        for one in (row.check, *row.weighed):
            if one:
                met[one].append(row)
    for one, where in sorted(met.items(), key=lambda item: (-len(item[1]), item[0])):
        worth = CHECKS.get(one, None) if one in CHECKS else worth_of(one)
        taken = [r for r in where if one not in CHECKS and r.worth < sure <= r.worth - (worth or 0.0)]
        wrong = sum(not r.stale for r in taken)
        print(
            f"{one:22s} {len(where):4d} {_share(sum(r.stale for r in where), len(where)):>14} {worth:6.2f} {wrong:28d} {len(taken) - wrong:6d}"
        )
    missed = Counter(
        seen["settled"] or "weighed"
        for seen in _lines(WEIGHED)
        if any(r.id == seen["id"] and r.stale and r.worth < sure for r in rows)
    )
    print("\nstale and no alarm:", dict(missed.most_common()))


def fit() -> None:
    """Prints the worths that logistic regression on all labels gives, with a ridge towards the worths of today."""
    rows = [row for row in rows_of() if row.check and row.half in OPEN]
    names, met = _met(rows)
    prior = np.array([_worth_today(one) for one in names])
    for one, worth, old, many in zip(names, _fitted(rows, met, prior), prior, met.sum(axis=0), strict=True):
        print(f'    "{one}": {worth:.2f},  # was {old:.2f}, met {int(many)}')


def left_out() -> None:
    """Prints precision and recall of worths that were fitted without the repository that they are asked about: for each
    half and each kind. The ridge leads to no worth at all, so that nothing of the repository is in them.
    """
    rows = [row for row in rows_of() if row.half in OPEN]
    seen = [row for row in rows if row.check]
    _, met = _met(seen)
    repos = np.array([row.cause.partition(" ")[0] for row in seen])
    sums = np.full(len(seen), -99.0)
    for repo in sorted(set(repos)):
        others = repos != repo
        worths = _fitted(
            [r for r, kept in zip(seen, others, strict=True) if kept], met[others], np.zeros(met.shape[1])
        )
        sums[~others] = met[~others] @ worths
    for level in (0.9, 0.85, ALARM, 0.75, 0.7, 0.6):
        over = [row for row, worth in zip(seen, sums, strict=True) if worth >= math.log(level / (1 - level))]
        right, stale = sum(row.stale for row in over), sum(row.stale for row in rows)
        print(
            f"confidence {level:.2f} {len(over):5d} told, precision {_share(right, len(over))} recall {_share(right, stale)}"
        )
    told = {row.id for row, worth in zip(seen, sums, strict=True) if worth >= math.log(ALARM / (1 - ALARM))}
    groups = [("half", lambda r: r.half), ("kind", lambda r: r.kind), ("all", lambda _: "")]
    for name, of in groups:
        for one in sorted({of(row) for row in rows}):
            mine = [row for row in rows if of(row) == one]
            right = sum(row.stale and row.id in told for row in mine)
            said, stale = sum(row.id in told for row in mine), sum(row.stale for row in mine)
            shares = f"precision {_share(right, said)} recall {_share(right, stale)}"
            print(f"{name} {one:12s} {len(mine):5d} labels {stale:4d} stale {said:4d} told, {shares}")


def _met(rows: Sequence[Row]) -> tuple[list[str], FloatArray]:
    """(ids, rows by ids: 1 where a row met the id)."""
    names = sorted({one for row in rows for one in (row.check, *row.weighed)})
    return names, np.array([[float(one in (row.check, *row.weighed)) for one in names] for row in rows])


def _fitted(rows: Sequence[Row], met: FloatArray, prior: FloatArray) -> FloatArray:
    """Newton's steps of a logistic regression with a ridge towards `prior`."""
    stale, worth = np.array([float(row.stale) for row in rows]), prior.copy()
    for _ in range(_STEPS):
        sure = 1 / (1 + np.exp(-met @ worth))
        slope = met.T @ (stale - sure) - _RIDGE * (worth - prior)
        bend = (met * (sure * (1 - sure))[:, None]).T @ met + _RIDGE * np.eye(met.shape[1])
        worth += np.linalg.solve(bend, slope)
    return worth


def _worth_today(one: str) -> float:
    return CHECKS[one] if one in CHECKS else worth_of(one)


def _share(part: int, whole: int) -> str:
    return f"{part / whole:.2f}" if whole else "-"


def _lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def check_out(tree: Path, commit: str) -> None:
    """The files of a commit, but those whose content the mirror does not hold."""
    _git(tree, "update-ref", "--no-deref", "HEAD", commit)
    _git(tree, "read-tree", commit)
    subprocess.run(
        ["git", "-C", str(tree), "checkout-index", "-f", "-a", "-q"], capture_output=True, check=False
    )
    _git(tree, "clean", "-fdq")


def _git(at: Path, *words: str) -> str:
    return subprocess.run(["git", "-C", str(at), *words], capture_output=True, text=True, check=True).stdout


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("act", choices=("weigh", "score", "fit", "left-out"))
    parser.add_argument("--mirror", type=Path)
    parser.add_argument("--trees", type=Path)
    parser.add_argument("--only", default="")
    parser.add_argument("--since", default="")
    parser.add_argument("--half", choices=("a", "b", "c", "d", "e", "f", "g", ""), default="")
    options = parser.parse_args()
    if options.act == "weigh":
        weigh(options.mirror, options.trees, options.only, options.half, options.since)
    elif options.act == "score":
        score(options.half, options.since)
    elif options.act == "left-out":
        left_out()
    else:
        fit()
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
