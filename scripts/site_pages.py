"""Builds the documentation site into dist/site, strictly: a dead link, anchor or picture ends it with exit code 1.

    python scripts/site_pages.py [--own]

The pages are the repository's own documents, laid out as they lie in it, so that their links hold. MkDocs with the theme
Material stands in an environment of its own, .cache/site, under the hashes of requirements-site.lock. Afterwards every
page that was built is read: what it refers to must be there, and nothing may be loaded from another host.
`--own` also asks `helix-lsp drift` and `helix-lsp verify file` about every page, which takes minutes.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

ROOT = Path(__file__).resolve().parent.parent
LOCK = ROOT / "requirements-site.lock"
TOOLS = ROOT / ".cache" / "site"
PAGES, SITE, CONFIG = ROOT / "dist" / "pages", ROOT / "dist" / "site", ROOT / "dist" / "mkdocs.yml"
PARTS = (
    ("Start", ("README.md",)),
    ("Tutorials", ("docs/tutorial/*.md",)),
    ("How to", ("docs/how-to/*.md",)),
    ("Reference", ("docs/reference/*.md",)),
    ("Explanation", ("docs/README.md", "docs/explanation/*.md", "ARCHITECTURE.md")),
    ("Decisions", ("docs/adr/*.md",)),
    ("Editors", ("editors/*/README.md",)),
    (
        "Project",
        ("CONTRIBUTING.md", "SECURITY.md", "CODE_OF_CONDUCT.md", "CHANGELOG.md", "THIRD-PARTY-NOTICES.md"),
    ),
)
"""The heading of each part of the menu, and its pages; what a pattern finds is in the order of names, README.md first."""
BESIDE = ("docs/images/*", "docs/examples/*", "docs/reference/*.json", "LICENSE")
LINK = re.compile(r"(?<!!)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(<?([^)>\s]+)>?\)")
LOADED = {("script", "src"), ("img", "src"), ("link", "href"), ("iframe", "src"), ("source", "src")}


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--own", action="store_true", help="ask drift and verify about the pages")
    given = parser.parse_args()
    if given.own and (code := own()):
        return code
    laid_out()
    quiet = os.environ | {"NO_MKDOCS_2_WARNING": "1"}  # the theme's word about another program
    command = [mkdocs(), "-q", "build", "--strict", "--clean", "-f", CONFIG]
    done = subprocess.run(command, env=quiet, check=False)
    if done.returncode:
        return done.returncode
    found = [line for page in sorted(SITE.rglob("*.html")) for line in dead(page)]
    print("\n".join(found[:50]), file=sys.stderr)
    print(
        f"{len(list(SITE.rglob('*.html')))} pages in {SITE.relative_to(ROOT)}, {len(found)} dead references"
    )
    return 1 if found else 0


def parts() -> list[tuple[str, list[str]]]:
    """The menu: each heading with the paths of its pages."""
    out: list[tuple[str, list[str]]] = []
    for heading, patterns in PARTS:
        paths = [
            path.relative_to(ROOT).as_posix()
            for pattern in patterns
            for path in sorted(ROOT.glob(pattern), key=lambda one: (one.name != "README.md", one.as_posix()))
        ]
        out.append((heading, paths))
    return out


def laid_out() -> None:
    """Copies the pages and what they show into dist/pages, and writes the configuration with the menu."""
    shutil.rmtree(PAGES, ignore_errors=True)
    pages = {path for _, paths in parts() for path in paths}
    files = {path.relative_to(ROOT).as_posix() for pattern in BESIDE for path in ROOT.glob(pattern)}
    for name in sorted(pages | files):
        target = PAGES / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if name in pages:
            text = (ROOT / name).read_text(encoding="utf-8")
            target.write_text(within(text, name, pages | files), encoding="utf-8")
        else:
            shutil.copy(ROOT / name, target)
    base = (ROOT / "mkdocs.yml").read_text(encoding="utf-8").replace("dist/", "")
    menu = [{heading: paths} for heading, paths in parts()]
    CONFIG.write_text(f"{base}nav: {json.dumps(menu)}\n", encoding="utf-8")


def within(text: str, name: str, there: set[str]) -> str:
    """The page `name`, in which a link to a file of the repository that the site does not show keeps its words only."""

    def kept(found: re.Match[str]) -> str:
        target = found[2].partition("#")[0]
        if not target or ":" in target:
            return found[0]
        place = os.path.normpath(os.path.join(os.path.dirname(name), unquote(target)))
        return found[0] if place in there else found[1]

    return LINK.sub(kept, text)


def mkdocs() -> Path:
    """The program, installed under its hashes when it is not there. Raises CalledProcessError."""
    program, stamp = TOOLS / "bin" / "mkdocs", TOOLS / "lock"
    if not program.exists() or not stamp.exists() or stamp.read_bytes() != LOCK.read_bytes():
        shutil.rmtree(TOOLS, ignore_errors=True)
        subprocess.run([sys.executable, "-m", "venv", TOOLS], check=True)
        pip = [TOOLS / "bin" / "python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*pip, "--require-hashes", "--no-deps", "-r", LOCK], check=True)
        shutil.copy(LOCK, stamp)
    return program


class Read(HTMLParser):
    """What a page refers to and what can be referred to in it."""

    def __init__(self) -> None:
        super().__init__()
        self.names: set[str] = set()
        self.targets: list[tuple[str, bool]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name == "id" and value:
                self.names.add(value)
            elif value and (tag, name) in LOADED | {("a", "href")}:
                self.targets.append((value, tag != "a"))


@cache
def read(page: Path) -> Read:
    """What is in a page; each page is read once."""
    reader = Read()
    reader.feed(page.read_text(encoding="utf-8"))
    return reader


def dead(page: Path) -> Iterator[str]:
    """A line for each reference of a built page that leads nowhere, and for what it would load from elsewhere."""
    page = page.resolve()
    here = read(page)
    for target, loaded in here.targets:
        parts_of = urlsplit(target)
        said = f"{page.relative_to(SITE)}: {target}"
        if parts_of.scheme or parts_of.netloc:
            if loaded and parts_of.scheme != "data":
                yield f"{said}: is loaded from another host"
            continue
        place = (page.parent / unquote(parts_of.path)) if parts_of.path else page
        place = (place / "index.html" if place.is_dir() else place).resolve()
        if not place.exists():
            if page.name != "404.html":  # its references are whole addresses of a server
                yield f"{said}: no such file"
        elif parts_of.fragment and place.suffix == ".html" and not parts_of.fragment.startswith("__"):
            names = here.names if place == page else read(place).names
            if unquote(parts_of.fragment) not in names:
                yield f"{said}: no such heading"


def own() -> int:
    """Asks our own program about every page. The number of pages that something is wrong with, at most 1."""
    program = [sys.executable, "-P", "-m", "helix_lsp"]
    wrong = subprocess.run([*program, "drift", "--root", ROOT], check=False).returncode
    for _, paths in parts():
        for name in paths:
            done = subprocess.run(
                [*program, "verify", "file", ROOT / name, "--root", ROOT],
                check=False,
                capture_output=True,
                text=True,
            )
            if done.returncode:
                wrong = 1
                print(f"{name}:\n{done.stdout}{done.stderr}", file=sys.stderr)
    return int(wrong != 0)


if __name__ == "__main__":
    raise SystemExit(main())
