"""The one directory the index may touch, and the only file of this floor that touches it by name
(docs/adr/0001-floors.md).

It is handed in by the session and lies in the user's cache, never in the workspace. SQLite and tantivy open
files in it by the paths given here. Renaming aside, removing and measuring must happen somewhere, and
everything about names is kept in this place.
"""

from __future__ import annotations

import os
import shutil
import stat
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from helix_lsp.index.store.schema import SCHEMA
from helix_lsp.text.regex import regex

_ASIDE = ".aside"
_OWN = 0o600  # the folder is closed to others, and so is each file, for one that is moved or copied out of it
_OTHERS = 0o077
_QUIET = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
_ON_THE_WAY = ("pull-", "push-")  # folders of an index that comes or goes (session/shards)
_VERSIONED = regex(r"(?:facts|text|copies)-(\d+)(?:[.-].*)?\Z")


class Folder:
    """Names inside one index directory."""

    def __init__(self, directory: str, *, keeps: bool = False) -> None:
        """`keeps`: the caller holds the lock, so what was worked out may be kept here."""
        self.path = directory
        self._keeps = keeps
        self.facts = os.path.join(directory, f"facts-{SCHEMA}.sqlite")
        self.text = os.path.join(directory, f"text-{SCHEMA}")

    def make(self) -> None:
        """Create the directory, readable by its owner only; raises `OSError`."""
        os.makedirs(self.path, mode=0o700, exist_ok=True)

    def make_text(self) -> None:
        """Create the text index's directory; raises `OSError`."""
        os.makedirs(self.text, mode=0o700, exist_ok=True)

    def claim_facts(self) -> None:
        """Create an empty facts file that nobody else can read; its log files take its mode. One that is
        there stays, and is not opened: to close a file takes away the locks that SQLite holds on it anywhere
        in this process (POSIX), and with them another connection's log. Raises `OSError`.
        """
        flags = (
            os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NOFOLLOW", 0)
        )
        with suppress(FileExistsError):
            os.close(os.open(self.facts, flags, _OWN))

    def derived(self, name: str) -> bytes:
        """What was kept under a name; nothing where there is no such file."""
        with suppress(OSError), os.fdopen(os.open(self._place(name), os.O_RDONLY | _QUIET), "rb") as file:
            return file.read()
        return b""

    def keep_derived(self, name: str, data: bytes) -> None:
        """Keep what was worked out from the index, all or nothing; a failure costs time later and is not reported."""
        if self._keeps:
            fresh = f"{self._place(name)}.new"
            flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | _QUIET
            with suppress(OSError):
                with os.fdopen(os.open(fresh, flags, _OWN), "wb") as file:
                    file.write(data)
                os.replace(fresh, self._place(name))

    def _place(self, name: str) -> str:
        return os.path.join(self.path, f"{name}-{SCHEMA}.msgpack")

    def close_to_others(self) -> None:
        """Mode 0600 for each file here and in the folders here, whatever the umask was when a library made
        it; never fails.
        """
        if os.name != "posix":
            return
        for folder in (self.path, self.text):
            with suppress(OSError), os.scandir(folder) as entries:
                for entry in entries:
                    with suppress(OSError):
                        if (
                            stat.S_ISREG(mode := entry.stat(follow_symlinks=False).st_mode)
                            and stat.S_IMODE(mode) & _OTHERS
                        ):
                            os.chmod(entry.path, _OWN)

    def odd(self) -> tuple[str, ...]:
        """Names here that bear something else than a file or folder of ours: a link, pipe, socket or device,
        a folder instead of a file. To open one could block or lead elsewhere.
        """
        with suppress(OSError), os.scandir(self.path) as entries:
            return tuple(
                sorted(entry.name for entry in entries if _ASIDE not in entry.name and _is_odd(entry))
            )
        return ()

    def bears_facts(self, names: tuple[str, ...]) -> bool:
        """True when one of the names belongs to the facts or the text index."""
        own = {
            os.path.basename(self.text),
            *(os.path.basename(self.facts) + tail for tail in ("", "-wal", "-shm")),
        }
        return not own.isdisjoint(names)

    def set_odd_aside(self) -> tuple[str, ...]:
        """Give what is `odd` another name (one of each is kept); the names, which are free now. Raises
        `OSError`.
        """
        names = self.odd()
        for name in names:
            place = os.path.join(self.path, name)
            _remove(place + _ASIDE)
            os.replace(place, place + _ASIDE)
        return names

    def identity(self) -> tuple[int, int] | None:
        """Which file now bears the name of the facts; None when there is none. Differs after the file was set
        aside.
        """
        try:
            found = os.stat(self.facts)
        except OSError:
            return None
        return found.st_dev, found.st_ino

    def has_text(self) -> bool:
        """True when there is something that should be a text index."""
        return os.path.lexists(self.text)

    def text_is_blank(self) -> bool:
        """True when the text index's directory is there and nothing was ever written to it."""
        try:
            return not os.listdir(self.text)
        except OSError:
            return False

    def text_files(self) -> Iterator[bytes]:
        """The bytes of the text index's segment files, one after the other; those that go meanwhile are
        passed over.
        """
        try:
            names = sorted(os.listdir(self.text))
        except OSError:
            return
        for name in names:
            if not name.startswith(".") and name != "meta.json":
                with suppress(OSError):
                    yield Path(self.text, name).read_bytes()

    def set_facts_aside(self) -> None:
        """Give the facts file another name (one is kept) and remove its log files, text first; raises
        `OSError`.

        The text index goes first: facts without text are repaired, text of other facts would be believed.
        """
        self.set_text_aside()
        for tail in ("-wal", "-shm"):
            _remove(self.facts + tail)
            _remove(self.facts + _ASIDE + tail)
        if os.path.lexists(self.facts):
            if os.path.isdir(self.facts) or os.path.isdir(self.facts + _ASIDE):
                _remove(self.facts + _ASIDE)
            os.replace(self.facts, self.facts + _ASIDE)

    def set_text_aside(self) -> None:
        """Give the text index another name (one is kept); raises `OSError`."""
        if os.path.lexists(self.text):
            _remove(self.text + _ASIDE)
            os.replace(self.text, self.text + _ASIDE)

    def purge(self) -> None:
        """Remove what was set aside, what older versions left, and copies of an index whose pull or push was killed; the
        caller holds the lock. Never fails, what cannot be removed stays.
        """
        try:
            names = os.listdir(self.path)
        except OSError:
            return
        for name in names:
            found = _VERSIONED.match(name)
            old = found and (int(found[1]) < SCHEMA or _ASIDE in name)
            if old or name.startswith(_ON_THE_WAY):
                try:
                    _remove(os.path.join(self.path, name))
                except OSError:
                    continue

    def sizes(self) -> dict[str, int]:
        """Bytes of the facts (with log) and of the text index."""
        facts = sum(_size(Path(self.facts + tail)) for tail in ("", "-wal", "-shm"))
        try:
            text = sum(_size(p) for p in Path(self.text).iterdir())
        except OSError:
            text = 0
        return {"sqlite": facts, "text": text}


def cannot_open() -> int:
    """The number of the error with which the system refuses to open what everybody may; 0 when it does not."""
    try:
        os.close(os.open(os.devnull, os.O_RDONLY))
    except OSError as error:
        return error.errno or 0
    return 0


def _is_odd(entry: os.DirEntry[str]) -> bool:
    """A text index that is a plain file is not: it is rebuilt alone."""
    if entry.is_dir(follow_symlinks=False):
        return "." in entry.name and not entry.name.startswith(("text-", "."))
    return not entry.is_file(follow_symlinks=False)


def _remove(path: str) -> None:
    if os.path.isdir(path) and not os.path.islink(path):
        shutil.rmtree(path)
    elif os.path.lexists(path):
        os.remove(path)


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0
