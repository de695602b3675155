"""Whether an answer loses its verdict when what answers the question is taken away.

    python bench/withheld.py QUESTIONS TREES [--each 20] [--half a|b] [--plain] [--rows OUT.jsonl]

QUESTIONS (lines, or an object with `questions`) are `{repo, question, expect, cite_any: [[path, from, to]]}`; TREES is a
folder with a tree for each repository. `--half` asks those of one half, by the digest of the question: a was used to
fit the verdict, b to believe it. `--plain` asks without the model of meaning. Each question is asked three times: of
the whole tree, of one in which the files of `cite_any` and those that the first answer cites are empty, and of one in
which as many other files are. Printed are the shares whose gate or verdict falls (`strong`, `weak`, `places_only`,
none), of the second (goal: at least 60 %) and of the third (at most 5 %). Trees are copied; nothing in them is run.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import random
import shutil
import sys
import tempfile
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT)]

from helix_lsp.ask.question.question import Question  # noqa: E402  (found through the line above)
from helix_lsp.ide.ask import ask  # noqa: E402
from helix_lsp.session.workspace import Workspace  # noqa: E402
from helix_lsp.wire.answer_envelope import envelope_to_wire  # noqa: E402
from tests.support.workspace import settings_in  # noqa: E402

RANK = {"strong": 3, "weak": 2, "places_only": 1}


def asked(workspace: Workspace, question: str) -> tuple[int, list[str]]:
    """(rank of the verdict, 0 where it is refused or asked back; the files that are cited)."""
    workspace.refresh()
    envelope: dict[str, Any] = envelope_to_wire(ask(workspace.view(), Question(text=question)).envelope)
    paths = list(dict.fromkeys(one["range_ref"]["path"] for one in envelope["citations"]))
    answered = envelope["clarify"] is None and bool(paths)
    return RANK.get(envelope["verdict"]["answers"], 0) if answered else 0, paths


def half(question: str) -> str:
    return "ab"[hashlib.sha256(question.encode()).digest()[0] & 1]


def emptied(root: Path, paths: list[str]) -> dict[str, bytes]:
    """Empties files; what they held, by path."""
    kept = {path: (root / path).read_bytes() for path in paths if (root / path).is_file()}
    for path in kept:
        (root / path).write_bytes(b"")
    return kept


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("questions", type=Path)
    parser.add_argument("trees", type=Path)
    parser.add_argument("--each", type=int, default=20)
    parser.add_argument("--half", choices=("a", "b"))
    parser.add_argument("--plain", action="store_true")
    parser.add_argument("--rows", type=Path)
    options = parser.parse_args()
    text = options.questions.read_text(encoding="utf-8")
    lined = options.questions.suffix == ".jsonl"
    questions = [json.loads(line) for line in text.splitlines()] if lined else json.loads(text)["questions"]
    questions = [q for q in questions if options.half in (None, half(q["question"]))]
    dice = random.Random(7)
    rows: list[dict[str, Any]] = []
    for repo in sorted({one["repo"] for one in questions}):
        tree = options.trees / repo
        mine = [q for q in questions if q["repo"] == repo and q["expect"] == "answered"][: options.each]
        if not tree.is_dir():
            continue
        with tempfile.TemporaryDirectory(prefix="helix-withheld-") as folder:
            root = Path(folder) / repo
            shutil.copytree(tree, root, symlinks=True)
            settings = settings_in(Path(folder) / "index")
            if options.plain:
                search = replace(settings.config.search, meaning=False)
                settings = replace(settings, config=replace(settings.config, search=search))
            with Workspace.open(str(root), settings, writable=True) as workspace:
                for one in mine:
                    rank, cited = asked(workspace, one["question"])
                    gone = list(dict.fromkeys((*(c[0] for c in one["cite_any"]), *cited)))
                    others = [p for p in workspace.view().snapshot.paths() if p not in gone]
                    row: dict[str, Any] = {"repo": repo, "question": one["question"], "rank": rank}
                    for name, paths in (
                        ("emptied", gone),
                        ("others", dice.sample(others, min(len(gone), len(others)))),
                    ):
                        kept = emptied(root, paths)
                        row[name] = asked(workspace, one["question"])[0]
                        for path, data in kept.items():
                            (root / path).write_bytes(data)
                    rows.append(row)
    if options.rows:
        options.rows.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    ranked = [row for row in rows if row["rank"] > 0]
    for name in ("emptied", "others"):
        fell = sum(row[name] < row["rank"] for row in ranked)
        print(f"{name}: falls for {fell} of {len(ranked)} ({fell / max(1, len(ranked)):.2f})")
    told = Counter((row["rank"], row["emptied"]) for row in ranked)
    print("verdict before and after (3 strong, 2 weak, 1 places, 0 none):", sorted(told.items()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
