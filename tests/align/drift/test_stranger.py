"""A name that left without a successor, with a sign that it is another project's now: a hint. Without one, or
with its own import: an alarm.
"""

from __future__ import annotations

import pytest

from helix_lsp.align.drift.find import find_drift
from helix_lsp.align.drift.history import Gone, History, Introduced, Left
from helix_lsp.align.drift.world import build_world
from helix_lsp.align.identity import own_names, project_of
from helix_lsp.config.documents import DriftConfig
from tests.support.check import indexed, read_fixture
from tests.support.past import ToldPast, Went

CODE = """
//- /pyproject.toml
[project]
name = "kiln-fire"
dependencies = ["kiln-glazing>=1"]
[project.urls]
source = "https://github.com/potters/kiln-works"
//- /kiln/__init__.py
//- /kiln/oven.py
class Oven:
    def heat(self, clay, options):
        return getattr(options.Door, "latch", None) or getattr(clay, "wet", None)

    def note(self, env):
        return env["kiln.failure"], env["kiln.failure.Deep"], HeatOven, self.Door["knob"], door["bolt"]

class HeatOven:
    pass
//- /kiln/door.py
class Door:
    hinge = 1
//- /lib/rings.rb
Door.public_send(:bell)
//- /kiln/failing.py
# the text kiln.trouble stands here in a comment, and `kiln.trouble` in back-ticks
x = 1
//- /install.sh
echo
"""


class Past(ToldPast):
    """Every name of `names` was defined at a path until time 100, and was written into documents at time 50."""

    known = True

    def __init__(self, names: dict[str, str], renamed: str = "") -> None:
        self._names, self._renamed = names, renamed

    def gone(self, name: str) -> tuple[Gone, ...]:
        path = self._names.get(name)
        return (
            (Went(commit="c" * 40, time=100, path=path, defined=True, renamed=self._renamed),) if path else ()
        )

    def introduced(self, document: str, text: str, gone: Left) -> Introduced | None:
        return Introduced(time=50, whole=False)


GONE = {
    "GlazeBath": "kiln/oven.py",
    "KILN_TRIAL": "kiln/oven.py",
    "XDG_STATE_HOME": "kiln/oven.py",
    "glazing_depth": "kiln/glazing.py",
    "shelf_depth": "kiln/shelves.py",
}


def told(
    text: str, history: History | None = None, name: str = "docs/guide.md", more: dict[str, str] | None = None
) -> list[tuple[str, str, str]]:
    files = (
        dict(read_fixture(CODE).files)
        | {p: t.encode() for p, t in (more or {}).items()}
        | {name: text.encode()}
    )
    with indexed(files) as world:
        found = find_drift(
            build_world(world.snapshot, world.texts, DriftConfig()),
            history or Past(GONE),
            DriftConfig(),
            [name],
        )
    return [(f.reference.text, f.judged.verdict, f.judged.tier) for f in found]


def tiers(
    text: str, word: str, history: History | None = None, more: dict[str, str] | None = None
) -> set[str]:
    return {tier or verdict for one, verdict, tier in told(text, history, more=more) if word in one}


HEAD = "# Guide\n\nWords.\n\n## Dipping\n\n"


@pytest.mark.parametrize(
    "text",
    [
        "Dip with `GlazeBath`.\n",
        "Dip with `GlazeBath`.\n\n    pip install kiln-fire\n",
        "Dip with `GlazeBath`.\n\n    pip install numpy\n",
        "Dip with `GlazeBath`.\n\nSee [numpy](https://github.com/numpy/numpy).\n",
        "Dip with `GlazeBath`.\n\nSee [us](https://github.com/potters/kiln-works/issues/3).\n",
        "Dip with `GlazeBath` in water. More is to be read in\n[our list](https://github.com/potters/kiln-works/issues/3).\n",
        "- Dip with `GlazeBath`.\n- Or see [that](https://github.com/potters/wheel).\n",
        "Dip with `GlazeBath`.\n\n## Other\n\nSee [glaze](https://github.com/potters/glaze).\n",
        "Dip with `GlazeBath`.\n\n```python\nfrom kiln.oven import GlazeBath\n```\n\n    pip install glaze-kit\n",
        "Dip with `GlazeBath`.\n\n```python\nfrom .oven import GlazeBath\n```\n\n    pip install glaze-kit\n",
    ],
)
def test_without_a_sign_it_stays_an_alarm(text: str) -> None:
    assert tiers(HEAD + text, "GlazeBath") == {"A"}


@pytest.mark.parametrize(
    "text",
    [
        "Dip with `GlazeBath`.\n\n```python\nfrom clayworks.baths import Bowl, GlazeBath\n```\n",
        "Dip with `GlazeBath`.\n\n```js\nimport { GlazeBath } from 'clayworks'\n```\n",
        "Dip with `GlazeBath`.\n\n```js\nconst { GlazeBath } = require('clayworks')\n```\n",
    ],
)
def test_a_sign_of_another_project_makes_it_a_hint(text: str) -> None:
    assert tiers(HEAD + text, "GlazeBath") == {"B"}


def test_dotted_text_and_members_asked_for_by_name_are_in_the_code() -> None:
    past = Past(
        {
            "failure": "kiln/oven.py",
            "Deep": "kiln/oven.py",
            "latch": "kiln/door.py",
            "bolt": "kiln/door.py",
            "knob": "kiln/door.py",
            "bell": "kiln/door.py",
            "trouble": "kiln/failing.py",
        }
    )
    assert told("Read `kiln.failure` and `kiln.failure.Deep`.\n", past) == [
        ("kiln.failure", "live", ""),
        ("kiln.failure.Deep", "live", ""),
    ]
    assert told("Set `Door.latch`, not `Door.bolt`.\n", past) == [
        ("Door.latch", "live", ""),
        ("Door.bolt", "stale", "A"),
    ]
    assert told("Set `Door.knob` or `Door.bell`.\n", past) == [
        ("Door.knob", "live", ""),
        ("Door.bell", "live", ""),
    ]
    assert told("Read `kiln.failing.trouble`.\n", past)[0][1] != "live", "a comment is no literal"


@pytest.mark.parametrize(
    ("path", "text", "expected"),
    [
        ("pyproject.toml", '[project]\nname = "Kiln.Fire"\n', {"kiln_fire"}),
        (
            "setup.py",
            'setup(\n    name="kiln-fire", url="https://github.com/potters/kiln-works.git")\n',
            {"kiln_fire", "kiln_works"},
        ),
        ("package.json", '{\n  "name": "@potters/kiln",\n  "homepage": "https://kiln.example"\n}', {"kiln"}),
        ("kiln.gemspec", 'Gem::Specification.new do |s|\n  s.name = "kiln"\nend\n', {"kiln"}),
        ("go.mod", "module example.org/potters/kiln/v2\n\ngo 1.22\n", {"kiln"}),
        ("kiln.py", 'name = "kiln"\n', set[str]()),
    ],
)
def test_own_names(path: str, text: str, expected: set[str]) -> None:
    assert own_names(path, text.encode()) == expected


class Moved(Past):
    """The commit that took the names away added these lines."""

    def __init__(self, names: dict[str, str], added: dict[str, str]) -> None:
        super().__init__(names)
        self._added = tuple(added.items())

    def added(self, commit: str) -> tuple[tuple[str, str], ...]:
        return self._added


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("https://github.com/potters/glaze-kit/tree/main/docs", "glaze_kit"),
        ("https://pypi.python.org/pypi/Glaze.Kit/", "glaze_kit"),
        ("https://www.npmjs.com/package/@potters/glaze", "glaze"),
        ("https://rubygems.org/gems/glaze", "glaze"),
        ("https://docs.rs/glaze/latest", "glaze"),
        ("https://pkg.go.dev/example.org/potters/glaze/v2#Bath", "glaze"),
        ("https://glaze.readthedocs.io/en/latest/", "glaze"),
        ("https://example.org/glaze", ""),
        ("https://github.com/potters", ""),
    ],
)
def test_the_project_of_an_address(address: str, expected: str) -> None:
    assert project_of(address) == expected
