"""One writer: who holds the lock, and that death frees it."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from helix_lsp.errors import StorageError
from helix_lsp.session.kept.lock import LOCK_NAME, FlockWay, Holder, MsvcrtWay, WriterLock, acquire, holder

_HOLD = """
import sys
from helix_lsp.session.kept.lock import acquire
acquire(sys.argv[1])
print("held", flush=True)
sys.stdin.read()
"""


class FakeMsvcrt:
    """`msvcrt.locking` as documented: a byte range that only one descriptor can hold, EACCES for the others."""

    LK_NBLCK = 2
    LK_UNLCK = 0

    def __init__(self) -> None:
        self.held: dict[tuple[int, int], int] = {}
        self.offsets: list[int] = []

    def locking(self, fd: int, mode: int, nbytes: int) -> None:
        offset = os.lseek(fd, 0, os.SEEK_CUR)
        self.offsets.append(offset)
        key = (os.fstat(fd).st_ino, offset)
        if mode == self.LK_UNLCK:
            del self.held[key]
        elif self.held.setdefault(key, fd) != fd:
            raise PermissionError(errno.EACCES, "Permission denied")
        assert nbytes == 1


@pytest.fixture(params=["flock", "msvcrt"])
def way(request: pytest.FixtureRequest) -> FlockWay | MsvcrtWay:
    return FlockWay() if request.param == "flock" else MsvcrtWay(FakeMsvcrt())


def test_one_holds_and_the_other_is_told_who(tmp_path: Path, way: FlockWay | MsvcrtWay) -> None:
    first = acquire(str(tmp_path), way=way)
    assert isinstance(first, WriterLock)
    second = acquire(str(tmp_path), way=way)
    assert isinstance(second, Holder)
    assert second.pid == os.getpid()
    assert second.started > 0
    assert second.words() == f"process {os.getpid()}"
    first.release()
    first.release()
    assert holder(str(tmp_path)).pid == 0
    third = acquire(str(tmp_path), way=way)
    assert isinstance(third, WriterLock)
    third.release()


def test_the_windows_way_leaves_the_text_readable(tmp_path: Path) -> None:
    fake = FakeMsvcrt()
    lock = acquire(str(tmp_path), way=MsvcrtWay(fake))
    assert isinstance(lock, WriterLock)
    assert all(offset > 1_000_000 for offset in fake.offsets)
    assert (tmp_path / LOCK_NAME).stat().st_size < 200


def test_death_frees_the_lock(tmp_path: Path) -> None:
    child = subprocess.Popen(
        [sys.executable, "-c", _HOLD, str(tmp_path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    with child:
        assert child.stdout is not None
        assert child.stdout.readline() == b"held\n"
        told = acquire(str(tmp_path))
        assert told == holder(str(tmp_path))
        assert isinstance(told, Holder)
        assert told.pid == child.pid
        child.send_signal(signal.SIGKILL)
        child.wait()
        lock = acquire(str(tmp_path))
        assert isinstance(lock, WriterLock)
        assert holder(str(tmp_path)).pid == os.getpid()
        lock.release()


@pytest.mark.parametrize("text", [b"", b"no json", b"[1]", b'{"pid": "x"}', b"\xff"])
def test_a_strange_lock_file_tells_nothing(tmp_path: Path, text: bytes) -> None:
    (tmp_path / LOCK_NAME).write_bytes(text)
    assert holder(str(tmp_path)) == Holder()
    assert Holder().words() == "another process"


def test_a_file_system_without_locks_is_one_clear_line(tmp_path: Path) -> None:
    class Broken(FlockWay):
        def take(self, descriptor: int) -> bool:
            raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    with pytest.raises(StorageError, match=r"does not work: No locks available; .*index\.cache_dir"):
        acquire(str(tmp_path), way=Broken())


def test_a_missing_folder_is_one_clear_line(tmp_path: Path) -> None:
    with pytest.raises(StorageError, match="cannot be opened: No such file"):
        acquire(str(tmp_path / "gone"))


def test_a_linked_lock_file_is_not_followed_and_a_lock_takes_its_place(tmp_path: Path) -> None:
    (tmp_path / "precious").write_text("keep")
    for target in ("precious", "gone", LOCK_NAME):
        (tmp_path / LOCK_NAME).unlink(missing_ok=True)
        (tmp_path / LOCK_NAME).symlink_to(tmp_path / target)
        lock = acquire(str(tmp_path))
        assert isinstance(lock, WriterLock)
        assert not (tmp_path / LOCK_NAME).is_symlink()
        assert isinstance(acquire(str(tmp_path)), Holder)
        lock.release()
    assert (tmp_path / "precious").read_text() == "keep"
    assert not (tmp_path / "gone").exists()
