"""Components that are processes, deployables, scripts or configuration: sentences of real documents, labelled
by hand.

    BENCH_SHARED=folder BENCH_MIRROR=clones BENCH_REPOS=trees python bench/parts.py [-v]

`parts.json` holds repository, commit, document, and for each sentence the files or folders it speaks of, none
where it speaks of no part. A sentence is asked within its document. Linked files that stand on the same words
are one link: right where most of its files lie in a place meant, which is then found. "unseen" sets were
labelled before the rules were last changed, and no rule was made from them.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from pathlib import Path

from labelled import labelled

from helix_lsp.ide.lens import Alignment, AlignRequest, Scope, align, aligner

SETS = Path(__file__).with_name("parts.json")


def main() -> int:
    sums: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0, 0])
    for one, tree, workspace in labelled(SETS):
        view = workspace.view()
        scope = Scope(path=one["document"], data=(tree / one["document"]).read_bytes())
        prepared = aligner(view, scope)
        rows = [0, 0, 0, 0]
        for row in one["rows"]:
            found = align(view, AlignRequest(scope=scope, text=row["text"]), prepared)
            right, given, met = judged(found, row["places"])
            rows = [a + b for a, b in zip(rows, (right, given, met, len(row["places"])), strict=True)]
            if "-v" in sys.argv:
                print(
                    "   ",
                    row["text"][:90],
                    "|",
                    row["places"],
                    "|",
                    sorted({(f.why, f.path) for f in found.files})[:4],
                    found.of_text,
                )
        print(line(f"{one['repo']} {one['document']}", one["set"], rows))
        sums[one["set"]] = [a + b for a, b in zip(sums[one["set"]], rows, strict=True)]
    for name in sorted(sums):
        print(line("together", name, sums[name]))
    return 0


def line(title: str, name: str, rows: list[int]) -> str:
    right, given, met, wanted = rows
    precision, recall = right / max(1, given), met / max(1, wanted)
    figure = 2 * precision * recall / (precision + recall) if precision + recall else 0.0
    return f"{title:<62} {name:<7} links right {right} of {given}  places found {met} of {wanted}  F1 {figure:.2f}"


def judged(found: Alignment, places: list[str]) -> tuple[int, int, int]:
    """(right links, links, places found)."""
    groups: dict[tuple[int, int], list[str]] = defaultdict(list)
    for link in found.files:
        groups[link.evidence.start, link.evidence.end].append(link.path)
    right, met = 0, set[str]()
    for files in groups.values():
        inside = [next((p for p in places if f == p or f.startswith(p + "/")), "") for f in files]
        if sum(map(bool, inside)) * 2 > len(files):
            right += 1
        met |= {p for p in inside if p}
    return right, len(groups), len(met)


if __name__ == "__main__":
    sys.exit(main())
