"""The first pass over the indexes of a fleet: it counts what the index counts, looks at all of them, follows what is
committed, and keeps a bounded number open.
"""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from helix_lsp.errors import StorageError, UsageError
from helix_lsp.index.tally import NoIndex, Tally
from helix_lsp.session.fleet import first_look
from helix_lsp.session.fleet.build import Fleet, Repository, build_in_turn
from helix_lsp.session.fleet.first_look import FirstLook
from helix_lsp.session.status import silent
from helix_lsp.tuning.server import FLEET
from tests.index.sample import CONFIG, FLASK, host, puts
from tests.support.repository import make_repository

TERMS = ("flask", "helper", "rout", "view", "nothing")


def test_it_counts_what_the_index_counts(tmp_path: Path) -> None:
    writer = host(tmp_path)
    snapshot = writer.commit(puts(FLASK))
    tally = Tally(str(tmp_path / "index"), CONFIG)
    counts = tally.counts(TERMS, ("Flask", "helper", "nobody"), 20)
    assert counts.held == snapshot.frequencies(TERMS)
    assert counts.units == snapshot.statistics().units
    assert counts.defined == {"Flask": 1, "helper": 2, "nobody": 0}
    hits = snapshot.match({"view": 1.0, "rule": 1.0}, 1)
    assert hits
    assert tally.best({"view": 1.0, "rule": 1.0}) > tally.best({"view": 1.0}) > 0
    assert tally.best({"nothing": 1.0}) == 0
    writer.commit(puts({"more.py": b"def another_helper():\n    pass\n"}))
    assert tally.counts((), ("another_helper",), 20).defined == {"another_helper": 1}
    tally.close()
    assert tally.counts((), ("helper",), 20).defined == {"helper": 2}
    tally.close()
    writer.close()


def test_an_index_that_is_not_there_is_damaged_or_half_written(tmp_path: Path) -> None:
    with pytest.raises(NoIndex):
        Tally(str(tmp_path / "index"), CONFIG)
    writer = host(tmp_path)
    writer.commit(puts(FLASK))
    writer.close()
    (facts,) = (tmp_path / "index").glob("facts-*.sqlite")
    (text,) = (tmp_path / "index").glob("text-*")
    for path in text.iterdir():
        if path.suffix not in (".json", ".lock") and not path.name.startswith("."):
            path.write_bytes(b"")
    with pytest.raises(StorageError):
        Tally(str(tmp_path / "index"), CONFIG).counts(TERMS, (), 1)
    facts.write_bytes(b"x" * 5_000)
    with pytest.raises(StorageError):
        Tally(str(tmp_path / "index"), CONFIG)


@pytest.fixture
def fleet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Fleet:
    monkeypatch.setenv("HELIX_ASK_CACHE_DIR", str(tmp_path / "cache"))
    words = {
        "mill": "grind corn stone",
        "ferry": "cross river rope",
        "tower": "ring bell rope",
        "quay": "load crate rope",
    }
    for name, text in words.items():
        verb, thing, third = text.split()
        make_repository(
            tmp_path / name,
            f"//- /work.py\ndef {verb}_{thing}(a):\n    '''The {thing} and the {third}.'''\n    return a\n",
        )
    found = tuple(Repository(name=name, root=str(tmp_path / name)) for name in words)
    assert not [one.problem for one in build_in_turn(found, silent, lambda: None) if one.problem]
    return Fleet(path="fleet.toml", repositories=found)


def test_the_rarest_words_and_names_decide(fleet: Fleet) -> None:
    with FirstLook(fleet) as look:
        for question, name in (
            ("where is the rope of the river?", "ferry"),
            ("what does ring_bell do?", "tower"),
            ("load_crate", "quay"),
        ):
            found = look.at(question, (), 2)
            assert found.asked[0].name == name
            assert (found.seen, found.not_read, found.named) == (4, (), False)
            assert {one.name for one in found.scores} == {"mill", "ferry", "tower", "quay"}


def test_a_question_without_any_word_of_them_is_asked_somewhere(fleet: Fleet) -> None:
    with FirstLook(fleet) as look:
        assert len(look.at("zebra giraffe?", (), 2).asked) == 1
        for question in ("", "  ", "x" * 100_000):
            with pytest.raises(UsageError):
                look.at(question, (), 2)


def test_a_repository_that_is_asked_only_by_name(fleet: Fleet) -> None:
    aside = replace(fleet.repositories[1], default=False)
    with FirstLook(replace(fleet, repositories=(fleet.repositories[0], aside))) as look:
        assert look.at("where is the rope of the river?", (), 2).seen == 1
        assert [one.name for one in look.at("in ferry, where is the rope?", (), 2).asked] == ["ferry"]


@pytest.mark.parametrize(
    ("question", "text", "name"),
    [
        ("In mill, what is corn?", "what is corn?", "mill"),
        ("about Mill, what is corn?", "what is corn?", "mill"),
        ("mill: what is corn?", "what is corn?", "mill"),
        ("what is corn in mill?", "what is corn?", "mill"),
        ("in mill,", "in mill,", ""),
        ("in windmill, what is corn?", "in windmill, what is corn?", ""),
        ("what is in a mill?", "what is in a mill?", ""),
        ("in the end, what is corn?", "in the end, what is corn?", ""),
    ],
)
def test_a_repository_is_named_in_the_question(fleet: Fleet, question: str, text: str, name: str) -> None:
    with FirstLook(fleet) as look:
        found = look.at(question, (), 2)
        assert found.text == text
        assert found.named is bool(name)
        assert not name or [one.name for one in found.asked] == [name]


def open_files(folder: Path) -> int:
    """How many descriptors of this process are open on files below `folder`; other threads may open others."""
    count = 0
    for one in os.listdir("/proc/self/fd"):
        with contextlib.suppress(OSError):  # closed meanwhile
            count += os.readlink(f"/proc/self/fd/{one}").startswith(f"{folder}{os.sep}")
    return count


@pytest.mark.skipif(not os.path.isdir("/proc/self/fd"), reason="descriptors are counted by /proc")
def test_a_bounded_number_stays_open_and_nothing_after(
    fleet: Fleet, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended = time.monotonic() + 60
    while open_files(tmp_path):  # threads that wrote these indexes may still put their last files in order
        assert time.monotonic() < ended
        time.sleep(0.01)
    with FirstLook(fleet) as look:
        look.at("rope", (), 2)
        all_open = open_files(tmp_path)
    assert open_files(tmp_path) == 0
    monkeypatch.setattr(first_look, "FLEET", replace(FLEET, kept_open=1))
    with FirstLook(fleet) as look:
        found = look.at("rope", (), 2)
        assert found.seen == 4
        assert 0 < open_files(tmp_path) < all_open
    assert open_files(tmp_path) == 0


def test_cancelling_goes_through(fleet: Fleet) -> None:
    class Enough(Exception):
        pass

    def stop() -> None:
        raise Enough

    check: Callable[[], None] = stop
    with FirstLook(fleet) as look, pytest.raises(Enough):
        look.at("rope", (), 2, check)
