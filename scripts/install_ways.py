"""Installs a wheel of this tree in every way that the documents name, each into an empty home, and asks one question.

    python scripts/install_ways.py [pip | pipx | uv | uvx | vscode | neovim | agent]... [--write]

Prints a line for each way: seconds until it is installed, seconds until the answer, and the place that it cites.
`--write` keeps the seconds in scripts/ways.json, and writes docs/reference/install-ways.md and a picture for each way:
the commands as they were run and what they printed.
Libraries come from the package registry in the versions of requirements.lock. Without pipx, uv or an editor on
this machine they are fetched. The exit code is 1 when a way fails.

`vscode` is the server as it lies in the VS Code package, run by a bare Python as the extension runs it; `neovim` is
the plugin of this tree with the server of the way `uv`; `agent` is what `init claude --write` has written, spoken
to over the Model Context Protocol.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

import install_ways_page

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent
QUESTION, PLACE = "what does ring_bell do?", "tower.py"
SOURCE = '''def ring_bell(times: int) -> str:
    """Rings the great bell and returns the sound."""
    return "dong" * times
'''
NEOVIM = """\
vim.opt.runtimepath:append({plugin})
vim.lsp.enable('helix_ask')
vim.cmd.edit({file})
require('helix').ask({question})
local function text() return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\\n') end
vim.wait(120000, function() return text():find('tower.py:1', 1, true) ~= nil end, 50)
io.write(text())
vim.cmd('qall!')
"""


@dataclass(frozen=True, slots=True)
class Home:
    """An empty home with a project in it."""

    folder: Path
    wheel: Path
    seen: list[tuple[str, str]] = field(default_factory=list)
    """What a person would have seen: (kind, text) of each line, for the picture."""

    @property
    def project(self) -> Path:
        return self.folder / "tower"

    def environment(self) -> dict[str, str]:
        """Nothing of this user but the search path and how a registry is reached."""
        kept = (
            "PATH",
            "LANG",
            "HELIX_TEST_NVIM",
            "SSL_CERT_FILE",
            "PIP_INDEX_URL",
            "PIP_CERT",
            "HTTPS_PROXY",
            "NO_PROXY",
        )
        own = {name: os.environ[name] for name in kept if name in os.environ}
        index = self.index()
        return own | {
            "HOME": str(self.folder),
            "PATH": f"{self.folder}/.local/bin{os.pathsep}{own.get('PATH', os.defpath)}",
            "PIP_CONSTRAINT": str(self.folder / "constraints.txt"),
            "UV_CONSTRAINT": str(self.folder / "constraints.txt"),
            **({"UV_DEFAULT_INDEX": index} if index else {}),
        }

    def index(self) -> str:
        """The registry that pip is set to on this machine."""
        command = [sys.executable, "-m", "pip", "config", "get", "global.index-url"]
        found = subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()
        return os.environ.get("PIP_INDEX_URL", found)

    def run(self, *words: str | Path, stdin: str = "") -> str:
        """What a command printed. Exits where it fails."""
        done = subprocess.run(
            list(words),
            cwd=self.project,
            env=self.environment(),
            input=stdin,
            capture_output=True,
            text=True,
            check=False,
            timeout=900,
        )
        if done.returncode:
            said = " ".join(map(str, words))
            raise Failed(
                f"{said}: exit code {done.returncode}: {(done.stderr or done.stdout).strip()[-1500:]}"
            )
        self.show("command", " ".join(("$", *(typed(self.plain(str(word))) for word in words))))
        self.show("output", self.plain(done.stdout.strip("\n")))
        return done.stdout

    def plain(self, text: str) -> str:
        """A text as somebody else would see it: nothing of this machine, the project as its own folder."""
        names = {
            str(self.project): "~/tower",
            str(self.folder): "~",
            str(self.wheel): self.wheel.name,
            self.wheel.as_uri(): self.wheel.name,
            f"{BIN}/": "",
            f"{ROOT}/": "",
            os.path.realpath(sys.executable): "python3",
            sys.executable: "python3",
        }
        for found in sorted(names, key=len, reverse=True):
            text = text.replace(found, names[found])
        return text

    def show(self, kind: str, text: str) -> None:
        """Adds the lines of a text to what was seen; a long program is cut to its first line."""
        if text:
            self.seen.extend((kind, line) for line in text.split("\n")[: 1 if kind == "command" else 40])


def typed(word: str) -> str:
    """A word of a command as somebody types it."""
    return word if re.fullmatch(r"[\w@%+=:,./~-]+", word) else shlex.quote(word)


class Failed(Exception):
    """A way does not work; the message says at which command."""


Ask = Callable[[], str]
Way = Callable[[Home], Ask]


def asked(home: Home, *program: str | Path) -> Ask:
    return lambda: home.run(*program, "ask", QUESTION)


def pip(home: Home) -> Ask:
    home.run(sys.executable, "-m", "venv", home.folder / "env")
    home.run(home.folder / "env/bin/pip", "install", "--quiet", home.wheel)
    return asked(home, home.folder / "env/bin/helix-lsp")


def pipx(home: Home) -> Ask:
    home.run(sys.executable, "-m", "venv", home.folder / "pipx")
    home.run(home.folder / "pipx/bin/pip", "install", "--quiet", "pipx")
    home.run(home.folder / "pipx/bin/pipx", "install", "--quiet", "--python", sys.executable, home.wheel)
    return asked(home, home.folder / ".local/bin/helix-lsp")


def uv(home: Home, extras: str = "") -> Ask:
    what = f"helix-lsp{extras} @ {home.wheel.as_uri()}"
    home.run(BIN / "uv", "--no-config", "tool", "install", "--quiet", "--python", sys.executable, what)
    return asked(home, home.folder / ".local/bin/helix-lsp")


def uvx(home: Home) -> Ask:
    return asked(
        home,
        BIN / "uvx",
        "--no-config",
        "--quiet",
        "--python",
        sys.executable,
        "--from",
        home.wheel,
        "helix-lsp",
    )


def vscode(home: Home) -> Ask:
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    script = ROOT / "scripts/package_vscode.py"
    home.run(sys.executable, script, "--server-only", "--python", version, "--out", home.folder)
    server = home.folder / "server"
    places = [str(server / f"cp{version.replace('.', '')}"), str(server / "common")]
    start = f"import sys; sys.path[:0] = {places!r}; from helix_lsp.__main__ import start; sys.exit(start())"
    return asked(home, os.path.realpath(sys.executable), "-I", "-c", start)


def neovim(home: Home) -> Ask:
    uv(home)
    editor = home.run(sys.executable, ROOT / "scripts/get_editor.py", "neovim").strip().splitlines()[-1]
    story = home.folder / "init.lua"
    names = {"plugin": ROOT / "editors/neovim", "file": home.project / PLACE, "question": QUESTION}
    home.show("note", "-- init.lua: the two lines of the tutorial, then :Helix ask")
    story.write_text(NEOVIM.format(**{k: json.dumps(str(v)) for k, v in names.items()}), encoding="utf-8")
    return lambda: home.run(editor, "-u", "NONE", "-i", "NONE", "-n", "--headless", "-l", story)


def agent(home: Home) -> Ask:
    uv(home, "[mcp]")
    home.run(home.folder / ".local/bin/helix-lsp", "init", "claude", "--write")
    home.show("note", "-- what the agent then says and gets, over the server that .mcp.json names")
    entry = json.loads((home.project / ".mcp.json").read_text(encoding="utf-8"))["mcpServers"]["helix"]
    hello = {
        "protocolVersion": "2025-11-25",
        "capabilities": {},
        "clientInfo": {"name": "try", "version": "1"},
    }
    messages = (
        {"id": 1, "method": "initialize", "params": hello},
        {"method": "notifications/initialized"},
        {"id": 2, "method": "tools/call", "params": {"name": "ask", "arguments": {"question": QUESTION}}},
    )
    return lambda: spoken(home, [entry["command"], *entry["args"]], messages)


def spoken(home: Home, command: list[str], messages: tuple[dict[str, object], ...]) -> str:
    """The reply to the last message of a session over stdio."""
    with subprocess.Popen(
        command,
        cwd=home.project,
        env=home.environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        reply = ""
        for message in messages:
            process.stdin.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
            process.stdin.flush()
            while "id" in message:
                reply = process.stdout.readline()
                if not reply:
                    raise Failed(f"{' '.join(command)} ended before it answered")
                if json.loads(reply).get("id") == message["id"]:
                    break
        process.stdin.close()
        home.show("command", f"> tools/call ask {json.dumps({'question': QUESTION})}")
        home.show("output", home.plain(json.loads(reply)["result"]["content"][0]["text"]))
        return reply


WAYS: dict[str, Way] = {
    "pip": pip,
    "pipx": pipx,
    "uv": uv,
    "uvx": uvx,
    "vscode": vscode,
    "neovim": neovim,
    "agent": agent,
}


def main() -> int:
    write = "--write" in sys.argv[1:]
    names = [name for name in sys.argv[1:] if name != "--write"] or list(WAYS)
    if unknown := [name for name in names if name not in WAYS]:
        sys.exit(f"install_ways: {unknown[0]!r} is not one of {', '.join(WAYS)}")
    failed = 0
    rows: dict[str, dict[str, object]] = {}
    with tempfile.TemporaryDirectory(prefix="helix-ways-") as place:
        wheel = built(Path(place))
        print(f"{'way':<8} {'installed':>10} {'answered':>10}")
        for name in names:
            try:
                home = home_in(Path(place) / name, wheel)
                installed, answered, cited = timed(WAYS[name], home)
                rows[name] = {
                    "installed": round(installed, 1),
                    "answered": round(answered, 1),
                    "seen": home.seen,
                }
                print(f"{name:<8} {installed:8.1f} s {answered:8.1f} s  {cited}", flush=True)
            except (Failed, OSError, subprocess.SubprocessError) as error:
                failed += 1
                print(f"{name:<8} FAILED: {error}", flush=True)
    print(f"{len(names) - failed} of {len(names)} ways lead to a right answer")
    if write:
        install_ways_page.keep(rows)
    return 1 if failed else 0


def timed(way: Way, home: Home) -> tuple[float, float, str]:
    """(seconds to install, seconds to the first answer, the place that it cites)."""
    begun = time.monotonic()
    ask = way(home)
    ready = time.monotonic()
    told = ask()
    done = time.monotonic()
    if PLACE not in told:
        raise Failed(f"the answer does not cite {PLACE}: {told.strip()[:600]}")
    return ready - begun, done - ready, f"{PLACE}:{told.split(PLACE + ':', 1)[-1][:1]}"


def built(place: Path) -> Path:
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(place)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    return next(place.glob("*.whl"))


def home_in(folder: Path, wheel: Path) -> Home:
    home = Home(folder=folder, wheel=wheel)
    home.project.mkdir(parents=True)
    (home.project / PLACE).write_text(SOURCE, encoding="utf-8")
    (home.project / "helix.toml").write_text("", encoding="utf-8")
    lock = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    pins = [
        line.split(" \\")[0] for line in lock.splitlines() if "==" in line and not line.startswith((" ", "#"))
    ]
    (folder / "constraints.txt").write_text("\n".join(pins) + "\n", encoding="utf-8")
    return home


if __name__ == "__main__":
    raise SystemExit(main())
