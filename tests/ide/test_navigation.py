"""Symbols, folding, selection, links, references, implementation, completion and rename of documents, on
one-string workspaces.
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from itertools import pairwise

import pytest

from helix_lsp.errors import UsageError
from helix_lsp.ide.completion import completion
from helix_lsp.ide.document_shape import (
    Entry,
    SectionCache,
    document_symbols,
    find_sections,
    folding,
    rename_heading,
    selection,
    title_span,
)
from helix_lsp.ide.links import document_links
from helix_lsp.ide.mentions import View
from helix_lsp.ide.places import implementation, references
from helix_lsp.text.positions import LineIndex
from tests.support.check import World, indexed, read_fixture

CODE = """
//- /src/shop/app.py
class Shop:
    '''A shop.'''

    def open_door(self):
        '''Open.'''
        return ring_bell()

    def open_window(self):
        pass


def ring_bell():
    return 'ding'

//- /src/shop/cli.py
from shop.app import Shop, ring_bell

def main():
    ring_bell()
    Shop().open_door()

//- /tests/test_app.py
from shop.app import ring_bell

def test_bell():
    assert ring_bell() == 'ding'
"""
GUIDE = """
//- /docs/guide.md
# Guide

Intro.

## Doors é

Use `Shop.open_door()` and [the code](../src/shop/app.py#L4).

```python
shop.open_door()
```

### Bells

`ring_bell` rings; see [doors](#doors-é), [other](other.md#more) and [gone](nothing.md).

## Doors é

Twice.

//- /docs/other.md
# More

See [doors](guide.md#doors-é), [second](guide.md#doors-é-1) and https://example.org/guide.md#doors.

More
====

`nothing_like_it` here.
"""


@contextmanager
def at(text: str, mark: str = "") -> Generator[tuple[World, View, str, int]]:
    """The workspace with a cursor put in front of `mark` of docs/guide.md (or where `$0` stands)."""
    fixture = read_fixture(text.replace(mark, "$0" + mark, 1) if mark else text)
    with indexed(fixture.files) as world:
        yield world, world.view(), fixture.path or "docs/guide.md", fixture.offset


def shown(entries: tuple[Entry, ...], deep: int = 0) -> list[str]:
    return [line for e in entries for line in ("  " * deep + e.name, *shown(e.children, deep + 1))]


def line(world: World, path: str, offset: int) -> str:
    data = world.files[path] or b""
    return f"{path}:{LineIndex(data).line_of(offset) + 1}"


def test_sections_are_as_nested_as_their_headings() -> None:
    with at(GUIDE) as (world, view, path, _):
        entries = document_symbols(view, path)
        assert shown(entries) == ["Guide", "  Doors é", "    Bells", "  Doors é"]
        data = world.files[path] or b""
        assert entries[0].children[0].focus.cut(data).decode() == "## Doors é"
        assert document_symbols(view, "no/such.md") == ()


def test_code_has_no_document_symbols_of_ours() -> None:
    with at(CODE) as (_, view, _, _):
        assert document_symbols(view, "src/shop/app.py") == ()
        assert folding(view, "src/shop/app.py") == ()


def test_sections_and_code_blocks_fold() -> None:
    with at(GUIDE) as (_, view, path, _):
        assert folding(view, path) == ((0, 18), (4, 14), (8, 9), (12, 14), (16, 18))


def test_a_selection_grows_from_inline_code_to_the_document() -> None:
    with at(GUIDE, "open_door()` and") as (world, view, path, offset):
        data = world.files[path] or b""
        chain = selection(view, path, offset)
        texts = [s.cut(data).decode() for s in chain]
        assert texts[:2] == ["Shop.open_door()", "`Shop.open_door()`"]
        assert texts[2].startswith("Use `Shop")
        assert texts[-1] == data.decode()
        assert all(outer.covers(inner) and outer != inner for inner, outer in pairwise(chain))
        assert selection(view, path, 10**9)[-1].end == len(data)


def test_a_selection_in_code_begins_where_its_line_begins_to_be_written() -> None:
    with at(CODE) as (world, view, _, _):
        data = world.files["src/shop/app.py"] or b""
        offset = data.index(b"return")
        for span in selection(view, "src/shop/app.py", offset)[:-1]:
            assert span.cut(data) == span.cut(data).strip()
        before = data.rindex(b"\n", 0, offset) + 1  # in the indentation the whole line is meant
        assert selection(view, "src/shop/app.py", before)[0].start == before


def test_only_what_resolves_is_a_link() -> None:
    with at(CODE + GUIDE[1:]) as (world, view, path, _):
        data = world.files[path] or b""
        assert [(one.span.cut(data).decode(), one.path, one.line) for one in document_links(view, path)] == [
            ("Shop.open_door()", "src/shop/app.py", 4),
            ("../src/shop/app.py#L4", "src/shop/app.py", 4),
            ("ring_bell", "src/shop/app.py", 12),
            ("#doors-é", "docs/guide.md", 5),
            ("other.md#more", "docs/other.md", 1),
        ]
        assert [one.path for one in document_links(view, "docs/other.md")] == ["docs/guide.md"] * 2


def test_a_link_never_leaves_the_workspace() -> None:
    with at("//- /a.md\n[x](../../etc/passwd) [y](file:///etc/passwd) [z](//host/a.md) [w](a%00b)\n") as (
        _,
        view,
        _,
        _,
    ):
        assert document_links(view, "a.md") == ()


def test_references_are_uses_tests_and_documents() -> None:
    with at(CODE.replace("def ring_bell", "def ring$0_bell") + GUIDE[1:]) as (world, view, path, offset):
        found = [line(world, p.path, p.span.start) for p in references(view, path, offset, declaration=True)]
        assert found[0] == "src/shop/app.py:12"
        assert {"src/shop/app.py:6", "src/shop/cli.py:4", "tests/test_app.py:4", "docs/guide.md:15"} <= set(
            found
        )
        assert "src/shop/app.py:12" not in [
            line(world, p.path, p.span.start) for p in references(view, path, offset, declaration=False)
        ]


def test_references_of_a_heading_are_the_links_to_it() -> None:
    with at(GUIDE, "## Doors é") as (world, view, path, offset):
        found = [line(world, p.path, p.span.start) for p in references(view, path, offset, declaration=True)]
        assert found == ["docs/guide.md:5", "docs/guide.md:15", "docs/other.md:3"]


def test_a_section_is_realised_by_the_code_it_names() -> None:
    with at(CODE + GUIDE[1:], "## Doors é") as (world, view, path, offset):
        targets = implementation(view, path, offset)
        assert [line(world, t.path, t.focus.start) for t in targets] == [
            "src/shop/app.py:4",
            "src/shop/app.py:12",
        ]
    with at(CODE.replace("return ring", "return $0ring")) as (_, view, path, offset):
        assert implementation(view, path, offset) == ()


def test_sections_are_found_by_the_beginnings_of_their_words() -> None:
    cache = SectionCache()
    with at(GUIDE) as (_, view, _, _):
        assert [(s.path, s.title) for s in find_sections(view, "more", cache)] == [
            ("docs/other.md", "More")
        ] * 2
        assert [s.title for s in find_sections(view, "do", cache)] == ["Doors é", "Doors é"]
        assert len(find_sections(view, "", cache)) == 6
        assert find_sections(view, "zzz", cache) == ()
        assert [s.above for s in find_sections(view, "BELL", cache)] == ["Doors é"]


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("Call `ring$0", ["ring_bell"]),
        ("Call `Shop.op$0", ["open_door", "open_window"]),
        ("Twice ``Sh$0", ["Shop"]),
        ("See `src/shop/c$0", ["src/shop/cli.py"]),
        ("See [it](../src/shop/a$0", ["../src/shop/app.py"]),
        ("See [it](#do$0", ["doors"]),
        ("In `code` then ring$0", []),
        ("ring$0", []),
        ("`$0", []),
    ],
)
def test_completion_inside_code_spans_and_link_targets(written: str, expected: list[str]) -> None:
    with at(f"{CODE}\n//- /docs/new.md\n# Doors\n\n{written}\n") as (world, view, path, offset):
        found = completion(view, path, offset)
        assert [s.text for s in found] == expected
        assert all(s.text.startswith(s.span.cut(world.files[path] or b"").decode()) for s in found)


def renamed(text: str, mark: str, title: str) -> dict[str, str]:
    with at(text, mark) as (world, view, path, offset):
        edits = rename_heading(view, path, offset, title)
        out = {p: bytearray(world.files[p] or b"") for p in sorted({e.path for e in edits})}
        for edit in reversed(edits):
            out[edit.path][edit.span.start : edit.span.end] = edit.text.encode()
        return {p: data.decode() for p, data in out.items()}


def test_links_follow_a_renamed_heading_and_its_namesakes() -> None:
    after = renamed(GUIDE, "## Doors é", "Gates")
    assert "## Gates\n" in after["docs/guide.md"]
    assert "[doors](#gates)" in after["docs/guide.md"]
    assert "[doors](guide.md#gates), [second](guide.md#doors-é)" in after["docs/other.md"]
    assert "https://example.org/guide.md#doors." in after["docs/other.md"]


def test_every_form_of_a_link_follows_a_renamed_heading() -> None:
    forms = """
//- /package.json
{"name": "shop", "repository": "sellers/shop"}
//- /docs/guide.md
# Guide

## Old bell

Text.
//- /docs/other.md
# Other

See [text][r], [a#b] and <a href="guide.md#old-bell">it</a>, ![x](<guide.md#Old-Bell>), [o](guide.md#Old%20bell).
[own](https://github.com/sellers/shop/blob/main/docs/guide.md#old-bell) [not](guide.md#older-bell)

[r]: guide.md#old-bell "Title"
[a#b]:
  guide.md#old-bell

```md
[r]: guide.md#old-bell
```
`<a href="guide.md#old-bell">` [tag](https://github.com/sellers/shop/blob/v1/docs/guide.md#old-bell)
"""
    after = renamed(forms, "## Old bell", "New bell")["docs/other.md"]
    assert 'See [text][r], [a#b] and <a href="guide.md#new-bell">it</a>, ![x](<guide.md#new-bell>)' in after
    assert "[o](guide.md#New%20bell)" in after
    assert "[own](https://github.com/sellers/shop/blob/main/docs/guide.md#new-bell)" in after
    assert '[r]: guide.md#new-bell "Title"\n[a#b]:\n  guide.md#new-bell\n' in after
    assert "```md\n[r]: guide.md#old-bell\n```" in after
    assert (
        '`<a href="guide.md#old-bell">` [tag](https://github.com/sellers/shop/blob/v1/docs/guide.md#old-bell)'
        in after
    )
    assert "[not](guide.md#older-bell)" in after


def test_the_line_under_a_title_grows_with_it() -> None:
    after = renamed("//- /a.rst\nUse\n===\n\nText.\n", "Use", "Using it")
    assert after["a.rst"] == "Using it\n========\n\nText.\n"


def test_what_cannot_be_a_title_is_refused() -> None:
    with at(GUIDE, "Twice.") as (_, view, path, offset):
        assert title_span(view, path, offset) is None
        with pytest.raises(UsageError):
            rename_heading(view, path, offset, "x")
    for bad in ("", "  ", "a\nb"):
        with pytest.raises(UsageError):
            renamed(GUIDE, "## Doors é", bad)
