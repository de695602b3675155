"""What each ranking feature is worth: the same questions over the same indexes, once with everything and once
without it.

    BENCH_SHARED=folder [BENCH_MIRROR=clones] [BENCH_REPOS=trees] [SEMBLE_REPOS=trees] python
    bench/ablation.py [FEATURE ...]
        [--suite semble|sweqa]... [--set OPTION=VALUE]...

In process, over indexes that stay in .cache/bench/quality/index (BENCH_CACHE names another folder). Without
FEATURE all are tried;
`--set` tries other values of options instead, all of them together as one variant. Each line is a paired
difference to the full ranking with a 95 % bootstrap interval: over repositories for semble (NDCG@10), over
questions for sweqa (the mean of recall@5, recall@10 and MRR; and span hit@5). An interval that holds 0 is no
effect that these questions can show.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

from suites import OUT, ROOT, Folder

sys.path.insert(0, str(ROOT))

from helix_lsp.config.questions import SearchConfig
from helix_lsp.search.search import search
from helix_lsp.session.settings.settings import load
from helix_lsp.session.workspace import Workspace

RESAMPLED = 1_000
SUITES = ("semble", "sweqa")
DEFAULTS = SearchConfig()
KNOWN = tuple(item.name for item in fields(SearchConfig))
# Options that belong together and what switches them off; whole families are found by their first word, see
# `features`.
OFF: dict[str, dict[str, float]] = {
    "collaborators": {"collaborators": 0},
    "least use of collaborators": {"collaborators_least": 0.0},
    "guard of names": {"guard_names": 0},
    "words added": {"words_share": 0.0},
    "neighbouring places": {"neighbour_lines": 0},
    "choice of the place shown": {"place_class": 1.0, "place_module": 1.0, "place_holder": 0.0},
    "three places of a file": {"per_file": 3},
    "synonyms": {"synonym_weight": 0.0},
    "position": {"position_decay": 10_000.0},
    "whole identifiers": {"whole_weight": 0.0},
    "frame words": {"frame_weight": 1.0},
    "second and third unit": {"second_unit": 0.0, "third_unit": 0.0},
    "prefixes in file names": {"prefix_match": 0.0},
    "question kinds": {
        "demote_docs_reason": DEFAULTS.demote_docs,
        "demote_config_asked": DEFAULTS.demote_config,
    },
    "exact phrases and messages": {"exact_files": 0},
    "stack frames": {"most_frames": 0},
    "all demotions": {name: 1.0 for name in KNOWN if name.startswith("demote_")},
    "all field weights 1": {name: 1.0 for name in KNOWN if name.startswith("weight_")},
    "length normalisation": {name: 0.0 for name in KNOWN if name.startswith("norm_")},
}
FAMILIES = {"rank_": 0.0, "demote_": 1.0, "weight_": 0.0, "channel_": 0.0}
ENDINGS = ("_short", "_long", "_issue")


@dataclass(frozen=True)
class Question:
    """`score` turns (path, first line, last line) hits into figures by name."""

    group: str
    text: str
    k: int
    score: Callable[[list[tuple[str, int, int]]], dict[str, float]]


def features() -> dict[str, dict[str, float]]:
    """Feature -> the options that switch it off: one for each option of a family, its variants for short and
    long questions together.
    """
    found = dict(OFF)
    for family, off in FAMILIES.items():
        for name in KNOWN:
            if name.startswith(family):
                plain = next((name.removesuffix(end) for end in ENDINGS if name.endswith(end)), name)
                found.setdefault(plain, {})[name] = off
    return found


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("features", nargs="*")
    parser.add_argument("--suite", action="append", choices=SUITES)
    parser.add_argument("--set", action="append", default=[], metavar="OPTION=VALUE", dest="values")
    options = parser.parse_args()
    variants = chosen(options.features, options.values)
    folder = Folder.of_environment()
    trees = list(sources(folder, options.suite or SUITES))
    if not trees:
        sys.exit("no tree is there: lay some out first (see `make bench-quality`)")
    scores = measured(trees, variants)
    for suite in dict.fromkeys(suite for suite, _, _ in trees):
        print_suite(suite, scores[suite], variants)
    return 0


def chosen(names: list[str], values: list[str]) -> dict[str, dict[str, float]]:
    """The variants to try."""
    if values:
        parts = [value.partition("=") for value in values]
        if bad := [name for name, _, _ in parts if name not in KNOWN]:
            sys.exit(f"search has no option {bad[0]!r}")
        return {" ".join(values): {name: type(getattr(DEFAULTS, name))(text) for name, _, text in parts}}
    known = features()
    if bad := [name for name in names if name not in known]:
        sys.exit(f"no feature {bad[0]!r}; features are: {', '.join(known)}")
    return {name: known[name] for name in names} if names else known


def sources(folder: Folder, suites: Sequence[str]) -> Iterator[tuple[str, Path, list[Question]]]:
    """(suite, tree, its questions); says what is left out."""
    if "semble" in suites:
        rows, repositories = folder.semble_rows()
        for name, entry in repositories.items():
            tree = folder.semble_tree(entry)
            if tree is None:
                print(f"semble: no tree of {name}", file=sys.stderr)
                continue
            mine = [row for row in rows if row["repo"] == name]
            yield (
                "semble",
                tree,
                [Question(name, row["query"], 10, ndcg_of(folder, row, entry)) for row in mine],
            )
    if "sweqa" in suites:
        items = folder.items("sweqa")
        for group in sorted({item["_group"] for item in items}):
            mine = [item for item in items if item["_group"] == group]
            tree = folder.tree(mine[0])
            if tree is None:
                print(f"sweqa: no tree of {group}", file=sys.stderr)
                continue
            yield (
                "sweqa",
                tree,
                [Question(item["id"], item["question"], 50, recall_of(folder, item)) for item in mine],
            )


def ndcg_of(
    folder: Folder, row: dict[str, Any], entry: dict[str, Any]
) -> Callable[[list[tuple[str, int, int]]], dict[str, float]]:
    def score(hits: list[tuple[str, int, int]]) -> dict[str, float]:
        results = [{"file": path, "start_line": first, "end_line": last} for path, first, last in hits]
        value = folder.semble.ndcg(
            folder.semble.prepare(results, entry, "root", "chunks"), row["relevant"] + row["secondary"]
        )
        return {"NDCG@10": value, row["category"]: value}

    return score


def recall_of(
    folder: Folder, item: dict[str, Any]
) -> Callable[[list[tuple[str, int, int]]], dict[str, float]]:
    def score(hits: list[tuple[str, int, int]]) -> dict[str, float]:
        answer = {
            "files": list(dict.fromkeys(path for path, _, _ in hits)),
            "spans": [{"file": path, "start_line": first, "end_line": last} for path, first, last in hits],
        }
        got = folder.figures([item], {item["id"]: answer})
        out = {"mean of three": (got["recall@5"] + got["recall@10"] + got["mrr"]) / 3}
        return out | ({"span hit@5": got["span_hit@5"]} if "span_hit@5" in got else {})

    return score


def measured(
    trees: list[tuple[str, Path, list[Question]]], variants: dict[str, dict[str, float]]
) -> dict[str, dict[str, list[tuple[str, dict[str, float]]]]]:
    """suite -> variant (`` for the full ranking) -> (group, figures) of each question, in one order for all
    variants.
    """
    cache = os.environ.get("BENCH_CACHE", str(OUT / "index"))
    configs = {"": DEFAULTS} | {name: replace(DEFAULTS, **change) for name, change in variants.items()}
    scores: dict[str, dict[str, list[tuple[str, dict[str, float]]]]] = {}
    for suite, tree, questions in trees:
        start = time.perf_counter()
        workspace = Workspace.open(
            str(tree), load(str(tree), env=os.environ | {"HELIX_ASK_CACHE_DIR": cache})
        )
        try:
            workspace.refresh()
            view = workspace.view()
            for name, config in configs.items():
                rows = scores.setdefault(suite, {}).setdefault(name, [])
                for question in questions:
                    found = search(question.text, view.snapshot, view.texts, config, k=question.k)
                    places = [(h.place.path, h.place.start_line, h.place.end_line) for h in found.hits]
                    rows.append((question.group, question.score(places)))
        finally:
            workspace.close()
        seconds = time.perf_counter() - start
        print(
            f"{suite}: {len(questions)} questions of {tree.name} x {len(configs)} in {seconds:.0f} s",
            file=sys.stderr,
            flush=True,
        )
    return scores


def print_suite(
    suite: str, scores: dict[str, list[tuple[str, dict[str, float]]]], variants: dict[str, dict[str, float]]
) -> None:
    full = scores[""]
    names = list(dict.fromkeys(name for _, figures in full for name in figures))
    means = "  ".join(f"{name} {mean([f[name] for _, f in full if name in f]):.4f}" for name in names)
    print(f"\n{suite}, {len(full)} questions, full ranking: {means}")
    shown = names[:1] if suite == "semble" else names
    heads = [f"{name + ' change':>22} {'95 % interval':<20}" for name in shown]
    print(f"{'without':<26}" + "".join(heads) + ("  by kind" if len(shown) < len(names) else ""))
    lines: list[tuple[float, str]] = []
    for variant in variants:
        pairs = {
            name: [
                (g, b[name] - a[name])
                for (g, a), (_, b) in zip(full, scores[variant], strict=True)
                if name in a
            ]
            for name in names
        }
        changes = {name: mean([change for _, change in pairs[name]]) for name in names}
        cells = ""
        for name in shown:
            low, high = interval(pairs[name])
            cells += f"{changes[name]:>+22.4f} {f'[{low:+.4f}, {high:+.4f}]':<20}"
        kinds = "  ".join(f"{name} {changes[name]:+.4f}" for name in names[len(shown) :])
        lines.append((changes[shown[0]], f"{variant[:25]:<26}{cells}  {kinds}".rstrip()))
    for _, line in sorted(lines):
        print(line)


def interval(pairs: list[tuple[str, float]]) -> tuple[float, float]:
    """95 % bootstrap interval of the mean; groups are drawn with replacement."""
    groups: dict[str, list[float]] = {}
    for group, value in pairs:
        groups.setdefault(group, []).append(value)
    sums = [(sum(values), len(values)) for values in groups.values()]
    chance = random.Random(0)
    means: list[float] = []
    for _ in range(RESAMPLED):
        drawn = chance.choices(sums, k=len(sums))
        means.append(sum(s for s, _ in drawn) / sum(n for _, n in drawn))
    means.sort()
    return means[int(0.025 * RESAMPLED)], means[int(0.975 * RESAMPLED) - 1]


def mean(values: list[float]) -> float:
    return sum(values) / len(values) if values else 0.0


if __name__ == "__main__":
    raise SystemExit(main())
