"""Why a file is not shown: its rank and what the last hit has more of, or that it never was a candidate."""

from __future__ import annotations

import json
from typing import Any

from helix_lsp.ide.query import QueryRequest, query
from helix_lsp.search.missed import below, why_not
from helix_lsp.wire.query_result import query_result_to_wire
from tests.house.source import PACKAGE
from tests.search.world import ask, world_of
from tests.support.schemas import check

FILES = """
//- /src/kiln.py
def fire_kiln(pot):
    '''Fire the kiln with the pot.'''
    return pot
//- /src/pots.py
def dry(pot):
    '''A pot dries beside the kiln.'''
    return pot
//- /docs/fire.md
# Fire the kiln

Fire the kiln, fire the kiln, fire kiln.
//- /src/wheel.py
def turn(wheel):
    return wheel
"""


def test_the_next_best_files_are_compared_with_the_last_hit() -> None:
    with world_of(FILES) as world:
        found = ask(world, "fire the kiln", k=1)
        first, second = below(found)
        assert (first.rank, second.rank) == (2, 3)
        assert first.above == found.hits[0].place.path
        own = next(r for r in found.ranked if r.file.path == first.path)
        assert {d.name: d.own for d in first.features if d.own} == {
            f.name: f.contribution for f in own.features
        }
        losses = [round(d.own - d.above, 9) for d in first.features]
        assert losses == sorted(losses)


def test_a_demotion_that_alone_decides_is_named() -> None:
    with world_of(FILES) as world:
        found = ask(world, "fire the kiln", k=1)
        docs = why_not("docs/fire.md", found, world.snapshot)
        assert docs.demotions == (("document", 0.5),)
        whole = sum(
            f.contribution for f in next(r for r in found.ranked if r.file.path == "docs/fire.md").features
        )
        assert whole > found.hits[0].score
        assert docs.reason == f"rank {docs.rank}: only its demotion (document) keeps it below the last hit"


def test_what_was_no_candidate_says_which_words_it_lacks() -> None:
    with world_of(FILES) as world:
        found = ask(world, "fire the kiln")
        wheel = why_not("src/wheel.py", found, world.snapshot)
        assert (wheel.rank, wheel.words, wheel.lacking) == (0, (), ("fire", "kiln"))
        assert wheel.reason == "no candidate: it holds none of the question's words"
        assert why_not("src/gone.py", found, world.snapshot).reason == "the index has no such file"
        assert why_not("src/pots.py", found, world.snapshot, kept=False).reason == "the filters leave it out"
        assert why_not(found.hits[0].place.path, found, world.snapshot).reason == "it is hit 1"


def test_explain_is_valid_json_with_kind_frames_phrases_and_misses() -> None:
    schema = json.loads((PACKAGE / "wire/schema/query-result.v1.schema.json").read_text("utf-8"))
    texts = (
        'where is "fire the kiln" said?',
        '"fire a kiln"',
        "ValueError: fire the kiln\n",
        "why fire the kiln?",
        "500 ms",
        'Traceback (most recent call last):\n  File "/x/src/kiln.py", line 3, in fire_kiln\nValueError: cold\n',
    )
    sent: dict[str, Any] = {}
    with world_of(FILES) as world:
        for text in texts:
            answer = query(
                world.view(),
                QueryRequest(text=text, k=1, explain=True, why_not="src/wheel.py", near=("src/kiln.py",)),
            )
            sent = query_result_to_wire(answer, world.view().freshness, explain=True)
            check(json.loads(json.dumps(sent)), schema)
            assert sent["explain"]["missed"][0]["path"] == "src/wheel.py"
        assert sent["explain"]["frames"] == [
            {"path": "/x/src/kiln.py", "line": 3, "function": "fire_kiln", "own": "src/kiln.py"}
        ]
        assert sent["explain"]["kind"]["name"] == "error"
        assert query_result_to_wire(
            query(world.view(), QueryRequest(text='"fire a kiln"')), world.view().freshness
        )["unheld"] == ["fire a kiln"]
