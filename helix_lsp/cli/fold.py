"""Lines cut at blanks to the width of a terminal, what follows indented below what it belongs to.

Our own escapes (styles and links) take no room and a link is not cut, nor is any word: one that is longer
than the terminal is wide is left to the terminal.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

from helix_lsp.text.regex import regex

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
