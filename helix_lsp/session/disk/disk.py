"""Reading one file of a workspace: its bytes, or why not.

Invariants: nothing outside the root is opened, no link is followed in any component, only regular files are
read, never more than the cap, never blocking on a FIFO or device, no newline translation, no exception for
anything that a folder can hold. What is read is what was checked: the checks are made on the open descriptor.
Where the system has no more descriptors or memory to give, that is not a property of the file: `StorageError`.
See design-decisions.md#files-of-strangers.

Where the system can open relative to a folder descriptor (`open_relative`: Linux, macOS) each component is
opened without following links. Elsewhere (`open_checked`: Windows) every component is looked at before and
after the open and must be the same thing both times.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from helix_lsp.errors import EXHAUSTED
from helix_lsp.text.paths import refuse

Reason = Literal[
    "refused path",
    "symlink",
    "folder",
    "fifo",
    "socket",
    "device",
    "not a regular file",
    "unreadable",
    "vanished",
    "too large",
]
Opener = Callable[[str, Sequence[str]], "int | Reason"]

_BLOCK = (
    1 << 18
)  # measured: a source file is read in 7 us; in blocks of a megabyte, each allocated anew, in 57
_FLAGS = (
    os.O_RDONLY | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NOINHERIT", 0) | getattr(os, "O_BINARY", 0)
)
_QUIET = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0)
_NO_FOLLOW = getattr(os, "O_NOFOLLOW", 0)
_FOLDER = getattr(os, "O_DIRECTORY", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_PATH", os.O_RDONLY)
_NAME_SURROGATE = 0x2000_0000  # a reparse tag that stands for another name: symbolic links and junctions, not cloud placeholders


@dataclass(frozen=True, slots=True, kw_only=True)
class Content:
    """Bytes as they are on disk. `size` and `mtime_ns` are the descriptor's, taken before reading: a write
    meanwhile shows at the next scan.
    """

    data: bytes
    size: int
    mtime_ns: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Ends:
    """First and last bytes of a file that is too large to be read whole."""

    head: bytes
    tail: bytes
    size: int
    mtime_ns: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Refused:
    """Why a path was not read; `reason` is a fixed word, `detail` may add to it. `failed`: the disk failed,
    so nothing is known of the file.
    """

    path: str
    reason: Reason
    detail: str = ""
    failed: bool = False


def read_file(root: str, path: str, cap: int, *, opener: Opener | None = None) -> bytes | Refused:
    """Bytes of the repository-relative `path` below the absolute folder `root`, at most `cap` of them."""
    content = read_content(root, path, cap, opener=opener)
    return content if isinstance(content, Refused) else content.data


def read_content(root: str, path: str, cap: int, *, opener: Opener | None = None) -> Content | Refused:
    """Like `read_file`, with the size and time that belong to the bytes."""
    opened = _open(root, path, opener)
    if isinstance(opened, Refused):
        return opened
    try:
        info = os.fstat(opened)
        if info.st_size > cap:
            return Refused(path=path, reason="too large", detail=f"{info.st_size} bytes")
        data = _read(opened, cap + 1)
    except (OSError, MemoryError) as error:
        return _unread(root, path, error)
    finally:
        os.close(opened)
    if len(data) > cap:
        return Refused(path=path, reason="too large", detail=f"more than {cap} bytes")
    return Content(data=data, size=info.st_size, mtime_ns=info.st_mtime_ns)


def read_ends(root: str, path: str, length: int, *, opener: Opener | None = None) -> Ends | Refused:
    """The first and the last `length` bytes; they overlap in a file shorter than both together."""
    opened = _open(root, path, opener)
    if isinstance(opened, Refused):
        return opened
    try:
        info = os.fstat(opened)
        head = _read(opened, length)
        os.lseek(opened, max(0, info.st_size - length), os.SEEK_SET)
        tail = _read(opened, length)
    except (OSError, MemoryError) as error:
        return _unread(root, path, error)
    finally:
        os.close(opened)
    return Ends(head=head, tail=tail, size=info.st_size, mtime_ns=info.st_mtime_ns)


def open_relative(root: str, parts: Sequence[str]) -> int | Reason:
    """A descriptor reached component by component, no link followed; raises OSError."""
    folder = os.open(root, _FOLDER)
    try:
        for part in parts[:-1]:
            wrong = kind_of(os.stat(part, dir_fd=folder, follow_symlinks=False))
            if wrong != "folder":
                return "vanished" if wrong is None else wrong
            deeper = os.open(part, _FOLDER | _NO_FOLLOW, dir_fd=folder)
            os.close(folder)
            folder = deeper
        wrong = kind_of(os.stat(parts[-1], dir_fd=folder, follow_symlinks=False))
        if wrong:
            return wrong
        return os.open(parts[-1], _FLAGS | _QUIET | _NO_FOLLOW, dir_fd=folder)
    finally:
        os.close(folder)


def open_checked(root: str, parts: Sequence[str]) -> int | Reason:
    """A descriptor for systems without relative opens: what every component was before the open, it still is
    after; raises OSError.
    """
    places = [os.path.join(root, *parts[: n + 1]) for n in range(len(parts))]
    before = [os.lstat(place) for place in places]
    for info in before[:-1]:
        wrong = kind_of(info)
        if wrong != "folder":
            return "vanished" if wrong is None else wrong
    wrong = kind_of(before[-1])
    if wrong:
        return wrong
    opened = os.open(places[-1], _FLAGS | _QUIET)
    try:
        seen = os.fstat(opened)
        after = [os.lstat(place) for place in places]
        same = os.path.samestat(seen, before[-1]) and all(map(os.path.samestat, before, after))
    except OSError:
        os.close(opened)
        raise
    if not same:
        os.close(opened)
        return "vanished"
    return opened


def kind_of(info: os.stat_result) -> Reason | None:
    """What an entry is when it is not a regular file; None when it is one."""
    mode = info.st_mode
    if os.name == "nt" and getattr(info, "st_reparse_tag", 0) & _NAME_SURROGATE:
        return "symlink"
    if stat.S_ISREG(mode):
        return None
    if stat.S_ISLNK(mode):
        return "symlink"
    if stat.S_ISDIR(mode):
        return "folder"
    if stat.S_ISFIFO(mode):
        return "fifo"
    if stat.S_ISSOCK(mode):
        return "socket"
    return "device" if stat.S_ISCHR(mode) or stat.S_ISBLK(mode) else "not a regular file"


OPENER: Opener = (
    open_relative
    if _NO_FOLLOW and os.open in os.supports_dir_fd and os.stat in os.supports_dir_fd
    else open_checked
)


def _open(root: str, path: str, opener: Opener | None) -> int | Refused:
    wrong = refuse(path)
    if wrong:
        return Refused(path=path, reason="refused path", detail=wrong)
    try:
        path.encode("utf-8", "surrogateescape")
        opened = (opener or OPENER)(root, path.split("/"))
        if isinstance(opened, str):
            return Refused(path=path, reason=opened)
        wrong_kind = kind_of(os.fstat(opened))
        if wrong_kind:
            os.close(opened)
            return Refused(path=path, reason=wrong_kind)
        return opened
    except UnicodeEncodeError:
        return Refused(path=path, reason="refused path", detail="the path cannot be a file name")
    except (OSError, MemoryError) as error:
        return _unread(root, path, error)


def _read(opened: int, most: int) -> bytes:
    blocks: list[bytes] = []
    left = most
    while left > 0:
        block = os.read(opened, min(left, _BLOCK))
        if not block:
            break
        blocks.append(block)
        left -= len(block)
    return b"".join(blocks)


def _reason(error: OSError) -> Reason:
    if error.errno in (errno.ENOENT, errno.ENOTDIR, errno.ESTALE):
        return "vanished"
    if error.errno == errno.ELOOP:
        return "symlink"
    return "socket" if error.errno == errno.ENXIO else "unreadable"


def _unread(root: str, path: str, error: OSError | MemoryError) -> Refused:
    """What an error says of the file; raises `StorageError` where it says nothing of it."""
    if isinstance(error, MemoryError) or error.errno in EXHAUSTED:
        from helix_lsp.index.store.refusal import (
            refused_by_system,
        )  # reads SQLite, which who only reads files does not need

        raise refused_by_system(error, f"{path} in {root} could not be read") from None
    return Refused(
        path=path,
        reason=_reason(error),
        detail=error.strerror or type(error).__name__,
        failed=error.errno == errno.EIO,
    )
