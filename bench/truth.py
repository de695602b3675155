"""How many uses of a symbol are found, and how many of the certain ones are right, against jedi (Python) and
TypeScript's language service.

    python bench/truth.py TREE... [--half first|second] [--symbols 10] [--seed 1] [--tools FOLDER] [--show]
        [--judged FILE]

The symbols of each tree (no tests, no vendored code) fall into two halves by a hash of path and name: mend on the
first, report the second. `--symbols` of the half are drawn with `--seed`. A use is a path and a line, imports too;
a line that names a definition is none. Compared are the files that the index holds and that the reference tool reads.

Recall counts uncertain uses as found, and is printed for certain ones alone, too. Precision is of certain uses.
`--show` prints what was missed, and certain uses that the tool does not list: read these before they are called
wrong, since jedi lists no use of a receiver that it cannot infer and no other name. `--judged FILE` holds what a
person read, `tree path:line name right|wrong`: precision after reading. jedi and typescript are installed in `--tools`.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import random
import subprocess
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT)]

from helix_lsp.align.live import Live  # noqa: E402
from helix_lsp.align.uses.every_use import widened  # noqa: E402  (found through the line above)
from helix_lsp.align.uses.usage import usages_of  # noqa: E402
from helix_lsp.ide.mentions import View  # noqa: E402
from helix_lsp.index.overlay.snapshot import Defined  # noqa: E402
from helix_lsp.tuning.documents import USES  # noqa: E402
from tests.support.workspace import open_in  # noqa: E402

Language = Literal["python", "typescript"]
Place = tuple[str, int]
ENDS: dict[Language, tuple[str, ...]] = {"python": (".py",), "typescript": (".ts", ".tsx", ".mts", ".cts")}
KINDS = frozenset(
    "function method class interface type enum enum_member constant variable field property".split()
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Symbol:
    """One that is asked about, and its place: line from 1, column in the units of the reference tool."""

    defined: Defined
    line: int
    column: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Compared:
    """Of one symbol: what the tool lists, and what the product finds for certain or at all."""

    symbol: Symbol
    truth: frozenset[Place]
    certain: frozenset[Place]
    found: frozenset[Place]


def files_of(view: View, language: Language) -> list[str]:
    """Indexed code files of a language."""
    return [
        path
        for path in view.snapshot.paths()
        if path.endswith(ENDS[language])
        and (entry := view.snapshot.file(path)) is not None
        and entry.surface.kind == "code"
    ]


def drawn(view: View, language: Language, half: str, most: int, seed: int) -> list[Symbol]:
    """Random symbols of one half."""
    found: list[Symbol] = []
    for path in files_of(view, language):
        entry, outline, data = view.snapshot.file(path), view.snapshot.skeleton(path), view.texts(path) or b""
        if entry is None or entry.surface.test or entry.surface.vendored or outline is None:
            continue
        for n, symbol in enumerate(outline.symbols):
            digest = hashlib.sha256(f"{path}\0{symbol.qualified}".encode()).digest()[0]
            if symbol.kind not in KINDS or len(symbol.name) < 2 or (digest % 2 == 0) != (half == "first"):
                continue
            at = symbol.name_span.start
            before = data[data.rfind(b"\n", 0, at) + 1 : at].decode("utf-8", "replace")
            column = len(before) if language == "python" else len(before.encode("utf-16-le")) // 2
            one = Defined(path=path, ordinal=n, symbol=symbol)
            found.append(Symbol(defined=one, line=data.count(b"\n", 0, at) + 1, column=column))
    return random.Random(seed).sample(found, min(most, len(found)))


def tool(language: Language, folder: Path) -> tuple[list[str], dict[str, str]]:
    """The command that answers, and its environment; what it needs is installed first."""
    folder.mkdir(parents=True, exist_ok=True)
    here = Path(__file__).parent
    if language == "python":
        python = folder / "venv" / "bin" / "python"
        if not python.exists():
            subprocess.run([sys.executable, "-m", "venv", str(folder / "venv")], check=True)
            subprocess.run([str(python), "-m", "pip", "-q", "install", "jedi>=0.20,<0.21"], check=True)
        return [str(python), str(here / "truth_jedi.py")], dict(os.environ)
    if not (folder / "node_modules" / "typescript").exists():
        subprocess.run(["npm", "install", "--silent", "--no-audit", "typescript@5"], cwd=folder, check=True)
    return ["node", "--max-old-space-size=4096", str(here / "truth.mjs")], {
        **os.environ,
        "NODE_PATH": str(folder),
    }


def truths(
    tree: Path, view: View, language: Language, symbols: list[Symbol], tools: Path
) -> list[tuple[frozenset[Place], frozenset[Place]] | None]:
    """For each symbol (uses, lines that name a definition) as the tool lists them; None where it failed."""
    command, environment = tool(language, tools)
    question = {
        "root": str(tree.resolve()),
        "paths": files_of(view, language),
        "packages": [path for path in view.snapshot.paths() if Path(path).name == "package.json"],
        "asked": [[s.defined.path, s.line, s.column] for s in symbols],
    }
    done = subprocess.run(
        command,
        input=json.dumps(question) + "\n",
        stdout=subprocess.PIPE,
        text=True,
        check=True,
        env=environment,
    )
    out: list[tuple[frozenset[Place], frozenset[Place]] | None] = []
    for line, symbol in zip(done.stdout.splitlines(), symbols, strict=True):
        rows: list[tuple[str, int, bool]] | None = json.loads(line)
        if not rows:  # not even the definition: the tool did not see a name there
            out.append(None)
            continue
        named = {(path, row) for path, row, definition in rows if definition}
        named.add((symbol.defined.path, symbol.line))
        out.append((frozenset((path, row) for path, row, _ in rows) - named, frozenset(named)))
    return out


def compared(tree: Path, language: Language, half: str, most: int, seed: int, tools: Path) -> list[Compared]:
    """Every drawn symbol of a tree that the tool knows."""
    with tempfile.TemporaryDirectory() as cache, open_in(Path(cache), tree) as workspace:
        workspace.refresh()
        view = workspace.view()
        symbols = drawn(view, language, half, most, seed)
        files = frozenset(files_of(view, language))
        out: list[Compared] = []
        for symbol, told in zip(symbols, truths(tree, view, language, symbols, tools), strict=True):
            if told is None:
                print(f"  no truth: {tree.name} {symbol.defined.path} {symbol.defined.symbol.qualified}")
                continue
            live = Live(view.snapshot, view.texts, workspace.view().oracle)  # each with all that one may ask
            uses = usages_of(symbol.defined, live, widened(view.config.align, USES.bytes))
            places: dict[Place, bool] = {}
            for use in (*uses.code, *uses.tests, *uses.imports):
                place = (use.path, live.lines(use.path).line_of(use.span.start) + 1)
                if use.path in files and place not in told[1]:
                    places[place] = places.get(place, False) or use.certain
            truth = frozenset(place for place in told[0] if place[0] in files)
            certain = frozenset(place for place, sure in places.items() if sure)
            out.append(Compared(symbol=symbol, truth=truth, certain=certain, found=frozenset(places)))
        return out


def show(tree: Path, one: Compared, what: str, places: frozenset[Place]) -> None:
    """Lines to be read by a person, at most eight of a symbol."""
    for path, row in sorted(places)[:8]:
        lines = (tree / path).read_text("utf-8", "replace").splitlines()
        defined = one.symbol.defined
        text = lines[row - 1].strip()[:110] if row <= len(lines) else ""
        whose = f"{defined.symbol.kind} {defined.path}:{one.symbol.line} {defined.symbol.qualified}"
        print(f"  {what} {tree.name} {path}:{row} {defined.symbol.name} | {text} | {whose}")


def _share(part: float, whole: float) -> str:
    return f"{part / whole:.3f}" if whole else "-"


def figures(name: str, every: list[tuple[Path, Compared]], judged: dict[tuple[str, str, str], bool]) -> None:
    """One line: recall and precision, over uses and as the mean of symbols."""
    counts: Counter[str] = Counter()
    means: list[float] = []
    for tree, one in every:
        extra = one.certain - one.truth
        read = [
            judged.get((tree.name, f"{path}:{row}", one.symbol.defined.symbol.name)) for path, row in extra
        ]
        counts += Counter(
            truth=len(one.truth),
            found=len(one.truth & one.found),
            sure=len(one.truth & one.certain),
            certain=len(one.certain),
            extra=len(extra),
            right=read.count(True),
            wrong=read.count(False),
        )
        if one.truth:
            means.append(len(one.truth & one.found) / len(one.truth))
    known = counts["certain"] - counts["extra"]
    print(
        f"{name}: {len(every)} symbols, {counts['truth']} true uses; recall {_share(counts['found'], counts['truth'])} "
        f"(certain alone {_share(counts['sure'], counts['truth'])}, mean of {len(means)} symbols {_share(sum(means), len(means))}); "
        f"certain uses {counts['certain']}, precision raw {_share(known, counts['certain'])}, after reading "
        f"{_share(known + counts['right'], known + counts['right'] + counts['wrong'])} ({counts['right']} right, {counts['wrong']} wrong, "
        f"{counts['extra'] - counts['right'] - counts['wrong']} not read)",
        flush=True,
    )


def main() -> None:
    """See the top of the file."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("trees", nargs="+", type=Path)
    parser.add_argument("--half", choices=("first", "second"), default="first")
    parser.add_argument("--symbols", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tools", type=Path, default=Path.home() / ".cache" / "helix-truth")
    parser.add_argument("--show", action="store_true")
    parser.add_argument("--judged", type=Path)
    told = parser.parse_args()
    given: Path | None = told.judged
    rows = [line.split() for line in given.read_text("utf-8").splitlines()] if given is not None else []
    judged = {(row[0], row[1], row[2]): row[3] == "right" for row in rows if len(row) == 4}
    every: dict[Language, list[tuple[Path, Compared]]] = {"python": [], "typescript": []}
    for tree in told.trees:
        held = subprocess.run(
            ["git", "-C", str(tree), "ls-files"], capture_output=True, text=True, check=True
        ).stdout.split()
        language = max(ENDS, key=lambda one: sum(path.endswith(ENDS[one]) for path in held))
        met = compared(tree, language, told.half, told.symbols, told.seed, told.tools)
        every[language] += [(tree, one) for one in met]
        figures(tree.name, [(tree, one) for one in met], judged)
        for one in met if told.show else ():
            show(tree, one, "MISSED", one.truth - one.found)
            show(tree, one, "EXTRA", one.certain - one.truth)
    for language, found in every.items():
        if found:
            figures(language, found, judged)


if __name__ == "__main__":
    main()
