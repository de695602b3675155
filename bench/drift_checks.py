"""Checks of the drift rules that need no labels: python bench/drift_checks.py TREE... (work trees with their
git history).

removal      a live name is deleted from what the tree holds, and its references are asked again; once without history, once with a history
             that tells of the deletion ("told"; "shown": at the default tier)
owner-only   the name stays elsewhere and leaves its owner
alarms       share of all references that are alarms at the default tier
renames      commit subjects that say "rename A to B" (written by people, read by no rule) against what history says A became
"""

from __future__ import annotations

import dataclasses
import re
import subprocess
import sys

from helix_lsp.align.drift.find import Finding, find_drift
from helix_lsp.align.drift.history import Gone, History, Introduced, Left, NoHistory
from helix_lsp.align.drift.judge import Asked, judge
from helix_lsp.align.drift.owner import owns
from helix_lsp.align.drift.reference import DocReference
from helix_lsp.align.drift.world import World, build_world
from helix_lsp.session.settings.settings import load
from helix_lsp.session.workspace import Workspace

_MOST = 300
_SAYS = re.compile(
    r"\brenam(?:e|ed|es|ing) `?([A-Za-z_][\w.]*)`?(?:\(\))? (?:to|->|=>|as|into) `?([A-Za-z_][\w.]*)`?",
    re.IGNORECASE,
)


class Told(NoHistory):
    """A history in which one name went from one file, after everything was written."""

    known = True

    def __init__(self, name: str, path: str, owner: str) -> None:
        self._name, self._gone = name, Gone(commit="0" * 40, time=2**40, path=path, defined=True, owner=owner)

    def gone(self, name: str) -> tuple[Gone, ...]:
        return (self._gone,) if name == self._name else ()

    def introduced(self, document: str, text: str, gone: Left) -> Introduced | None:  # noqa: ARG002
        return Introduced(time=0)


def main() -> int:
    sums: dict[str, list[int]] = {}
    for root in sys.argv[1:]:
        with Workspace.open(root, load(root)) as workspace:
            workspace.refresh()
            view, history = workspace.view(), workspace.history()
            world = build_world(view.snapshot, view.texts, view.config.drift)
            found = find_drift(world, history, view.config.drift)
            least = view.config.drift.min_confidence
            rows = _removal(world, found) | _renames(root, history)
            alarms = sum(f.judged.verdict == "stale" and f.judged.confidence >= least for f in found)
            rows["alarms"] = [alarms, len(found)]
            for name, (hit, of) in rows.items():
                sums.setdefault(name, [0, 0])
                sums[name][0] += hit
                sums[name][1] += of
            print(root, _words(rows), flush=True)
    print("ALL", _words(sums))
    return 0


def _words(rows: dict[str, list[int]]) -> str:
    return "  ".join(
        f"{name} {hit}/{of}{f' = {hit / of:.3f}' if of else ''}" for name, (hit, of) in rows.items()
    )


def _removal(world: World, found: tuple[Finding, ...]) -> dict[str, list[int]]:
    live = [
        f
        for f in found
        if f.judged.verdict == "live" and f.reference.kind == "name" and "example" not in f.judged.reason
    ]
    names = [
        f
        for f in live
        if f.reference.name is not None
        and f.reference.name.last in world.words
        and not f.reference.name.wordlike
    ]
    named = [
        f for f in names if f.reference.name is not None and not f.reference.name.last.startswith("__")
    ]  # the language's, not ours
    step = max(1, len(named) // _MOST)
    rows = {
        "removal bare": [0, 0],
        "removal told": [0, 0],
        "removal shown": [0, 0],
        "owner-only": [0, 0],
        "owner-only shown": [0, 0],
    }
    for one in named[::step]:
        ref = one.reference
        assert ref.name is not None
        last = ref.name.last
        homes = world.snapshot.defined(last)
        if not homes:
            continue
        owner = owns(ref.name.parts, world)
        home = owner.paths[0] if owner.paths else homes[0].path
        holder = next(
            (
                d.symbol.qualified.split(".")[-2]
                for d in homes
                if d.path == home and "." in d.symbol.qualified
            ),
            "",
        )
        told = Told(last, home, holder)
        gone = _without(world, last, everywhere=True)
        _count(rows, "removal bare", "", ref, gone, NoHistory())
        _count(rows, "removal told", "removal shown", ref, gone, told)
        if owner.has and owner.paths:
            _count(rows, "owner-only", "owner-only shown", ref, _without(world, last, everywhere=False), told)
    return rows


def _count(
    rows: dict[str, list[int]], found: str, shown: str, ref: DocReference, world: World, history: NoHistory
) -> None:
    said = judge(ref, world, history, Asked(history, 1).written)
    for name, hit in (
        (found, said.verdict == "stale"),
        (shown, said.verdict == "stale" and said.confidence >= world.cfg.min_confidence),
    ):
        if name:
            rows[name][0] += hit
            rows[name][1] += 1


def _without(world: World, name: str, *, everywhere: bool) -> World:
    """The tree without a word; with `everywhere` False it still occurs, but in no file that is looked into."""
    word = re.compile(rb"(?<!\w)" + re.escape(name.encode()) + rb"(?!\w)")
    texts = world.texts

    def cut(path: str) -> bytes | None:
        data = texts(path)
        return None if data is None else word.sub(lambda m: b"_" * len(m[0]), data)

    words = world.words - {name} if everywhere else world.words
    return dataclasses.replace(world, words=words, texts=cut, memo={})


def _renames(root: str, history: History) -> dict[str, list[int]]:
    log = subprocess.run(
        ["git", "-C", root, "log", "--no-merges", "--format=%H %s"],
        capture_output=True,
        text=True,
        errors="replace",
        check=False,
    )
    row = [0, 0]
    for line in log.stdout.splitlines():
        commit, _, subject = line.partition(" ")
        said = _SAYS.search(subject)
        if said is None:
            continue
        old, new = (part.rstrip(".").rpartition(".")[2] for part in said.groups())
        there = [g for g in history.gone(old) if g.commit == commit and g.defined]
        if there and old != new:
            told = [one.new for g in there if (one := history.became(old, g)) is not None]
            hit = new in told
            row[0] += hit
            row[1] += 1
            if not hit:
                print("  missed rename:", subject[:90], "->", told)
    return {"renames said by commit subjects": row}


if __name__ == "__main__":
    raise SystemExit(main())
