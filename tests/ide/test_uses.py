"""Every use of a name: certain or not, under other names too, in pages, and whether these are all."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

import helix_lsp
from helix_lsp.ask.evidence.uses import summary
from helix_lsp.errors import Cancelled, UsageError
from helix_lsp.ide.mentions import UsesPage, UsesRequest, uses
from helix_lsp.index.freshness import Freshness
from helix_lsp.wire.query_result import uses_to_wire
from tests.support.check import World, indexed, read_fixture
from tests.support.schemas import check

SCHEMA = json.loads((Path(helix_lsp.__file__).parent / "wire" / "schema" / "uses.v1.schema.json").read_text())
WORKSPACE = """
//- /kiln.py
def fire(kiln):
    return kiln


class Kiln:
    def heat(self):
        return fire(self)

    def twice(self):
        return [fire(self), fire(self)]
//- /shop.py
from kiln import (
    Kiln,
    fire as burn,
)


def open_shop():
    burn(1)
    return Kiln().heat()
//- /other.py
def fire(gun):
    return gun


fire(2)
//- /unknown.py
def of(thing):
    return thing.heat()
//- /tests/test_kiln.py
from kiln import fire


def test_fire():
    assert fire(1) == 1
"""


@pytest.fixture
def world():
    with indexed(read_fixture(WORKSPACE).files) as made:
        yield made


def asked(world: World, name: str, **more: str | int) -> UsesPage:
    page = uses(world.view(), UsesRequest(name=name, **more))  # type: ignore[arg-type]
    check(json.loads(json.dumps(uses_to_wire(page))), SCHEMA)
    return page


def lines(page: UsesPage) -> list[tuple[str, str, int, str, bool]]:
    return [
        (group.path, group.scope, use.line, use.kind, use.certain)
        for group in page.groups
        for use in group.places
    ]


def test_uses_are_grouped_by_file_and_function_the_product_before_its_tests(world: World) -> None:
    assert lines(asked(world, "fire", path="kiln.py")) == [
        ("kiln.py", "Kiln.heat", 7, "call", True),
        ("kiln.py", "Kiln.twice", 10, "call", True),
        ("kiln.py", "Kiln.twice", 10, "call", True),
        ("shop.py", "", 3, "import", True),
        ("shop.py", "open_shop", 8, "call", True),
        ("tests/test_kiln.py", "", 1, "import", True),
        ("tests/test_kiln.py", "test_fire", 5, "call", True),
    ]


def test_two_definitions_of_one_name_are_told_apart(world: World) -> None:
    page = asked(world, "fire")
    assert [(d.path, d.certain) for d in page.definitions] == [("kiln.py", 7), ("other.py", 1)]
    assert page.total == page.certain == 8


def test_what_nobody_can_judge_is_listed_and_not_called_certain(world: World) -> None:
    page = asked(world, "Kiln.heat")
    assert ("shop.py", "open_shop", 9, "call", True) in lines(page)
    assert ("unknown.py", "of", 2, "call", False) in lines(page)
    assert (page.total, page.certain) == (2, 1)


def test_every_page_size_gives_the_same_uses_once_each(world: World) -> None:
    whole = lines(asked(world, "fire"))
    for size in range(1, len(whole) + 1):
        seen: list[tuple[str, str, int, str, bool]] = []
        cursor = ""
        while True:
            page = asked(world, "fire", size=size, cursor=cursor)
            assert (page.first, page.total) == (len(seen) + 1, len(whole))
            seen += lines(page)
            cursor = page.next
            if not cursor:
                break
        assert sorted(seen) == sorted(whole)


def test_a_list_is_complete_when_every_name_was_followed(world: World) -> None:
    page = asked(world, "fire")
    assert page.complete
    assert page.gaps == ()
    assert summary(page).startswith("complete: 8 uses in 4 files")


def test_a_name_in_a_string_keeps_a_list_from_being_complete() -> None:
    with indexed(read_fixture(WORKSPACE + "//- /late.py\ngetattr(kiln, 'fire')\n").files) as world:
        page = asked(world, "fire")
    assert [one.id for one in page.gaps] == ["other_names"]
    assert summary(page).startswith("at least 8 uses in 4 files")
    assert "1 file holds the name in a string (late.py)" in summary(page)


@pytest.mark.parametrize(
    ("file", "gap", "words"),
    [
        ("//- /page.vue\n<script>fire(1)</script>\n", "no_grammar", "read as text only (page.vue)"),
        ("//- /broken.py\nfire(\n\ndef (((:\n", "does_not_parse", "does not parse (broken.py)"),
    ],
)
def test_a_file_that_could_not_be_read_makes_the_count_a_lower_bound(file: str, gap: str, words: str) -> None:
    with indexed(read_fixture(WORKSPACE + file).files) as world:
        page = asked(world, "fire")
        assert [one.id for one in page.gaps] == [gap]
        assert summary(page).startswith("at least ")
        assert words in summary(page)


def test_a_stale_index_is_told(world: World) -> None:
    late = Freshness(generation=1, fresh=False, behind=2, unsaved=0, reason="", files=5)
    page = uses(world.view(late), UsesRequest(name="fire"))
    assert "the index is not fresh (2 files behind)" in summary(page)


def test_a_change_between_two_pages_is_told_with_the_second(world: World) -> None:
    first = asked(world, "fire", size=2)
    with indexed(read_fixture(WORKSPACE + "//- /new.py\nx = 1\n").files) as later:
        second = asked(later, "fire", size=2, cursor=first.next)
    assert [one.id for one in second.gaps] == ["changed_since"]
    assert second.first == 3


def test_uses_stand_in_the_current_bytes(world: World) -> None:
    world.files["shop.py"] = b"\n\n" + (world.files["shop.py"] or b"")
    assert ("shop.py", "open_shop", 10, "call", True) in lines(asked(world, "fire"))


def test_a_name_that_nothing_defines_is_not_called_complete(world: World) -> None:
    page = asked(world, "zebra_accordion")
    assert (page.total, page.complete) == (0, False)
    assert summary(page) == "nothing here defines zebra_accordion"


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"name": " "}, "empty"),
        ({"name": "x" * 501}, "501 characters"),
        ({"path": "../secret"}, "not a path below the root"),
        ({"size": 1_000_000}, "a page holds"),
        ({"cursor": "zzz"}, "not one of a page"),
        ({"cursor": "\u20ac"}, "not one of a page"),
    ],
)
def test_a_wrong_request_is_refused_in_words(world: World, change: dict[str, str | int], words: str) -> None:
    request = msgspec.structs.replace(UsesRequest(name="fire"), **change)  # type: ignore[arg-type]
    with pytest.raises(UsageError, match=words):
        uses(world.view(), request)


def test_a_cursor_of_another_name_is_refused(world: World) -> None:
    with pytest.raises(UsageError, match="another name"):
        asked(world, "heat", cursor=asked(world, "fire", size=1).next)


def test_the_work_stops_when_the_caller_gave_up(world: World) -> None:
    def check() -> None:
        raise Cancelled("enough")

    with pytest.raises(Cancelled):
        uses(world.view(), UsesRequest(name="fire"), check=check)
