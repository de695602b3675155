"""Gates on the index behind the server: documents mutated under operations, damage, several windows, floods."""

from __future__ import annotations

import random
import shutil
import tempfile
import time
from pathlib import Path
from typing import Any

from reliability_figure import Figure, at_most, count, percentile
from reliability_load import indexed, serving, tree

from helix_lsp.ide.ask import ask_about
from helix_lsp.ide.completion import completion
from helix_lsp.ide.document_shape import document_symbols, folding, selection
from helix_lsp.ide.hover import hover
from helix_lsp.ide.links import document_links
from helix_lsp.ide.places import definition, implementation, references
from helix_lsp.text.positions import Span
from tests.support.workspace import open_in

_OPERATIONS = (
    hover, definition, implementation, completion, selection,
    lambda view, path, offset: references(view, path, offset, declaration=True),
    lambda view, path, offset: ask_about(view, path, Span(offset, offset + 9)),
    lambda view, path, _: document_symbols(view, path), lambda view, path, _: folding(view, path),
    lambda view, path, _: document_links(view, path),
)  # fmt: skip
_PIECES = (
    b"`",
    b"``",
    b"```\n",
    b"\n",
    b"# ",
    b"[a](",
    b"](",
    b"<",
    b"\r",
    b"\x00",
    b"\xff",
    b"\xf0\x9f",
    b"::",
    b".. ",
    b"|",
    b"\t",
    "é😀".encode(),
    b"def ",
    b"(",
    b"}",
)


def document_operations(scale: float, seed: int) -> list[Figure]:
    """G6: a document is mutated, then an operation is placed in it; what is given back must lie inside the
    text.
    """
    total, dice, failed, slowest = int(200_000 * scale), random.Random(seed), 0, 0.0
    kinds: dict[str, int] = {}
    with tempfile.TemporaryDirectory(prefix="helix-g6-") as folder:
        root = Path(folder) / "tree"
        tree(root, 60)
        (root / "a.rst").write_text("Title\n=====\n\n:func:`part_4` and ``Part3``.\n")
        with open_in(Path(folder), root) as workspace:
            workspace.refresh()
            paths = sorted(workspace.view().snapshot.paths())
            texts = {path: (root / path).read_bytes() for path in paths}
            done = 0
            while done < total:
                path = dice.choice(paths)
                data = _mutated(texts[path], dice)
                texts[path] = data if len(data) < 4_000 else (root / path).read_bytes()
                workspace.edit(path, texts[path])
                view = workspace.view()
                for _ in range(5):
                    operation, offset = dice.choice(_OPERATIONS), dice.randrange(len(texts[path]) + 2)
                    began = time.monotonic()
                    try:
                        operation(view, path, offset)
                    except Exception as error:
                        failed += 1
                        where = error.__traceback__
                        while where is not None and where.tb_next is not None:
                            where = where.tb_next
                        place = (
                            f"{type(error).__name__} in {where.tb_frame.f_code.co_name}:{where.tb_lineno}"
                            if where is not None
                            else "?"
                        )
                        kinds[place] = kinds.get(place, 0) + 1
                    slowest = max(slowest, time.monotonic() - began)
                    done += 1
    for place, times in kinds.items():
        print(f"      {place} x {times}")
    return [
        count("unique failures of operations on mutated documents", len(kinds), of=done),
        at_most("slowest operation", slowest * 1e3, 1_000, "ms"),
    ]


def _mutated(data: bytes, dice: random.Random) -> bytes:
    at = dice.randrange(len(data) + 1)
    match dice.randrange(4):
        case 0:
            return data[:at] + dice.choice(_PIECES) + data[at:]
        case 1:
            return data[:at] + data[at + dice.randrange(1, 12) :]
        case 2:
            other = dice.randrange(len(data) + 1)
            return data[:at] + data[min(at, other) : max(at, other)][:200] + data[at:]
        case _:
            return data[:at] + dice.choice(_PIECES) * dice.randrange(1, 4) + data[at + 1 :]


def damaged(scale: float, seed: int) -> list[Figure]:
    """G12: the stored files are flipped, cut, emptied or replaced; afterwards every fact equals a fresh
    index's, by itself.
    """
    total, dice, wrong, raised, slowest = int(400 * max(1.0, scale)), random.Random(seed), 0, 0, 0.0
    with tempfile.TemporaryDirectory(prefix="helix-g12-") as folder:
        base = Path(folder)
        root = base / "tree"
        tree(root, 24)
        with open_in(base, root) as workspace:
            workspace.refresh()
            directory = Path(workspace.directory)
            expected = _facts(workspace)
        sound = base / "sound"
        shutil.copytree(directory, sound)
        for _ in range(total):
            shutil.rmtree(directory)
            shutil.copytree(sound, directory)
            _damage(directory, dice)
            began = time.monotonic()
            try:
                with open_in(base, root) as workspace:
                    shown = _facts(workspace)  # before any refresh: absent is fine, wrong is not
                    wrong += any(
                        expected[path] != facts
                        for path, facts in shown.items()
                        if facts is not None and path in expected
                    )
                    workspace.refresh()
                    workspace.refresh()
                    wrong += _facts(workspace) != expected
            except Exception as error:
                print(f"      {type(error).__name__}: {str(error)[:100]}")
                raised += 1
            slowest = max(slowest, time.monotonic() - began)
    return [
        count("damaged indexes that gave a wrong fact", wrong, of=total),
        count("exceptions", raised),
        at_most("slowest opening, rebuilding included", slowest, 10, "s"),
    ]


def _facts(workspace: Any) -> dict[str, Any]:
    snapshot = workspace.view().snapshot
    return {path: snapshot.outline(path) for path in snapshot.paths()}


def _damage(directory: Path, dice: random.Random) -> None:
    files = sorted(path for path in directory.rglob("*") if path.is_file() and path.stat().st_size)
    path = dice.choice(files)
    data = bytearray(path.read_bytes())
    match dice.randrange(5):
        case 0:
            for _ in range(dice.randrange(1, 30)):
                data[dice.randrange(len(data))] ^= 1 << dice.randrange(8)
        case 1:
            del data[dice.randrange(len(data)) :]
        case 2:
            at = dice.randrange(len(data))
            data[at : at + 4096] = bytes(min(4096, len(data) - at))
        case 3:
            data = bytearray(dice.randbytes(min(len(data), 5_000)))
        case _:
            path.unlink()
            return
    path.write_bytes(data)


def windows(scale: float, seed: int) -> list[Figure]:
    """G13: four servers on one folder; files change, the leader is killed, a follower takes over."""
    del seed
    rounds = max(4, int(20 * scale))
    with tempfile.TemporaryDirectory(prefix="helix-g13-") as folder:
        root = Path(folder) / "tree"
        tree(root, 120)
        servers = [serving(root, Path(folder)) for _ in range(4)]
        late: list[float] = []
        try:
            for server in servers:
                indexed(server, 60)
            for turn in range(rounds):
                (root / f"new{turn}.py").write_text(f"def fresh_{turn}():\n    '''Fresh {turn}.'''\n")
                changed = {"changes": [{"uri": (root / f"new{turn}.py").as_uri(), "type": 1}]}
                began = time.monotonic()
                for server in servers:
                    server.notify("workspace/didChangeWatchedFiles", changed)
                late += [_until(server, 121 + turn, began) for server in servers]
            leader = servers[0]
            leader.process.kill()
            leader.process.wait()
            (root / "after.py").write_text("def after_all():\n    pass\n")
            began = time.monotonic()
            for server in servers[1:]:
                server.notify(
                    "workspace/didChangeWatchedFiles",
                    {"changes": [{"uri": (root / "after.py").as_uri(), "type": 1}]},
                )
            failover = max(_until(server, 121 + rounds, began) for server in servers[1:])
            locked = sum(
                "locked" in server.logged()
                or any("locked" in n["message"] for n in server.notes("window/logMessage"))
                for server in servers
            )
            for server in servers[1:]:
                server.stop()
        finally:
            for server in servers:
                server.process.kill()
    return [
        count("servers that spoke of a locked index", locked),
        at_most("slowest sight of a new generation", max(late), 2, "s"),
        at_most("p50 of it", percentile(late, 0.5), 2, "s"),
        at_most("failover after the first server was killed", failover, 5, "s"),
    ]


def _until(server: Any, files: int, began: float) -> float:
    """Seconds until a server knows so many files; 99 when it does not within 20 s."""
    while time.monotonic() < began + 20:
        if server.result("helix/status")["files"] == files:
            return time.monotonic() - began
        time.sleep(0.05)
    return 99.0


def flood(scale: float, seed: int) -> list[Figure]:
    """G14: many files change at once and a tenth of the events is lost; until the index is that of the disk."""
    files, dice = int(10_000 * scale), random.Random(seed)
    with tempfile.TemporaryDirectory(prefix="helix-g14-") as folder:
        root = Path(folder) / "tree"
        tree(root, files)
        with serving(root, Path(folder)) as server:
            indexed(server, 300)
            paths = sorted(path for path in root.rglob("*") if path.is_file())
            for path in paths:
                path.write_text(path.read_text() + "\n# changed by a checkout\n")
            (root / "last.py").write_text("def last_of_all():\n    pass\n")
            began = time.monotonic()
            events = [{"uri": path.as_uri(), "type": 2} for path in paths if dice.random() < 0.9]
            for first in range(0, len(events), 500):
                server.notify("workspace/didChangeWatchedFiles", {"changes": events[first : first + 500]})
            status: dict[str, Any] = {}
            while time.monotonic() < began + 120:
                status = server.result("helix/status", timeout=60)
                if status["files"] == files + 1 and status["index"]["fresh"]:
                    break
                time.sleep(0.1)
            took = time.monotonic() - began
            seen = server.result("helix/ask", {"question": "what does last_of_all do?"}, timeout=60)[
                "snapshot"
            ]
            server.stop()
        with open_in(Path(folder) / "fresh", root) as workspace:
            workspace.refresh()
            expected = workspace.view().snapshot.digest()
    return [
        at_most(f"{files:,} changed files, a tenth of the events lost, until fresh", took, 30, "s"),
        count("files known at the end", int(status.get("files", -1)), files + 1),
        count("content that differs from a fresh index's", int(seen != expected)),
    ]
