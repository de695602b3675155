"""A question in a few words is presented by what was read; a sentence, a name and a message keep the order of
files.
"""

from __future__ import annotations

from dataclasses import replace

from helix_lsp.config.questions import SearchConfig
from helix_lsp.search.search import search
from tests.search.world import ask, paths, world_of

BREWERY = """
//- /brewery/kettle.py
def discard_mash(kettle):
    # old mash is discarded before the kettle is filled
    return kettle.empty()

def fill(kettle):
    return kettle.full()

//- /brewery/old.py
OLD = "old old old"

def old_name():
    return OLD

//- /pyproject.toml
[tool.brewery]
mash_days = 3
"""
ASKED = "where is the old mash thrown away?"


def test_the_place_that_was_read_is_shown_in_its_file() -> None:
    with world_of(BREWERY) as world:
        found = ask(world, ASKED)
    assert found.order is not None
    assert found.order.units[0][0].unit.name == "discard_mash"
    assert next(h.place.name for h in found.hits if h.place.path == "brewery/kettle.py") == "discard_mash"


def test_scores_fall_and_are_the_sum_of_what_is_said_of_them() -> None:
    with world_of(BREWERY) as world:
        hits = ask(world, ASKED).hits
    assert [h.score for h in hits] == sorted((h.score for h in hits), reverse=True)
    for hit in hits:
        factor = 1.0
        for _, by in hit.why.demotions:
            factor *= by
        assert abs(sum(f.contribution for f in hit.why.features) * factor - hit.score) < 1e-5


def test_the_share_moves_the_files_from_one_order_to_the_other() -> None:
    with world_of(BREWERY) as world:
        assert paths(ask(world, ASKED, read_share=0.0))[0] == "brewery/old.py"
        assert paths(ask(world, ASKED, read_share=1.0))[0] == "brewery/kettle.py"


def test_a_name_is_not_read() -> None:
    with world_of(BREWERY) as world:
        assert ask(world, "discard_mash").order is None


def test_what_a_filter_leaves_out_is_not_folded_in() -> None:
    with world_of(BREWERY) as world:
        cfg = replace(SearchConfig(), read_share=1.0)
        found = search(ASKED, world.snapshot, world.texts, cfg, k=10, keep=lambda path: path.endswith(".py"))
    assert all(p.endswith(".py") for p in paths(found))
