"""The documentation site shows every document, and what it would be built from is looked at strictly (`make site`)."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.house.source import ROOT

sys.path.insert(0, str(ROOT / "scripts"))

import site_pages


def test_every_document_is_in_the_menu_once():
    listed = [path for _, paths in site_pages.parts() for path in paths]
    assert len(listed) == len(set(listed))
    pages = {
        path.relative_to(ROOT).as_posix() for path in (*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"))
    }
    assert pages - set(listed) == set()


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("[a](../README.md#x)", "[a](../README.md#x)"),
        ("[a](../scripts/x.py)", "a"),
        ("[`a`](../tests)", "`a`"),
        ("![a](images/no.png)", "![a](images/no.png)"),
        ("[a](https://b.example/c)", "[a](https://b.example/c)"),
        ("[a](#here)", "[a](#here)"),
    ],
)
def test_a_link_to_what_the_site_does_not_show_keeps_its_words(text: str, kept: str):
    assert site_pages.within(text, "docs/page.md", {"README.md"}) == kept


@pytest.mark.parametrize(
    ("body", "wrong"),
    [
        ('<a href="other.html">x</a><h2 id="here"></h2><a href="#here">y</a>', 0),
        ('<a href="other.html#there">x</a>', 0),
        ('<a href="other.html#gone">x</a>', 1),
        ('<a href="gone.html">x</a>', 1),
        ('<img src="gone.png">', 1),
        ('<script src="https://host.example/x.js"></script>', 1),
        ('<a href="https://host.example/">x</a>', 0),
        ('<img src="data:image/png;base64,AA">', 0),
    ],
)
def test_a_dead_reference_of_a_built_page_is_found(
    body: str, wrong: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(site_pages, "SITE", tmp_path)
    (tmp_path / "other.html").write_text('<h1 id="there"></h1>', encoding="utf-8")
    page = tmp_path / "page.html"
    page.write_text(body, encoding="utf-8")
    assert len(list(site_pages.dead(page))) == wrong
