"""What changed since the index was written: the listing against what the index knows, by size and times.

Racy rule: equal size and time prove nothing for a file that was touched (contents or name) at most
`racy_seconds` before the last scan began or later; such a file is read again. So the start of the last
complete scan is kept beside the index, with what is known by name only and why. The file is a hint: when it
is missing or damaged, everything is read again and nothing is wrong.
"""

from __future__ import annotations

import contextlib
import errno
import os
import stat
from collections.abc import Mapping
from pathlib import Path

import msgspec

from helix_lsp.config import IndexConfig, SessionConfig
from helix_lsp.index.store.base import FileRow
from helix_lsp.session.disk.listing import Listed
from helix_lsp.session.disk.walk import Reason
from helix_lsp.syntax.language import language_of

# A file of the index folder: written so that only its owner can read it, whatever the umask says, and read
# only where it is a file.
#
# A pipe or device under its name does not block, a link is not followed.

_OWN = 0o600
_QUIET = (
    getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_BINARY", 0)
)
_FLAGS = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | _QUIET


def write_private(place: Path, data: bytes) -> None:
    """The file with exactly these bytes and mode 0600; a link that bears the name is not followed. Raises
    OSError.
    """
    with os.fdopen(os.open(place, _FLAGS, _OWN), "wb") as file:
        if hasattr(os, "fchmod"):
            os.fchmod(file.fileno(), _OWN)
        file.write(data)


def replace_private(place: Path, data: bytes) -> None:
    """The same beside it and then moved into place, all or nothing. Raises OSError, with nothing left beside it."""
    draft = place.with_name(f"{place.name}.{os.getpid()}")
    try:
        write_private(draft, data)
        os.replace(draft, place)
    except OSError:
        with contextlib.suppress(OSError):
            draft.unlink()
        raise


def append_private(place: Path, data: bytes) -> int:
    """Bytes more at the end of the file; how many it has now. A link that bears the name is not followed. Raises OSError."""
    descriptor = os.open(place, os.O_WRONLY | os.O_CREAT | os.O_APPEND | _QUIET, _OWN)
    try:
        os.write(descriptor, data)
        return os.fstat(descriptor).st_size
    finally:
        os.close(descriptor)


def read_private(place: Path, most: int = -1) -> bytes:
    """Its first `most` bytes, all of them for -1. Raises OSError, also for what is not a regular file."""
    with os.fdopen(os.open(place, os.O_RDONLY | _QUIET), "rb") as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise OSError(errno.EINVAL, "not a regular file", str(place))
        return file.read(most)


_NAME = "scan.json"
_DATA = frozenset({"json", "yaml", "toml", "text", ""})


class Scan(msgspec.Struct, frozen=True, kw_only=True):
    """`started_ns` is the clock when the last complete scan began, 0 for never; `by_name` says why a path has
    no facts.
    """

    started_ns: int = 0
    by_name: Mapping[str, Reason] = msgspec.field(default_factory=dict[str, "Reason"])


_scan = msgspec.json.Decoder(Scan)


class Difference(msgspec.Struct, frozen=True, kw_only=True):
    """`suspect` look unchanged and must be read to be sure; `flagged` changed only what git says of them. All
    sorted by path.
    """

    changed: tuple[Listed, ...]
    suspect: tuple[Listed, ...]
    flagged: tuple[Listed, ...]
    removed: tuple[str, ...]
    unchanged: int


def compare(
    files: tuple[Listed, ...],
    known: Mapping[str, FileRow],
    last: Scan,
    index: IndexConfig,
    session: SessionConfig,
) -> Difference:
    """What has to be read. A file that crosses a size cap because the cap was changed counts as changed."""
    trusted_until = last.started_ns - int(session.racy_seconds * 1e9) if last.started_ns else -1
    never, large = min(index.max_file_bytes, index.max_data_file_bytes), set(_large(last))
    changed: list[Listed] = []
    suspect: list[Listed] = []
    flagged: list[Listed] = []
    new = 0
    for file in files:
        path, size, mtime_ns, ctime_ns, tracked = file
        before = known.get(path)
        if before is None:
            new += 1
            changed.append(file)
        elif (
            before.size != size
            or before.mtime_ns != mtime_ns
            or ((size > never or path in large) and too_large(path, size, index) != (path in large))
        ):
            changed.append(file)
        elif mtime_ns >= trusted_until or ctime_ns >= trusted_until:
            suspect.append(file)
        elif before.tracked != tracked:
            flagged.append(file)
    here = {file.path for file in files} if len(files) - new < len(known) else known
    return Difference(
        changed=tuple(changed),
        suspect=tuple(suspect),
        flagged=tuple(flagged),
        removed=tuple(sorted(path for path in known if path not in here)),
        unchanged=len(files) - len(changed) - len(suspect) - len(flagged),
    )


def too_large(path: str, size: int, cfg: IndexConfig) -> bool:
    """True when a file of this size is known by its name only."""
    if size <= cfg.max_data_file_bytes:
        return size > cfg.max_file_bytes
    return size > cfg.max_file_bytes or language_of(path) in _DATA


def _large(last: Scan) -> list[str]:
    return [path for path, reason in last.by_name.items() if reason == "too large"]


def load_scan(directory: str) -> Scan:
    """What the last scan left, or nothing."""
    try:
        return _scan.decode(read_private(Path(directory) / _NAME))
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError):
        return Scan()


def save_scan(directory: str, scan: Scan) -> None:
    """Keep it for the next scan, all or nothing; a failure costs time later and is not reported."""
    with contextlib.suppress(OSError):
        replace_private(Path(directory) / _NAME, msgspec.json.encode(scan))
