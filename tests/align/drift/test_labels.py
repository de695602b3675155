"""Labels of Sphinx: what `:ref:` leads to."""

from __future__ import annotations

import pytest

from helix_lsp.align.drift.history import NoHistory
from tests.support.drifted import drifted

TREE = """
//- /kiln/oven.py
def fire():
    '''Fires.

    .. _in code:
    '''
"""
PAGES = {
    "docs/conf.py": "extensions = []\n",
    "docs/a.rst": ".. _open-door:\n\nA\n=\n\n.. _`Two Words`:\n\n.. figure:: x.png\n   :name: figured\n",
}


@pytest.mark.parametrize(
    ("label", "tier"),
    [
        ("open-door", ""),
        ("Open-Door", ""),
        ("two words", ""),
        ("figured", ""),
        ("in code", ""),
        ("open_door", "A"),
        ("closed-window", "A"),
        ("python:open-door", ""),
        ("genindex", ""),
        ("sphx_glr_examples", ""),
    ],
)
def test_a_label_that_no_page_sets(label: str, tier: str) -> None:
    rows = drifted(TREE, f"G\n=\n\nSee :ref:`there <{label}>`.\n", NoHistory(), "docs/guide.rst", PAGES)
    assert rows == [(label, tier)]


@pytest.mark.parametrize(
    "more", ["intersphinx_mapping = {}\n", "extensions = ['sphinx.ext.autosectionlabel']\n"]
)
@pytest.mark.parametrize(("label", "tier"), [("open_door", "A"), ("closed-window", "")])
def test_where_labels_come_from_elsewhere_only_a_slip_is_told(more: str, label: str, tier: str) -> None:
    pages = PAGES | {"docs/conf.py": more}
    rows = drifted(TREE, f"G\n=\n\nSee :ref:`there <{label}>`.\n", NoHistory(), "docs/guide.rst", pages)
    assert rows == [(label, tier)]


@pytest.mark.parametrize(("label", "tier"), [("hot_oven_ref", ""), ("hot_oven", "A")])
def test_a_label_that_a_script_writes(label: str, tier: str) -> None:
    pages = PAGES | {"docs/make.py": 'print(f".. _{name}_oven_ref:")\n'}
    rows = drifted(TREE, f"G\n=\n\nSee :ref:`there <{label}>`.\n", NoHistory(), "docs/guide.rst", pages)
    assert rows == [(label, tier)]


@pytest.mark.parametrize(
    ("text", "more", "told"),
    [
        ("See [the door guide][doors].", {}, ["doors"]),
        ("See [the door guide][doors].\n\n[Doors]: https://example.org", {}, []),
        ("See `[the door guide][doors]` and matrix[the door][doors].", {}, []),
        ("See [the door guide][kiln.doors].", {"mkdocs.yml": "plugins:\n  - autorefs\n"}, []),
        ("See [the door guide][kiln::doors].", {}, []),
    ],
)
def test_a_label_that_its_page_does_not_define(text: str, more: dict[str, str], told: list[str]) -> None:
    rows = drifted(TREE, f"# G\n\n{text}\n", NoHistory(), "guide.md", more)
    assert [one for one, tier in rows if tier] == told
