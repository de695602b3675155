"""A small workspace that can be asked: files in one string, options of `config.search` by name."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from helix_lsp.config.questions import SearchConfig
from helix_lsp.search.search import Results, search
from tests.support.check import World, indexed, read_fixture


@contextmanager
def world_of(text: str) -> Generator[World]:
    """The files of a one-string workspace in a real index."""
    with indexed(read_fixture(text).files) as world:
        yield world


def ask(
    world: World,
    question: str,
    *,
    k: int = 10,
    near: tuple[str, ...] = (),
    opinion: Any = None,
    **options: Any,
) -> Results:
    """The results of one search; `options` change `config.search`."""
    return search(
        question,
        world.snapshot,
        world.texts,
        replace(SearchConfig(), **options),
        k=k,
        near=near,
        opinion=opinion,
    )


def paths(results: Results) -> list[str]:
    """The files of the hits, best first."""
    return [hit.place.path for hit in results.hits]
