"""VS Code as a person meets it: a real workbench in a real browser, a real repository, the keyboard and the
mouse.

Every flow leaves a picture in editors/vscode/out/ui (not kept in the repository; the best are in
docs/images).
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import socket
import stat
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.e2e import vscode_editor
from tests.e2e.vscode_editor import EXTENSION, CannotError, workbench

UI = EXTENSION / "test" / "ui"
PICTURES = EXTENSION / "out" / "ui"
DARK = {
    "workbench.colorTheme": "Default Dark Modern",
    "workbench.secondarySideBar.defaultVisibility": "hidden",
    "editor.minimap.enabled": False,
}
SECONDS = 1500  # ends a run that hangs; a machine may be busy with other things
pytestmark = pytest.mark.timeout(SECONDS + 60)  # who comes first also installs and builds the extension
DATED = {
    f"GIT_{who}_{what}": value
    for who in ("AUTHOR", "COMMITTER")
    for what, value in (("NAME", "Test"), ("EMAIL", "test@example.org"), ("DATE", "2026-01-05T10:00:00Z"))
}

NOTES = """\
# Session notes

The cookie is signed by `SecureCookieSessionInterface.get_signing_serializer`, which is asked for
each time that a session is opened or saved.

Before a request is matched, `wash_path` takes doubled slashes out of its path.
"""
WASHING = '''"""Paths as people type them."""

from __future__ import annotations


def wash_path(path: str) -> str:
    """Takes doubled slashes out of a path."""
    while "//" in path:
        path = path.replace("//", "/")
    return path
'''
CRANE = '''"""Lifting gear of the yard."""


class Boom:
    """The arm of the crane."""

    def lower(self, metres):
        """Let the arm down by some metres."""
        self.height = self.height - metres

    def weigh(self, load):
        """Read the strain gauge of the hook."""
        return load.strain * 9
'''
ANCHOR = '''"""Ground tackle of the ships."""


class Anchor:
    """Keeps a ship in its place."""

    def lower(self, metres):
        """Let chain out until the fluke bites."""
        self.chain = self.chain + metres

    def weigh(self, ship):
        """Break the fluke out and heave the chain in."""
        ship.adrift = True
'''
BELLS = '''"""Bells.

<script>globalThis.pwned = 1</script> <img src=x onerror="globalThis.pwned = 1">
"""


def ring_twice(bell):
    """Rings a bell two times. <img src=x onerror="globalThis.pwned = 1"> [more](command:workbench.action.quit) [more](javascript:alert(1))
    ![seen](http://127.0.0.1:{port}/seen.png) \u202egnirts\u202c and `"><script>globalThis.pwned = 1</script>`.
    """
    bell.ring()
    return bell.ring()
'''


@pytest.fixture(scope="module")
def editor() -> dict[str, str]:
    """Node, code-server and a browser, with the extension built."""
    try:
        found = vscode_editor.parts()
        vscode_editor.install(found)
    except CannotError as error:
        if os.environ.get("CI") == "true":
            pytest.fail(str(error))
        pytest.skip(str(error))
    vscode_editor.npm_run(found, "build")
    return found


def server() -> str:
    return str(Path(sys.executable).with_name("helix-lsp"))


def git(root: Path, *arguments: str) -> None:
    subprocess.run(
        ["git", *arguments],
        cwd=root,
        env=os.environ | DATED,
        check=True,
        stdin=subprocess.DEVNULL,
        capture_output=True,
    )


def flask_with_a_past(source: Path, folder: Path) -> Path:
    """flask, with a document of ours whose second name was renamed in the last commit, and two names that can
    mean two things.
    """
    root = folder / "flask"
    shutil.copytree(source, root)
    for place, text in (("docs/notes.md", NOTES), ("yard/crane.py", CRANE), ("ships/anchor.py", ANCHOR)):
        (root / place).parent.mkdir(exist_ok=True)
        (root / place).write_text(text, encoding="utf-8")
    washing = root / "src" / "flask" / "washing.py"
    washing.write_text(WASHING, encoding="utf-8")
    git(root, "init", "-q", "-b", "main", ".")
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "Flask")
    washing.write_text(WASHING.replace("wash_path", "normalize_path"), encoding="utf-8")
    git(root, "commit", "-q", "-a", "-m", "Say what it does")
    return root


def hostile(folder: Path, marker: Path, port: int) -> Path:
    """All that a repository can try: programs, settings of the editor and of the server that name them, and
    text that wants to be run.
    """
    root = folder / "bells"
    endpoint = f"http://127.0.0.1:{port}/v1"
    named = {
        "helixAsk.server.path": str(root / "evil"),
        "helixAsk.server.python": str(root / "evil"),
        "helixAsk.model.provider": "openai",
        "helixAsk.model.url": endpoint,
        "helixAsk.model.model": "any",
        "helixAsk.model.consent": True,
        "helixAsk.model.command": [str(root / "evil")],
        "helixAsk.server.environment": {
            "OPENAI_API_KEY": "x",
            "HELIX_ASK_MODEL_PROVIDER": "openai",
            "HELIX_ASK_MODEL_URL": endpoint,
        },
        "python.defaultInterpreterPath": str(root / "evil"),
    }
    texts = {
        ".vscode/settings.json": json.dumps(named),
        ".vscode/tasks.json": json.dumps(
            {
                "version": "2.0.0",
                "tasks": [
                    {
                        "label": "x",
                        "type": "shell",
                        "command": str(root / "evil"),
                        "runOptions": {"runOn": "folderOpen"},
                    }
                ],
            }
        ),
        "helix.toml": f'[model]\nprovider = "openai"\nurl = "{endpoint}"\nmodel = "any"\nconsent = true\n',
        "pyproject.toml": f'[tool.helix-ask.model]\nprovider = "openai"\nurl = "{endpoint}"\n',
        ".env": f"HELIX_ASK_MODEL_URL={endpoint}\nHELIX_ASK_MODEL_PROVIDER=openai\n",
        "bells/__init__.py": BELLS.replace("{port}", str(port)),
        "README.md": f"# Bells\n\n<script>globalThis.pwned = 1</script>\n\n`ring_twice` ![seen](http://127.0.0.1:{port}/seen.png)\n",
    }
    for place, text in texts.items():
        path = root / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    for place in ("evil", "helix-lsp", ".venv/bin/python", ".venv/bin/helix-lsp"):
        path = root / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"#!/bin/sh\ntouch '{marker}'\n", encoding="utf-8")
        path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return root


@contextlib.contextmanager
def listening() -> Iterator[tuple[int, list[str]]]:
    """A port of this machine and who came to it."""
    came: list[str] = []
    with socket.create_server(("127.0.0.1", 0)) as door:

        def listen() -> None:
            with contextlib.suppress(OSError):
                while True:
                    guest, where = door.accept()
                    came.append(str(where))
                    guest.close()

        threading.Thread(target=listen, daemon=True).start()
        yield door.getsockname()[1], came


def shipped(folder: Path) -> Path:
    """The extension as it is installed: without its sources, tests and tools."""
    left_out = shutil.ignore_patterns("node_modules", "src", "test", "out", "server", "*.vsix")
    return Path(shutil.copytree(EXTENSION, folder / "extension", ignore=left_out))


def drive(
    editor: dict[str, str],
    folder: Path,
    workspace: Path,
    story: str,
    *,
    trusted: bool = True,
    more: Mapping[str, Any] | None = None,
    told: Mapping[str, str] | None = None,
    variables: Mapping[str, str] | None = None,
    extension: Path | None = None,
) -> str:
    """What the drive printed; every flow must have gone as it should. `more` are settings, `told` is for the drive,
    `variables` are for what the editor starts.
    """
    pictures, cache = PICTURES / story, folder / "index"
    shutil.rmtree(pictures, ignore_errors=True)
    settings = {"helixAsk.server.path": server(), **DARK, **(more or {})}
    environment = {"HELIX_ASK_CACHE_DIR": str(cache), "PATH": f"{Path(editor['node']).parent}:/usr/bin:/bin"}
    environment |= variables or {}
    with workbench(
        editor,
        folder,
        workspace,
        settings=settings,
        environment=environment,
        trusted=trusted,
        extensions=(extension or shipped(folder),),
    ) as up:
        place = {
            "port": up.port,
            "out": str(pictures),
            "workspace": str(workspace),
            "profile": str(up.profile),
            "cache": str(cache),
            **(told or {}),
        }
        command = [editor["node"], UI / "drive.mjs", story, json.dumps(place)]
        log = folder / "drive.log"  # a file, so that what was said is there too when the time is up
        with log.open("wb") as out:
            done = subprocess.run(
                command,
                env=vscode_editor.with_node(editor),
                stdout=out,
                stderr=out,
                stdin=subprocess.DEVNULL,
                timeout=SECONDS,
                check=False,
            )
    said = log.read_text(encoding="utf-8", errors="replace")
    print(said)
    assert "# 0 failed" in said, f"{said[-4000:]}\npictures: {pictures}"
    assert done.returncode == 0
    return said


@pytest.mark.editor
def test_rendering_of_what_strangers_wrote(editor: dict[str, str]):
    """The pure parts of the views, under Node's own test runner."""
    done = subprocess.run(
        [editor["node"], UI / "unit.mjs"],
        env=vscode_editor.with_node(editor) | {"HELIX_PYTHON": sys.executable},
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "# fail 0" in done.stdout


@pytest.mark.editor
def test_pages_in_a_bare_browser(editor: dict[str, str]):
    """The pages with envelopes that are all attack: nothing runs, nothing is fetched, nothing is hidden; and
    the keyboard reaches everything.
    """
    done = subprocess.run(
        [editor["node"], UI / "pages.mjs", PICTURES / "pages"],
        env=vscode_editor.with_node(editor),
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        timeout=SECONDS,
        check=False,
    )
    print(done.stdout)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.drive
@pytest.mark.editor
def test_a_day(editor: dict[str, str], flask_source: Path, tmp_path: Path):
    said = drive(editor, tmp_path, flask_with_a_past(flask_source, tmp_path), "day")
    assert "palette to answer, a further question" in said


@pytest.mark.drive
@pytest.mark.editor
def test_what_is_kept_and_taken_along(editor: dict[str, str], flask_source: Path, tmp_path: Path):
    root = flask_with_a_past(flask_source, tmp_path)
    git(root, "remote", "add", "origin", "https://github.com/example/flask.git")
    head = subprocess.run(
        ["git", "rev-parse", "HEAD"],
        cwd=root,
        check=True,
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
    )
    model = {"model.provider": "ollama", "model.url": "http://127.0.0.1:9/v1", "model.model": "any"}
    settings = {f"helixAsk.{name}": value for name, value in model.items()} | {"git.enabled": True}
    drive(editor, tmp_path, root, "keeping", more=settings, told={"commit": head.stdout.strip()})


@pytest.mark.drive
@pytest.mark.editor
def test_a_hostile_repository(editor: dict[str, str], tmp_path: Path):
    marker = tmp_path / "evil-ran"
    with listening() as (port, came):
        drive(editor, tmp_path, hostile(tmp_path, marker, port), "hostile")
    assert not marker.exists(), "a program of the repository was started"
    assert came == [], "something was asked of an address that the repository names"


@pytest.mark.drive
@pytest.mark.editor
def test_restricted_mode(editor: dict[str, str], tmp_path: Path):
    marker = tmp_path / "evil-ran"
    with listening() as (port, came):
        drive(editor, tmp_path, hostile(tmp_path, marker, port), "restricted", trusted=False)
    assert not marker.exists(), "a program of the repository was started"
    assert came == [], "something was asked of an address that the repository names"
