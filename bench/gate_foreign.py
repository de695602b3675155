"""How well the evidence gate tells a repository's own questions from those about others.

    python bench/gate_foreign.py NAME=TREE=QUESTIONS.jsonl [NAME=TREE=QUESTIONS.jsonl ...] [--first N] [--old]

Each question (`question` of a JSON line) is asked of its own tree and of all others. Printed are, for each
tree, how many own and foreign ones get an answer, and the area under the curve of the gate's strength and of
its two shares. `--old` puts the strength's thresholds to zero.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import replace
from pathlib import Path

from helix_lsp.ask.question.question import Question
from helix_lsp.ide.ask import ask
from helix_lsp.session.settings.settings import load
from helix_lsp.session.workspace import Workspace

Row = tuple[bool, bool, float, float, float]
"""(own, answered, strength, share, alone) of the first pass."""


def area(rows: list[Row], at: int) -> float:
    own, foreign = [r[at] for r in rows if r[0]], [r[at] for r in rows if not r[0]]
    return sum((a > b) + 0.5 * (a == b) for a in own for b in foreign) / (len(own) * len(foreign) or 1)


def _quiet(*_: object) -> None:
    """No progress is shown."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("sets", nargs="+")
    parser.add_argument("--first", type=int, default=40)
    parser.add_argument("--old", action="store_true")
    given = parser.parse_args()
    trees: dict[str, str] = {}
    questions: dict[str, list[str]] = {}
    for one in given.sets:
        name, tree, path = one.split("=", 2)
        trees[name] = tree
        questions[name] = [
            json.loads(line)["question"] for line in Path(path).read_text("utf-8").splitlines() if line
        ][: given.first]
    every: list[Row] = []
    for name, tree in trees.items():
        workspace = Workspace.open(tree, load(tree))
        workspace.refresh(_quiet)
        view = workspace.view()
        if given.old:
            none = replace(
                view.config.ask,
                evidence_strength=0.0,
                evidence_strength_short=0.0,
                unknown_words=0.0,
                defined_names=0.0,
                whole_names=0.0,
            )
            view = replace(view, config=replace(view.config, ask=none))
        rows: list[Row] = []
        for source, asked in questions.items():
            for text in asked:
                done = ask(view, Question(text=text, dry=True)).envelope
                first = done.preflight.judged
                rows.append(
                    (
                        source == name,
                        done.mode not in ("no_evidence", "clarify"),
                        first.strength,
                        first.share,
                        first.alone,
                    )
                )
        workspace.close()
        own, foreign = [r for r in rows if r[0]], [r for r in rows if not r[0]]
        print(
            f"{name}: answered {sum(r[1] for r in own)} of {len(own)} own, {sum(r[1] for r in foreign)} of {len(foreign)} foreign",
            flush=True,
        )
        every += rows
    print(
        "area under the curve: "
        + ", ".join(
            f"{what} {area(every, at):.3f}" for what, at in (("strength", 2), ("share", 3), ("alone", 4))
        )
    )


if __name__ == "__main__":
    main()
