"""`make bench-quality`: retrieval on public question sets, beside measured floors and published results;
prints figures, judges nothing.

    BENCH_SHARED=folder [BENCH_MIRROR=clones] [BENCH_REPOS=trees] [SEMBLE_REPOS=trees] python bench/quality.py
    [SUITE ...]

Suites: semble, sweqa, loc, doc2code, req2code, doc2symbol, docdrift, lenskit (the last needs a clone of its
repository below BENCH_MIRROR only).

The product is driven through bench/locate.py, that is `helix-lsp query --jsonl`, as any script would;
documents are tied to code through bench/align.py. Semble asks for 10 hits (one a file), the others for 50 (up
to three places a file). What cannot be run for want of trees is said and left out. Answers stay in
.cache/bench/quality, indexes below it (or in BENCH_CACHE).
"""

from __future__ import annotations

import json
import os
import shlex
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

from lenskit import lenskit
from suites import OUT, RERUN, ROOT, VARIABLES, Folder, environment, read_answers

LOCATE = [sys.executable, str(ROOT / "bench" / "locate.py")]
COLUMNS = {
    "recall@1": "recall@1", "recall@5": "recall@5", "recall@10": "recall@10", "MRR": "mrr", "hit@1": "hit@1", "hit@5": "hit@5",
    "hit@10": "hit@10", "all-gold@5": "acc@5", "all-gold@10": "acc@10", "span hit@5": "span_hit@5", "line recall@10": "line_recall@10",
}  # fmt: skip
ALIGN = [sys.executable, str(ROOT / "bench" / "align.py")]
ALIGN_SUITES = ("doc2code", "req2code", "doc2symbol")
STALE = [sys.executable, str(ROOT / "bench" / "stale.py")]
SUITES = ("semble", "sweqa", "loc", *ALIGN_SUITES, "docdrift", "lenskit")


def main() -> int:
    wanted = sys.argv[1:] or list(SUITES)
    if unknown := [w for w in wanted if w not in SUITES]:
        sys.exit(f"{unknown[0]!r} is no suite; suites are {', '.join(SUITES)}")
    folder = Folder.of_environment() if set(wanted) != {"lenskit"} else None
    OUT.mkdir(parents=True, exist_ok=True)
    print("  ".join(f"{name}={'given' if os.environ.get(name) else 'not given'}" for name in VARIABLES))
    cache = Path(os.environ.get("BENCH_CACHE", OUT / "index"))
    for suite in wanted:
        print(f"\n== {suite}", flush=True)
        if suite == "lenskit" or folder is None:
            lenskit(OUT, environment(cache))
        elif suite == "semble":
            semble(folder, cache)
        elif suite in ALIGN_SUITES:
            tied(folder, suite, cache)
        elif suite == "docdrift":
            drifted(folder)
        elif suite == "sweqa":
            sweqa(folder, cache)
        else:
            loc(folder)
    return 0


# -- semble
# ------------------------------------------------------------------------------------------------------------------------


def semble(folder: Folder, cache: Path) -> None:
    rows, repositories = folder.semble_rows()
    there = sorted(name for name, entry in repositories.items() if folder.semble_tree(entry))
    if missing := sorted(set(repositories) - set(there)):
        left = sum(row["repo"] in missing for row in rows)
        print(f"left out: {left} of {len(rows)} queries, no tree of {', '.join(missing)} below SEMBLE_REPOS")
        print(
            "  python3 semble/scripts/materialise.py lays trees out from clones; see the README of the suite"
        )
    if not there:
        return
    part = ["--repo", *there] if missing else []
    answers, figures = OUT / "semble.jsonl", OUT / "semble.json"
    env = environment(cache)
    program = folder.path / "semble"
    command = [sys.executable, str(program / "run.py"), "--split", "dev", "--k", "10", "--out", str(answers)]
    # `--repo` takes all words that follow, so it stands before another flag
    run([*command[:2], *part, *command[2:], "--", *LOCATE], env)
    versus = program / "results" / RERUN
    more = ["--versus", str(versus)] if versus.is_file() else []
    score = [
        sys.executable,
        str(program / "score.py"),
        str(answers),
        "--split",
        "dev",
        "--by-repo",
        "--label",
        "helix",
    ]
    run([*score, "--json", str(figures), *part, *more], env)
    ours = json.loads(figures.read_text(encoding="utf-8"))
    kinds = "  ".join(f"{name} {value:.3f}" for name, value in ours["by_category"].items())
    print(f"semble: NDCG@10 {ours['overall']:.4f} without a model  ({kinds})")


# -- sweqa and loc
# -----------------------------------------------------------------------------------------------------------------


def sweqa(folder: Folder, cache: Path) -> None:
    items = folder.items("sweqa")
    there = split_missing("sweqa", folder, items)
    if not there:
        return
    answers = asked(folder, "sweqa", items, there, environment(cache))
    table(folder, "sweqa", there, answers)
    for group in sorted({i["_group"] for i in there}):
        some = [i for i in there if i["_group"] == group]
        print(f"  {group:<12} n={len(some):<4} " + brief(folder.figures(some, answers)))
    note = json.loads((folder.path / "published" / "sweqa.json").read_text(encoding="utf-8")).get("note", "")
    print(f"published: {note}")


def tied(folder: Folder, suite: str, cache: Path) -> None:
    """Documents tied to code: the folder's own runner and scorer, the committed set of `helix-lsp align` as
    the answer.
    """
    if split_missing(suite, folder, folder.items(suite)):
        command = [
            sys.executable,
            str(folder.path / "bench.py"),
            "run",
            "--split",
            "dev",
            "--suite",
            suite,
            "--timeout",
            "1200",
        ]
        run(
            [*command, "--cmd", shlex.join(ALIGN), "--out", str(OUT / f"{suite}.jsonl"), "--score"],
            environment(cache),
        )


def drifted(folder: Folder) -> None:
    """Stale references, as a repository with its history has them: trees of their own, each up to its commit."""
    if split_missing("docdrift", folder, folder.items("docdrift")):
        env = environment(
            OUT / "docdrift-index",
            BENCH_REPOS=os.environ.get("BENCH_HISTORY_REPOS", str(OUT / "docdrift-trees")),
            BENCH_HISTORY="1",
        )
        command = [
            sys.executable,
            str(folder.path / "bench.py"),
            "run",
            "--split",
            "dev",
            "--suite",
            "docdrift",
            "--timeout",
            "1200",
        ]
        run([*command, "--cmd", shlex.join(STALE), "--out", str(OUT / "docdrift.jsonl"), "--score"], env)
        print(f"floor: {folder.floor_line('docdrift')}")


def loc(folder: Folder) -> None:
    """One tree an issue: each is laid out, indexed, asked, and thrown away again, index included."""
    items = folder.items("loc")
    there = split_missing("loc", folder, items)
    if there:
        scratch = OUT / "loc-trees"
        # a history and a place of its own: `--cleanup` deletes each tree after its issues, and no other suite
        # may lose one
        env = environment(OUT / "loc-index", BENCH_REPOS=str(scratch), BENCH_HISTORY="1")
        answers = asked(folder, "loc", items, there, env, "--cleanup")
        shutil.rmtree(OUT / "loc-index", ignore_errors=True)
        table(folder, "loc", there, answers)
        for group in sorted({i["benchmark"] for i in there}):
            some = [i for i in there if i["benchmark"] == group]
            print(f"  {group:<16} n={len(some):<4} " + brief(folder.figures(some, answers)))
    published = json.loads((folder.path / "published" / "loc.json").read_text(encoding="utf-8"))
    for name, entries in published.items():
        if isinstance(entries, dict):
            print(
                f"published, {name}: " + "; ".join(f"{system} {value}" for system, value in entries.items())
            )
    print(f"  ({published.get('caveat', '')})")


def split_missing(suite: str, folder: Folder, items: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The items whose trees can be had; says which cannot."""
    seen: dict[str, bool] = {}
    for item in items:
        key = json.dumps(item["_tree"], sort_keys=True)
        if key not in seen:
            seen[key] = folder.can_have(item)
    there = [i for i in items if seen[json.dumps(i["_tree"], sort_keys=True)]]
    missing = Counter(i["_tree"]["repo"] for i in items if i not in there)
    if missing:
        names = ", ".join(f"{repo} ({count})" for repo, count in sorted(missing.items()))
        few = f"left out: {sum(missing.values())} of {len(items)} items of {suite}"
        print(f"{few}, because no clone below BENCH_MIRROR holds their commits: {names}")
        print(f"  python3 scripts/materialise.py --split dev --list prints what {suite} needs")
        rest = f"the figures below are over the other {len(there)} items and cannot be compared with those over all"
        print(f"  {rest if there else f'{suite} is not run'}")
    return there


def asked(
    folder: Folder,
    suite: str,
    items: list[dict[str, Any]],
    there: list[dict[str, Any]],
    env: dict[str, str],
    *more: str,
) -> dict[str, dict[str, Any]]:
    """The answers to these items, through the folder's own runner; group by group where some trees are
    missing.
    """
    command = [
        sys.executable,
        str(folder.path / "bench.py"),
        "run",
        "--split",
        "dev",
        "--suite",
        suite,
        "--timeout",
        "1200",
        *more,
    ]
    command += ["--cmd", shlex.join(LOCATE)]
    answers: dict[str, dict[str, Any]] = {}
    for group in [""] if len(there) == len(items) else sorted({i["_group"] for i in there}):
        out = OUT / f"{suite}{'-' if group else ''}{group.replace(':', '-')}.jsonl"
        run([*command, "--out", str(out), *(["--only", group] if group else [])], env)
        answers |= read_answers(out)
    if silent := [i["id"] for i in there if i["id"] not in answers]:
        print(f"not answered, counted as missed: {len(silent)} ({', '.join(silent[:5])})")
    return answers


def table(
    folder: Folder, suite: str, items: list[dict[str, Any]], answers: dict[str, dict[str, Any]]
) -> None:
    """Our figures under the floors', in the columns of TABLES.md."""
    titles, rows = folder.floors(suite)
    figures = folder.figures(items, answers)
    times = sorted(answers[i["id"]].get("ms") or 0.0 for i in items if i["id"] in answers)
    shown = [title for title in titles if title in COLUMNS]
    print(f"{'':<10} {'n':>4}  " + "  ".join(f"{title:>{max(6, len(title))}}" for title in shown))
    for row in rows:
        cells = dict(zip(titles, row, strict=False))
        print(
            f"{cells['floor']:<10} {cells['n']:>4}  "
            + "  ".join(f"{cells[title]:>{max(6, len(title))}}" for title in shown)
        )
    ours = [f"{figures[COLUMNS[t]]:.3f}" if COLUMNS[t] in figures else "-" for t in shown]
    print(
        f"{'helix':<10} {len(items):>4}  "
        + "  ".join(f"{cell:>{max(6, len(t))}}" for cell, t in zip(ours, shown, strict=True))
    )
    if times:
        p50, p95 = times[len(times) // 2], times[int(len(times) * 0.95)]
        print(
            f"  inside the product: p50 {p50:.1f} ms, p95 {p95:.1f} ms (the first question of a tree also indexes it)"
        )


def brief(figures: dict[str, float]) -> str:
    names = ("recall@5", "recall@10", "mrr", "acc@1", "acc@5", "acc@10", "span_hit@5")
    return "  ".join(f"{name} {figures[name]:.3f}" for name in names if name in figures)


def run(command: list[str], env: dict[str, str]) -> None:
    """One program of the folder with its output passed on; ends this one when it fails."""
    sys.stdout.flush()
    done = subprocess.run(command, env=env, cwd=OUT, stdin=subprocess.DEVNULL, check=False)
    if done.returncode:
        sys.exit(f"{Path(command[1]).name} failed with exit code {done.returncode}")


if __name__ == "__main__":
    raise SystemExit(main())
