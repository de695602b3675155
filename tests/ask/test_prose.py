"""Sentences with exact bytes, and the plain reading of markup."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helix_lsp.ask.text.prose import paragraph, plain, sentences, shorten, unmarked
from helix_lsp.text.positions import Span


def _cut(text: str) -> list[str]:
    data = text.encode()
    return [s.cut(data).decode() for s in sentences(data, Span(0, len(data)))]


def test_sentences_end_at_marks_paragraphs_and_items() -> None:
    assert _cut(
        "One is here. Two, e.g. this one, too!\nStill two? Yes\n\nNew paragraph\n- item one\n- item two."
    ) == [
        "One is here.",
        "Two, e.g. this one, too!",
        "Still two?",
        "Yes",
        "New paragraph",
        "item one",
        "item two.",
    ]


def test_crlf_and_dots_inside_names_do_not_split() -> None:
    assert _cut("Call app.run() now.\r\nThen stop.\r\n\r\nEnd") == [
        "Call app.run() now.",
        "Then stop.",
        "End",
    ]


@pytest.mark.parametrize(
    ("raw", "read"),
    [
        (b":meth:`~flask.Flask.route` registers a rule", "`route` registers a rule"),
        (b"See :class:`the app <flask.Flask>` and ``code`` here", "See `the app` and `code` here"),
        (b"[docs](https://evil.example/x) ![pixel](https://evil.example/p.png) end", "docs pixel end"),
        (b'"""Doc of it."""', "Doc of it."),
        (b"/// A line\n/// and more", "A line and more"),
        (b"# comment", "comment"),
        (
            b"A URL (`scheme://[user][:pass]@host`) of [the `user`](a.md)",
            "A URL (`scheme://[user][:pass]@host`) of the `user`",
        ),
        (b"It is `a[0](b)` [here](a.md)", "It is `a[0](b)` here"),
        (b"**bold** and <b>tag</b> but `List<int>` stays", "bold and tag but `List<int>` stays"),
        (
            b"at <https://docs.example.org/a>. <p>Ask <me@example.org>",
            "at https://docs.example.org/a. Ask me@example.org",
        ),
        ("a\u202eb\u200bc".encode(), "abc"),
        (b"broken \xff byte", "broken ÿ byte"),
        (
            b"See {class}`Context` and [`Next`]; don\\'t, \\~4x, `a\\.b`",
            "See `Context` and `Next`; don't, ~4x, `a\\.b`",
        ),
        (b"# =======\n# Help methods\n# =======", "Help methods"),
        (b"@brief Sets it. */", "Sets it."),
        (b"/** {@inheritDoc} */", ""),
        (
            b"Default is {@code null}, see {@link #close()} and {@link Pool#drain(int, long) the drain}.",
            "Default is `null`, see `close()` and the drain.",
        ),
        (
            b"Use {@link Job.retry | retrying} or {@linkcode Queue}; {@ broken} stays",
            "Use retrying or `Queue`; {@ broken} stays",
        ),
    ],
)
def test_plain(raw: bytes, read: str) -> None:
    assert plain(raw) == read


def test_paragraph_stops_at_a_blank_line() -> None:
    data = b"\n  First line\n  goes on.\n \n  Second."
    assert paragraph(data, Span(0, len(data))).cut(data) == b"First line\n  goes on."


def test_shorten_cuts_at_a_word() -> None:
    assert shorten("one two three", 9) == "one two …"
    assert shorten("short", 9) == "short"


@given(st.text(max_size=200))
def test_sentences_lie_in_order_inside_the_text_and_lose_no_letter(text: str) -> None:
    data = text.encode("utf-8", "surrogatepass")
    spans = list(sentences(data, Span(0, len(data))))
    assert all(a.end <= b.start for a, b in itertools.pairwise(spans))
    kept = b"".join(s.cut(data) for s in spans)
    assert [c for c in kept if bytes([c]).isalpha()] == [c for c in data if bytes([c]).isalpha()]


def _read(text: str) -> list[str]:
    data = text.encode()
    return [plain(s.cut(data)) for s in sentences(data, Span(0, len(data)), comment=True)]


@pytest.mark.parametrize(
    ("comment", "read"),
    [
        ("/**\n * Title of it\n *\n * Goes on\n * here.\n */", ["Title of it", "Goes on here."]),
        ("// one\n// two\n//\n// three", ["one two", "three"]),
        ("#: The salt of\n#: the cookie.", ["The salt of the cookie."]),
        (
            "/// Not available (fast, etc.)\n/// since it is slow. Next.",
            ["Not available (fast, etc.) since it is slow.", "Next."],
        ),
        ("Words.\n\n* item one\n* item two\n\nEnd", ["Words.", "item one", "item two", "End"]),
    ],
)
def test_marks_at_the_beginnings_of_a_comments_lines_are_no_text(comment: str, read: list[str]) -> None:
    assert _read(comment) == read


@given(st.binary(max_size=200))
def test_unmarked_keeps_length_and_line_ends(text: bytes) -> None:
    blanked = unmarked(text)
    assert len(blanked) == len(text)
    assert [n for n, c in enumerate(blanked) if c in b"\r\n"] == [
        n for n, c in enumerate(text) if c in b"\r\n"
    ]
