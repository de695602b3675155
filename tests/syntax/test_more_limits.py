"""What holds for every input of the languages and formats in `test_more_*`.

Nothing raises, spans are valid, edits equal a fresh reading, cost is linear.
"""

from __future__ import annotations

import time

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from helix_lsp.syntax.extract import extract
from helix_lsp.syntax.reparse import Reparser
from tests.syntax import (
    test_more_asciidoc,
    test_more_css,
    test_more_elixir,
    test_more_haskell,
    test_more_html,
    test_more_kotlin,
    test_more_lua,
    test_more_notebook,
    test_more_protobuf,
    test_more_scala,
    test_more_scss,
    test_more_sql,
    test_more_swift,
    test_more_zig,
)
from tests.syntax.shown import valid

SAMPLES = {
    "kt": test_more_kotlin.SAMPLE,
    "swift": test_more_swift.SAMPLE,
    "scala": test_more_scala.SAMPLE,
    "lua": test_more_lua.SAMPLE,
    "ex": test_more_elixir.SAMPLE,
    "hs": test_more_haskell.SAMPLE,
    "zig": test_more_zig.SAMPLE,
    "sql": test_more_sql.SAMPLE,
    "proto": test_more_protobuf.SAMPLE,
    "css": test_more_css.SAMPLE,
    "scss": test_more_scss.SAMPLE,
    "html": test_more_html.SAMPLE,
    "adoc": test_more_asciidoc.SAMPLE,
    "ipynb": test_more_notebook.SAMPLE,
}
CODE = ("kt", "swift", "scala", "lua", "ex", "hs", "zig")
_PIECES = (
    "\n",
    " ",
    "  ",
    "é",
    "𝕏",
    "\u2028",
    "\r\n",
    "\t",
    "\\",
    '"',
    "'",
    '"""',
    "`",
    "``",
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    "<",
    ">",
    "=",
    "==",
    ";",
    ":",
    "::",
    ",",
    ".",
    "#",
    "$",
    "$$",
    "@",
    "/*",
    "*/",
    "//",
    "--",
    "{-",
    "-}",
    "<!--",
    "-->",
    "x",
    "Abc",
    "def",
    "class",
    "fun",
    "val",
    "end",
    "do",
    "where",
    "data",
    "CREATE TABLE",
    "t",
    "message",
    "rpc",
    "----",
    "[[a]]",
    "<h1>",
    "</h1>",
    "<code>",
    "id=",
    "url(",
    "var(--x)",
    "#{",
    "\\u00e9",
)
_FAST = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def _checked(path: str, data: bytes, limit: int = 20_000) -> None:
    outline = extract(path, data, limit)
    valid(outline, data)
    assert all(each.code != "reader" for each in outline.problems), outline.problems
    for sort in (
        outline.symbols,
        outline.references,
        outline.imports,
        outline.sections,
        outline.mentions,
        outline.links,
        outline.fences,
    ):
        assert len(sort) <= limit
        starts = [each.span.start for each in sort]
        assert starts == sorted(starts)
    for each in (*outline.mentions, *outline.links, *outline.fences):
        assert -1 <= each.section < max(1, len(outline.sections))


@pytest.mark.parametrize("ending", SAMPLES)
@_FAST
@given(st.lists(st.sampled_from(_PIECES), max_size=60).map("".join))
def test_any_text_has_an_outline(ending: str, text: str) -> None:
    _checked(f"a.{ending}", text.encode("utf-8", "replace"))


@pytest.mark.parametrize("ending", SAMPLES)
@settings(max_examples=15, deadline=None)
@given(data=st.data())
def test_a_file_with_a_hole_has_an_outline(ending: str, data: st.DataObject) -> None:
    whole = SAMPLES[ending].encode()
    start = data.draw(st.integers(0, len(whole)))
    end = data.draw(st.integers(start, min(len(whole), start + 200)))
    _checked(f"a.{ending}", whole[:start] + data.draw(st.binary(max_size=6)) + whole[end:])


@pytest.mark.parametrize("ending", SAMPLES)
def test_a_limit_caps_every_sort(ending: str) -> None:
    _checked(f"a.{ending}", SAMPLES[ending].encode(), 2)
    assert any(
        each.code == "too_many_facts" for each in extract(f"a.{ending}", SAMPLES[ending].encode(), 2).problems
    )


@pytest.mark.parametrize("ending", [each for each in SAMPLES if each != "ipynb"])
def test_line_ends_change_no_names(ending: str) -> None:
    plain = extract(f"a.{ending}", SAMPLES[ending].encode())
    other = extract(f"a.{ending}", SAMPLES[ending].replace("\n", "\r\n").encode())
    assert [(each.kind, each.qualified) for each in other.symbols] == [
        (each.kind, each.qualified) for each in plain.symbols
    ]
    assert [each.title for each in other.sections] == [each.title for each in plain.sections]
    assert [(each.text, each.section) for each in other.mentions] == [
        (each.text, each.section) for each in plain.mentions
    ]


@pytest.mark.parametrize("ending", CODE)
@settings(max_examples=25, deadline=None)
@given(data=st.data())
def test_edits_equal_a_fresh_reading(ending: str, data: st.DataObject) -> None:
    text = SAMPLES[ending].encode()
    open_ = Reparser(f"a.{ending}", text)
    for _ in range(3):
        start = data.draw(st.integers(0, len(text)))
        end = data.draw(st.integers(start, min(len(text), start + 30)))
        typed = data.draw(
            st.sampled_from(
                [b"", b"x", b"\n", b" ", b"(", b"}", b'"', b"end", b"-- c\n", b"def f\n", b"private "]
            )
        )
        text = text[:start] + typed + text[end:]
        assert open_.edit(start, end, text) == extract(f"a.{ending}", text)


@pytest.mark.parametrize(
    ("ending", "piece"),
    [
        ("sql", "CREATE TABLE a ("),
        ("sql", "CREATE FUNCTION f() AS BEGIN "),
        ("sql", "$a$ "),
        ("sql", "'"),
        ("sql", "ALTER TABLE a ADD b "),
        ("proto", "message A {"),
        ("proto", "[a[b]"),
        ("css", "a{b:c}"),
        ("css", "url("),
        ("scss", "#{"),
        ("html", "<h1>"),
        ("html", "<a id=x>"),
        ("html", "<script>"),
        ("html", "<p id='a'><h2>"),
        ("html", "<code>"),
        ("adoc", "== a\n"),
        ("adoc", "`a` "),
        ("adoc", "a\n---\n"),
        ("adoc", "link:a["),
        ("ipynb", '{"cells":[{"source":"'),
        ("ipynb", '"\\u00e9'),
        ("lua", "local x = function() end\n"),
        ("hs", "f :: Int\nf 1 = 2\n"),
        ("ex", "def a, do: 1\n"),
        ("zig", "const a = b.a;\n"),
    ],
)
def test_hostile_text_costs_no_more_than_its_length(ending: str, piece: str) -> None:
    def cost(size: int) -> float:
        data = (piece * (size // len(piece) + 1)).encode()
        best = 9e9
        for _ in range(2):
            start = time.process_time()
            extract(f"a.{ending}", data)
            best = min(best, time.process_time() - start)
        return best

    cost(1_000)
    assert cost(64_000) < 40 * (cost(8_000) + 0.002)


def test_kotlin_behind_a_broken_line_is_still_read() -> None:
    text = (
        "package a\n\nobject Broken { val a = 2 }\n\n/** Doc. */\npublic class Order(\n    val id: Int,\n) : Base() {\n"
        "    private fun save(): Boolean {\n        return true\n    }\n}\n\nfun Route.order(path: String) {\n}\n"
    )
    outline = extract("a.kt", text.encode())
    names = {each.qualified: each for each in outline.symbols}
    assert {"Broken", "Order", "Order.id", "Order.save", "Route.order"} <= names.keys()
    assert not names["Order.save"].exported
    assert names["Order"].span.cut(text.encode()).endswith(b"}\n}")


def test_a_notebook_cell_stands_at_its_bytes() -> None:
    data = test_more_notebook.SAMPLE.encode()
    outline = extract("a.ipynb", data)
    load = next(each for each in outline.symbols if each.name == "load")
    assert load.name_span.cut(data) == b"load"
    title = outline.sections[0]
    assert title.title == 'Title "q" é'
    assert title.heading.cut(data) == rb"# Title \"q\" \u00e9"
    assert all(b"nope" not in each.span.cut(data) for each in outline.sections)
