"""URIs to paths and back on every system, and what edits in between do to a byte."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helix_lsp.lsp.convert import below, choose_encoding, follow, inside, path_of, uri_of

POSIX = [
    ("file:///a/b.md", "/a/b.md"),
    ("FILE:///a/b.md", "/a/b.md"),
    ("file:/a/b.md", "/a/b.md"),
    ("file://localhost/a", "/a"),
    ("file:///a%20b/%C3%A9.md", "/a b/é.md"),
    ("file:///a/é.md", "/a/é.md"),
    ("file:///a%23b%3Fc", "/a#b?c"),
    ("file:///a/%ff", "/a/\udcff"),
    ("file:///a?x#y", "/a"),
    ("file:///", "/"),
    ("file://server/share/a", None),
    ("file:///a%00b", None),
    ("file:relative", None),
    ("untitled:Untitled-1", None),
    ("vscode-notebook-cell:/a", None),
    ("https://a/b", None),
    ("", None),
    ("file://[bad/a", None),
    ("/a/b", None),
]
WINDOWS = [
    ("file:///c%3A/Users/x.md", "c:\\Users\\x.md"),
    ("file:///C:/Users/x.md", "c:\\Users\\x.md"),
    ("file://server/share/a.md", "\\\\server\\share\\a.md"),
    ("file:///no/drive", None),
    ("untitled:a", None),
]
INSIDE = [
    ("/w/a/b.md", "/w", "a/b.md"),
    ("/w/a", "/w/", "a"),
    ("/w", "/w", ""),
    ("/wide/a", "/w", None),
    ("/w/../x", "/w", None),
    ("/w/a/../b", "/w", "b"),
    ("/W/a", "/w", None),
    ("/a", "/", "a"),
]


@pytest.mark.parametrize(("uri", "path"), POSIX)
def test_posix(uri: str, path: str | None):
    assert path_of(uri, windows=False) == path


@pytest.mark.parametrize(("uri", "path"), WINDOWS)
def test_windows(uri: str, path: str | None):
    assert path_of(uri, windows=True) == path


@pytest.mark.parametrize(("path", "root", "found"), INSIDE)
def test_inside(path: str, root: str, found: str | None):
    assert inside(path, root, windows=False, folds_case=False) == found


def test_inside_where_case_does_not_count():
    assert inside("/W/Docs/A.md", "/w", windows=False, folds_case=True) == "Docs/A.md"
    assert inside("C:\\W\\a\\b.md", "c:\\w", windows=True, folds_case=True) == "a/b.md"
    assert inside("d:\\w\\a", "c:\\w", windows=True, folds_case=True) is None
    assert inside("\\\\s\\share\\a", "\\\\S\\share", windows=True, folds_case=True) == "a"


def test_below():
    assert below("/w", "a/b.md", windows=False) == "/w/a/b.md"
    assert below("c:\\w", "a/b.md", windows=True) == "c:\\w\\a\\b.md"


@given(
    st.lists(
        st.text(st.characters(exclude_characters="/\0", exclude_categories=("Cs",)), min_size=1, max_size=6),
        max_size=4,
    )
)
def test_a_path_comes_back(parts: list[str]):
    path = "/" + "/".join(parts)
    assert path_of(uri_of(path, windows=False), windows=False) == path


@pytest.mark.parametrize("path", ["c:\\a b\\é#.md", "\\\\server\\share\\a.md", "c:\\"])
def test_a_windows_path_comes_back(path: str):
    assert path_of(uri_of(path, windows=True), windows=True) == path


def test_the_encoding():
    assert choose_encoding(["utf-16", "utf-8"]) == "utf-8"
    assert choose_encoding(["utf-32", "utf-16"]) == "utf-32"
    assert choose_encoding(["utf-16", "utf-32"]) == "utf-16"
    assert choose_encoding(["utf-7", 5, None]) == "utf-16"
    assert choose_encoding([]) == "utf-16"


def test_a_byte_is_followed_through_an_edit():
    assert follow(5, b"hello world", b"hello world") == 5
    assert follow(2, b"hello world", b"hello there world") == 2
    assert follow(8, b"hello world", b"hello there world") == 14
    assert follow(3, b"abcdef", b"aXf") == 1


@given(
    st.binary(max_size=8),
    st.binary(max_size=8),
    st.binary(max_size=8),
    st.binary(max_size=8),
    st.integers(0, 30),
)
def test_what_stays_is_found_again(head: bytes, gone: bytes, new: bytes, tail: bytes, at: int):
    old, now = head + gone + tail, head + new + tail
    at = min(at, len(old))
    found = follow(at, old, now)
    assert 0 <= found <= len(now)
    if at < len(head):
        assert now[found : found + 1] == old[at : at + 1]
