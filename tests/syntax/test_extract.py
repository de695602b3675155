"""The door of the floor: every language loads, nothing raises, every span is valid (law I2)."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from helix_lsp.syntax import extract as door
from helix_lsp.syntax.extract import extract
from helix_lsp.syntax.parse import grammar_of
from tests.syntax.shown import valid

PATHS = {
    "python": "a.py",
    "javascript": "a.js",
    "typescript": "a.ts",
    "tsx": "a.tsx",
    "go": "a.go",
    "rust": "a.rs",
    "java": "A.java",
    "c": "a.c",
    "cpp": "a.cpp",
    "c_sharp": "a.cs",
    "ruby": "a.rb",
    "php": "a.php",
    "bash": "a.sh",
}
DOCUMENTS = ("a.md", "a.rst", "a.json", "a.yaml", "a.toml", "a.txt", "a.unknown")

PIECES = st.sampled_from(
    [
        "def f(x):\n    return x.y\n",
        "class A(B, c.D):\n",
        "function f() {",
        "const x = () => {",
        "}",
        "{",
        "(",
        ")",
        "[",
        "]",
        "<",
        ">",
        ";",
        "\n",
        "\r\n",
        "\r",
        "  ",
        "\t",
        "# c\n",
        "// c\n",
        "/* c */",
        "/*",
        '"',
        "'",
        "`",
        '"""',
        "${",
        "#{",
        "import a.b as c\n",
        "use a::{b, c as d};\n",
        "#include <x.h>\n",
        "@dec\n",
        "#[attr]\n",
        "export default ",
        "impl T for U {",
        "pub fn f() -> R {}",
        "func (r *R) M() {}",
        "type T struct {",
        "namespace N;",
        "<?php ",
        "private:\n",
        "private\n",
        "end\n",
        "<<EOF\n",
        "EOF\n",
        "x.y.z()",
        "A::b",
        "p->q",
        "=",
        "=>",
        "->",
        "::",
        "é",
        "名前",
        "𝒳",
        "\u2028",
        "\x0c",
        "\ufeff",
        "foo",
        "Foo",
        "FOO",
        "self.x = 1\n",
        "this.y = 2;",
        "1",
        "template <typename T> ",
        "struct S { int a; } s;",
    ]
)
TEXTS = st.lists(PIECES, max_size=25).map("".join)


@pytest.mark.parametrize("language", PATHS)
def test_every_grammar_loads_and_knows_what_its_rules_name(language: str) -> None:
    grammar = grammar_of(language)
    assert grammar is not None
    compiled = grammar.parsers.language
    assert compiled is not None
    rules = grammar.rules
    for kind in (*rules.makers, *rules.wrap, *rules.containers):
        assert compiled.id_for_node_kind(kind, True) is not None or kind == "string", kind
    assert extract(PATHS[language], b"").language == language


@pytest.mark.parametrize("path", [*PATHS.values(), *DOCUMENTS])
@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\n",
        b"\r",
        b"\xef\xbb\xbf",
        b"\xef\xbb\xbfx = 1\n",
        b"x\r\ny\r\n",
        b"a\x0cb\n",
        "a\u2028b".encode(),
        b"\xff",
        b"x\xc3",
        b"\xe2\x82",
        b"\\",
        b'"',
        b"'''",
        b"/*",
        b"<?",
        b"\xed\xa0\x80",
        b"\xf0\x9f\x98",
    ],
)
def test_small_oddities(path: str, data: bytes) -> None:
    valid(extract(path, data), data)


@pytest.mark.parametrize("path", PATHS.values())
@settings(max_examples=25, deadline=None)
@given(text=TEXTS)
def test_any_text_gives_valid_facts(path: str, text: str) -> None:
    data = text.encode("utf-8", "surrogatepass")
    outline = extract(path, data)
    valid(outline, data)
    assert all(problem.code != "reader" for problem in outline.problems)
    assert extract(path, data) == outline


@pytest.mark.parametrize("path", [*PATHS.values(), *DOCUMENTS])
@settings(max_examples=15, deadline=None)
@given(data=st.binary(max_size=200))
def test_any_bytes_give_valid_facts(path: str, data: bytes) -> None:
    outline = extract(path, data)
    valid(outline, data)
    assert all(problem.code != "reader" for problem in outline.problems)


def codes(path: str, data: bytes, limit: int = 20_000) -> list[str]:
    outline = extract(path, data, limit)
    valid(outline, data)
    return [problem.code for problem in outline.problems]


def test_what_is_no_text_is_refused() -> None:
    assert codes("a.py", b"x = 1\n\0") == ["binary"]
    assert codes("a.py", "x = 1".encode("utf-16")) == ["utf16"]
    assert extract("a.py", b"def f(): pass\n\0").symbols == ()


def test_nul_behind_the_head_is_read() -> None:
    data = b"def f(): pass\n" + b"# line\n" * 2_000 + b"\0\ndef g(): pass\n"
    assert "f" in [each.name for each in extract("a.py", data).symbols]
    assert "binary" not in codes("a.py", data)


def test_bytes_that_are_not_utf8_keep_their_offsets() -> None:
    data = b'def f():\n    "caf\xe9"\n\ndef g():\n    pass\n'
    outline = extract("a.py", data)
    assert [problem.code for problem in outline.problems] == ["not_utf8"]
    assert [each.name for each in outline.symbols] == ["f", "g"]
    assert outline.symbols[0].doc is not None
    assert outline.symbols[0].doc.cut(data) == b'"caf\xe9"'


def test_broken_code_gives_facts_and_a_problem_for_each_of_its_first_places() -> None:
    data = b"def f(:\n    pass\n\ndef g():\n    return (1\n\nclass A:\n    def m(self): pass\n"
    outline = extract("a.py", data)
    assert [problem.code for problem in outline.problems] == ["syntax", "syntax"]
    lines = [
        data[: problem.span.start].count(b"\n") + 1
        for problem in outline.problems
        if problem.span is not None
    ]
    assert lines == [1, 5]
    assert [each.name for each in outline.symbols] == ["f", "g", "m"]
    many = extract("b.py", b"def f(:\n    pass\n\n" * 20)
    assert len(many.problems) == 5


def test_facts_beyond_the_limit_are_counted() -> None:
    data = b"".join(b"def f%d(): return call_%d()\n" % (n, n) for n in range(50))
    outline = extract("a.py", data, 10)
    assert (len(outline.symbols), len(outline.references)) == (10, 10)
    assert [(problem.code, problem.message) for problem in outline.problems] == [
        ("too_many_facts", "80 facts beyond the limit of 10 per sort were left out")
    ]


def test_line_ends_and_marks_do_not_move_facts() -> None:
    data = b"\xef\xbb\xbf# head\r\n\r\ndef f(a):\r\n\x0c    return a.b\r\n"
    outline = extract("a.py", data)
    valid(outline, data)
    assert outline.symbols[0].span.cut(data).startswith(b"def f(a):")
    assert outline.module_doc is not None
    assert outline.module_doc.cut(data) == b"# head"


@pytest.mark.parametrize("path", PATHS.values())
@pytest.mark.parametrize(
    "text",
    [
        b"(" * 100_000,
        b"[" * 100_000,
        b"{" * 100_000,
        b"a." * 20_000,
        b"1 + " * 20_000,
        b"if (a) " * 3_000,
        b"a=>" * 30_000,
        b"A<" * 30_000,
        b"!*" * 30_000,
        b"f({[" * 10_000,
        b"- new " * 4_000,
        b'"' * 10_001,
    ],
    ids=lambda text: text[:8].decode(),
)
def test_hostile_repetition_ends_soon_with_a_problem(path: str, text: bytes) -> None:
    codes(path, text)


def test_deep_code_is_read_down_to_a_depth() -> None:
    data = b"first()\nx = 1" + b" + mid()" * 1_500 + b"\nlast()\n"
    outline = extract("a.py", data)
    assert [problem.code for problem in outline.problems] == ["too_deep"]
    names = [each.name for each in outline.references]
    assert (names[0], names[-1]) == ("first", "last")


def test_garbage_is_left_out_and_the_rest_is_read() -> None:
    data = b"def f():\n    pass\n\nx = '''" + b"!*" * 5_000 + b"'''\n\ndef g():\n    pass\n"
    outline = extract("a.py", data)
    assert [each.name for each in outline.symbols if each.kind == "function"] == ["f", "g"]
    assert [problem.code for problem in outline.problems] == ["syntax"]


def test_a_missing_grammar_is_a_problem(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("helix_lsp.syntax.code.grammar_of", lambda name: None)
    outline = extract("a.py", b"def f(): pass\n")
    assert (outline.language, outline.symbols, [problem.code for problem in outline.problems]) == (
        "python",
        (),
        ["no_grammar"],
    )


def test_a_wheel_that_cannot_be_imported_gives_no_grammar(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(name: str) -> object:
        raise ImportError(name)

    grammar_of.cache_clear()
    monkeypatch.setattr("helix_lsp.syntax.parse.import_module", refuse)
    assert grammar_of("go") is None
    grammar_of.cache_clear()


def test_a_reader_that_fails_leaves_the_facts_of_plain_text(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise RecursionError("too much")

    monkeypatch.setattr(door, "read_code", fail)
    outline = extract("a.py", b"def f(): pass\n")
    assert (outline.language, outline.symbols) == ("python", ())
    assert [(problem.code, problem.message) for problem in outline.problems] == [
        ("reader", "the python reader failed: RecursionError: too much")
    ]


@pytest.mark.parametrize("path", PATHS.values())
def test_comments_that_begin_and_never_end_are_left_out(path: str) -> None:
    assert "syntax" in codes(path, b"/* a " * 8_000)
    assert "syntax" in codes(path, b"/* a comment that is longer than a link of a chain may be\n" * 2_000)


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("a.swift", "/// Ties the rope. \n/// Then the bell. \nfunc tie() {}\n"),
        ("a.rs", "/// Ties the rope. \n/// Then the bell.\t\nfn tie() {}\n"),
        ("a.go", "package a\n\n// Ties the rope. \n// Then the bell. \nfunc tie() {}\n"),
        ("a.rb", "# Ties the rope. \n# Then the bell. \ndef tie\nend\n"),
    ],
)
def test_space_at_the_end_of_a_comment_line_parts_no_comment(path: str, text: str) -> None:
    data = text.encode()
    [symbol] = [s for s in extract(path, data).symbols if s.name == "tie"]
    assert symbol.doc is not None
    assert b"Ties the rope." in symbol.doc.cut(data)
    assert b"Then the bell." in symbol.doc.cut(data)


def test_a_table_that_is_drawn_in_a_docstring_is_no_broken_code() -> None:
    ruler = b"    +" + b"-" * 36 + b"+" + b"=" * 38 + b"+\n"
    table = (
        b'def add(sink):\n    """Adds a sink.\n\n'
        + 30 * (ruler + b"    | a | b |\n")
        + b'    """\n    return sink\n'
    )
    drawn, garbage = extract("a.py", table), extract("a.py", b"x = 1\n" + b"!*" * 2_000 + b"\n")
    assert drawn.problems == ()
    assert [symbol.name for symbol in drawn.symbols] == ["add"]
    assert any("look like no code" in problem.message for problem in garbage.problems)
