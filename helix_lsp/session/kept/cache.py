"""Where the index of a root lives: in the user's cache, never in the repository unless the user says so. Also the
lattice before the last change, kept beside the index.

    option index.cache_dir  >  HELIX_ASK_CACHE_DIR  >  <the user's cache folder>/helix-lsp
    each followed by /<readable name>-<digest of the real root>

Invariants: the folder is made with mode 0700 and belongs to the user; a folder that a repository ships under
this name is never opened (design-decisions.md#files-of-strangers): inside the workspace only a folder that
carries the mark of having been made here is. Anything that cannot be used is a StorageError of one line:
what, where, what to do.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import os
import stat
from pathlib import Path

import msgspec

from helix_lsp.errors import StorageError
from helix_lsp.session.disk.scan import read_private, write_private
from helix_lsp.session.git.git_folder import inside
from helix_lsp.session.settings.settings import Settings
from helix_lsp.text.regex import regex
from helix_lsp.trees.diff import FORMAT, Summary

MARK = "made-here"
_CLOSED = frozenset({errno.EROFS, errno.EACCES, errno.EPERM})
_UNSAFE = regex(r"[^A-Za-z0-9._-]+")
_ADVICE = "set index.cache_dir in the user settings or HELIX_ASK_CACHE_DIR to a folder that can be written"


def index_directory(root: str, settings: Settings, *, create: bool = True) -> str:
    """The index folder of a real root path; made when `create`, else only named. Raises StorageError."""
    base, chosen = _base(settings)
    directory = os.path.join(base, index_name(root))
    within = inside(os.path.realpath(directory), root)
    if within and not chosen:
        raise StorageError(
            f"the user's cache folder {base} lies inside the workspace {root}; {_ADVICE} outside of it"
        )
    if not create:
        return directory
    try:
        _make(directory, within=within)
    except OSError as error:
        raise StorageError(_line(directory, error)) from error
    return directory


def may_be_read(root: str, settings: Settings, error: StorageError) -> bool:
    """True when the index folder could not be made only since nothing may be written there, and an index of
    this user's is in it.
    """
    if not isinstance(error.__cause__, OSError) or error.__cause__.errno not in _CLOSED:
        return False
    directory = index_directory(root, settings, create=False)
    try:
        _judge(directory, within=inside(os.path.realpath(directory), root))
        return any(name.startswith("facts-") for name in os.listdir(directory))
    except (OSError, StorageError):
        return False


def cache_folder(settings: Settings) -> str:
    """The folder that holds the indexes of all projects; it may not be there. Raises StorageError."""
    return _base(settings)[0]


def index_name(root: str) -> str:
    """Readable and unique: the root's base name and 16 hex digits of its whole real path."""
    digest = hashlib.sha256(os.fsencode(os.path.normcase(root))).hexdigest()[:16]
    name = _UNSAFE.sub("-", os.path.basename(root)).strip("-.")[:40]
    return f"{name or 'root'}-{digest}"


def is_own(directory: str) -> bool:
    """True for a folder of this user's; a link is none. Raises OSError where there is nothing."""
    info = os.lstat(directory)
    return not stat.S_ISLNK(info.st_mode) and (not hasattr(os, "geteuid") or info.st_uid == os.geteuid())


def _base(settings: Settings) -> tuple[str, bool]:
    """(folder that holds the indexes, whether the user chose it)."""
    around = settings.surroundings
    for given, name in (
        (settings.config.index.cache_dir, "index.cache_dir"),
        (around.cache_dir, "HELIX_ASK_CACHE_DIR"),
    ):
        if not given:
            continue
        place = os.path.join(around.home, given[2:]) if given.startswith("~/") else given
        if not os.path.isabs(place):
            raise StorageError(f"{name} is {given!r}, which is not absolute; give the whole path")
        return os.path.normpath(place), True
    return os.path.join(around.cache_home, "helix-lsp"), False


def _make(directory: str, *, within: bool) -> None:
    os.makedirs(os.path.dirname(directory), mode=0o700, exist_ok=True)
    try:
        os.mkdir(directory, 0o700)
    except FileExistsError:
        _judge(directory, within=within)
    else:
        if within:
            write_private(Path(directory) / MARK, _mark(directory).encode("ascii"))
    _try_write(directory)


def _judge(directory: str, *, within: bool) -> None:
    """An existing folder must be one, the user's own, closed to others, and not shipped by the repository."""
    info = os.lstat(directory)
    if not stat.S_ISDIR(info.st_mode):
        raise StorageError(
            f"the index folder {directory} cannot be made: it is not a folder; remove what is there, or {_ADVICE}"
        )
    if hasattr(os, "geteuid") and info.st_uid != os.geteuid():
        raise StorageError(f"the index folder {directory} belongs to another user; {_ADVICE}")
    if within and _read_mark(directory) != _mark(directory):
        raise StorageError(
            f"the index folder {directory} is in the workspace and was not made here; remove it, or {_ADVICE}"
        )
    if os.name == "posix" and info.st_mode & 0o077:
        with contextlib.suppress(OSError):
            os.chmod(directory, 0o700)


def _try_write(directory: str) -> None:
    """A read-only file system and a full disk show here, before any work is done."""
    probe = os.path.join(directory, f".probe-{os.getpid()}")
    descriptor = os.open(probe, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_CLOEXEC", 0), 0o600)
    try:
        os.write(descriptor, b"x")
    finally:
        os.close(descriptor)
        with contextlib.suppress(OSError):
            os.unlink(probe)


def _mark(directory: str) -> str:
    """What a clone cannot know beforehand: the number the file system gave to this very folder."""
    return str(os.lstat(directory).st_ino)


def _read_mark(directory: str) -> str:
    try:
        return (Path(directory) / MARK).read_text(encoding="ascii")
    except (OSError, UnicodeDecodeError):
        return ""


def _in_the_way(path: str) -> str:
    """The nearest of a path and the folders around it that is there."""
    while not os.path.lexists(path) and (around := os.path.dirname(path)) != path:
        path = around
    return path


def _line(directory: str, error: OSError) -> str:
    where = os.fsdecode(error.filename) if error.filename else directory
    if error.errno == errno.ENOSPC:
        return (
            f"the index folder {directory} cannot be written: the disk is full; free some space, or {_ADVICE}"
        )
    if isinstance(error, FileExistsError | NotADirectoryError):
        return f"the index folder {directory} cannot be made: {_in_the_way(where)} is not a folder; remove it, or {_ADVICE}"
    return f"the index folder {directory} cannot be written: {error.strerror or type(error).__name__} ({where}); {_ADVICE}"


# The lattice before the last change, kept beside the index, so that two generations can be compared
# (design-decisions.md#baseline).
#
# `lattice.msgpack` is the newest summary, `lattice-baseline.msgpack` the one before. Both are hints: when
# one is missing, damaged or of another format, there is nothing to compare with yet, and nothing is wrong.

_kept = msgspec.msgpack.Decoder(tuple[int, Summary])

NEWEST = "lattice.msgpack"
BASELINE = "lattice-baseline.msgpack"


def keep(directory: str, now: Summary) -> None:
    """Make `now` the newest and what was the newest the baseline, unless nothing changed. A failure to write
    is not reported.
    """
    newest = load(directory, NEWEST)
    if newest is not None and same(newest, now):
        return
    place = Path(directory) / NEWEST
    temporary = place.with_name(f"{NEWEST}.{os.getpid()}")
    with contextlib.suppress(OSError):
        write_private(temporary, msgspec.msgpack.encode((FORMAT, now)))
        if newest is not None:
            os.replace(place, Path(directory) / BASELINE)
        os.replace(temporary, place)
        return
    with contextlib.suppress(OSError):
        temporary.unlink()


def load(directory: str, name: str) -> Summary | None:
    """A kept summary; None where there is none that can be read."""
    try:
        kind, summary = _kept.decode(read_private(Path(directory) / name))
    except (OSError, msgspec.MsgspecError):
        return None
    return summary if kind == FORMAT else None


def same(one: Summary, other: Summary) -> bool:
    """True when nothing but the generation differs."""
    return (one.files, one.nodes, one.cards) == (other.files, other.nodes, other.cards)
