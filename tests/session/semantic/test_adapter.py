"""What the model learned beside its file: the weights that come of it, and what happens to a damaged one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from helix_lsp.search.reading.likeness import likenesses
from helix_lsp.session.semantic.by_meaning import ByMeaning, Kept
from helix_lsp.session.semantic.encoder import Encoder, adapted, projection, read_adapter
from helix_lsp.session.semantic.open_likeness import installed_policy, learned_policy

ROWS, COLUMNS, AT, SCALE_AT = 3, 2, 5, 20
WEIGHTS = np.array([[100, -50], [127, 0], [-127, 127]], np.int8)
SCALES = np.array([0.01, 0.02], np.float32)


def model() -> bytes:
    """Weights and scales somewhere in a file."""
    raw = bytearray(b"." * 40)
    raw[AT : AT + 6] = WEIGHTS.tobytes()
    raw[SCALE_AT : SCALE_AT + 8] = SCALES.tobytes()
    return bytes(raw)


def adapter(up: list[int]) -> dict[str, Any]:
    """One matrix of rank 1: what is added to row r and column c is up[c] * .1 * down[r] * .5."""
    return {
        "at": np.array([AT]),
        "scale_at": np.array([SCALE_AT]),
        "shape": np.array([[ROWS, COLUMNS]]),
        "up_0": np.array([[up[0]], [up[1]]], np.int8),
        "up_scale_0": np.array([0.1, 0.1], np.float32),
        "down_0": np.array([[2, 0, -2]], np.int8),
        "down_scale_0": np.array([0.5], np.float32),
    }


def read(raw: bytes) -> Any:
    held = np.frombuffer(raw, np.int8, 6, AT).reshape(ROWS, COLUMNS)
    return held * np.frombuffer(raw, np.float32, COLUMNS, SCALE_AT)


def test_the_sum_takes_the_place_of_the_weights() -> None:
    out = adapted(model(), adapter([10, -20]))
    wanted = WEIGHTS * SCALES + np.array([[1.0, -2.0], [0.0, 0.0], [-1.0, 2.0]])
    assert read(out) == pytest.approx(wanted, abs=0.02)
    spared = [n for n in range(40) if not (AT <= n < AT + 6 or SCALE_AT <= n < SCALE_AT + 8)]
    assert len(out) == 40
    assert [out[n] for n in spared] == [model()[n] for n in spared]


def test_nothing_learned_changes_nothing() -> None:
    assert read(adapted(model(), adapter([0, 0]))) == pytest.approx(WEIGHTS * SCALES, abs=1e-6)


def test_the_shipped_one_fits_the_model_of_the_extra() -> None:
    learned, raw = read_adapter(learned_policy().adapter or Path()), installed_policy().file.read_bytes()
    ends = [
        (at, at + rows * columns, scale_at, scale_at + 4 * columns)
        for at, scale_at, (rows, columns) in zip(
            learned["at"].tolist(), learned["scale_at"].tolist(), learned["shape"].tolist(), strict=True
        )
    ]
    assert all(0 < end <= len(raw) for one in ends for end in one)
    assert len(adapted(raw, learned)) == len(raw)
    assert projection(learned).shape == (384, learned_policy().dimensions)
    assert Encoder(learned_policy()).identity() != Encoder(installed_policy()).identity()


@pytest.mark.parametrize("content", [None, b"", b"no archive", b"PK\x03\x04 half an archive"])
def test_a_damaged_one_costs_the_order_by_meaning_alone(tmp_path: Path, content: bytes | None) -> None:
    place = tmp_path / "adapter.npz"
    if content is not None:
        place.write_bytes(content)
    encoder = Encoder(replace(learned_policy(), adapter=place))
    values, note = likenesses("a ferry", ("a ferry",), ByMeaning(encoder, Kept(""), 60.0), lambda: None)
    assert values == ()
    assert note.startswith("adapter.npz cannot be read (")
    assert note.endswith("install Helix Ask again: the order of words stands")
    assert not encoder.open
