"""Writes THIRD-PARTY-NOTICES.md: each library of requirements.lock, and each package that is bundled into the VS Code
extension, with its licence as its own metadata says.

    python scripts/notices.py [--check]

With --check nothing is written and the exit code is 1 when the page is not what would be written.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable
from importlib import metadata
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "THIRD-PARTY-NOTICES.md"
HEAD = """\
# Third-party notices

Helix Ask is published under the [MIT licence](LICENSE). The Python package has one file of others inside: `helix_lsp/text/vocabulary.txt`, the uncased English vocabulary of BERT,
under the Apache License 2.0. It needs the libraries below, which an installer fetches. The VS Code package has them inside, each with the licence files of its authors in its `dist-info`
folder. Licences are given as each library's own metadata names them.

This page is written by `python scripts/notices.py` from `requirements.lock` and the extension's `package-lock.json`; a test compares.

| library | version | licence |
|---|---|---|
"""
BUNDLED = """
## In the VS Code package only

These npm packages are bundled into the extension's own files; their licence files are in its folder `licenses`.

| package | version | licence |
|---|---|---|
"""
NPM_LOCK = ROOT / "editors" / "vscode" / "package-lock.json"
IMPORTED = ("vscode-languageclient", "markdown-it")
"""What the source of the extension imports; a test compares. All else of the lock is reached from these, or only builds."""
CLASSIFIER = "License :: OSI Approved :: "
LONGEST = 60  # a longer field holds the text of the licence instead of its name


def locked() -> list[tuple[str, str]]:
    """(name, version) of each entry of the lock."""
    text = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    return re.findall(r"^([A-Za-z0-9._-]+)==([^\s;\\]+)", text, re.MULTILINE)


def licence(name: str) -> str:
    about = metadata.metadata(name)
    said = about.get("License-Expression") or about.get("License") or ""
    named = [
        c.removeprefix(CLASSIFIER) for c in about.get_all("Classifier") or () if c.startswith(CLASSIFIER)
    ]
    if not said or len(said) > LONGEST or "\n" in said:
        return ", ".join(named) or "see its licence file"
    return said


def bundled() -> list[tuple[str, str, str]]:
    """(name, version, licence) of each npm package that the extension has inside, by name.

    Raises KeyError where the lock lacks one of them.
    """
    packages = json.loads(NPM_LOCK.read_text(encoding="utf-8"))["packages"]
    seen: set[str] = set()
    waiting = list(IMPORTED)
    while waiting:
        name = waiting.pop()
        if name not in seen:
            seen.add(name)
            waiting += packages[f"node_modules/{name}"].get("dependencies", ())
    entries = ((name, packages[f"node_modules/{name}"]) for name in sorted(seen))
    return [(name, entry["version"], entry["license"]) for name, entry in entries]


def page() -> str:
    rows = ((name, version, licence(name)) for name, version in locked())
    return HEAD + table(rows) + BUNDLED + table(bundled())


def table(rows: Iterable[tuple[str, str, str]]) -> str:
    return "".join(f"| {name} | {version} | {said} |\n" for name, version, said in rows)


def main() -> int:
    text = page()
    if "--check" in sys.argv[1:]:
        same = PAGE.is_file() and PAGE.read_text(encoding="utf-8") == text
        if not same:
            print(f"{PAGE.name} is not current: run python scripts/notices.py", file=sys.stderr)
        return 0 if same else 1
    PAGE.write_text(text, encoding="utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
