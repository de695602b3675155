"""What `ask` says of calls and uses, for reading: every line that states an edge, with the line of code that
it cites.

    python bench/edges.py collect OUT.jsonl TREE... [--symbols 12] [--seed 7] python bench/edges.py calls
    OUT.jsonl TREE... [--sample 40] [--seed 7] python bench/edges.py score OUT.jsonl [LABELS.jsonl...]

`collect` asks five questions (who calls, what does it do, how does it work, where is it used, in which order)
about sampled functions, methods and classes of the product. Each line of OUT is one edge: tree, question, the
definition that the answer settled on and where it stands (which need not be the one that was asked for), what
is said, path and line cited, the text there, and where the definition stands. Repeats are written once, each
line as it is found; the last one of a tree says how many places were told of as not certain. `calls` samples
references of kind `call` whose name is defined in the tree, and says what is known of each; someone who reads
the code then says which ones are calls of this tree's definitions, and recall is the share of those that are
known. `score` holds what `collect` wrote against the edges that were read in the code of ten repositories
(`edges_labels.jsonl`, with the commits in `edges_trees.json`): how many of each label are stated, every false
one, and how many nobody has read.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT)]

from helix_lsp.ask.question.question import Question  # noqa: E402
from helix_lsp.ask.rungs.envelope import Citation  # noqa: E402  (found through the line above)
from helix_lsp.ide.ask import ask  # noqa: E402
from helix_lsp.ide.mentions import View  # noqa: E402
from tests.support.workspace import open_in  # noqa: E402

QUESTIONS = (
    "who calls {}?", "what does {} do?", "how does {} work?", "where is {} used?",
    "in which order does {} make its calls, from the first to the last?",
)  # fmt: skip
KINDS = frozenset({"function", "method", "class", "struct", "trait", "interface", "module"})
TITLES = frozenset({"Used by", "Tested by", "Implemented or extended by"})
TOLD = re.compile(r"`([^`]+)` is an? ")
CALLS = re.compile(r"calls `([^`]+)`")
UNSURE = re.compile(r"(\d+) more places? names? it, and (?:is|are) not certain")
ONWARD = re.compile(r", which calls (`.+`)\Z")


def names(view: View, most: int, dice: random.Random) -> list[str]:
    """Qualified names of the product, whose last part has three letters or more."""
    found: set[str] = set()
    for path in view.snapshot.paths():
        entry = view.snapshot.file(path)
        if (
            entry is None
            or entry.surface.kind != "code"
            or entry.surface.test
            or entry.surface.example
            or entry.surface.vendored
        ):
            continue
        outline = view.snapshot.skeleton(path)
        for symbol in outline.symbols if outline is not None else ():
            if (
                symbol.kind in KINDS
                and len(symbol.name) > 2
                and symbol.body is not None
                and len(symbol.body) > 60
            ):
                found.add(symbol.qualified)
    return dice.sample(sorted(found), min(most, len(found)))


def statements(view: View, question: str, untraced: Counter[str]) -> Iterator[dict[str, object]]:
    """The edges that the answer states, each with the definition that it settled on: the last one that it
    told what it is.

    `untraced` gets, by that definition, how many places the answer tells of that bear the name and are not
    certain to mean it.
    """
    envelope = ask(view, Question(text=question)).envelope
    cited = {c.id: c for c in envelope.citations}
    subject = at = ""
    for passage in envelope.passages:
        for claim in passage.claims:
            places = [cited[ref] for ref in claim.refs]
            if (told := TOLD.match(claim.text)) is not None and not claim.item and places:
                subject, at = told[1], f"{places[0].path}:{places[0].start_line}"
            if (unsure := UNSURE.match(claim.text)) is not None or passage.title == "Not certain":
                untraced[at] = max(
                    untraced[at], int(unsure[1]) if unsure is not None else len(passage.claims)
                )
                continue
            if not claim.item or not places:
                continue
            row = {"subject": subject, "at": at, "said": claim.text, "title": passage.title}
            if claim.text.startswith("calls `"):
                yield from ({**row, **edge} for edge in _steps(view, claim.text, places))
            elif passage.title.partition(" (")[0] in TITLES or claim.text.startswith(
                ("Used: `", "Tested: `")
            ):
                yield from ({**row, **_line(view, place), "defined": at} for place in places)


def _steps(view: View, said: str, places: list[Citation]) -> Iterator[dict[str, object]]:
    """The call itself, with where its definition is said to stand, and each call that it is followed to:
    their lines are cited last.
    """
    after = ONWARD.search(said)
    onward = re.findall(r"`([^`]+)`", after[1]) if after is not None else []
    called = CALLS.match(said)
    assert called is not None
    lines = [_line(view, place) for place in places]
    there = next(
        (
            f"{line['path']}:{line['line']}"
            for line in lines[1:]
            if _bears(line, called[1].rpartition(".")[2])
        ),
        "",
    )
    yield {**lines[0], "said": f"calls `{called[1]}`", "defined": there}
    for name in onward:
        found = [line for line in reversed(lines[1:]) if _bears(line, name)]
        for line in sorted(found, key=lambda line: f"{name}(" not in str(line["text"]))[:1]:
            yield {**line, "subject": called[1], "at": there, "said": f"calls `{name}`", "defined": ""}


def _bears(line: dict[str, object], name: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", str(line["text"])) is not None


def _line(view: View, place: Citation) -> dict[str, object]:
    """Where a citation begins, and the line there."""
    lines = (view.texts(place.path) or b"").splitlines()
    text = (
        lines[place.start_line - 1].decode("utf-8", "replace").strip()
        if place.start_line <= len(lines)
        else ""
    )
    return {"path": place.path, "line": place.start_line, "text": text}


def collect(view: View, tree: str, symbols: int, dice: random.Random) -> Iterator[dict[str, object]]:
    """Each statement once: two questions that settle on one definition state the same edges. The last row
    says how many places are not traced.
    """
    untraced: Counter[str] = Counter()
    seen: set[tuple[object, ...]] = set()
    for name in names(view, symbols, dice):
        for form in QUESTIONS:
            for stated in statements(view, form.format(name), untraced):
                row = {
                    "tree": tree,
                    "question": form.format(name),
                    **stated,
                    "subject": stated["subject"] or name,
                }
                if edge(row) not in seen:
                    seen.add(edge(row))
                    yield row
    yield {"tree": tree, "untraced": untraced.total(), "definitions": len(untraced)}


def edge(row: dict[str, object]) -> tuple[object, ...]:
    """What makes two rows one statement, whatever the question was."""
    said = str(row["said"])
    return row["tree"], row["subject"], said if said.startswith("calls `") else "", row["path"], row["line"]


def score(out: Path, labels: list[Path]) -> None:
    """Prints the count of each label and the false statements."""
    read = {
        edge(row): row
        for path in labels
        for row in map(json.loads, path.read_text(encoding="utf-8").splitlines())
    }
    stated = [row for row in map(json.loads, out.read_text(encoding="utf-8").splitlines()) if "said" in row]
    found = [read[edge(row)] for row in stated if edge(row) in read]
    for row in (row for row in found if row["label"] != "true"):
        print(
            f"{row['label']}: {row['tree']} {row['subject']} {row['said']} ({row['path']}:{row['line']}): {row['why']}"
        )
    counts = Counter(str(row["label"]) for row in found)
    print(
        f"stated {len(stated)}; read {len(found)}: "
        + ", ".join(f"{counts[label]} {label}" for label in ("true", "false", "open"))
    )


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
        every += [
            (path, i)
            for i, r in enumerate(outline.references if outline else ())
            if r.kind == "call" and judge.names.named(r.name, path)
        ]
    for path, at in sorted(dice.sample(every, min(sample, len(every)))):
        outline = live.outline(path)
        assert outline is not None
        reference = outline.references[at]
        meant = judge.meant(path, reference)
        line = live.lines(path).line_of(reference.span.start)
        text = live.lines(path).line_span(line).cut(live.data(path) or b"").decode("utf-8", "replace").strip()
        told = [f"{d.symbol.qualified} {d.path}" for d in meant.defined[:1]]
        yield {
            "tree": tree,
            "path": path,
            "line": line + 1,
            "name": reference.name,
            "text": text,
            "kind": meant.kind,
            "meant": told,
        }


def main() -> int:
    """Write the file; 0."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=("collect", "calls", "score"))
    parser.add_argument("out", type=Path)
    parser.add_argument("trees", nargs="*", type=Path, help="repositories; files of labels for `score`")
    parser.add_argument("--symbols", type=int, default=12)
    parser.add_argument("--sample", type=int, default=40)
    parser.add_argument("--seed", type=int, default=7)
    options = parser.parse_args()
    if options.what == "score":
        score(options.out, options.trees or [ROOT / "bench" / "edges_labels.jsonl"])
        return 0
    with options.out.open("w", encoding="utf-8") as out:
        for tree in options.trees:
            with (
                tempfile.TemporaryDirectory(prefix="helix-edges-") as folder,
                open_in(Path(folder), tree) as workspace,
            ):
                workspace.refresh()
                view, dice = workspace.view(), random.Random(options.seed)
                work = (
                    collect(view, tree.name, options.symbols, dice)
                    if options.what == "collect"
                    else calls(view, tree.name, options.sample, dice)
                )
                count = 0
                for row in work:
                    out.write(json.dumps(row, ensure_ascii=False) + "\n")
                    out.flush()  # a run that is cut off keeps what it has found
                    count += 1
                print(f"{tree.name}: {count}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
