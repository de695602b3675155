"""What a report is written on: titles, rows with a place, lines without one. The same report goes to a terminal
or into a Markdown comment for a pull request.

Invariant: whoever writes a row hands over what a repository holds as it is; the sheet makes it harmless, a
terminal by showing control characters (`clean`), Markdown by escapes and code spans (`ide/links.py`). A code
host cuts a comment of more than 65,536 characters, so a comment ends before that and says that there is more.
"""

from __future__ import annotations

from typing import Protocol

from helix_lsp.cli.batch import link
from helix_lsp.cli.screen import Screen, clean
from helix_lsp.ide import links

MOST_OF_A_COMMENT = 60_000  # characters


class Sheet(Protocol):
    """`depth` 0 is at the margin, 1 below a title, 2 below a row of depth 1."""

    def title(self, text: str) -> None:
        """Over the rows that follow."""
        ...

    def row(self, path: str, line: int, words: str = "", depth: int = 1) -> None:
        """A place and what is said of it; `line` is 1-based, 0 where the file is gone."""
        ...

    def line(self, words: str, depth: int = 0) -> None:
        """What belongs to no place."""
        ...


class TerminalSheet:
    """On the screen; places are links where colours are wanted."""

    def __init__(self, screen: Screen, root: str) -> None:
        self._screen, self._root = screen, root

    def title(self, text: str) -> None:
        """In bold, after an empty line."""
        self._screen.text("")
        self._screen.styled(self._screen.strong(clean(text)))

    def row(self, path: str, line: int, words: str = "", depth: int = 1) -> None:
        """`path:line  words`; a path alone, in bold, where the file is gone."""
        place = link(path, line, line, self._root, self._screen) if line else self._screen.strong(clean(path))
        self._screen.styled(f"{_indent(depth)}{place}{f'  {clean(words)}' if words else ''}")

    def line(self, words: str, depth: int = 0) -> None:
        """`words`."""
        self._screen.text(f"{_indent(depth)}{words}")


class CommentSheet:
    """Collects Markdown; `text` is the comment so far."""

    def __init__(self, more: str) -> None:
        """`more` is said, as Markdown, where the rest does not have room; room for it is kept."""
        self._more = more
        self._lines: list[str] = []
        self._size = len(more) + 2
        self._full = False

    @property
    def text(self) -> str:
        """The comment, ended by a newline."""
        return "\n".join([*self._lines, *(["", self._more] if self._full else [])]).strip("\n") + "\n"

    def title(self, text: str) -> None:
        """A heading of the third level."""
        self._add("", f"### {links.hosted(text)}", "")

    def row(self, path: str, line: int, words: str = "", depth: int = 1) -> None:
        """An item: the place as code, then the words."""
        place = links.code(f"{path}:{line}" if line else path)
        self._add(f"{_item(depth)}{place}{f' {links.hosted(words)}' if words else ''}")

    def line(self, words: str, depth: int = 0) -> None:
        """A paragraph at the margin, an item below."""
        shown = links.hosted(words)
        self._add(*([f"{_item(depth)}{shown}"] if depth else ["", shown, ""]))

    def _add(self, *lines: str) -> None:
        self._size += sum(len(line) + 1 for line in lines)
        self._full = self._full or self._size > MOST_OF_A_COMMENT
        if self._full:
            return
        for line in lines:
            if line or (self._lines and self._lines[-1]):  # never two empty lines
                self._lines.append(line)


def _indent(depth: int) -> str:
    return " " * (0, 2, 6)[depth]


def _item(depth: int) -> str:
    return f"{'  ' * (depth - 1)}- "
