"""The ranker that a repository trains on itself: what it gains on commits after the cut, and what it does to
Semble's development split.

    BENCH_MIRROR=clones [BENCH_SHARED=folder] python bench/learned.py --trees FOLDER [--later N] [--semble] OWNER/NAME ...

For each repository the tree is laid out as it was before its newest N questions (commits whose subject has
three words and which touched one to six files of code that were there), the ranker is learned there as
`helix-lsp learn build` does, and the commits after the cut are asked with and without it. `gated` takes the
ranker only where its own gate, which has seen nothing after the cut, lets it pass: that is what a user gets.
With `--semble` the repositories are those of the split that have a clone, at its commits, asked its queries.
Clones must hold their whole history; a shallow one is refused. `--opinion` asks also with the second opinion of
the installed model of meaning, alone and on top of both rankers, its vectors made first and without a limit of
time. Rankers are kept in the folder of the trees, so that a second run only asks.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from suites import ROOT, Folder

sys.path.insert(0, str(ROOT))

from helix_lsp.errors import UsageError
from helix_lsp.evaluate.evaluate import mean, ndcg_at
from helix_lsp.evaluate.learned_gate import Rankers, judge
from helix_lsp.ide.mentions import View
from helix_lsp.ide.query import QueryRequest, query
from helix_lsp.search.ranking.learned import Learned, baseline_digest
from helix_lsp.session.learn.build import build, decode, encode, learned, mine, questions, with_ranker
from helix_lsp.session.learn.pairs import Pair, read_subjects
from helix_lsp.session.semantic.by_meaning import ByMeaning, Kept
from helix_lsp.session.semantic.open_likeness import installed
from helix_lsp.session.settings.settings import load
from helix_lsp.session.workspace import Workspace
from helix_lsp.text.digest import sha256_hex

RESAMPLED = 2_000
Score = Callable[[list[tuple[str, int, int]]], float]
Question = tuple[str, str, Score]  # class, text, what a list of (path, first line, last line) is worth


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("repositories", nargs="*")
    parser.add_argument("--trees", type=Path, required=True)
    parser.add_argument("--later", type=int, default=60)
    parser.add_argument("--semble", action="store_true")
    parser.add_argument("--no-gate", action="store_true", help="do not judge, which is half of the work")
    parser.add_argument("--opinion", action="store_true", help="ask also with the second opinion")
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    mirror = Path(os.environ.get("BENCH_MIRROR", ""))
    rows: list[dict[str, Any]] = []
    jobs = semble_jobs() if options.semble else [(name, None) for name in options.repositories]
    for name, entry in jobs:
        if options.repositories and name not in options.repositories:
            continue
        clone = mirror / name.replace("/", "+") / "repo"
        if not clone.is_dir() or git(clone, "rev-parse", "--is-shallow-repository") != "false":
            print(f"left out: {name} does not have a clone with its whole history", flush=True)
            continue
        began = time.monotonic()
        if entry is not None and git(
            clone,
            "rev-list",
            "--objects",
            "--missing=print",
            "--no-walk",
            f"{entry['commit']}:{entry['benchmark_root'] or ''}",
        ).count("\n?"):
            print(f"left out: the clone of {name} lacks files of the commit of the split", flush=True)
            continue
        row = (
            semble(clone, options.trees, entry, gate=not options.no_gate, opinion=options.opinion)
            if entry is not None
            else forward(clone, options.trees, options.later, gate=not options.no_gate)
        )
        rows.append({"repository": name, **row, "seconds": round(time.monotonic() - began)})
        print(line(rows[-1]), flush=True)
        if options.json:
            options.json.write_text(json.dumps(rows, indent=1), encoding="utf-8")
    for figure in ("learned", "gated", *(("opinion", "both") if options.opinion else ())):
        print(f"{figure}: {summary([row[figure] - row['baseline'] for row in rows])}")
    if options.semble:
        print(by_class(rows))
    return 0


def by_class(rows: list[dict[str, Any]]) -> str:
    """NDCG@10 by class of question, over all questions."""
    found: list[str] = []
    asked = [one for row in rows for one in row["each"]]
    for name in ("all", *sorted({one["class"] for one in asked})):
        some = [one for one in asked if name in ("all", one["class"])]
        kinds = [kind for kind in ("baseline", "learned", "gated", "opinion", "both") if kind in some[0]]
        means = "  ".join(f"{kind} {mean([one[kind] for one in some]):.4f}" for kind in kinds)
        found.append(f"{name:<13} n={len(some):<4} {means}")
    return "\n".join(found)


def forward(clone: Path, trees: Path, later: int, *, gate: bool) -> dict[str, Any]:
    """Learned before a cut, asked what came after it."""
    tip = git(clone, "rev-parse", "HEAD")
    commits = git(
        clone, "rev-list", "--date-order", "--no-merges", f"--max-count={later * 3 + 1}", tip
    ).split()
    with laid(clone, trees, commits[-1]) as workspace:
        view = workspace.view()
        head = workspace.head()
        assert workspace.git is not None
        # git of the clone's tree sees all objects of the mirror, so the commits after the cut can be read by name
        after = set(commits[:-1])
        told = read_subjects(workspace.git, workspace.root, tip, view.snapshot.paths(), lambda *_: None)
        newer = [subject for subject in told.listed if subject.change.commit in after]
        asked = [pair for _, pair in questions(newer, view)][:later]
        return measured(workspace, view, head, [("", p.text, scorer(p)) for p in asked], gate=gate)


def scorer(pair: Pair) -> Score:
    def score(hits: list[tuple[str, int, int]]) -> float:
        came = list(dict.fromkeys(path for path, _, _ in hits))
        return ndcg_at([came.index(path) + 1 if path in came else None for path in pair.files])

    return score


def measured(
    workspace: Workspace,
    view: View,
    head: str,
    questions: list[Question],
    *,
    gate: bool,
    kept: Path | None = None,
    opinion: bool = False,
) -> dict[str, Any]:
    """Both rankers on these questions, and whether the gate lets the learned one pass. `kept` is where the ranker
    of an earlier run lies, or where this one is put.
    """
    asking = with_opinion(view, workspace.directory) if opinion else None
    figured = {"baseline": figures(view, None, questions)}
    row: dict[str, Any] = {"questions": len(questions)}
    ranker, passed = None, False
    try:
        found = json.loads(kept.read_text(encoding="utf-8")) if kept is not None and kept.is_file() else {}
        taught = None if found else mine(workspace.git, workspace.root, view, head, quiet)
        data = (
            found["model"].encode()
            if found
            else encode(build(taught, view, head, quiet))
            if taught is not None
            else b""
        )
        model = decode(data, sha256_hex(data), baseline_digest(view.config.search))
        ranker = learned(model, sha256_hex(data))
        row |= {"weight": model.weight, "bytes": len(data)}
        passed = found.get("passed", not gate)
        if gate and taught is not None:
            judged = judge(
                view, taught, Rankers(candidate=ranker, in_force=None), None, time.process_time, quiet
            )
            passed = judged.passed
            found = {
                "refused": [one.id for one in judged.gates if not one.passed],
                "own_later": judged.candidate.later - judged.baseline.later,
                "pairs": judged.candidate.pairs - judged.baseline.pairs,
                "slower": judged.candidate.seconds / judged.baseline.seconds,
            }
        row |= {name: value for name, value in found.items() if name != "model"}
        if kept is not None:
            kept.write_text(json.dumps({**found, "passed": passed, "model": data.decode()}), encoding="utf-8")
    except UsageError as error:
        row["why"] = str(error)
    figured["learned"] = figures(view, ranker, questions) if ranker is not None else figured["baseline"]
    figured["gated"] = figured["learned"] if passed else figured["baseline"]
    if asking is not None:
        figured["opinion"] = figures(asking, None, questions)
        figured["both"] = figures(asking, ranker, questions) if passed else figured["opinion"]
    pairs = list(zip(figured["learned"], figured["baseline"], strict=True))
    each = [
        {"class": kind, "question": text} | {name: values[at] for name, values in figured.items()}
        for at, (kind, text, _) in enumerate(questions)
    ]
    return (
        row
        | {name: mean(values) for name, values in figured.items()}
        | {"won": sum(new > old for new, old in pairs), "lost": sum(new < old for new, old in pairs)}
        | {"each": each}
    )


def with_opinion(view: View, folder: str) -> View:
    """The same view whose lists are weighed by the installed model, with as much time as it needs."""
    encoder = installed()
    if encoder is None:
        sys.exit("the second opinion needs the extra `semantic`")
    return replace(view, opinion=ByMeaning(encoder, Kept(folder), 600.0))


def quiet(*_: object) -> None:
    """Nobody watches."""


def figures(view: View, ranker: Learned | None, questions: list[Question]) -> list[float]:
    ranked = with_ranker(view, ranker)
    found: list[float] = []
    for _, text, score in questions:
        ranges = [hit.range for hit in query(ranked, QueryRequest(text=text)).hits]
        found.append(score([(r.path, r.start_line, r.end_line) for r in ranges]))
    return found


# -- Semble
# ------------------------------------------------------------------------------------------------------------------------


def semble_jobs() -> list[tuple[str, dict[str, Any] | None]]:
    folder = Folder.of_environment()
    rows, repositories = folder.semble_rows()
    jobs: list[tuple[str, dict[str, Any] | None]] = []
    for name, entry in repositories.items():
        asked = [row for row in rows if row["repo"] == name]
        jobs.append((entry["snapshot"], {**entry, "rows": asked, "folder": folder}))
    return jobs


def semble(clone: Path, trees: Path, entry: dict[str, Any], *, gate: bool, opinion: bool) -> dict[str, Any]:
    """Learned at the commit of the split, asked its queries."""
    program = entry["folder"].semble
    with laid(clone, trees, entry["commit"], entry["benchmark_root"] or "") as workspace:
        view = workspace.view()

        def score(row: dict[str, Any]) -> Score:
            return lambda hits: program.ndcg(
                program.prepare(
                    [{"file": p, "start_line": a, "end_line": b} for p, a, b in hits], entry, "root", "chunks"
                ),
                row["relevant"] + row["secondary"],
            )

        return measured(
            workspace,
            view,
            workspace.head(),
            [(row["category"], row["query"], score(row)) for row in entry["rows"]],
            gate=gate,
            kept=trees / f"{clone.parent.name}.json",
            opinion=opinion,
        )


# -- trees and figures
# ------------------------------------------------------------------------------------------------------------------------


def laid(clone: Path, trees: Path, commit: str, below: str = "") -> Workspace:
    """The repository at a commit, indexed; objects stay in the clone. Only what lies below `below` is laid out:
    a clone may lack pictures and libraries that lie elsewhere.
    """
    tree = trees / clone.parent.name
    if not tree.is_dir():
        run("clone", "-q", "--shared", "--no-checkout", str(clone), str(tree))
        if below:
            run("-C", str(tree), "sparse-checkout", "set", "--no-cone", f"/{below}/")
    run("-C", str(tree), "checkout", "-q", "-f", "--detach", commit)
    run("-C", str(tree), "clean", "-q", "-fdx")
    root = str(tree / below)
    workspace = Workspace.open(root, load(root))
    workspace.refresh()
    return workspace


def git(clone: Path, *words: str) -> str:
    done = subprocess.run(["git", f"--git-dir={clone}", *words], capture_output=True, check=False, text=True)
    return done.stdout.strip()


def run(*words: str) -> None:
    subprocess.run(["git", *words], check=True, stdin=subprocess.DEVNULL)


def line(row: dict[str, Any]) -> str:
    refused = row.get("refused")
    said = row.get("why") or ("not asked" if refused is None else ", ".join(refused) or "passed")
    return (
        f"{row['repository']:<28} n={row['questions']:<4} {row['baseline']:.3f} -> {row['learned']:.3f} "
        f"({row['learned'] - row['baseline']:+.3f}) won {row.get('won', 0)} lost {row.get('lost', 0)}  weight {row.get('weight', 0)} "
        f"gate: {said}  own later {row.get('own_later', 0):+.3f} pairs {row.get('pairs', 0):+.3f} "
        f"time x{row.get('slower', 1):.2f} {row.get('bytes', 0):,} bytes  {row['seconds']} s"
    )


def summary(steps: list[float]) -> str:
    if not steps:
        return "nothing measured"
    chance = random.Random(20261126)
    means = sorted(mean(chance.choices(steps, k=len(steps))) for _ in range(RESAMPLED))
    low, high = means[int(RESAMPLED * 0.025)], means[int(RESAMPLED * 0.975)]
    return f"{mean(steps):+.4f} NDCG@10 [{low:+.4f}, {high:+.4f}] over {len(steps)} repositories"


if __name__ == "__main__":
    sys.exit(main())
