"""editors/vscode in the extension host of a real VS Code: a session with the real server, and a hostile
folder in Restricted Mode.
"""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any, NoReturn

import pytest

from helix_lsp.config import Config
from tests.e2e import vscode_editor
from tests.e2e.neovim_projects import belfry, bells, holding
from tests.e2e.vscode_editor import EXTENSION, CannotError, workbench

SLOW = """\
import os, pathlib, sys, time
pathlib.Path(sys.argv[1]).write_text(str(os.getpid()))
time.sleep(600)
"""
OLD = """\
#!{python}
import json, sys
def read():
    size = 0
    while (line := sys.stdin.buffer.readline().strip()):
        if line.lower().startswith(b"content-length:"):
            size = int(line.split(b":")[1])
    return json.loads(sys.stdin.buffer.read(size)) if size else None
while (message := read()) is not None:
    if message.get("method") == "exit":
        break
    if "id" in message and "method" in message:
        result = {{"capabilities": {{"experimental": {{"helix": {{"protocol": 1, "methods": [], "contracts": {{"answer-envelope": 1}}}}}}}},
                  "serverInfo": {{"name": "helix-lsp", "version": "0.0.9"}}}} if message["method"] == "initialize" else None
        body = json.dumps({{"jsonrpc": "2.0", "id": message["id"], "result": result}}).encode()
        sys.stdout.buffer.write(b"Content-Length: %d\\r\\n\\r\\n" % len(body) + body)
        sys.stdout.buffer.flush()
"""
RESOLVERS = '{"version": 1, "trees": [{"id": "queues", "label": "Queues", "path": "docs/queues.json", "matchers": ["letter road"]}]}'
TREE = '{"version": 1, "rootId": "queues", "nodes": [{"id": "queues", "title": "Queues", "excerpt": "What waits."}]}'
SECONDS = 1500  # ends a run that hangs; a machine may be busy with other things
pytestmark = pytest.mark.timeout(SECONDS + 120)  # who comes first also installs and builds the extension


def missing(reason: str) -> NoReturn:
    if os.environ.get("CI") == "true":
        pytest.fail(reason)
    pytest.skip(reason)


@pytest.fixture(scope="session")
def editor() -> dict[str, str]:
    """Node, code-server and a browser, with the extension built."""
    try:
        found = vscode_editor.parts()
        vscode_editor.install(found)
    except CannotError as error:
        missing(str(error))
    vscode_editor.npm_run(found, "build")
    return found


def program(place: Path, text: str) -> Path:
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(text, encoding="utf-8")
    place.chmod(place.stat().st_mode | stat.S_IXUSR)
    return place


def hostile(project: Path, marker: Path) -> None:
    """All a repository can try: settings of the editor, programs with our name, a virtual environment,
    settings of the server.
    """
    evil = f"#!/bin/sh\ntouch {marker}\n"
    for place in ("helix-lsp", "python3", "evil", ".venv/bin/helix-lsp", ".venv/bin/python"):
        program(project / place, evil)
    named = {
        "helixAsk.server.path": str(project / "evil"),
        "helixAsk.server.python": str(project / "evil"),
        "helixAsk.model.provider": "command",
        "helixAsk.model.command": [str(project / "evil")],
        "helixAsk.model.consent": True,
        "helixAsk.search.perFile": 2,
        "helixAsk.hover.usages": 4,
        "helixAsk.align.usual_files": 3,  # as the settings were called before
        "helixAsk.server.environment": {"HELIX_ASK_MODEL_COMMAND": str(project / "evil")},
        "python.defaultInterpreterPath": str(project / ".venv/bin/python"),
    }
    (project / ".vscode").mkdir()
    (project / ".vscode" / "settings.json").write_text(json.dumps(named), encoding="utf-8")
    (project / "helix.toml").write_text(
        '[model]\nprovider = "command"\ncommand = ["./evil"]\n', encoding="utf-8"
    )


def beside(project: Path, other: Path) -> Path:
    """A window with the project and another folder."""
    other.mkdir()
    text = 'class CraneBoom:\n    """The arm of the crane."""\n\n    def lower(self, metres):\n        self.height -= metres\n'
    (other / "crane.py").write_text(text, encoding="utf-8")
    place = other.parent / "both.code-workspace"
    folders = [{"name": "bells", "path": str(project)}, {"name": "yard", "path": str(other)}]
    place.write_text(json.dumps({"folders": folders}), encoding="utf-8")
    return place


def server() -> str:
    return str(Path(sys.executable).with_name("helix-lsp"))


def run(
    editor: dict[str, str], tmp_path: Path, story: str, extension: Path = EXTENSION, **settings: Any
) -> str:
    """What the suite printed; it must have passed."""
    project, marker = belfry(tmp_path) if story == "waiting" else bells(tmp_path), tmp_path / "evil-ran"
    hostile(project, marker)
    (project / "configs").mkdir()
    (project / "docs").mkdir(exist_ok=True)
    (project / "configs" / "graph-resolvers.json").write_text(RESOLVERS, encoding="utf-8")
    (project / "docs" / "queues.json").write_text(TREE, encoding="utf-8")
    if story == "bundled":  # more files than one process indexes alone
        for number in range(Config().index.pool_from_files + 20):
            (project / "docs" / f"page_{number}.md").write_text(f"# Page {number}\n", encoding="utf-8")
    opened = beside(project, tmp_path / "yard") if story == "folders" else project
    results = tmp_path / "results.txt"
    slow = tmp_path / "slow.py"
    slow.write_text(SLOW, encoding="utf-8")
    old = program(tmp_path / "old-server", OLD.format(python=sys.executable))
    environment = {
        "HELIX_TEST_OUT": str(results),
        "HELIX_SUITE": story,
        "HELIX_PYTHON": sys.executable,
        "HELIX_SLOW": str(slow),
        "HELIX_MARKER": str(tmp_path / "slow"),
        "HELIX_OLD_SERVER": str(old),
        "HELIX_EVIL": str(marker),
        "HELIX_ASK_CACHE_DIR": str(tmp_path / "index"),
        "PATH": f"{Path(editor['node']).parent}:/usr/bin:/bin:.",
        **(holding(tmp_path) if story == "waiting" else {}),
    }
    machine = {"helixAsk.server.path": server(), **settings}
    models = (EXTENSION / "test" / "model",)
    with workbench(
        editor,
        tmp_path,
        opened,
        settings=machine,
        environment=environment,
        trusted=story != "restricted",
        extensions=models,
    ) as up:
        command = [
            editor["node"],
            EXTENSION / "test" / "exthost.mjs",
            str(up.port),
            extension,
            extension / "dist" / "test" / "suite.js",
        ]
        done = subprocess.run(
            [*command, results, opened, str(SECONDS)],
            env=vscode_editor.with_node(editor),
            capture_output=True,
            text=True,
            stdin=subprocess.DEVNULL,
            timeout=SECONDS + 60,
            check=False,
        )
    print(done.stdout)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "# 0 failed" in done.stdout
    assert not marker.exists(), "a program of the folder was started"
    return done.stdout


@pytest.mark.editor
def test_types(editor: dict[str, str]):
    vscode_editor.npm_run(editor, "typecheck")


@pytest.mark.editor
def test_a_session(editor: dict[str, str], tmp_path: Path):
    run(editor, tmp_path, "session")


@pytest.mark.drive
@pytest.mark.editor
def test_the_life_of_the_server(editor: dict[str, str], tmp_path: Path):
    """Killed at every moment, hanging, restarted, given up, too old, not there: what was asked is answered,
    or it is said why not.
    """
    run(editor, tmp_path, "life")


@pytest.mark.drive
@pytest.mark.editor
def test_a_hover_while_the_first_index_is_being_made(editor: dict[str, str], tmp_path: Path):
    run(editor, tmp_path, "waiting")


@pytest.mark.drive
@pytest.mark.editor
def test_a_window_with_two_folders(editor: dict[str, str], tmp_path: Path):
    run(editor, tmp_path, "folders")


@pytest.mark.drive
@pytest.mark.editor
def test_restricted_mode(editor: dict[str, str], tmp_path: Path):
    model: dict[str, Any] = {
        "helixAsk.model.provider": "command",
        "helixAsk.model.command": [sys.executable, "-c", "print('a model')"],
    }
    run(editor, tmp_path, "restricted", **model)


@pytest.mark.drive
@pytest.mark.editor
def test_the_server_inside(editor: dict[str, str], tmp_path: Path):
    """Packed for this machine and this version of Python, run by a Python without its libraries, with the
    processes that index in parallel.
    """
    try:
        packed = vscode_editor.with_server(tmp_path)
    except CannotError as error:
        missing(str(error))
    bare = os.path.realpath(sys.executable)
    settings: dict[str, Any] = {
        "helixAsk.server.path": "",
        "helixAsk.server.python": bare,
        "helixAsk.index.workers": 2,
    }
    run(editor, tmp_path, "bundled", packed, **settings)
