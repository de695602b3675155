"""Vectors as bytes, and how alike two texts are by theirs.

A text is a matrix: one row for a model of sentences, one a token for late interaction. It is kept as int8
with one scale a row (cosine to the exact row above .99), and compared as it is kept, so that an answer does
not depend on whether a vector was kept or made just now.
Source: Khattab and Zaharia, ColBERT, SIGIR 2020 (for each token of the question its best token of the
passage; the mean here, so that the values of questions of different lengths can be compared).
"""

from __future__ import annotations

import importlib
import struct
from typing import Any

_HEAD = struct.Struct("<II")


def packed(matrix: Any) -> bytes:
    """Rows of float as bytes: number of rows, their length, scales as float32, values as int8."""
    np = importlib.import_module("numpy")
    rows = np.atleast_2d(np.asarray(matrix, dtype=np.float32))
    most = np.abs(rows).max(axis=1)
    scale = np.where(most > 0, most / 127, 1).astype(np.float32)
    values = np.clip(np.rint(rows / scale[:, None]), -127, 127).astype(np.int8)
    return _HEAD.pack(*rows.shape) + scale.tobytes() + values.tobytes()


def unpacked(data: bytes, dimensions: int) -> Any:
    """The rows, each of length 1, float32. Raises ValueError for bytes that `packed` did not write or rows of
    another length.
    """
    np = importlib.import_module("numpy")
    if len(data) < _HEAD.size:
        raise ValueError("half a vector")
    count, length = _HEAD.unpack_from(data)
    if length != dimensions or len(data) != _HEAD.size + count * (4 + length):
        raise ValueError("a vector of another length, or half of one")
    at = _HEAD.size + 4 * count
    scale = np.frombuffer(data, np.float32, count, _HEAD.size)
    rows = np.frombuffer(data, np.int8, count * length, at).reshape(count, length) * scale[:, None]
    return unit_rows(rows)


def unit_rows(rows: Any) -> Any:
    """Each row with length 1; a row of zeros stays one. Raises ValueError for what is not finite."""
    np = importlib.import_module("numpy")
    rows = np.atleast_2d(np.asarray(rows, dtype=np.float32))
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    if not np.isfinite(lengths).all():
        raise ValueError("the model gives values that are not finite")
    return rows / np.where(lengths > 0, lengths, 1)


def alike(question: Any, passage: Any) -> float:
    """MaxSim, -1..1: for each row of the question its best row of the passage, and the mean of these; the
    cosine where each has one row. 0 where one of them does not have a row.
    """
    if not len(question) or not len(passage):
        return 0.0
    return float((question @ passage.T).max(axis=1).mean())
