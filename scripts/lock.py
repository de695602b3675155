"""Writes requirements.lock, requirements-dev.lock, requirements-meaning.lock (what the VS Code extension fetches
after a click) and requirements-site.lock: every version with its hashes, nothing of the machine that wrote them.

    python scripts/lock.py [--upgrade]

The locks are resolved for the oldest Python that is supported, from the public index alone: the pip
configuration, the environment's indexes and the per-user files are left out, and the result is refused when a
host, a URL or a local path stands in it.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
OLDEST = (3, 11)
HEAD = "# Written by `make lock` (scripts/lock.py) with pip-compile for Python 3.11; install with `pip install --require-hashes`.\n"
ELSEWHERE = {
    "colorama": 'sys_platform == "win32"'
}  # needed by development tools on another system than the one that locks
LEAK = re.compile(
    r"https?://|file:|--(?:extra-)?index-url|--find-links|--trusted-host| @ |^\s*(?:/|[A-Za-z]:\\)",
    re.MULTILINE,
)


def clean_environment() -> dict[str, str]:
    """The environment without anything that points pip at another index."""
    keep = {k: v for k, v in os.environ.items() if not k.startswith(("PIP_", "UV_"))}
    for name in ("PIP_CERT", "PIP_PROXY", "PIP_DEFAULT_TIMEOUT"):
        if name in os.environ:
            keep[name] = os.environ[name]
    return keep | {"PIP_CONFIG_FILE": os.devnull}


def compile_lock(
    requirements: list[str],
    target: Path,
    constraint: Path | None,
    options: list[str],
    elsewhere: Mapping[str, str] = ELSEWHERE,
) -> None:
    """Resolves `requirements` into `target`; versions already in it stay unless an option says otherwise."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "requirements.in")
        lines = [*requirements, *([f"-c {constraint}"] if constraint else [])]
        source.write_text("\n".join(lines) + "\n", encoding="utf-8")
        out = Path(folder, "out.lock")
        if target.exists():
            out.write_text(target.read_text(encoding="utf-8"), encoding="utf-8")
        command = [
            sys.executable,
            "-m",
            "piptools",
            "compile",
            "--quiet",
            "--generate-hashes",
            "--allow-unsafe",
            "--strip-extras",
            "--no-header",
            "--no-annotate",
            "--no-emit-index-url",
            "--no-emit-find-links",
            "--no-emit-trusted-host",
            "--no-emit-options",
            "--resolver=backtracking",
            *options,
            "--output-file",
            str(out),
            str(source),
        ]
        subprocess.run(command, check=True, env=clean_environment(), cwd=folder)
        body = "".join(
            line
            for line in out.read_text(encoding="utf-8").splitlines(keepends=True)
            if not line.startswith("#")
        )
    for name, marker in elsewhere.items():
        body = re.sub(rf"^({name}==[^ ;]+) ", rf"\1 ; {marker} ", body, flags=re.MULTILINE)
    if found := LEAK.search(body):
        sys.exit(f"{target.name}: refused, it names a place outside the package names: {found.group(0)!r}")
    target.write_text(HEAD + body, encoding="utf-8")
    packages = len(re.findall(r"^[^\s#]+==", body, re.MULTILINE))
    print(f"{target.name}: {packages} packages")


def main() -> int:
    if sys.version_info[:2] != OLDEST:
        sys.exit(f"locks are resolved with Python {OLDEST[0]}.{OLDEST[1]}; this is {sys.version.split()[0]}")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    options = ["--upgrade"] if "--upgrade" in sys.argv[1:] else []
    runtime = ROOT / "requirements.lock"
    needs = project["project"]["dependencies"]
    compile_lock(needs, runtime, None, options)
    extras = [need for group in project["project"]["optional-dependencies"].values() for need in group]
    compile_lock(
        [*needs, *extras, *project["dependency-groups"]["dev"], *ELSEWHERE],
        ROOT / "requirements-dev.lock",
        runtime,
        options,
    )
    semantic = project["project"]["optional-dependencies"]["semantic"]
    compile_lock(semantic, ROOT / "requirements-meaning.lock", ROOT / "requirements-dev.lock", options, {})
    compile_lock(project["dependency-groups"]["site"], ROOT / "requirements-site.lock", None, options, {})
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
