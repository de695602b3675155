"""A small cache of what was used last, safe under threads without a lock."""

from __future__ import annotations

from typing import Generic, TypeVar

Key = TypeVar("Key")
Value = TypeVar("Value")


class Recent(Generic[Key, Value]):
    """Keeps at least the half of `most` entries that were used last, and never more than `most`.

    Two plain dicts: the young one is filled; when it is half full it becomes the old one, and what was old
    and not asked for again is forgotten. Every step is one dict operation, so threads at worst decode the
    same thing twice.
    """

    __slots__ = ("_half", "_old", "_young")

    def __init__(self, most: int) -> None:
        self._half = max(1, most // 2)
        self._young: dict[Key, Value] = {}
        self._old: dict[Key, Value] = {}

    def get(self, key: Key) -> Value | None:
        """The value, or None."""
        value = self._young.get(key)
        if value is None:
            value = self._old.get(key)
            if value is not None:
                self.put(key, value)
        return value

    def put(self, key: Key, value: Value) -> None:
        """Remember a value."""
        if len(self._young) >= self._half:
            self._old = self._young
            self._young = {}
        self._young[key] = value
