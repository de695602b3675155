"""Writes THIRD-PARTY-NOTICES.md: each library of requirements.lock with its licence, as its own metadata says.

    python scripts/notices.py [--check]

With --check nothing is written and the exit code is 1 when the page is not what would be written.
"""

from __future__ import annotations

import re
import sys
from importlib import metadata
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "THIRD-PARTY-NOTICES.md"
HEAD = """\
# Third-party notices

Helix Ask is published under the [MIT licence](LICENSE). The Python package has one file of others inside: `helix_lsp/session/semantic/vocabulary.txt`, the uncased English vocabulary of BERT,
under the Apache License 2.0. It needs the libraries below, which an installer fetches. The VS Code package has them inside, each with the licence files of its authors in its `dist-info`
folder. Licences are given as each library's own metadata names them.

This page is written by `python scripts/notices.py` from `requirements.lock`; a test compares.

| library | version | licence |
|---|---|---|
"""
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


def page() -> str:
    return HEAD + "".join(f"| {name} | {version} | {licence(name)} |\n" for name, version in locked())


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
