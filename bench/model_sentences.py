"""Sentences as a careful model writes them, without a quotation in front, each beside one with one thing changed:
what does an answer show of them, and under which label?

    MODEL_TREES=folder [BENCH_MIRROR=clones] python bench/model_sentences.py [--half NAME ...] [--whole] [-v] [--rules]

`model_sentences.jsonl` names the repository, its commit, the lines that the sentence cites, whether it is true and what
was changed. Its half `set_aside` was written before anything was tuned and is read by its totals; `second`, about two
more repositories, was written before anybody saw a verdict on it, and read after its first two runs. `gate_sentences.json` holds
older sets, each half false by one clause. The trees of the first lie below MODEL_TREES under their bare names, the
others are read from bare clones (`owner+name/repo` below BENCH_MIRROR); what is not at hand is counted. Nothing of
them is run or kept. With `--whole` all files of a tree are indexed, otherwise the cited ones.

Each sentence goes the way of a model's reply: read, mended, its citation narrowed, weighed, entered into the ledger.
Printed are the shares that are shown as carried and as open (hypotheses and the like too), and those that are stopped;
with `--rules` also what each rule decided. `answers replaced` counts answers made of a repository's true sentences
that gave way to another one.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))
from msgspec.structs import replace

from helix_lsp.align.live import Live
from helix_lsp.ask.claims.claims import surroundings
from helix_lsp.ask.draft import Draft, Part
from helix_lsp.ask.model.model_draft import write_with_model
from helix_lsp.ask.model.model_port import ModelReply
from helix_lsp.ask.model.prompt.gather import EvidenceSpan, PromptSource
from helix_lsp.ask.model.redact import redact
from helix_lsp.ask.question.question import Question
from helix_lsp.ask.rungs.platonic import HeldTo, weigh_claims
from helix_lsp.ask.text.quote import LiveFiles, quote
from helix_lsp.config.documents import VerifyConfig
from helix_lsp.config.questions import ModelConfig
from helix_lsp.session.settings.settings import load
from helix_lsp.session.workspace import Workspace
from helix_lsp.text.positions import Span
from helix_lsp.verify.ledger import LedgerEntry

HERE = Path(__file__).parent
_ANSWER = 6


@dataclass(frozen=True)
class Judged:
    """A sentence and what became of it: `shown` is `carried`, `open`, or `` where it is stopped."""

    row: dict[str, Any]
    shown: str
    rule: str
    reason: str


def rows() -> list[dict[str, Any]]:
    """All sentences of both files, in one form."""
    out = [
        json.loads(line) for line in HERE.joinpath("model_sentences.jsonl").read_text("utf-8").splitlines()
    ]
    for one in json.loads(HERE.joinpath("gate_sentences.json").read_text("utf-8")):
        for row in one["sentences"]:
            changed = "" if row["true"] else row["kind"]
            more = {
                "repository": one["repo"],
                "commit": one["commit"],
                "half": one["half"],
                "changed": changed,
            }
            out.append({**more, "place": row["place"], "sentence": row["sentence"], "true": row["true"]})
    return out


def laid(folder: str, some: list[dict[str, Any]], *, whole: bool) -> bool:
    """Lay the files of one repository at one commit; False where they are not at hand."""
    name, commit = some[0]["repository"], some[0]["commit"]
    tree = Path(os.environ.get("MODEL_TREES", "/nowhere"), name.rpartition("/")[2])
    git = Path(os.environ.get("BENCH_MIRROR", "/nowhere"), name.replace("/", "+"), "repo")
    if "id" in some[0] and tree.is_dir() and whole:
        shutil.copytree(tree, folder, dirs_exist_ok=True, symlinks=True)
        return True
    for path in {row["place"].rpartition(":")[0] for row in some}:
        if "id" in some[0] and tree.is_dir():
            data = tree.joinpath(path).read_bytes()
        else:
            shown = ("git", "--git-dir", str(git), "show", f"{commit}:{path}")
            done = subprocess.run(shown, capture_output=True, check=False)
            if done.returncode:
                return False
            data = done.stdout
        Path(folder, path).parent.mkdir(parents=True, exist_ok=True)
        Path(folder, path).write_bytes(data)
    return True


def judged(some: list[dict[str, Any]], *, whole: bool) -> tuple[list[Judged], list[str]]:
    """(every sentence of one repository, why answers of its true ones were replaced)."""
    out: list[Judged] = []
    replaced: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        if not laid(folder, some, whole=whole):
            return [], []
        with Workspace.open(folder, load(folder)) as workspace:
            workspace.refresh()
            view = workspace.view()
            live = LiveFiles(Live(view.snapshot, view.texts))
            out += [_shown(row, live) for row in some]
            for part in _answers(some):
                drafts = [made for row in part if (made := _draft(row, live)) is not None]
                if drafts:
                    told = tuple(s for d in drafts for p in d.parts for s in p.sentences)
                    whole_answer = replace(drafts[0], parts=(Part(title="", sentences=told),))
                    replaced.append(_weigh(whole_answer, live).replaced)
    return out, replaced


def _answers(some: list[dict[str, Any]]) -> Iterator[list[dict[str, Any]]]:
    true = [row for row in some if row["true"]]
    for at in range(0, len(true), _ANSWER):
        yield true[at : at + _ANSWER]


def _place(place: str, live: LiveFiles) -> EvidenceSpan:
    path, _, lines = place.rpartition(":")
    first, last = map(int, lines.split("-"))
    file = live.file(path)
    if file is None:
        sys.exit(f"{path} is not among the indexed files")
    span = Span(file.lines.line_span(first - 1).start, file.lines.line_span(last - 1).end)
    names, _ = surroundings(path, span, live)
    return EvidenceSpan(
        quote=quote(file, span, ""),
        heading=next(
            (n.partition("\n")[0] for n in reversed(names) if "\n" in n), path
        ),  # as an answer names it
        bearing="rest",
        surface="doc" if path.endswith(".md") else "code",
    )


def _draft(row: dict[str, Any], live: LiveFiles) -> Draft | None:
    """The one sentence as a model's reply; the question holds its names, as an answer's does."""
    reply = ModelReply(
        status="ok", text=f"{row['sentence'].rstrip('.')} [1].", reason="", provider="", model="", calls=1
    )
    names = " ".join(row["sentence"].split("`")[1::2]) or "how does it work?"
    source = PromptSource(question=names, spans=(_place(row["place"], live),))
    return write_with_model(source, lambda _request, _check: reply, redact, ModelConfig(), lambda: None).draft


def _weigh(draft: Draft, live: LiveFiles):
    held = HeldTo(kind="how", words=("it",), mode="enforce")
    return weigh_claims(Question(text="How does it work?"), draft, live, VerifyConfig(), held)


def _shown(row: dict[str, Any], live: LiveFiles) -> Judged:
    draft = _draft(row, live)
    if draft is None:
        return Judged(row, "", "unread", "")
    done = _weigh(draft, live)
    told = [s.text for p in done.draft.parts for s in p.sentences if s.quotes]
    entries = {e.text: e for e in done.entries}
    entry: LedgerEntry | None = next(
        (e for e in entries.values() if any(t.endswith(e.text) for t in told)), None
    )
    if entry is None:
        why = next((u for u in done.uncertainty), None)
        return Judged(row, "", why.rule if why else "", why.reason if why else done.replaced)
    return Judged(row, entry.label, entry.rule, entry.reason)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--half", action="append")
    parser.add_argument("--whole", action="store_true")
    parser.add_argument(
        "--rules", action="store_true", help="how many true and false sentences each rule decided"
    )
    parser.add_argument(
        "-v", action="store_true", help="print every sentence that is not shown as it should be"
    )
    given = parser.parse_args()
    sets: dict[tuple[str, str, str], list[dict[str, Any]]] = defaultdict(list)
    for row in rows():
        if not given.half or row["half"] in given.half:
            sets[row["half"], row["repository"], row["commit"]].append(row)
    halves: dict[str, list[Judged]] = defaultdict(list)
    answers: dict[str, list[str]] = defaultdict(list)
    missing: list[str] = []
    for (half, name, _), some in sets.items():
        done, replaced = judged(some, whole=given.whole)
        halves[half] += done
        answers[half] += replaced
        missing += [] if done else [name]
    for half, done in halves.items():
        _report(half, done, answers[half], verbose=given.v, rules=given.rules)
    if missing:
        print("not at hand:", ", ".join(sorted(set(missing))))


def _report(half: str, done: list[Judged], answers: list[str], *, verbose: bool, rules: bool) -> None:
    print(half)
    for true in (True, False):
        some = [j for j in done if j.row["true"] is true]
        counts = Counter(j.shown for j in some)
        shares = "  ".join(
            f"{name or 'stopped'} {counts[name]} ({counts[name] / max(1, len(some)):.2f})"
            for name in ("carried", "open", "")
        )
        print(f"  {'true ' if true else 'false'} {len(some):4}  {shares}")
    print(f"  answers replaced {sum(bool(a) for a in answers)} of {len(answers)}")
    if rules:
        decided: dict[str, Counter[bool]] = defaultdict(Counter)
        for j in done:
            decided[f"{j.shown or 'stopped':8} {j.rule or _bare(j.reason)}"][j.row["true"]] += 1
        for name, counts in sorted(decided.items(), key=lambda kv: -sum(kv[1].values())):
            print(f"    true {counts[True]:3} false {counts[False]:3}  {name}")
    if verbose:
        for j in done:
            if (j.row["true"] and j.shown != "carried") or (not j.row["true"] and j.shown):
                mark = "TRUE " if j.row["true"] else "FALSE"
                print(
                    f"  {mark} {j.shown or 'stopped':8} {j.row['sentence']}\n      {j.row['place']}  [{j.rule}] {j.reason}"
                )
        for why in filter(None, answers):
            print(f"  replaced: {why}")


def _bare(reason: str) -> str:
    return "`X`".join(reason.split("`")[::2])[:70]


if __name__ == "__main__":
    main()
