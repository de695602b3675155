"""A folder of code and documents that is typed in, saved, renamed, closed and given other encodings all the
time, and what stood in it when.
"""

from __future__ import annotations

import contextlib
import os
import random
import re
import time
from pathlib import Path
from typing import Any

from reliability_past import Past

from helix_lsp.session.workspace import Workspace

FILES = 24
_PAUSE = 0.004  # between two changes, in seconds
_LONGEST = 6_000
_ENCODINGS = ("utf-8", "utf-8-sig", "latin-1", "utf-16", "utf-8")
_NOISE = ("é", "😀", "\u2028", "\t", "x", "日", "e\u0301", "𝒳", "`", "\ufeff")


def made(root: Path) -> Path:
    """Three modules of code, one document, and so on."""
    for number in range(FILES):
        names = (
            [(number - 1 - part, part) for part in range(3)]
            if number % 4 == 3
            else [(number, part) for part in range(2)]
        )
        if number % 4 == 3:
            lines = [f"# Guide {number}\n"]
            lines += [
                f"## About part_{n}_{k % 2}\n\nCall `part_{n}_{k % 2}` when the kiln is hot. It fires {k} pots é.\n"
                for n, k in names
            ]
        else:
            lines = [f'"""Module {number} of kilns."""\n\n']
            lines += [
                f"class Part{n}_{k}:\n    '''Holds pot {k} é.'''\n\n    def run_{k}(self, x):\n        '''Run the pot {k}.'''\n"
                f"        return part_{n}_{k}(x)\n\n\ndef part_{n}_{k}(x):\n    '''Fire pot {k} of kiln {n}.'''\n    return x + {k}\n\n"
                for n, k in names
            ]
        path = root / _names(number)[0]
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes("\n".join(lines).encode())
    return root


def _names(number: int) -> tuple[str, str]:
    """The two names that a file takes in turn."""
    end = "md" if number % 4 == 3 else "py"
    return f"kilns/m{number}.{end}", f"größe/m{number}_moved.{end}"


class World:
    """The folder, what stood in it, and the two threads that change it and bring the index up to date."""

    def __init__(
        self, workspace: Workspace, root: Path, dice: random.Random, changes: dict[str, int]
    ) -> None:
        self.workspace = workspace
        self.root = root
        self.runs = True
        self.refreshes = 0
        self._dice = dice
        self._changes = changes
        both = [name for number in range(FILES) for name in _names(number)]
        self.first = {path: (root / path).read_bytes() for path in both if (root / path).exists()}
        self.files = {path: Past(self.first.get(path)) for path in both}
        self.buffers = {path: Past(None) for path in both}
        (root / "größe").mkdir()

    def keep_up(self) -> None:
        """Refresh again and again, as a server that is told of every change."""
        with self._or_end():
            while self.runs:
                self.workspace.refresh()
                self.refreshes += 1
                time.sleep(0.05)

    def type_on(self) -> None:
        """Change one thing after another."""
        acts = (
            self._type,
            self._type,
            self._type,
            self._turn_ends,
            self._close,
            self._save,
            self._move,
            self._encode,
        )
        with self._or_end():
            while self.runs:
                act = self._dice.choice(acts)
                number = self._dice.randrange(FILES)
                here, there = (
                    _names(number) if self.files[_names(number)[0]].now is not None else _names(number)[::-1]
                )
                act(here, there)
                name = act.__name__.strip("_")
                self._changes[name] = self._changes.get(name, 0) + 1
                time.sleep(_PAUSE)

    @contextlib.contextmanager
    def _or_end(self) -> Any:
        """A thread that fails ends the campaign, which says so."""
        try:
            yield
        except BaseException:
            self.runs = False
            raise

    def _current(self, path: str) -> bytes:
        held = self.buffers[path].now
        return held if held is not None else self.files[path].now or b""

    def _at_first(self, *names: str) -> bytes:
        return next(self.first[name] for name in names if name in self.first)

    def _edit(self, path: str, text: str) -> None:
        data = text.encode() if len(text) < _LONGEST else self._at_first(path, self._other(path))
        self.buffers[path].put(data)
        self.workspace.edit(path, data)
        self.buffers[path].settle()

    def _other(self, path: str) -> str:
        here, there = _names(int("".join(re.findall(r"/m(\d+)", path))))
        return there if path == here else here

    def _type(self, here: str, there: str) -> None:
        del there
        text, dice = self._current(here).decode("utf-8", "replace"), self._dice
        at = dice.randrange(len(text) + 1)
        match dice.randrange(5):
            case 0:
                text = f"{dice.choice(_NOISE)}\n{text}"
            case 1 | 2:
                text = text[:at] + dice.choice(_NOISE) + text[at:]
            case 3:
                text = text[:at] + text[at + dice.randrange(1, 12) :]
            case _:  # rename
                text = text.replace(f"run_{dice.randrange(2)}", f"run_{dice.randrange(2)}").replace(
                    "kiln", dice.choice(("kiln", "oven")), 1
                )
        self._edit(here, text)

    def _turn_ends(self, here: str, there: str) -> None:
        del there
        text = self._current(here).decode("utf-8", "replace")
        self._edit(
            here,
            text.replace("\r\n", "\n")
            if "\r\n" in text
            else text.replace("\n", self._dice.choice(("\r\n", "\r"))),
        )

    def _close(self, here: str, there: str) -> None:
        for path in (here, there):
            if self.buffers[path].now is not None:
                self.buffers[path].put(None)
                self.workspace.release(path)
                self.buffers[path].settle()

    def _save(self, here: str, there: str) -> None:
        """The buffer goes to disk, or another program writes; now and then the file is as it was first."""
        data = self._current(here) if self._dice.random() < 0.7 else self._at_first(here, there)
        self._write(here, data + b"# saved\n" if len(data) < _LONGEST else data)

    def _encode(self, here: str, there: str) -> None:
        text = self._at_first(here, there).decode()
        self._write(here, text.encode(self._dice.choice(_ENCODINGS)))

    def _write(self, path: str, data: bytes) -> None:
        fresh = self.root.parent / "being-written"
        fresh.write_bytes(data)
        self.files[path].put(data)
        fresh.replace(self.root / path)
        self.files[path].settle()

    def _move(self, here: str, there: str) -> None:
        """Rename on disk; an open buffer follows or stays, as editors do both."""
        self.files[there].put(self.files[here].now)
        self.files[here].put(None)
        os.rename(self.root / here, self.root / there)
        self.files[here].settle()
        self.files[there].settle()
        if self._dice.random() < 0.5 and self.buffers[here].now is not None:
            held = self.buffers[here].now
            self._close(here, there)
            self._edit(there, held.decode("utf-8", "replace") if held is not None else "")
