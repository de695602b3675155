"""A TOML settings file as a flat list of keys with their lines.

Broken TOML, a file that is not a file, and tables nobody knows are problems in words, never failures. `read_toml`
gives no lines; they are found again in the text (`line_of`), exactly for plain `key = value` under a
`[table]`, and as the table's line for inline tables.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import cast

from helix_lsp.text.data_file import BrokenData, read_text, read_toml

_TABLE = re.compile(r"^\s*\[{1,2}\s*([^\]\s](?:[^\]]*[^\]\s])?)\s*\]{1,2}")
_KEY = re.compile(r"^\s*((?:[\w-]+|\"[^\"]*\"|'[^']*')(?:\s*\.\s*(?:[\w-]+|\"[^\"]*\"|'[^']*'))*)\s*=")


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One value somebody set: `key` is dotted (`index.max_files`), `place` says where (`helix.toml:3`)."""

    key: str
    value: object
    place: str


def parse_settings(data: bytes, name: str) -> tuple[tuple[Entry, ...], tuple[str, ...]]:
    """Entries in the order of the file, and problems. `name` is how the file is called in both."""
    try:
        text = read_text(data)
        tree = read_toml(text)
    except BrokenData as error:
        return (), (error.at(name, "the file is ignored until this is mended"),)
    lines = _lines(text)
    return tuple(
        Entry(key=key, value=value, place=f"{name}:{line_of(lines, key)}") for key, value in flatten(tree)
    ), ()


def flatten(tree: Mapping[str, object], prefix: str = "", depth: int = 8) -> Iterator[tuple[str, object]]:
    """(dotted key, value) of nested mappings; an empty mapping, and one below `depth`, counts as a value."""
    for key, value in tree.items():
        if isinstance(value, Mapping) and value and depth:
            yield from flatten(cast("Mapping[str, object]", value), f"{prefix}{key}.", depth - 1)
        else:
            yield f"{prefix}{key}", value


def line_of(lines: Mapping[str, int], key: str) -> int:
    """Line (from 1) of a dotted key or of the nearest table that holds it; 1 when nothing is found."""
    while key:
        if key in lines:
            return lines[key]
        key = key.rpartition(".")[0]
    return 1


def _lines(text: str) -> dict[str, int]:
    found: dict[str, int] = {}
    table = ""
    for number, line in enumerate(text.split("\n"), start=1):
        if head := _TABLE.match(line):
            table = _plain(head[1])
            found.setdefault(table, number)
            table += "."
        elif key := _KEY.match(line):
            found.setdefault(table + _plain(key[1]), number)
    return found


def _plain(key: str) -> str:
    return ".".join(part.strip().strip("\"'") for part in key.split("."))
