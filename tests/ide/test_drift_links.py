"""A dead link or anchor is mended where it is written, in the way it was written, and the finding goes."""

from __future__ import annotations

import pytest

from helix_lsp.align.drift.find import Finding, find_drift
from helix_lsp.align.drift.history import Introduced, Left, NoHistory, PathGone
from helix_lsp.align.drift.world import build_world
from helix_lsp.config.documents import DriftConfig
from helix_lsp.ide.drift_look import renames
from tests.support.check import indexed

TREE = {
    "pyproject.toml": '[project]\nname = "kiln"\n',
    "docs/firing.md": "# Firing\n\n## Heat curves\n\nHot.\n\n## Safety\n\nMind the door.\n",
    "docs/glaze.md": "# Glaze\n\n## Mixing glazes\n\nStir.\n",
    "docs/old/glaze.md": "# Glaze\n\n## Old\n",
    "docs/parts/burner-care.md": "# Burner\n\n## Cleaning the burner\n\nBrush.\n",
    "docs/parts/index.md": "# Parts\n",
    "docs/parts/care.mdx": "# Care\n",
    "docs/old/care.md": "# Care\n",
    "README.md": "# Kiln\n",
    "kiln/oven.py": "a = 1\n",
}


GONE = ("docs/burner-care.md", "docs/lost.md", "docs/index.md", "docs/parts/care.md")


class Past(NoHistory):
    """Some paths went without a trace of where to."""

    known = True

    def path_gone(self, path: str) -> PathGone | None:
        return PathGone(commit="c" * 40, time=100) if path in GONE else None

    def introduced(self, document: str, text: str, gone: Left) -> Introduced | None:
        return Introduced(time=50)


def found(text: str, path: str) -> list[Finding]:
    files = {p: t.encode() for p, t in TREE.items()} | {path: text.encode()}
    with indexed(files) as world:
        rows = find_drift(
            build_world(world.snapshot, world.texts, DriftConfig()), Past(), DriftConfig(), [path]
        )
    return [one for one in rows if one.judged.verdict == "stale"]


def mended(text: str, path: str) -> str:
    """The document after the first fix of its one finding."""
    (one,) = found(text, path)
    data = text.encode()
    fixes = renames(one, data)
    assert [fix.certain for fix in fixes] == [False]
    (change,) = fixes[0].changes
    return (data[: change.span.start] + change.text.encode() + data[change.span.end :]).decode()


@pytest.mark.parametrize(
    ("path", "before", "after"),
    [
        (
            "docs/firing.md",
            "# Firing\n\n## Heat curves\n\nSee [it](#heat-curve).\n",
            "(#heat-curves)",
        ),  # a heading of the page itself
        (
            "docs/guide.md",
            "# Guide\n\nSee [it](firing.md#heat-curve).\n",
            "(firing.md#heat-curves)",
        ),  # like one of the other page
        (
            "docs/guide.md",
            "# Guide\n\nSee [it](./firing.md#mixing-glazes).\n",
            "(./glaze.md#mixing-glazes)",
        ),  # stands in another page now
        ("docs/guide.md", "# Guide\n\nSee [it](#mixing-glazes).\n", "(glaze.md#mixing-glazes)"),
        (
            "docs/guide.md",
            "# Guide\n\nSee [it](firing.md#cleaning-the-burner).\n",
            "(parts/burner-care.md#cleaning-the-burner)",
        ),
        (
            "README.md",
            "# Kiln\n\nSee [it][f] and [again][f].\n\n[f]: docs/burner-care.md 'Care'\n",
            "[f]: docs/parts/burner-care.md 'Care'",
        ),
        ("README.md", "# Kiln\n\nSee [it](docs/burner-care.md) — soon.\n", "(docs/parts/burner-care.md)"),
        (
            "docs/guide.md",
            "# Guide\r\n\r\n😀 See [it](burner-care.md#cleaning).\r\n",
            "(parts/burner-care.md#cleaning)",
        ),
        ("docs/guide.md", "# Guide\n\nSee [it](parts/care.md).\n", "(parts/care.mdx)"),  # another ending
        ("docs/guide.md", "# Guide\n\nSee [it](/docs/burner-care.md).\n", "(/docs/parts/burner-care.md)"),
    ],
)
def test_the_link_leads_somewhere_again(path: str, before: str, after: str) -> None:
    if before.count("][f]") == 2:  # two links, one label: either finding mends both
        text, one = before, found(before, path)[0]
        (change,) = renames(one, text.encode())[0].changes
        result = (
            text.encode()[: change.span.start] + change.text.encode() + text.encode()[change.span.end :]
        ).decode()
    else:
        result = mended(before, path)
    assert after in result
    assert (
        not found(result, path) or "#cleaning)" in after
    )  # the page is found again, its heading is a finding of its own


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("docs/guide.md", "# Guide\n\nSee [it](lost.md).\n"),  # nothing of that name
        ("docs/guide.md", "# Guide\n\nSee [it](index.md).\n"),  # a name that every folder has
        ("docs/guide.md", "# Guide\n\nSee [it](firing.md#of-nothing-alike).\n"),
    ],
)
def test_nothing_is_made_up(path: str, text: str) -> None:
    (one,) = found(text, path)
    assert one.judged.suggestions == ()
    assert renames(one, text.encode()) == ()


@pytest.mark.parametrize(
    ("target", "tier"), [("../kiln/nothing/at/all.py", "A"), ("nowhere.md", "A"), ("parts/none.mdx", "A")]
)
def test_a_link_to_what_was_never_there_is_an_alarm_where_no_site_is_made(target: str, tier: str) -> None:
    (one,) = found(f"# Guide\n\nSee [it]({target}).\n", "docs/guide.md")
    assert one.judged.tier == tier


def test_a_link_written_when_its_target_was_gone_is_a_hint() -> None:
    class Late(Past):
        def introduced(self, document: str, text: str, gone: Left) -> Introduced | None:
            return Introduced(time=150)

    files = {p: t.encode() for p, t in TREE.items()} | {
        "docs/guide.md": b"# Guide\n\nSee [it](lost.md) and `docs/lost.md`.\n"
    }
    with indexed(files) as world:
        rows = find_drift(
            build_world(world.snapshot, world.texts, DriftConfig()), Late(), DriftConfig(), ["docs/guide.md"]
        )
    assert [(r.reference.kind, r.judged.tier) for r in rows if r.judged.verdict == "stale"] == [("link", "B")]
