"""Builds what a release consists of into dist/release: wheel, source archive, list of parts, SHA-256 sums.

    python scripts/release.py --repository https://host/owner/name [--out FOLDER]

The address of the repository is not known to its files: `<repository>` stands there in its place, and is
filled in here, in a copy of the committed tree. So are the addresses of the metadata, and the links and pictures
of README.md, which a registry shows without the files beside it. The package is built twice, each time from
a fresh copy, and both must be the same bytes. The time of each file is that of the commit.
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
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

import notices

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
    given = parser.parse_args()
    if not ADDRESS.fullmatch(given.repository):
        sys.exit(f"release: {given.repository!r} is not an address like https://host/owner/name")
    with tempfile.TemporaryDirectory() as place:
        built = [build(given.repository, Path(place) / name) for name in ("first", "second")]
        first, second = (sums(folder) for folder in built)
        if first != second:
            sys.exit(f"release: two builds differ: {first} and {second}")
        shutil.rmtree(given.out, ignore_errors=True)
        shutil.copytree(built[0], given.out)
    (given.out / "parts.cdx.json").write_text(json.dumps(parts(), indent=2) + "\n", encoding="utf-8")
    lines = [f"{digest}  {name}\n" for name, digest in sums(given.out).items()]
    (given.out / "SHA256SUMS").write_text("".join(lines), encoding="utf-8")
    print("".join(lines), end="")
    return 0


def build(address: str, place: Path) -> Path:
    """The folder with wheel and source archive of the committed tree, filled in."""
    place.mkdir()
    archive = subprocess.run(["git", "archive", "HEAD"], cwd=ROOT, check=True, capture_output=True).stdout
    subprocess.run(["tar", "-x", "-C", place], input=archive, check=True)
    fill(place, address)
    told = subprocess.run(
        ["git", "log", "-1", "--format=%ct"], cwd=ROOT, check=True, capture_output=True, text=True
    )
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-d", "built"],
        cwd=place,
        env=os.environ | {"SOURCE_DATE_EPOCH": told.stdout.strip()},
        check=True,
        stdout=subprocess.DEVNULL,
    )
    return place / "built"


def fill(tree: Path, address: str) -> None:
    """Puts the address everywhere it belongs. Exits where a place is left."""
    version = re.search(
        r'__version__ = "([^"]+)"', (tree / "helix_lsp/__init__.py").read_text(encoding="utf-8")
    )
    assert version is not None
    for path in texts(tree):
        text = path.read_text(encoding="utf-8")
        path.write_text(UNKNOWN.sub(address, text), encoding="utf-8", newline="\n")
    readme = tree / "README.md"
    readme.write_text(
        whole_links(readme.read_text(encoding="utf-8"), address, f"v{version[1]}"), encoding="utf-8"
    )
    project = tree / "pyproject.toml"
    urls = {
        "Source": address,
        "Issues": f"{address}/issues",
        "Changelog": f"{address}/blob/v{version[1]}/CHANGELOG.md",
        "Documentation": f"{address}/blob/v{version[1]}/docs/README.md",
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


def parts() -> dict[str, object]:
    """What an installation consists of, as a CycloneDX list; hashes are in requirements.lock."""
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "components": [
            {
                "type": "library",
                "name": name,
                "version": version,
                "purl": f"pkg:pypi/{name.lower()}@{version}",
                "licenses": [{"license": {"name": notices.licence(name)}}],
            }
            for name, version in notices.locked()
        ],
    }


def sums(folder: Path) -> dict[str, str]:
    files = sorted(path for path in folder.iterdir() if path.name != "SHA256SUMS")
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


if __name__ == "__main__":
    raise SystemExit(main())
