"""A small workspace and one-question gold files for the tests of evaluation."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from helix_lsp.evaluate.evaluate import Evaluation, evaluate
from helix_lsp.evaluate.gold import read_gold
from tests.support.check import World

FILES = """
//- /src/kiln.py
'''The kiln and its schedule.'''


def fire(kiln, degrees):
    '''Heat the kiln to the end of its schedule.'''
    return heat(kiln, degrees)


def cool(kiln):
    '''Let the kiln cool before the door is opened.'''
    return kiln
//- /src/glaze.py
def mix_glaze(powder, water):
    '''Stir the powder into the water until the glaze is smooth.'''
    return powder + water



def pour(glaze, pot):
    '''Cover a pot.'''
    return pot
//- /docs/firing.md
# Firing

## Schedule

The schedule says how long the kiln is heated.

## Doors

Nobody opens the door of a hot kiln.
//- /src/empty.py
"""


def gold(*queries: Mapping[str, Any], **more: Any) -> bytes:
    """The bytes of a gold file; ids are made where they are missing."""
    listed = [{"id": f"q{n}"} | dict(query) for n, query in enumerate(queries, 1)]
    return json.dumps({"schema": "gold-queries.v1", "queries": listed} | more).encode()


def evaluated(
    world: World,
    *queries: Mapping[str, Any],
    k: int = 10,
    own: str = "",
    options: Mapping[str, Any] | None = None,
    **more: Any,
) -> Evaluation:
    """The evaluation of such a file; `options` are those of `config.evaluate`."""
    view = world.view()
    view = replace(
        view, config=replace(view.config, evaluate=replace(view.config.evaluate, **(options or {})))
    )
    return evaluate(view, read_gold("gold.json", gold(*queries, **more)), k=k, own=own)
