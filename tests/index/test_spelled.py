"""Names by length, kept by difference: whatever came and went in whatever pieces, what is read is what is
counted.
"""

from __future__ import annotations

import random
import sqlite3
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from helix_lsp.index.change import Drop
from helix_lsp.index.names.declared import LONG_NAME, bare_length
from helix_lsp.index.store import base
from helix_lsp.index.store.refusal import Damaged
from helix_lsp.index.store.schema import TABLES
from tests.index import sample

_NAMES = (
    "a", "_a", "A", "route", "Route", "r_o_u_t_e", "\u0130stanbul", "stra\u00dfe", "two\nlines", "x" * 300, "y" * 400, "_", "with space",
    "\U0001f600",
)  # fmt: skip


@pytest.fixture
def connection() -> Iterator[sqlite3.Connection]:
    opened = sqlite3.connect(":memory:", isolation_level=None)
    for statement in TABLES.split(";\n"):
        opened.execute(statement)
    yield opened
    opened.close()


def _all(connection: sqlite3.Connection) -> dict[str, int]:
    found = base.read(connection, 0, LONG_NAME)
    for length, of_length in found.items():
        assert list(of_length.names) == sorted(set(of_length.names))
        assert {bare_length(name) for name in of_length.names} <= {length}
    return {
        name: n
        for of_length in found.values()
        for name, n in zip(of_length.names, of_length.counts, strict=True)
    }


@pytest.mark.parametrize("seed", range(5))
def test_any_history_reads_like_its_sum(connection: sqlite3.Connection, seed: int) -> None:
    chance, live, rows = random.Random(seed), Counter[str](), 0
    for generation in range(1, 60):
        changes: Counter[str] = Counter()
        for name in chance.sample(_NAMES, chance.randrange(len(_NAMES))):
            changes[name] = chance.randrange(-live[name], 4)
        base.change(connection, generation, changes)
        live.update(changes)
        assert _all(connection) == {name: n for name, n in live.items() if n > 0}
        rows = max(
            rows,
            connection.execute(
                "SELECT max(n) FROM (SELECT count(*) AS n FROM spelled GROUP BY id >> 40)"
            ).fetchone()[0]
            or 0,
        )
    assert 1 < rows <= 8, "rows are gathered, and made one again"
    base.begin_anew(connection, 60, {"only": 2})
    assert _all(connection) == {"only": 2}
    base.change(connection, 61, {"only": -2})
    assert _all(connection) == {}


def test_only_the_lengths_asked_for_are_read(connection: sqlite3.Connection) -> None:
    base.change(connection, 1, {"ab": 1, "a_b_c": 1, "abcd": 1})
    connection.execute("UPDATE spelled SET hash = hash + 1 WHERE id >> 40 = 4")
    assert {length: found.names for length, found in base.read(connection, 0, 3).items()} == {
        2: ("ab",),
        3: ("a_b_c",),
    }
    with pytest.raises(Damaged, match="4 letters"):
        base.read(connection, 3, 4)


def test_open_buffers_hide_and_bring_names(tmp_path: Path) -> None:
    """What a buffer says is what a fresh index of the same bytes would say, length by length."""
    typed, beside = b"def came_in(): ...\ndef both(): ...\n", b"def kept(): ...\ndef both(): ...\n"
    host, fresh = sample.host(tmp_path / "one"), sample.host(tmp_path / "two")
    try:
        host.commit(sample.puts({"a.py": b"def kept(): ...\ndef gone(): ...\n", "b.py": beside}))
        shown = host.lay_over({"a.py": sample.facts("a.py", typed)})
        expected = fresh.commit(sample.puts({"a.py": typed, "b.py": beside}))
        assert shown.names() == expected.names() == ("both", "came_in", "kept")
        for shortest in range(9):
            for longest in (shortest, 6, 300):
                assert shown.names_between(shortest, longest) == expected.names_between(shortest, longest)
        host.lay_over({"a.py": None})
        assert host.commit([Drop(path="a.py")]).names_between(0, LONG_NAME) == ("both", "kept")
    finally:
        host.close()
        fresh.close()
