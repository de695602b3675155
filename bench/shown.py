"""How much of what an answer shows has to do with the question: labelled statements against answers of now.

    python bench/shown.py answers.jsonl            # one {"question", "answer"} a line, `answer` the Markdown of `ask --json`

`shown_statements.json` holds 60 answers drawn at random (seed 20261123) of 116, each statement marked by one
reader who did not know the code: 1 where it carries a part of the question that no statement above it
carries, or the reason or condition of one. Rules may be tuned on the half `tuning`. The half `unread` was
marked after the rules on notes and on narrowed excerpts stood (.36 -> .38 there); the rules on overviews and
comparisons were made when both halves had been read, so what they add there (.42) is no blind figure. A
statement of now counts as the labelled one of the same lead whose first cited line is nearest; one without
any is counted apart and must be marked by hand.
"""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

_LABELS = Path(__file__).with_name("shown_statements.json")
_CITED = re.compile(r" \(([^()\s]+):(\d+)\)")
_FENCE = re.compile(r"\s*(`{3,})")


@dataclass(frozen=True, slots=True)
class Marked:
    """A labelled statement: its text without citations, the first file and line that it cites, `` and 0 for
    none.
    """

    lead: str
    path: str
    line: int
    relevant: bool


def statements(markdown: str) -> list[str]:
    """The sentences and list items of an answer in order, without headings and quoted code."""
    out: list[str] = []
    fence = ""
    for line in markdown.split("\n"):
        mark = _FENCE.match(line)
        if fence:
            fence = "" if line.strip() == fence else fence
        elif mark is not None:
            fence = mark[1]
        elif line.strip() and not line.startswith("### "):
            out.append(line.strip())
    return out


def read(text: str, *, relevant: bool = False) -> Marked:
    """A statement taken apart."""
    cited = _CITED.search(text)
    return Marked(_CITED.sub("", text), cited[1] if cited else "", int(cited[2]) if cited else 0, relevant)


def label_of(text: str, marked: list[Marked]) -> Marked | None:
    """The labelled statement that this one is; None where none has its lead and file."""
    now = read(text)
    same = [m for m in marked if m.lead == now.lead and m.path == now.path]
    return min(same, key=lambda m: (abs(m.line - now.line), m.line), default=None)


def main(path: str) -> None:
    """Prints, for each half, how much of what is shown is relevant and how much of what was relevant is
    shown.
    """
    answers = {
        row["question"]: row["answer"] for row in map(json.loads, Path(path).read_text("utf-8").splitlines())
    }
    counts: dict[str, Counter[str]] = {"tuning": Counter(), "unread": Counter()}
    for row in json.loads(_LABELS.read_text("utf-8")):
        marked = [read(s["text"], relevant=bool(s["relevant"])) for s in row["statements"]]
        found = [label_of(text, marked) for text in statements(answers.get(row["question"], ""))]
        known = [m for m in found if m is not None]
        counts[row["half"]].update(
            shown=len(known),
            relevant=sum(m.relevant for m in known),
            unmarked=len(found) - len(known),
            kept=len({m for m in known if m.relevant}),
            before=len(marked),
            relevant_before=sum(m.relevant for m in marked),
        )
    for half, n in counts.items():
        before, now = n["relevant_before"] / n["before"], n["relevant"] / (n["shown"] or 1)
        print(
            f"{half}: relevant {before:.2f} of {n['before']} when marked, {now:.2f} of {n['shown']} now ({n['unmarked']} not marked), "
            f"{n['kept']} of {n['relevant_before']} relevant ones still shown"
        )


if __name__ == "__main__":
    main(sys.argv[1])
