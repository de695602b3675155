"""Commands of the project's own programs, and names that they share: live, an alarm with history as its
witness, a hint, or nobody knows.
"""

from __future__ import annotations

import pytest

from helix_lsp.align.drift.find import find_drift, judge_one
from helix_lsp.align.drift.history import Dropped, Gone, History, Introduced, Left, NoHistory
from helix_lsp.align.drift.world import build_world
from helix_lsp.config.documents import DriftConfig
from tests.support.check import indexed, read_fixture

CODE = """
//- /pyproject.toml
[project]
name = "kiln"
[project.scripts]
kiln = "kiln.cli:main"
//- /kiln/cli.py
def main(parsers, parser):
    parsers.add_parser("heat")
    parsers.add_parser("cool-down")
    parsers.add_parser("list")
    parser.add_argument("--degrees")
    parser.add_argument("dry-run")
"""


class Past(NoHistory):
    """Words left the code at time 100; what is written was written at time `since`."""

    known = True

    def __init__(self, *words: str, since: int = 50) -> None:
        self._words, self._since = words, since

    def gone(self, name: str) -> tuple[Gone, ...]:
        return (
            (Gone(commit="c" * 40, time=100, path="kiln/old.py", defined=False),)
            if name in self._words
            else ()
        )

    def introduced(self, document: str, text: str, gone: Left) -> Introduced | None:
        return Introduced(time=self._since)


def verdicts(
    text: str, history: History, *, cfg: DriftConfig | None = None, code: str = CODE
) -> list[tuple[str, str, str]]:
    cfg = cfg or DriftConfig()
    files = {**dict(read_fixture(code).files), "docs/guide.md": text.encode()}
    with indexed(files) as world:
        found = find_drift(build_world(world.snapshot, world.texts, cfg), history, cfg, ["docs/guide.md"])
        data = text.encode()
        assert all(f.reference.span.cut(data).decode() == f.reference.text for f in found)
    return [(f.reference.text, f.judged.verdict, f.judged.tier) for f in found]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("```sh\n$ kiln heat --degrees 900\n```", [("heat", "live", ""), ("--degrees", "live", "")]),
        ("```sh\nkiln cool-down --dry-run=1 && other thing --nope\n```", [("cool-down", "live", ""), ("--dry-run", "live", "")]),
        ("```sh\nkiln \\\n  vent --degrees 3\n```", [("vent", "stale", "A"), ("--degrees", "live", "")]),
        ("`kiln vent`", [("vent", "stale", "A")]),
        ("`kiln vapour`", [("vapour", "stale", "B")]),
        ("`kiln main`", [("main", "cannot_know", "")]),
        ("`oven vent --soot`", []),
        ("```\nkiln vent\n```", []),
        ("```\n$ kiln vent\nkiln smoke\n```", [("vent", "stale", "A")]),
        ("```sh\nkiln run other --soot\n```", [("run", "cannot_know", "")]),
        ("```sh\nkiln heat -- --soot\n```", [("heat", "live", "")]),
        ("```sh\nkiln heat é --soot\n```", [("heat", "live", ""), ("--soot", "stale", "B")]),
    ],
)  # fmt: skip
def test_commands_of_own_programs(text: str, expected: list[tuple[str, str, str]]) -> None:
    code = CODE + "//- /kiln/more.py\nrun = 1\n"
    assert verdicts(f"# Use\n\n{text}\n", Past("vent"), code=code) == expected


def test_the_bars_are_options() -> None:
    assert (
        verdicts("# Use\n\n`kiln vent`\n", Past("vent"), cfg=DriftConfig(command_subs=99))[0][1]
        == "cannot_know"
    )


def test_one_reference_that_somebody_names() -> None:
    files = {**dict(read_fixture(CODE).files), "docs/guide.md": b"# Use\n\nSee `kiln vent`.\n"}
    with indexed(files) as world:
        told = judge_one(
            build_world(world.snapshot, world.texts, DriftConfig()), Past("vent"), "docs/guide.md", 3, "vent"
        )
    assert (told.verdict, told.tier, told.last_path) == ("stale", "B", "kiln/old.py")


def test_a_name_is_not_told_where_neither_it_nor_its_owner_is_known() -> None:
    (said,) = verdicts("# Guide\n\n`clayworks.Wheel_x`\n", Past(), code="//- /a.py\nx = 1\n")
    assert said[1:] == ("cannot_know", "")


def test_fields_of_a_struct_in_an_example_are_the_examples() -> None:
    fence = '```go\ntype Login struct {\n\tVentHole string `json:"v"`\n}\n```\n'
    past = Past("VentHole")
    assert verdicts(f"# Use\n\n`VentHole` is told.\n\n{fence}", past)[0][1] == "cannot_know"
    assert verdicts("# Use\n\n`VentHole` is told.\n", past)[0][1] == "stale"


@pytest.mark.parametrize(
    ("place", "verdict"),
    [("kiln/door-hinge.py", "live"), ("kiln/door-hinge/a.py", "live"), ("kiln/a.py", "stale")],
)
def test_a_name_with_hyphens_that_a_file_or_folder_has_is_no_key_that_went(place: str, verdict: str) -> None:
    class Keys(Past):
        def dropped(self, thing: str) -> Dropped | None:
            gone = Dropped(commit="c" * 40, time=100, path="kiln/old.py", defined=True)
            return gone if thing == "key door-hinge" else None

    found = verdicts("# A\n\nUse `door-hinge`.\n", Keys(), code=CODE + f"//- /{place}\nx = 1\n")
    assert [row[1] for row in found] == [verdict]
