"""Vectors made while nobody asks: all of them, stopped and gone on with, never while somebody asks."""

from __future__ import annotations

import math
import threading
import time
from pathlib import Path

from helix_lsp.search.reading.likeness import likenesses
from helix_lsp.session.semantic.ahead import Ahead, of_passages, passages
from helix_lsp.session.semantic.by_meaning import ByMeaning, Kept
from tests.support.check import indexed
from tests.support.small_encoder import SmallEncoder

FILES = {f"part{n}.py": f"def part_{n}(pot):\n    return pot + {n}\n".encode() for n in range(40)}


def _ahead(port: ByMeaning) -> Ahead:
    return Ahead([of_passages(port)], lambda: port.last_asked, rest=0.0)


def test_every_unit_once_and_a_list_then_needs_the_question_alone(tmp_path: Path) -> None:
    encoder = SmallEncoder()
    port = ByMeaning(encoder, Kept(str(tmp_path)), 60.0)
    with indexed(FILES) as world:
        ahead = _ahead(port)
        ahead.start(world.snapshot, world.texts)
        assert ahead.finished.wait(60)
        wanted = list(passages(world.snapshot, world.texts, lambda: None))
    assert (ahead.made, ahead.problem) == (len(set(wanted)), "")
    before = len(encoder.texts)
    assert likenesses("a pot", tuple(wanted[:10]), port, lambda: None)[1] == "applied"
    assert encoder.texts[before:] == ["a pot"]


def test_a_list_whose_vectors_are_not_made_yet_makes_none(tmp_path: Path) -> None:
    encoder = SmallEncoder()
    port = ByMeaning(encoder, Kept(str(tmp_path)), 60.0, ready=True)
    some = ("one pot", "two pots")
    note = "the vectors of these places are not made yet: the order of words stands"
    assert likenesses("a pot", some, port, lambda: None) == ((), note)
    port.make(some[:1], lambda: None)
    assert likenesses("a pot", some, port, lambda: None) == ((), note)
    assert encoder.texts == ["one pot"]
    port.make(some, lambda: None)
    assert likenesses("a pot", some, port, lambda: None)[1] == "applied"
    assert encoder.texts == ["one pot", "two pots", "a pot"]


def test_it_is_stopped_behind_a_text_and_the_next_run_goes_on(tmp_path: Path) -> None:
    with indexed(FILES) as world:
        running: list[Ahead] = []
        first = SmallEncoder(lambda done: running[0].stop() if done == 7 else None)
        ahead = _ahead(ByMeaning(first, Kept(str(tmp_path)), 60.0))
        running.append(ahead)
        ahead.start(world.snapshot, world.texts)
        assert ahead.finished.wait(60)
        assert len(first.texts) == 7
        second = SmallEncoder()
        again = _ahead(ByMeaning(second, Kept(str(tmp_path)), 60.0))
        again.start(world.snapshot, world.texts)
        assert again.finished.wait(60)
        every = set(passages(world.snapshot, world.texts, lambda: None))
    assert not set(first.texts) & set(second.texts)
    assert set(first.texts) | set(second.texts) == every


def test_the_number_is_bounded() -> None:
    encoder = SmallEncoder()
    with indexed(FILES) as world:
        ahead = Ahead([of_passages(ByMeaning(encoder, Kept(""), 60.0), 5)], lambda: -math.inf, rest=0.0)
        ahead.start(world.snapshot, world.texts)
        assert ahead.finished.wait(60)
    assert len(encoder.texts) == 5


def test_it_rests_behind_a_question_and_stops_in_the_rest() -> None:
    encoder = SmallEncoder()
    port = ByMeaning(encoder, Kept(""), 60.0)
    port("a question", ("a passage",), lambda: None)
    asked = len(encoder.texts)
    with indexed(FILES) as world:
        ahead = Ahead([of_passages(port)], lambda: port.last_asked, rest=3_600.0)
        ahead.start(world.snapshot, world.texts)
        ahead.stop()
        assert ahead.finished.wait(60)
    assert len(encoder.texts) == asked


def test_a_late_list_keeps_what_was_made() -> None:
    clock = threading.Event()
    encoder = SmallEncoder(lambda done: time.sleep(0.3) if done == 3 and not clock.is_set() else None)
    port = ByMeaning(encoder, Kept(""), 0.2)
    texts = tuple(f"passage {n}" for n in range(9))
    assert likenesses("a question", texts, port, lambda: None) == ((), "late: the order of words stands")
    made = len(encoder.texts)
    assert made < 10
    clock.set()
    patient = ByMeaning(encoder, port._kept, 60.0)
    assert likenesses("a question", texts, patient, lambda: None)[1] == "applied"
    assert len(encoder.texts) == 10


def test_what_is_kept_is_bounded_and_the_oldest_go(tmp_path: Path) -> None:
    kept = Kept(str(tmp_path), most=2_000, memory=1)
    for n in range(40):
        assert kept.write({f"key{n}": bytes(100)})
    fresh = Kept(str(tmp_path))
    held = fresh.read([f"key{n}" for n in range(40)])
    assert "key39" in held
    assert "key0" not in held
    assert sum(map(len, held.values())) <= 2_000


def test_a_disk_that_takes_nothing(tmp_path: Path) -> None:
    kept = Kept(str(tmp_path / "nowhere"))
    assert not kept.write({"key": b"vector"})
    assert kept.read(["key"]) == {"key": b"vector"}
