"""Builds what a release consists of into dist/release: wheel, source archive, VS Code packages, list of parts, sums.

    python scripts/release.py --repository https://host/owner/name [--out FOLDER] [--target linux-x64]...

The address of the repository is not known to its files: `<repository>` stands there in its place, and is
filled in here, in a copy of the committed tree. So are the addresses of the metadata, and the links and pictures
of README.md, which a registry shows without the files beside it. Everything is built twice, each time from
a fresh copy, and both must be the same bytes. The time of each file is that of the commit. Each --target is a
platform for which the VS Code extension is packed (scripts/package_vscode.py; needs Node).
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent))

import notices
import package_vscode

ROOT = Path(__file__).resolve().parent.parent
ADDRESS = re.compile(r"https://[a-z0-9.-]+(?:/[\w.-]+){2,4}")
UNKNOWN = re.compile(r"<(?:(?:address of )?this )?repository>")
TEXTS = (".md", ".txt", ".toml", ".json", ".rockspec")
RELATIVE = re.compile(r"(!?)\[([^\]]*)\]\((?!https?:|#|mailto:)([^)\s]+)\)")
MAY_SAY_IT = {"scripts/release.py", "CHANGELOG.md"}


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--repository", required=True, help="where the repository is: https://host/owner/name"
    )
    parser.add_argument("--out", type=Path, default=ROOT / "dist" / "release")
    parser.add_argument("--target", action="append", default=[], choices=package_vscode.TARGETS)
    given = parser.parse_args()
    if not ADDRESS.fullmatch(given.repository):
        sys.exit(f"release: {given.repository!r} is not an address like https://host/owner/name")
    with tempfile.TemporaryDirectory() as place:
        built = [build(given.repository, Path(place) / name, given.target) for name in ("first", "second")]
        first, second = (sums(folder) for folder in built)
        if first != second:
            sys.exit(f"release: two builds differ: {first} and {second}")
        shutil.rmtree(given.out, ignore_errors=True)
        shutil.copytree(built[0], given.out)
    (given.out / "parts.cdx.json").write_text(
        json.dumps(parts(version_of(ROOT)), indent=2) + "\n", encoding="utf-8"
    )
    lines = [f"{digest}  {name}\n" for name, digest in sums(given.out).items()]
    (given.out / "SHA256SUMS").write_text("".join(lines), encoding="utf-8")
    print("".join(lines), end="")
    return 0


def build(address: str, place: Path, targets: Sequence[str] = ()) -> Path:
    """The folder with wheel, source archive and VS Code packages of the committed tree, filled in."""
    place.mkdir()
    archive = subprocess.run(["git", "archive", "HEAD"], cwd=ROOT, check=True, capture_output=True).stdout
    subprocess.run(["tar", "-x", "-C", place], input=archive, check=True)
    fill(place, address)
    told = subprocess.run(
        ["git", "log", "-1", "--format=%ct"], cwd=ROOT, check=True, capture_output=True, text=True
    )
    commands = [["-m", "hatchling", "build", "-d", "built"]]
    if targets:
        package_vscode.packages()
        (place / "editors/vscode/node_modules").symlink_to(package_vscode.EXTENSION / "node_modules")
        chosen = [word for target in targets for word in ("--target", target)]
        commands.append(["scripts/package_vscode.py", "--out", "built", *chosen])
    for command in commands:
        subprocess.run(
            [sys.executable, *command],
            cwd=place,
            env=os.environ | {"SOURCE_DATE_EPOCH": told.stdout.strip()},
            check=True,
            stdout=subprocess.DEVNULL,
        )
    return place / "built"


def fill(tree: Path, address: str) -> None:
    """Puts the address everywhere it belongs. Exits where a place is left."""
    tag = f"v{version_of(tree)}"
    for path in texts(tree):
        text = path.read_text(encoding="utf-8")
        path.write_text(UNKNOWN.sub(address, text), encoding="utf-8", newline="\n")
    readme = tree / "README.md"
    readme.write_text(whole_links(readme.read_text(encoding="utf-8"), address, tag), encoding="utf-8")
    project = tree / "pyproject.toml"
    urls = {
        "Source": address,
        "Issues": f"{address}/issues",
        "Changelog": f"{address}/blob/{tag}/CHANGELOG.md",
        "Documentation": f"{address}/blob/{tag}/docs/README.md",
    }
    lines = "".join(f'{name} = "{url}"\n' for name, url in urls.items())
    project.write_text(f"{project.read_text(encoding='utf-8')}\n[project.urls]\n{lines}", encoding="utf-8")
    extension = tree / "editors/vscode/package.json"
    data = json.loads(extension.read_text(encoding="utf-8"))
    data |= {
        "repository": {"type": "git", "url": f"{address}.git", "directory": "editors/vscode"},
        "bugs": {"url": f"{address}/issues"},
        "homepage": address,
    }
    extension.write_text(json.dumps(data, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    left = [
        path.relative_to(tree).as_posix() for path in texts(tree) if UNKNOWN.search(path.read_text("utf-8"))
    ]
    if left:
        sys.exit(f"release: the address is still missing in {', '.join(left)}")


def version_of(tree: Path) -> str:
    """The version of the package in a tree."""
    text = (tree / "helix_lsp/__init__.py").read_text(encoding="utf-8")
    found = re.search(r'__version__ = "([^"]+)"', text)
    assert found is not None
    return found[1]


def texts(tree: Path) -> Iterator[Path]:
    """The files that may name the repository."""
    for path in sorted(tree.rglob("*")):
        name = path.relative_to(tree).as_posix()
        mine = name.startswith(("docs/", "editors/", "helix_lsp/cli/pages/")) or "/" not in name
        if mine and path.is_file() and path.suffix in TEXTS and name not in MAY_SAY_IT:
            yield path


def whole_links(markdown: str, address: str, tag: str) -> str:
    """Links and pictures of a page at the root, as whole addresses."""

    def whole(match: re.Match[str]) -> str:
        picture, label, target = match.groups()
        return f"{picture}[{label}]({address}/{'raw' if picture else 'blob'}/{tag}/{target})"

    return RELATIVE.sub(whole, markdown)


def parts(version: str) -> dict[str, Any]:
    """What an installation and the VS Code package consist of, as a CycloneDX list; it has no time, so that it is the
    same for the same commit. The SHA-256 sums of every library are in requirements.lock.
    """
    python = [(name, told, notices.licence(name), "pypi") for name, told in notices.locked()]
    npm = [(*one, "npm") for one in notices.bundled()]
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {"component": part("helix-lsp", version, "MIT", "pypi") | {"type": "application"}},
        "components": [part(*one) for one in (*python, *npm)],
    }


def part(name: str, version: str, licence: str, kind: str) -> dict[str, object]:
    """One component of the list; `kind` is the registry that it is from, as package addresses name it."""
    address = f"pkg:{kind}/{name.lower()}@{version}"
    return {
        "type": "library",
        "bom-ref": address,
        "name": name,
        "version": version,
        "purl": address,
        "licenses": [{"license": {"name": licence}}],
    }


def sums(folder: Path) -> dict[str, str]:
    files = sorted(path for path in folder.iterdir() if path.name != "SHA256SUMS")
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


if __name__ == "__main__":
    raise SystemExit(main())
