"""Problems that do not stop a command, as lines on stderr."""

from __future__ import annotations

from collections.abc import Iterable

from helix_lsp.cli.screen import Screen


def tell(problems: Iterable[str], screen: Screen) -> None:
    """Each problem as a line of its own."""
    for problem in problems:
        screen.note(problem)
