"""Who computes first: urgent work before questions, the oldest question before the others, and nobody for ever."""

from __future__ import annotations

import threading
import time

from helix_lsp.lsp.precedence import Precedence


def waits(order: Precedence, *, ranked: bool = False) -> threading.Thread:
    """A thread that has worked for a while and then gives way once."""
    turn = order.turn()
    time.sleep(0.05)
    thread = threading.Thread(target=lambda: turn.give_way(ranked=ranked))
    thread.start()
    return thread


def test_a_question_waits_while_something_urgent_is_done():
    order = Precedence(60)
    turn = order.turn()
    time.sleep(0.2)
    order_of_ends: list[str] = []
    with order.urgent():
        thread = threading.Thread(target=lambda: (turn.give_way(), order_of_ends.append("question")))
        thread.start()
        time.sleep(0.05)
        order_of_ends.append("urgent")
    thread.join(5)
    assert order_of_ends == ["urgent", "question"]


def test_nobody_waits_longer_than_it_has_worked():
    order = Precedence(60)
    with order.urgent():
        thread = waits(order)
        thread.join(5)
        assert not thread.is_alive(), "it goes on although the urgent work has not ended"


def test_the_oldest_question_goes_first_and_is_waited_for():
    order = Precedence(60)
    first, second = order.turn(), order.turn()
    first.give_way()
    seen: list[str] = []
    thread = threading.Thread(target=lambda: (second.give_way(), seen.append("second")))
    thread.start()
    time.sleep(0.05)
    seen.append("first")
    first.end()
    thread.join(5)
    assert seen == ["first", "second"]


def test_a_question_that_never_asks_again_is_waited_for_no_longer():
    order = Precedence(60)
    order.turn().give_way()
    thread = waits(order, ranked=True)
    thread.join(5)
    assert not thread.is_alive()


def test_who_has_given_up_waits_for_nobody():
    order = Precedence(60)
    first, second = order.turn(), order.turn()
    first.give_way()
    over = threading.Event()
    thread = threading.Thread(target=lambda: (second.give_way(lambda: True), over.set()))
    thread.start()
    assert over.wait(0.4), "it waited although its caller had given up"
    thread.join(5)


def test_behind_work_without_an_end_nobody_waits_at_every_step():
    order = Precedence(60)
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
    thread.join(5)
    assert took < 60, "200 steps of half a second each"
