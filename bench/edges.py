"""What `ask` says of calls and uses, for reading: every line that states an edge, with the line of code that it cites.

    python bench/edges.py collect OUT.jsonl TREE... [--symbols 12] [--seed 7]
    python bench/edges.py calls OUT.jsonl TREE... [--sample 40] [--seed 7]

`collect` asks four questions (who calls, what does it do, how does it work, where is it used) about sampled functions, methods and classes of the
product; each line of OUT is one statement: tree, question, what is said, path and line cited, the text there, and (for a call) where the definition
stands. Repeats of a statement are written once. `calls` samples references of kind `call` whose name is defined in the tree, and says what is known
of each; someone who reads the code then says which ones are calls of this tree's definitions, and recall is the share of those that are known.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT)]

from helix_lsp.ide.ask import AskRequest, ask  # noqa: E402  (found through the line above)
from helix_lsp.ide.view import View  # noqa: E402
from helix_lsp.wire.answer_envelope import envelope_to_wire  # noqa: E402
from tests.support.workspace import open_in  # noqa: E402

QUESTIONS = ("who calls {}?", "what does {} do?", "how does {} work?", "where is {} used?")
KINDS = frozenset({"function", "method", "class", "struct", "trait", "interface", "module"})
TITLES = frozenset({"Used by", "Tested by", "Implemented or extended by"})
STATED = re.compile(r"(?:calls `|Used: `|Tested: `)")
PLACE = re.compile(r"\(([^()\s]+):(\d+)(?:-\d+)?\)")


def names(view: View, most: int, dice: random.Random) -> list[str]:
    """Qualified names of the product, whose last part has three letters or more."""
    found: set[str] = set()
    for path in view.snapshot.paths():
        entry = view.snapshot.file(path)
        if entry is None or entry.surface.kind != "code" or entry.surface.test or entry.surface.example or entry.surface.vendored:
            continue
        outline = view.snapshot.skeleton(path)
        for symbol in outline.symbols if outline is not None else ():
            if symbol.kind in KINDS and len(symbol.name) > 2 and symbol.body is not None and len(symbol.body) > 60:
                found.add(symbol.qualified)
    return dice.sample(sorted(found), min(most, len(found)))


def statements(view: View, question: str) -> Iterator[dict[str, object]]:
    """The lines of the answer that state an edge."""
    done = ask(view, AskRequest(question=question))
    wire = envelope_to_wire(done.envelope, done.trace)
    for section in wire["sections"]:
        for line in str(section["body"]).splitlines():
            places = PLACE.findall(line)
            if places and line.startswith("- ") and (STATED.search(line) or section["title"] in TITLES):
                path, number = places[0]
                text = (view.texts(path) or b"").splitlines()
                yield {
                    "said": line[2:].split(" (")[0] if "calls `" not in line else line[2:].split(":")[0].split(",")[0],
                    "title": section["title"], "path": path,
                    "line": int(number), "text": text[int(number) - 1].decode("utf-8", "replace").strip() if int(number) <= len(text) else "",
                    "defined": f"{places[1][0]}:{places[1][1]}" if "calls `" in line and len(places) > 1 else "",
                }  # fmt: skip


def collect(view: View, tree: str, symbols: int, dice: random.Random) -> Iterator[dict[str, object]]:
    """Each statement once."""
    seen: set[tuple[object, ...]] = set()
    for name in names(view, symbols, dice):
        for form in QUESTIONS:
            for stated in statements(view, form.format(name)):
                key = (stated["said"], stated["path"], stated["line"])
                if key not in seen:
                    seen.add(key)
                    yield {"tree": tree, "question": form.format(name), **stated}


def calls(view: View, tree: str, sample: int, dice: random.Random) -> Iterator[dict[str, object]]:
    """Sampled calls of names that the product defines, in the product, with what is known of them."""
    from helix_lsp.align.edges.judge import judge_of
    from helix_lsp.align.live import Live

    live = Live(view.snapshot, view.texts, view.oracle)
    judge = judge_of(live)
    every: list[tuple[str, int]] = []
    for path in view.snapshot.paths():
        if judge.names.is_aside(path):
            continue
        outline = live.outline(path)
        every += [(path, i) for i, r in enumerate(outline.references if outline else ()) if r.kind == "call" and judge.names.named(r.name, path)]
    for path, at in sorted(dice.sample(every, min(sample, len(every)))):
        outline = live.outline(path)
        assert outline is not None
        reference = outline.references[at]
        meant = judge.meant(path, reference)
        line = live.lines(path).line_of(reference.span.start)
        text = live.lines(path).line_span(line).cut(live.data(path) or b"").decode("utf-8", "replace").strip()
        told = [f"{d.symbol.qualified} {d.path}" for d in meant.defined[:1]]
        yield {"tree": tree, "path": path, "line": line + 1, "name": reference.name, "text": text, "kind": meant.kind, "meant": told}


def main() -> int:
    """Write the file; 0."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("collect", "calls"))
    parser.add_argument("out", type=Path)
    parser.add_argument("trees", nargs="+", type=Path)
    parser.add_argument("--symbols", type=int, default=12)
    parser.add_argument("--sample", type=int, default=40)
    parser.add_argument("--seed", type=int, default=7)
    options = parser.parse_args()
    with options.out.open("w", encoding="utf-8") as out:
        for tree in options.trees:
            with tempfile.TemporaryDirectory(prefix="helix-edges-") as folder, open_in(Path(folder), tree) as workspace:
                workspace.refresh()
                view, dice = workspace.view(), random.Random(options.seed)
                work = collect(view, tree.name, options.symbols, dice) if options.what == "collect" else calls(view, tree.name, options.sample, dice)
                count = 0
                for row in work:
                    out.write(json.dumps(row, ensure_ascii=False) + "\n")
                    count += 1
                print(f"{tree.name}: {count}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
