"""Who computes first: urgent work before questions, the oldest question before the others, and nobody for
ever.
"""

from __future__ import annotations

import threading
import time

import pytest

from helix_lsp.lsp import work
from helix_lsp.lsp.work import Scheduler

LONG = 60.0


@pytest.fixture
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever waits does so until he may go: a machine that is busy must not end the wait before the test
    does.
    """
    monkeypatch.setattr(work, "_FORGOTTEN", LONG)
    monkeypatch.setattr(work, "_MOST_FOR_OLDER", LONG)


def waits(order: Scheduler, *, ranked: bool = False) -> threading.Thread:
    """A thread that has worked for a while and then gives way once."""
    turn = order.turn()
    time.sleep(0.05)
    thread = threading.Thread(target=lambda: turn.give_way(ranked=ranked))
    thread.start()
    return thread


@pytest.mark.usefixtures("unhurried")
def test_a_question_waits_while_something_urgent_is_done(monkeypatch: pytest.MonkeyPatch):
    order = Scheduler(LONG)
    turn = order.turn()
    monkeypatch.setattr(turn, "_worked_from", time.monotonic() - LONG)  # it has worked for so long
    order_of_ends: list[str] = []
    with order.urgent():
        thread = threading.Thread(target=lambda: (turn.give_way(), order_of_ends.append("question")))
        thread.start()
        time.sleep(0.05)
        order_of_ends.append("urgent")
    thread.join(LONG)
    assert order_of_ends == ["urgent", "question"]


@pytest.mark.usefixtures("unhurried")
def test_nobody_waits_longer_than_it_has_worked():
    order = Scheduler(LONG)
    with order.urgent():
        thread = waits(order)
        thread.join(LONG / 2)
        assert not thread.is_alive(), "it goes on although the urgent work has not ended"


@pytest.mark.usefixtures("unhurried")
def test_the_oldest_question_goes_first_and_is_waited_for():
    order = Scheduler(LONG)
    first, second = order.turn(), order.turn()
    first.give_way()
    seen: list[str] = []
    thread = threading.Thread(target=lambda: (second.give_way(), seen.append("second")))
    thread.start()
    time.sleep(0.05)
    seen.append("first")
    first.end()
    thread.join(LONG)
    assert seen == ["first", "second"]


@pytest.mark.usefixtures("unhurried")
def test_who_is_ahead_waits_for_no_older_work_and_is_waited_for():
    order = Scheduler(LONG)
    older, ahead = order.turn(), order.turn(ahead=1)
    older.give_way()
    seen: list[str] = []
    ahead.give_way()
    thread = threading.Thread(target=lambda: (older.give_way(), seen.append("older")))
    thread.start()
    time.sleep(0.05)
    seen.append("ahead")
    ahead.end()
    thread.join(LONG)
    assert seen == ["ahead", "older"]


def test_a_question_that_never_asks_again_is_waited_for_no_longer():
    order = Scheduler(LONG)
    order.turn().give_way()
    thread = waits(order, ranked=True)
    thread.join(LONG)
    assert not thread.is_alive()


@pytest.mark.usefixtures("unhurried")
def test_who_has_given_up_waits_for_nobody():
    order = Scheduler(LONG)
    first, second = order.turn(), order.turn()
    first.give_way()
    over = threading.Event()
    thread = threading.Thread(target=lambda: (second.give_way(lambda: True), over.set()))
    thread.start()
    assert over.wait(LONG / 2), "it waited although its caller had given up"
    thread.join(LONG)


def test_behind_work_without_an_end_nobody_waits_at_every_step():
    order = Scheduler(LONG)
    older, younger = order.turn(), order.turn()
    over = threading.Event()

    def go_on():
        while not over.is_set():
            older.give_way()
            time.sleep(0.01)

    thread = threading.Thread(target=go_on)
    thread.start()
    began = time.monotonic()
    for _ in range(200):
        younger.give_way()
    took = time.monotonic() - began
    over.set()
    thread.join(LONG)
    assert took < 60, "200 steps of half a second each"
