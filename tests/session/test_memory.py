"""What a session remembers: never two clarifications in a row, a choice that counts once, nothing for ever.
S0-33 (clarify_resolved).
"""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helix_lsp.config import SessionConfig
from helix_lsp.errors import UsageError
from helix_lsp.session.kept.memory import COMMAND_LINE, NAME, Memory, Offered

TWO = (
    Offered(id="a", label="App.register", question="what is App.register?"),
    Offered(id="b", label="Blueprint.register", question="what is Blueprint.register?"),
)


class Clock:
    """Seconds that a test moves."""

    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture(params=["server", "command line"])
def memory(request: pytest.FixtureRequest, tmp_path: Path) -> Memory:
    return Memory(SessionConfig(), None if request.param == "server" else str(tmp_path), Clock())


def test_never_two_clarifications_in_a_row(memory: Memory):
    assert memory.may_clarify("s")
    memory.offer("s", "what is register?", "t1", TWO)
    assert not memory.may_clarify("s")
    assert memory.asked("s") == "what is register?"
    assert memory.may_clarify("other")
    assert memory.settle("s") is False
    assert memory.may_clarify("s")
    assert memory.asked("s") == ""


def test_a_choice_is_resolved_exactly_once(memory: Memory):
    memory.offer("s", "what is register?", "t1", TWO)
    assert memory.choose("s", "t1", "b") == TWO[1]
    assert memory.settle("s") is True
    assert memory.settle("s") is False


def test_a_choice_by_number_as_the_command_line_makes_it(memory: Memory):
    memory.offer("s", "q", "t1", TWO)
    assert memory.choose("s", "", "1") == TWO[0]


@pytest.mark.parametrize(
    ("token", "option", "words"),
    [
        ("t0", "a", "no longer there"),
        ("t1", "3", "pick 1 to 2"),
        ("t1", "0", "pick 1 to 2"),
        ("t1", "x" * 99, "pick 1 to 2"),
        ("t1", "-1", "pick"),
    ],
)
def test_a_choice_that_is_not_there_is_refused_in_words(memory: Memory, token: str, option: str, words: str):
    memory.offer("s", "q", "t1", TWO)
    with pytest.raises(UsageError, match=words):
        memory.choose("s", token, option)
    assert memory.settle("s") is False


def test_nothing_to_choose_from(memory: Memory):
    with pytest.raises(UsageError, match="no longer there"):
        memory.choose("s", "", "1")


def test_a_session_is_forgotten_after_its_time():
    clock = Clock()
    memory = Memory(SessionConfig(memory_seconds=60), None, clock)
    memory.offer("s", "q", "t", TWO)
    clock.now += 61
    assert memory.may_clarify("s")
    with pytest.raises(UsageError):
        memory.choose("s", "t", "a")


def test_a_clock_that_was_set_back_makes_no_session_immortal():
    clock = Clock()
    memory = Memory(SessionConfig(), None, clock)
    memory.offer("s", "q", "t", TWO)
    clock.now -= 5_000
    assert memory.may_clarify("s")


def test_the_session_unseen_longest_goes_first():
    memory = Memory(SessionConfig(memory_sessions=2), None, Clock())
    for name in ("one", "two", "three"):
        memory.offer(name, "q", "t", TWO)
    assert [memory.may_clarify(name) for name in ("one", "two", "three")] == [True, False, False]


def test_another_run_of_the_command_line_goes_on(tmp_path: Path):
    Memory(SessionConfig(), str(tmp_path)).offer(COMMAND_LINE, "q", "t", TWO)
    assert Memory(SessionConfig(), str(tmp_path)).choose(COMMAND_LINE, "", "2") == TWO[1]
    assert Memory(SessionConfig(), str(tmp_path)).settle(COMMAND_LINE) is True


@pytest.mark.parametrize(
    "content", [b"", b"{", b"[]", b'{"s": 3}', b"\xff\xfe", b'{"command-line": {"options": "x"}}']
)
def test_a_damaged_file_is_an_empty_memory(tmp_path: Path, content: bytes):
    (tmp_path / NAME).write_bytes(content)
    memory = Memory(SessionConfig(), str(tmp_path))
    assert memory.may_clarify(COMMAND_LINE)
    memory.offer(COMMAND_LINE, "q", "t", TWO)
    assert not memory.may_clarify(COMMAND_LINE)


def test_a_disk_that_refuses_loses_the_memory_and_not_the_answer(tmp_path: Path):
    memory = Memory(SessionConfig(), str(tmp_path / "gone"))
    memory.offer("s", "q", "t", TWO)
    assert memory.may_clarify("s")


@pytest.mark.parametrize("name", ["", "a b", "../x", "x" * 101, "a\n"])
def test_a_session_needs_a_plain_name(memory: Memory, name: str):
    with pytest.raises(UsageError, match="session id"):
        memory.may_clarify(name)


@given(st.lists(st.sampled_from(["offer", "pick", "settle"]), max_size=20))
def test_at_most_one_is_resolved_for_each_that_was_offered(steps: list[str]):
    memory = Memory(SessionConfig(), None, Clock())
    offered = resolved = 0
    for step in steps:
        if step == "offer" and memory.may_clarify("s"):
            memory.offer("s", "q", str(offered), TWO)
            offered += 1
        elif step == "pick" and not memory.may_clarify("s"):
            memory.choose("s", "", "1")
        elif step == "settle":
            resolved += memory.settle("s")
    assert resolved <= offered
