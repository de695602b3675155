"""Places found by meaning alone: kept by file and content, made while nobody asks, never for what a file was."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path

from helix_lsp.session.semantic.ahead import Ahead
from helix_lsp.session.semantic.by_meaning import PLACES_NAME, ByPlace, Kept
from tests.support.check import World, indexed
from tests.support.small_encoder import SmallEncoder

FILES = {
    "crane.py": b"def lift(load):\n    return load.height + 1\n",
    "ferry.py": b"def fasten(vessel):\n    vessel.rope.tie(bollard)\n",
    "tests/test_ferry.py": b"def test_fasten():\n    assert bollard\n",
}


def _port(folder: Path, encoder: SmallEncoder) -> ByPlace:
    return ByPlace(encoder, Kept(str(folder), name=PLACES_NAME, memory=0))


def _make(port: ByPlace, world: World) -> Ahead:
    ahead = Ahead([port.make], lambda: -math.inf, rest=0.0)
    ahead.start(world.snapshot, world.texts)
    assert ahead.finished.wait(60)
    return ahead


def _found(port: ByPlace, world: World, keep: Callable[[str], bool] | None = None) -> list[str]:
    return [near.path for near in port("a rope", world.snapshot, keep, lambda: None)]


def test_the_nearest_place_is_first_and_nothing_is_found_before_its_vector_is_made(tmp_path: Path) -> None:
    encoder = SmallEncoder()
    port = _port(tmp_path, encoder)
    with indexed(FILES) as world:
        assert _found(port, world) == []
        assert encoder.texts == []  # the model is not opened for nothing
        assert _make(port, world).made == 3
        assert _found(port, world)[0] == "ferry.py"
        assert _found(port, world, lambda path: path != "ferry.py") == ["crane.py", "tests/test_ferry.py"]
        [first] = [n for n in port("a rope", world.snapshot, None, lambda: None) if n.path == "ferry.py"]
        assert (first.first, first.last) == (1, 2)
    assert encoder.texts[0].startswith("crane.py lift\ndef lift(load):\n")


def test_another_process_finds_them_and_makes_nothing_anew(tmp_path: Path) -> None:
    with indexed(FILES) as world:
        _make(_port(tmp_path, SmallEncoder()), world)
        again = SmallEncoder()
        port = _port(tmp_path, again)
        assert _found(port, world)[0] == "ferry.py"
        assert _make(port, world).made == 0
    assert again.texts == ["a rope"]


def test_a_file_that_changed_is_not_found_by_what_it_was(tmp_path: Path) -> None:
    port = _port(tmp_path, SmallEncoder())
    with indexed(FILES) as world:
        _make(port, world)
    with indexed(FILES | {"ferry.py": b"def fasten(vessel):\n    return None\n"}) as world:
        assert "ferry.py" not in _found(port, world)
        assert _make(port, world).made == 1
        assert "ferry.py" in _found(port, world)


def test_it_is_stopped_between_two_texts_and_the_next_run_goes_on(tmp_path: Path) -> None:
    with indexed(FILES) as world:
        running: list[Ahead] = []
        first = SmallEncoder(lambda done: running[0].stop() if done == 2 else None)
        ahead = Ahead([_port(tmp_path, first).make], lambda: -math.inf, rest=0.0)
        running.append(ahead)
        ahead.start(world.snapshot, world.texts)
        assert ahead.finished.wait(60)
        assert len(first.texts) == 2
        second = SmallEncoder()
        _make(_port(tmp_path, second), world)
    assert len(second.texts) == 1


def test_the_number_is_bounded_and_the_product_comes_before_its_tests(tmp_path: Path) -> None:
    encoder = SmallEncoder()
    port = ByPlace(encoder, Kept(str(tmp_path), name=PLACES_NAME, memory=0), most=2)
    with indexed(FILES) as world:
        _make(port, world)
    assert [text.partition(" ")[0] for text in encoder.texts] == ["crane.py", "ferry.py"]


def test_a_damaged_store_costs_its_vectors_alone(tmp_path: Path) -> None:
    with indexed(FILES) as world:
        _make(_port(tmp_path, SmallEncoder()), world)
        (tmp_path / PLACES_NAME).write_bytes(b"not a database")
        port = _port(tmp_path, SmallEncoder())
        assert _found(port, world) == []
        assert _make(port, world).problem == ""  # the damaged file is removed
        assert _found(port, world)[0] == "ferry.py"


def test_where_the_disk_takes_nothing_one_file_is_tried_and_the_run_says_why_it_ended(tmp_path: Path) -> None:
    encoder = SmallEncoder()
    with indexed(FILES) as world:
        ahead = _make(_port(tmp_path / "nowhere", encoder), world)
    assert ahead.problem == f"{PLACES_NAME} in the folder of the index cannot be written"
    assert (ahead.made, [text.partition(" ")[0] for text in encoder.texts]) == (0, ["crane.py"])
