"""Tuning of short waits that several modules share: how often a thread looks whether it should stop."""

from __future__ import annotations

from dataclasses import dataclass

from helix_lsp.tuning.tuned import tuned


@dataclass(frozen=True, slots=True, kw_only=True)
class WaitingTuning:
    """Waits of threads. None of them decides what an answer says."""

    poll: float = tuned(
        0.05,
        "How often who waits for another thread or process looks whether it was cancelled.",
        unit="seconds",
        source="chosen by hand: shorter than a person notices, long enough to cost nothing",
    )
    grace: float = tuned(
        0.5,
        "What is being closed or has printed its last has this long before it is left.",
        unit="seconds",
        source="chosen by hand, not measured",
    )
    pause: float = tuned(
        0.02,
        "How often an editor's request looks whether what it waits for is there.",
        unit="seconds",
        source="chosen by hand, not measured",
    )
    watched: float = tuned(
        60.0,
        "How long the system's word that no file has changed counts before all of them are looked at again.",
        unit="seconds",
        source="chosen by hand: bounds what inotify does not report (writes through memory, another name of a file)",
    )
    request: float = tuned(
        2.0,
        "How long an editor's request waits for findings that are being made before it answers without them.",
        unit="seconds",
        source="chosen by hand, not measured",
    )


WAITING = WaitingTuning()
"""The one record of these: threads that wait do not have a configuration at hand."""
