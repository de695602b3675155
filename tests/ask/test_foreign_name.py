"""A written name of another world is refused, whatever the question's other words find; a name that is only
written otherwise is not.
"""

from __future__ import annotations

import pytest

from helix_lsp.ask.evidence.gate import foreign_name
from helix_lsp.ask.question.question import Question
from helix_lsp.config.questions import SearchConfig
from helix_lsp.ide.ask import ask
from helix_lsp.search.search import search
from helix_lsp.wire.answer_envelope import envelope_to_wire
from tests.support.check import indexed

FILES = {
    "ferry.py": b'def set_up_route(ferry, path):\n    """Set up a route of the ferry that passengers reach."""\n    return ferry.routes.add(path)\n',
    "load.py": b'class Balance:\n    """The load balancer of the ferry sets up which deck a car goes to."""\n',
    "settings.py": b"class RequestTimeout:\n    seconds = 5\n",
    "ci.yml": b"- name: Initialize CodeQL\n",
    "graph.py": b'def graph(routes):\n    """The graph of all routes."""\n    return dict(routes)\n',
}


@pytest.mark.parametrize(
    ("question", "mode"),
    [
        ("how do I set up a GraphQL route of the ferry?", "no_evidence"),
        ("how do I set up a route of the ferry?", "repo_grounded"),
        ("how does the LoadBalancer of the ferry set up a deck?", "repo_grounded"),
    ],
)
def test_a_name_of_another_world(question: str, mode: str) -> None:
    with indexed(FILES) as world:
        assert ask(world.view(), Question(text=question)).envelope.mode == mode


def test_it_is_named_as_standing_nowhere() -> None:
    with indexed(FILES) as world:
        answer = envelope_to_wire(
            ask(world.view(), Question(text="how do I set up a GraphQL route of the ferry?")).envelope
        )["answer"]
    assert "Not found in this repository: `GraphQL`." in answer


@pytest.mark.parametrize(
    ("question", "name"),
    [("how long is the RequestTimeuot?", ""), ("how long is the FerryTimetable?", "FerryTimetable")],
)
def test_a_slip_in_a_name_is_no_other_world(question: str, name: str) -> None:
    with indexed(FILES) as world:
        results = search(question, world.snapshot, world.texts, SearchConfig(), k=10)
        assert foreign_name(results, world.snapshot, SearchConfig()) == name


def test_ordinary_words_are_not_told_as_missing() -> None:
    with indexed(FILES) as world:
        answer = envelope_to_wire(
            ask(world.view(), Question(text="which kafka broker does the passenger insist on?")).envelope
        )["answer"]
    assert "Not found in this repository: `kafka`, `broker`." in answer
    assert "insist" in answer
