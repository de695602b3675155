"""Sentences as a model writes them, half of them false by one clause: how many of which does an answer show
as a supported fact?

    BENCH_MIRROR=clones python bench/gate_sentences.py [--half NAME ...] [-v] [--rules]

`gate_sentences.json` names repositories with commit and licence, and for each sentence the lines that it
cites, whether it is true, and which clause makes it so. The cited files are read from bare clones
(`owner+name/repo` below BENCH_MIRROR); nothing of them is run or kept. Each sentence goes the way of a
model's reply: read, mended, its citation narrowed, weighed, entered into the ledger. Printed are, for each
half and kind, how many are shown as a supported fact, shown under a label (inference, hypothesis,
assumption), and left out. `--rules` counts what each reason for not being a fact is worth.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from helix_lsp.align.live import Live
from helix_lsp.ask.claims import claims_of
from helix_lsp.ask.live import LiveFiles
from helix_lsp.ask.model_draft import write_with_model
from helix_lsp.ask.model_port import ModelReply
from helix_lsp.ask.prompt.source import EvidenceSpan, PromptSource
from helix_lsp.ask.quote import quote
from helix_lsp.ask.redact import redact
from helix_lsp.ask.surroundings import surroundings
from helix_lsp.config.model import ModelConfig
from helix_lsp.config.verify import VerifyConfig
from helix_lsp.session.settings import load
from helix_lsp.session.workspace import Workspace
from helix_lsp.text.span import Span
from helix_lsp.verify.clauses.settle import RULES
from helix_lsp.verify.ledger import keep_ledger
from helix_lsp.verify.weigh import weigh

SENTENCES = Path(__file__).with_name("gate_sentences.json")
HALVES = (
    "tuned",
    "unread",
    "later",
    "blind-a",
    "blind-b",
    "blind-c",
    "blind-d",
    "blind-e",
    "blind-f",
    "independent",
)
"""`later` was written when `unread` had been read, and rules were added for what it showed; so were `blind-b` to `blind-f`, one after the other: each
was written before any verdict on it, run once, and read then. `independent` was written by somebody who had not seen the rules or a verdict.
"""
_NAMES = re.compile(r"`[^`]*`")


@dataclass(frozen=True)
class Judged:
    """One labelled sentence and what became of it: `shown` is `fact`, the label it is shown under, or `` when
    it is left out.
    """

    half: str
    true: bool
    kind: str
    sentence: str
    place: str
    shown: str
    reason: str


def judged(one: dict[str, Any], mirror: Path) -> Iterator[Judged]:
    """Every sentence of one repository."""
    with tempfile.TemporaryDirectory() as folder:
        git = mirror / one["repo"].replace("/", "+") / "repo"
        for path in {r["place"].rpartition(":")[0] for r in one["sentences"]}:
            data = subprocess.run(
                ["git", "--git-dir", str(git), "show", f"{one['commit']}:{path}"],
                capture_output=True,
                check=True,
            ).stdout
            (Path(folder) / path).parent.mkdir(parents=True, exist_ok=True)
            (Path(folder) / path).write_bytes(data)
        with Workspace.open(folder, load(folder)) as workspace:
            workspace.refresh()
            view = workspace.view()
            live = LiveFiles(Live(view.snapshot, view.texts))
            for row in one["sentences"]:
                shown, reason = _shown(row["sentence"], _place(row["place"], live), live)
                yield Judged(
                    one["half"],
                    row["true"],
                    row["kind"],
                    row["sentence"],
                    f"{one['repo']} {row['place']}",
                    shown,
                    reason,
                )


def _place(place: str, live: LiveFiles) -> EvidenceSpan:
    path, _, lines = place.rpartition(":")
    first, last = map(int, lines.split("-"))
    file = live.file(path)
    if file is None:
        sys.exit(f"{path} is not among the indexed files")
    span = Span(file.lines.line_span(first).start, file.lines.line_span(last).end)
    names, _ = surroundings(path, span, live)
    surface = "doc" if path.endswith(".md") else "code"
    return EvidenceSpan(
        quote=quote(file, span, ""),
        heading=names[1].partition("\n")[0] if len(names) > 1 else path,
        bearing="rest",
        surface=surface,
    )


def _shown(sentence: str, place: EvidenceSpan, live: LiveFiles) -> tuple[str, str]:
    text = f"{sentence.rstrip('.')} [1]."
    reply = ModelReply(status="ok", text=text, reason="", provider="bench", model="labels", calls=1)
    source = PromptSource(question=" ".join(_NAMES.findall(sentence)) or "how does it work?", spans=(place,))
    made = write_with_model(source, lambda _request, _check: reply, redact, ModelConfig(), lambda: None)
    if made.draft is None:
        return "", made.refused
    ledger = keep_ledger(
        tuple(weigh(p.claim, VerifyConfig()) for p in claims_of(made.draft, live)), VerifyConfig()
    )
    (entry,) = ledger.entries
    if entry.supported and entry.type == "fact":
        return "fact", ""
    left_out = entry.type in ("fact", "inference") and not ledger.entries[0].open
    return ("" if left_out else entry.type), entry.reason


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--half", choices=HALVES, action="append")
    parser.add_argument("--rules", action="store_true", help="what each reason for a stop is worth")
    parser.add_argument(
        "--without", action="store_true", help="leave out one rule of the clauses after the other"
    )
    parser.add_argument("-v", action="store_true", help="print what was judged wrongly")
    given = parser.parse_args()
    mirror = os.environ.get("BENCH_MIRROR", "")
    if not mirror:
        sys.exit("say where the clones are: BENCH_MIRROR=folder with owner+name/repo")
    sets = [s for s in json.loads(SENTENCES.read_text("utf-8")) if s["half"] in (given.half or HALVES)]
    done = [row for one in sets for row in judged(one, Path(mirror))]
    for half in dict.fromkeys(row.half for row in done):
        _report(half, [row for row in done if row.half == half], verbose=given.v, rules=given.rules)
    if given.without:
        _ablation(sets, Path(mirror), done)


def _report(half: str, done: list[Judged], *, verbose: bool, rules: bool) -> None:
    rows = [
        (half, done),
        *((kind, [r for r in done if r.kind == kind]) for kind in sorted({r.kind for r in done})),
    ]
    print(f"{'':11} false: fact label out    true: fact label out")
    for name, some in rows:
        false, true = _counts([r for r in some if not r.true]), _counts([r for r in some if r.true])
        print(
            f"{name:11}       {false[0]:4} {false[1]:5} {false[2]:3}          {true[0]:4} {true[1]:5} {true[2]:3}"
        )
    if rules:
        for reason, n in Counter(
            (_NAMES.sub("X", r.reason), r.true) for r in done if r.shown != "fact"
        ).most_common():
            print(f"  {n:3} {'TRUE ' if reason[1] else 'false'} {reason[0]}")
    if verbose:
        for row in done:
            if row.true != (row.shown == "fact"):
                print(
                    f"  {'STOPPED' if row.true else 'PASSED '} {row.kind}: {row.sentence}\n      {row.place}  {row.reason}"
                )


def _ablation(sets: list[dict[str, Any]], mirror: Path, done: list[Judged]) -> None:
    """What each rule is worth: the false sentences that pass as fact without it, and the true ones that
    would.
    """
    for name, rule in list(RULES.items()):
        del RULES[name]
        less = [row for one in sets for row in judged(one, mirror)]
        RULES[name] = rule
        more = [a for a, b in zip(less, done, strict=True) if a.shown == "fact" and b.shown != "fact"]
        lost = [a for a, b in zip(less, done, strict=True) if a.shown != "fact" and b.shown == "fact"]
        print(
            f"without {name:10} {sum(not r.true for r in more):3} more false and {sum(r.true for r in more):3} more true sentences are facts, "
            f"{sum(not r.true for r in lost)} and {sum(r.true for r in lost)} fewer"
        )


def _counts(rows: list[Judged]) -> tuple[int, int, int]:
    """(shown as supported fact, shown under a label, left out)."""
    facts, out = sum(r.shown == "fact" for r in rows), sum(not r.shown for r in rows)
    return facts, len(rows) - facts - out, out


if __name__ == "__main__":
    main()
