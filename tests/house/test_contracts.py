"""The import contracts of pyproject.toml hold, and each of them would notice what it forbids. Carries I1, I7
and I8.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.house.source import CORE, OUTSIDE, PACKAGE, ROOT


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


FLOORS = "A room imports only from the floors below"
LADDER = "A rung reads only rungs below it"
COMPOSERS = "A composer knows no other one"
CHANNELS = "Search channels do not know each other"
PROTOCOL = "Only lsp/ speaks the Language Server Protocol"
AGENTS = "Only mcp/ speaks the Model Context Protocol"
WORLD = "The core never touches the world"
STORAGE = "Only the index speaks to SQLite"
MODEL = "Only planning and synthesis reach a model"
DRAFT = "Only synthesis asks a model to write"
CONNECTION = "Only session/model opens a connection to a model"

UP = [
    ("tuning/search.py", "helix_lsp.config.option", FLOORS),
    ("text/positions.py", "helix_lsp.syntax.outline", FLOORS),
    ("history/uses.py", "helix_lsp.search.ranking.hit", FLOORS),
    ("search/ranking/hit.py", "helix_lsp.align.mentions.resolve", FLOORS),
    ("verify/judge.py", "helix_lsp.ask.question.question", FLOORS),
    ("ask/question/question.py", "helix_lsp.session.settings.settings", FLOORS),
    ("evaluate/diagnose.py", "helix_lsp.mcp.server", FLOORS),
    ("mcp/server.py", "helix_lsp.lsp.work", FLOORS),
    ("trees/bind.py", "helix_lsp.align.live", FLOORS),
    ("ask/rungs/intent.py", "helix_lsp.ask.rungs.evidence", LADDER),
    ("ask/compose/steps.py", "helix_lsp.ask.compose.overview", COMPOSERS),
    ("ask/compose/material.py", "helix_lsp.ask.compose.users", COMPOSERS),
    ("search/channels/fuzzy.py", "helix_lsp.search.channels.path", CHANNELS),
]
OUT = [
    *(
        (f"{place}.py", called, contract)
        for place in (
            "history/uses",
            "verify/judge",
            "evaluate/diagnose",
            "wire/claim_audit",
            "errors",
            "unplanned/room",
        )
        for called, contract in (
            ("os", WORLD),
            ("lsprotocol", PROTOCOL),
            ("sqlite3", STORAGE),
            ("mcp", AGENTS),
            ("httpx", CONNECTION),
        )
    ),
    ("tuning/search.py", "os", WORLD),
    ("align/mentions/resolve.py", "subprocess", WORLD),
    ("ide/mentions.py", "time", WORLD),
    ("trees/walk.py", "os", WORLD),
    ("index/units/units.py", "pathlib", WORLD),
    ("search/channels/lexical.py", "sqlite3", STORAGE),
    ("mcp/server.py", "sqlite3", STORAGE),
    ("mcp/calls.py", "lsprotocol", PROTOCOL),
    ("lsp/work.py", "mcp", AGENTS),
    ("session/disk/disk.py", "lsprotocol", PROTOCOL),
    ("session/disk/disk.py", "httpx", CONNECTION),
    ("ask/compose/settled.py", "helix_lsp.ask.model.model_port", MODEL),
    ("verify/judge.py", "helix_lsp.ask.model.model_port", MODEL),
    ("ask/rungs/envelope.py", "helix_lsp.ask.model.model_draft", DRAFT),
]


@pytest.mark.parametrize("planted", [UP, OUT], ids=["of a floor", "of the world"])
def test_forbidden_imports_are_noticed(planted: list[tuple[str, str, str]], tmp_path: Path):
    """All of a kind in one tree. `unplanned` is a new package, which no contract names."""
    shutil.copytree(PACKAGE, tmp_path / "helix_lsp", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    for place, called, _ in planted:
        target = tmp_path / "helix_lsp" / place
        if not target.parent.exists():
            target.parent.mkdir()
            (target.parent / "__init__.py").touch()
        with target.open("a", encoding="utf-8") as file:
            file.write(f"\nimport {called}\n")
    code, report = lint_imports(tmp_path)
    assert code != 0
    told = _told(report)
    missed = [
        (place, called, contract)
        for place, called, contract in planted
        if not any(
            f"{_module(place)} -> {called} (l." in text
            for name, text in told.items()
            if name.startswith(contract)
        )
    ]
    assert missed == [], report
    if planted is OUT:
        assert "unplanned" in told[FLOORS], "a new package needs a floor"


def _module(place: str) -> str:
    return "helix_lsp." + place.removesuffix(".py").replace("/", ".")


def _told(report: str) -> dict[str, str]:
    """What the report says of each broken contract, by its name."""
    _, _, broken = report.partition("Broken contracts")
    parts = re.split(r"^(.+)\n-+\n", broken, flags=re.M)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def test_each_floor_is_core_or_outside():
    assert set(OUTSIDE) <= {path.name.removesuffix(".py") for path in PACKAGE.iterdir()}
    assert {"history", "verify", "evaluate", "text"} <= set(CORE)
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"][
        "contracts"
    ]
    world = next(one for one in contracts if one["id"] == "world")
    excused = {line.split()[0] for line in world["ignore_imports"] if line.endswith("-> **")}
    assert {one.removeprefix("helix_lsp.").removesuffix(".**") for one in excused} == set(OUTSIDE)
    wide = {one["id"]: one["source_modules"] for one in contracts if one["type"] == "forbidden"}
    assert all(modules == ["helix_lsp"] for modules in wide.values()), (
        "a contract holds for every floor, by exclusion"
    )
