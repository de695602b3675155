"""Whether `ask` says that nothing uses a definition only where a text search agrees, and how many uses behind a
name that an import gives are found.

    python bench/absence.py none TREE... [--definitions 20] [--seed 7]
    python bench/absence.py renamed TREE... [--most 40] [--seed 7]

`none` asks who calls a random definition, in its file. Where the answer says *none*, `git grep` looks for the name
as a word in the tracked files: a line outside the definition and its comment makes the answer wrong (goal: 0).
`renamed` takes the cases that `aliases.py` finds with patterns of its own: definitions that an import, an alias, an
assignment or a macro gives another name, and definitions that are used through a module under another name. Printed
are the lines that the product does not find, the share that it finds by language, the questions that were answered
*none* although there is a use (goal: at most 1 %), and, to be read by a person, a sample of the uses that are called
certain. `absence_trees.txt` lists the repositories: `seen` ones helped to mend patterns and product, `unread` ones
are only measured.
"""

from __future__ import annotations

import argparse
import contextlib
import random
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT)]

from bench.aliases import Case, aliases  # noqa: E402  (found through the line above)
from helix_lsp.align.live import Live  # noqa: E402
from helix_lsp.align.uses.every_use import widened  # noqa: E402
from helix_lsp.align.uses.usage import usages_of  # noqa: E402
from helix_lsp.ask.question.question import Question  # noqa: E402
from helix_lsp.ide.ask import ask  # noqa: E402
from helix_lsp.ide.mentions import View  # noqa: E402
from helix_lsp.index.overlay.snapshot import Defined  # noqa: E402
from helix_lsp.tuning.documents import USES  # noqa: E402
from tests.support.workspace import open_in  # noqa: E402

MOST_CASES = 2  # of one definition
NONE = "No use of it was found"
KINDS = frozenset(
    {
        "function",
        "method",
        "class",
        "struct",
        "trait",
        "interface",
        "field",
        "property",
        "macro",
        "type",
        "enum",
    }
)


def definitions(view: View, dice: random.Random, most: int) -> list[Defined]:
    """Of code that is no copy and no test, with a name of three letters or more."""
    found: list[Defined] = []
    for path in view.snapshot.paths():
        entry = view.snapshot.file(path)
        if entry is None or entry.surface.kind != "code" or entry.surface.test or entry.surface.vendored:
            continue
        outline = view.snapshot.skeleton(path)
        for n, symbol in enumerate(outline.symbols if outline is not None else ()):
            if symbol.kind in KINDS and len(symbol.name) > 2:
                found.append(Defined(path=path, ordinal=n, symbol=symbol))
    return dice.sample(found, min(most, len(found)))


def told(view: View, one: Defined) -> str:
    """The answer to who uses a definition."""
    envelope = ask(view, Question(text=f"who calls `{one.symbol.qualified}` in {one.path}?")).envelope
    return "\n".join(claim.text for passage in envelope.passages for claim in passage.claims)


def stands(tree: Path, view: View, one: Defined) -> list[str]:
    """`path:line` of the name as a word outside the definition and its comment."""
    data = view.texts(one.path) or b""
    own = [one.symbol.span, *([one.symbol.doc] if one.symbol.doc is not None else [])]
    rows = {
        row
        for span in own
        for row in range(data.count(b"\n", 0, span.start) + 1, data.count(b"\n", 0, span.end) + 2)
    }
    done = subprocess.run(
        ["git", "-C", str(tree), "grep", "-wnIF", "-e", one.symbol.name], capture_output=True, check=False
    )
    hits = [line.split(b":", 2) for line in done.stdout.split(b"\n") if line.count(b":") > 1]
    places = [(path.decode("utf-8", "replace"), int(row)) for path, row, _ in hits]
    return [f"{path}:{row}" for path, row in places if path != one.path or row not in rows]


def none(trees: list[Path], most: int, seed: int) -> None:
    """Prints every wrong *none* and the counts."""
    totals: Counter[str] = Counter()
    for tree in trees:
        dice = random.Random(seed)
        with tempfile.TemporaryDirectory() as cache, open_in(Path(cache), tree) as workspace:
            workspace.refresh()
            view = workspace.view()
            counts: Counter[str] = Counter()
            for one in definitions(view, dice, most):
                said = told(view, one)
                counts["asked"] += 1
                if NONE not in said:
                    continue
                counts["none"] += 1
                if where := stands(tree, view, one):
                    counts["wrong"] += 1
                    print(f"  WRONG {tree.name} {one.path} {one.symbol.qualified}: {where[:3]}")
            print(
                f"{tree.name}: {counts['asked']} asked, {counts['none']} none, {counts['wrong']} wrong",
                flush=True,
            )
            totals += counts
    print(f"all: {totals['asked']} asked, {totals['none']} none, {totals['wrong']} wrong")


def _folder(kept: Path | None, name: str) -> contextlib.AbstractContextManager[str]:
    """A folder for an index: one that stays, or one for this run."""
    if kept is None:
        return tempfile.TemporaryDirectory()
    (kept / name).mkdir(parents=True, exist_ok=True)
    return contextlib.nullcontext(str(kept / name))


def _chosen(every: list[Case], most: int, dice: random.Random) -> list[Case]:
    """At random, and no more than a few of one definition or of one alias that many files import."""
    chosen: list[Case] = []
    of: Counter[tuple[str, int]] = Counter()
    for case in dice.sample(every, len(every)):
        of[case.one.path, case.one.ordinal] += 1
        if of[case.one.path, case.one.ordinal] <= MOST_CASES and len(chosen) < most:
            chosen.append(case)
    return chosen


def renamed(trees: list[Path], most: int, seed: int, kept: Path | None) -> None:
    """Prints what was missed, recall by language, and a sample of certain uses."""
    met: Counter[tuple[str, str]] = Counter()
    got: Counter[tuple[str, str]] = Counter()
    nones: Counter[str] = Counter()
    defined: defaultdict[str, set[tuple[str, str, int]]] = defaultdict(set)
    languages: defaultdict[str, set[str]] = defaultdict(set)
    sample: list[str] = []
    for tree in trees:
        dice = random.Random(seed)
        with _folder(kept, tree.name) as cache, open_in(Path(cache), tree) as workspace:
            workspace.refresh()
            view = workspace.view()
            every = list(aliases(view))
            live = Live(view.snapshot, view.texts, view.oracle)
            for case in _chosen(every, most, dice):
                one, language, lines = case.one, case.language, set(case.lines)
                uses = usages_of(one, live, widened(view.config.align, USES.asked_bytes))  # once for each
                found = {
                    (u.path, live.lines(u.path).line_of(u.span.start) + 1)
                    for u in (*uses.code, *uses.tests, *uses.imports)
                }
                sort = "through a module" if case.sort == "module" else "another name"
                met[language, sort] += len(lines)
                got[language, sort] += len(lines & found)
                defined[sort].add((tree.name, one.path, one.ordinal))
                languages[sort].add(language)
                if missing := sorted(lines - found):
                    said = not (uses.code or uses.tests or uses.imports) and NONE in told(view, one)
                    nones[sort] += said
                    print(
                        f"  missed {tree.name} {case.path} [{case.sort}] {case.new} = {one.path} {one.symbol.qualified}{' NONE' * said}:"
                        f" {len(missing)} of {len(lines)}: {' '.join(f'{p}:{n}' for p, n in missing[:3])}",
                        flush=True,
                    )
                sure = [u for u in (*uses.code, *uses.tests) if u.certain and u.name != one.symbol.name]
                for use in dice.sample(sure, min(2, len(sure))):
                    lines_ = live.lines(use.path)
                    row = lines_.line_of(use.span.start)
                    sample.append(
                        f"{language:10} {tree.name} {use.path}:{row + 1}: {lines_.line_text(row).strip()[:100]}  => {one.path} {one.symbol.qualified}"
                    )
        print(f"{tree.name}: {len(every)} renames", flush=True)
    for key in sorted(met):
        print(f"{key[0]:12} {key[1]:18} {got[key]:5} of {met[key]:5}  {got[key] / met[key]:.3f}")
    for sort in sorted(defined):
        lines_met = sum(n for key, n in met.items() if key[1] == sort)
        lines_got = sum(n for key, n in got.items() if key[1] == sort)
        print(
            f"{sort}: {len(defined[sort])} definitions in {len(languages[sort])} languages, "
            f"recall {lines_got / max(1, lines_met):.3f}, {nones[sort]} told as none though used"
        )
    print(
        "certain uses, to be read:",
        *sorted(random.Random(seed).sample(sample, min(60, len(sample)))),
        sep="\n  ",
    )


def main() -> None:
    """See the top of the file."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=("none", "renamed"))
    parser.add_argument("trees", nargs="+", type=Path)
    parser.add_argument("--definitions", type=int, default=20)
    parser.add_argument("--most", type=int, default=40)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--kept", type=Path, help="a folder in which the indexes stay for the next run")
    told_ = parser.parse_args()
    if told_.what == "none":
        none(told_.trees, told_.definitions, told_.seed)
    else:
        renamed(told_.trees, told_.most, told_.seed, told_.kept)


if __name__ == "__main__":
    main()
