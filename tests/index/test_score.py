"""Exact scores against tantivy's own, and the bound that makes a cut list certain."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
import tantivy

from helix_lsp.index.overlay.match import idf, match, score, step
from helix_lsp.index.store.text_index import SCHEMA_OBJECT, TextIndex
from helix_lsp.index.units.unit import bag_text, length_of, weighted
from tests.index import sample


def test_the_bag_weighs_the_fields() -> None:
    counts = ({"a": 1}, {"b": 2}, {"a": 1, "c": 1}, {"a": 1, "d": 2}, {"a": 5})
    assert weighted(counts) == {"a": 5 + 2 + 1 + 3, "b": 2, "c": 1, "d": 3}
    assert length_of(counts) == sum(weighted(counts).values())
    assert sorted(bag_text(weighted(counts)).split()) == sorted("a" * 11 + "bb" + "c" + "ddd")


@pytest.mark.parametrize("length", [0, 1, 39, 40, 41, 42, 43, 55, 56, 57, 100, 1_000, 12_345, 1_000_000])
def test_lengths_are_rounded_as_tantivy_does(length: int) -> None:
    index = TextIndex(None, create=True)
    index.write(1, (), [(1, [(65_536, " ".join(["x"] * max(1, length)), max(1, length))])], 1)
    query = tantivy.Query.term_query(SCHEMA_OBJECT, "text", "x", "freq")
    searcher = index.searcher()._searcher  # pyright: ignore[reportPrivateUsage]
    explained = query.explain(searcher, searcher.search(query, 1).hits[0][1]).to_json()
    assert f'"value": {float(step(max(1, length)))},\n          "description": "dl' in explained


def _corpus(chance: random.Random, count: int) -> dict[str, bytes]:
    words = [f"w{chr(97 + i)}" for i in range(26)]
    return {
        f"f{i:03}.py": "".join(
            f"def {chance.choice(words)}_{chance.choice(words)}():\n"
            + "".join(
                f"    {' + '.join(chance.choices(words, k=chance.randint(1, 9)))}\n"
                for _ in range(chance.randint(1, 40))
            )
            for _ in range(chance.randint(1, 6))
        ).encode()
        for i in range(count)
    }


@pytest.mark.parametrize("seed", range(3))
def test_a_cut_list_is_the_head_of_the_whole_list(tmp_path: Path, seed: int) -> None:
    """After many edits tantivy still counts what was deleted; the list must not show it. Compared with
    scoring every unit.
    """
    chance = random.Random(seed)
    host = sample.host(tmp_path)
    host.commit(sample.puts(_corpus(chance, 120)))
    for _ in range(4):
        changed = _corpus(chance, 120)
        host.commit(sample.puts(dict(chance.sample(sorted(changed.items()), 60))))
    snapshot = host.snapshot()
    for size in (1, 2, 5, 12):
        weights = {
            t: chance.uniform(0.2, 1.5) for t in chance.sample([f"w{chr(97 + i)}" for i in range(26)], size)
        }
        statistics = snapshot.statistics()
        gains = [(t, w * idf(statistics.units, snapshot.frequency(t))) for t, w in sorted(weights.items())]
        whole = sorted(
            (-value, path, unit.span.start)
            for path in snapshot.paths()
            for unit in snapshot.units(path)
            if (value := score(unit, length_of(unit.counts), gains, statistics.mean_weight)) > 0
        )
        for limit in (1, 7, 50, 5_000):
            said = [(-h.score, h.path, h.unit.span.start) for h in snapshot.match(weights, limit)]
            assert said == whole[:limit]
    assert host.problems == ()
    host.close()


def test_frequencies_are_exact_under_deletes_and_overlay(tmp_path: Path) -> None:
    chance = random.Random(9)
    host = sample.host(tmp_path)
    files = _corpus(chance, 60)
    host.commit(sample.puts(files))
    for path, data in list(_corpus(chance, 60).items())[::3]:
        host.commit([sample.put(path, data)])
    for path, data in list(_corpus(chance, 60).items())[::7]:
        host.lay_over({path: sample.facts(path, data)})
    snapshot = host.snapshot()
    for term in ("wa", "wb", "=wa_wb", "none"):
        count = sum(any(term in c for c in u.counts) for p in snapshot.paths() for u in snapshot.units(p))
        assert snapshot.frequency(term) == count
    host.close()


def test_a_capped_search_cuts_where_scores_are_certain(tmp_path: Path) -> None:
    cfg = sample.IndexConfig(match_most=100)
    host = sample.host(tmp_path, cfg=cfg)
    files = {f"m{i:03}.py": f"def same_thing(): return {i + 1000}\n".encode() for i in range(150)}
    files["best.py"] = b"def same_same(): return same\n"
    host.commit(sample.puts(files, cfg))
    hits = host.snapshot().match({"same": 1.0}, 120)
    assert hits[0].path == "best.py"
    assert len(hits) == 1  # of the equal ones not all were fetched, so none is shown in place of another
    assert match.__doc__
    host.close()
