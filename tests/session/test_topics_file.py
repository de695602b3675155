"""`[topics]` of helix.toml: read into profiles, checked, told with file and line, and never able to stop
anything.
"""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helix_lsp.config.questions import TopicProfile
from helix_lsp.session.settings.settings import load
from helix_lsp.session.settings.settings_file import Entry, parse_settings, read_topics
from tests.house.source import ROOT
from tests.support.schemas import check

KNOWN = "matchers, docs, must_include, boosts, tiers, docs_first"
EXAMPLE = ROOT / "docs" / "examples" / "casimirbot.helix.toml"


def read(text: str) -> tuple[tuple[TopicProfile, ...], list[str]]:
    entries, wrong = parse_settings(text.encode(), "helix.toml")
    assert wrong == ()
    problems: list[str] = []
    return read_topics(entries, problems), problems


def test_a_whole_topic():
    topics, problems = read(
        '[topics.star]\nmatchers = ["solar  restoration", "red giant*"]\ndocs_first = true\ndocs = ["./docs/**"]\n'
        'tiers = [["docs/**"], ["client/**", "docs/**"]]\nmust_include = ["docs/star.md"]\nboosts = ["**/*star*"]\n'
    )
    assert topics == (
        TopicProfile(
            name="star",
            matchers=("solar restoration", "red giant*"),
            docs_first=True,
            docs=("docs/**",),
            tiers=(("docs/**",), ("client/**", "docs/**")),
            must_include=("docs/star.md",),
            boosts=("**/*star*",),
        ),
    )
    assert problems == []


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("matchers = 3", "helix.toml:2: topics.a.matchers: expected a list of texts; it is ignored"),
        ('matchers = ["x", 3]', "helix.toml:2: topics.a.matchers: expected a list of texts; it is ignored"),
        ('docs_first = "yes"', "helix.toml:2: topics.a.docs_first: expected true or false; it is ignored"),
        ('tiers = ["docs/**"]', "helix.toml:2: topics.a.tiers: expected a list of lists of globs; it is ignored"),
        ('command = "rm"', f"helix.toml:2: topics.a.command: is not a field of a topic; the fields are {KNOWN}; it is ignored"),
        ('must_include = ["/etc/passwd", "../x", "ok.md"]', "helix.toml:2: topics.a.must_include: '/etc/passwd', '../x' cannot be used"),
        ('matchers = ["", "!!", "ok"]', "helix.toml:2: topics.a.matchers: '', '!!' cannot be used"),
    ],
)  # fmt: skip
def test_a_bad_value_is_told_and_the_rest_stands(line: str, problem: str):
    topics, problems = read(f'[topics.a]\n{line}\nboosts = ["b/**"]\n')
    assert problems == [problem]
    assert topics[0].boosts == ("b/**",)
    assert "/etc/passwd" not in repr(topics)


def test_bounds():
    topics, problems = read("".join(f"[topics.t{n}]\ndocs_first = true\n" for n in range(70)))
    assert len(topics) == 64
    assert len(problems) == 6
    topics, problems = read(f"[topics.a]\nmatchers = {[f'w{n}' for n in range(200)]!r}\n".replace("'", '"'))
    assert len(topics[0].matchers) == 100
    assert problems == ["helix.toml:2: topics.a.matchers: only 100 values count"]


def test_settings_carry_the_topics_of_the_root_and_of_the_user(tmp_path: Path):
    home = tmp_path / "home" / ".config" / "helix-lsp"
    home.mkdir(parents=True)
    (home / "config.toml").write_text('[topics.mine]\nmatchers = ["my words"]\n', encoding="utf-8")
    root = tmp_path / "root"
    root.mkdir()
    (root / "helix.toml").write_text(
        '[topics.mine]\nboosts = ["a/**"]\n[topics.other]\nmatchers = ["x"]\n[search]\nper_file = 3\n',
        encoding="utf-8",
    )
    settings = load(str(root), env={"HOME": str(tmp_path / "home")})
    assert settings.problems == ()
    assert settings.config.search.per_file == 3
    assert settings.config.plan.topics == (
        TopicProfile(name="mine", matchers=("my words",), boosts=("a/**",)),
        TopicProfile(name="other", matchers=("x",)),
    )


def test_topics_are_no_option_of_the_environment_or_the_client(tmp_path: Path):
    settings = load(
        str(tmp_path),
        env={"HOME": str(tmp_path), "HELIX_ASK_PLAN_TOPICS": "x"},
        client={"plan.topics": ["x"]},
    )
    assert settings.config.plan.topics == ()
    assert len(settings.problems) == 2


def test_the_example_is_read_without_a_problem_and_fits_the_schema():
    import json

    entries, wrong = parse_settings(EXAMPLE.read_bytes(), "helix.toml")
    problems: list[str] = []
    topics = read_topics(entries, problems)
    assert (wrong, problems) == ((), [])
    assert [t.name for t in topics] == [
        "helix_ask",
        "ideology",
        "ledger",
        "star",
        "warp",
        "casimir",
        "physics",
        "concepts",
    ]
    assert [t.name for t in topics if t.docs_first] == ["ideology", "ledger", "star"]
    schema = json.loads((ROOT / "docs" / "reference" / "helix.schema.json").read_text(encoding="utf-8"))
    check(tomllib.loads(EXAMPLE.read_text(encoding="utf-8")), schema)


def test_the_example_of_the_how_to_is_read_without_a_problem():
    page = (ROOT / "docs" / "how-to" / "describe-your-topics.md").read_text(encoding="utf-8")
    topics, problems = read(page.partition("```toml\n")[2].partition("```")[0])
    assert ([t.name for t in topics], problems) == (["billing"], [])


VALUES = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.text(max_size=20)),
    lambda inner: st.lists(inner, max_size=4),
    max_leaves=8,
)


@given(st.lists(st.tuples(st.text(max_size=30), VALUES), max_size=8))
def test_no_entry_raises(pairs: list[tuple[str, object]]):
    problems: list[str] = []
    topics = read_topics(
        [Entry(key=f"topics.{key}", value=value, place="f:1") for key, value in pairs], problems
    )
    assert all(isinstance(glob, str) for t in topics for tier in t.tiers for glob in tier)
