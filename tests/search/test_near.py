"""Places found by meaning alone: weighed beside what words found, never instead of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from helix_lsp.index.overlay.snapshot import Snapshot
from helix_lsp.search.reading.likeness import Near
from helix_lsp.search.reading.places import places, unit_at
from helix_lsp.search.reading.read import Reading, read
from helix_lsp.search.search import search
from tests.support.check import indexed

QUESTION = "how is the ferry moored at night?"
FILES = {
    "ferry.py": b"def moor_ferry(night):\n    return 'the ferry is moored at night'\n",
    "quay.py": b"def fasten(vessel):\n    vessel.rope.tie(bollard)\n    return vessel\n",
}
QUAY = Near(path="quay.py", first=1, last=3, alike=0.8)
Keep = Callable[[str], bool] | None


class Port:
    """Finds `found`, and holds every passage with `word` for alike; `broken` cannot look."""

    def __init__(self, word: str, *found: Near, fails: bool = False, broken: bool = False) -> None:
        self._word, self._found, self._fails, self._broken = word, found, fails, broken

    def __call__(
        self, question: str, passages: tuple[str, ...], check: Callable[[], None]
    ) -> Sequence[float]:
        return [0.9 if self._word in text else 0.1 for text in passages] if not self._fails else []

    def nearest(
        self, question: str, snapshot: Snapshot, keep: Keep, check: Callable[[], None]
    ) -> Sequence[Near]:
        if self._broken:
            raise RuntimeError("the model is broken")
        return [near for near in self._found if keep is None or keep(near.path)]


def _read(port: Port, keep: Keep = None) -> Reading:
    with indexed(FILES) as world:
        view = world.view()
        results = search(QUESTION, view.snapshot, view.texts, view.config.search, k=10, keep=keep)
        assert results.order is not None
        return read(results.order, view.snapshot, view.texts, question=QUESTION, likeness=port)


def _paths(reading: Reading) -> list[str]:
    return [p.window.path for p in reading.passages]


def test_a_place_that_shares_no_word_with_the_question_comes_first_where_it_is_most_alike() -> None:
    found = _read(Port("bollard", QUAY))
    assert _paths(found) == ["quay.py", "ferry.py"]
    window = found.passages[0].window
    assert (window.first, window.last, window.unit.name) == (1, 3, "fasten")
    assert _paths(_read(Port("bollard"))) == ["ferry.py"]


def test_a_place_that_is_less_alike_stays_behind() -> None:
    assert _paths(_read(Port("moored", QUAY))) == ["ferry.py", "quay.py"]


def test_what_words_found_is_not_shown_twice() -> None:
    assert _paths(_read(Port("moored", Near(path="ferry.py", first=1, last=2, alike=0.9)))) == ["ferry.py"]


def test_paths_that_a_question_left_out_are_not_found() -> None:
    assert _paths(_read(Port("bollard", QUAY), keep=lambda path: path != "quay.py")) == ["ferry.py"]


def test_a_place_behind_the_end_of_its_file_is_left_out() -> None:
    assert _paths(_read(Port("bollard", Near(path="quay.py", first=40, last=44, alike=0.8)))) == ["ferry.py"]


def test_without_values_the_words_stand() -> None:
    assert _paths(_read(Port("bollard", QUAY, fails=True))) == ["ferry.py"]


def test_a_port_that_cannot_look_costs_its_places_and_says_so() -> None:
    found = _read(Port("bollard", QUAY, broken=True))
    assert _paths(found) == ["ferry.py"]
    assert (found.meaning, found.unsought) == (
        "applied",
        "failed (RuntimeError): only places that words find are read",
    )
    assert _read(Port("bollard", QUAY)).unsought == ""


def test_each_line_is_in_one_place_and_a_unit_begins_one() -> None:
    text = "".join(f"def part_{n}(pot):\n" + "    pot += 1\n" * (n % 25) + "\n" for n in range(30))
    with indexed({"parts.py": text.encode()}) as world:
        units = world.snapshot.units("parts.py")
    cut = places(units)
    assert [first for first, _ in cut] == [1, *(last + 1 for _, last in cut[:-1])]
    assert cut[-1][1] == max(u.end_line for u in units)
    assert all(last - first < 10 for first, last in cut)
    long = next(u for u in units if u.name == "part_24")
    assert any(first == long.start_line for first, _ in cut)
    assert unit_at(units, long.start_line, long.start_line + 3) == long
    assert unit_at(units, 10_000, 10_003) is None
    assert places(()) == ()
