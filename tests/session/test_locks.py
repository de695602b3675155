"""Locks of knowledge trees: kept by session beside the index, refused in words, and never in the way when
they are damaged.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from helix_lsp.config import TreesConfig
from helix_lsp.errors import StorageError, UsageError
from helix_lsp.session.kept.memory import LOCKS_NAME, TreeLocks

KNOWN = tuple(f"t{n}" for n in range(20))


@pytest.fixture
def locks(tmp_path: Path) -> TreeLocks:
    return TreeLocks(str(tmp_path), TreesConfig())


def test_inspect_pin_merge_and_clear(locks: TreeLocks, tmp_path: Path):
    assert locks.inspect("s").tree_ids == ()
    assert not locks.inspect("s").locked
    assert locks.pin("s", ["t2", "t1", "t2"], KNOWN).tree_ids == ("t2", "t1")
    assert locks.merge("s", ["t1", "t3"], KNOWN).tree_ids == ("t2", "t1", "t3")
    assert locks.pin("other", ["t9"], KNOWN).tree_ids == ("t9",)
    again = TreeLocks(str(tmp_path), TreesConfig())
    assert again.inspect("s").tree_ids == ("t2", "t1", "t3")
    assert again.pin("s", ["t4"], KNOWN).tree_ids == ("t4",)
    assert again.clear("s").tree_ids == ()
    assert locks.inspect("s").tree_ids == ()
    assert locks.inspect("other").tree_ids == ("t9",)
    assert [path.name for path in tmp_path.iterdir()] == [LOCKS_NAME]


def test_an_unknown_tree_is_refused_with_the_known_ones(locks: TreeLocks):
    with pytest.raises(UsageError, match=r"there is no tree 'x'; there are t0, t1, .* and 8 more"):
        locks.pin("s", ["t1", "x"], KNOWN)
    with pytest.raises(UsageError, match="this workspace has no knowledge trees"):
        locks.merge("s", ["x"], ())
    assert locks.inspect("s").tree_ids == ()


def test_at_most_six(locks: TreeLocks):
    locks.pin("s", KNOWN[:6], KNOWN)
    with pytest.raises(UsageError, match="7 trees, a session can lock 6"):
        locks.merge("s", ["t6"], KNOWN)
    assert locks.inspect("s").tree_ids == KNOWN[:6]
    with pytest.raises(UsageError, match="no tree is named"):
        locks.pin("s", [], KNOWN)


@pytest.mark.parametrize("session", ["", "a b", "../x", "x" * 101, "a\n"])
def test_a_session_has_a_plain_name(locks: TreeLocks, session: str):
    for act in (
        lambda: locks.inspect(session),
        lambda: locks.pin(session, ["t1"], KNOWN),
        lambda: locks.clear(session),
    ):
        with pytest.raises(UsageError, match="a session id is"):
            act()


def test_a_tree_that_is_gone_is_let_go_when_others_are_added(locks: TreeLocks):
    locks.pin("s", ["t1", "t2"], KNOWN)
    assert locks.merge("s", ["t3"], ("t2", "t3")).tree_ids == ("t2", "t3")


def test_the_oldest_sessions_go(tmp_path: Path):
    locks = TreeLocks(str(tmp_path), TreesConfig(max_sessions=2))
    for session in ("a", "b", "a", "c"):
        locks.pin(session, ["t1"], KNOWN)
    assert [locks.inspect(session).locked for session in "abc"] == [True, False, True]


@pytest.mark.parametrize("damage", [b"", b"{", b"[]", b'{"s": 3}', b"\xff\xfe"])
def test_a_damaged_file_is_no_lock(locks: TreeLocks, tmp_path: Path, damage: bytes):
    (tmp_path / LOCKS_NAME).write_bytes(damage)
    assert locks.inspect("s").tree_ids == ()
    assert locks.pin("s", ["t1"], KNOWN).tree_ids == ("t1",)
    assert locks.inspect("s").tree_ids == ("t1",)


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path):
    locks = TreeLocks(str(tmp_path / "gone"), TreesConfig())
    assert locks.inspect("s").tree_ids == ()
    with pytest.raises(StorageError, match="cannot be written"):
        locks.pin("s", ["t1"], KNOWN)
