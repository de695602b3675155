"""A real VS Code for the tests: the extension built, code-server started on a private profile, stopped with
everything it started.

The extension's own packages are installed once for each lock file, the editor once for each version, for all clones
of the machine (scripts/green.py, scripts/get_code_server.py).
"""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import json
import os
import shutil
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Generator, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.support.free_port import free_port

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent / "scripts"))

import green

ROOT = Path(__file__).resolve().parent.parent.parent
EXTENSION = ROOT / "editors" / "vscode"
SETTINGS: dict[str, Any] = {
    "workbench.startupEditor": "none", "workbench.enableExperiments": False, "workbench.tips.enabled": False, "telemetry.telemetryLevel": "off",
    "extensions.autoCheckUpdates": False, "extensions.autoUpdate": "off", "update.mode": "none", "editor.lightbulb.enabled": "on",
    "git.enabled": False,
    "chat.disableAIFeatures": False, "security.workspace.trust.startupPrompt": "never", "security.workspace.trust.banner": "never",
    "workbench.editor.enablePreview": True, "files.autoSave": "off",
}  # fmt: skip
READY_SECONDS, STOP_SECONDS = 600, 30


class CannotError(Exception):
    """This machine cannot have the editor; the text says why."""


def parts() -> dict[str, str]:
    """Where Node, code-server and the browser are; fetched when they are not there."""
    command = [sys.executable, str(ROOT / "scripts" / "get_code_server.py")]
    with alone():
        done = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False)
    if done.returncode:
        raise CannotError(done.stderr.strip())
    return json.loads(done.stdout.strip().splitlines()[-1])


def with_node(found: Mapping[str, str]) -> dict[str, str]:
    """The environment in which `node` is the fetched one."""
    bin_folder = str(Path(found["node"]).parent)
    more = {"PATH": f"{bin_folder}{os.pathsep}{os.environ.get('PATH', '')}", "CHROMIUM": found["chromium"]}
    asked = [
        "npm",
        "config",
        "get",
        "globalconfig",
    ]  # npm looks for the machine's own npmrc beside the Node that runs it
    told = (
        subprocess.run(asked, capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False)
        if shutil.which("npm")
        else None
    )
    if told is not None and told.returncode == 0:
        more["npm_config_globalconfig"] = told.stdout.strip()
    return os.environ | more | ({"CHROMIUM_LIBRARIES": found["libraries"]} if found["libraries"] else {})


@contextlib.contextmanager
def alone() -> Generator[None]:
    """One process at a time installs or builds: tests run side by side."""
    place = ROOT / ".cache" / "vscode.lock"
    place.parent.mkdir(exist_ok=True)
    with place.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def install(found: Mapping[str, str]) -> None:
    """The packages of the lock file, unless they are there."""
    with alone():
        wanted = digest([EXTENSION / "package-lock.json"])
        stamp = EXTENSION / "node_modules" / ".helix-lock"
        if stamp.is_file() and stamp.read_text(encoding="utf-8") == wanted:
            return
        kept = green.shared() / "vscode-packages" / wanted[:16]
        if kept.is_dir():
            link_all(kept, EXTENSION / "node_modules")
            return
        if shutil.which("npm") is None:
            raise CannotError("npm is missing")
        done = npm(found, "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")
        if done.returncode:
            raise CannotError(f"npm ci in editors/vscode failed: {done.stderr.strip()[-600:]}")
        stamp.write_text(wanted, encoding="utf-8")
        with green.alone("vscode-packages"):
            if not kept.is_dir():
                link_all(EXTENSION / "node_modules", kept)


def link_all(source: Path, target: Path) -> None:
    """A folder under another name: its files are linked, or copied to another file system."""

    def link(one: str, other: str) -> None:
        try:
            os.link(one, other, follow_symlinks=False)
        except OSError:
            shutil.copy2(one, other, follow_symlinks=False)

    part = target.with_name(f"{target.name}.partial-{os.getpid()}")
    part.parent.mkdir(parents=True, exist_ok=True)
    shutil.copytree(source, part, symlinks=True, copy_function=link)
    shutil.rmtree(target, ignore_errors=True)
    part.rename(target)


def ready() -> str:
    """Where the built extension is, with everything that its tests need; run before the tests, so that none of
    them waits for a registry. Raises CannotError.
    """
    found = parts()
    install(found)
    npm_run(found, "build")
    return str(EXTENSION / "dist")


def with_server(folder: Path) -> Path:
    """The extension with the server inside, packed for this machine and this version of Python. Raises CannotError."""
    packed = folder / "packed"
    shutil.copytree(EXTENSION, packed, ignore=shutil.ignore_patterns("node_modules", "src", "*.map"))
    program, version = ROOT / "scripts" / "package_vscode.py", ".".join(map(str, sys.version_info[:2]))
    command = [sys.executable, program, "--server-only", "--python", version, "--out", packed]
    done = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False)
    if done.returncode:
        raise CannotError(done.stderr)
    return packed


def npm_run(found: Mapping[str, str], script: str) -> None:
    """A script of the extension's package.json; raises with what it printed. `build` does nothing where
    nothing changed.
    """
    with alone():
        sources = [path for place in ("src", "test") for path in sorted((EXTENSION / place).rglob("*.ts"))]
        wanted = digest(
            [
                *sources,
                *(
                    EXTENSION / name
                    for name in ("package.json", "package-lock.json", "esbuild.mjs", "tsconfig.json")
                ),
            ]
        )
        stamp = EXTENSION / "dist" / ".built"
        if script == "build" and stamp.is_file() and stamp.read_text(encoding="utf-8") == wanted:
            return
        done = npm(found, "run", "--silent", script)
        if done.returncode:
            raise AssertionError(f"npm run {script}:\n{done.stdout}{done.stderr}")
        if script == "build":
            stamp.write_text(wanted, encoding="utf-8")


def npm(found: Mapping[str, str], *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["npm", *arguments],
        cwd=EXTENSION,
        env=with_node(found),
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        check=False,
    )


def digest(files: Iterable[Path]) -> str:
    """Of names and contents."""
    made = hashlib.sha256()
    for path in files:
        made.update(f"{path.name}\0".encode() + path.read_bytes())
    return made.hexdigest()


@dataclass(frozen=True, kw_only=True)
class Workbench:
    """A code-server that is up."""

    port: int
    profile: Path
    workspace: Path
    log: Path


@contextlib.contextmanager
def workbench(
    found: Mapping[str, str],
    folder: Path,
    workspace: Path,
    *,
    settings: Mapping[str, Any],
    environment: Mapping[str, str] | None = None,
    trusted: bool = True,
    extensions: tuple[Path, ...] = (),
) -> Generator[Workbench]:
    """A private profile in `folder`; `settings` are the machine's. `extensions` are folders or vsix files to
    be installed.
    """
    profile = folder / "profile"
    for place in ("User", "Machine"):  # machine settings are read from Machine alone, the rest from User
        (profile / "data" / place).mkdir(parents=True)
        own = dict(settings) if place == "Machine" else dict[str, Any]()
        text = json.dumps({**SETTINGS, "security.workspace.trust.enabled": not trusted, **own})
        (profile / "data" / place / "settings.json").write_text(text, encoding="utf-8")
    (profile / "ext").mkdir()
    where = [
        "--user-data-dir",
        profile / "data",
        "--extensions-dir",
        profile / "ext",
        "--config",
        profile / "config.yaml",
    ]
    env = with_node(found) | {"HOME": str(folder)} | dict(environment or {})
    for name in ("VSCODE_IPC_HOOK_CLI", "PYTHONPATH"):
        env.pop(name, None)
    for one in extensions:
        if one.is_dir():
            manifest = json.loads((one / "package.json").read_text(encoding="utf-8"))
            shutil.copytree(
                one, profile / "ext" / f"{manifest['publisher']}.{manifest['name']}-{manifest['version']}"
            )
        else:
            command = [found["node"], found["code_server"], *where, "--install-extension", one]
            subprocess.run(command, env=env, check=True, stdin=subprocess.DEVNULL, capture_output=True)
    port = free_port()
    command = [
        found["node"],
        found["code_server"],
        "--bind-addr",
        f"127.0.0.1:{port}",
        "--auth",
        "none",
        "--disable-telemetry",
    ]
    command += [
        "--disable-update-check",
        "--disable-getting-started-override",
        *(["--disable-workspace-trust"] if trusted else []),
        *where,
        workspace,
    ]
    log = folder / "code-server.log"
    with log.open("wb") as out:
        process = subprocess.Popen(
            command, env=env, stdin=subprocess.DEVNULL, stdout=out, stderr=out, start_new_session=True
        )
    try:
        wait_ready(port, process, log)
        yield Workbench(port=port, profile=profile, workspace=workspace, log=log)
    finally:
        stop(process)


def wait_ready(port: int, process: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + READY_SECONDS
    while time.monotonic() < deadline and process.poll() is None:
        with (
            contextlib.suppress(OSError),
            urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=2),
        ):
            return
        time.sleep(0.1)
    raise AssertionError(
        f"code-server did not start:\n{log.read_text(encoding='utf-8', errors='replace')[-2000:]}"
    )


def stop(process: subprocess.Popen[bytes]) -> None:
    """With all that it started: it leads a session of its own."""
    for how in (signal.SIGTERM, signal.SIGKILL):
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, how)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(STOP_SECONDS)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
