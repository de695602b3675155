"""MaxSim against its definition, and what is lost when vectors are kept as int8."""

from __future__ import annotations

import random

import numpy as np
import pytest

from helix_lsp.session.semantic.encoder import Encoder, token_ids
from helix_lsp.session.semantic.open_likeness import installed_policy
from helix_lsp.session.semantic.policy import alike, packed, product, unit_rows, unpacked

CASES = 1_000


def _brute(question: list[list[float]], passage: list[list[float]]) -> float:
    best = [max(sum(a * b for a, b in zip(q, p, strict=True)) for p in passage) for q in question]
    return sum(best) / len(best)


def test_maxsim_is_what_its_definition_says() -> None:
    chance = random.Random(37)
    for _ in range(CASES):
        width = chance.randint(1, 24)
        question, passage = (
            unit_rows([[chance.gauss(0, 1) for _ in range(width)] for _ in range(chance.randint(1, most))])
            for most in (9, 40)
        )
        assert alike(question, passage) == pytest.approx(
            _brute(question.tolist(), passage.tolist()), abs=1e-5
        )


def test_one_row_each_is_the_cosine_and_no_row_is_nothing() -> None:
    one, other = unit_rows([[3.0, 4.0]]), unit_rows([[4.0, 3.0]])
    assert alike(one, other) == pytest.approx(0.96)
    assert alike(one, one[:0]) == 0.0


def test_int8_keeps_each_row_within_a_hundredth() -> None:
    rows = unit_rows(np.random.default_rng(37).normal(size=(CASES, 384)))
    back = unpacked(packed(rows), 384)
    assert (rows * back).sum(axis=1).min() > 0.99


@pytest.mark.parametrize("cut", [0, 3, 8, 19, -1])
def test_half_a_vector_is_refused(cut: int) -> None:
    with pytest.raises(ValueError, match="half"):
        unpacked(packed([[0.5] * 8])[:cut], 8)
    with pytest.raises(ValueError, match="length"):
        unpacked(packed([[0.5] * 8]), 9)


def test_what_is_not_finite_is_refused() -> None:
    with pytest.raises(ValueError, match="finite"):
        unit_rows([[float("nan"), 1.0]])


def test_the_vectors_are_those_of_the_runtime_itself() -> None:
    """The reference: the model run directly, its last hidden states averaged and scaled."""
    import onnxruntime

    policy = installed_policy()
    session = onnxruntime.InferenceSession(str(policy.file), providers=["CPUExecutionProvider"])
    encoder = Encoder(policy)
    for text in ("a ferry", "def evict(self): return None", "x" * 3_000):
        ids = np.array([token_ids(text, policy.max_tokens)], dtype=np.int64)
        fed = {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": np.zeros_like(ids)}
        hidden = session.run(None, {i.name: fed[i.name] for i in session.get_inputs()})[0][0]
        mean = hidden.mean(0)
        exact = encoder.rows(text, lambda: None)[0]
        assert np.abs(exact - mean / np.linalg.norm(mean)).max() < 1e-4
        [kept] = encoder.encode((text,), lambda: None)
        assert float(unpacked(kept, 384)[0] @ exact) > 0.99


def test_a_product_by_parts_is_the_product() -> None:
    dice = np.random.default_rng(7)
    for rows, width, columns in ((160, 384, 96), (1, 384, 1), (7, 96, 3_000), (3, 500_000, 1)):
        left, right = dice.random((rows, width)), dice.random((width, columns))
        assert product(left, right) == pytest.approx(left @ right)
