"""The baseline is a file of the repository: what of it cannot be read is named with its line, and what can be
counts.
"""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helix_lsp.align.drift.find import Baseline, added_to, baseline_text, read_baseline

GOOD = baseline_text([("docs/a.md", "ring"), ("docs/b.md", "Bell.{ring}")])
PAIRS = frozenset([("docs/a.md", "ring"), ("docs/b.md", "Bell.{ring}")])


@given(st.sets(st.tuples(st.text(), st.text())))
def test_what_is_written_is_read(pairs: set[tuple[str, str]]):
    text = baseline_text(pairs).encode("utf-8", "replace")
    assert read_baseline(text) == Baseline(
        pairs=frozenset(
            (p.encode("utf-8", "replace").decode(), r.encode("utf-8", "replace").decode()) for p, r in pairs
        )
    )


@pytest.mark.parametrize(("text", "pairs", "lines"), [
    (GOOD, PAIRS, []), (GOOD.replace('"docs/a.md"', "docs/a.md"), PAIRS - {("docs/a.md", "ring")}, [4]),
    (GOOD.replace('"Bell.{ring}"', "5"), PAIRS - {("docs/b.md", "Bell.{ring}")}, [8]),
    (GOOD.replace("<", "").replace(" {\n", "<<<<<<< ours\n {\n", 1), PAIRS, [4]),
    (GOOD[: GOOD.index('"docs/b.md"')], PAIRS - {("docs/b.md", "Bell.{ring}")}, [8, 9]),
    ('{"findings": [1, {"path": "a", "reference": "b"}]}', frozenset([("a", "b")]), [1]),
    ("", frozenset(), [1]), ("[]", frozenset(), [1]), ('{"findings": {}}', frozenset(), [1]), ('{"findings": ' + "[" * 50_000, frozenset(), [1, 1]),
], ids=["good", "unquoted", "number", "merge", "cut", "mixed", "empty", "list", "object", "deep"])  # fmt: skip
def test_a_broken_entry_is_named_and_the_others_count(
    text: str, pairs: frozenset[tuple[str, str]], lines: list[int]
):
    got = read_baseline(text.encode())
    assert got.pairs == pairs
    assert [line for line, _ in got.problems] == lines


def test_a_flood_of_broken_entries_ends():
    assert len(read_baseline(b'{"findings": [' + b"\n{x}," * 200_000).problems) == 20


@given(st.binary(max_size=200))
def test_nothing_raises(data: bytes):
    read_baseline(data)
    read_baseline(b'{"findings": [' + data)


def _put(data: bytes, *pairs: tuple[str, str]) -> bytes:
    put = added_to(data, pairs)
    assert put is not None
    return data[: put[0]] + put[2].encode() + data[put[1] :]


def test_what_is_added_to_a_good_file_is_the_file_written_anew() -> None:
    assert _put(b"", ("a.md", "f")) == baseline_text([("a.md", "f")]).encode()
    assert (
        _put(baseline_text([("b.md", "g")]).encode(), ("a.md", "f"))
        == baseline_text([("a.md", "f"), ("b.md", "g")]).encode()
    )


def test_what_is_added_to_a_broken_file_leaves_every_byte_of_it() -> None:
    """It was rewritten from what could be read: an entry with a typing mistake was lost by a quick fix."""
    for rest in (
        b"[\n  {path: 'b.md'},\n  " + b'{"path": "c.md", "reference": "h"}\n]}',
        b'[{"path": "b.md"}]}',
        b'[{"path": "b.md"',
        b'[\n "x" ]}',
    ):
        data = b'{"findings": ' + rest
        before, after = (
            read_baseline(data),
            read_baseline(_put(data, ("a.md", "f"), ("d.md", "\u201cg\u201d"))),
        )
        assert before.problems
        assert rest[1:] in _put(data, ("a.md", "f"))
        assert after.pairs == before.pairs | {("a.md", "f"), ("d.md", "\u201cg\u201d")}
        assert [why for _, why in after.problems] == [why for _, why in before.problems]


def test_nothing_is_added_to_what_is_no_baseline() -> None:
    assert added_to(b"[1, 2]", [("a.md", "f")]) is None
