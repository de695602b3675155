"""`helix-lsp index` killed with SIGKILL at random moments, again and again: the index reopens, whole, with
everything it had before.
"""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from helix_lsp.session.settings.settings import load
from helix_lsp.session.workspace import Workspace
from tests.support.tuning import tuned_environment

ROOT = Path(__file__).resolve().parent.parent.parent
FILES = 900


def _tree(root: Path, files: int) -> None:
    for n in range(files):
        folder = root / f"part{n % 12}"
        folder.mkdir(parents=True, exist_ok=True)
        body = "".join(
            f'def act_{n}_{m}(left):\n    """Do step {m} of {n}."""\n    return other_{m}(left)\n\n\n'
            for m in range(12)
        )
        (folder / f"module_{n}.py").write_text(body)


def _environment(cache: Path) -> dict[str, str]:
    return (
        os.environ
        | {"HELIX_ASK_CACHE_DIR": str(cache)}
        | tuned_environment(index__batch_files=25, index__pool_from_files=100_000)
    )


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="the system does not have SIGKILL")
@pytest.mark.parametrize("rounds", [4, pytest.param(20, marks=pytest.mark.campaign)])
def test_kills_tear_nothing_and_lose_nothing(tmp_path: Path, rounds: int) -> None:
    root, cache = tmp_path / "work", tmp_path / "cache"
    _tree(root, FILES)
    chance = random.Random(20)
    environment = _environment(cache)
    settings = load(str(root), env=environment)
    had: set[str] = set()
    interrupted = 0
    for _ in range(rounds):
        child = subprocess.Popen(
            [sys.executable, "-m", "helix_lsp", "index", "--root", str(root)],
            env=environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            stdin=subprocess.DEVNULL,
        )
        time.sleep(chance.uniform(0.3, 0.9))
        interrupted += child.poll() is None
        child.kill()
        child.wait()
        with Workspace.open(str(root), settings, writable=False) as workspace:
            snapshot = workspace.view().snapshot
            now = set(snapshot.paths())
            assert had <= now, "files that were in the index are gone"
            for path in now:
                outline = snapshot.outline(path)
                assert outline is not None
                assert len(outline.symbols) == 12, path
            had = now
    assert interrupted > 0, "no round hit a running index; the figures say nothing"
    healed, fresh = _whole(root, environment), _whole(root, _environment(tmp_path / "cold"))
    assert healed == fresh
    print(f"{rounds} kills, {interrupted} while indexing, {len(had)} files survived the last one")


def _whole(root: Path, environment: dict[str, str]) -> list[object]:
    """What a finished index says."""
    with Workspace.open(str(root), load(str(root), env=environment)) as workspace:
        workspace.refresh()
        snapshot = workspace.view().snapshot
        hits = [
            snapshot.match({f"=act_{n}_{n % 12}": 1.0, f"=other_{n % 7}": 0.5}, 8)
            for n in range(0, FILES, 50)
        ]
        assert all(hits)
        shown = [[(h.path, h.unit.span.start, round(h.score, 6)) for h in found] for found in hits]
        return [
            snapshot.digest(),
            snapshot.statistics(),
            len(snapshot.paths()),
            snapshot.frequencies(["step", "=act_7_3"]),
            shown,
        ]
