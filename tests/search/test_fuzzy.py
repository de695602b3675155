"""Near names are those that a comparison with every name finds, whatever the index reads of them."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from rapidfuzz import fuzz

from helix_lsp.config.questions import SearchConfig
from helix_lsp.search.channels.fuzzy import near_names
from tests.support.check import indexed

_PARTS = (
    "head",
    "heads",
    "header",
    "parse",
    "parser",
    "Parse",
    "request",
    "req",
    "_",
    "__",
    "open",
    "Open",
    "x",
    "\u0130n",
)


def _expected(names: tuple[str, ...], word: str, cfg: SearchConfig) -> list[tuple[str, float]]:
    key = word.replace("_", "").lower()
    slack = max(1, round(len(key) * 2 * (1 - cfg.fuzzy_cutoff / 100)))
    scored = [
        (name, fuzz.ratio(key, name.replace("_", "").lower()) / 100)
        for name in names
        if abs(len(name) - len(word)) <= slack + name.count("_")
    ]
    return sorted(
        [one for one in scored if one[1] >= cfg.fuzzy_cutoff / 100], key=lambda one: (-one[1], one[0])
    )[: cfg.fuzzy_names]


@pytest.mark.parametrize("seed", range(3))
def test_near_names_are_all_that_are_near(seed: int) -> None:
    chance = random.Random(seed)
    names = sorted(
        {"".join(chance.choices(_PARTS, k=chance.randint(1, 4))) for _ in range(300)}
        - {"_", "__", "___", "____"}
    )
    names = [name for name in names if name.isidentifier()]
    with indexed({"a.py": "".join(f"def {name}(): ...\n" for name in names).encode()}) as world:
        snapshot, met = world.snapshot, 0
        assert len(snapshot.names()) == len(names) > 100
        for cfg in (
            SearchConfig(),
            replace(SearchConfig(), fuzzy_names=3),
            replace(SearchConfig(), fuzzy_cutoff=60.0),
        ):
            for word in (
                "parsehedr",
                "Request_Head",
                "openParser",
                "heads",
                "reqopenx",
                "requestrequestrequest",
            ):
                found = near_names(snapshot, word, cfg)
                assert list(found) == _expected(snapshot.names(), word, cfg)
                met += len(found)
        assert met > 20
        assert near_names(snapshot, "abc", SearchConfig()) == ()
