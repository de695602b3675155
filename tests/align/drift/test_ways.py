"""The ways in which a page names what went: blocks of code, directives of site generators, expressions, commands."""

from __future__ import annotations

import pytest

from helix_lsp.align.drift.history import Dropped, Gone, Introduced, Left, NoHistory, PathGone
from tests.support.drifted import drifted

TREE = """
//- /pyproject.toml
[project]
name = "kiln"

//- /kiln/__init__.py

//- /kiln/oven.py
class Oven:
    def hot(self): ...

//- /docs/new.md
# New

//- /docs/conf.py
x = 1

//- /docs/deep/page.md
# Page
"""
GONE = {"FireOven": "kiln/oven.py", "fire_oven": "kiln/oven.py"}
PATHS = ("docs/old.md", "docs/old.rst", "examples/warm.py", "kiln/hot.py")
TASKS = ("run heat", "make bake", "tox warm")


class Past(NoHistory):
    """One commit took all of it away, after everything was written."""

    known = True

    def gone(self, name: str) -> tuple[Gone, ...]:
        return (Gone(commit="c" * 40, time=100, path=GONE[name], defined=True),) if name in GONE else ()

    def path_gone(self, path: str) -> PathGone | None:
        return PathGone(commit="c" * 40, time=100) if path in PATHS else None

    def dropped(self, thing: str) -> Dropped | None:
        return Dropped(commit="c" * 40, time=100, path="x", defined=True) if thing in TASKS else None

    def introduced(self, document: str, text: str, gone: Left) -> Introduced | None:
        return Introduced(time=50)


@pytest.mark.parametrize(
    "text",
    [
        "```python\nfrom kiln.oven import FireOven\n```",
        "```python\nimport kiln.hot\n```",
        "```python\nfrom kiln.hot import Heater\n```",
        "::: kiln.oven.FireOven",
        "```{eval-rst}\n.. autoclass:: kiln.oven.FireOven\n```",
        "```{autoclass} kiln.oven.FireOven\n```",
        "```{toctree}\n:maxdepth: 1\n\nnew\nold\n```",
        "```{toctree}\nOld <old>\n```",
        "See {doc}`old`.",
        "See {doc}`it <old>`.",
        '--8<-- "examples/warm.py"',
        "Run `python -m kiln.hot`.",
        "```sh\npython3 -m kiln.hot\n```",
        "See `examples/warm.py::test_it`.",
        "An `Optional<FireOven>`.",
        "A `class X(FireOven)`.",
        "Run the `heat` script.",
        "The `bake` target.",
        "Use the `warm` environment.",
        "Run `tox -e warm,lint`.",
    ],
)
def test_what_went_is_told_however_a_page_names_it(text: str) -> None:
    assert "A" in [tier for _, tier in drifted(TREE, f"# G\n\n{text}\n", Past(), "docs/guide.md")]


@pytest.mark.parametrize(
    "text",
    [
        "```python\nfrom pottery.oven import FireOven\n```",
        "```python\nfrom kiln.oven import Oven\n```",
        "```python\nfrom .hot import Heater\n```",
        "::: warning",
        "```{toctree}\n:maxdepth: 1\n\nnew\n```",
        "See {doc}`new`.",
        "Run `python -m pottery.hot`.",
        "The `warm` script.",
        "The `heat` of it.",
    ],
)
def test_what_is_there_or_somebody_elses_is_not(text: str) -> None:
    assert "A" not in [tier for _, tier in drifted(TREE, f"# G\n\n{text}\n", Past(), "docs/guide.md")]


def test_a_link_of_a_code_host_is_counted_from_the_root() -> None:
    rows = drifted(
        TREE,
        "# G\n\n[it](../tree/HEAD/docs/new.md) [old](../blob/main/docs/old.md)\n",
        Past(),
        "docs/guide.md",
    )
    assert [tier for _, tier in rows] == ["", "A"]


def test_a_page_of_that_name_may_be_served_there() -> None:
    rows = drifted(
        TREE, "# G\n\nSee [old](/old).\n", Past(), "docs/deep/page.md", {"pages/old.md": "# Old\n"}
    )
    assert rows == [("/old", "")]


def test_a_link_of_a_site_is_counted_from_any_folder_above() -> None:
    rows = drifted(TREE, "# G\n\nSee [old](/old).\n\nSee [new](/new).\n", Past(), "docs/deep/page.md")
    assert rows == [("/old", "A"), ("/new", "")]
