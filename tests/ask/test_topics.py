"""Topics: the built-in table fits any repository, a repository's own are data."""

from __future__ import annotations

import ast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helix_lsp.ask.question.topics import BUILT_IN, says, tokens_of, topics_of
from helix_lsp.config.questions import TopicProfile
from tests.house.source import package_files

STAR = TopicProfile(
    name="star", matchers=("solar restoration", "red giant*", "hydrostatic & star"), docs_first=True
)


def names(text: str, *own: TopicProfile) -> list[str]:
    return [t.profile.name for t in topics_of(text, own)]


def test_the_table_is_that_of_the_decisions():
    assert [p.name for p in BUILT_IN] == [
        "architecture",
        "api",
        "configuration",
        "build_and_release",
        "testing",
        "errors_and_debugging",
        "security",
        "data",
        "user_interface",
        "performance",
        "docs_and_policy",
    ]
    assert not any(p.repository or p.must_include or p.tiers for p in BUILT_IN)


@pytest.mark.parametrize(
    ("text", "topic"),
    [
        ("How do the layers of the architecture fit together?", "architecture"),
        ("Which endpoints does it expose?", "api"),
        ("Which environment variables are read?", "configuration"),
        ("How is a release published?", "build_and_release"),
        ("Which fixtures exist?", "testing"),
        ("What exception is raised?", "errors_and_debugging"),
        ("How are passwords encrypted?", "security"),
        ("How do migrations of the schema run?", "data"),
        ("Which widget draws the dialog?", "user_interface"),
        ("Why is it slow?", "performance"),
        ("What does the changelog say?", "docs_and_policy"),
    ],
)
def test_each_built_in_topic_is_found(text: str, topic: str):
    assert topic in names(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("What does solar restoration mean?", True),
        ("Solar-restorations, please", True),
        ("restoration of solar things", False),
        ("red giants burn", True),
        ("is a star in hydrostatic balance", True),
        ("a star is born", False),
    ],
)
def test_matchers_of_a_repository(text: str, expected: bool):
    assert ("star" in names(text, STAR)) is expected


def test_own_topics_come_first_and_stand_in_for_built_in_ones():
    mine = TopicProfile(name="testing", matchers=("proving ground",))
    assert names("the proving ground and its architecture", mine) == ["testing", "architecture"]
    assert "testing" not in names("which fixtures exist", mine)


def test_topics_of_one_repository_are_not_built_in():
    """No name and no literal of the package knows the subjects of the project that the topics came from; a
    docstring may name that project.
    """
    words = ("casimir", "natario", "alcubierre", "ideology")
    read = [path for path in package_files() if "ask" in path.parts]
    assert len(read) > 50
    assert [
        (path.name, word)
        for path in read
        for word in words
        if word in _code(path.read_text(encoding="utf-8")).lower()
    ] == []
    assert "plate" not in _code('class Casimir:\n    """Of a plate."""\n')
    assert "plate" in _code("X = ('Casimir plate',)\n")


def _code(text: str) -> str:
    """Python without comments and docstrings."""
    tree = ast.parse(text)
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            node.body = [
                s for s in node.body if not (isinstance(s, ast.Expr) and isinstance(s.value, ast.Constant))
            ] or [ast.Pass()]
    return ast.unparse(tree)


@given(st.text(max_size=60), st.text(max_size=120))
def test_any_matcher_on_any_text(matcher: str, text: str):
    assert says(matcher, tokens_of(text)) in (True, False)
    assert not says("", tokens_of(text))
    assert not says("&", tokens_of(text))
