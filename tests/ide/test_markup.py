"""Quoted repository text cannot become anything but text."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from helix_lsp.ide.links import code, fence, link, paragraph, rewrite_links, text, visible
from helix_lsp.lsp.answer_document import inline


@pytest.mark.parametrize(
    ("raw", "safe"),
    [
        ("![x](http://evil/p.png)", "`![x](http://evil/p.png)`"),
        ("<img src=x onerror=alert(1)>", "`<img` src=x onerror=alert(1)>"),
        ("[click](helix:a.py#L1)", "`[click](helix:a.py#L1)`"),
        ("see www.evil.example now", "see `www.evil.example` now"),
        ("mail me@evil.example", "mail `me@evil.example`"),
        ("a\u202egpj.exe", r"`a\u202egpj.exe`"),
        ("nul\0 esc\x1b[31m", r"`nul\x00` `esc\x1b[31m`"),
        ("1. item", "`1.` item"),
        ("- item - more", "`-` item - more"),
        ("# title #", "`#` title `#`"),
        ("> quoted", "`>` quoted"),
        (">quoted", "`>quoted`"),
        ("&amp; <b>", "`&amp;` `<b>`"),
        ("a < b && c", "a < b && c"),
        ("*a* _b_ ~~c~~", "`*a*` `_b_` `~~c~~`"),
        ("the **kwargs of `run`", "the `**kwargs` of `` `run` ``"),
        ("[X-Forwarded-For, X-Real-IP]", "[X-Forwarded-For, X-Real-IP]"),
        ("[foo]: /url", "`[foo]:` /url"),
        ("[a label]: /url", "`[a` `label]:` /url"),
        ("plain words, twice.", "plain words, twice."),
        ("two\nlines", "two lines"),
    ],
)
def test_words_with_live_signs_are_code(raw: str, safe: str) -> None:
    assert text(raw) == safe


PARSER = MarkdownIt("commonmark").enable(["table", "strikethrough"])
SIGNS = "`\\[]()!<>&*_~|#+-=:.1 \nax/;@"


def read_back(markdown: str) -> str:
    """What a reader of rendered Markdown sees; fails where it is more than words and code in one paragraph."""
    blocks = PARSER.parse(markdown)
    assert [b.type for b in blocks] in ([], ["paragraph_open", "inline", "paragraph_close"])
    inside = [t for b in blocks for t in b.children or ()]
    assert {t.type for t in inside} <= {"text", "text_special", "code_inline"}
    return "".join(t.content for t in inside)


@given(st.one_of(st.text(SIGNS, max_size=60), st.text(max_size=60)))
def test_a_parser_reads_the_words_and_nothing_else(raw: str) -> None:
    assert read_back(text(raw)) == " ".join(visible(raw).split())


BETWEEN = st.lists(st.text("*b ](<>&;-~", min_size=1, max_size=4), min_size=1, max_size=4)


@pytest.mark.parametrize("made", [inline, lambda line: paragraph(line, 400)], ids=["answer", "docstring"])
@given(between=BETWEEN)
def test_code_beside_live_signs_stays_code(made: Callable[[str], str], between: list[str]) -> None:
    line = "x " + "`a`".join(between) + " y"  # a mark at the end of a line, `-->`, would close a comment
    assert "".join(read_back(made(line)).split()) == "".join(line.replace("`", "").split())


def test_a_fence_cannot_be_closed_from_inside() -> None:
    assert fence("a\n```\n<script>\n````", "Py<thon") == "`````python\na\n```\n<script>\n````\n`````"


def test_a_code_span_cannot_be_closed_from_inside() -> None:
    assert code("a ``b`` `c") == "```a ``b`` `c```"
    assert code("`x`") == "`` `x` ``"


def test_links_are_rewritten_and_quoted_code_is_not() -> None:
    page = f"{fence('[x](helix:a.py#L1)', 'python')}\n\ndefined {link('src/a (b) [c].py', 3)} {code('](helix:a.py#L2)')}"
    seen: list[tuple[str, int]] = []

    def to_uri(path: str, line: int) -> str:
        seen.append((path, line))
        return f"file:///w/{path}"

    assert rewrite_links(page, to_uri) == (
        "```python\n[x](helix:a.py#L1)\n```\n\n"
        "defined [`src/a (b) [c].py:3`](file:///w/src/a%20%28b%29%20[c].py) `](helix:a.py#L2)`"
    )
    assert seen == [("src/a (b) [c].py", 3)]


@given(st.text(max_size=80))
def test_no_quoted_text_makes_a_link_of_ours(raw: str) -> None:
    page = f"{text(raw)} {code(raw)}\n\n{fence(raw, 'python')}\n\n{text(raw)}"
    assert rewrite_links(page, lambda path, line: "CHANGED") == page
    assert visible(raw) == visible(visible(raw))


@pytest.mark.parametrize(
    ("raw", "shown"),
    [
        ('"""Does it.\n\n    More here.\n    """', "Does it."),
        ('r"""Over\n    two lines.\n\n    :param x: y\n    """', "Over two lines."),
        ("# a comment\n# goes on", "a comment goes on"),
        ("/**\n * Adds two numbers.\n * @param a one\n */", "Adds two numbers."),
        ("/// Reads all.\n///\n/// # Errors", "Reads all."),
        ("// Run starts it.\n// It blocks.", "Run starts it. It blocks."),
        (
            '"""See :meth:`~flask.Flask.route` and ``None`` or `x`."""',
            "See `flask.Flask.route` and `None` or `x`.",
        ),
        ('"""Pick ``a`` or ```c```."""', "Pick `a` or `c`."),
        (
            '"""Odd ```` ```x``` ```` and `a``b`, ```c"""',
            "Odd ```` ```x``` ```` and ```a``b```, ```` ```c ````",
        ),
        ('"""Short.\n    :param f: the function\n    """', "Short."),
        ('""""""', ""),
        ('"""As if\n    :meth:`it` ran.\n    :param x: y"""', "As if `it` ran."),
        ('"""![x](http://e) <b>hi</b>"""', "`![x](http://e)` `<b>hi</b>`"),
    ],
)
def test_first_paragraph(raw: str, shown: str) -> None:
    assert paragraph(raw, 200) == shown


def test_a_paragraph_is_cut_at_a_word() -> None:
    assert paragraph('"""one two three four"""', 9) == "one two …"
