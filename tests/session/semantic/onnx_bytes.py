"""A tiny model in ONNX, written byte by byte: a table of token vectors, so that every value is known. The form is
that of a late-interaction model: `input_ids` [1, n] in, one vector a token [1, n, d] out.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Sequence
from pathlib import Path

from helix_lsp.session.semantic.encoder import sha256_of

MARKS = ("[PAD]", "[UNK]", "[CLS]", "[SEP]")
_FLOAT, _INT64 = 1, 7


def _varint(value: int) -> bytes:
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    return bytes([*out, value])


def _number(field: int, value: int) -> bytes:
    return _varint(field << 3) + _varint(value)


def _bytes(field: int, value: bytes | str) -> bytes:
    data = value.encode() if isinstance(value, str) else value
    return _varint(field << 3 | 2) + _varint(len(data)) + data


def _value(name: str, kind: int, dims: Sequence[int | str]) -> bytes:
    shape = b"".join(_bytes(1, _number(1, d) if isinstance(d, int) else _bytes(2, d)) for d in dims)
    return _bytes(1, name) + _bytes(2, _bytes(1, _number(1, kind) + _bytes(2, shape)))


def token_table(table: Sequence[Sequence[float]], asks: str = "input_ids") -> bytes:
    """The model whose vector of token n is row n."""
    rows, columns = len(table), len(table[0])
    raw = b"".join(struct.pack("<f", v) for row in table for v in row)
    tensor = _number(1, rows) + _number(1, columns) + _number(2, _FLOAT) + _bytes(8, "table") + _bytes(9, raw)
    node = _bytes(1, "table") + _bytes(1, asks) + _bytes(2, "hidden") + _bytes(4, "Gather")
    graph = (
        _bytes(1, node)
        + _bytes(2, "tiny")
        + _bytes(5, tensor)
        + _bytes(11, _value(asks, _INT64, [1, "n"]))
        + _bytes(12, _value("hidden", _FLOAT, [1, "n", columns]))
    )
    return _number(1, 8) + _bytes(7, graph) + _bytes(8, _bytes(1, "") + _number(2, 13))


def write_folder(
    folder: Path, words: Sequence[str], table: Sequence[Sequence[float]], **said: object
) -> Path:
    """A folder as a user has it: model, vocabulary and policy. `said` overrides the policy, None leaves a field out."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "model.onnx").write_bytes(token_table(table))
    (folder / "vocab.txt").write_text("\n".join((*MARKS, *words)) + "\n", encoding="utf-8")
    policy: dict[str, object] = {
        "schema": "embedding-policy.v1",
        "model_name": "tiny",
        "form": "tokens",
        "dimensions": len(table[0]),
        "sha256": sha256_of(folder / "model.onnx"),
    }
    policy |= said
    kept = {key: value for key, value in policy.items() if value is not None}
    (folder / "embedding-policy.json").write_text(json.dumps(kept), encoding="utf-8")
    return folder
