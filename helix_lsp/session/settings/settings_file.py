"""A TOML settings file as a flat list of keys with their lines.

Broken TOML, a file that is not a file, and tables nobody knows are problems in words, never failures. `read_toml`
gives no lines; they are found again in the text (`line_of`), exactly for plain `key = value` under a
`[table]`, and as the table's line for inline tables.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, cast

from helix_lsp.config.questions import TopicProfile
from helix_lsp.text.data_file import BrokenData, read_text, read_toml
from helix_lsp.text.paths import refuse
from helix_lsp.text.regex import regex

_TABLE = regex(r"^\s*\[{1,2}\s*([^\]\s](?:[^\]]*[^\]\s])?)\s*\]{1,2}")
_KEY = regex(r"^\s*((?:[\w-]+|\"[^\"]*\"|'[^']*')(?:\s*\.\s*(?:[\w-]+|\"[^\"]*\"|'[^']*'))*)\s*=")


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


# `[topics.<name>]` tables of a settings file as topic profiles. Data of a repository: checked, bounded, and
# never a pattern.
#
#     [topics.ledger] matchers = ["ledger", "potato threshold", "curvature & proxy"] docs_first = true docs =
#     ["docs/knowledge/*ledger*.md"] tiers = [["docs/knowledge/**", "shared/**"], ["client/**"]] must_include =
#     ["docs/knowledge/sun-ledger.md"] boosts = ["**/*ledger*"]
#
# Invariants: a bad value is a problem that names its place and the rest of the topic stands; a later file
# sets a topic's fields one by one; nothing here raises.

SECTION = "topics"
_NAME = regex(r"[A-Za-z0-9][A-Za-z0-9_-]{0,39}\Z")
_MOST_TOPICS = 64
_MOST_VALUES = 100
_MOST_TIERS = 8
_LONGEST = 200
_LISTS = ("matchers", "docs", "must_include", "boosts")
_FIELDS = (*_LISTS, "tiers", "docs_first")


def read_topics(entries: Iterable[Entry], problems: list[str]) -> tuple[TopicProfile, ...]:
    """The topics that the entries of all settings files declare, in the order of their first mention; other
    entries are passed over.
    """
    topics: dict[str, dict[str, object]] = {}
    for entry in entries:
        if not entry.key.startswith(SECTION + "."):
            continue
        if entry.value == {} and _NAME.match(entry.key.removeprefix(SECTION + ".")):
            continue  # a topic that says nothing yet
        name, _, field = entry.key.removeprefix(SECTION + ".").rpartition(".")
        wrong = _wrong(name, field, topics)
        value = None if wrong else _value(field, entry.value)
        if wrong or value is None:
            problems.append(
                f"{entry.place}: {entry.key[:_LONGEST]}: {wrong or _WANTED[field]}; it is ignored"
            )
            continue
        kept, left = value
        topics.setdefault(name, {})[field] = kept
        if left:
            problems.append(f"{entry.place}: {entry.key}: {left}")
    return tuple(
        TopicProfile(name=name, **cast("Mapping[str, Any]", fields)) for name, fields in topics.items()
    )


_WANTED = {
    **dict.fromkeys(_LISTS, "expected a list of texts"), "tiers": "expected a list of lists of globs", "docs_first": "expected true or false",
}  # fmt: skip


def _wrong(name: str, field: str, topics: Mapping[str, object]) -> str:
    if not _NAME.match(name):
        return "a topic is a table [topics.name] whose name is letters, digits, - and _"
    if field not in _FIELDS:
        return f"is not a field of a topic; the fields are {', '.join(_FIELDS)}"
    return f"more than {_MOST_TOPICS} topics" if name not in topics and len(topics) >= _MOST_TOPICS else ""


def _value(field: str, value: object) -> tuple[object, str] | None:
    """(what is kept, what was left out in words), None for a value of another kind."""
    if field == "docs_first":
        return (value, "") if isinstance(value, bool) else None
    if not isinstance(value, list | tuple):
        return None
    items = list(cast("Iterable[object]", value))
    if field != "tiers":
        return _texts(items, _phrase if field == "matchers" else _glob)
    if not all(isinstance(tier, list | tuple) for tier in items):
        return None
    read = [_texts(list(cast("Iterable[object]", tier)), _glob) for tier in items[:_MOST_TIERS]]
    if None in read:
        return None
    done = [tier for tier in read if tier is not None]
    left = [words for _, words in done if words]
    return tuple(globs for globs, _ in done if globs), "; ".join(left) or (
        f"only {_MOST_TIERS} tiers count" if len(items) > _MOST_TIERS else ""
    )


def _texts(items: list[object], clean: Callable[[str], str]) -> tuple[tuple[str, ...], str] | None:
    if not all(isinstance(item, str) for item in items):
        return None
    texts = [str(item) for item in items]
    kept = dict.fromkeys(cleaned for text in texts[:_MOST_VALUES] if (cleaned := clean(text)))
    refused = [text for text in texts[:_MOST_VALUES] if not clean(text)]
    words = f"{', '.join(map(repr, refused[:3]))} cannot be used" if refused else ""
    return tuple(kept), words or (f"only {_MOST_VALUES} values count" if len(texts) > _MOST_VALUES else "")


def _phrase(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= _LONGEST and re.search(r"[^\W_]", text) else ""


def _glob(text: str) -> str:
    text = text.strip().removeprefix("./")
    return (
        text
        if text and len(text) <= _LONGEST and text[0] not in "~!" and refuse(text.rstrip("/")) is None
        else ""
    )
