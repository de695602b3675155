"""Whatever a person has set for their own git, and whatever of it a repository repeats: history, drift, a
change and the listing stay.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from helix_lsp.config.documents import DriftConfig
from helix_lsp.ide.drift_look import drift
from helix_lsp.ide.mentions import View
from helix_lsp.session.disk.git_files import list_files
from helix_lsp.session.git.git import Git, find_git
from helix_lsp.session.history.change import read_change
from helix_lsp.session.history.history import open_history
from helix_lsp.wire.drift_report import drift_report_to_wire
from tests.support.hostile_git import LEGAL, config_text
from tests.support.repository import git, make_repository
from tests.support.workspace import open_in

TREE = """
    //- /kiln.py
    class OldKiln:
        def burn(self, hours):
            self.heat(hours)
            return hours * 3

        def heat(self, hours):
            self.hours = hours

    def sweep(): return 1
    //- /lib/störe.py
    def fetch_bricks(): return 2
    //- /docs/guide.md
    # Guide

    Call `OldKiln.burn`, then `sweep_all`, then `fetch_bricks` of `lib/störe.py`. See [the shed](../shed.py).
    //- /shed.py
    def sweep_all(): return 3
"""
OF_THE_DISK = (
    "core.ignoreCase",
    "core.fileMode",
    "core.precomposeUnicode",
)  # what a repository says of its file system, git's own word


class World:
    """One repository and its index; what is asked of it as bytes."""

    def __init__(self, base: Path, root: Path, view: View) -> None:
        self.base, self.root, self.view = base, root, view
        self.count = 0
        self.config = (root / ".git" / "config").read_text()

    def answers(self, settings: list[tuple[str, str]], *, local: bool = True) -> bytes:
        """Everything that depends on git, under settings of the user's and, where they are no word on the
        file system, of the repository's.
        """
        self.count += 1
        home, folder = self.base / f"home{self.count}", self.base / f"index{self.count}"
        home.mkdir()
        folder.mkdir()
        (home / ".gitconfig").write_text(config_text(settings))
        repeated = [one for one in settings if one[0] not in OF_THE_DISK] if local else []
        (self.root / ".git" / "config").write_text(self.config + config_text(repeated))
        program = find_git(os.defpath, str(self.root))
        assert program is not None
        asked = Git(program=program, environment={"HOME": str(home), "PATH": os.defpath}, seconds=60)
        history = open_history(asked, str(self.root), str(folder), DriftConfig())
        assert history is not None
        report = drift_report_to_wire(drift(self.view, history, []))
        change, left = read_change(asked, str(self.root), self.view, "HEAD~2")
        names = {
            name: repr(history.gone(name))
            for name in ("OldKiln", "burn", "heat", "sweep", "sweep_all", "fetch_bricks")
        }
        paths = {path: repr(history.path_gone(path)) for path in ("shed.py", "kiln.py", "lib/störe.py")}
        listed = list_files(asked, str(self.root))
        return json.dumps(
            [report, repr(change), repr(left), names, paths, repr(listed)], ensure_ascii=False, sort_keys=True
        ).encode()


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    base = tmp_path_factory.mktemp("settings")
    root = make_repository(base / "root", TREE)
    text = (root / "kiln.py").read_text()
    git(root, "rm", "-q", "kiln.py", "shed.py")
    (root / "furnace.py").write_text(text.replace("OldKiln", "Furnace").replace("burn", "fire"))
    git(root, "add", "-A")
    git(root, "commit", "-qm", "rename")
    (root / "lib" / "störe.py").write_text("def fetch_stones(): return 2\n")
    git(root, "commit", "-qam", "stones")
    (root / "furnace.py").write_text((root / "furnace.py").read_text() + "\n\ndef late(): ...\n")
    (root / "new file.py").write_text("x = 1\n")
    with open_in(base, root) as workspace:
        workspace.refresh()
        yield World(base, root, workspace.view())


@pytest.fixture(scope="module")
def expected(world: World) -> bytes:
    made = world.answers([])
    for word in (b"Furnace", b"fetch_stones", b"new file.py", b"furnace.py"):
        assert word in made
    assert json.loads(made)[0]["findings"], "nothing drifted, so that nothing could be lost"
    return made


def test_there_are_at_least_forty_settings() -> None:
    assert len(LEGAL) >= 40


@pytest.mark.parametrize(("key", "value"), LEGAL, ids=[f"{key}={value}" for key, value in LEGAL])
def test_a_setting_changes_nothing(world: World, expected: bytes, key: str, value: str) -> None:
    assert world.answers([(key, value)]) == expected


def test_all_settings_together_change_nothing(world: World, expected: bytes) -> None:
    assert world.answers(list(LEGAL)) == expected


def test_the_users_own_excludes_are_the_one_setting_that_counts(world: World, expected: bytes) -> None:
    (world.base / "mine").write_text("new file.py\n")
    made = world.answers([("core.excludesFile", str(world.base / "mine"))], local=False)
    assert made != expected
    assert "new file.py" not in json.loads(made)[5]
