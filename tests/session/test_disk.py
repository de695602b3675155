"""Reading one file: what is read, what is refused, and that both ways of opening refuse the same."""

from __future__ import annotations

import os
import socket
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from helix_lsp.session.disk import disk
from helix_lsp.session.disk.disk import (
    Content,
    Ends,
    Refused,
    open_checked,
    open_relative,
    read_content,
    read_ends,
    read_file,
)
from tests.support.drop import as_nobody

CAP = 1_000


@pytest.fixture(params=[open_relative, open_checked], ids=["relative", "checked"])
def opener(request: pytest.FixtureRequest) -> disk.Opener:
    return request.param


def reason(root: Path, path: str, opener: disk.Opener, cap: int = CAP) -> str:
    got = read_file(str(root), path, cap, opener=opener)
    assert isinstance(got, Refused), got
    return got.reason


def test_bytes_come_back_untouched(tmp_path: Path, opener: disk.Opener) -> None:
    data = b"\xef\xbb\xbfa\r\nb\x0c\xff\x00\xe2\x80\xa8\r"
    (tmp_path / "a" / "b").mkdir(parents=True)
    (tmp_path / "a" / "b" / "c d\ne.txt").write_bytes(data)
    assert read_file(str(tmp_path), "a/b/c d\ne.txt", CAP, opener=opener) == data


def test_size_and_time_belong_to_the_bytes(tmp_path: Path, opener: disk.Opener) -> None:
    (tmp_path / "f").write_bytes(b"abc")
    os.utime(tmp_path / "f", ns=(1, 1_234_567_891))
    got = read_content(str(tmp_path), "f", CAP, opener=opener)
    assert isinstance(got, Content)
    assert (got.size, got.mtime_ns) == (3, (tmp_path / "f").stat().st_mtime_ns)


@pytest.mark.parametrize(
    "path",
    [
        "",
        "/etc/hostname",
        "../f",
        "a/../../f",
        "a//f",
        "./f",
        "C:/f",
        "a\\f",
        "f\0",
        "f:stream",
        "f ",
        "a\ud800",
    ],
)
def test_unsafe_paths_are_refused(tmp_path: Path, opener: disk.Opener, path: str) -> None:
    (tmp_path / "f").write_bytes(b"x")
    assert reason(tmp_path, path, opener) == "refused path"


def test_links_are_not_followed_in_any_component(tmp_path: Path, opener: disk.Opener) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "canary").write_bytes(b"canary")
    root = tmp_path / "root"
    (root / "deep").mkdir(parents=True)
    (root / "file").symlink_to(outside / "canary")
    (root / "folder").symlink_to(outside)
    (root / "deep" / "up").symlink_to("../..")
    (root / "loop").symlink_to("loop")
    for path in ("file", "folder/canary", "deep/up/outside/canary", "loop", "loop/x"):
        assert reason(root, path, opener) == "symlink", path


def test_what_is_no_regular_file_is_named_and_never_waited_for(tmp_path: Path, opener: disk.Opener) -> None:
    os.mkfifo(tmp_path / "fifo")
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").write_bytes(b"x")
    server = socket.socket(socket.AF_UNIX)
    here = Path.cwd()
    os.chdir(tmp_path)  # a socket's name is short
    try:
        server.bind("socket")
    finally:
        os.chdir(here)
    server.close()
    assert reason(tmp_path, "fifo", opener) == "fifo"
    assert reason(tmp_path, "folder", opener) == "folder"
    assert reason(tmp_path, "socket", opener) == "socket"
    assert reason(Path("/dev"), "null", opener) == "device"
    assert reason(tmp_path, "missing", opener) == "vanished"
    assert reason(tmp_path, "file/below", opener) == "vanished"
    assert reason(tmp_path / "gone", "file", opener) == "vanished"


def test_the_cap_counts_bytes(tmp_path: Path, opener: disk.Opener) -> None:
    (tmp_path / "exact").write_bytes(b"x" * CAP)
    (tmp_path / "over").write_bytes(b"x" * (CAP + 1))
    assert read_file(str(tmp_path), "exact", CAP, opener=opener) == b"x" * CAP
    assert reason(tmp_path, "over", opener) == "too large"


@pytest.mark.skipif(sys.platform != "linux", reason="/proc")
def test_a_file_that_lies_about_its_size_meets_the_cap() -> None:
    got = read_file("/proc/self", "status", 100)
    assert isinstance(got, Refused)
    assert got.reason == "too large"


def test_the_ends_of_a_large_file(tmp_path: Path, opener: disk.Opener) -> None:
    (tmp_path / "f").write_bytes(b"head" + b"." * 5_000 + b"tail")
    got = read_ends(str(tmp_path), "f", 4, opener=opener)
    assert isinstance(got, Ends)
    assert (got.head, got.tail, got.size) == (b"head", b"tail", 5_008)
    missing = read_ends(str(tmp_path), "g", 4, opener=opener)
    assert isinstance(missing, Refused)


def test_permissions_are_a_reason(tmp_path: Path) -> None:
    """Root may read everything, so the reading is done by an unprivileged child."""
    (tmp_path / "closed").mkdir()
    (tmp_path / "closed" / "f").write_bytes(b"x")
    (tmp_path / "f").write_bytes(b"x")
    (tmp_path / "f").chmod(0)
    (tmp_path / "closed").chmod(0)
    for opener in (open_relative, open_checked):
        for path in ("f", "closed/f"):
            assert as_nobody(lambda o=opener, p=path: reason(tmp_path, p, o), tmp_path) == "unreadable"
    (tmp_path / "closed").chmod(0o700)


def swap(folder: Path, away: Path, outside: Path, stop: threading.Event) -> None:
    while not stop.is_set():
        folder.rename(away)
        folder.symlink_to(outside)
        folder.unlink()
        away.rename(folder)


@pytest.mark.parametrize("component", ["folder", "file"])
def test_a_swapped_link_never_leads_outside(tmp_path: Path, opener: disk.Opener, component: str) -> None:
    outside = tmp_path / "outside"
    root = tmp_path / "root"
    for place, text in ((outside, b"canary"), (root / "folder", b"inside")):
        place.mkdir(parents=True)
        (place / "file").write_bytes(text)
    stop = threading.Event()
    inner = root / "folder" if component == "folder" else root / "folder" / "file"
    target = outside if component == "folder" else outside / "file"
    thread = threading.Thread(target=swap, args=(inner, tmp_path / "away", target, stop))
    thread.start()
    try:
        seen = {_text(read_file(str(root), "folder/file", CAP, opener=opener)) for _ in range(3_000)}
    finally:
        stop.set()
        thread.join()
    assert "canary" not in seen


def _text(got: bytes | Refused) -> str:
    return got.reason if isinstance(got, Refused) else got.decode()


def test_a_swap_between_look_and_open_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The checked way compares what it opened with what it looked at."""
    (tmp_path / "f").write_bytes(b"old")
    (tmp_path / "g").write_bytes(b"new")
    real: Callable[..., int] = os.open

    def swapped(path: str, *rest: int) -> int:
        os.replace(tmp_path / "g", tmp_path / "f")
        return real(path, *rest)

    monkeypatch.setattr(disk.os, "open", swapped)
    assert reason(tmp_path, "f", open_checked) == "vanished"
