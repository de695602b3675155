"""A link from one Markdown page to another is meant from where it stands, or from a folder above."""

from __future__ import annotations

import pytest

from helix_lsp.align.drift.find import find_drift
from helix_lsp.align.drift.history import Gone, Introduced, NoHistory, PathGone
from helix_lsp.align.drift.world import build_world
from helix_lsp.config.documents import DriftConfig
from tests.support.check import indexed, read_fixture
from tests.support.drifted import drifted

TREE = """
//- /kiln/oven.py
x = 1
"""
PAGES = {"docs/ref/observe.md": "# O\n", "docs/top.md": "# T\n", "docs/best/sub/deep.md": "# D\n"}


@pytest.mark.parametrize(
    ("target", "tier"),
    [
        ("../ref/observe.md", ""),
        ("ref/observe.md", ""),
        ("top.md", ""),
        ("docs/top.md", ""),
        ("sub/deep.md", ""),
        ("observe.md", "A"),
        ("deep.md", "A"),
        ("../observe.md", "A"),
        ("nowhere.md", "A"),
        ("./top.md", "A"),  # every site counts this one from the page
        ("nowhere.txt", ""),
    ],
)
def test_a_page_that_does_not_stand_where_the_link_leads(target: str, tier: str) -> None:
    site = PAGES | {"mkdocs.yml": "site_name: G\n"}
    rows = drifted(TREE, f"# G\n\n[x]({target})\n", NoHistory(), "docs/best/guide.md", site)
    assert rows == [(target, tier)]


@pytest.mark.parametrize(
    ("beside", "tier"), [("[y](sub/deep.md)", "A"), ("[y](https://a.org/b.md)", ""), ("", "")]
)
def test_a_page_without_its_ending_is_found_by_no_code_host(beside: str, tier: str) -> None:
    text = f"# G\n\n[x](../ref/observe) {beside}\n"
    rows = [r for r in drifted(TREE, text, NoHistory(), "docs/best/guide.md", PAGES) if "observe" in r[0]]
    assert rows == [("../ref/observe", tier)]


@pytest.mark.parametrize(
    ("target", "tier"),
    [
        ("../ref/observe.md", ""),
        ("/docs/top.md", ""),
        ("sub/deep.md", ""),
        ("top.md", "A"),
        ("ref/observe.md", "A"),
        ("/top.md", "A"),
        ("kilns", ""),  # nothing says that it means this tree
        ("../../docs/kiln", "A"),
    ],
)
def test_where_no_site_is_made_a_link_leads_where_a_code_host_follows_it(target: str, tier: str) -> None:
    rows = drifted(TREE, f"# G\n\n[x]({target})\n", NoHistory(), "docs/best/guide.md", PAGES)
    assert rows == [(target, tier)]


@pytest.mark.parametrize(
    ("text", "tier"),
    [
        ("See `kiln/doors/oven_room.py`.", "A"),
        ("See `doors/oven_room.py`.", ""),
        ("See `kiln/doors/nowhere.py`.", ""),
    ],
)
def test_a_file_of_which_the_tree_has_the_only_one_elsewhere(text: str, tier: str) -> None:
    rows = drifted(
        TREE, f"# G\n\n{text}\n", NoHistory(), "docs/guide.md", PAGES | {"lib/oven_room.py": "y = 1\n"}
    )
    assert [one for _, one in rows] == [tier]


class Left(NoHistory):
    """These paths went after everything was written."""

    known = True

    def __init__(self, *paths: str) -> None:
        self._paths = paths

    def path_gone(self, path: str) -> PathGone | None:
        return PathGone(commit="c" * 40, time=100) if path in self._paths else None

    def introduced(self, document: str, text: str, gone: object) -> Introduced | None:
        return Introduced(time=50)


@pytest.mark.parametrize(
    ("text", "tier"),
    [
        ("[x](ash)", "A"),
        ("[x](./ash#top)", "A"),
        ("[x](/docs/best/ash)", "A"),
        ("[x](ash.html)", "A"),
        ("[x](sub/deep)", ""),
        ("[x](sub/deep.html)", ""),
        ("[x](sub/deep#nothing)", "A"),
        ("[x](sub/deep#d)", ""),
        ("[x](never)", ""),
        ("`Firefile.js`", "A"),
        ("`Firefile`", "A"),
        ("`oven.py`", ""),
        ("`never.py`", ""),
        ("See tools/soot.sh first.", "A"),
        ("* **tools/soot.sh**: soot", "A"),
        ("See https://example.org/tools/soot.sh first.", ""),
        ("See tools/never.sh first.", ""),
    ],
)
def test_what_a_site_serves_and_what_stands_bare(text: str, tier: str) -> None:
    past = Left("docs/best/ash.md", "Firefile.js", "Firefile", "tools/soot.sh")
    rows = drifted(TREE, f"# G\n\n{text}\n", past, "docs/best/guide.md", PAGES)
    assert [told for _, told in rows] == ([tier] if rows else [])
    assert bool(rows) or not tier


def test_exdoc_puts_all_pages_into_one_folder() -> None:
    flat = {**PAGES, "mix.exs": 'defmodule K.Mix do\n  def project, do: [docs: [extras: ["docs"]]]\nend\n'}
    for pages, tier in ((PAGES, "A"), (flat, "")):
        rows = drifted(TREE, "# G\n\n[x](observe.md)\n", NoHistory(), "docs/best/guide.md", pages)
        assert rows == [("observe.md", tier)]


class Went(NoHistory):
    """The definitions of these names went after everything was written."""

    known = True

    def gone(self, name: str) -> tuple[Gone, ...]:
        went = name in ("FireOven", "fire_oven")
        return (Gone(commit="c" * 40, time=100, path="kiln/old.py", defined=True),) if went else ()

    def introduced(self, document: str, text: str, gone: object) -> Introduced | None:
        return Introduced(time=50)


@pytest.mark.parametrize(
    "text",
    [
        "### fire_oven()",
        "**fire_oven** bakes.",
        "| fire_oven | bakes |",
        "<code>fire_oven</code>",
        "`from kiln.oven import FireOven`",
        "`x = fire_oven(3)`",
        "`list[FireOven]`",
        "`*FireOven`",
        "`kiln.oven:FireOven`",
        "`FireOven.hot`",
        "`FireOven::new`",
        "`FireOven(a=1).bake()`",
    ],
)
def test_a_definition_that_went_is_told_wherever_it_is_named(text: str) -> None:
    tree = TREE + "\ndef hot(bake, new, list): ...\n//- /kiln/old.py\ny = 1\n"
    rows = drifted(tree, f"# G\n\n{text}\n", Went(), "docs/best/guide.md", PAGES)
    assert [tier for _, tier in rows if tier] == ["A"]


@pytest.mark.parametrize(
    "text", ["The FireOven is hot.", "https://x.org/fire_oven/", "![fire_oven](x.png)", "`my_fire_oven_x`"]
)
def test_what_is_no_name_is_not_told(text: str) -> None:
    rows = drifted(
        TREE + "\n//- /kiln/old.py\ny = 1\n", f"# G\n\n{text}\n", Went(), "docs/best/guide.md", PAGES
    )
    assert [tier for _, tier in rows if tier == "A"] == []


@pytest.mark.parametrize(
    ("link", "told"),
    [
        ("[x](the-oven)", ["the-oven"]),  # a heading of this page, without its number sign
        ("[x](not-a-heading)", []),
        ("[x](example.com)", ["example.com"]),
        ("[x](Wiki#the-oven)", ["Wiki#the-oven"]),
        ("![x](img/hot\\_oven.png)", []),
        ("![x](img/cold\\_oven.png)", ["img/cold\\_oven.png"]),
    ],
)
def test_a_link_that_a_code_host_follows_to_nowhere(link: str, told: list[str]) -> None:
    text = f"# G\n\n## The oven\n\n{link}\n"
    rows = drifted(TREE, text, NoHistory(), "README.md", {"img/hot_oven.png": "x"})
    assert [text for text, tier in rows if tier == "A"] == told


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("README.md", "# G\n\nSee [x][3].\n\n[3]: docs/gone.md\n"),
        ("README.rst", "G\n=\n\nSee `x`__.\n\n__ https://github.com/glaze/kiln/blob/main/kiln/gone.py\n"),
    ],
)
def test_a_link_by_a_label_is_told_where_its_target_is_written(path: str, text: str) -> None:
    files = read_fixture(TREE).files | {
        path: text.encode(),
        "pyproject.toml": b'[project.urls]\nrepository = "https://github.com/glaze/kiln"\n',
    }
    with indexed(files) as world:
        rows = find_drift(
            build_world(world.snapshot, world.texts, DriftConfig()), NoHistory(), DriftConfig(), [path]
        )
    assert [row.line for row in rows if row.judged.tier == "A"] == [text.count("\n")]
