"""`make same-bytes`: the same question on the same bytes has one answer, whatever the hash seed (law I4).

    python bench/same_bytes.py [ROOT ...] [--questions 60] [--seeds 10]

Roots are folders; without one, the folders below BENCH_REPOS. Half of the questions are asked of any repository,
half are made of what it says itself: the first sentences of its doc comments. For each seed one process opens the
folder and answers all questions without a model. Counts the answers whose digest is that of most seeds, prints the
questions that have more than one, and fails when there are any.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

from helix_lsp.ask.question.question import Question
from helix_lsp.ide.ask import ask
from helix_lsp.index.overlay.snapshot import Snapshot
from helix_lsp.session.settings.settings import load
from helix_lsp.session.workspace import Workspace

HERE = Path(__file__).resolve()
CACHE = HERE.parent.parent / ".cache" / "bench" / "same-bytes"
ASKED = (
    "how is the session cookie signed?",
    "how are query parameters encoded?",
    "how are errors handled?",
    "how are options read from the environment?",
    "how is the default value of an option found?",
    "what happens when a request raises an exception?",
    "what is the default timeout?",
    "what is the maximum content length?",
    "what exceptions can be raised?",
    "where is the configuration file loaded?",
    "where are hooks called?",
    "where is the output written?",
    "how are headers merged?",
    "how are names of files checked?",
    "how does the test client keep cookies?",
    "how do I stream a response?",
    "how is text decoded into unicode?",
    "which Python versions are supported?",
    "which environment variables are read by the command line?",
    "which arguments are required?",
    "why is the value checked before it is returned?",
    "what is the order in which callbacks run?",
    "is there a way to have async functions?",
    "how does a parent pass its context to a child?",
    "how to send a file",
    "how is a type converted from a string?",
    "what license is it under?",
    "who calls the function that parses the arguments?",
    "what does close do?",
    "how does the quantum teleporter rotate keys?",
)
_SENTENCE = re.compile(r"[A-Za-z][\w'-]*(?: [\w'-]+){3,14}(?=[.\n])")


def questions(snapshot: Snapshot, texts: Workspace, count: int) -> list[str]:
    """`count` questions, the second half of them of the repository's own doc comments."""
    said: list[str] = []
    for path in snapshot.paths():
        outline, data = snapshot.outline(path), texts.view().texts(path)
        if outline is None or data is None:
            continue
        for symbol in outline.symbols:
            doc = symbol.doc.cut(data).decode("utf-8", "replace") if symbol.doc is not None else ""
            if found := _SENTENCE.search(doc):
                said.append(f"where is it that it {found[0][0].lower()}{found[0][1:]}?")
    said = list(dict.fromkeys(said))
    own = count - min(len(ASKED), count // 2)
    picked = [said[at * len(said) // own] for at in range(min(own, len(said)))]
    return list(dict.fromkeys([*picked, *ASKED]))[:count]


def answers(root: str, count: int) -> list[tuple[str, str]]:
    """(question, digest of the answer) for one process; its hash seed is that of the environment."""
    workspace = Workspace.open(root, load(root))
    try:
        workspace.refresh(_quiet)
        view = workspace.view()
        return [
            (text, ask(view, Question(text=text, dry=True)).envelope.digest)
            for text in questions(view.snapshot, workspace, count)
        ]
    finally:
        workspace.close()


def _quiet(*_: object) -> None:
    """No progress is shown."""


def run(root: str, count: int, seeds: int) -> tuple[int, int]:
    """(equal answers, all answers) of a root under the seeds 0 to `seeds` - 1."""
    seen: dict[str, list[str]] = {}
    for seed in range(seeds):
        done = subprocess.run(
            [sys.executable, str(HERE), root, "--questions", str(count), "--answer"],
            env=os.environ | {"PYTHONHASHSEED": str(seed), "XDG_CACHE_HOME": str(CACHE)},
            stdout=subprocess.PIPE,
            check=True,
        )
        for text, digest in json.loads(done.stdout):
            seen.setdefault(text, []).append(digest)
        print(f"  seed {seed} of {seeds}: {len(seen)} questions", file=sys.stderr, flush=True)
    equal = 0
    for text, digests in seen.items():
        most, number = Counter(digests).most_common(1)[0]
        equal += number
        if number < seeds:
            other = [seed for seed, digest in enumerate(digests) if digest != most]
            print(f"  {text!r}: another answer with the seeds {other}")
    print(f"{Path(root).name}: {equal} of {len(seen) * seeds} digests are equal", flush=True)
    return equal, len(seen) * seeds


def main() -> int:
    reader = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    reader.add_argument("roots", nargs="*")
    reader.add_argument("--questions", type=int, default=60)
    reader.add_argument("--seeds", type=int, default=10)
    reader.add_argument("--answer", action="store_true", help=argparse.SUPPRESS)  # one process, one seed
    given = reader.parse_args()
    if given.answer:
        json.dump(answers(given.roots[0], given.questions), sys.stdout)
        return 0
    folder = os.environ.get("BENCH_REPOS", "")
    roots = given.roots or (sorted(str(p) for p in Path(folder).iterdir() if p.is_dir()) if folder else [])
    if not roots:
        sys.exit("name folders, or say where they are: BENCH_REPOS=folder of repositories")
    told = [run(os.path.abspath(root), given.questions, given.seeds) for root in roots]
    return int(any(equal != every for equal, every in told))


if __name__ == "__main__":
    sys.exit(main())
