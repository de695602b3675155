"""What drifted in a view: the records and rules are `align/drift`; here a view is taken apart for them."""

from __future__ import annotations

from collections.abc import Iterable

from helix_lsp.align.drift.history import History
from helix_lsp.align.drift.report import DriftReport, Known, report_drift
from helix_lsp.ide.view import View


def drift(
    view: View, history: History, paths: Iterable[str] = (), *, min_confidence: float | None = None, baseline: Known = frozenset(),
) -> DriftReport:  # fmt: skip
    """Judges all references below `paths` (everything when empty); `baseline` holds (path, text) pairs that are known and not told."""
    return report_drift(
        view.snapshot, view.texts, history, view.config.drift, view.freshness, paths, min_confidence=min_confidence, baseline=baseline,
    )  # fmt: skip
