"""What a scripted agent spends until it has seen what it was looking for: with the tool `find`, and with ripgrep.

    BENCH_SHARED=folder BENCH_MIRROR=clones BENCH_REPOS=trees python bench/agent.py [sweqa] [loc] [--rg PATH] [--list]

No model takes part. Both agents get the question and nothing else, stop when a line of a gold span was shown (of a
gold file where the set knows no spans), and give up after `GIVES_UP` tokens of what their tools printed (four
characters each).

* `find`: asks with a budget of 1,000 tokens, reads the whole units of the first places, then asks with 8,000, then
  with 20,000. What it pays is the text that the MCP tool returns.
* `rg`: searches for all words of the question at once and sees the files that hold most of them (each word counts the
  more the fewer files hold it; this order is given to it for nothing), then reads in each file the forty lines
  that hold most, then a second such window, then the files as a whole.

Printed: how many questions each solves; on those that both solve, the sum and the median of the tokens and their
ratio; and the sum where giving up counts as `GIVES_UP`.
"""

from __future__ import annotations

import argparse
import math
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "bench")]

from suites import Folder  # noqa: E402  (found through the line above)

from helix_lsp.ide.find import FindRequest, find  # noqa: E402
from helix_lsp.ide.mentions import View  # noqa: E402
from helix_lsp.mcp.calls import evidence_told  # noqa: E402
from helix_lsp.session.workspace import Workspace  # noqa: E402
from helix_lsp.wire.query_result import evidence_to_wire  # noqa: E402
from tests.support.workspace import open_in  # noqa: E402

GIVES_UP = 40_000
_TOKEN = 4
_WINDOW = 40
_FILES = 25
_UNITS = 5
_SMALL = frozenset(
    "the and for are with that this what how does where when which who why from into than then its it is of to in "
    "on by as or an be do can not has have had was were will would should could being between their there these "
    "those them they about after before during such each more most other some only same so if but at any all".split()
)

Shown = tuple[int, dict[str, list[tuple[int, int]]]]
"""(tokens of one reply, the lines that it shows by path)."""


def with_find(workspace: Workspace, view: View, question: str) -> Iterator[Shown]:
    read = set[tuple[str, int]]()
    for budget, units in ((1_000, _UNITS), (8_000, 0), (20_000, 0)):
        found = find(view, FindRequest(query=question, budget=budget))
        data = workspace.stamped(evidence_to_wire(found, view.snapshot.digest(), view.config_digest()), view)
        lines = defaultdict[str, list[tuple[int, int]]](list)
        for one in found.items:
            lines[one.path].append((one.start_line, one.end_line))
        yield len(evidence_told(data)) // _TOKEN, lines
        for one in found.items[:units]:
            if one.whole or (one.path, one.unit[0]) in read:
                continue
            read.add((one.path, one.unit[0]))
            text = (view.texts(one.path) or b"").decode("utf-8", "replace").splitlines(keepends=True)
            whole = "".join(text[one.unit[0] - 1 : one.unit[1]])
            yield len(whole) // _TOKEN, {one.path: [one.unit]}


def with_ripgrep(rg: str, tree: Path, question: str) -> Iterator[Shown]:
    words = sorted({w.lower() for w in re.findall(r"\w{3,}", question)} - _SMALL)
    pattern = [part for word in words for part in ("-e", re.escape(word))]
    got = subprocess.run(
        [rg, "-i", "-n", "--no-heading", "--with-filename", *pattern, "."],
        cwd=tree, capture_output=True, text=True, errors="replace", check=False,
    ).stdout  # fmt: skip
    held: dict[str, dict[int, set[str]]] = defaultdict(dict)
    for line in got.splitlines():
        path, _, rest = line.partition(":")
        number, _, text = rest.partition(":")
        if number.isdigit():
            held[path.removeprefix("./")][int(number)] = {w for w in words if w in text.lower()}
    files = Counter(w for lines in held.values() for w in set[str]().union(*lines.values()))
    worth = {w: math.log(1 + len(held) / n) for w, n in files.items()}
    order = sorted(held, key=lambda p: (-sum(worth[w] for w in set[str]().union(*held[p].values())), p))
    listing = "\n".join(order[:_FILES])
    yield len(listing) // _TOKEN, {}
    for _ in range(2):
        for path in order[:_FILES]:
            first = _densest(held[path], worth)
            if first is None:
                continue
            text = (tree / path).read_text("utf-8", "replace").splitlines(keepends=True)
            yield (
                sum(map(len, text[first - 1 : first - 1 + _WINDOW])) // _TOKEN,
                {path: [(first, first + _WINDOW - 1)]},
            )
            held[path] = {n: w for n, w in held[path].items() if not first <= n < first + _WINDOW}
    for path in order[:_FILES]:
        text = (tree / path).read_text("utf-8", "replace")
        yield len(text) // _TOKEN, {path: [(1, text.count("\n") + 1)]}


def _densest(lines: dict[int, set[str]], worth: dict[str, float]) -> int | None:
    """The first line of the window whose words are worth most."""
    best: tuple[float, int] | None = None
    for first in lines:
        words = set[str]().union(*(w for n, w in lines.items() if first <= n < first + _WINDOW))
        value = (-sum(worth[w] for w in words), first)
        best = value if best is None or value < best else best
    return None if best is None else max(1, best[1] - 2)


def spent(replies: Iterator[Shown], item: dict[str, Any]) -> int:
    """Tokens until the reply that shows gold, `GIVES_UP` where none does."""
    total = 0
    for tokens, lines in replies:
        total += tokens
        if total >= GIVES_UP:
            break
        if _right(lines, item):
            return total
    return GIVES_UP


def _right(lines: dict[str, list[tuple[int, int]]], item: dict[str, Any]) -> bool:
    if spans := item.get("gold_spans"):
        return any(
            first <= gold["end_line"] and gold["start_line"] <= last
            for gold in spans
            for first, last in lines.get(gold["file"], ())
        )
    return any(path in lines for path in item["gold_files"])


def main() -> None:
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("suites", nargs="*", default=["sweqa", "loc"])
    options.add_argument("--rg", default=shutil.which("rg"))
    options.add_argument("--list", action="store_true")
    given = options.parse_args()
    if not given.rg:
        sys.exit("agent: ripgrep is not on the PATH; say where it is with --rg PATH")
    folder = Folder.of_environment()
    for suite in given.suites:
        by_tree: dict[Path, list[dict[str, Any]]] = defaultdict(list)
        missing = 0
        for item in folder.items(suite):
            tree = folder.tree(item)
            if tree is None:
                missing += 1
            else:
                by_tree[tree].append(item)
        rows = list[tuple[int, int]]()
        for tree, items in sorted(by_tree.items()):
            with (
                tempfile.TemporaryDirectory(prefix="helix-agent-") as cache,
                open_in(Path(cache), tree) as workspace,
            ):
                workspace.refresh()
                view = workspace.view()
                for item in items:
                    rows.append(
                        (
                            spent(with_find(workspace, view, item["question"]), item),
                            spent(with_ripgrep(given.rg, tree, item["question"]), item),
                        )
                    )
                    if given.list:
                        print(item["id"], *rows[-1], flush=True)
        report(suite, rows, missing)


def report(suite: str, rows: list[tuple[int, int]], missing: int) -> None:
    if not rows:
        print(f"{suite}: no tree is there")
        return
    both = [(a, b) for a, b in rows if a < GIVES_UP and b < GIVES_UP]
    solved = [sum(row[n] < GIVES_UP for row in rows) for n in (0, 1)]
    print(f"{suite}: {len(rows)} questions, {missing} left out; solved: find {solved[0]}, rg {solved[1]}")
    for name, some in ((f"both solve ({len(both)})", both), ("all, giving up counted", rows)):
        ours, theirs = sum(a for a, _ in some), sum(b for _, b in some)
        middles = tuple(statistics.median(row[n] for row in some) for n in (0, 1))
        print(
            f"  {name}: tokens find {ours:,}, rg {theirs:,}, ratio {ours / theirs:.2f}; medians {middles[0]:,.0f}, {middles[1]:,.0f}"
        )


if __name__ == "__main__":
    main()
