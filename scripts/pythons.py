"""Runs the package on each supported Python: installs a wheel of this tree, imports every module, and asks a question.

    python scripts/pythons.py [3.11 | 3.12 | ...]... [--write]

Each version gets an empty home and the libraries of requirements.lock, with both extras. An interpreter is taken from
the search path or from what uv and pyenv have on this machine, else it is Debian's own build, unpacked into .cache/pythons.
Prints a line for each version. `--write` keeps what was run in tests/house/pythons.json, with which a test compares the
classifiers of the package, the workflows and the documents. The exit code is 1 when a version fails or is not found.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from debian_program import CannotError, unpack_program
from install_ways import BIN, PLACE, QUESTION, ROOT, Failed, Home, built, home_in

VERSIONS = ("3.11", "3.12", "3.13", "3.14")
KEPT = ROOT / "tests" / "house" / "pythons.json"
SUITE = "forky"
"""The suite of Debian that has the newest Python."""
EXTRAS = "mcp,semantic"
IMPORTS = """
import importlib, pkgutil, helix_lsp
names = [one.name for one in pkgutil.walk_packages(helix_lsp.__path__, "helix_lsp.") if not one.name.endswith("__main__")]
for name in names:
    importlib.import_module(name)
print(len(names))
"""
SAYS = "import sys, sysconfig; print(sys.version.split()[0], sysconfig.get_path('stdlib'))"


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("version", nargs="*", choices=[*VERSIONS, []], metavar="VERSION")
    parser.add_argument("--write", action="store_true", help="keep what was run")
    given = parser.parse_args()
    wanted = given.version or list(VERSIONS)
    kept = {} if not KEPT.exists() else json.loads(KEPT.read_text(encoding="utf-8"))
    failed = 0
    with tempfile.TemporaryDirectory(prefix="helix-pythons-") as place:
        wheel = built(Path(place))
        for version in wanted:
            try:
                told = tried(interpreter(version), home_in(Path(place) / version, wheel))
            except (CannotError, Failed, OSError, subprocess.SubprocessError) as error:
                failed += 1
                kept.pop(version, None)
                print(f"{version}  FAILED: {error}", flush=True)
                continue
            kept[version] = told | {"system": f"{platform.system()} {platform.machine()}"}
            print(f"{version}  {' '.join(f'{name} {value}' for name, value in told.items())}", flush=True)
    if given.write:
        KEPT.write_text(json.dumps(dict(sorted(kept.items())), indent=1) + "\n", encoding="utf-8")
    return 1 if failed else 0


def interpreter(version: str) -> Path:
    """A Python of this version, `3.14` for example, that runs. Raises CannotError where there is none."""
    known = subprocess.run(
        [BIN / "uv", "--no-config", "--offline", "python", "find", "--no-project", version],
        capture_output=True,
        text=True,
        check=False,
    )
    versions = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    kept = sorted(
        map(str, versions.glob(f"{version}.*/bin/python{version}"))
    )  # its shims run the active one alone
    for one in (shutil.which(f"python{version}"), known.stdout.strip(), *reversed(kept)):
        if one and runs(Path(one), version):
            return Path(one)
    folder = ROOT / ".cache" / "pythons" / version
    binary = folder / "usr" / "bin" / f"python{version}"
    if not runs(binary, version):
        try:
            binary = unpack_program(f"python{version}", SUITE, f"usr/bin/python{version}", lambda _: folder)
        except KeyError:
            raise CannotError(
                f"no Python {version} on the search path, and Debian {SUITE} has none; install it with uv or pyenv"
            ) from None
    if not runs(binary, version):
        raise CannotError(f"{binary} does not run")
    return binary


def runs(python: Path, version: str) -> bool:
    """Whether it is there, of this version, and has its own library beside it."""
    if not python.is_file():
        return False
    done = subprocess.run([python, "-I", "-c", SAYS], capture_output=True, text=True, check=False)
    return done.returncode == 0 and done.stdout.startswith(f"{version}.")


def tried(python: Path, home: Home) -> dict[str, str | int | float]:
    """What was seen: the whole version, the modules that were imported, seconds. Raises Failed."""
    env = home.folder / "env"
    lock = (ROOT / "requirements-dev.lock").read_text(encoding="utf-8")
    pins = re.findall(r"^([\w.-]+==[^\s;\\]+)", lock, re.MULTILINE)
    (home.folder / "constraints.txt").write_text("\n".join(pins) + "\n", encoding="utf-8")
    home.run(BIN / "uv", "--no-config", "venv", "--quiet", "--python", python, env)
    what = f"helix-lsp[{EXTRAS}] @ {home.wheel.as_uri()}"
    begun = time.monotonic()
    home.run(
        BIN / "uv",
        "--no-config",
        "pip",
        "install",
        "--quiet",
        "--only-binary",
        ":all:",
        "--python",
        env,
        what,
    )
    installed = time.monotonic() - begun
    version = home.run(env / "bin/python", "-I", "-c", SAYS).split()[0]
    modules = int(home.run(env / "bin/python", "-I", "-c", IMPORTS))
    begun = time.monotonic()
    answer = home.run(env / "bin/helix-lsp", "ask", QUESTION)
    if PLACE not in answer:
        raise Failed(f"the answer does not cite {PLACE}: {answer.strip()[:600]}")
    answered = time.monotonic() - begun
    return {
        "version": version,
        "modules": modules,
        "installed": round(installed, 1),
        "answered": round(answered, 1),
    }


if __name__ == "__main__":
    raise SystemExit(main())
