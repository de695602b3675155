"""What the pack of a question holds: the text that a model would be sent, or that `ask --pack` shows, against
the facts of a question set.

    python bench/pack.py --trees TREES ROWS.jsonl...          # TREES/<repo> holds the tree of a row's `repo`

A row is {"id", "repo", "kind", "question", "expect", "cite_any": [[path, first, last]], "facts": [regex]}. A
question counts as held when all of its facts stand in the numbered places of the pack. Only rows that expect
an answer are asked. Tokens are counted as four characters each.
"""

from __future__ import annotations

import argparse
import json
import re
import statistics
import sys
import tempfile
from collections import defaultdict
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT)]

from helix_lsp.ask.model.prompt.assemble import Prompt  # noqa: E402  (found through the line above)
from helix_lsp.ask.question.question import Question  # noqa: E402
from helix_lsp.ide.ask import ask  # noqa: E402
from helix_lsp.ide.mentions import View  # noqa: E402
from tests.support.workspace import open_in  # noqa: E402

_TOKEN = 4  # characters


def held(row: dict[str, Any], prompt: Prompt | None) -> tuple[float, bool, int]:
    """(share of the facts, whether a right place is among the spans, characters of all that is sent)."""
    spans = prompt.spans if prompt is not None else ()
    text = "\n".join(f"{s.quote.path}\n{s.heading}\n{s.quote.raw.decode('utf-8', 'replace')}" for s in spans)
    facts = [bool(re.search(fact, text, re.IGNORECASE | re.DOTALL)) for fact in row["facts"]]
    places = {(path, line) for path, first, last in row["cite_any"] for line in range(first, last + 1)}
    right = any(
        (s.quote.path, line) in places
        for s in spans
        for line in range(s.quote.start_line, s.quote.end_line + 1)
    )
    size = len(prompt.request.system) + len(prompt.request.prompt) if prompt is not None else 0
    return sum(facts) / len(facts) if facts else 1.0, right, size


def prompt_of(view: View, question: str) -> Prompt | None:
    """What would be sent."""
    return ask(view, Question(text=question, dry=True)).envelope.climbed.written.prompt


def main() -> None:
    """Prints the share of questions whose facts are all held, by kind, and the size."""
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("rows", nargs="+", type=Path)
    options.add_argument("--trees", type=Path, required=True)
    options.add_argument("--list", action="store_true")
    given = options.parse_args()
    rows = [
        row
        for path in given.rows
        for row in map(json.loads, path.read_text("utf-8").splitlines())
        if row["expect"] == "answered"
    ]
    by_repo: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for row in rows:
        by_repo[row["repo"]].append(row)
    found: dict[str, list[tuple[float, bool, int]]] = defaultdict(list)
    with tempfile.TemporaryDirectory(prefix="helix-pack-") as cache:
        for repo, asked in sorted(by_repo.items()):
            with open_in(Path(cache) / repo, given.trees / repo) as workspace:
                workspace.refresh()
                view = workspace.view()
                for row in asked:
                    got = held(row, prompt_of(view, row["question"]))
                    found[row["kind"]].append(got)
                    if given.list and got[0] < 1:
                        print(
                            f"{row['id']} {got[0]:.2f} {'place' if got[1] else '     '} {row['question']}",
                            flush=True,
                        )
    print(f"{'kind':<12}{'n':>4}{'all facts':>11}{'place':>7}{'tokens p50':>12}{'most':>12}")
    found["all"] = [one for some in found.values() for one in some]
    for kind, some in sorted(found.items()):
        full, place, sizes = (
            sum(one[0] == 1 for one in some) / len(some),
            sum(one[1] for one in some) / len(some),
            [one[2] / _TOKEN for one in some],
        )
        print(
            f"{kind:<12}{len(some):>4}{full:>11.2f}{place:>7.2f}{statistics.median(sizes):>12,.0f}{max(sizes):>12,.0f}"
        )


if __name__ == "__main__":
    main()
