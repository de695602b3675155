"""Law I3 through the whole floor, many files, and the status."""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest

from helix_lsp.session.workspace import Workspace
from tests.session.conftest import TREE
from tests.support.repository import git, make_repository
from tests.support.tree import write_tree
from tests.support.workspace import open_in


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("in_git", [True, False])
def test_incremental_equals_rebuilt(tmp_path: Path, seed: int, in_git: bool) -> None:
    """Law I3 through the whole floor: after any disk history the index is what a cold build of the same bytes
    gives.
    """
    chance = random.Random(seed)
    root = make_repository(tmp_path / "root", TREE) if in_git else tmp_path / "root"
    write_tree(root, TREE)
    names = ["app.py", "lib/store.py", "README.md", "a/b.py", "a/c.md", "big.json", "bin", "copy.py"]
    large = b"[" + b"1," * 150_000 + b"1]"
    texts = [b"def one(): ...\n", b"def two(): ...\n", b"# T\n`one`\n", b"\x00bin", large, b"", b"\xff\xfe"]
    with open_in(tmp_path, root, batch_files=3) as workspace:
        for _ in range(8):
            for _ in range(chance.randrange(1, 5)):
                mutate(chance, root, names, texts)
            report = workspace.refresh()
            assert report.freshness.fresh
        state = described(workspace)
    with open_in(tmp_path / "cold", root) as cold:
        cold.refresh()
        assert described(cold) == state


def mutate(chance: random.Random, root: Path, names: list[str], texts: list[bytes]) -> None:
    place = root / chance.choice(names)
    match chance.randrange(5):
        case 0 | 1:
            place.parent.mkdir(exist_ok=True)
            place.write_bytes(chance.choice(texts))
        case 2:
            place.unlink(missing_ok=True)
        case 3 if place.exists():
            other = root / chance.choice(names)
            other.parent.mkdir(exist_ok=True)
            place.rename(other)
        case _:
            if place.exists():
                os.utime(place, (chance.randrange(1, 9), chance.randrange(1, 9)))


def described(workspace: Workspace) -> object:
    snapshot = workspace.view().snapshot
    files = [snapshot.file(path) for path in snapshot.paths()]
    units = [(path, len(snapshot.units(path))) for path in snapshot.paths()]
    report = workspace.refresh()
    return snapshot.digest(), files, units, snapshot.names(), snapshot.statistics(), report.skipped


def test_ten_thousand_tiny_files(tmp_path: Path) -> None:
    root = tmp_path / "root"
    for folder in range(100):
        (root / f"d{folder}").mkdir(parents=True)
        for number in range(100):
            (root / f"d{folder}" / f"f{number}.py").write_text("x = 1\n")
    told: list[tuple[int, int]] = []
    with open_in(tmp_path, root) as workspace:
        report = workspace.refresh(lambda _m, done, total: told.append((done, total)))
        assert (report.added, report.extracted, report.problems) == (10_000, 1, ())
        assert told[-1] == (10_000, 10_000)
        assert workspace.refresh().unchanged == 10_000


def test_status_tells_everything(tmp_path: Path, root: Path) -> None:
    with open_in(tmp_path, root) as workspace:
        workspace.refresh()
        status = workspace.status()
        assert (status.root, status.files, status.writable, status.writer) == (
            str(root),
            4,
            True,
            os.getpid(),
        )
        assert status.head == git(root, "rev-parse", "HEAD").strip()
        assert {(c.language, c.files) for c in status.languages} >= {("python", 2), ("markdown", 1)}
        assert status.units > 0
        assert status.size_sqlite > 0
        assert status.source == "git"
        assert dict(status.versions)["helix-lsp"]
        assert [c.reason for c in status.skipped] == ["binary"]
        assert status.freshness.fresh
