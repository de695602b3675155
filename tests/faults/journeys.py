"""What is done while a call fails: a small project is indexed, asked, looked at for drift, and drawn in an
editor; the fault is armed in here.
"""

from __future__ import annotations

import contextlib
import ctypes
import io
import json
import os
import time
from collections.abc import Callable, Generator
from pathlib import Path
from typing import Any

from tests.support.repository import git, make_repository

LIMIT = 60  # seconds of one run: more is a hang
TREE = """
//- /tower/bell.py
\"\"\"Bells of a tower.\"\"\"

from tower.rope import pull


class Bell:
    def ring(self, times):
        \"\"\"Ring the bell so many times.\"\"\"
        return [pull(self) for _ in range(times)]


def ring_all(bells):
    \"\"\"Ring every bell once, from the smallest to the largest.\"\"\"
    return [bell.ring(1) for bell in bells]
//- /tower/rope.py
def pull(bell):
    \"\"\"Pull the rope of a bell.\"\"\"
    return bell
//- /docs/guide.md
# Ringing

Call `ring_all` with all bells, or `Bell.ring` for one. The rope is pulled by `pull`, and `untie` lets it go.

See [the rope](../tower/rope.py) and [the loft](../tower/loft.py).
//- /.gitignore
*.log
"""
QUESTION = "what does ring_all do?"


def project(folder: Path) -> Path:
    """Two commits: the second takes away what the document names."""
    root = make_repository(folder / "tower", TREE)
    rope = root / "tower" / "rope.py"
    before = rope.read_text()
    rope.write_text(before + "\n\ndef untie(bell):\n    return None\n")
    git(root, "commit", "-qam", "two")
    rope.write_text(before)
    git(root, "commit", "-qam", "three")
    (root / "noise.log").write_text("def ring_all(): ...\n")
    old = time.time() - 3_600
    for path in root.rglob("*"):
        if path.is_file() and ".git" not in path.parts:
            os.utime(path, (old, old))
    return root


def command(*arguments: str) -> dict[str, Any]:
    """A command line in this process: its exit code, what it printed, the lines of stderr."""
    from helix_lsp.cli.main import main

    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8") for _ in range(2))
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = main(list(arguments))
    said = [stream.buffer.getvalue().decode() for stream in (out, err) if stream.flush() is None]  # type: ignore[attr-defined]
    return {"code": code, "out": said[0], "err": said[1]}


def _answer(said: dict[str, Any], pick: Callable[[Any], Any]) -> dict[str, Any]:
    result = pick(json.loads(said["out"])) if said["code"] in (0, 1) and said["out"].strip() else None
    return {"code": said["code"], "result": result, "err": said["err"]}


def index(root: Path) -> dict[str, Any]:
    """`helix-lsp index`."""
    said = command("index", "--root", str(root), "--json")
    return _answer(
        said, lambda d: {"files": d["files"], "fresh": d["index"]["fresh"], "skipped": d["skipped"]}
    )


def ask(root: Path) -> dict[str, Any]:
    """`helix-lsp ask`."""
    said = command("ask", QUESTION, "--root", str(root), "--json")
    return _answer(
        said,
        lambda d: {
            "fresh": d["index"]["fresh"],
            "mode": d["mode"],
            "digest": d["digest"],
            "citations": d["citations"],
        },
    )


def drift(root: Path) -> dict[str, Any]:
    """`helix-lsp drift`."""
    said = command("drift", "--root", str(root), "--json")
    return _answer(said, lambda d: {"fresh": d["index"]["fresh"], "findings": d["findings"]})


def hover(root: Path) -> dict[str, Any]:
    """A server on the project: what an editor asks of a document."""
    from helix_lsp.config.server import ServeConfig
    from helix_lsp.lsp.server import ServeOptions
    from tests.support.raw_client import Inside

    client = Inside(ServeOptions(config=ServeConfig(companion=False)))
    client.request("helix/status", {})  # refused, since nobody has said hello; from here on it runs
    with armed():
        can: dict[str, Any] = {
            "experimental": {"serverStatusNotification": True},
            "textDocument": {"diagnostic": {}},
        }
        client.initialize(folders=[root.as_uri()], capabilities=can)
        text = (TREE.partition("//- /docs/guide.md\n")[2]).partition("//- /")[0]
        document = client.open((root / "docs" / "guide.md").as_uri(), text)
        client.wait_for(lambda m: m.get("method") == "experimental/serverStatus" and m["params"]["quiescent"])
        places = [
            text.index(word) - text.rfind("\n", 0, text.index(word)) - 1 for word in ("ring_all", "Bell.ring")
        ]
        here = [{"textDocument": document, "position": {"line": 2, "character": at + 2}} for at in places]
        asked = [("textDocument/hover", one) for one in here] + [
            ("textDocument/definition", one) for one in here
        ]
        asked += [
            ("workspace/symbol", {"query": "ring"}),
            ("textDocument/documentSymbol", {"textDocument": document}),
        ]
        asked += [("textDocument/diagnostic", {"textDocument": document}), ("helix/status", {})]
        answers: list[Any] = []
        for method, params in asked:
            got = client.request(method, params)
            until = time.monotonic() + LIMIT / 4
            while (
                "result" in got
                and method.endswith("/diagnostic")
                and "resultId" not in got["result"]
                and time.monotonic() < until
            ):
                if status_failed(client):
                    break
                time.sleep(0.05)  # a report without an id says that nothing is known yet
                got = client.request(method, params)
            answers.append(got.get("error") or got["result"])
    status = answers.pop()
    fresh = status.get("index", {}).get("fresh", False)
    problems = status.get("problems", [status.get("message")])
    client.stop()
    return {
        "code": 0,
        "result": {"fresh": fresh, "answers": answers},
        "err": "\n".join(map(str, problems)) if not fresh or problems else "",
    }


def status_failed(client: Any) -> bool:
    """True once the server has said that it cannot index."""
    return any(note["health"] != "ok" for note in client.notes("experimental/serverStatus"))


JOURNEYS: dict[str, Callable[[Path], dict[str, Any]]] = {
    "index": index,
    "ask": ask,
    "hover": hover,
    "drift": drift,
}
ARMING: list[tuple[int, int, int, int]] = []


@contextlib.contextmanager
def armed() -> Generator[None]:
    """The fault of this run, if any; a journey that has its own machinery arms where that is done."""
    if ARMING:
        shim().shim_arm(*ARMING[0])
    try:
        yield
    finally:
        shim().shim_disarm()


def shim() -> Any:
    return ctypes.CDLL(os.environ["HELIX_FAULTS_SHIM"])
