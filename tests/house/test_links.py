"""Every link and picture of every document leads to a file that is there, and to a heading that it has."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from urllib.parse import unquote

import pytest

from tests.house.source import ROOT, repository_files

_CODE = re.compile(r"^(```+|~~~+).*?^\1[^\n]*$|(`+)(?!`).*?(?<!`)\2(?!`)", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"\]\(<?([^)>\s]+)>?(?:\s+\"[^\"]*\")?\)|^\[[^\]]+\]:\s+(\S+)", re.MULTILINE)
_HEADING = re.compile(r"^#{1,6}\s+(.+?)\s*#*$", re.MULTILINE)
_ANCHOR = re.compile(r"<a (?:id|name)=\"([^\"]+)\"")
_MARKS = re.compile(r"!?\[([^\]]*)\]\([^)]*\)|[`*]")


def pages() -> list[Path]:
    return [path for path in repository_files() if path.suffix == ".md"]


def without_code(text: str) -> str:
    return _CODE.sub("", text)


@cache
def anchors(page: Path) -> frozenset[str]:
    """As code hosts make them of headings: a repeated one gets a number."""
    text = re.sub(
        r"^(```+|~~~+).*?^\1[^\n]*$", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL
    )
    found: list[str] = _ANCHOR.findall(text)
    seen: dict[str, int] = {}
    for heading in _HEADING.findall(text):
        name = slug(heading)
        found.append(f"{name}-{seen[name]}" if name in seen else name)
        seen[name] = seen.get(name, 0) + 1
    return frozenset(found)


def slug(heading: str) -> str:
    plain = _MARKS.sub(lambda found: found[1] or "", heading).lower()
    kept = (c for c in plain if c in " -_" or unicodedata.category(c)[0] in "LNM")
    return "".join(kept).replace(" ", "-")


def dead(page: Path, text: str) -> Iterator[str]:
    for target in (one or two for one, two in _LINK.findall(without_code(text))):
        if re.match(r"[a-z][a-z0-9+.-]*:", target):
            continue
        path, _, anchor = target.partition("#")
        place = (page.parent / unquote(path)) if path else page
        if not place.exists():
            yield f"{target}: no such file"
        elif anchor and place.suffix == ".md" and anchor not in anchors(place):
            yield f"{target}: no such heading"


def test_every_link_leads_somewhere():
    found = [
        f"{p.relative_to(ROOT)}: {line}" for p in pages() for line in dead(p, p.read_text(encoding="utf-8"))
    ]
    assert len(pages()) > 50
    assert found == []


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("[a](README.md)", 0),
        ("[a](README.md#install)", 0),
        ("[a](README.md#no-such)", 1),
        ("[a](no-such.md)", 1),
        ("![a](docs/images/no-such.png)", 1),
        ("[a]: no-such.md", 1),
        ("`[a](no-such.md)`", 0),
        ("```\n[a](no-such.md)\n```", 0),
        ("[a](https://no-such.example/x)", 0),
    ],
)
def test_a_dead_link_is_noticed(text: str, wrong: int):
    assert len(list(dead(ROOT / "README.md", text))) == wrong


def test_anchors_are_made_as_code_hosts_make_them():
    assert slug("`helix-lsp ask`") == "helix-lsp-ask"
    assert slug("Emacs: eglot (built in since 29)") == "emacs-eglot-built-in-since-29"
