"""A long text in pieces, so that no search runs over all of it at once: a search in C holds the interpreter
until it is done.
"""

from __future__ import annotations

from collections.abc import Iterator

PIECE = 65_536
_LOOK_BACK = 4_096
_EDGES = (b" ", b"\t", b",", b";", b"(", b")", b"{", b"}")


def pieces(data: bytes, size: int = PIECE) -> Iterator[bytes]:
    """Consecutive pieces of at most `size` bytes that make up `data`, cut behind a line where one ends in
    time, else behind a blank, a bracket, a comma or a semicolon, else anywhere.
    """
    at = 0
    while len(data) - at > size:
        end = data.rfind(b"\n", at, at + size) + 1
        if end <= at:
            start = max(at, at + size - _LOOK_BACK)
            tail = data[start : at + size]
            edge = max(tail.rfind(mark) for mark in _EDGES)
            end = start + edge + 1 if edge >= 0 else at + size
        yield data[at:end]
        at = end
    yield data[at:] if at else data
