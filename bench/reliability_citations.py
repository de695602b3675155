"""G15: what is cited stands there, while files are typed in, saved, renamed, closed, and given other line ends and encodings.

One thread changes two dozen files, in buffers and on disk; a second brings the index up to date; a third asks. A text counts as current from the
moment before its change began until the moment after the next one had ended, so a citation is held against the few texts that stood while
its view was taken (an open buffer) or while its question was answered (a file), and no clock has a say.

Old citations are also fetched again (`range_get`): what comes back is what stands there now and has the hash that was asked for, or the
fetch refuses.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import random
import re
import tempfile
import threading
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, fields
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from reliability_figure import Figure, count
from reliability_past import Past, holds, standing

from helix_lsp.errors import StaleError
from helix_lsp.ide.ask import AskRequest
from helix_lsp.ide.range_get import RangeRef, range_get
from helix_lsp.ide.view import View
from helix_lsp.session.answering import Sitting, answer
from helix_lsp.session.memory import Memory
from helix_lsp.session.workspace import Workspace
from tests.support.workspace import open_in

_WHOLE = 100_000  # citations at scale 1
_PROCESSES = 2
_FILES = 24
_AT_ONE_LOOK = 3  # questions that share a view: what was typed meanwhile is not in it, what was saved is
_PAUSE = 0.004  # between two changes, in seconds
_FETCHED = 4  # old citations fetched again after each question
_HELD = 3_000
_LONGEST = 6_000
_ENCODINGS = ("utf-8", "utf-8-sig", "latin-1", "utf-16", "utf-8")
_WIDE = ("how do the kilns fire pots?", "how does the guide say a kiln is fired?", "what holds a pot?", "how is a pot of an oven run?")
_NOISE = ("é", "😀", "\u2028", "\t", "x", "日", "e\u0301", "𝒳", "`", "\ufeff")


@dataclass(slots=True)
class Found:
    """What one part of the campaign counted."""

    citations: int = 0
    questions: int = 0
    looks: int = 0
    changes: dict[str, int] = field(default_factory=dict[str, int])
    refreshes: int = 0
    served: int = 0
    refused: int = 0
    wrong: list[str] = field(default_factory=list[str])
    outside: int = 0
    stale: list[str] = field(default_factory=list[str])

    def add(self, other: Found) -> None:
        """Both together."""
        for one in fields(self):
            if one.name == "changes":
                self.changes = {name: self.changes.get(name, 0) + other.changes.get(name, 0) for name in {**self.changes, **other.changes}}
            else:
                setattr(self, one.name, getattr(self, one.name) + getattr(other, one.name))


def citations(scale: float, seed: int) -> list[Figure]:
    """G15, in two processes of which each has a folder of its own."""
    total, found = int(_WHOLE * scale), Found()
    with ProcessPoolExecutor(_PROCESSES, mp_context=get_context("spawn")) as pool:
        for part in pool.map(campaign, [total // _PROCESSES] * _PROCESSES, range(seed, seed + _PROCESSES)):
            found.add(part)
    for line in (*found.wrong[:5], *found.stale[:5]):
        print(f"      {line}")
    print(f"      {found.questions:,} questions at {found.looks:,} looks; {found.refreshes:,} refreshes; "
          + ", ".join(f"{number:,} {name}" for name, number in sorted(found.changes.items())))  # fmt: skip
    print(f"      fetched again: {found.served:,} served, {found.refused:,} refused as stale")
    moved = all(found.changes.values()) and found.served and found.refused and found.refreshes
    return [
        count("citations whose bytes, hash, lines or code points are not what stood there", len(found.wrong), of=found.citations),
        count("citations outside of the workspace", found.outside, of=found.citations),
        count("stale ranges that were served", len(found.stale), of=found.served + found.refused),
        Figure(what="every kind of change, a refusal and a refresh occurred", value=str(bool(moved)), goal="True", holds=bool(moved)),
    ]  # fmt: skip


def campaign(total: int, seed: int) -> Found:
    """At least `total` citations."""
    found, dice = Found(), random.Random(seed)
    with tempfile.TemporaryDirectory(prefix="helix-g15-") as folder:
        root = Path(folder) / "tree"
        with open_in(Path(folder), _made(root)) as workspace:
            workspace.refresh()
            world = _World(workspace, root, random.Random(seed + 1_000), found.changes)
            helpers = [threading.Thread(target=act, daemon=True) for act in (world.type_on, world.keep_up)]
            for helper in helpers:
                helper.start()
            asker = _Asker(world, found, dice)
            while found.citations < total and world.runs:
                asker.look()
            broke = not world.runs
            world.runs = False
            for helper in helpers:
                helper.join()
            found.refreshes = world.refreshes
            if broke:
                found.wrong.append("a thread that changes or refreshes ended by an error")
    return found


def _made(root: Path) -> Path:
    """Three modules of code, one document, and so on."""
    for number in range(_FILES):
        names = [(number - 1 - part, part) for part in range(3)] if number % 4 == 3 else [(number, part) for part in range(2)]
        if number % 4 == 3:
            lines = [f"# Guide {number}\n"]
            lines += [f"## About part_{n}_{k % 2}\n\nCall `part_{n}_{k % 2}` when the kiln is hot. It fires {k} pots é.\n" for n, k in names]
        else:
            lines = [f'"""Module {number} of kilns."""\n\n']
            lines += [
                f"class Part{n}_{k}:\n    '''Holds pot {k} é.'''\n\n    def run_{k}(self, x):\n        '''Run the pot {k}.'''\n"
                f"        return part_{n}_{k}(x)\n\n\ndef part_{n}_{k}(x):\n    '''Fire pot {k} of kiln {n}.'''\n    return x + {k}\n\n"
                for n, k in names
            ]  # fmt: skip
        path = root / _names(number)[0]
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes("\n".join(lines).encode())
    return root


def _names(number: int) -> tuple[str, str]:
    """The two names that a file takes in turn."""
    end = "md" if number % 4 == 3 else "py"
    return f"kilns/m{number}.{end}", f"größe/m{number}_moved.{end}"


class _World:
    """The folder, what stood in it, and the two threads that change it and bring the index up to date."""

    def __init__(self, workspace: Workspace, root: Path, dice: random.Random, changes: dict[str, int]) -> None:
        self.workspace = workspace
        self.root = root
        self.runs = True
        self.refreshes = 0
        self._dice = dice
        self._changes = changes
        both = [name for number in range(_FILES) for name in _names(number)]
        self.first = {path: (root / path).read_bytes() for path in both if (root / path).exists()}
        self.files = {path: Past(self.first.get(path)) for path in both}
        self.buffers = {path: Past(None) for path in both}
        (root / "größe").mkdir()

    def keep_up(self) -> None:
        """Refresh again and again, as a server that is told of every change."""
        with self._or_end():
            while self.runs:
                self.workspace.refresh()
                self.refreshes += 1
                time.sleep(0.05)

    def type_on(self) -> None:
        """Change one thing after another."""
        acts = (self._type, self._type, self._type, self._turn_ends, self._close, self._save, self._move, self._encode)
        with self._or_end():
            while self.runs:
                act = self._dice.choice(acts)
                number = self._dice.randrange(_FILES)
                here, there = _names(number) if self.files[_names(number)[0]].now is not None else _names(number)[::-1]
                act(here, there)
                name = act.__name__.strip("_")
                self._changes[name] = self._changes.get(name, 0) + 1
                time.sleep(_PAUSE)

    @contextlib.contextmanager
    def _or_end(self) -> Any:
        """A thread that fails ends the campaign, which says so."""
        try:
            yield
        except BaseException:
            self.runs = False
            raise

    def _current(self, path: str) -> bytes:
        held = self.buffers[path].now
        return held if held is not None else self.files[path].now or b""

    def _at_first(self, *names: str) -> bytes:
        return next(self.first[name] for name in names if name in self.first)

    def _edit(self, path: str, text: str) -> None:
        data = text.encode() if len(text) < _LONGEST else self._at_first(path, self._other(path))
        self.buffers[path].put(data)
        self.workspace.edit(path, data)
        self.buffers[path].settle()

    def _other(self, path: str) -> str:
        here, there = _names(int("".join(re.findall(r"/m(\d+)", path))))
        return there if path == here else here

    def _type(self, here: str, there: str) -> None:
        del there
        text, dice = self._current(here).decode("utf-8", "replace"), self._dice
        at = dice.randrange(len(text) + 1)
        match dice.randrange(5):
            case 0:
                text = f"{dice.choice(_NOISE)}\n{text}"
            case 1 | 2:
                text = text[:at] + dice.choice(_NOISE) + text[at:]
            case 3:
                text = text[:at] + text[at + dice.randrange(1, 12) :]
            case _:  # rename
                text = text.replace(f"run_{dice.randrange(2)}", f"run_{dice.randrange(2)}").replace("kiln", dice.choice(("kiln", "oven")), 1)
        self._edit(here, text)

    def _turn_ends(self, here: str, there: str) -> None:
        del there
        text = self._current(here).decode("utf-8", "replace")
        self._edit(here, text.replace("\r\n", "\n") if "\r\n" in text else text.replace("\n", self._dice.choice(("\r\n", "\r"))))

    def _close(self, here: str, there: str) -> None:
        for path in (here, there):
            if self.buffers[path].now is not None:
                self.buffers[path].put(None)
                self.workspace.release(path)
                self.buffers[path].settle()

    def _save(self, here: str, there: str) -> None:
        """The buffer goes to disk, or another program writes; now and then the file is as it was first."""
        data = self._current(here) if self._dice.random() < 0.7 else self._at_first(here, there)
        self._write(here, data + b"# saved\n" if len(data) < _LONGEST else data)

    def _encode(self, here: str, there: str) -> None:
        text = self._at_first(here, there).decode()
        self._write(here, text.encode(self._dice.choice(_ENCODINGS)))

    def _write(self, path: str, data: bytes) -> None:
        fresh = self.root.parent / "being-written"
        fresh.write_bytes(data)
        self.files[path].put(data)
        fresh.replace(self.root / path)
        self.files[path].settle()

    def _move(self, here: str, there: str) -> None:
        """Rename on disk; an open buffer follows or stays, as editors do both."""
        self.files[there].put(self.files[here].now)
        self.files[here].put(None)
        os.rename(self.root / here, self.root / there)
        self.files[here].settle()
        self.files[there].settle()
        if self._dice.random() < 0.5 and self.buffers[here].now is not None:
            held = self.buffers[here].now
            self._close(here, there)
            self._edit(there, held.decode("utf-8", "replace") if held is not None else "")


class _Asker:
    """Looks, asks, and holds each citation against what stood."""

    def __init__(self, world: _World, found: Found, dice: random.Random) -> None:
        self._world = world
        self._found = found
        self._dice = dice
        self._sitting = Sitting(session_id="g15", memory=Memory(world.workspace.settings.config.session), traced=False)
        self._held: list[RangeRef] = []

    def look(self) -> None:
        """One view, and a few questions."""
        world, found = self._world, self._found
        for past in (*world.files.values(), *world.buffers.values()):
            past.forget()
        marks = {path: past.mark() for path, past in world.buffers.items()}
        view = world.workspace.view()
        opened = {path: past.since(marks[path]) for path, past in world.buffers.items()}
        found.looks += 1
        for _ in range(_AT_ONE_LOOK):
            marks = {path: past.mark() for path, past in world.files.items()}
            question = self._question()
            verbosity = self._dice.choice(("extended",) if question in _WIDE else ("normal", "extended"))
            request = AskRequest(question=question, may_clarify=False, verbosity=verbosity)
            asked = answer(world.workspace, request, self._sitting, view=view)
            found.questions += 1
            for citation in asked.envelope.citations:
                found.citations += 1
                if citation.path not in opened:
                    found.outside += 1
                    continue
                stood = standing(opened[citation.path], world.files[citation.path].since(marks[citation.path]))
                if not holds(stood, citation):
                    found.wrong.append(f"{citation.path} {citation.span} lines {citation.start_line}-{citation.end_line}: none of {len(stood)} texts")
                self._keep(citation)
            self._fetch_again(view, opened)

    def _question(self) -> str:
        dice = self._dice

        def name() -> str:
            number, part = dice.choice([n for n in range(_FILES) if n % 4 != 3]), dice.randrange(2)
            return dice.choice((f"part_{number}_{part}", f"Part{number}_{part}.run_{part}"))

        return dice.choice((
            f"what does {name()} do?", f"how do {name()}, {name()} and {name()} work together?", f"list all uses of {name()} and {name()}",
            f"where is {name()} used?", *_WIDE,
        ))  # fmt: skip

    def _keep(self, citation: Any) -> None:
        ref = RangeRef(
            path=citation.path, start_byte=citation.span.start, end_byte=citation.span.end, start_line=citation.start_line,
            end_line=citation.end_line, content_sha256=citation.sha256,
        )  # fmt: skip
        if len(self._held) < _HELD:
            self._held.append(ref)
        else:
            self._held[self._dice.randrange(_HELD)] = ref

    def _fetch_again(self, view: View, opened: Mapping[str, Sequence[bytes | None]]) -> None:
        for ref in self._dice.sample(self._held, min(_FETCHED, len(self._held))):
            past = self._world.files[ref.path]
            mark = past.mark()
            try:
                got = range_get(view, ref)
            except StaleError:
                self._found.refused += 1
                continue
            self._found.served += 1
            stood = standing(opened[ref.path], past.since(mark))
            same = any(text[ref.start_byte : ref.end_byte] == got.data for text in stood)
            if not same or hashlib.sha256(got.data).hexdigest() != ref.content_sha256:
                self._found.stale.append(f"{ref.path}:{ref.start_line}: stale bytes were served")
