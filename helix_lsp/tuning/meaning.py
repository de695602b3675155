"""Tuning of the model of meaning: what it reads, what is kept of it and for how long."""

from __future__ import annotations

from dataclasses import dataclass

from helix_lsp.tuning.tuned import tuned

_HAND = "chosen by hand, not measured"


@dataclass(frozen=True, slots=True, kw_only=True)
class MeaningTuning:
    """Bounds of time, memory and disk."""

    seconds: float = tuned(
        10.0,
        "Time that the passages of one answer may take, where the policy of the model does not say; then the order of words stands.",
        unit="seconds",
        source="chosen by hand: 24 passages of the model of the extra take some half a second on two slow cores",
    )
    quick_seconds: float = tuned(
        0.1,
        "Time that the second opinion on a list of places may take.",
        unit="seconds",
        source="chosen by hand: a person does not notice it; vectors that are kept need a few milliseconds",
    )
    most_candidates: int = tuned(
        50,
        "Passages that are compared with one question; further ones are not shown to the model.",
        unit="passages",
        source="bounds the work of one question; token vectors of 50 passages take about 5 ms to compare",
    )
    idle_seconds: float = tuned(
        60.0,
        "The model is put out of memory after this time without a question.",
        unit="seconds",
        source="the model of the extra holds 140 MB, and opens in a quarter of a second",
    )
    kept_bytes: int = tuned(
        200_000_000,
        "Vectors kept on disk for one repository; the oldest go first.",
        unit="bytes",
        source="chosen by hand: 500,000 vectors of 384 numbers, or 4,000 passages of 1,000 token vectors of 48",
    )
    ahead_passages: int = tuned(
        20_000,
        "Passages whose vectors are made while nobody asks.",
        unit="passages",
        source="chosen by hand: ten minutes of one core",
    )
    ahead_rest: float = tuned(
        30.0, "Seconds after the last question before vectors are made ahead.", unit="seconds", source=_HAND
    )
    reply_max_bytes: int = tuned(
        20_000_000,
        "A longer reply of a server of embeddings is not used.",
        unit="bytes",
        source="50 vectors of 4,096 numbers of some 20 characters come to 4 MB; bounds memory",
    )


MEANING = MeaningTuning()
