"""Prose is told from code inside docstrings."""

from __future__ import annotations

from helix_lsp.ask.text.prose import prose_of
from helix_lsp.text.positions import Span

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


def test_tags_go_with_their_continuation_up_to_a_blank_line_and_headings_end_a_stretch() -> None:
    doc = b"/**\n * Adds it.\n *\n * @param x the thing\n *   and more of it\n *\n * Never fails.\n */"
    kept = b"|".join(s.cut(doc) for s in prose_of(doc, Span(0, len(doc))))
    assert b"Adds it." in kept
    assert b"Never fails." in kept
    assert b"param" not in kept
    assert b"more of it" not in kept
    rust = b"/// Runs.\n///\n/// # Panics\n///\n/// When empty."
    assert [s.cut(rust) for s in prose_of(rust, Span(0, len(rust)))] == [
        b"/// Runs.\n///\n",
        b"///\n/// When empty.",
    ]
