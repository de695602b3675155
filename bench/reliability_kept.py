"""Gate on what a server keeps of folders: threads by name, descriptors and memory of both its processes, after
minutes of edits and questions beside folders that are opened and closed, with 256 descriptors.

The first 30 s are a warm-up that opens each folder at least once: what is compared is the state after it and the
state at the end. On Linux threads have the names that the system shows; elsewhere they are counted.
"""

from __future__ import annotations

import random
import tempfile
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil
from reliability_figure import Figure, at_most, count
from reliability_load import indexed, serving, tree
from reliability_owners import limited

from tests.support.raw_client import ServerProcess

_WARM, _SECONDS, _FOLDERS = 30.0, 240.0, 150
_DIFFERENT = 10  # folders on disk, each of which is opened many times
_MORE_THREADS, _MORE_DESCRIPTORS, _MORE_MEMORY = 3, 3, 15.0
_HOVER_EVERY, _ASK_EVERY, _CLEAR_EVERY, _PAUSE = 5, 40, 1_000, 0.02
_PATIENCE = 60.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """What one process holds: threads by name, descriptors, megabytes of resident memory."""

    threads: Counter[str]
    descriptors: int
    memory: float

    def __str__(self) -> str:
        names = ", ".join(f"{name} {number}" for name, number in sorted(self.threads.items()))
        return (
            f"{self.threads.total()} threads ({names}), {self.descriptors} descriptors, {self.memory:.1f} MB"
        )


class Session:
    """One server, its open document, and what was counted in the run."""

    def __init__(self, server: ServerProcess, root: Path, folders: list[Path], dice: random.Random) -> None:
        self.server = server
        self.folders = folders
        self.dice = dice
        self.edits = self.asks = self.opened = 0
        self.wrong: list[str] = []
        self._kept: Path | None = None
        path = root / "p0" / "d5.md"
        text = path.read_text()
        self.uri = path.as_uri()
        self.place = {"line": 2, "character": text.split("\n")[2].index("part_") + 2}
        server.open(self.uri, text)

    def work(self, seconds: float, folders: int) -> None:
        """Edits all the time; every fifth with a hover, every fortieth with a question; so many folders, evenly
        spread, each open until the next one is.
        """
        began, first = time.monotonic(), self.opened
        while (spent := time.monotonic() - began) < seconds:
            while self.opened - first < min(folders, 1 + int(folders * spent / seconds)):
                self._exchange()
            self._edit()
            time.sleep(_PAUSE)
        while self.opened - first < folders:
            self._exchange()
        self._close()

    def _edit(self) -> None:
        self.edits += 1
        start = {"line": 6, "character": 0}
        end = {"line": 6, "character": 1 if self.edits > 1 else 0}
        change = {"range": {"start": start, "end": end}, "text": "ab"[self.edits % 2]}
        self.server.change(self.uri, self.edits + 1, change)
        there = {"textDocument": {"uri": self.uri}, "position": self.place}
        if self.edits % _HOVER_EVERY == 0:
            self._right("textDocument/hover", there, "part_4")
        if self.edits % _ASK_EVERY == 0:
            number = self.dice.randrange(0, 60, 6)
            self.asks += 1
            self._right("helix/ask", {"question": f"what does part_{number} do?", **there}, f"part_{number}")
        if self.edits % _CLEAR_EVERY == 0:
            self.server.messages.clear()

    def _right(self, method: str, params: dict[str, Any], held: str) -> None:
        answer = self.server.request(method, params)
        if held not in str(answer.get("result")):
            self.wrong.append(f"{method}: {str(answer)[:300]}")

    def _exchange(self) -> None:
        """The folder before closed, the next one opened, and its document read until the hover knows its code."""
        self._close()
        folder = self.folders[self.opened % len(self.folders)]
        self._kept = folder
        self.opened += 1
        self._changed(folder, "added")
        document = self.server.open((folder / "d.md").as_uri(), (folder / "d.md").read_text())
        there = {"textDocument": document, "position": {"line": 0, "character": 7}}
        limit = time.monotonic() + _PATIENCE
        while f"Fires {folder.name}" not in str(
            self.server.request("textDocument/hover", there).get("result")
        ):
            if time.monotonic() > limit:
                self.wrong.append(f"{folder.name}: no hover within {_PATIENCE:g} s")
                return
            time.sleep(_PAUSE)

    def _close(self) -> None:
        if self._kept is not None:
            uri = (self._kept / "d.md").as_uri()
            self.server.notify("textDocument/didClose", {"textDocument": {"uri": uri}})
            self._changed(self._kept, "removed")
            self._kept = None

    def _changed(self, folder: Path, how: str) -> None:
        event = {"added": [], "removed": [], how: [{"uri": folder.as_uri(), "name": folder.name}]}
        self.server.notify("workspace/didChangeWorkspaceFolders", {"event": event})


def kept(scale: float, seed: int) -> list[Figure]:
    """G9: 150 folders in 240 s from a scale of 1 on, a share of both below it."""
    share = min(1.0, scale)
    with tempfile.TemporaryDirectory(prefix="helix-kept-") as scratch:
        root = Path(scratch) / "tree"
        tree(root, 60)
        folders = [_folder(Path(scratch) / f"kiln_{number}") for number in range(_DIFFERENT)]
        with limited(), serving(root, Path(scratch)) as server:
            indexed(server, 600)
            session = Session(server, root, folders, random.Random(seed))
            session.work(_WARM, 2 * _DIFFERENT)
            both = processes(server)
            begun = _settled(both, [])
            session.work(_SECONDS * share, round(_FOLDERS * share))
            ended = _settled(both, begun)
            edits, asks, opened = session.edits, session.asks, session.opened
            server.stop()
    print(f"      {edits:,} edits, {asks} questions, {opened} folders opened and closed, warm-up included")
    for name, before, after in zip(("server", "companion"), begun, ended, strict=True):
        print(f"      {name} after the warm-up: {before}\n      {name} at the end: {after}")
    for line in session.wrong[:5]:
        print(f"      {line}")
    growth = [
        (after.threads.total() - before.threads.total(), after.descriptors - before.descriptors)
        for before, after in zip(begun, ended, strict=True)
    ]
    grown = sum(max(0.0, after.memory - before.memory) for before, after in zip(begun, ended, strict=True))
    return [
        at_most("threads more, both processes", sum(t for t, _ in growth), _MORE_THREADS, "threads"),
        at_most("descriptors more", sum(d for _, d in growth), _MORE_DESCRIPTORS, "descriptors"),
        at_most("memory more", grown, _MORE_MEMORY, "MB"),
        count("answers that were wrong or did not come", len(session.wrong)),
    ]


def processes(server: ServerProcess) -> list[psutil.Process]:
    """The server and its companion."""
    first = psutil.Process(server.process.pid)
    return [first, *first.children(recursive=True)]


def held_by(process: psutil.Process) -> Held:
    """What the process holds now."""
    return Held(
        threads=_threads(process), descriptors=process.num_fds(), memory=process.memory_info().rss / 1e6
    )


def _threads(process: psutil.Process) -> Counter[str]:
    tasks = Path(f"/proc/{process.pid}/task")
    if not tasks.is_dir():
        return Counter({"threads": process.num_threads()})
    names: Counter[str] = Counter()
    for task in tasks.iterdir():
        try:
            names[(task / "comm").read_text().strip()] += 1
        except OSError:  # it ended meanwhile
            continue
    return names


def _settled(both: list[psutil.Process], before: list[Held]) -> list[Held]:
    """What both hold once closing has ended: at most as many threads as before, or, without a before, as many as
    a second ago. What still closes after a minute is counted.
    """
    limit = time.monotonic() + _PATIENCE
    now = [held_by(process) for process in both]
    while time.monotonic() < limit:
        time.sleep(1)
        last, now = now, [held_by(process) for process in both]
        if all(n.threads.total() <= m.threads.total() for n, m in zip(now, before or last, strict=True)):
            break
    return now


def _folder(folder: Path) -> Path:
    folder.mkdir()
    (folder / "m.py").write_text(f"def {folder.name}():\n    '''Fires {folder.name}.'''\n    return 1\n")
    (folder / "d.md").write_text(f"Call `{folder.name}()`.\n")
    return folder
