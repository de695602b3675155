"""A small repository with a past, and a real server on it: what the tests of diagnostics, fixes, lenses and
mentions share.
"""

from __future__ import annotations

import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.support.metamodel import faults
from tests.support.raw_client import PATIENCE, ServerProcess

BELL = '''"""Bells."""


class Bell:
    """One bell."""

    def ring_once(self, loudly):
        """Ring."""
        return loudly

    def ring_twice(self):
        """Ring, and ring."""
        return self.ring_once(True)


def hang_bell(bell):
    """Hang it."""
    return bell
'''
GUIDE = (
    "# Bells 😀\n\nCall `Bell.ring_once` loudly.\n\n## Hanging\n\nThen `hang_bell` and `Bell.ring_twice`.\n"
)
OTHER = "# Ropes\n\nSee `tie_rope` here.\n"
ROPE = "def tie_rope():\n    '''Tie.'''\n    return 1\n"
PULLS: dict[str, Any] = {
    "window": {"workDoneProgress": True, "showDocument": {"support": True}},
    "workspace": {
        "diagnostics": {"refreshSupport": True}, "codeLens": {"refreshSupport": True},
        "workspaceEdit": {"documentChanges": True, "resourceOperations": ["create", "rename", "delete"]},
        "didChangeWatchedFiles": {"dynamicRegistration": True},
    },
    "textDocument": {
        "diagnostic": {"relatedInformation": True},
        "codeAction": {
            "codeActionLiteralSupport": {"codeActionKind": {"valueSet": ["quickfix", "source.fixAll"]}},
            "dataSupport": True, "resolveSupport": {"properties": ["edit"]},
        },
    },
}  # fmt: skip


def repository(folder: Path, files: dict[str, str] | None = None) -> Path:
    """Committed, so that history knows when each reference was written."""
    root = folder / "tower"
    for path, text in (
        files or {"bell.py": BELL, "rope.py": ROPE, "docs/guide.md": GUIDE, "docs/other.md": OTHER}
    ).items():
        place = root / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(text.encode())
    git(root, "init", "-q", "-b", "main")
    commit(root, "first")
    return root


def git(root: Path, *words: str) -> None:
    """One command, as somebody."""
    who = ("-c", "user.name=A", "-c", "user.email=a@b.example", "-c", "commit.gpgsign=false")
    subprocess.run(["git", *who, *words], cwd=root, check=True, capture_output=True)


def commit(root: Path, message: str) -> None:
    """Everything that is there."""
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", message)


@contextmanager
def serving(
    root: Path, cache: Path, capabilities: dict[str, Any], *, encoding: str = "utf-16", **environment: str
) -> Iterator[ServerProcess]:
    """A server whose index and history are there; every message is judged at the end."""
    with ServerProcess(
        "--test-hooks", environment={"HELIX_ASK_CACHE_DIR": str(cache), **environment}
    ) as server:
        server.initialize(folders=[root.as_uri()], encodings=[encoding], capabilities=capabilities)
        server.wait_for(
            lambda m: m.get("method") == "window/logMessage" and "files indexed" in m["params"]["message"],
            what="the first index",
        )
        yield server
        assert server.stop() == 0
        assert faults(server.messages, server.methods) == []
        assert server.notes("window/showMessage") == []


def pull(server: ServerProcess, uri: str, before: str | None = None) -> dict[str, Any]:
    """One report; asked for again where the server says so (it was just committing what it had read)."""
    params: dict[str, Any] = {"textDocument": {"uri": uri}}
    until = time.monotonic() + PATIENCE
    while True:
        answer = server.request(
            "textDocument/diagnostic", params | ({"previousResultId": before} if before else {})
        )
        again = answer.get("error", {}).get("data") == {"retriggerRequest": True}
        if not again or time.monotonic() > until:
            assert "result" in answer, answer
            return answer["result"]


def told(server: ServerProcess, uri: str, wanted: int) -> dict[str, Any]:
    """The first report with so many items; asked again until then."""
    until = time.monotonic() + PATIENCE
    report: dict[str, Any] = {}
    while time.monotonic() < until:
        report = pull(server, uri)
        if report.get("resultId") is not None and len(report["items"]) == wanted:
            return report
        time.sleep(0.03)
    raise AssertionError(f"not {wanted} findings: {report}")


def put(server: ServerProcess, uri: str, version: int, line: int, start: int, end: int, text: str) -> None:
    """One edit within a line."""
    span = {"start": {"line": line, "character": start}, "end": {"line": line, "character": end}}
    server.change(uri, version, {"range": span, "text": text})


def where(item: dict[str, Any]) -> tuple[int, int, int]:
    """(line, first column, last column)."""
    return (
        item["range"]["start"]["line"],
        item["range"]["start"]["character"],
        item["range"]["end"]["character"],
    )
