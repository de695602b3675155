"""What left the module that a document names, and stands elsewhere: its new place is the fix; a plain word
with brackets is a reference where history saw its definition go.
"""

from __future__ import annotations

import pytest

from helix_lsp.align.drift.find import Finding, find_drift
from helix_lsp.align.drift.history import Gone, Introduced, Left, NoHistory, PathGone
from helix_lsp.align.drift.world import build_world
from helix_lsp.config.documents import DriftConfig
from helix_lsp.ide.drift_look import renames
from tests.support.check import indexed

TREE = {
    "kiln/__init__.py": "",
    "kiln/oven.py": "def heat():\n    return 1\n",
    "kiln/clay.py": "def weigh(pot):\n    return pot\n\n\nclass Jar:\n    def fill(self):\n        return 1\n",
}


class Past(NoHistory):
    """`left` names definitions that left files, `gone` such as are nowhere, `paths` files that went; all at
    time 100, after everything was written.
    """

    known = True

    def __init__(
        self, left: str = "", gone: str = "", path: str = "", moved: str = "", owner: str = ""
    ) -> None:
        self._left, self._gone, self._path, self._moved, self._owner = left, gone, path, moved, owner

    def left(self, path: str, name: str) -> Gone | None:
        return self._row(path) if f"{path}:{name}" == self._left else None

    def gone(self, name: str) -> tuple[Gone, ...]:
        return (self._row("kiln/oven.py"),) if name == self._gone else ()

    def path_gone(self, path: str) -> PathGone | None:
        return PathGone(commit="c" * 40, time=100, moved=self._moved) if path == self._path else None

    def introduced(self, document: str, text: str, gone: Left) -> Introduced | None:
        return Introduced(time=50)

    def _row(self, path: str) -> Gone:
        return Gone(commit="c" * 40, time=100, path=path, defined=True, owner=self._owner)


def found(text: str, past: NoHistory, **more: str) -> list[Finding]:
    files = {p: t.encode() for p, t in (TREE | more | {"docs/guide.md": f"# G\n\n{text}\n"}).items()}
    with indexed(files) as tree:
        cfg = DriftConfig()
        rows = find_drift(build_world(tree.snapshot, tree.texts, cfg), past, cfg, ["docs/guide.md"])
    return [f for f in rows if f.judged.verdict == "stale"]


def fixed(text: str, past: NoHistory, **more: str) -> list[str]:
    data = f"# G\n\n{text}\n".encode()
    out: list[str] = []
    for one in found(text, past, **more):
        for fix in renames(one, data):
            (change,) = fix.changes
            new = data[: change.span.start] + change.text.encode() + data[change.span.end :]
            out.append(new.decode().splitlines()[-1])
    return out


def test_a_function_that_moved_has_a_new_place() -> None:
    past = Past(left="kiln/oven.py:weigh")
    (one,) = found("Call `kiln.oven.weigh(pot)`.", past)
    assert (one.judged.check, one.judged.tier, one.judged.certain) == ("member-gone", "A", False)
    assert one.judged.suggestions == ("kiln.clay.weigh",)
    assert fixed("Call `kiln.oven.weigh(pot)`.", past) == ["Call `kiln.clay.weigh(pot)`."]


def test_a_function_that_is_still_taken_in_there_did_not_go() -> None:
    again = {"kiln/oven.py": "from kiln.clay import weigh\n"}
    assert found("Call `kiln.oven.weigh`.", Past(left="kiln/oven.py:weigh"), **again) == []
    assert [f.judged.tier for f in found("Call `kiln.oven.weigh`.", Past())] == ["B"]  # nobody saw it there


def test_several_places_are_no_suggestion() -> None:
    more = {"kiln/glaze.py": "def weigh(x):\n    return x\n"}
    (one,) = found("Call `kiln.oven.weigh`.", Past(left="kiln/oven.py:weigh"), **more)
    assert (one.judged.check, one.judged.suggestions) == ("member-gone", ())


def test_a_module_that_went_with_what_it_defined() -> None:
    past = Past(path="kiln/scale.py", moved="kiln/clay.py")
    assert fixed("Call `kiln.scale.weigh`.", past) == ["Call `kiln.clay.weigh`."]
    kept = {"kiln/__init__.py": "from kiln import clay as scale\n"}
    assert found("Call `kiln.scale.weigh`.", past, **kept) == []
    assert found("Call `kiln.scale.weigh`.", Past()) == []


def test_a_crate_and_a_package_of_types() -> None:
    rust = {
        "Cargo.toml": '[package]\nname = "kiln"\n',
        "src/lib.rs": "pub mod pot;\n",
        "src/pot.rs": "pub fn bake() {}\n",
    }
    past = Past(path="src/lid.rs", moved="src/pot.rs")
    assert fixed("Call `kiln::lid::bake`.", past, **rust) == ["Call `kiln::pot::bake`."]
    java = {"src/main/java/org/kiln/pot/Glaze.java": "package org.kiln.pot;\npublic class Glaze { }\n"}
    past = Past(path="src/main/java/org/kiln/oven/Glaze.java")
    assert fixed("Use `org.kiln.oven.Glaze`.", past, **java) == ["Use `org.kiln.pot.Glaze`."]


def test_the_module_that_has_what_a_block_imports_is_its_new_place() -> None:
    (one,) = found("```python\nfrom kiln.scale import weigh\n```", Past())
    assert (one.reference.text, one.judged.suggestions) == ("kiln.scale", ("kiln.clay",))


def test_a_folder_above_it_does_not_change_the_name_of_a_type() -> None:
    php = {"src/Pot/Glaze.php": "<?php\nnamespace Kiln\\Pot;\nclass Glaze { }\n"}
    assert found("Use `Kiln\\Pot\\Glaze`.", Past(path="lib/Kiln/Pot/Glaze.php"), **php) == []


def test_a_member_that_went_to_another_class() -> None:
    past = Past(left="kiln/clay.py:fill", owner="Pot")
    more = {"kiln/clay.py": TREE["kiln/clay.py"] + "\n\nclass Pot:\n    def bake(self):\n        return 1\n"}
    (one,) = found("Call `Pot.fill()`.", past, **more)
    assert (one.judged.check, one.judged.tier, one.judged.suggestions) == (
        "member-gone",
        "A",
        ("kiln.clay.Jar.fill",),
    )
    assert [
        f.judged.tier
        for f in found("Call `Pot.fill()`.", Past(left="kiln/clay.py:fill", owner="Lid"), **more)
    ] != ["A"]


@pytest.mark.parametrize(
    ("text", "code", "tiers"),
    [
        ("`advance()`", "", ["A"]),
        ("`advance(hours)`", "", ["A"]),
        ("`advance`", "", ["B"]),
        ("`advance()`", "# in advance of it\n", ["A"]),
        ("`advance`", "# in advance of it\n", []),
        ("`advance()`", "x = clock.advance(3)\n", []),
        ("`advance()`", "x = ['advance']\n", []),
        ("`advance()`", "def advance():\n    pass\n", []),
    ],
)
def test_a_plain_word_with_brackets(text: str, code: str, tiers: list[str]) -> None:
    rows = found(f"Call {text} to move on.", Past(gone="advance"), **{"kiln/clock.py": code})
    assert [f.judged.tier for f in rows] == tiers
    assert found(f"Call {text} to move on.", Past(), **{"kiln/clock.py": code}) == []
