"""G10: a server in a state, a reason to end; its exit code, its time, and whatever it had started.

States of the protocol have a backend that plays tricks (deaf work, answers of megabytes). The others are a
real server on real folders with its companion: it indexes, it answers, it is frozen or killed, it looks for
drift in a huge line, it reads the history of a repository. A process is ours when its environment has the
mark of the round, its command names the round's folder, or a process of ours had started it, so what is
started in the last moment is not missed.
"""

from __future__ import annotations

import contextlib
import os
import random
import select
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import psutil
from reliability_figure import Figure, at_most, count
from reliability_load import indexed, tree

from tests.support.raw_client import ServerProcess

_FAKE = ("tests/support/fake_backend.py",)
_REAL = ("-m", "helix_lsp", "serve", "--test-hooks")
_MARK = "HELIX_STOP_ROUND"
_SHOWS = {
    "workspace": {"didChangeWatchedFiles": {"dynamicRegistration": True}},
    "window": {"workDoneProgress": True},
}
_REASONS = {"exit": 0, "end of input": 1, "SIGTERM": 143, "dead parent": 1, "broken output": 1}
_SLOW_REASON, _SLOW_MS, _MS = "dead parent", 5_000, 1_000
_GIVEN_UP = 15.0
_LEFT_MS = 1_000  # after the end of the server, until nothing that it started is left
_FILES, _COMMITS, _MENTIONS = 3_000, 3_000, 40_000


class StopServer(ServerProcess):
    """One whose output can be left unread, or closed while somebody waits for it (a plain read would hold the
    pipe open).
    """

    def __init__(self, script: tuple[str, ...], environment: dict[str, str]) -> None:
        self.reads = True
        self._shut = False
        self._reading = threading.Lock()
        super().__init__(script=script, environment=environment)

    def _run(self) -> None:
        held = bytearray()
        while (chunk := self._some()) is not None:
            held += chunk
            self._cut(held)
        with self._arrived:
            self.closed.set()
            self._arrived.notify_all()

    def _some(self) -> bytes | None:
        """What is there, b"" when nothing is, None at the end."""
        assert self.process.stdout is not None
        with self._reading:
            if self._shut:
                return None
            descriptor = self.process.stdout.fileno()
            if self.reads and select.select([descriptor], [], [], 0)[0]:
                return os.read(descriptor, 65_536) or None
            if not self.reads and self.process.poll() is not None:
                return None
        time.sleep(0.002)
        return b""

    def break_output(self) -> None:
        """Nobody reads any more."""
        assert self.process.stdout is not None
        with self._reading:
            self._shut = True
            self.process.stdout.close()


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """`folder`: a name of `_folders`, or a URI for the backend with tricks; `enter` brings the server into
    the state.
    """

    folder: str
    enter: Callable[[StopServer, Path], object] = lambda _server, _root: None
    silent: bool = False


def _ask(server: ServerProcess, text: str, times: int = 6) -> None:
    for number in range(times):
        server.start("helix/ask", {"question": text, "workDoneToken": f"q{number}"})


def _real(folder: str, *acts: Callable[[StopServer, Path], object]) -> State:
    def enter(server: StopServer, root: Path) -> None:
        for act in acts:
            act(server, root)

    return State(folder=folder, enter=enter)


def _ready(server: StopServer, _root: Path) -> None:
    indexed(server, 120)
    server.result("helix/ask", {"question": "what does part_1 do?"}, 60)


def _counting(server: StopServer, _root: Path) -> None:
    server.wait_for(
        lambda m: m.get("method") == "$/progress" and m["params"]["value"]["kind"] == "report",
        60,
        "the beginning of the index",
    )


def _asking(server: StopServer, _root: Path) -> None:
    _ask(server, "how do part_1, part_2 and Part3.run_3 work together?")


def _signal_companion(number: signal.Signals) -> Callable[[StopServer, Path], None]:
    def act(server: StopServer, _root: Path) -> None:
        until = time.monotonic() + 30
        while time.monotonic() < until:
            for child in psutil.Process(server.process.pid).children():
                with contextlib.suppress(psutil.Error):
                    if any("companion" in word for word in child.cmdline()):
                        child.send_signal(number)
                        return
            time.sleep(0.01)
        raise AssertionError("no companion")

    return act


_freeze, _kill = _signal_companion(signal.SIGSTOP), _signal_companion(signal.SIGKILL)


def _look_for_drift(server: StopServer, root: Path) -> None:
    for path in sorted(root.glob("*.md")):
        document = server.open(path.as_uri(), path.read_text())
        server.start("textDocument/diagnostic", {"textDocument": document})
        server.start(
            "textDocument/hover", {"textDocument": document, "position": {"line": 0, "character": 40}}
        )
        server.start("textDocument/codeLens", {"textDocument": document})


def _look_at_twenty_megabytes(server: StopServer, root: Path) -> None:
    """An open buffer larger than anything that is indexed, all of it one line, and edits at its end."""
    text = "`Part3.run_3` é and `gone` " * 740_000
    document = server.open((root / "buffer.md").as_uri(), text)
    for version in range(2, 8):
        here = {"line": 0, "character": 20_000_000 - version}
        server.change(document["uri"], version, {"range": {"start": here, "end": here}, "text": "é"})
        server.start("textDocument/hover", {"textDocument": document, "position": here})
        server.start("textDocument/diagnostic", {"textDocument": document})
        server.start("textDocument/documentSymbol", {"textDocument": document})


def _type(server: StopServer, root: Path) -> None:
    for path in sorted(root.rglob("*.py"))[:40]:
        document = server.open(path.as_uri(), path.read_text(), language="python")
        for version in range(2, 12):
            here = {"line": 0, "character": 0}
            server.change(document["uri"], version, {"range": {"start": here, "end": here}, "text": "é\n"})
        server.start(
            "textDocument/hover", {"textDocument": document, "position": {"line": 11, "character": 8}}
        )


def _unread(server: StopServer, _root: Path) -> None:
    server.reads = False
    for _ in range(40):
        server.start("helix/test/echo", {"text": "z" * 100_000})


STATES: dict[str, State] = {
    "idle": State(folder="file:///w/x"),
    "six slow requests": State(folder="file:///w/x", enter=lambda s, _: [s.start("helix/test/slow", {"seconds": 60}) for _ in range(6)]),
    "six deaf questions": State(folder="file:///w/x", enter=lambda s, _: _ask(s, "hang 60")),
    "waiting questions": State(folder="file:///w/x", enter=lambda s, _: _ask(s, "wait 60")),
    "indexing, deaf": State(folder="file:///w/stuck"),
    "indexing, slow": State(folder="file:///w/slow"),
    "big answers": State(folder="file:///w/x", enter=lambda s, _: _ask(s, "big 3000000")),
    "an unanswered request of ours": State(folder="file:///w/x", silent=True),
    "real, idle": _real("small", _ready),
    "real, opening": _real("many"),
    "real, indexing": _real("many", _counting),
    "real, indexing a huge line": _real("huge", _counting),
    "real, questions": _real("small", _ready, _asking),
    "real, typing and questions while it indexes": _real("many", _counting, _type, _asking),
    "real, companion frozen": _real("small", _ready, _freeze),
    "real, questions to a frozen companion": _real("small", _ready, _freeze, _asking),
    "real, companion frozen while it indexes": _real("many", _counting, _freeze, _asking),
    "real, companion killed under questions": _real("small", _ready, _asking, _kill),
    "real, companion killed while it indexes": _real("many", _counting, _kill),
    "real, companion killed as it starts": _real("many", _kill),
    "real, drift in a huge line": _real("huge", lambda s, _: indexed(s, 120), _look_for_drift),
    "real, a buffer of 20 MB in one line": _real("small", _ready, _look_at_twenty_megabytes),
    "real, reading the history": _real("repository", lambda s, _: indexed(s, 120), _look_for_drift),
    "real, output unread": _real("small", _ready, _unread),
}  # fmt: skip


def _folders(base: Path) -> dict[str, Path]:
    """Name -> root; made once."""
    made = {name: base / name for name in ("small", "many", "huge", "repository")}
    tree(made["small"], 60)
    tree(made["many"], _FILES)
    tree(made["huge"], 12)
    line = " ".join(f"`Part{n % 90}.run_{n}` and `gone_{n}`" for n in range(_MENTIONS))[:950_000]
    (made["huge"] / "huge.md").write_text(line)
    (made["huge"] / "huge.py").write_text("x = [" + "part_3(1), " * 80_000 + "]\n")
    tree(made["repository"], 60)
    words = [f"Call `part_{n}`, `lost_{n}` and `Lost{n}.name`." for n in range(400)]
    (made["repository"] / "lost.md").write_text("# Lost\n\n" + "\n\n".join(words) + "\n")
    subprocess.run(["git", "init", "-q", str(made["repository"])], check=True)
    subprocess.run(
        ["git", "-C", str(made["repository"]), "fast-import", "--quiet"], input=_commits(), check=True
    )
    subprocess.run(
        ["git", "-C", str(made["repository"]), "symbolic-ref", "HEAD", "refs/heads/long"], check=True
    )
    return made


def _commits() -> bytes:
    """Many commits that each take out what the one before brought, so that the history is long to read."""
    said: list[str] = []
    for number in range(_COMMITS):
        code = (
            "".join(f"def lost_{number % 400}_{n}(x):\n    return x\n\n\n" for n in range(20))
            + f"class Lost{number % 400}:\n    name = 1\n"
        )
        words = f"# Lost\n\nCall `lost_{number % 400}`.\n"
        said.append(
            f"commit refs/heads/long\ncommitter A <a@example.org> {1_600_000_000 + 60 * number} +0000\ndata 1\nx\n"
        )
        for path, text in ((f"old/m{number % 7}.py", code), ("lost.md", words)):
            said.append(f"M 100644 inline {path}\ndata {len(text)}\n{text}\n")
    return "".join(said).encode()


def stops(scale: float, seed: int) -> list[Figure]:
    """Each state with each reason at scale 1; a part of the pairs below it, all of them again and again above
    it.
    """
    dice, pairs = random.Random(seed), [(state, reason) for state in STATES for reason in _REASONS]
    dice.shuffle(pairs)
    rounds = max(40, int(len(pairs) * scale))
    took: dict[str, list[tuple[float, str]]] = {}
    late, wrong, orphans = [(0.0, "")], 0, 0
    with tempfile.TemporaryDirectory(prefix="helix-g10-") as folder:
        roots = _folders(Path(folder))
        for turn in range(rounds):
            name, reason = pairs[turn % len(pairs)]
            one = _round(STATES[name], reason, roots, Path(folder) / f"round{turn}", dice.random() * 0.1)
            took.setdefault(reason, []).append((one.took, name))
            late.append((one.late, f"{name}, {reason}"))
            wrong += one.code != _REASONS[reason]
            orphans += len(one.left)
            if one.code != _REASONS[reason] or one.left:
                print(f"      {name}, {reason}: exit code {one.code}; left: {one.left}")
    figures: list[Figure] = []
    for reason, times in took.items():
        slowest = max(times)
        over = sum(ms > (_SLOW_MS if reason == _SLOW_REASON else _MS) for ms, _ in times)
        print(
            f"      {reason}: {len(times)} ends, {over} over the limit, slowest in the state `{slowest[1]}`"
        )
        figures.append(
            at_most(f"slowest end, {reason}", slowest[0], _SLOW_MS if reason == _SLOW_REASON else _MS, "ms")
        )
    print(f"      what it started went last in: {max(late)[1]}")
    return [
        *figures,
        at_most("what it started is gone after it", max(late)[0], _LEFT_MS, "ms"),
        count("wrong exit codes", wrong, of=rounds),
        count("orphans", orphans),
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended:
    """`took` until the server had ended and `late` from then until the last of what it had started, in ms;
    `left` is what did not go.
    """

    code: int | None
    took: float
    late: float
    left: list[str]


def _round(state: State, reason: str, roots: dict[str, Path], scratch: Path, pause: float) -> Ended:
    root = roots.get(state.folder)
    around = {_MARK: str(scratch), "HELIX_ASK_CACHE_DIR": str(scratch / "cache")}
    parent = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    known: set[psutil.Process] = set()
    try:
        with StopServer(_FAKE if root is None else _REAL, around) as server:
            server.answers_requests = not state.silent
            server.initialize(
                folders=[state.folder if root is None else root.as_uri()],
                capabilities=_SHOWS,
                process=parent.pid,
            )
            state.enter(server, root or Path())
            time.sleep(pause)
            known |= set(_ours(scratch, root, server.process.pid))
            began = time.monotonic()
            _end(server, parent, reason)
            try:
                code = server.process.wait(_GIVEN_UP)
            except subprocess.TimeoutExpired:
                code = None
            ended = time.monotonic()
            while (
                alive := _alive(known, scratch, root, server.process.pid)
            ) and time.monotonic() < ended + 5:
                time.sleep(0.01)
            gone = time.monotonic()
            left = [" ".join(_words(process))[:80] for process in alive]
    finally:
        parent.kill()
        parent.wait()
        for process in _alive(known, scratch, root, -1):
            with contextlib.suppress(psutil.Error):
                process.kill()
    return Ended(code=code, took=(ended - began) * 1e3, late=(gone - ended) * 1e3, left=left)


def _alive(known: set[psutil.Process], scratch: Path, root: Path | None, server: int) -> list[psutil.Process]:
    known |= set(_ours(scratch, root, server))
    return [process for process in known if _lives(process)]


def _lives(process: psutil.Process) -> bool:
    with contextlib.suppress(psutil.Error):
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    return False


def _words(process: psutil.Process) -> list[str]:
    with contextlib.suppress(psutil.Error):
        return process.cmdline()
    return ["?"]


def _ours(scratch: Path, root: Path | None, server: int) -> Iterator[psutil.Process]:
    """What the server of this round has started, the server itself left out."""
    with contextlib.suppress(psutil.Error):
        yield from psutil.Process(server).children(recursive=True) if server > 0 else ()
    for process in psutil.process_iter():
        if process.pid in (server, os.getpid()):
            continue
        with contextlib.suppress(psutil.Error, OSError):
            if process.environ().get(_MARK) == str(scratch) or (
                root is not None and str(root) in process.cmdline()
            ):
                yield process


def _end(server: StopServer, parent: subprocess.Popen[bytes], reason: str) -> None:
    match reason:
        case "exit":
            server.start("shutdown")
            server.notify("exit")
        case "end of input":
            server.close_stdin()
        case "SIGTERM":
            server.process.send_signal(signal.SIGTERM)
        case "broken output":
            server.break_output()
        case _:
            parent.kill()
            parent.wait()
