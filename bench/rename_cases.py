"""Is a rename told from a replacement? python bench/rename_cases.py [--cases 25] [--seed 1] [--show] [--documents] CLONE...

CLONE: a bare clone or a work tree of a public repository; nothing of it is checked out or run. `--cases`
renames and as many replacements are made of each (see rename_case.py), and each is asked twice:

* as an edit of an open editor: the name typed letter by letter, the old text taken out before the new one is
  typed, the new text pasted over it, or every file written anew at once (a formatter, an agent), through the
  same workspace, snapshots and past as a server's;
* as a commit of the same two states, through the history that git tells.

With `--documents` cases are made of what the documents of the repository speak of, and *fix all* is run on
these documents and on a made one (`planted`): after the edit, and again in the tree of the commit. Wrong is a
changed text that names anything but the renamed definition, that is in a sentence about the past or another
project, or that was right: an other definition has the old name still.

Printed are, for each kind and each form: renames found (of them the certain ones), names that are wrong, and,
what must be 0, *certain* answers that are wrong: a name that is not the new one of a rename, or any name for
what was replaced. `differ` counts cases of which edit and commit are judged otherwise.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import subprocess
import sys
import tempfile
import zlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from fixed import PLANTED, TRAP, Put, documents_of, fix_all, planted_page
from rename_case import KINDS, Case, Code, make_case, read_code

from helix_lsp.align.drift.document import check_document
from helix_lsp.align.drift.history import Gone, History
from helix_lsp.align.drift.vocabulary import EditedHistory
from helix_lsp.align.drift.world import World, build_world
from helix_lsp.history.successor import Successor
from helix_lsp.session.settings.settings import load
from helix_lsp.session.workspace import Workspace

FORMS = ("typed", "deleted, then typed", "pasted", "whole text")
_STEPS = 12
Row = list[int]  # cases, right, of these certain, wrong, certain and wrong


def main() -> int:
    """Prints the figures; 1 when a certain answer is wrong."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--cases", type=int, default=25)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", action="store_true")
    parser.add_argument("--documents", action="store_true")
    parser.add_argument("clones", nargs="+")
    options = parser.parse_args()
    if options.documents:
        return _fixed(options.clones, options.cases, options.seed, show=options.show)
    rows: dict[str, Row] = defaultdict(lambda: [0] * 5)
    differ = [0, 0]
    for clone in options.clones:
        rng = random.Random(options.seed * 1_000_003 + zlib.crc32(clone.rstrip("/").encode()[-40:]))
        code = read_code(clone, rng)
        cases = list(_cases(code, options.cases, rng))
        alone: dict[str, Row] = defaultdict(lambda: [0] * 5)
        for case, form, live, committed in _asked(code, cases):
            wrong = False
            for name, said in ((form, live), ("commit", committed)):
                for key in (f"{'rename' if case.is_rename else 'replacement'}: {name}", f"kind: {case.kind}"):
                    wrong |= _count(rows[key], case, said)
                _count(alone["rename" if case.is_rename else "replacement"], case, said)
            differ[0] += (live and (live.new, live.certain)) != (
                committed and (committed.new, committed.certain)
            )
            differ[1] += 1
            if options.show and (wrong or (case.is_rename and (live is None or live.new != case.new))):
                print(
                    f"  {case.kind} ({form}) {case.path}: {case.old} -> {case.new}; told {_say(live)}, as a commit {_say(committed)}"
                )
        name = clone.rstrip("/").removesuffix("/repo").rpartition("/")[2]
        print(
            f"{name}: " + "; ".join(f"{key} {_figures(row)}" for key, row in sorted(alone.items())),
            flush=True,
        )
    for key, row in sorted(rows.items()):
        print(f"{key:48} {_figures(row)}")
    print(f"differ {differ[0]} of {differ[1]}")
    bad = sum(row[4] for key, row in rows.items() if key.startswith("kind"))
    right = [sum(rows[key][n] for key in rows if key.startswith("kind: rename")) for n in (1, 0)]
    print(
        f"ALL certain and wrong {bad}; renames found {right[0]}/{right[1]} = {right[0] / max(1, right[1]):.3f}"
    )
    return 1 if bad else 0


def _fixed(clones: Sequence[str], most: int, seed: int, *, show: bool) -> int:
    """Runs *fix all* on every case, twice; 1 where a text was made wrong."""
    total: Counter[str] = Counter()
    for clone in clones:
        rng = random.Random(seed * 1_000_003 + zlib.crc32(clone.rstrip("/").encode()[-40:]))
        code = read_code(clone, rng, spoken=True)
        row: Counter[str] = Counter()
        with tempfile.TemporaryDirectory(prefix="helix-fixes-") as folder:
            for case, how, put in _puts(
                code, list(_cases(code, most, rng)) if code.parts else [], Path(folder)
            ):
                row[f"{how} runs"] += 1
                for one in put:
                    why = _wrong(one, case, code)
                    row.update(("changes", "planted" if one.path == PLANTED else "real"))
                    row["wrong"] += bool(why)
                    if why or show:
                        print(f"  {why or 'right'} {case.kind} ({how}) {case.old} -> {case.new}: {one}")
                row["with changes"] += bool(put)
        total += row
        print(f"{clone.rstrip('/').removesuffix('/repo').rpartition('/')[2]}: {dict(row)}", flush=True)
    print(f"ALL {dict(total)}")
    return 1 if total["wrong"] else 0


def _puts(code: Code, cases: Sequence[Case], folder: Path) -> Iterator[tuple[Case, str, list[Put]]]:
    """What *fix all* changes after the edit of a case, and in the tree of its commit."""
    root, env = folder / "work", {**os.environ, "XDG_CACHE_HOME": str(folder / "cache")}
    planted = {PLANTED: planted_page(sorted({c.old for c in cases}))}
    _write(root, {**code.files, **code.documents, **planted})
    _git(root, "init", "-q", "-b", "main")
    _commit(root, "first")
    with Workspace.open(str(root), load(str(root), env=env)) as workspace:
        workspace.refresh()
        view = workspace.view()
        world = build_world(view.snapshot, view.texts, view.config.drift)
        pages = documents_of(world)
        before = [check_document(p, world, workspace.history(), view.config.drift) for p in pages]
        for at, case in enumerate(cases):
            history = EditedHistory(workspace.history())
            for one in before:
                history.backed(one.path, one.live)
            _edit(workspace, history, case, FORMS[at % len(FORMS)])
            view = workspace.view()
            world = build_world(view.snapshot, view.texts, view.config.drift)
            yield (
                case,
                "edit",
                list(fix_all(_speaking(pages, case, world), world, history, view.config.drift)),
            )
            for path in case.before:
                workspace.release(path)
    for case in cases:
        _write(root, case.after)
        _commit(root, "changed")
        with Workspace.open(str(root), load(str(root), env=env)) as workspace:
            workspace.refresh()
            view = workspace.view()
            world = build_world(view.snapshot, view.texts, view.config.drift)
            found = fix_all(_speaking(pages, case, world), world, workspace.history(), view.config.drift)
            yield case, "commit", list(found)
        _write(root, case.before)
        _commit(root, "back")


def _speaking(pages: Iterable[str], case: Case, world: World) -> list[str]:
    """The pages that hold the old name."""
    return [p for p in pages if case.old.encode() in (world.texts(p) or b"")]


def _wrong(put: Put, case: Case, code: Code) -> str:
    """Why a change is wrong, `` where it is not."""
    if not case.is_rename:
        return "REPLACED"
    if put.old.rpartition(".")[2].rpartition("::")[2] != case.old or case.new not in re.split(
        r"\W+", put.new
    ):
        return "OTHER NAME"
    if put.path == PLANTED and TRAP in put.row:
        return "TRAP"
    others = [p for p, names in code.defined.items() if p != case.path and case.old in names]
    return "STILL DEFINED" if others else ""


def _cases(code: Code, most: int, rng: random.Random) -> Iterator[Case]:
    """`most` renames and `most` replacements, the kinds in turn; fewer where the code is too small."""
    for kinds in (KINDS[:3], KINDS[3:]):
        made = tried = 0
        while made < most and tried < 40 * most:
            tried += 1
            case = make_case(code, kinds[made % 3], rng)
            if case is not None:
                made += 1
                yield case


def _asked(code: Code, cases: list[Case]) -> Iterator[tuple[Case, str, Successor | None, Successor | None]]:
    with tempfile.TemporaryDirectory(prefix="helix-renames-") as folder:
        root = Path(folder, "work")
        _write(root, code.files)
        _git(root, "init", "-q", "-b", "main")
        _commit(root, "first")
        with Workspace.open(
            str(root), load(str(root), env={**os.environ, "XDG_CACHE_HOME": str(Path(folder, "cache"))})
        ) as workspace:
            workspace.refresh()
            lives = [
                _live(workspace, workspace.history(), case, FORMS[at % len(FORMS)])
                for at, case in enumerate(cases)
            ]
        commits: list[str] = []
        for case in cases:
            _write(root, case.after)
            commits.append(_commit(root, "changed"))
            _write(root, case.before)
            _commit(root, "back")
        with Workspace.open(
            str(root), load(str(root), env={**os.environ, "XDG_CACHE_HOME": str(Path(folder, "cache"))})
        ) as workspace:
            past = workspace.history()
            for at, (case, commit) in enumerate(zip(cases, commits, strict=True)):
                seen = past.gone(case.old)
                gone = next((g for g in seen if g.commit == commit and g.path == case.path), None)
                if (
                    gone is None and len(seen) > 1
                ):  # a name of several cases: only some of its places are kept
                    gone = Gone(commit=commit, time=0, path=case.path, defined=True)
                yield (
                    case,
                    FORMS[at % len(FORMS)],
                    lives[at],
                    past.became(case.old, gone) if gone is not None else None,
                )


def _live(workspace: Workspace, past: History, case: Case, form: str) -> Successor | None:
    """What is said of the old name when the edit has ended."""
    history = EditedHistory(past)
    _edit(workspace, history, case, form)
    gone = next((g for g in history.gone(case.old) if g.path == case.path), None)
    said = history.became(case.old, gone) if gone is not None else None
    for path in case.before:
        workspace.release(path)
    return said


def _edit(workspace: Workspace, history: EditedHistory, case: Case, form: str) -> None:
    """The edit of a case, as an open editor sends it."""
    at_first = dict(case.before)
    for states in _states(case, form):
        old = workspace.view().snapshot
        for path, data in states.items():
            workspace.edit(path, data)
        new = workspace.view().snapshot
        for path, data in states.items():
            history.saw(path, old, new, at_first[path], data)
            at_first[path] = data


def _states(case: Case, form: str) -> Iterator[dict[str, bytes]]:
    """The texts that a server sees, one after the other."""
    after = case.after[case.path]
    head, tail = after[: case.start], after[case.end :]
    if form == "typed" and case.is_rename:
        name = case.new.encode()
        at = case.text.find(name)
        for size in range(len(name) + 1):
            yield {case.path: head + case.text[:at] + name[:size] + case.text[at + len(name) :] + tail}
    elif form in ("typed", "deleted, then typed"):
        yield {case.path: head + tail}
        step = max(1, len(case.text) // _STEPS)
        for size in range(step, len(case.text), step):
            yield {case.path: head + case.text[:size] + tail}
    elif form == "pasted":
        yield {case.path: head + tail}
    yield dict(case.after)


def _count(row: Row, case: Case, said: Successor | None) -> bool:
    """True where it is wrong and certain."""
    right = said is not None and case.is_rename and said.new == case.new
    wrong = said is not None and not right
    row[0] += 1
    row[1] += right
    row[2] += right and said is not None and said.certain
    row[3] += wrong
    row[4] += wrong and said is not None and said.certain
    return wrong and said is not None and said.certain


def _figures(row: Row) -> str:
    return f"{row[0]} asked, {row[1]} right ({row[2]} certain), {row[3]} wrong, {row[4]} certain and wrong"


def _say(said: Successor | None) -> str:
    return (
        "nothing" if said is None else f"{said.new} ({said.score:.2f}{', certain' if said.certain else ''})"
    )


def _write(root: Path, files: Mapping[str, bytes]) -> None:
    for path, data in files.items():
        place = root / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(data)


def _git(root: Path, *words: str) -> str:
    who = (
        "-c",
        "user.name=A",
        "-c",
        "user.email=a@b.example",
        "-c",
        "commit.gpgsign=false",
        "-c",
        "core.autocrlf=false",
    )
    return subprocess.run(["git", *who, *words], cwd=root, check=True, capture_output=True, text=True).stdout


def _commit(root: Path, message: str) -> str:
    _git(root, "add", "-A", "-f")
    _git(root, "commit", "-q", "--allow-empty", "-m", message)
    return _git(root, "rev-parse", "HEAD").strip()


if __name__ == "__main__":
    sys.exit(main())
