"""An index that may be read and not written answers: a container with an index that was made with its image."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from helix_lsp.errors import StorageError
from helix_lsp.ide.query import QueryRequest, query
from helix_lsp.session.history import notes
from helix_lsp.session.kept import cache
from helix_lsp.session.settings.settings import load
from helix_lsp.session.workspace import Workspace
from tests.support.repository import git, make_repository

Close = Callable[..., None]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    here = tmp_path / "work"
    make_repository(here, "", commit=False)
    (here / "bell.py").write_text('def ring_bell():\n    """Ring the bell."""\n    return 2\n')
    git(here, "add", "-A")
    git(here, "commit", "-q", "-m", "one")
    return here


def opened(root: Path) -> Workspace:
    return Workspace.open(str(root), load(str(root), env={"HOME": str(root.parent), "PATH": os.defpath}))


@pytest.fixture
def closed(monkeypatch: pytest.MonkeyPatch) -> Close:
    """From here on nothing can be written below the cache folder, as far as the index and git's history go."""

    def close(number: int = errno.EROFS) -> None:
        def fail(*_: object, **__: object) -> None:
            raise OSError(number, os.strerror(number))

        monkeypatch.setattr(cache, "_try_write", fail)
        monkeypatch.setattr(notes, "replace_private", fail)
        monkeypatch.setattr(Path, "unlink", fail)

    return close


@pytest.mark.parametrize("number", [errno.EROFS, errno.EACCES])
def test_a_whole_index_answers_and_says_how_far_it_is_behind(root: Path, closed: Close, number: int):
    with opened(root) as workspace:
        workspace.refresh()
    closed(number)
    (root / "later.py").write_text("def later():\n    return 1\n")
    with opened(root) as workspace:
        workspace.refresh()
        view = workspace.view()
        assert query(view, QueryRequest(text="ring_bell")).hits
        assert not view.freshness.fresh
        assert view.freshness.behind == 1
        assert not workspace.status().writable
        assert workspace.history().gone("ring_bell") == ()


def test_without_an_index_it_is_said_that_none_can_be_written(root: Path, closed: Close):
    closed()
    with pytest.raises(StorageError, match="cannot be written: Read-only file system"):
        opened(root)


def test_a_full_disk_is_no_closed_folder(root: Path, closed: Close):
    with opened(root) as workspace:
        workspace.refresh()
    closed(errno.ENOSPC)
    with pytest.raises(StorageError, match="the disk is full"):
        opened(root)
