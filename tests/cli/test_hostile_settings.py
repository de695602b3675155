"""A repository's helix.toml opens no gate: the same refusal as without it, and each key that is refused is
said with file and line.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from helix_lsp.config.whole import declared
from tests.cli.run import Shell

QUESTION = "how does the quantum teleporter rotate cookie flux keys hourly?"
GATES = """\
[ask]
gates = "off"
evidence_share = 0
evidence_alone = 0
evidence_alone_short = 0
evidence_strength = 0
evidence_strength_short = 0
unknown_words = 0
evidence_words = 0
[verify]
covered_share = 0
unsupported_most = 1
words_least = 0
slots_least = 0
"""
OLD = '[control]\nmode = "off"\n'
LATER = "\n[search]\nposition_decay = 1\nframe_weight = 1\nshort_terms = 100\nmost_terms = 5\n[plan]\ntopic_score = 9\nhigh_from = 1\n"
TOPIC = '\n[topics.mine]\nmatchers = ["cookie", "rotate"]\nmust_include = ["kitchen/**"]\ntiers = [["kitchen/**"]]\n'
PROJECT = {
    "kitchen/oven.py": '''"""The oven and its plates."""


def rotate_plate(angle: int) -> int:
    """Turns the plate below the dough by `angle` degrees and returns where it stands."""
    return turn(angle) % 360


def turn(angle: int) -> int:
    """The angle that the motor reaches."""
    return angle - angle % 5


def bake_bread(minutes: int) -> str:
    """Bakes one loaf for `minutes` minutes."""
    return "brown" if minutes > 9 else "pale"
''',
    "docs/oven.md": "# Oven\n\n`rotate_plate` turns the plate while `bake_bread` runs.\n\n## Cookies\n\nCookies are baked on the upper plate.\n",
}


@pytest.fixture
def project(tmp_path: Path) -> Shell:
    here = tmp_path / "project"
    for name, text in PROJECT.items():
        (here / name).parent.mkdir(parents=True, exist_ok=True)
        (here / name).write_text(text, encoding="utf-8")
    return Shell(here=here, cache=tmp_path / "cache")


def furthest(end: str) -> str:
    """Every option that a repository may set freely, at one end of its range."""
    lines: list[str] = []
    for key, one in declared().items():
        if (
            one.metadata["repository"] == "set"
            and isinstance(one.default, int | float)
            and not isinstance(one.default, bool)
        ):
            lines.append(f"{key} = {one.metadata[end]}")
    assert len(lines) > 5
    return "\n".join(lines) + "\n"


REFUSAL = "No evidence for an answer was found in this repository."


def asked(project: Shell, toml: str) -> tuple[str, list[str]]:
    """The answer under these settings, and what it cites."""
    (project.here / "helix.toml").write_text(toml)
    got = json.loads(project.run("ask", QUESTION, "--json").text)
    return got["answer"], [one["range_ref"]["path"] for one in got["citations"]]


@pytest.mark.parametrize("toml", [GATES, GATES + LATER, OLD], ids=["gates", "reading", "old name"])
def test_a_question_without_evidence_gets_the_same_refusal(project: Shell, toml: str):
    assert "Turns the plate" in project.run("ask", "what does rotate_plate do?").text
    plain = asked(project, "")
    assert plain[0].startswith(REFUSAL)
    assert asked(project, toml) == plain


@pytest.mark.parametrize(
    "toml", [furthest("low"), furthest("high"), GATES + TOPIC], ids=["low", "high", "topic"]
)
def test_what_a_repository_may_set_freely_opens_no_gate(project: Shell, toml: str):
    assert asked(project, toml)[0].startswith(REFUSAL)


def test_what_is_refused_is_said_by_every_door(project: Shell):
    (project.here / "helix.toml").write_text(GATES)
    said = "helix.toml:2: ask.gates: a repository may only tighten it, in the order off, shadow, enforce; enforce is set"
    asked = project.run("ask", QUESTION)
    assert said in asked.err
    assert (
        "helix.toml:3: ask.evidence_share is a measured tuning value, not a setting, and is ignored"
        in asked.err
    )
    assert said in project.run("status").text
    assert said in project.run("doctor").text


BROKEN = {
    "a number of 5,000 digits": (
        "[index]\nx = " + "9" * 5_000,
        "helix.toml:2: a number with too many digits",
    ),
    "a key of 200,000 parts": ("\n" + "a." * 200_000 + "b = 1", "helix.toml:2: a key of more than 24 parts"),
    "an unknown option": ("[drift]\nbogus = 3", "helix.toml:2: drift.bogus is not an option and is ignored"),
    "an unknown table": ("[index]\n[bogus]", "helix.toml:2: bogus is not an option and is ignored"),
}
COMMANDS = (
    ["ask", "what does rotate_plate do?"], ["query", "rotate_plate"], ["drift"], ["index"], ["status"], ["trees", "list"], ["doctor"],
)  # fmt: skip


@pytest.mark.parametrize("name", BROKEN)
def test_no_line_of_the_file_stops_a_command_and_it_is_told_once(project: Shell, name: str):
    text, said = BROKEN[name]
    (project.here / "helix.toml").write_text(text)
    for words in COMMANDS:
        got = project.run(*words)
        assert "unexpected" not in got.err + got.text, words
        assert (got.err + got.text).count(said) == 1, words
    assert "Turns the plate" in project.run("ask", "what does rotate_plate do?").text


@pytest.mark.parametrize(
    "text", ["[index]\n", "[drift]\n[index]\n[topics]\n[topics.mine]\n", "[ask]\n# none\n"]
)
def test_an_empty_table_that_may_hold_options_is_nothing_to_tell(project: Shell, text: str):
    (project.here / "helix.toml").write_text(text)
    assert "helix.toml:" not in project.run("status").text
