"""What proves nothing: a definition that left tests or tools, code in italics, a heading in a quotation, a
copied library, the reader's places.
"""

from __future__ import annotations

import pytest

from helix_lsp.align.drift.history import Gone, Introduced, Left, NoHistory, PathGone, is_off_stage
from helix_lsp.align.drift.world import is_past
from helix_lsp.history.successor import Successor
from tests.support.drifted import drifted

CODE = """
//- /pyproject.toml
[project]
name = "kiln"
//- /kiln/oven.py
class Oven:
    def burn(self, part):
        return part
//- /docs/guide.md
# Guide
"""


class Past(NoHistory):
    """`fire_it` left each of the places at time 100 and the paths went then; everything was written at time
    50.
    """

    known = True
    said = moved = ""

    def __init__(self, *places: str, paths: tuple[str, ...] = ()) -> None:
        self._places, self._paths = places, paths

    def gone(self, name: str) -> tuple[Gone, ...]:
        return (
            tuple(Gone(commit="c" * 40, time=100, path=place, defined=True) for place in self._places)
            if name in ("fire_it", "TOWER")
            else ()
        )

    def path_gone(self, path: str) -> PathGone | None:
        return PathGone(commit="c" * 40, time=100, moved=self.moved) if path in self._paths else None

    def introduced(self, document: str, text: str, gone: Left) -> Introduced | None:
        return Introduced(time=50)

    def message(self, commit: str) -> str:
        return self.said


def found(
    text: str, past: Past, path: str = "docs/guide.md", more: dict[str, str] | None = None
) -> list[tuple[str, str]]:
    """(text, tier) of the findings of one file."""
    return [(name, tier) for name, tier in drifted(CODE, text, past, path, more) if tier]


@pytest.mark.parametrize(
    ("path", "off"),
    [
        ("src/Door.Tests.Web/Startup.cs", True),
        ("mock/scripts/generator/ast.py", True),
        ("tools/release.py", True),
        ("src/door/test_bell.py", False),  # the name of a file is for `surface_of`
        ("src/contest/latest.py", False),
        ("packages/toolkit/bell.ts", False),
    ],
)
def test_folders_that_offer_nothing(path: str, off: bool) -> None:
    assert is_off_stage(path) is off


@pytest.mark.parametrize(
    ("text", "tiers"),
    [
        ("Write *`fire_it`*`()` there.", []),
        ("Write _`fire_it`_ there.", []),
        ("- **`fire_it`**: fires.", ["A"]),
        ("* `fire_it` fires.", ["A"]),
    ],
)
def test_code_in_italics_stands_for_something_else(text: str, tiers: list[str]) -> None:
    assert [tier for _, tier in found(f"# Guide\n\n{text}\n", Past("kiln/oven.py"))] == tiers


def test_a_name_in_the_possessive_is_its_owners() -> None:
    assert found("# Guide\n\nIt fills Ceram.Net's `fire_it` dictionary.\n", Past("kiln/oven.py")) == [
        ("fire_it", "B")
    ]
    assert found("# Guide\n\nIt fills Kiln's `fire_it` dictionary.\n", Past("kiln/oven.py")) == [
        ("fire_it", "A")
    ]
    assert found("# Guide\n\nIt fills Oven's `fire_it` dictionary.\n", Past("kiln/oven.py")) == [
        ("fire_it", "A")
    ]


@pytest.mark.parametrize(
    ("path", "past"),
    [
        ("doc/std/D4128.md", True),
        ("doc/P0896R4.md", True),
        ("doc/parts-1234.md", False),
        ("notes/2.2.0.RC1.markdown", True),
        ("notes/2.3.0.markdown", True),
        ("notes/v1.2-beta.1.md", True),
        ("docs/python3.md", False),
        ("docs/part.2.md", False),
    ],
)
def test_a_document_named_by_a_release(path: str, past: bool) -> None:
    assert is_past(path) is past


@pytest.mark.parametrize(
    "heading",
    [
        "> #### Hot door",
        "* ##### Hot door",
        "1. ### Hot door",
        "> - ## Hot door",
        "   ## Hot door",
        "## Hot door <b>(root)</b>",
    ],
)
def test_headings_inside_quotations_and_lists_are_headings(heading: str) -> None:
    page = {"docs/page.md": f"# Page\n\n{heading}\n>\n> text\n"}
    assert found("# Guide\n\nSee [it](page.md#hot-door).\n", Past(), more=page) == []
    assert found("# Guide\n\nSee [it](page.md#cold-door).\n", Past(), more=page) == [
        ("page.md#cold-door", "A")
    ]


def test_a_comment_speaks_of_places_below_the_root() -> None:
    comment = '"""Set it in `config/doors.py`."""\n'
    assert found(comment, Past(paths=("kiln/config/doors.py",)), "kiln/door.py") == []
    assert ("config/doors.py", "A") in found(comment, Past(paths=("config/doors.py",)), "kiln/door.py")


def test_a_library_that_was_copied_in_is_not_judged() -> None:
    body = "\nlet a = 1\n/**\n * Burns.\n * @param {number} heta How hot.\n */\nfunction burn(heat) { return heat }\n"

    def told(head: str) -> list[tuple[str, str]]:
        return found(head + body, Past(), "kiln/char.js")

    assert told("/* Charring. MIT. */") == [("heta", "A")]
    assert told("/**\n * Licensed under the Apache License, Version 2.0\n * Copyright 2020\n */") == [
        ("heta", "A")
    ]
    assert told("/**\n * char - chars things - 2.3.9\n * Copyright (C) 2020 Somebody\n */") == []


def test_a_project_that_was_copied_in_below_deps() -> None:
    assert found("# Guide\n\nCall `fire_it`.\n", Past("kiln/oven.py"), "deps/clay/doc/guide.md") == []
    assert found("# Guide\n\nCall `fire_it`.\n", Past("kiln/oven.py"), "kiln/deps/guide.md") == [
        ("fire_it", "A")
    ]


def test_a_folder_that_every_project_has() -> None:
    assert found("# Guide\n\nSee `.oven/config.toml`.\n", Past(paths=(".oven/config.toml",))) == [
        (".oven/config.toml", "B")
    ]
    assert found("# Guide\n\nSee `.github/x.yml`.\n", Past(paths=(".github/x.yml",))) == [
        (".github/x.yml", "A")
    ]


def test_an_alias_of_a_page_is_a_page() -> None:
    page = {"docs/new.adoc": "= New\n:page-aliases: old.adoc, api:older.adoc\n"}
    past = Past(paths=("docs/old.adoc", "docs/gone.adoc"))
    assert [
        n
        for n, _ in found(
            "= Guide\n\nSee link:old.adoc[it] and link:gone.adoc[it].\n", past, "docs/guide.adoc", page
        )
    ] == ["gone.adoc"]


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("kiln/a.kt", "// e.g.\n// @param heta it\nfun burn(heat: Int): Int { return heat }\n"),
        (
            "kiln/a.kt",
            "/**\n * A quoted tag (e.g. ``@param heta `x` ``) is none.\n */\nfun burn(heat: Int): Int { return heat }\n",
        ),
        (
            "kiln/a.ts",
            "/**\n * @param heta it\n */\nexport const burn =\n  () =>\n  async <T extends X>(heta: T) => {\n    return 1\n  }\n",
        ),
    ],
)
def test_comments_that_document_no_parameter(path: str, code: str) -> None:
    assert found(code, Past(), path) == []


def test_a_word_in_capitals_inside_a_command_is_an_argument() -> None:
    assert found("# Guide\n\nRun `kiln ring TOWER` now.\n", Past("kiln/oven.py")) == []
    assert found("# Guide\n\nSee `TOWER` now.\n", Past("kiln/oven.py")) == [("TOWER", "A")]


def test_names_of_a_pattern_are_none() -> None:
    assert found("# Guide\n\nSee `fire_[it|all]bell` and `fire_{it|all}`.\n", Past("kiln/oven.py")) == []
    assert found("# Guide\n\nSee `fire_it[int]`.\n", Past("kiln/oven.py")) == [("fire_it[int]", "A")]


PAGE = "# {}\n\nIt is like the [{}](#{}).\n"


def test_pages_that_a_site_makes_one_of() -> None:
    """`joined-pages`."""
    bells = {
        "docs/bell.md": PAGE.format("Bell", "tower", "tower"),
        "docs/tower.md": PAGE.format("Tower", "bell", "bell"),
    }
    assert found(
        bells["docs/bell.md"], Past(), "docs/bell.md", {"docs/tower.md": bells["docs/tower.md"]}
    ) == [("#tower", "B")]
    alone = {"docs/tower.md": "# Tower\n\n## Doors\n"}
    assert found(bells["docs/bell.md"], Past(), "docs/bell.md", alone) == [("#tower", "A")]
    text = PAGE.format("Bell", "doors", "doors")
    assert found(
        text, Past(), "docs/bell.md", alone | {"docs/rope.md": PAGE.format("Rope", "tower", "tower")}
    ) == [("#doors", "A")]


def test_the_name_of_a_protocol_is_anybodys() -> None:
    class Served(Past):
        def gone(self, name: str) -> tuple[Gone, ...]:
            return super().gone("TOWER") if name == "HTTPS" else ()

    assert found("# Guide\n\nServe it over `HTTPS` now.\n", Served("kiln/oven.py")) == [("HTTPS", "B")]


def test_what_an_example_takes_from_another_project_is_its() -> None:
    class Renamed(Past):
        def became(self, name: str, gone: Gone) -> Successor | None:
            return Successor(old=name, new="Oven", path=gone.path, certain=True)

    text = "# Guide\n\nCeram uses `fire_it`, and kiln `Oven`.\n\n```python\nfrom {} import fire_it\n```\n"
    assert found(text.format("ceram.heat"), Renamed("kiln/oven.py")) == [("fire_it", "B")]
    assert found(text.format("kiln.oven"), Renamed("kiln/oven.py")) == [("fire_it", "A")] * 2


@pytest.mark.parametrize(
    "taken",
    [
        "{!page.md!}",
        '--8<-- "docs/page.md"',
        "<!-- include: docs/page.md -->",
        '{% include "page.md" %}',
        "```{include} page.md\n```",
    ],
)
def test_a_page_that_another_takes_in_has_the_headings_of_both(taken: str) -> None:
    page = "# Page\n\nSee [it](#hot-door).\n"
    assert found(page, Past(), "docs/page.md", {"docs/all.md": f"# All\n\n{taken}\n"}) == []
    assert found(
        page, Past(), "docs/page.md", {"docs/all.md": f"# All\n\n{taken.replace('page.md', 'other.md')}\n"}
    ) == [("#hot-door", "A")]


def test_labels_of_doxygen_are_of_the_whole_project() -> None:
    page = "# Page\n\nSee [it](#hot-door).\n"
    assert found(page, Past(), "docs/page.md", {"docs/door.md": "@page hot-door Doors\n\n# Doors\n"}) == []
    assert found(page, Past(), "docs/page.md", {"docs/door.md": "@page hot-doors Doors\n\n# Doors\n"}) == [
        ("#hot-door", "A")
    ]
    text = "# A\n\n## `door.<name>.heat`\n\n[it](#doorheat) [it](#doornameheat) [it](#doorheats)\n"
    assert found(text, Past(), "docs/page.md") == [("#doorheats", "A")]


def test_what_a_program_writes_between_its_marks_is_left_alone() -> None:
    table = "# Guide\n\n<!-- BELLS-LIST:START - Do not remove or modify this section -->\n[it](#question-x)\n{}\n[it](#no-heading)\n"
    assert found(table.format("<!-- BELLS-LIST:END -->"), Past()) == [("#no-heading", "A")]
    assert found(table.format("<!-- a comment -->"), Past()) == []
    assert found(table.replace(" - Do not remove or modify this section", "").format(""), Past()) == [
        ("#question-x", "A"),
        ("#no-heading", "A"),
    ]
    nested = table.replace(
        "[it](#question-x)",
        "<!-- prettier-ignore-start -->\n[it](#question-x)\n<!-- prettier-ignore-end -->\n[it](#bug-x)",
    )
    assert found(nested.format("<!-- BELLS-LIST:END -->"), Past()) == [("#no-heading", "A")]
    prose = "# Guide\n\n<!-- start -->\n\nDo not remove the door. [it](#no-heading)\n\n<!-- end -->\n"  # the text says so, not the mark
    assert found(prose, Past()) == [("#no-heading", "A")]


def test_what_a_build_makes_is_in_no_tree() -> None:
    past = Past(paths=("docs/files/bell.md", "kiln/door.py"))
    text = "# Guide\n\nSee [it](files/bell.md) and `kiln/door.py`.\n"
    both = [("files/bell.md", "A"), ("kiln/door.py", "A")]
    assert found(text, past) == both
    assert found(text, past, more={".gitignore": "# made\n/docs/files/\n"}) == both[1:]
    assert found(text, past, more={"docs/.gitignore": "files\n"}) == both[1:]
    assert found(text, past, more={".gitignore": "/files/\n"}) == both
    past.moved = "kiln/oven.py"  # what is ignored today is made, wherever its old content went
    assert found(text, past, more={".gitignore": "/docs/files/\n"}) == both[1:]
    past.moved = ""
    past.said = "Remove generated docs from the repository"
    assert found(text, past) == []
    past.said = "Remove the doors"
    assert found(text, past) == both


@pytest.mark.parametrize(
    "anchor", ["tab/using-bells", "e8dffc", "label-Hot+door", "L12", "user-content-hot-door"]
)
def test_anchors_of_sites_and_tools(anchor: str) -> None:
    assert found(f"# Guide\n\n## Hot door\n\nSee [it](#{anchor}).\n", Past()) == []
    assert found("# Guide\n\n## Hot door\n\nSee [it](#label-Cold+door).\n", Past()) == [
        ("#label-Cold+door", "A")
    ]


@pytest.mark.parametrize(
    ("text", "tiers"),
    [
        ("Unimplemented bells: `fire_it`, `ring_it`", ["B"]),
        ("Unsupported `kiln` bells:\n    `fire_it`, `ring_it`", ["B"]),
        ("Supported bells: `fire_it`, `ring_it`", ["A"]),
        ("Some are unsupported. The bells: `fire_it`, `ring_it`", ["A"]),
    ],
)
def test_what_the_text_says_is_not_there(text: str, tiers: list[str]) -> None:
    assert [
        t for name, t in found(f"# Guide\n\n{text}\n", Past("kiln/oven.py")) if name == "fire_it"
    ] == tiers


def test_a_link_that_the_projects_site_makes() -> None:
    assert found("# Guide\n\nSee [api::Kiln::Oven](#fire_it) and [it](#fire_it).\n", Past()) == [
        ("#fire_it", "A")
    ]


def test_a_copied_jquery_is_none_of_ours() -> None:
    body = "/**\n * Burns.\n * @param {number} heta How hot.\n */\nfunction burn(heat) { return heat }\n"
    assert found(body, Past(), "lib/jquery.burn.js") == []
    assert found(body, Past(), "lib/burn.js") == [("heta", "A")]


def test_a_route_of_a_site_is_no_path() -> None:
    past = Past(paths=("docs/api", "docs/bells"))
    text = "# Guide\n\nSee [it](api#ring) and [it](bells/).\n"
    assert found(text, past, more={"docs/API.md": "# API\n\n## Ring\n"}) == [("bells/", "A")]


@pytest.mark.parametrize("folder", ["docs/include", "docs/_partials/bells"])
def test_a_part_of_pages_is_no_page(folder: str) -> None:
    assert found("# Part\n\nSee [it](#hot-door).\n", Past(), f"{folder}/part.md") == []
    assert found("# Part\n\nSee [it](#hot-door).\n", Past(), "docs/included/part.md") == [("#hot-door", "A")]


@pytest.mark.parametrize(
    ("path", "tiers"),
    [
        ("docs/reference/kiln-test/guide.md", ["A"]),
        ("docs/testing/guide.md", ["A"]),
        ("docs/testing/fixtures/guide.md", []),
        ("testing/docs/guide.md", []),
    ],
)
def test_a_page_about_tests_is_a_page(path: str, tiers: list[str]) -> None:
    rows = drifted(CODE, "# G\n\n[x](#cold)\n", NoHistory(), path)
    assert [tier for _, tier in rows] == tiers


@pytest.mark.parametrize(
    ("path", "code", "told"),
    [
        ("tests/test_fire.py", "def test_it(oven):\n    oven.burn('fire_it')\n", True),
        ("kiln/fire.py", "def burn(oven):\n    oven.burn('fire_it')\n", False),
    ],
)
@pytest.mark.parametrize("text", ["Call `fire_it` first.", "Set `fire_it: 3` first."])
def test_a_test_keeps_no_name_alive_that_left_the_code(path: str, code: str, text: str, told: bool) -> None:
    rows = found(f"# G\n\n{text}\n", Past("kiln/oven.py"), more={path: code})
    assert [tier for _, tier in rows] == (["A"] if told else [])
