"""Quoted lines with a gutter of two columns: `> ` before the line that matters, two blanks before the others.

The fence around them says which line it is in the words that site builders use (```` ```python {3} ````), so that a client can draw it.
"""

from __future__ import annotations


def marked_lines(code: str, marked: int) -> str:
    """`code` with its gutter; as it is where no line is marked (0) or it has one line only. `marked` counts from 1."""
    lines = code.split("\n")
    if not _is_marked(lines, marked):
        return code
    return "\n".join(f"{'> ' if number == marked else '  '}{line}".rstrip() for number, line in enumerate(lines, 1))


def marked_info(code: str, marked: int) -> str:
    """` {3}` behind the language of the fence, `` where `marked_lines` leaves the code as it is."""
    return f" {{{marked}}}" if _is_marked(code.split("\n"), marked) else ""


def _is_marked(lines: list[str], marked: int) -> bool:
    return len(lines) > 1 and 1 <= marked <= len(lines)
