"""Prose is told from code inside docstrings."""

from __future__ import annotations

from helix_lsp.ask.docstring import prose_of
from helix_lsp.text.span import Span

DOC = b'''"""Closes the door because of the wind.

    Use it like this::

        close(door)
        wait()

    It never opens again.

    >>> close(1)
    2

    :param door: the door
    """'''


def test_literal_blocks_doctests_and_fields_are_left_out() -> None:
    kept = b"|".join(s.cut(DOC) for s in prose_of(DOC, Span(0, len(DOC))))
    assert b"because of the wind" in kept
    assert b"It never opens again." in kept
    for code in (b"close(door)", b"wait()", b">>> close", b":param"):
        assert code not in kept


def test_fences_in_comments_are_left_out() -> None:
    doc = b"/// Adds one.\n/// ```\n/// add(1)\n/// ```\n/// Never fails."
    kept = b"|".join(s.cut(doc) for s in prose_of(doc, Span(0, len(doc))))
    assert kept == b"/// Adds one.\n|/// Never fails."
