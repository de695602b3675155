"""`make bench-align`: the one cut of requirements in larger projects; F1 of every draw, worst and median.

    BENCH_SHARED=folder BENCH_MIRROR=clones BENCH_REPOS=trees python bench/perturb_requirements.py [draws]

Each project of req2code is asked again with 200 code files of other projects added, with as many foreign
files as it has itself, and with every file there twice (both copies are then right). Which foreign files come
is drawn anew for each seed, from the other projects of the folder. Nothing is judged by a floor but the
projects as they are; the printed figures show what a larger project costs.
"""

from __future__ import annotations

import hashlib
import statistics
import sys
import tempfile
from pathlib import Path
from typing import Any

from suites import Folder

from helix_lsp.align.components.requirement import Elements, elements_of, requirement_files
from helix_lsp.config.documents import AlignConfig
from helix_lsp.session.settings.settings import load as settings_of
from helix_lsp.session.workspace import Workspace

FLOORS = {"LibEST": 0.60, "eTour": 0.48}
CFG = AlignConfig()
CODE = (".java", ".c", ".h", ".py", ".go", ".rs", ".ts", ".js")
ADDED = 200
Files = dict[str, bytes]


def main() -> int:
    folder = Folder.of_environment()
    draws = int(sys.argv[1]) if len(sys.argv) > 1 else 10
    failed = False
    for group in sorted({i["_group"] for i in folder.items("req2code")}):
        items = [i for i in folder.items("req2code") if i["_group"] == group]
        own, other = project(folder, items), pool(folder, group)
        print(f"\n== {group}, {len(own)} files, {len(items)} requirements")
        plain = figures(items, elements(own), own)
        failed = failed or plain[0] < FLOORS.get(group, 0.0)
        show("as it is", [plain])
        show(
            f"{ADDED} foreign files",
            [figures(items, elements(own | drawn(other, s, ADDED)), own) for s in range(draws)],
        )
        show(
            "as many foreign files as its own",
            [figures(items, elements(own | drawn(other, s, len(own))), own) for s in range(draws)],
        )
        show(
            "every file twice",
            [figures(items, elements(own | {f"copy/{p}": d for p, d in own.items()}), own, twice=True)],
        )
    return int(failed)


def show(title: str, rows: list[tuple[float, int, int]]) -> None:
    order = sorted(f for f, _, _ in rows)
    kept, foreign = statistics.median(k for _, k, _ in rows), statistics.median(f for _, _, f in rows)
    print(
        f"{title:<40} F1 worst {order[0]:.3f}  median {statistics.median(order):.3f}  links {kept:.0f}, {foreign:.0f} of them foreign",
        flush=True,
    )


def project(folder: Folder, items: list[dict[str, Any]]) -> Files:
    tree = folder.runner.G.materialise(items[0]["_tree"])
    paths = [p for p in Path(items[0]["_universe"]).read_text(encoding="utf-8").split("\n") if p]
    return {p: (tree / p).read_bytes() for p in paths}


def pool(folder: Folder, group: str) -> Files:
    """Code files of the other projects of the folder."""
    out: Files = {}
    for suite in ("req2code", "doc2code", "doc2symbol"):
        for other in sorted({i["_group"] for i in folder.items(suite)} - {group}):
            item = next(i for i in folder.items(suite) if i["_group"] == other)
            tree = folder.runner.G.materialise(item["_tree"])
            paths = sorted(p for p in tree.rglob("*") if p.suffix in CODE and p.is_file())
            out |= {f"{other}/{p.relative_to(tree).as_posix()}": p.read_bytes() for p in paths}
    return out


def drawn(other: Files, seed: int, count: int) -> Files:
    chosen = sorted(other, key=lambda p: hashlib.sha256(f"{seed} {p}".encode()).hexdigest())[:count]
    return {p: other[p] for p in chosen}


def elements(files: Files) -> Elements:
    with tempfile.TemporaryDirectory() as name:
        for path, data in files.items():
            place = Path(name, path)
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(data)
        with Workspace.open(name, settings_of(name)) as workspace:
            workspace.refresh()
            return elements_of(workspace.view().snapshot, sorted(files))


def figures(
    items: list[dict[str, Any]], known: Elements, own: Files, *, twice: bool = False
) -> tuple[float, int, int]:
    """(F1, links, links to foreign files)."""
    right = given = wanted = foreign = 0
    for item in items:
        gold = set(item["gold_files"]) | ({f"copy/{p}" for p in item["gold_files"]} if twice else set())
        links = {f.path for f in requirement_files(item["text"], known, CFG)}
        right, given, wanted = right + len(links & gold), given + len(links), wanted + len(gold)
        foreign += sum(p.removeprefix("copy/") not in own for p in links)
    return 2 * right / (given + wanted), given, foreign


if __name__ == "__main__":
    sys.exit(main())
