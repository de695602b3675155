"""Law: after any edits, the outline of an open document equals `extract` of the same bytes."""

from __future__ import annotations

from importlib import import_module

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from helix_lsp.syntax.extract import extract
from helix_lsp.syntax.reparse import Reparser
from tests.syntax.test_extract import PATHS, PIECES


def sample(language: str) -> bytes:
    return import_module(f"tests.syntax.test_code_{language}").SAMPLE.encode()


EDIT = st.tuples(st.floats(0, 1), st.sampled_from([0, 0, 0, 1, 2, 5, 20, 60]), st.one_of(PIECES, st.just("")))
EDITS = st.lists(EDIT, min_size=1, max_size=6)


@pytest.mark.parametrize("language", PATHS)
@settings(max_examples=25, deadline=None)
@given(edits=EDITS)
def test_any_edits_give_what_a_fresh_reading_gives(
    language: str, edits: list[tuple[float, int, str]]
) -> None:
    path, data = PATHS[language], sample(language)
    document = Reparser(path, data)
    assert document.outline == extract(path, data)
    for place, removed, text in edits:
        start = round(place * len(data))
        old_end = min(len(data), start + removed)
        data = data[:start] + text.encode() + data[old_end:]
        assert document.edit(start, old_end, data) == extract(path, data)
        assert document.outline == extract(path, data)


@pytest.mark.parametrize("language", PATHS)
def test_typing_key_by_key(language: str) -> None:
    path, data = PATHS[language], sample(language)
    document = Reparser(path, data)
    at = data.index(b"\n", len(data) // 2)
    for key in "\nfoo.bar(Baz, 'é'); // x":
        data = data[:at] + key.encode() + data[at:]
        assert document.edit(at, at, data) == extract(path, data)
        at += len(key.encode())
    while at > len(data) // 2:
        data = data[: at - 1] + data[at:]
        at -= 1
        assert document.edit(at, at + 1, data) == extract(path, data)


def test_a_new_name_at_the_top_makes_uses_of_words_elsewhere() -> None:
    data = b"def run(step):\n    call(helper)\n\n\ndef helpe():\n    pass\n"
    document = Reparser("a.py", data)
    assert "helper" not in [each.name for each in document.outline.references]
    at = data.index(b"helpe()") + 5
    new = data[:at] + b"r" + data[at:]
    outline = document.edit(at, at, new)
    assert "helper" in [each.name for each in outline.references]
    assert outline == extract("a.py", new)


@pytest.mark.parametrize(("start", "old_end"), [(0, 0), (5, 2), (-1, 3), (0, 10_000), (9_999, 10_000)])
def test_offsets_that_describe_another_edit_cost_only_time(start: int, old_end: int) -> None:
    document = Reparser("a.py", b"def f(): pass\n")
    new = b"class A:\n    x = 1\n"
    assert document.edit(start, old_end, new) == extract("a.py", new)
    newer = new + b"y = 2\n"
    assert document.edit(len(new), len(new), newer) == extract("a.py", newer)


@pytest.mark.parametrize("path", ["a.md", "a.rst", "a.json", "a.txt", "a.unknown"])
def test_documents_are_read_anew(path: str) -> None:
    document = Reparser(path, b"# Title\n\n`code`\n")
    new = b"# Title\n\n`codes`\n"
    assert document.edit(14, 14, new) == extract(path, new) == document.outline


def test_binary_and_back() -> None:
    data = b"def f(): pass\n"
    document = Reparser("a.py", data)
    assert [each.code for each in document.edit(0, 0, b"\0" + data).problems] == ["binary"]
    assert document.edit(0, 1, data) == extract("a.py", data)


def test_a_shebang_can_change_the_language() -> None:
    data = b"#!/bin/sh\nf() { g; }\n"
    document = Reparser("tool", data)
    new = data.replace(b"/bin/sh", b"/usr/bin/env python3")
    assert document.edit(2, 9, new) == extract("tool", new)


@pytest.mark.parametrize("between", [b"\n", b"  # note\n", b"\n\n"])
def test_the_string_below_a_variable_documents_it_while_it_is_typed(between: bytes) -> None:
    data = b"class A:\n    first: int" + between + b"    second: int = 2\n"
    document = Reparser("a.py", data)
    at = data.index(b"    second")
    for key in (b"    ", b'"""', b"Counted", b'"""', b"\n"):
        data = data[:at] + key + data[at:]
        assert document.edit(at, at, data) == extract("a.py", data)
        at += len(key)


def test_half_a_character() -> None:
    data = "def f():\n    return 'é'\n".encode()
    document = Reparser("a.py", data)
    at = data.index(b"\xc3")
    new = data[:at] + data[at + 1 :]
    assert document.edit(at, at + 1, new) == extract("a.py", new)
    assert document.edit(at, at, data) == extract("a.py", data)


def test_limits_hold_while_editing() -> None:
    data = b"".join(b"def f%d(): return call_%d()\n" % (n, n) for n in range(20))
    document = Reparser("a.py", data, 10)
    new = data + b"g()\n"
    assert document.edit(len(data), len(data), new) == extract("a.py", new, 10)
    small = b"a()\nb()\n"
    shrunk = document.edit(0, len(new), small)
    assert shrunk == extract("a.py", small, 10)
    grown = small + b"c(d(e(f(g(h(i(j(k(l(m(n()))))))))))\n"
    assert document.edit(len(small), len(small), grown) == extract("a.py", grown, 10)
