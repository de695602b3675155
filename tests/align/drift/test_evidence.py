"""What an alarm needs beyond a name that is gone: a document of this version, a page that is kept, a name
that the code does not put together.
"""

from __future__ import annotations

import pytest

from helix_lsp.align.drift.find import find_drift
from helix_lsp.align.drift.history import Gone, Introduced, Left, PathGone
from helix_lsp.align.drift.world import build_world, is_of_old_version, is_past
from helix_lsp.config.documents import DriftConfig
from tests.support.check import indexed, read_fixture
from tests.support.drifted import drifted
from tests.support.past import ToldPast, Went

CODE = """
//- /pyproject.toml
[project]
name = "kiln"
//- /kiln/__init__.py
//- /kiln/oven.py
class Base:
    door = None

class Oven(Base):
    hinge: int = 1

    def __init__(self, heat):
        self.heat = heat
        self.clay = heat

    def burn(self, part):
        return getattr(self, f"route_{part}")
//- /docs/guide.md
# Guide
"""


class Past(ToldPast):
    """The names left `kiln/oven.py` at time 100, `renamed` tells what one became, and the paths went then;
    all was written at time 50.
    """

    known = True

    def __init__(self, *names: str, paths: tuple[str, ...] = (), renamed: str = "") -> None:
        self._names, self._paths, self._renamed = names, paths, renamed

    def gone(self, name: str) -> tuple[Gone, ...]:
        return (
            (Went(commit="c" * 40, time=100, path="kiln/oven.py", defined=True, renamed=self._renamed),)
            if name in self._names
            else ()
        )

    def path_gone(self, path: str) -> PathGone | None:
        return PathGone(commit="c" * 40, time=100) if path in self._paths else None

    def introduced(self, document: str, text: str, gone: Left) -> Introduced | None:
        return Introduced(time=50)


def found(
    text: str, past: Past, path: str = "docs/guide.md", more: dict[str, str] | None = None
) -> list[tuple[str, str]]:
    """(text, tier, `` for what is no finding) of the references of one file."""
    return drifted(CODE, text, past, path, more)


@pytest.mark.parametrize(
    ("path", "folders", "old"),
    [
        ("docs/1.x/guide.md", {"docs", "docs/1.x", "docs/2.x"}, True),
        ("docs/2.x/guide.md", {"docs", "docs/1.x", "docs/2.x"}, False),
        ("docs/v9/guide.md", {"docs/v9", "docs/v10"}, True),
        ("docs/version-1.4/a/guide.md", {"docs/version-1.4", "docs/version-1.10"}, True),
        ("docs/1.x/guide.md", {"docs/1.x", "other/2.x"}, False),
        ("docs/01/guide.md", {"docs/01", "docs/02"}, False),  # chapters
    ],
)
def test_a_folder_of_an_older_version(path: str, folders: set[str], old: bool) -> None:
    assert is_of_old_version(path, frozenset(folders)) is old


def test_a_document_of_an_older_version_tells_nothing() -> None:
    text, past, other = "# Guide\n\nCall `grill_it`.\n", Past("grill_it"), "# Guide\n"
    assert found(text, past, "docs/2.x/guide.md", {"docs/1.x/guide.md": other}) == [("grill_it", "A")]
    assert found(text, past, "docs/1.x/guide.md", {"docs/2.x/guide.md": other}) == []


@pytest.mark.parametrize(
    ("path", "past"),
    [
        ("docs/2.3-announcement.md", True),
        ("docs/release-1.0.rst", True),
        ("docs/2.x/upgrading/users.md", True),
        ("docs/upgrade.md", True),
        ("docs/previous-versions/kiln-v3.md", True),
        ("docs/tls-1.3.md", False),
        ("docs/announcing.md", False),
        ("docs/python-3.md", False),
        ("docs/grading/users.md", False),
    ],
)
def test_names_of_documents_that_tell_of_the_past(path: str, past: bool) -> None:
    assert is_past(path) is past


def test_a_page_that_a_build_makes_is_not_missed() -> None:
    text, past = "# Guide\n\nSee [validation](validation.html).\n", Past(paths=("docs/validation.html",))
    assert found(text, past) == [("validation.html", "")]
    kept = {"docs/other.html": "<h1>Other</h1>"}  # pages are kept in that folder
    assert found(text, past, more=kept) == [("validation.html", "A")]


def test_a_link_is_meant_from_where_it_stands() -> None:
    past = Past(paths=("changes.rst",))
    assert found("# Guide\n\n[a](changes.rst)\n", past)[0][1] != "A"
    assert found("# Guide\n\n[a](../changes.rst)\n", past) == [("../changes.rst", "A")]


@pytest.mark.parametrize(
    ("text", "tier"),
    [
        ("Look at `kiln/old.py`.\n", "A"),
        ("Put `kiln/old.py` into your project.\n", "B"),
        ("It must be at `kiln/old.py` within your `GOPATH`.\n", "B"),
    ],
)
def test_a_path_on_the_readers_side(text: str, tier: str) -> None:
    assert [
        t for w, t in found(f"# Guide\n\n{text}", Past(paths=("kiln/old.py",))) if w == "kiln/old.py"
    ] == [tier]


def test_a_path_below_a_host_is_of_no_tree() -> None:
    assert found(
        "# Guide\n\nAt `src/example.com/kiln/kiln`.\n", Past(paths=("src/example.com/kiln/kiln",))
    ) == [("src/example.com/kiln/kiln", "")]


def test_the_root_of_a_site_is_not_this_page() -> None:
    assert found("# Guide\n\n[a](/#doors)\n", Past()) == [("/#doors", "")]
    assert found("# Guide\n\n[a](#doors)\n", Past()) == [("#doors", "A")]


def test_a_successor_that_is_defined_nowhere_is_not_told() -> None:
    more = {"docs/guide.md": b"# Guide\n\nCatch `KilnError`.\n", "kiln/low.py": b"raise HeatError\n"}
    with indexed(dict(read_fixture(CODE).files) | more) as world:
        for renamed, expected in (("HeatError", ""), ("Oven", "Oven")):
            rows = find_drift(
                build_world(world.snapshot, world.texts, DriftConfig()),
                Past("KilnError", renamed=renamed),
                DriftConfig(),
                ["docs"],
            )
            assert [(f.judged.tier, f.judged.successor) for f in rows] == [("A", expected)]


def test_attributes_that_the_docstring_of_a_class_lists() -> None:
    head = "from kiln.oven import Oven\nfrom clayworks import Wheel\n\nclass Grill({base}):\n"
    head += '    """Grills.\n\n    Args:\n        {name}: words\n    """\n'
    body = "\n    smoke = 1\n\n    def __init__(self, heat):\n        self.ash = heat\n"
    cases = {("object", "smoke"): "", ("object", "ash"): "", ("object", "wind"): "A"}
    cases |= {("Oven", "door"): "", ("Oven", "wind"): "A", ("Wheel", "wind"): "B"}
    for (base, name), tier in cases.items():
        assert found(head.format(base=base, name=name) + body, Past(), "kiln/grill.py") == [(name, tier)], (
            base,
            name,
        )


@pytest.mark.parametrize(
    ("path", "lead", "read"),
    [
        ("lib/kiln.js", "", True),
        ("lib/kiln.js", "/*! Wheel v1.2.3 | MIT */\n", False),
        ("docs/assets/js/wheel.js", "", False),
        ("lib/kiln.js", "x = 1;\n" * 100_000, False),
    ],
)
def test_a_copied_script_is_not_read(path: str, lead: str, read: bool) -> None:
    text = f"{lead}/**\n * @param {{number}} heat x\n */\nfunction fire(hours) {{}}\n"
    assert bool([w for w, tier in found(text, Past(), path) if tier == "A"]) is read
