"""Start-up reads only what the first answer needs: `-X importtime` of real calls."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from pathlib import Path

from tests.house.source import ROOT, name, nodes, package_files

HEAVY = {
    "numpy",
    "jedi",
    "lsprotocol",
    "pygls",
    "rich",
    "asyncio",
    "multiprocessing.pool",
    "concurrent.futures.process",
    "cattrs",
    "jsonschema",
    "pint",
    "httpx",
    "mcp",
    "pydantic",
    "uvicorn",
    "ssl",
}
ENGINES = {"tantivy", "tree_sitter", "rapidfuzz", "Stemmer", "sqlite3", "msgspec", "platformdirs"}
LATER = {  # what is needed by few questions, and then imported
    "rapidfuzz",  # near names
    "tomllib",  # a settings file
    "importlib.metadata",  # status
    "snowballstemmer",
    "helix_lsp.ask.model.model_draft",  # a model, or a prompt to show
    "helix_lsp.ask.model.prompt.assemble",
    "helix_lsp.ask.model.repair.mend",
    "helix_lsp.ask.model.redact",
    "helix_lsp.session.model.open_model",
    "helix_lsp.ask.method",  # --explain
    "helix_lsp.wire.answer_envelope",  # --json
}
LADDER = {
    "helix_lsp.ask.ladder",
    "helix_lsp.ask.rungs.envelope",
    "helix_lsp.verify.ledger",
    "helix_lsp.align.proof",
}


def imported(*words: str, cwd: Path, cache: Path) -> tuple[int, set[str]]:
    """(exit code, top-level and dotted names of every module that was imported)."""
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "helix_lsp", *words],
        cwd=cwd,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        env=os.environ | {"HELIX_ASK_CACHE_DIR": str(cache), "PYTHONPATH": str(ROOT)},
        check=False,
    )
    modules = set(re.findall(r"^import time:\s+\d+ \|\s+\d+ \|\s+(\S+)$", done.stderr, re.MULTILINE))
    return done.returncode, modules


def heavy(modules: set[str], names: set[str]) -> set[str]:
    return {name for name in names if name in modules}


def test_the_version_needs_neither_engine_nor_protocol(tmp_path: Path):
    code, modules = imported("--version", cwd=tmp_path, cache=tmp_path / "cache")
    assert code == 0
    assert heavy(modules, HEAVY | ENGINES) == set()


def test_a_piped_question_needs_no_protocol_and_no_terminal_library(tmp_path: Path):
    project = tmp_path / "project"
    project.mkdir()
    (project / "bell.py").write_text('def ring_bell():\n    """Rings the bell twice."""\n')
    code, modules = imported("ask", "what does ring_bell do?", cwd=project, cache=tmp_path / "cache")
    assert code == 0
    assert "helix_lsp.ask.ladder" in modules
    assert heavy(modules, HEAVY | LATER) == set()


def test_a_query_needs_no_ladder(tmp_path: Path):
    project = tmp_path / "project"
    project.mkdir()
    (project / "bell.py").write_text('def ring_bell():\n    """Rings the bell twice."""\n')
    code, modules = imported("query", "bell", cwd=project, cache=tmp_path / "cache")
    assert code == 0
    assert "helix_lsp.search.search" in modules
    assert heavy(modules, HEAVY | LATER | LADDER) == set()


def test_no_child_imports_from_the_folder_that_it_is_started_in():
    """`-c` puts the folder that a process is in at the head of the path: a repository could hold `numpy.py`."""
    found = []
    for path in package_files():
        for node in nodes(path):
            words = [ast.unparse(word) for word in getattr(node, "elts", ())]
            if "sys.executable" in words and {"'-c'", "'-m'"} & set(words):
                safe = {"'-P'", "'-I'"} & set(words)
                found.append(name(path) if not safe else "")
    assert len(found) >= 5
    assert not [one for one in found if one]
