"""JSON, YAML and TOML: full paths with the exact bytes of keys and values; limits; broken and hostile input."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from helix_lsp.syntax.keys import keys_json
from helix_lsp.syntax.keys.key_lines import read_toml, read_yaml
from helix_lsp.syntax.keys.keys_json import read_json
from helix_lsp.syntax.outline import Outline
from tests.support.outlines import check_outline

Reader = Callable[[bytes, int], Outline]
READERS: list[Reader] = [read_json, read_yaml, read_toml]


def keys(read: Reader, data: bytes) -> list[tuple[str, bytes, bytes]]:
    outline = read(data, 1_000)
    check_outline(data, outline)
    assert outline.problems == ()
    return [(k.path, k.span.cut(data), k.value.cut(data)) for k in outline.keys]


def test_json_with_comments_escapes_and_lists():
    data = b'{"name": "x", // why\n "a.b": {"c\\u00e9": [1, {"d": null}, [{"e": {}}]]}, "": true}'
    assert keys(read_json, data) == [
        ("name", b'"name"', b'"x"'),
        ('"a.b"', b'"a.b"', b'{"c\\u00e9": [1, {"d": null}, [{"e": {}}]]}'),
        ('"a.b".cé', b'"c\\u00e9"', b'[1, {"d": null}, [{"e": {}}]]'),
        ('"a.b".cé[1].d', b'"d"', b"null"),
        ('"a.b".cé[2][0].e', b'"e"', b"{}"),
        ('""', b'""', b"true"),
    ]
    assert [k[0] for k in keys(read_json, b'[{"a": 1}, {"b": 2e+1}]')] == ["[0].a", "[1].b"]


def test_yaml_documents_anchors_flow_and_block_scalars():
    data = (
        b"%YAML 1.2\n---\nbase: &b\n  x: 1   # note\non:\n- push: {branches: [main], 'tag s': {n: 2}, bare}\n- - deep: yes\n"
        b"run: |\n  a: no\n\n  b\n"
        b'<<: *b\n? k\n: v\n"q.r": \nlast:\r\n  z: \xc3\xa9\r\n---\nbase: 2\n'
    )
    assert keys(read_yaml, data) == [
        ("base", b"base", b"&b\n  x: 1"),
        ("base.x", b"x", b"1"),
        ("on", b"on", b"- push: {branches: [main], 'tag s': {n: 2}, bare}\n- - deep: yes"),
        ("on[0].push", b"push", b"{branches: [main], 'tag s': {n: 2}, bare}"),
        ("on[0].push.branches", b"branches", b"[main]"),
        ('on[0].push."tag s"', b"'tag s'", b"{n: 2}"),
        ('on[0].push."tag s".n', b"n", b"2"),
        ("on[0].push.bare", b"bare", b""),
        ("on[1][0].deep", b"deep", b"yes"),
        ("run", b"run", b"|\n  a: no\n\n  b"),
        ("<<", b"<<", b"*b"),
        ("k", b"k", b"v"),
        ('"q.r"', b'"q.r"', b""),
        ("last", b"last", b"z: \xc3\xa9"),
        ("last.z", b"z", b"\xc3\xa9"),
        ("base", b"base", b"2"),
    ]


def test_toml_tables_arrays_dotted_and_inline():
    data = (
        b'top = 1\n[tool.ruff]\nline-length = 130 # c\n"a.b".c = [1, {d = 2}]\n\n'
        b"[[pkg]]\nname = 'x'\n[[pkg.dep]]\nn = 1\n[[pkg.dep]]\nn = 2\n"
        b"[[pkg]]\n[pkg.meta]\nz = {y.w = 3}\n[empty]\n"
    )
    assert keys(read_toml, data) == [
        ("top", b"top", b"1"),
        ("tool.ruff", b"tool.ruff", b'line-length = 130 # c\n"a.b".c = [1, {d = 2}]'),
        ("tool.ruff.line-length", b"line-length", b"130"),
        ('tool.ruff."a.b".c', b'"a.b".c', b"[1, {d = 2}]"),
        ('tool.ruff."a.b".c[1].d', b"d", b"2"),
        ("pkg[0]", b"pkg", b"name = 'x'"),
        ("pkg[0].name", b"name", b"'x'"),
        ("pkg[0].dep[0]", b"pkg.dep", b"n = 1"),
        ("pkg[0].dep[0].n", b"n", b"1"),
        ("pkg[0].dep[1]", b"pkg.dep", b"n = 2"),
        ("pkg[0].dep[1].n", b"n", b"2"),
        ("pkg[1]", b"pkg", b""),
        ("pkg[1].meta", b"pkg.meta", b"z = {y.w = 3}"),
        ("pkg[1].meta.z", b"z", b"{y.w = 3}"),
        ("pkg[1].meta.z.y.w", b"y.w", b"3"),
        ("empty", b"empty", b""),
    ]


@pytest.mark.parametrize(
    ("read", "data", "first"),
    [
        (read_json, b'{"a": 1, "b": [tru, "c": }', "a"),
        (read_yaml, b"a: 1\nb: [x\nc: }\n", "a"),
        (read_toml, b"a = 1\n[b\nc = \nd = 'x\n", "a"),
    ],
)
def test_broken_input_gives_what_could_be_read_and_a_problem(read: Reader, data: bytes, first: str):
    outline = read(data, 100)
    check_outline(data, outline)
    assert outline.keys[0].path == first
    assert [p.code for p in outline.problems] == ["syntax"]


@pytest.mark.parametrize(
    ("read", "data"),
    [
        (read_json, b"{" + b",".join(b'"k%d": %d' % (i, i) for i in range(50)) + b"}"),
        (read_yaml, b"".join(b"k%d: %d\n" % (i, i) for i in range(50))),
        (read_toml, b"".join(b"k%d = %d\n" % (i, i) for i in range(50))),
    ],
)
def test_the_limit_keeps_the_first_keys_and_says_so(read: Reader, data: bytes):
    outline = read(data, 10)
    assert [k.path for k in outline.keys] == [f"k{i}" for i in range(10)]
    assert [p.code for p in outline.problems] == ["too_many_facts"]
    assert read(data, 50).problems == ()


@pytest.mark.parametrize(
    ("read", "data"),
    [
        (read_json, b'{"a":' * 10_000 + b"1" + b"}" * 10_000),
        (read_yaml, b"k: 1\n" + b"".join(b" " * i + b"a:\n" for i in range(600)) + b"z: 2\n"),
        (read_yaml, b"k: 1\n" + b"- " * 10_000 + b"\nz: 2\n"),
        (read_yaml, b"? " * 10_000 + b"\n"),
        (read_yaml, b"k: " + b"[" * 10_000 + b"]" * 10_000 + b"\n"),
        (read_toml, b"k = " + b"[" * 10_000 + b"]" * 10_000 + b"\n"),
        (read_toml, b"a." * 10_000 + b"a = 1\n"),
    ],
)
def test_deep_nesting_is_left_out_and_reported(read: Reader, data: bytes):
    outline = read(data, 1_000)
    check_outline(data, outline)
    assert "too_deep" in [p.code for p in outline.problems]
    assert all(len(k.path) <= 4_000 for k in outline.keys)


def test_yaml_beyond_the_scanners_line_counter_is_cut():
    outline = read_yaml(b"a: 1\n" * 40_000, 100_000)
    assert len(outline.keys) == 32_000
    assert [p.code for p in outline.problems] == ["too_many_facts"]


@pytest.mark.parametrize("read", READERS)
@pytest.mark.parametrize(
    "data",
    [
        b"[" * 50_000,
        b"{" * 50_000,
        b'{"a":[' * 10_000,
        b"a: " * 20_000,
        b"a." * 25_000,
        b"[[a]]\n" * 8_000,
        b"- " * 25_000,
        b'"' * 50_000,
        b"'" * 50_000,
        b"\n" * 50_000,
        b"&a " * 20_000,
        b"{a: " * 15_000,
        b"a={" * 15_000,
        b"x" * 1_000_000,
        b"a\r" * 25_000,
        b"\xff" * 50_000,
        b"\0" * 50_000,
    ],
    ids=lambda data: repr(data[:6]),
)
def test_hostile_input_takes_linear_time(read: Reader, data: bytes):
    """A reader that takes quadratic time would run into the time limit of the whole test run."""
    check_outline(data, read(data, 1_000))


def no_parser(_package: str) -> None:
    """What the loader says when the wheel is missing."""


def test_a_missing_wheel_is_a_problem(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(keys_json, "_parsers", no_parser)
    for read in READERS:
        outline = read(b"a: 1", 10)
        assert outline.keys == ()
        assert [p.code for p in outline.problems] == ["no_grammar"]


PIECES = st.sampled_from(
    [
        "{",
        "}",
        "[",
        "]",
        "[[",
        "]]",
        ":",
        ": ",
        ",",
        "=",
        ".",
        "- ",
        "? ",
        "a",
        "b: ",
        '"',
        "'",
        '"""',
        "\\",
        "\n",
        "\n  ",
        "\r\n",
        "\r",
        "\t",
        " ",
        "1",
        "true",
        "#",
        "&a ",
        "*a",
        "!t ",
        "| ",
        "> ",
        "---\n",
        "...\n",
        "<<: ",
        "é",
        "\U0001d11e",
        "\u2028",
        "\f",
        "\0",
        "\ufeff",
        "//",
        "/*",
    ]
)
TEXTS = st.one_of(
    st.binary(max_size=150), st.lists(PIECES, max_size=50).map(lambda pieces: "".join(pieces).encode())
)


@pytest.mark.parametrize("read", READERS)
@settings(max_examples=120, deadline=None)
@given(data=TEXTS)
def test_any_bytes_give_a_valid_outline(read: Reader, data: bytes):
    """Law I2: extraction never fails."""
    check_outline(data, read(data, 100))
