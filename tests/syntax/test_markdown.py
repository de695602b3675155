"""Markdown: exact bytes of headings, code spans, links and fences; hostile input; the way without the
grammar.
"""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from helix_lsp.syntax.documents import markdown
from helix_lsp.syntax.documents.markdown import read_markdown
from tests.support.outlines import check_outline

ASTRAL = "\U0001d11e"


def spans(data: bytes) -> list[tuple[str, bytes]]:
    """Each code span's text and source."""
    outline = read_markdown(data)
    check_outline(data, outline)
    for mention in outline.mentions:
        assert mention.outer.cut(data).strip(b"`").strip(b" ") == mention.span.cut(data).strip(b" ")
    return [(m.text, m.span.cut(data)) for m in outline.mentions]


def test_a_readme_gives_sections_mentions_links_and_fences():
    data = (
        b"---\ntitle: Guide\nnav:\n  - page: one\n---\n\n"
        b"# The `Flask` *guide* #\n\n"
        b'Call [`url_for()`](api.md#url_for "docs") or see [the docs][d] and <https://flask.org/>.\n\n'
        b'```python title="app.py"\napp = Flask(`no`)\n```\n\n'
        b"Second `part`\n-------------\n\n"
        b"- item ``a ` b``\n\n  ~~~{.sh}\n  run\n    deep\n  ~~~\n\n"
        b"Para\n\n    indented code\n\n"
        b"### Deep {#own-id}\n\n"
        b"![logo `alt`](img/logo.png)\n\n"
        b"# The Flask guide\n\n"
        b"[d]: https://docs.example/x 'Docs'\n"
    )
    outline = read_markdown(data)
    check_outline(data, outline)
    assert [(s.title, s.anchor, s.level, s.parent) for s in outline.sections] == [
        ("The Flask guide", "the-flask-guide", 1, -1),
        ("Second part", "second-part", 2, 0),
        ("Deep", "own-id", 3, 1),
        ("The Flask guide", "the-flask-guide-1", 1, -1),
    ]
    assert [s.heading.cut(data) for s in outline.sections[:3]] == [
        b"# The `Flask` *guide* #",
        b"Second `part`\n-------------",
        b"### Deep {#own-id}",
    ]
    assert outline.sections[0].extent.end == outline.sections[3].span.start
    assert outline.sections[1].extent.end == outline.sections[3].span.start
    assert [(m.text, m.outer.cut(data), m.section) for m in outline.mentions] == [
        ("Flask", b"`Flask`", 0),
        ("url_for()", b"`url_for()`", 0),
        ("part", b"`part`", 1),
        ("a ` b", b"``a ` b``", 1),
        ("alt", b"`alt`", 2),
    ]
    assert [(k.target, k.span.cut(data), k.text.cut(data)) for k in outline.links] == [
        ("api.md#url_for", b"api.md#url_for", b"`url_for()`"),
        ("https://docs.example/x", b"d", b"the docs"),
        ("https://flask.org/", b"https://flask.org/", b"https://flask.org/"),
        ("img/logo.png", b"img/logo.png", b"logo `alt`"),
    ]
    assert [(f.language, f.span.cut(data), f.section) for f in outline.fences] == [
        ("python", b"app = Flask(`no`)\n", 0),
        ("sh", b"run\n    deep\n", 1),
        ("", b"indented code\n", 1),
    ]
    assert [(k.path, k.span.cut(data), k.value.cut(data)) for k in outline.keys] == [
        ("title", b"title", b"Guide"),
        ("nav", b"nav", b"- page: one"),
        ("nav[0].page", b"page", b"one"),
    ]
    assert outline.problems == ()


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        pytest.param(b"| a |\n|---|\n| `x \\| y` |\n", [("x | y", b"x \\| y")], id="table with escaped pipe"),
        pytest.param(
            b"> - deep `q`\n>   > more `r`\n", [("q", b"q"), ("r", b"r")], id="nested quote and list"
        ),
        pytest.param(b"> quote\nlazy `code` here\n", [("code", b"code")], id="lazy continuation"),
        pytest.param(b"> `two\n> lines` b\n", [("two lines", b"two\n> lines")], id="multi-line code span"),
        pytest.param(
            f"{ASTRAL} `{ASTRAL}x` `y`\n".encode(),
            [(ASTRAL + "x", (ASTRAL + "x").encode()), ("y", b"y")],
            id="astral",
        ),
        pytest.param(b"# h\r\n\r\na `b`\r\nc `d\r\ne`\r\n", [("b", b"b"), ("d e", b"d\r\ne")], id="crlf"),
        pytest.param(b"## The `run` method ##\n", [("run", b"run")], id="heading"),
        pytest.param(b"see [`Flask`][f]\n\n[f]: x\n", [("Flask", b"Flask")], id="link label"),
        pytest.param(
            b"`` a`b `` and ` c ` and `  `\n", [("a`b", b"a`b"), ("c", b"c")], id="double back-ticks"
        ),
        pytest.param(b"-\ta\t`b\tc`\n\n\t`d`\n", [("b\tc", b"b\tc"), ("d", b"d")], id="tabs"),
        pytest.param(b'<div>\n`no`\n</div>\n\n`yes` <a href="`no`">\n', [("yes", b"yes")], id="html"),
        pytest.param(b"```\n`no`\n```\n~~~\n`no`\n~~~\n`yes`\n", [("yes", b"yes")], id="fence"),
        pytest.param(b"A `b`\nc\n===\n", [("b", b"b")], id="setext"),
        pytest.param(b"- one `a\n  b` two\n- `c`\n", [("a b", b"a\n  b"), ("c", b"c")], id="list soft break"),
    ],
)
def test_the_tricky_cases_are_exact(data: bytes, expected: list[tuple[str, bytes]]):
    assert spans(data) == expected


def test_back_slashes_unclosed_runs_and_html_hide_nothing_else():
    assert spans(b"\\`no` x` `` open `a` <b `c`>\n") == [(" x", b" x"), ("a", b"a"), ("c", b"c")]
    assert spans(b"a <!-- `no` --> `yes` <x@y.z> `too`\n") == [("yes", b"yes"), ("too", b"too")]


def test_indented_lines_do_not_interrupt_a_paragraph():
    data = b"  1. One\n  two `x\n    * For y`, `z`\n      `q`\n\n     end\n"
    assert [text for text, _ in spans(data)] == ["x * For y", "z", "q"]
    assert read_markdown(data).fences == ()


def test_cells_beyond_the_header_are_not_shown():
    assert spans(b"| a | b |\n|---|---|\n| `x` | `y | z` | `w` |\n") == [("x", b"x")]


def test_links_do_not_nest_and_brackets_need_a_target():
    data = b"[a [b](c) d](e) ![i [j](k)](l) [none] [x](<a b> 't') [y](z(1)) [q](open\n\nhttps://a.b/c_(d). www.e.f)\n"
    outline = read_markdown(data)
    check_outline(data, outline)
    assert [k.target for k in outline.links] == ["c", "k", "l", "a b", "z(1)", "https://a.b/c_(d)", "www.e.f"]


def test_reference_labels_fold_case_and_space_and_the_first_definition_wins():
    data = b"[One  Two] [x][ONE two] [one two][]\n\n[one\ntwo]: first\n[one two]: second\n"
    outline = read_markdown(data)
    check_outline(data, outline)
    assert [k.target for k in outline.links] == ["first"] * 3


def test_anchors_are_those_of_github():
    data = "# Hello, World!\n# Hello World\n# `foo_bar` & <b>baz</b>\n# Ünï — 你好\n# a-b  c\n".encode()
    assert [s.anchor for s in read_markdown(data).sections] == [
        "hello-world",
        "hello-world-1",
        "foo_bar--baz",
        "ünï--你好",
        "a-b-c",
    ]


def test_nested_headings_divide_nothing_but_use_up_an_anchor():
    outline = read_markdown(b"> # A\n\n# A\n\n- # B\n")
    assert [(s.title, s.anchor) for s in outline.sections] == [("A", "a-1")]


def test_toml_front_matter_and_a_rule_that_is_none():
    outline = read_markdown(b"+++\ntitle = 'x'\n[a]\nb = 1\n+++\n# T\n")
    assert [k.path for k in outline.keys] == ["title", "a", "a.b"]
    assert outline.sections[0].title == "T"
    outline = read_markdown(b"---\n\nJust text\n---\n\nmore `c`\n")
    assert outline.keys == ()
    assert ([s.title for s in outline.sections], len(outline.mentions)) == (["Just text"], 1)
    broken = read_markdown(b"---\na: [1\nb: }\n---\n`c`\n")
    assert [p.code for p in broken.problems] == ["syntax"]
    assert [m.text for m in broken.mentions] == ["c"]


def test_byte_order_mark_invalid_bytes_and_odd_line_ends_keep_the_offsets():
    data = b"\xef\xbb\xbf# `T`\r\xff `a`\x0c `b`\xe2\x80\xa8`c`\x00\n`d`"
    assert spans(data) == [("T", b"T"), ("a", b"a"), ("b", b"b"), ("c", b"c"), ("d", b"d")]


def test_fences_in_containers_and_at_the_end():
    data = b"> ```js\n> a\n>  b\n> ```\n\n1. x\n\n   ```\n   c\n   ```\n\n```\n```\n\n```rust,ignore\nd"
    outline = read_markdown(data)
    check_outline(data, outline)
    assert [(f.language, f.span.cut(data)) for f in outline.fences] == [
        ("js", b"a\n>  b\n"),
        ("", b"c\n"),
        ("", b""),
        ("rust", b"d"),
    ]


def test_deep_nesting_is_masked_and_reported():
    data = b"# a\n\n" + b"> " * 10_000 + b"`x`\n\n`y`\n\n" + b"- " * 10_000 + b"z\n"
    outline = read_markdown(data)
    check_outline(data, outline)
    assert [p.code for p in outline.problems] == ["too_deep"]
    assert [m.text for m in outline.mentions] == ["x", "y"]


HOSTILE = [
    b"*" * 50_000,
    b"*a " * 20_000,
    b"_a " * 20_000,
    b"a**b" * 15_000,
    b"~" * 50_000,
    b"[" * 50_000,
    b"![" * 25_000,
    b"[a](" * 15_000,
    b"<" * 50_000,
    b"<!--" * 15_000,
    b"<a b='" * 10_000,
    b">" * 50_000,
    b"`" * 50_000,
    b"`a " * 20_000,
    b"- " * 25_000,
    b"|a|\n|-|\n" + b"|a" * 25_000,
    b" ".join(b"`" * i for i in range(1, 300)),
    b"\n" * 50_000,
    b"# a\n" * 5_000,
    b"[" * 25_000 + b"]" * 25_000,
    b"word " * 190_000 + b"`x` " * 5_000,
]


@pytest.mark.parametrize("number", range(len(HOSTILE)))
def test_hostile_input_takes_linear_time(number: int):
    """A reader that takes quadratic time would run into the time limit of the whole test run."""
    assert read_markdown(HOSTILE[number]).language == "markdown"


def test_a_missing_grammar_is_a_problem(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(markdown, "parse", lambda *_: None)
    assert [p.code for p in read_markdown(b"# A\n").problems] == ["no_grammar"]


PIECES = st.sampled_from(
    [
        "`",
        "``",
        "```",
        "~~~",
        "# ",
        "> ",
        "- ",
        "1. ",
        "[",
        "]",
        "(",
        ")",
        "!",
        "<",
        ">",
        "|",
        "|-|",
        "\\",
        "\n",
        "\n\n",
        "\r\n",
        "\r",
        "\t",
        "    ",
        "a",
        " ",
        "é",
        ASTRAL,
        "\u2028",
        "\f",
        "---",
        "===",
        "+++",
        "a: b",
        "[x]: u",
        "https://a.b",
        "<!--",
        "-->",
        "\ufeff",
        "\0",
        "{#a}",
    ]
)
DOCUMENTS = st.one_of(
    st.binary(max_size=200), st.lists(PIECES, max_size=60).map(lambda pieces: "".join(pieces).encode())
)


@settings(max_examples=150, deadline=None)
@given(DOCUMENTS)
def test_any_bytes_give_a_valid_outline(data: bytes):
    """Law I2: extraction never fails."""
    check_outline(data, read_markdown(data))


def test_the_text_of_panels_and_tabs_is_no_code():
    data = b"""# T

!!! note "x"

    See [a](b.md), `one`.

    ```sh
    run
    ```

??? tip
    === "Tab"

        Say `two`.

Not a panel
===

=== "Tab"
text

!!!

    `three`
"""
    found = read_markdown(data)
    assert [link.target for link in found.links] == ["b.md"]
    assert [mention.text for mention in found.mentions] == ["one", "two"]
    assert [(f.language, f.span.cut(data)) for f in found.fences] == [("sh", b"run\n"), ("", b"`three`\n")]
    assert [s.title for s in found.sections] == ["T", "Not a panel"]
