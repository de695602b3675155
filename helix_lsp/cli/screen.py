"""Where a command writes: answers to stdout, all else to stderr.

Invariants: stdout is UTF-8 on every system; what a repository holds cannot move a terminal's cursor or
retitle its window (control characters are shown, not sent), except through `raw`, whose promise is the exact
bytes.
"""

from __future__ import annotations

import contextlib
import errno
import io
import json
import os
import re
import shutil
import sys
from collections.abc import Generator, Iterable
from typing import BinaryIO, TextIO

from helix_lsp.errors import StorageError
from helix_lsp.session.settings.settings import switch
from helix_lsp.text.visible import HIDDEN, visible
from helix_lsp.wire.readable import readable

GREEN, YELLOW, _BOLD = "32", "33", "1"
_PROSE = 100


class _Closed(io.RawIOBase):
    """In the place of a stdout that is closed: an answer that reaches nobody is a failure, as for `ls` and `grep`."""

    def write(self, _: object, /) -> int:
        raise OSError(errno.EBADF, "it is closed")


class Screen:
    """Two streams. `person`: stdout is a terminal; `colour`: it is, and NO_COLOR is not set; `live`: stderr is a
    terminal; `width`: its columns, to which lines are folded, 0 for no folding.
    """

    def __init__(
        self,
        out: BinaryIO | _Closed,
        err: TextIO,
        *,
        person: bool = False,
        colour: bool = False,
        live: bool = False,
        width: int = 0,
    ) -> None:
        self._out, self._err, self._person = out, err, person
        self.colour, self.live, self._width = colour, live, width

    @classmethod
    def of_process(cls) -> Screen:
        """The streams of this process; a closed stderr swallows what is written."""
        out = sys.stdout.buffer if sys.stdout is not None else _Closed()  # pyright: ignore[reportUnnecessaryComparison]
        err: TextIO = sys.stderr if sys.stderr is not None else io.StringIO()  # pyright: ignore[reportUnnecessaryComparison]
        dumb = switch("NO_COLOR", by_presence=True)
        person = out.isatty()
        width = shutil.get_terminal_size((0, 0)).columns if person else 0
        return cls(out, err, person=person, colour=person and not dumb, live=err.isatty(), width=width)

    @property
    def prose(self) -> int:
        """The columns to which sentences are filled, whatever reads them."""
        return min(self._width, _PROSE) if self._width else _PROSE

    @property
    def err(self) -> TextIO:
        """The stream for progress."""
        return self._err

    def text(self, text: str) -> None:
        """One or more lines for a person."""
        self.styled(visible(text))

    def strong(self, text: str) -> str:
        """`text` in bold where colours are wanted; wrap it after the control characters are gone (`styled`)."""
        return self.tinted(text, _BOLD)

    def tinted(self, text: str, style: str) -> str:
        """The same in a style of a terminal (`GREEN`, `YELLOW`)."""
        return f"\x1b[{style}m{text}\x1b[0m" if self.colour and text else text

    def styled(self, text: str) -> None:
        """Like `text`, for lines that were cleaned part by part (`clean`) and hold our own styles."""
        if self._width:
            from helix_lsp.cli.fold import folded

            text = folded(text, self._width)
        self.exact(text)

    def exact(self, text: str) -> None:
        """Like `styled`, without folding: for what is copied."""
        self.raw(text.encode("utf-8", "backslashreplace") + b"\n")

    def json(self, value: object, *, indent: int | None = None) -> None:
        """One JSON document and a line end: what a person reads is visible (`wire/readable.py`), in all else
        such characters are escaped as JSON does it, and so are the bytes of a file name that is not UTF-8. It is
        indented for a person at a terminal alone: a program pays for each blank.
        """
        layout = {"indent": indent} if indent and self._person else {"separators": (",", ":")}
        text = json.dumps(readable(value), ensure_ascii=False, allow_nan=False, **layout)  # pyright: ignore[reportArgumentType]
        self.raw(HIDDEN.sub(_escaped, text).encode("utf-8") + b"\n")

    def raw(self, data: bytes) -> None:
        """Exactly these bytes. Raises BrokenPipeError when the reader has left, StorageError when they cannot
        be written.
        """
        with self._writing():
            self._out.write(data)

    def note(self, text: str) -> None:
        """One line on stderr that names us; a closed stderr is not a failure."""
        with contextlib.suppress(OSError, ValueError):
            self._err.write(f"helix-lsp: {visible(text)}\n")
            self._err.flush()

    def notes(self, problems: Iterable[str]) -> None:
        """Problems that do not stop a command: each as a line of its own."""
        for problem in problems:
            self.note(problem)

    def flush(self) -> None:
        """Hands everything to the reader; raises like `raw`."""
        with self._writing():
            self._out.flush()

    def abandon(self) -> None:
        """The reader has left: nothing more is written, not even by the interpreter on its way out."""
        with contextlib.suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), self._out.fileno())

    @contextlib.contextmanager
    def _writing(self) -> Generator[None]:
        try:
            yield
        except BrokenPipeError:
            raise
        except OSError as error:
            self.abandon()
            raise StorageError(
                f"the answer cannot be written to stdout: {error.strerror}; check where it is sent"
            ) from error


def clean(text: str) -> str:
    """`text` with control, direction and unseen characters shown as escapes."""
    return visible(text)


def _escaped(match: re.Match[str]) -> str:
    """As JSON writes it, so that a parser reads the same."""
    units = match[0].encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{units[at : at + 4]}" for at in range(0, len(units), 4))
