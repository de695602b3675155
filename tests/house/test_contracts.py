"""The import contracts of pyproject.toml hold, and each of them would notice what it forbids. Carries I1, I7
and I8.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.house.source import PACKAGE, ROOT


def lint_imports(root: Path) -> tuple[int, str]:
    done = subprocess.run(
        [Path(sys.executable).parent / "lint-imports", "--config", root / "pyproject.toml", "--no-cache"],
        cwd=root,
        env=os.environ | {"PYTHONPATH": str(root)},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


def test_every_contract_is_kept():
    code, report = lint_imports(ROOT)
    assert code == 0, report
    assert re.search(r"Contracts: 1[0-9] kept, 0 broken", report)


PLANTED = [
    ("tuning/search.py", "import helix_lsp.config.option", "A room imports only from the floors below"),
    ("tuning/tuned.py", "import os", "The core never touches the world"),
    ("text/span.py", "import helix_lsp.syntax.outline", "A room imports only from the floors below"),
    ("search/hit.py", "import helix_lsp.align.resolve", "A room imports only from the floors below"),
    ("ask/question.py", "import helix_lsp.session.settings", "A room imports only from the floors below"),
    ("ask/rungs/intent.py", "import helix_lsp.ask.rungs.evidence", "A rung reads only rungs below it"),
    ("ask/compose/flow.py", "import helix_lsp.ask.compose.overview", "A composer knows no other one"),
    ("ask/compose/material.py", "import helix_lsp.ask.compose.users", "A composer knows no other one"),
    ("search/fuzzy.py", "import helix_lsp.search.path", "Search channels do not know each other"),
    ("session/disk.py", "import lsprotocol.types", "Only lsp/ speaks the Language Server Protocol"),
    ("align/resolve.py", "import os", "The core never touches the world"),
    ("ide/view.py", "import time", "The core never touches the world"),
    ("trees/walk.py", "import os", "The core never touches the world"),
    ("trees/bind.py", "import helix_lsp.align.live", "A room imports only from the floors below"),
    ("index/units.py", "import pathlib", "The core never touches the world"),
    ("search/lexical.py", "import sqlite3", "Only the index speaks to SQLite"),
    ("ask/compose/reason.py", "import helix_lsp.ask.model_port", "Only planning and synthesis reach a model"),
    ("ask/rungs/envelope.py", "import helix_lsp.ask.model_draft", "Only synthesis asks a model to write"),
    ("session/disk.py", "import httpx", "Only session/model opens a connection to a model"),
    ("errors.py", "import helix_lsp.unplanned.room", "A room imports only from the floors below"),
]


@pytest.mark.parametrize(("place", "line", "broken"), PLANTED, ids=[f"{p} {line}" for p, line, _ in PLANTED])
def test_a_forbidden_import_is_noticed(place: str, line: str, broken: str, tmp_path: Path):
    shutil.copytree(PACKAGE, tmp_path / "helix_lsp", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    target = tmp_path / "helix_lsp" / place
    if "unplanned" in line:
        (tmp_path / "helix_lsp" / "unplanned").mkdir()
        (tmp_path / "helix_lsp" / "unplanned" / "__init__.py").write_text("")
        (tmp_path / "helix_lsp" / "unplanned" / "room.py").write_text("")
    target.write_text(target.read_text(encoding="utf-8") + f"\n{line}\n", encoding="utf-8")
    code, report = lint_imports(tmp_path)
    assert code != 0
    verdict = next(
        (
            text
            for text in report.splitlines()
            if text.startswith(broken) and ("BROKEN" in text or "KEPT" in text)
        ),
        report,
    )
    assert "BROKEN" in verdict or "unplanned" in report
