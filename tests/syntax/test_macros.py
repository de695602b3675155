"""Macros that the parser of C and C++ does not see, and names in capitals that stay."""

from __future__ import annotations

import pytest

from helix_lsp.syntax.extract import extract
from helix_lsp.syntax.languages.clike import masked
from helix_lsp.syntax.reparse import Reparser

HIDDEN = [
    (b"class A {\n  Q_OBJECT\n public:\n};\n", b"Q_OBJECT"),
    (b"class A : B {\n    ERROR_DEF(B, A)\n};\n", b"ERROR_DEF(B, A)"),
    (b"SQLITE_API int open(const char *name);\n", b"SQLITE_API"),
    (b"class LIB_EXPORT Name {};\n", b"LIB_EXPORT"),
    (b'DEPRECATED("use g") void f();\n', b'DEPRECATED("use g")'),
    (b"static ALWAYS_INLINE void f(void) {}\n", b"ALWAYS_INLINE"),
    (b"INLINE std::string App::name() const {}\n", b"INLINE"),
    (b"FMT_BEGIN_NAMESPACE\nint x;\n", b"FMT_BEGIN_NAMESPACE"),
]
SEEN = [
    b"LARGE_INTEGER size;\n",
    b"LARGE_INTEGER next(int x);\n",
    b"enum E {\n  ONLY_ONE\n};\n",
    b"enum E { A_ONE,\n  A_TWO\n};\n",
    b"TEST_CASE(x)\n{\n}\n",
    b"int x = FIRST_FLAG\n  | SECOND_FLAG;\n",
    b"if (x)\n  DO_THING(x)\nelse\n  y();\n",
    b"// SQLITE_API int open();\n",
    b'const char *s = "A_B int x";\n',
    b"#define A_B int x\n",
    b'auto s = R"x(\nA_MACRO\nint f();\n)x";\n',
]


@pytest.mark.parametrize(("text", "macro"), HIDDEN)
def test_a_macro_becomes_spaces(text: bytes, macro: bytes):
    assert masked(text) == text.replace(macro, b" " * len(macro))


@pytest.mark.parametrize("text", SEEN)
def test_what_may_be_something_else_stays(text: bytes):
    assert masked(text) == text


def test_classes_behind_macros_are_found_and_the_macro_is_used():
    data = b"namespace N {\nclass A : public B {\n  ERROR_DEF(B, A)\n};\nclass C : public A {\n  ERROR_DEF(A, C)\n};\n}\n"
    outline = extract("e.hpp", data)
    assert [(one.kind, one.name) for one in outline.symbols] == [
        ("namespace", "N"),
        ("class", "A"),
        ("class", "C"),
    ]
    assert [one.name for one in outline.references].count("ERROR_DEF") == 2
    assert outline.problems == ()


def test_an_edit_that_unmasks_a_line_beside_it_gives_what_a_new_reading_gives():
    before = b"class A {\n  THE_BODY(x)\n  int y;\n};\n"
    after = before.replace(b"int y;", b"{ }")
    reparser = Reparser("e.hpp", before)
    start = before.index(b"int y;")
    assert reparser.edit(start, start + len(b"int y;"), after) == extract("e.hpp", after)
