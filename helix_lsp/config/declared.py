"""Every option under the name that users write, every tuning value under its place, and which names are old."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from helix_lsp.config import SECTIONS, Config


@dataclass(frozen=True, slots=True, kw_only=True)
class Declared:
    """A field of `Config` as declared: its default, its metadata and its place (`align.shown_usages`). A tuning value
    does not have metadata. What both mean: `options.toml` and `tuning/sources.toml`.
    """

    default: object
    metadata: Mapping[str, Any]
    place: str


@cache
def declared() -> Mapping[str, Declared]:
    """Every option by its name, in the order of `SECTIONS`."""
    found = {
        one.metadata["named"] or one.place: one for one in _fields(Config) if "repository" in one.metadata
    }
    order = list(SECTIONS)
    return dict(sorted(found.items(), key=lambda pair: order.index(pair[0].partition(".")[0])))


@cache
def tuning() -> Mapping[str, Declared]:
    """Every tuning value by its place."""
    return {one.place: one for one in _fields(Config) if "repository" not in one.metadata}


@cache
def renamed() -> Mapping[str, str]:
    """The name of an option by the name that it had before ADR 0011, which is the place of its field."""
    return {one.place: name for name, one in declared().items() if one.place != name}


def _fields(kind: type, prefix: str = "") -> Iterator[Declared]:
    sample = kind()
    for item in dataclasses.fields(kind):
        value = getattr(sample, item.name)
        if dataclasses.is_dataclass(value):
            yield from _fields(type(value), f"{prefix}{item.name}.")
        elif "data" not in item.metadata:  # of the repository (topics): neither option nor tuning
            yield Declared(default=value, metadata=item.metadata, place=prefix + item.name)
