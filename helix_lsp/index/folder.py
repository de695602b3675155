"""The one directory the index may touch, and the only file of this floor that touches it by name (house.md, Floors).

It is handed in by the session and lies in the user's cache, never in the workspace. SQLite and tantivy open files in it by the
paths given here. Renaming aside, removing and measuring must happen somewhere, and everything about names is kept in this
place.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from helix_lsp.index.schema import SCHEMA

_ASIDE = ".aside"
_VERSIONED = re.compile(r"(?:facts|text)-(\d+)(?:[.-].*)?\Z")


class Folder:
    """Names inside one index directory."""

    def __init__(self, directory: str) -> None:
        self.path = directory
        self.facts = os.path.join(directory, f"facts-{SCHEMA}.sqlite")
        self.text = os.path.join(directory, f"text-{SCHEMA}")

    def make(self) -> None:
        """Create the directory, readable by its owner only; raises `OSError`."""
        os.makedirs(self.path, mode=0o700, exist_ok=True)

    def make_text(self) -> None:
        """Create the text index's directory; raises `OSError`."""
        os.makedirs(self.text, mode=0o700, exist_ok=True)

    def identity(self) -> tuple[int, int] | None:
        """Which file now bears the name of the facts; None when there is none. Differs after the file was set aside."""
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
        """The bytes of the text index's segment files, one after the other; those that go meanwhile are passed over."""
        try:
            names = sorted(os.listdir(self.text))
        except OSError:
            return
        for name in names:
            if not name.startswith(".") and name != "meta.json":
                with suppress(OSError):
                    yield Path(self.text, name).read_bytes()

    def set_facts_aside(self) -> None:
        """Give the facts file another name (one is kept) and remove its log files, text first; raises `OSError`.

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
        """Remove what was set aside and what older versions left; never fails, what cannot be removed stays."""
        try:
            names = os.listdir(self.path)
        except OSError:
            return
        for name in names:
            found = _VERSIONED.match(name)
            if found and (int(found[1]) < SCHEMA or _ASIDE in name):
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
