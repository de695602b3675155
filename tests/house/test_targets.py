"""The targets of the Makefile are those that the documentation names, and say what is wrong when called
wrongly.
"""

from __future__ import annotations

import re
import subprocess

from tests.house.source import ROOT


def make(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["make", "-s", *words], cwd=ROOT, capture_output=True, text=True, check=False)


def test_make_alone_lists_the_targets():
    listed = set(re.findall(r"^  make ([a-z-]+)", make().stdout, re.MULTILINE))
    assert {"setup", "test", "lint", "demo", "ask", "bench", "lock", "docs", "editors"} <= listed


def test_every_target_in_the_documentation_exists():
    listed = set(re.findall(r"^  make ([a-z-]+)", make().stdout, re.MULTILINE))
    pages = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
    named = {
        word
        for page in pages
        for word in re.findall(r"(?:`|\$ )make ([a-z][a-z-]*)", page.read_text(encoding="utf-8"))
    }
    assert named - listed == set()


def test_ask_without_a_question_says_what_to_do():
    done = make("-o", "setup", "ask")
    assert done.returncode == 2
    assert "Q=" in done.stderr
