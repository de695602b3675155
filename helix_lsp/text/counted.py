"""A number with its noun, as a person reads it."""

from __future__ import annotations


def counted(number: int, noun: str, plural: str = "") -> str:
    """`1 file`, `3 files`, `1,200 files`; `plural` where an `s` does not make it: `2 matches`."""
    return f"{number:,} {noun if number == 1 else plural or f'{noun}s'}"
