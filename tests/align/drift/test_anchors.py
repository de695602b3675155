"""Which anchors lead to a heading: what a known site makes of it, and nothing else; of dialects whose targets
are not read nobody can know.
"""

from __future__ import annotations

import pytest

from helix_lsp.align.drift.history import NoHistory
from helix_lsp.align.drift.slugs import makes
from tests.support.drifted import drifted

TREE = """
//- /kiln/oven.py
x = 1
"""
PAGE = "# Oven\n\n## Part 2: Open the door?\n\n## What's new\n\n## **Fire** at 900 °C\n\n## A & B\n\nText. ^warm\n"


@pytest.mark.parametrize(
    ("anchor", "tier"),
    [
        ("part-2-open-the-door", ""),
        ("part-2-open-the-door-1", ""),
        ("part-2-open-the-door-3", "A"),
        ("Part-2-Open-the-door", ""),
        ("part-2:-open-the-door", "A"),
        ("part-2-open-the-door?", "A"),
        ("what's-new", "A"),
        ("whats-new", ""),
        ("what-s-new", ""),
        ("fire-at-900-c", ""),
        ("a--b", ""),
        ("a-b", ""),
        ("What's%20new", ""),
        ("part-2%3A-open-the-door", ""),
        ("fn:1", ""),
        ("_top", ""),
        ("^warm", ""),
        ("^cold", ""),
        ("Oven#What's%20new", ""),
    ],
)
def test_an_anchor_is_what_some_site_makes_of_the_heading(anchor: str, tier: str) -> None:
    pages = {"docs/oven.md": PAGE, "mkdocs.yml": "site_name: G\n"}
    rows = drifted(TREE, f"# G\n\n[x](oven.md#{anchor})\n", NoHistory(), "docs/guide.md", pages)
    assert rows == [(f"oven.md#{anchor}", tier)]


@pytest.mark.parametrize(
    ("anchor", "head", "tier"),
    [("whats-new", "", ""), ("what-s-new", "", "A"), ("what-s-new", "---\ntitle: x\n---\n", "")],
)
def test_where_no_site_is_made_an_anchor_is_a_code_hosts(anchor: str, head: str, tier: str) -> None:
    text = f"{head}# G\n\n## What's new\n\n[x](#{anchor})\n"
    assert drifted(TREE, text, NoHistory(), "docs/guide.md") == [(f"#{anchor}", tier)]


RST = "A\n=\n\nHot Door\n--------\n\n.. _own:\n\nOther\n-----\n"
ADOC = "= A\n\n== Hot Door\n\n[[own]]\n== Other\n\n[#second]\n== Third\n"


@pytest.mark.parametrize(
    ("page", "text", "tiers"),
    [
        ("docs/a.rst", RST, {"gone": "A", "hot-door": "", "own": "", "other": "", "id3": ""}),
        ("docs/a.rst", RST + "\n.. automodule:: kiln.oven\n", {"gone": ""}),
        ("docs/a.rst", RST + "\n.. include:: b.rst\n", {"gone": ""}),
        ("docs/a.rst", RST + "\n.. note:: Hot.\n", {"gone": "A"}),
        ("docs/a.adoc", ADOC, {"gone": "A", "_hot_door": "", "hot-door": "", "own": "", "second": ""}),
        ("docs/a.adoc", ADOC + "\ninclude::b.adoc[]\n", {"gone": ""}),
        ("docs/a.adoc", ADOC + "\n== Door {version}\n", {"gone": ""}),
    ],
)
def test_pages_of_sphinx_and_asciidoctor_have_headings_too(
    page: str, text: str, tiers: dict[str, str]
) -> None:
    name = page.rpartition("/")[2]
    links = "".join(f"[x]({name}#{anchor})\n" for anchor in tiers)
    rows = drifted(TREE, f"# G\n\n{links}", NoHistory(), "docs/guide.md", {page: text})
    assert {row[0].rpartition("#")[2]: row[1] for row in rows} == tiers


@pytest.mark.parametrize(
    ("more", "tier"),
    [
        ({}, "A"),
        ({"retype.yml": "input: docs\n"}, ""),
        ({"docs/retype.yml": "url: x\n"}, ""),
        ({"web/retype.yml": "url: x\n"}, "A"),
        ({"docs/oven.md": "# Oven\n\n:::{figure} x.png\n:name: cold-fire\n:::\n"}, ""),
        ({"docs/oven.md": "# Oven\n\n```{figure} x.png\n:name: cold-fire\n```\n"}, ""),
        ({"docs/oven.md": "# Oven\n\n## Hot fire :id=cold-fire\n"}, ""),
        ({"docs/oven.md": "# Oven\n\n==- cold fire\n\nText\n\n==-\n"}, ""),
    ],
)
def test_targets_of_a_dialect_that_is_shown(more: dict[str, str], tier: str) -> None:
    files = {"docs/oven.md": "# Oven\n\n## Hot door\n"} | more
    rows = drifted(TREE, "# G\n\n[x](oven.md#cold-fire)\n", NoHistory(), "docs/guide.md", files)
    assert rows == [("oven.md#cold-fire", tier)]


def test_slugs_of_sites() -> None:
    title = "3. Don't use `x.y()` / z"
    for made in (
        "3-dont-use-xy--z",
        "dont-use-xy--z",
        "don-t-use-x-y-z",
        "_3-don-t-use-x-y-z",
        "3.-dont-use-x.y-z",
    ):
        assert makes(title, made), made
    assert not makes(title, "3-don't-use")


@pytest.mark.parametrize(
    ("page", "tier"),
    [
        ("# Oven\n\n## Hot\n\n```python\nimport kiln\n```\n", "A"),
        ("# Oven\n\n## Hot\n\n~~~ts\nexport type A = Door<Hinge>\n~~~\n", "A"),
        ("# Oven\n\n## Hot\n\n> ```swift\n> Door<Hinge>\n> ```\n", "A"),
        ("# Oven\n\n## Hot\n\nA `Door<Hinge>` and ``{{ x }}``.\n", "A"),
        ("Text of a page without any heading.\n", "A"),
        ("", ""),
        ("# Oven\n\n## Hot\n\nIn {{ version }}.\n\n:::tip\nText\n:::\n", "A"),
        ("# Oven\n\n## Hot\n\nimport Tabs from '@theme/Tabs'\n\n<Tabs>\nText\n</Tabs>\n", "A"),
        ("# Oven\n\n## Hot {{ version }}\n", ""),
        ("# Oven\n\n## Hot\n\nimport Door from './door.md'\n", ""),
        ("# Oven\n\n## Hot\n\n<Door />\n", ""),
        ("# Oven\n\n## Hot\n\n```{include} door.md\n```\n", ""),
        ("# Oven\n\n## Hot\n\n```\ncode\n```\n\n{% include door.md %}\n", ""),
        ("# Oven\n\n## Hot\n\n```\nnever closed\n\n{% include door.md %}\n", "A"),
    ],
)
def test_what_stands_in_code_brings_no_headings(page: str, tier: str) -> None:
    rows = drifted(
        TREE, "# G\n\n[x](oven.md#cold-fire)\n", NoHistory(), "docs/guide.md", {"docs/oven.md": page}
    )
    assert rows == [("oven.md#cold-fire", tier)]


@pytest.mark.parametrize(
    ("more", "tier"),
    [
        ("{{% note %}}\nHot.\n{{% /note %}}\n", "A"),
        ('See [a]({{< relref "a" >}}).\n\n{{< figure\n  src="a.png" >}}\n', "A"),
        ('- The door {{< since "2.1" >}}\n', "A"),
        ("{{< tabs >}}\n{{< tab name=a >}}\nHot.\n{{< /tab >}}\n{{< /tabs >}}\n", "A"),
        ('=== "Door"\n\n    Hot.\n', "A"),
        ('=== "Cold"\n\n    Hot.\n', ""),
        ("=== Door\n\nHot.\n===\n", ""),
        ("{{< doors >}}\n", ""),
        ("## {{< door >}}\n", ""),
        ("{{% include a %}}\n", ""),
    ],
)
def test_a_shortcode_that_brings_no_heading(more: str, tier: str) -> None:
    rows = drifted(TREE, f"# G\n\n[x](#cold)\n\n{more}", NoHistory(), "docs/guide.md")
    assert ("#cold", tier) in rows


def test_the_address_of_a_site_leads_to_a_heading_of_the_page_that_is_served_there() -> None:
    pages = {"www/content/start/door.md": "# Door\n\n## Hot\n", "www/content/a/door.md": "# Door\n"}
    text = "# G\n\n[x](/start/door/#hot), [y](/start/door/#cold), [z](/end/door/#cold)\n"
    rows = drifted(TREE, text, NoHistory(), "www/content/guide.md", pages)
    assert rows == [("/start/door/#hot", ""), ("/start/door/#cold", "A"), ("/end/door/#cold", "")]


@pytest.mark.parametrize(
    ("anchor", "tier"),
    [
        ("hotfire-door", "A"),
        ("hot-fire-door", ""),
        ("Hot-Fire-Door", ""),
        ("hot-fire-door-1", ""),
        ("hot--fire-door", "A"),
    ],
)
def test_the_front_page_has_the_anchors_of_code_hosts(anchor: str, tier: str) -> None:
    page = f"# G\n\n[x](#{anchor})\n\n## Hot Fire: Door\n\n## Hot Fire: Door\n"
    assert dict(drifted(TREE, page, NoHistory(), "README.md"))[f"#{anchor}"] == tier
