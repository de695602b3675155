"""What a snapshot answers without decoding whole files equals what the whole files say: stored, open, hidden
and cut lists.
"""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from msgspec import structs
from msgspec.structs import replace

from helix_lsp.index.names.declared import declared_of, name_key, path_words
from helix_lsp.index.names.outline_rows import pack_symbols, unpack_symbols
from helix_lsp.index.overlay.match import idf, score
from helix_lsp.index.store.pack import (
    DEFINED,
    MENTIONED,
    NAMES,
    pack_named,
    pack_units,
    unpack_named,
    unpack_units,
)
from helix_lsp.index.units.unit import FIELDS, Unit, length_of
from helix_lsp.syntax.outline import Symbol
from helix_lsp.text.positions import Span
from tests.index import sample

WORDS = (
    "alpha",
    "beta",
    "gamma",
    "delta",
    "route",
    "helper",
    "fetchAll",
    "Base",
    "HTTPServer",
    "_hidden_name",
    "x",
)


def _file(chance: random.Random) -> bytes:
    """A Python file of a few classes and functions over few words, so that names, scores and lengths meet
    often.
    """
    lines = [f"from {chance.choice(WORDS)} import {chance.choice(WORDS)}", ""]
    for _ in range(chance.randrange(1, 5)):
        if chance.random() < 0.4:
            lines += [f"class {chance.choice(WORDS)}({chance.choice(WORDS)}):"]
        else:
            lines += [f"def {chance.choice(WORDS)}({chance.choice(WORDS)}):"]
        lines += [
            f"    {chance.choice(WORDS)}.{chance.choice(WORDS)}({chance.choice(WORDS)})"
            for _ in range(chance.randrange(1, 6))
        ]
        lines += ["", ""]
    return "\n".join(lines).encode()


@pytest.fixture(params=[1, 2, 3])
def snapshot(request: pytest.FixtureRequest, tmp_path: Path) -> sample.Snapshot:
    """After commits that replace and drop files (so that the text index has counted what is gone), under an
    open buffer.
    """
    chance = random.Random(request.param)
    host = sample.host(tmp_path)
    for _ in range(4):
        files = {f"p{chance.randrange(6)}/f{chance.randrange(40)}.py": _file(chance) for _ in range(30)}
        files |= {
            f"copy{n}/same.py": b"class alpha(Base):\n    def route(self): return beta()\n" for n in range(3)
        }
        host.commit(sample.puts(files))
        host.commit(sample.drops(chance.sample(sorted(files), 5)))
    for path in chance.sample(host.snapshot().paths(), 3):
        host.lay_over({path: sample.facts(path, _file(chance))})
    return host.lay_over({"new/open.py": sample.facts("new/open.py", _file(chance))})


def test_a_skeleton_and_single_references_are_those_of_the_outline(snapshot: sample.Snapshot) -> None:
    found = 0
    for path in snapshot.paths():
        whole, skeleton = snapshot.outline(path), snapshot.skeleton(path)
        assert whole is not None
        assert skeleton is not None
        assert (skeleton.symbols, skeleton.imports, skeleton.language) == (
            whole.symbols,
            whole.imports,
            whole.language,
        )
        commented = snapshot.commented(path)
        assert commented is not None
        assert replace(commented, references=whole.references) == whole
        for name in WORDS:
            expected = tuple(r for r in whole.references if r.name == name)
            assert snapshot.references(path, name) == expected
            found += len(expected)
        assert snapshot.inherits(path) == tuple(r for r in whole.references if r.kind == "inherit")
        assert tuple(snapshot.symbol(path, i) for i in range(len(whole.symbols) + 1)) == (
            *whole.symbols,
            None,
        )
    assert found > 100
    assert snapshot.skeleton("nowhere.py") is None
    assert snapshot.commented("nowhere.py") is None
    assert snapshot.references("nowhere.py", "alpha") == ()
    assert snapshot.symbol("nowhere.py", 0) is None
    assert snapshot.symbol(snapshot.paths()[0], -1) is None


def test_single_symbols_and_references_do_not_hang_on_what_was_asked_before(
    snapshot: sample.Snapshot,
) -> None:
    """Stored outlines are opened piece by piece: whoever asks for one symbol first must get what he gets
    after the whole was opened.
    """
    for path in snapshot.paths():
        before = (
            [snapshot.references(path, name) for name in WORDS],
            [snapshot.symbol(path, i) for i in (0, 1, 400)],
        )
        whole = snapshot.outline(path)
        assert whole is not None
        after = (
            [snapshot.references(path, name) for name in WORDS],
            [snapshot.symbol(path, i) for i in (0, 1, 400)],
        )
        assert before == after
        assert before[1] == [whole.symbols[i] if i < len(whole.symbols) else None for i in (0, 1, 400)]


def test_what_a_glance_says_is_what_the_outline_says_before_and_after_it_was_opened(
    snapshot: sample.Snapshot,
) -> None:
    for path in snapshot.paths():
        first = snapshot.glance(path)  # nothing of the file has been opened yet
        assert first is not None
        size = 40 * len(WORDS)
        early = [first.at(offset) for offset in range(size)], [first.scope(i) for i in range(-1, 12)]
        whole, later = snapshot.outline(path), snapshot.glance(path)
        assert whole is not None
        assert later is not None
        for facts in (first, later):
            assert (facts.language, facts.imports, facts.module_doc) == (
                whole.language,
                whole.imports,
                whole.module_doc,
            )
            assert (facts.outline.mentions, facts.outline.fences, facts.outline.sections) == (
                whole.mentions,
                whole.fences,
                whole.sections,
            )
            assert [facts.scope(i) for i in range(-1, 12)] == early[1]
        expected = [
            (
                tuple(s for s in whole.symbols if s.name_span.contains(offset)),
                tuple(r for r in whole.references if r.span.contains(offset)),
            )
            for offset in range(size)
        ]
        assert early[0] == expected == [later.at(offset) for offset in range(size)]
        assert [s and (s.name, s.qualified, s.kind, s.parent) for s in early[1]] == [
            None,
            *[(s.name, s.qualified, s.kind, s.parent) for s in whole.symbols[:12]],
            *[None] * (12 - len(whole.symbols[:12])),
        ]
    assert snapshot.glance("nowhere.py") is None


def test_a_class_that_fills_more_than_one_stored_row_holds_all_its_members(tmp_path: Path) -> None:
    host = sample.host(tmp_path)
    lines = ["class Kiln:", *[f"    def step_{n}(self): return self.step_{n + 1}()" for n in range(90)]]
    host.commit(sample.puts({"kiln.py": "\n".join(lines).encode()}))
    first = host.snapshot()
    held = [first.defined(f"step_{n}")[0] for n in (0, 40, 89)]
    assert [first.symbol("kiln.py", d.symbol.parent) for d in held] == [first.defined("Kiln")[0].symbol] * 3
    facts = first.glance("kiln.py")
    assert facts is not None
    assert [s.qualified for i in (0, 1, 33, 90) if (s := facts.scope(i)) is not None] == [
        "Kiln",
        "Kiln.step_0",
        "Kiln.step_32",
        "Kiln.step_89",
    ]
    last = held[-1].symbol
    assert facts.at(last.name_span.start)[0] == (last,)
    [reference] = facts.at(last.span.end - 4)[1]
    assert (reference.name, reference.scope) == ("step_90", 90)


def test_definitions_of_one_file_are_those_of_all_in_that_file(snapshot: sample.Snapshot) -> None:
    for asked_before in (False, True):
        for name in (*WORDS, "Flask.route", "", "nobody"):
            if asked_before:
                snapshot.defined(name)
            one_by_one = [d for path in snapshot.paths() for d in snapshot.defined_in(path, name)]
            assert tuple(one_by_one) == snapshot.defined(name)
    assert snapshot.defined_in("nowhere.py", "alpha") == ()


def test_what_changed_between_two_snapshots(tmp_path: Path) -> None:
    host = sample.host(tmp_path)
    files = {f"f{n}.py": f"def f{n}(): ...\n".encode() for n in range(5)}
    host.commit(sample.puts(files))
    first = host.snapshot()
    edited = host.lay_over({"f1.py": sample.facts("f1.py", b"def other(): ...\n")})
    opened = host.lay_over({"new.py": sample.facts("new.py", b"def new(): ...\n")})
    same = host.lay_over({"f2.py": sample.facts("f2.py", files["f2.py"])})
    assert edited.changed_since(first) == first.changed_since(edited) == ["f1.py"]
    assert opened.changed_since(edited) == ["new.py"]
    assert same.changed_since(opened) == []
    host.commit([*sample.puts({"f3.py": b"def third(): ...\n"}), *sample.drops(["f4.py"])])
    last = host.snapshot()
    assert last.changed_since(same) == same.changed_since(last) == ["f3.py", "f4.py"]
    assert last.changed_since(first) == ["f1.py", "f3.py", "f4.py", "new.py"]


def test_words_of_file_names_are_grouped_as_the_rows_say(snapshot: sample.Snapshot) -> None:
    rows = sorted((word, path) for path in snapshot.paths() for word in path_words(path))
    for prefix in ("", "f", "o", "sam", "zz"):
        for _ in range(2):  # worked out, then remembered
            assert [(w, p) for w, paths in snapshot.stems(prefix) for p in paths] == [
                row for row in rows if row[0].startswith(prefix)
            ]
        words = [word for word, _ in snapshot.stems(prefix)]
        assert words == sorted(set(words))
    assert snapshot.stem_words("") == tuple(rows)


def test_declared_and_definers_are_worked_out_from_the_outlines(snapshot: sample.Snapshot) -> None:
    outlines = {path: outline for path in snapshot.paths() if (outline := snapshot.outline(path)) is not None}
    assert {path: snapshot.declared(path) for path in outlines} == {
        path: declared_of(o.symbols) for path, o in outlines.items()
    }
    for _ in range(2):  # worked out, then remembered
        assert snapshot.bodiless([*outlines, "nowhere.py"]) == {
            p for p, o in outlines.items() if declared_of(o.symbols).bodiless
        }
    assert snapshot.bodiless([]) == set()
    for most in (1, 2, 5, 100):
        expected: dict[str, tuple[str, ...]] = {}
        for name in WORDS:
            paths = tuple(
                p for p, o in outlines.items() if any(name_key(s.name) == name_key(name) for s in o.symbols)
            )
            if 0 < len(paths) <= most:
                expected[name] = paths
        assert snapshot.definers(WORDS, most) == expected
    assert {name for name in WORDS if snapshot.is_defined(name)} == {n for n in WORDS if snapshot.defined(n)}


def test_a_list_that_is_read_in_part_is_the_head_of_all_scores(snapshot: sample.Snapshot) -> None:
    statistics = snapshot.statistics()
    for weights in (
        {"alpha": 1.0},
        {"beta": 0.3, "route": 1.0, "=fetchall": 2.0},
        dict.fromkeys(("helper", "gamma", "delta", "x"), 1.0),
    ):
        frequency = snapshot.frequencies(weights)
        gains = tuple(
            (t, weights[t] * idf(statistics.units, frequency[t])) for t in sorted(weights) if frequency[t]
        )
        every = [
            (-value, path, unit.span.start)
            for path in snapshot.paths()
            for unit in snapshot.units(path)
            if (value := score(unit, length_of(unit.counts), gains, statistics.mean_weight)) > 0
        ]
        for limit in (1, 3, 10, 40, 1_000):
            hits = snapshot.match(weights, limit)
            assert [(-h.score, h.path, h.unit.span.start) for h in hits] == sorted(every)[:limit]


def test_who_holds_a_term_is_who_matches_it(snapshot: sample.Snapshot) -> None:
    for term in ("alpha", "=fetchall", "base", "nothing"):
        hits = snapshot.match({term: 1.0}, 10_000)
        assert snapshot.holding(term, len(hits) + 1) == tuple(sorted({h.path for h in hits}))
        assert snapshot.holding(term, len(hits)) is None or not hits


def test_names_of_a_length(snapshot: sample.Snapshot) -> None:
    for shortest, longest in ((0, 3), (4, 5), (6, 100)):
        expected = [n for n in snapshot.names() if shortest <= len(n.replace("_", "")) <= longest]
        assert snapshot.names_between(shortest, longest) == tuple(
            sorted(expected, key=lambda n: (len(n.replace("_", "")), n))
        )


def test_columns_keep_what_is_out_of_the_ordinary() -> None:
    """Line ends in names, names of no letter or of two bytes, empty ranges, qualified names that do not end in the
    name.
    """
    plain = Symbol(
        name="a\nb",
        qualified="x.a\nb",
        kind="function",
        span=Span(5, 90),
        name_span=Span(7, 10),
        signature="def",
        doc=Span(6, 6),
        body=Span(8, 8),
        parent=-1,
    )
    symbols = (
        plain,
        structs.replace(plain, name="", qualified="", doc=None, body=None),
        structs.replace(plain, name="é", qualified="zz", name_span=Span(7, 9)),
        structs.replace(plain, name="n", qualified=".n", signature=""),
        structs.replace(plain, name="n", qualified="\0.n", body=Span(90, 90), exported=False),
        structs.replace(plain, name="n", qualified="n.n", parent=3),
    )
    for first in range(len(symbols)):
        assert unpack_symbols(pack_symbols(symbols[first:])) == symbols[first:]
    assert unpack_symbols(pack_symbols(())) == ()


def test_counts_and_terms_beyond_a_byte() -> None:
    units = tuple(
        Unit(
            ordinal=at,
            kind="window",
            name="",
            qualifier="",
            span=Span(at, at + 1),
            start_line=at + 1,
            end_line=at + 1,
            symbol=-1,
            section=-1,
            inner=(),
            counts=({}, {}, {}, {}, {f"w{at}x{n}": 1 + n * at for n in range(at * 40)}),
        )
        for at in range(11)
    )
    weights = [length_of(unit.counts) for unit in units]
    assert len(units[0].counts) == len(FIELDS)
    assert list(unpack_units(pack_units(units, weights))) == list(zip(units, weights, strict=True))


def test_a_row_of_a_name_keeps_its_entries_in_order() -> None:
    entries = [(3 * NAMES + 5, 900_000, b""), (3 * NAMES, 1, b""), (4 * NAMES - 1, 0, b"")]
    assert unpack_named(pack_named(entries, DEFINED), DEFINED, 3) == sorted(entries)
    told = [(blob, ordinal, bytes([at])) for at, (blob, ordinal, _) in enumerate(entries)]
    assert unpack_named(pack_named(told, MENTIONED), MENTIONED, 3) == sorted(told)
