"""Tuning of short waits that several modules share: how often a thread looks whether it should stop."""

from __future__ import annotations

from helix_lsp.tuning.record import record


@record
class WaitingTuning:
    """Waits of threads. None of them decides what an answer says."""

    poll: float = 0.05
    grace: float = 0.5
    pause: float = 0.02
    watched: float = 60.0
    request: float = 2.0


WAITING = WaitingTuning()
"""The one record of these: threads that wait do not have a configuration at hand."""
