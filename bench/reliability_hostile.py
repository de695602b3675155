"""G17: a hostile tree, and everything that is started, connected to, read or written while every command and
a server work on it.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path

from reliability_figure import Figure, count

from tests.support.hostile_git import Hostile, hostile_settings
from tests.support.hostile_tree import make_hostile_tree
from tests.support.raw_client import ServerProcess
from tests.support.tracing import ROOT, Trace, read_trace, traced

COMMANDS: tuple[tuple[str, ...], ...] = (
    ("index",), ("drift",), ("ask", "what does Store.load do?"), ("query", "load store", "-k", "3"), ("pr", "explain"), ("doctor",), ("status",),
    ("align", "--doc", "docs/guide.md"), ("mentions", "Store"), ("index", "--full"), ("drift", "docs/guide.md"),
    ("drift", "--json"), ("drift", "--sarif"),
    ("ask", "what does Store.load do?", "--json"), ("ask", "what does Store.load do?", "--explain"), ("ask", "who calls run?", "--preview"),
    ("query", "run", "--json"), ("align", "--doc", "docs/guide.md", "--json"), ("mentions", "run", "--json"), ("pr", "explain", "--json"),
    ("pr", "explain", "--base", "HEAD~2", "--head", "HEAD"), ("pr", "explain", "--base", "v1"), ("status", "--json"), ("doctor", "--json"),
    ("trees", "list"), ("trees", "check"), ("trees", "diff"), ("trees", "export"), ("range", "get", "--ref", "ref.json"),
    ("trace", "show"), ("verify", "claim", "`Store.load` returns what `run` returns."),
    ("eval", "--gold", "gold.json"),
)  # fmt: skip


def hostile(scale: float, seed: int) -> list[Figure]:
    """Below a scale of 0.1 a few commands and the server."""
    del seed
    with tempfile.TemporaryDirectory(prefix="helix-g17-") as folder:
        return measured(Path(folder), COMMANDS if scale >= 0.1 else COMMANDS[:5])


def measured(base: Path, commands: Iterable[tuple[str, ...]]) -> list[Figure]:
    """The figures of the commands and of one server session on a tree in `base`."""
    made = make_hostile_tree(base / "home")
    gold = {"id": "a", "query": "load store", "category": "definition", "targets": [{"path": "lib/store.py"}]}
    (made.root / "gold.json").write_text(json.dumps({"schema": "gold-queries.v1", "queries": [gold]}))
    ref = {
        "schema": "range-ref.v1",
        "path": "../outside/secret.txt",
        "start": 0,
        "end": 6,
        "sha256": "0" * 64,
    }
    (made.root / "ref.json").write_text(json.dumps(ref))
    total = Trace()
    codes: dict[int, int] = {}
    asked = failed = 0
    for asked, words in enumerate(commands, 1):
        file = base / f"{asked}.trace"
        done = subprocess.run(
            [*traced(file), sys.executable, "-P", "-m", "helix_lsp", *words],
            cwd=made.root,
            env=_environment(base, made),
            capture_output=True,
            stdin=subprocess.DEVNULL,
            check=False,
            timeout=600,
        )
        codes[done.returncode] = codes.get(done.returncode, 0) + 1
        if b"Traceback" in done.stderr or b"SECRET-OF-OUTSIDE" in done.stdout + done.stderr:
            print("     ", words, done.stderr.decode()[-600:])
            failed += 1
        _add(total, read_trace(file))
    requests = _served(base, made)
    _add(total, read_trace(base / "server.trace"))
    readable = (f"{made.root}/", str(made.root), str(ROOT), sys.base_prefix, sys.prefix)
    strange = total.strangers(_programs(), readable, (f"{base}/cache", f"{base}/tmp"))
    for kind, found in strange.items():
        for one in found[:20]:
            print(f"      {kind}: {one}")
    settings = len({key for key, _ in hostile_settings("x", "y")})
    print(
        f"      {settings} hostile settings, {asked} commands (exit codes {json.dumps(codes, sort_keys=True)}), {requests} requests to a server; "
        f"{len(total.started)} programs, {len(total.read):,} files read, {len(total.changed):,} changed"
    )
    return [
        count("programs but git and our own", len(strange["programs"])),
        count("connections", len(strange["connections"])),
        count("files read that the tree led to, outside", len(strange["reads"])),
        count("places changed outside cache and temporary folder", len(strange["changes"])),
        count("canaries that ran", len(made.ran().splitlines())),
        count("commands that broke, or told what is outside", failed),
    ]


def _environment(base: Path, made: Hostile) -> dict[str, str]:
    (base / "tmp").mkdir(exist_ok=True)
    path = os.pathsep.join((str(made.root / "bin"), ".", "bin", os.defpath))
    return {
        "PATH": path,
        "HOME": str(base / "tmp"),
        "HELIX_ASK_CACHE_DIR": str(base / "cache"),
        "TMPDIR": str(base / "tmp"),
        "PYTHONPATH": str(ROOT),
        "PYTHONDONTWRITEBYTECODE": "1",
        "LC_ALL": "C.UTF-8",
    }


def _served(base: Path, made: Hostile) -> int:
    """One session: a document opened, its diagnostics, hovers, a question, an edit. How many requests were
    answered.
    """
    script = (
        "-P",
        "-c",
        "import os, sys; os.chdir(sys.argv[1]); os.execvpe(sys.argv[2], sys.argv[2:], dict(os.environ))",
        str(made.root),
    )
    command = (
        *script,
        *traced(base / "server.trace"),
        sys.executable,
        "-P",
        "-m",
        "helix_lsp",
        "serve",
        "--stdio",
    )
    server = ServerProcess(script=command, environment=_environment(base, made))
    with server:
        server.initialize(
            folders=[made.root.as_uri()],
            encodings=["utf-16"],
            capabilities={"window": {"workDoneProgress": True}},
        )
        server.wait_for(
            lambda m: m.get("method") == "$/progress" and m["params"]["value"]["kind"] == "end",
            240,
            "the index",
        )
        text = (made.root / "docs" / "guide.md").read_text()
        uri = (made.root / "docs" / "guide.md").as_uri()
        server.open(uri, text)
        place = {"textDocument": {"uri": uri}, "position": {"line": 2, "character": 7}}
        asked: list[tuple[str, dict[str, object]]] = [
            ("textDocument/hover", place),
            ("textDocument/definition", place),
            ("textDocument/documentSymbol", {"textDocument": {"uri": uri}}),
            ("textDocument/references", {**place, "context": {"includeDeclaration": True}}),
            ("textDocument/diagnostic", {"textDocument": {"uri": uri}}),
            ("textDocument/documentLink", {"textDocument": {"uri": uri}}),
            ("workspace/symbol", {"query": "load"}),
            ("helix/status", {}),
            ("helix/ask", {"question": "what does Store.load do?"}),
        ]
        for method, params in asked:
            server.result(method, params, timeout=240)
        for _ in range(60):
            report = server.result("textDocument/diagnostic", {"textDocument": {"uri": uri}}, timeout=240)
            if report.get("resultId"):
                break
        server.stop()
    return len(asked)


def _programs() -> list[str]:
    git = next(
        os.path.join(folder, "git")
        for folder in os.defpath.split(os.pathsep)
        if os.path.exists(os.path.join(folder, "git"))
    )
    return [sys.executable, git]


def _add(total: Trace, one: Trace) -> None:
    total.started |= one.started
    total.read |= one.read
    total.changed |= one.changed
    total.connected += one.connected
