"""Fields of untrusted JSON: what has the wrong type is told once and then counts as not there. Nothing here
raises.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from helix_lsp.text.data_file import BrokenData, read_json, read_text

_MOST_TOLD = 20
_LONGEST = 20_000


def plain(value: str) -> str:
    """A string of the file without outer white space, cut where it is absurdly long, broken surrogates
    replaced.
    """
    value = value.strip()[:_LONGEST]
    return value if value.isascii() else value.encode("utf-8", "replace").decode("utf-8")


class Told:
    """Problems of one file, each with `file:line`; beyond 20 only their number."""

    __slots__ = ("_left", "_lines", "_text", "path")

    def __init__(self, path: str, text: str) -> None:
        self.path = path
        self._text = text
        self._lines: dict[str, None] = {}
        self._left = 0

    def at(self, offset: int, words: str) -> None:
        """A problem at a character of the text; a negative offset means the first line."""
        line = self._text.count("\n", 0, max(0, offset)) + 1
        if len(self._lines) < _MOST_TOLD:
            self._lines[f"{self.path}:{line}: {words}"] = None
        else:
            self._left += 1

    def near(self, name: str, words: str) -> None:
        """A problem of the record whose id is `name`."""
        self.at(self._text.find(f'"{name}"'), words)

    def problems(self) -> tuple[str, ...]:
        """In the order they were found."""
        more = (
            (f"{self.path}:1: {self._left} more problems of this kind; mend the first ones",)
            if self._left
            else ()
        )
        return (*self._lines, *more)


class Fields:
    """One JSON object whose fields are read by type. `where` names it in problems."""

    __slots__ = ("_data", "_told", "_where")

    def __init__(self, data: Mapping[str, object], told: Told, where: str) -> None:
        self._data = data
        self._told = told
        self._where = where

    def has(self, name: str) -> bool:
        """True when the field is there and not null."""
        return self._data.get(name) is not None

    def text(self, name: str) -> str:
        """A string without outer white space, `` when absent. Numbers count as their text (a version)."""
        value = self._data.get(name)
        if isinstance(value, int | float) and not isinstance(value, bool):
            return str(value)
        if value is not None and not isinstance(value, str):
            self._wrong(name, "a string")
        return plain(value) if isinstance(value, str) else ""

    def number(self, name: str, default: float, low: float, high: float) -> float:
        """A number inside the range, else the default."""
        value = self._data.get(name)
        if value is None:
            return default
        if not isinstance(value, int | float) or isinstance(value, bool) or not low <= value <= high:
            self._told.near(
                self._where,
                f"{self._where}: {name} must be a number from {low:g} to {high:g}; {default:g} is used",
            )
            return default
        return float(value)

    def flag(self, name: str) -> bool | None:
        """True, False, or None when nothing is said."""
        value = self._data.get(name)
        if value is None or isinstance(value, bool):
            return value
        self._told.near(self._where, f"{self._where}: {name} must be true or false; it is ignored")
        return None

    def texts(self, name: str) -> tuple[str, ...]:
        """A list of strings without empty ones; a single string counts as a list of one."""
        value = self._data.get(name)
        listed = [value] if isinstance(value, str) else self._list(name, "a list of strings")
        found = [plain(item) for item in listed if isinstance(item, str)]
        if len(found) != len(listed):
            self._told.near(
                self._where, f"{self._where}: {name} must hold strings only; the others are ignored"
            )
        return tuple(dict.fromkeys(item for item in found if item))

    def table(self, name: str) -> Mapping[str, object]:
        """An object, empty when absent."""
        value = self._data.get(name)
        if value is not None and not isinstance(value, dict):
            self._wrong(name, "an object")
        return cast("Mapping[str, object]", value) if isinstance(value, dict) else {}

    def tables(self, name: str) -> tuple[Mapping[str, object], ...]:
        """A list of objects."""
        listed = self._list(name, "a list of objects")
        found = tuple(cast("Mapping[str, object]", item) for item in listed if isinstance(item, dict))
        if len(found) != len(listed):
            self._told.near(
                self._where, f"{self._where}: {name} must hold objects only; the others are ignored"
            )
        return found

    def _list(self, name: str, words: str) -> list[object]:
        value = self._data.get(name)
        if value is not None and not isinstance(value, list):
            self._wrong(name, words)
        return cast("list[object]", value) if isinstance(value, list) else []

    def _wrong(self, name: str, words: str) -> None:
        self._told.near(self._where, f"{self._where}: {name} must be {words}; it is ignored")


# Bytes of a JSON file as plain data, or one problem with its line and what to do.


def read_object(path: str, data: bytes) -> tuple[Mapping[str, object] | None, str, str]:
    """(object, text, problem): the problem is `` exactly when the object is there. A byte-order mark is no
    fault.
    """
    text = ""
    try:
        text = read_text(data)
        found: object = read_json(text)
    except BrokenData as error:
        return None, text, error.at(path, "mend it, it is left out")
    if not isinstance(found, dict):
        return None, text, f"{path}:1: must be a JSON object; it is left out"
    return cast("Mapping[str, object]", found), text, ""
