"""`make bench-stories`: stories of real repositories, read by people once and checked ever since; prints what
differs, fails when one does.

    STORIES_FLASK=tree STORIES_CHI=tree STORIES_CASIMIR=tree python bench/stories.py [NAME ...]

`stories.json` holds for each repository its revision and the stories: the question, the modes and stop
reasons that may be, a path that must be cited, texts that must and must not stand in the answer, and how a
reader judged the whole answer (`right`, `partly`, `wrong`: what is known to be wrong is listed, not hidden).
A repository whose tree is not given is said and left out.
"""

from __future__ import annotations

import json
import os
import sys
from collections import Counter
from pathlib import Path
from typing import Any

from helix_lsp.ask.question.question import Question
from helix_lsp.ide.ask import ask
from helix_lsp.session.settings.settings import load
from helix_lsp.session.workspace import Workspace
from helix_lsp.wire.answer_envelope import envelope_to_wire

STORIES = Path(__file__).with_name("stories.json")


def differences(story: dict[str, Any], workspace: Workspace) -> list[str]:
    """What an answer has that its story does not allow, in words."""
    done = ask(workspace.view(), Question(text=story["question"], dry=True))
    wire = envelope_to_wire(done.envelope)
    stop, paths, answer = (
        done.envelope.climbed.evidence.stop,
        [c["range_ref"]["path"] for c in wire["citations"]],
        str(wire["answer"]),
    )
    out: list[str] = []
    if wire["mode"] not in story["mode"]:
        out.append(f"mode is {wire['mode']}, not {' or '.join(story['mode'])}")
    if story.get("stop") and stop not in story["stop"]:
        out.append(f"stop is {stop}, not {' or '.join(story['stop'])}")
    out += [f"does not cite {path}" for path in story.get("cite", []) if path not in paths]
    out += [f"does not say {text!r}" for text in story.get("must", []) if text not in answer]
    out += [f"says {text!r}" for text in story.get("must_not", []) if text in answer]
    if wire["model"]["calls"]:
        out.append("a dry run called a model")
    if wire["intent"]["expectation"]["level"] != "low" and not done.envelope.climbed.evidence.steps:
        out.append("the controller has no steps")
    return out


def run(name: str, stories: list[dict[str, Any]], tree: str) -> tuple[int, Counter[str]]:
    """(how many differ, how readers judged the stories)."""
    workspace = Workspace.open(tree, load(tree))
    wrong = 0
    try:
        workspace.refresh(_quiet)
        for story in stories:
            if found := differences(story, workspace):
                wrong += 1
                print(f"{name}: {story['question']}\n  " + "\n  ".join(found))
    finally:
        workspace.close()
    return wrong, Counter(s["read"] for s in stories)


def _quiet(*_: object) -> None:
    """No progress is shown."""


def main() -> int:
    known: dict[str, Any] = json.loads(STORIES.read_text("utf-8"))
    differ = 0
    for name in sys.argv[1:] or list(known):
        variable = f"STORIES_{name.upper()}"
        tree = os.environ.get(variable, "")
        if not os.path.isdir(tree):
            print(
                f"{name}: not given ({variable}=folder of {known[name]['source']} at {known[name]['revision']})"
            )
            continue
        wrong, read = run(name, known[name]["stories"], tree)
        differ += wrong
        print(
            f"{name}: {sum(read.values())} stories, {wrong} differ; as read: "
            + ", ".join(f"{n} {k}" for k, n in sorted(read.items()))
        )
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main())
