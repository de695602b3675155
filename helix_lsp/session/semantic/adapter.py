"""What the model of the extra learned from questions about code: small matrices that are added to its own.

The file of the model stays as its maker published it. When it is opened for answers, a copy in memory gets the sums
as its weights: W + (up down)^T, as int8 with one scale a column, at the places of the file where W stands. Behind the
last layer, `projection` makes vectors of 96 numbers, one a token, of the hidden states.

`adapter.npz` is data, written by `bench/train_meaning.py`, which also says from which questions it learned:

    at, scale_at     where the weights and their scales begin in the file, in bytes, for each matrix
    shape            rows and columns of each matrix
    down_N, up_N     int8, of the Nth matrix: rank x rows, columns x rank; `down_scale_N`, `up_scale_N` a row
    projection       int8, 96 x 384; `projection_scale` a row

Source: Hu and others, LoRA, ICLR 2022; Khattab and Zaharia, ColBERT, SIGIR 2020.
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

from helix_lsp.search.reading.likeness import Unusable

_MOST = 127


def read_adapter(place: Path) -> Mapping[str, Any]:
    """The arrays by name. Raises `Unusable` for a file that cannot be read."""
    np = importlib.import_module("numpy")
    try:
        with np.load(place, allow_pickle=False) as held:
            return {name: held[name] for name in held.files}
    except (OSError, ValueError, KeyError, EOFError, BadZipFile) as error:
        raise Unusable(
            f"{place.name} cannot be read ({type(error).__name__}); install Helix Ask again"
        ) from error


def adapted(model: bytes, adapter: Mapping[str, Any]) -> bytes:
    """The bytes of the model with the weights that it learned. `model` is the file that the adapter was made for,
    which the caller has checked by its digest.
    """
    np = importlib.import_module("numpy")
    out = bytearray(model)
    for n, (at, scale_at, (rows, columns)) in enumerate(
        zip(adapter["at"].tolist(), adapter["scale_at"].tolist(), adapter["shape"].tolist(), strict=True)
    ):
        held = np.frombuffer(model, np.int8, rows * columns, at).reshape(rows, columns)
        scales = np.frombuffer(model, np.float32, columns, scale_at)
        sums = held * scales + (_wide(adapter, f"up_{n}") @ _wide(adapter, f"down_{n}")).T
        scales = (np.abs(sums).max(axis=0) / _MOST).astype(np.float32)
        out[at : at + rows * columns] = np.rint(sums / scales).astype(np.int8).tobytes()
        out[scale_at : scale_at + 4 * columns] = scales.tobytes()
    return bytes(out)


def projection(adapter: Mapping[str, Any]) -> Any:
    """What a row of hidden states is multiplied by: 384 x 96, float32."""
    return _wide(adapter, "projection").T


def _wide(adapter: Mapping[str, Any], name: str) -> Any:
    np = importlib.import_module("numpy")
    head, _, number = name.partition("_")
    scales = adapter[f"{head}_scale_{number}" if number else f"{head}_scale"]
    return adapter[name].astype(np.float32) * scales[:, None]
