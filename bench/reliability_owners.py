"""Gates on what a server keeps: descriptors, threads and memory over many edits, what idling costs, who
outlives a parent, and the N-th failure.

Processor time is read from the system for each process, so that a busy machine changes nothing about it.
"""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

import psutil
from reliability_figure import Figure, at_most, count
from reliability_load import indexed, serving, tree

from tests.faults.campaign import GOOD, JOURNEYS, KINDS, campaign, compiled
from tests.support.raw_client import ServerProcess

ROOT = Path(__file__).resolve().parent.parent
_LIMIT = 256  # descriptors: what launchd of macOS gives a program
_HOVER_EVERY = 5
_SETTLE, _QUIET, _PATIENCE = 5.0, 0.02, 60
_ALIVE = 2.0


def descriptors(scale: float, seed: int) -> list[Figure]:
    """G9: 80,000 * scale edits with hovers between, on a real server with a limit of 256 descriptors."""
    del seed
    edits = int(80_000 * scale)
    with tempfile.TemporaryDirectory(prefix="helix-owners-") as folder:
        root = Path(folder) / "tree"
        tree(root, 60)
        with limited(), serving(root, Path(folder)) as server:
            indexed(server, 600)
            path = root / "p0" / "d5.md"
            text = path.read_text()
            document = server.open(path.as_uri(), text)
            place = {"line": 2, "character": text.split("\n")[2].index("part_") + 2}
            whole = [
                psutil.Process(server.process.pid),
                *psutil.Process(server.process.pid).children(recursive=True),
            ]
            empty, failed, begun = 0, 0, (0, 0, 0.0)
            for number in range(2, edits + 2):
                end = {"line": 6, "character": 1 if number > 2 else 0}
                server.change(
                    path.as_uri(),
                    number,
                    {"range": {"start": {"line": 6, "character": 0}, "end": end}, "text": "ab"[number % 2]},
                )
                if number % _HOVER_EVERY == 0:
                    answer = server.request(
                        "textDocument/hover", {"textDocument": document, "position": place}
                    )
                    failed += "error" in answer
                    empty += answer.get("result", 0) is None
                if number % 1_000 == 0:
                    server.messages.clear()
                if number == edits // 10:
                    begun = _held(whole)
            now = _held(whole)
            server.stop()
    return [
        count(f"descriptors more after {edits:,} edits with hovers", max(0, now[0] - begun[0])),
        count("threads more", max(0, now[1] - begun[1])),
        at_most("growth", now[2] - begun[2], 10, "MB"),
        count("empty hovers", empty),
        count("failed hovers", failed),
    ]


class limited:  # noqa: N801  (used as a function is)
    """What is started inside may have `_LIMIT` descriptors."""

    def __enter__(self) -> None:
        import resource

        self._before = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (_LIMIT, self._before[1]))

    def __exit__(self, *_: object) -> None:
        import resource

        resource.setrlimit(resource.RLIMIT_NOFILE, self._before)


def _held(processes: list[psutil.Process]) -> tuple[int, int, float]:
    """(descriptors, threads, megabytes of resident memory) of all together."""
    return (
        sum(p.num_fds() for p in processes),
        sum(p.num_threads() for p in processes),
        sum(p.memory_info().rss for p in processes) / 1e6,
    )


def idle(scale: float, seed: int) -> list[Figure]:
    """G26: a server on 12,000 files (fewer below the scale of a pull request), indexed, one document open,
    nothing asked for a minute.

    Its modules are compiled by a start on a small tree before it, as an installation has them.
    """
    del seed
    files = 12_000 if scale >= 0.25 else 1_200
    with tempfile.TemporaryDirectory(prefix="helix-idle-") as folder:
        around = {"PYTHONPYCACHEPREFIX": str(Path(folder) / "compiled"), "PYTHONDONTWRITEBYTECODE": ""}
        for number in (60, files):
            root = Path(folder) / f"tree{number}"
            tree(root, number)
            subprocess.run(
                [sys.executable, "-m", "helix_lsp", "index", "--root", str(root)],
                check=True,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                cwd=ROOT,
                env={**os.environ, **around, "HELIX_ASK_CACHE_DIR": str(Path(folder) / "cache")},
            )
            with serving(root, Path(folder), environment=around) as server:
                both = _settled(server, root)
                used = _used(both, 60 if number == files else 1)
                memory = _held(both)[2]
                server.stop()
    return [
        at_most(f"{files:,} files idle, both processes", memory, 150, "MB"),
        at_most("of a core", 100 * used, 0.6, "%"),
    ]


def _settled(server: ServerProcess, root: Path) -> list[psutil.Process]:
    """The processes of a server that has indexed and shown one document, once what was begun is done."""
    indexed(server, 600)
    path = root / "p0" / "d5.md"
    document = server.open(path.as_uri(), path.read_text())
    server.request("textDocument/hover", {"textDocument": document, "position": {"line": 2, "character": 8}})
    server.request("textDocument/diagnostic", {"textDocument": document})
    both = [psutil.Process(server.process.pid), *psutil.Process(server.process.pid).children(recursive=True)]
    for _ in range(_PATIENCE):
        if _used(both, _SETTLE) < _QUIET:
            break
    return both


def _used(processes: list[psutil.Process], seconds: float) -> float:
    """Share of a core that all together use while one waits."""
    before, began = sum(sum(p.cpu_times()[:2]) for p in processes), time.monotonic()
    time.sleep(seconds)
    return (sum(sum(p.cpu_times()[:2]) for p in processes) - before) / (time.monotonic() - began)


def orphans(scale: float, seed: int) -> list[Figure]:
    """Indexing and serving killed with SIGKILL at random moments: nobody of theirs is alive two seconds
    later.
    """
    dice, rounds, left = random.Random(seed), max(4, int(80 * scale)), 0
    with tempfile.TemporaryDirectory(prefix="helix-orphans-") as folder:
        root = Path(folder) / "tree"
        tree(root, 1_200)
        for number in range(rounds):
            around = {
                **os.environ,
                "HELIX_ASK_CACHE_DIR": str(Path(folder) / f"cache{number}"),
                "PYTHONPATH": str(ROOT),
            }
            verb = ("index", "--root", str(root)) if number % 2 else ("serve",)
            parent = subprocess.Popen(
                [sys.executable, "-m", "helix_lsp", *verb],
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                env=around,
            )
            if verb[0] == "serve" and parent.stdin is not None:
                parent.stdin.write(_hello(root.as_uri()))
                parent.stdin.flush()
            time.sleep(dice.uniform(0.5, 8.0))
            children = psutil.Process(parent.pid).children(recursive=True) if parent.poll() is None else []
            parent.send_signal(signal.SIGKILL)
            parent.wait()
            _, alive = psutil.wait_procs(children, timeout=_ALIVE)
            left += sum(p.is_running() and p.status() != psutil.STATUS_ZOMBIE for p in alive)
            for process in alive:
                process.kill()
    return [count(f"children alive {_ALIVE:g} s after their parent was killed, {rounds} rounds", left)]


def _hello(uri: str) -> bytes:
    import json

    params: dict[str, object] = {
        "processId": None,
        "rootUri": None,
        "capabilities": {},
        "workspaceFolders": [{"uri": uri, "name": "tree"}],
    }
    first: dict[str, object] = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params}
    second: dict[str, object] = {"jsonrpc": "2.0", "method": "initialized", "params": {}}
    bodies = [json.dumps(one).encode() for one in (first, second)]
    return b"".join(b"Content-Length: %d\r\n\r\n" % len(body) + body for body in bodies)


def failures(scale: float, seed: int) -> list[Figure]:
    """G16: in four journeys the N-th call of each kind fails, once and from then on; every N from the scale 1
    on, else every so many-th.
    """
    del seed
    stride = max(1, round(1 / scale))
    figures: list[Figure] = []
    with tempfile.TemporaryDirectory(prefix="helix-faults-") as folder:
        library = compiled(Path(folder))
        if library is None:
            return [Figure(what="the N-th failure", value="no compiler", goal="a figure", holds=False)]
        for journey in JOURNEYS:
            place = Path(folder, journey)
            place.mkdir()
            runs = [
                run for run in campaign(journey, dict.fromkeys(KINDS, stride), place, library) if run["fired"]
            ]
            print(
                f"      {journey}: {len(runs)} failures, {dict(Counter(run['verdict'].partition(':')[0] for run in runs))}"
            )
            for run in runs:
                if run["verdict"] not in GOOD or run["healed"] is not True:
                    print(f"      {run}")
            figures.append(
                count(
                    f"{journey}: torn, wrong or silent",
                    sum(run["verdict"] not in GOOD for run in runs),
                    of=len(runs),
                )
            )
            figures.append(
                count(
                    f"{journey}: next run not whole",
                    sum(run["healed"] is not True for run in runs),
                    of=len(runs),
                )
            )
    return figures
