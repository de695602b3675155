"""Kept rankers: same bytes for the same model, refused when they are not what was kept, taken back by digest."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from helix_lsp.config.questions import SearchConfig
from helix_lsp.search.ranking.learned import baseline_digest
from helix_lsp.session.learn import STATE
from helix_lsp.session.learn.build import SCHEMA, Asked, Model, Refused, decode, encode, fit
from helix_lsp.session.learn.pairs import together
from helix_lsp.session.learn.store import LearnedStore
from helix_lsp.text.digest import sha256_hex

CFG = SearchConfig()
BASELINE = baseline_digest(CFG)


def model(weight: float = 2.0) -> Model:
    return Model(
        schema=SCHEMA,
        baseline=BASELINE,
        commit="c" * 40,
        snapshot="s",
        weight=weight,
        before=0.5,
        after=0.6,
        read=1,
        later=1,
        pairs={"commit": 1},
        paths=["a.py"],
        changes=[("c" * 40, ["walrus"], [0])],
    )


def store(folder: Path) -> LearnedStore:
    return LearnedStore(str(folder), CFG)


def test_rollback_restores_the_same_digests(tmp_path: Path):
    kept = store(tmp_path)
    one = kept.keep(model(1.0))
    kept.promote(one)
    two = kept.keep(model(2.0))
    kept.promote(two)
    assert one != two
    active = kept.active()
    assert active is not None
    assert (active.digest, active.weight) == (two, 2.0)
    kept.rollback()
    active = kept.active()
    assert active is not None
    assert (active.digest, active.weight) == (one, 1.0)
    assert sha256_hex(encode(kept.model(one))) == one
    kept.rollback()
    assert kept.active() is None
    assert kept.rollback() is None


def test_to_promote_twice_keeps_one_step_back(tmp_path: Path):
    kept = store(tmp_path)
    digest = kept.keep(model())
    kept.promote(digest)
    assert kept.promote(digest).before == ("",)


def test_files_that_nothing_names_go_and_are_private(tmp_path: Path):
    kept = store(tmp_path)
    kept.keep(model(1.0))
    digest = kept.keep(model(2.0))
    files = list(tmp_path.glob("learned-*.json"))
    assert [file.name for file in files] == [f"learned-{digest[:16]}.json"]
    assert files[0].stat().st_mode & 0o077 == 0


@pytest.mark.parametrize(
    "change",
    [
        {"schema": "learned-ranker.v9"},
        {"baseline": "0" * 64},
        {"weight": -1.0},
        {"after": 1e9},
        {"changes": [("c", ["walrus"], [7])]},
        {"changes": [("c", ["walrus"], [-1])]},
        {"paths": ["../outside.py"]},
    ],
)
def test_what_cannot_be_a_ranker_is_refused(change: dict[str, object]):
    data = encode(msgspec.structs.replace(model(), **change))
    with pytest.raises(Refused):
        decode(data, sha256_hex(data), BASELINE)


def test_a_foreign_file_in_the_place_of_a_ranker_is_refused(tmp_path: Path):
    kept = store(tmp_path)
    digest = kept.keep(model(1.0))
    kept.promote(digest)
    (tmp_path / f"learned-{digest[:16]}.json").write_bytes(encode(model(2.0)))
    assert kept.active() is None
    assert digest[:12] in kept.problem


def test_half_a_state_is_the_baseline(tmp_path: Path):
    kept = store(tmp_path)
    kept.promote(kept.keep(model()))
    (tmp_path / STATE).write_bytes((tmp_path / STATE).read_bytes()[:20])
    assert kept.active() is None
    assert STATE in kept.problem


def question(rows: list[tuple[str, float, float]], right: str, *, history: bool = True) -> Asked:
    """Rows of (path, BM25F contribution, what history says)."""
    filled = tuple((path, units, told, 1.0) for path, units, told in rows)
    return Asked(rows=filled, files=frozenset({right}), history=history)


TAUGHT = [("a.py", 1.0, 0.0), ("b.py", 0.5, 0.4)]


def test_a_weight_is_learned_where_history_is_right():
    fitted = fit([question(TAUGHT, "b.py")] * 4, lambda: None)
    assert fitted.weight == 2.0
    assert fitted.after > fitted.before


def test_nothing_is_learned_where_history_is_wrong():
    assert fit([question(TAUGHT, "a.py")] * 4, lambda: None).weight == 0.0


def test_pairs_of_the_text_hold_the_weight_back():
    asked = [question(TAUGHT, "b.py")] * 4 + [question(TAUGHT, "a.py", history=False)] * 4
    assert fit(asked, lambda: None).weight == 0.0


def test_files_that_change_together_are_pairs():
    changes = [("c1", ("a.py", "b.py")), ("c2", ("a.py", "b.py")), ("c3", ("a.py", "c.py"))]
    found = sorted((p.text, p.files, p.commit) for p in together(changes))
    assert found == [("a.py", ("b.py",), "c1"), ("b.py", ("a.py",), "c1")]
