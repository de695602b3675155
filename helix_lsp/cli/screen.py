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
import unicodedata
from collections.abc import Generator, Iterable, Iterator
from typing import BinaryIO, TextIO

from helix_lsp.errors import StorageError
from helix_lsp.session.settings.settings import switch
from helix_lsp.text.regex import regex
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


# Lines cut at blanks to the width of a terminal, what follows indented below what it belongs to.
#
# Our own escapes (styles and links) take no room and a link is not cut, nor is any word: one that is longer
# than the terminal is wide is left to the terminal.

_PIECE = regex(r"\x1b\]8;;([^\x1b]*)\x1b\\|\x1b\[[0-9;]*m|[^\x1b]|\x1b")
_BULLET, _MARK = "- ", "> "
_COLUMN = 24  # a second column that begins later than this is not one to indent to
_CODE = 4  # blanks before a line that is quoted
_LEAST = 20  # columns; below it nothing is readable, so nothing is cut


def folded(text: str, width: int) -> str:
    """`text` with each of its lines at most `width` columns long; as it is for a width under 20."""
    if width < _LEAST:
        return text
    return "\n".join(part for line in text.split("\n") for part in _fold(line, width))


def columns(text: str) -> int:
    """The columns that a terminal needs for `text`."""
    return sum(taken for _, taken, _ in _cells(text))


def _cells(line: str) -> Iterator[tuple[str, int, bool]]:
    """(piece, columns, whether the line may be cut there instead)."""
    linked = False
    for found in _PIECE.finditer(line):
        piece = found[0]
        if len(piece) > 1 or piece == "\x1b":
            linked = bool(found[1]) if piece.startswith("\x1b]") else linked
            yield piece, 0, False
        else:
            yield piece, _wide(piece), piece == " " and not linked


def _wide(char: str) -> int:
    if char.isascii():
        return 1
    if unicodedata.combining(char):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def _fold(line: str, width: int) -> Iterator[str]:
    """The parts of one line; tabs count as a blank, so a line that holds some may come out longer."""
    cells = list(_cells(line))
    if sum(taken for _, taken, _ in cells) <= width:
        yield line
        return
    hang = _hang("".join(piece for piece, taken, _ in cells if taken), width)
    start, at, used, cut, first, worded = 0, 0, 0, -1, True, False
    while at < len(cells):
        piece, taken, blank = cells[at]
        if blank and worded:
            cut = at
        worded = worded or not (blank or piece.startswith("\x1b"))
        used += taken
        if used > width and cut >= 0:
            yield _part(cells[start:cut], first, hang)
            start = cut + 1
            while start < len(cells) and cells[start][2]:
                start += 1
            first, cut, at, used, worded = False, -1, start, hang, False
            continue
        at += 1
    yield _part(cells[start:], first, hang)


def _part(cells: list[tuple[str, int, bool]], first: bool, hang: int) -> str:
    return " " * (0 if first else hang) + "".join(piece for piece, _, _ in cells).rstrip(" ")


def _hang(plain: str, width: int) -> int:
    """Below the text of a bullet, below the second column of a row, a little to the right of a quoted line."""
    rest = plain.lstrip(" ")
    lead = len(plain) - len(rest)
    gap = rest.find("  ")
    if rest.startswith(_BULLET):
        hang = lead + len(_BULLET)
    elif rest.startswith(_MARK):
        hang = lead + len(_MARK) + 2
    elif gap > 0 and lead + gap < _COLUMN:
        hang = lead + len(rest) - len(rest[gap:].lstrip(" "))
    elif gap > 0:
        hang = lead + 4
    else:
        hang = lead + 2 if lead >= _CODE else lead
    return hang if hang <= width // 2 else min(lead, width // 2)
