"""The drift of one view: a report on all of it, and what is told about a document, with the ignores and the baseline
that are in the files of this moment.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from helix_lsp.align.drift.baseline import NAME, Pairs, read_baseline
from helix_lsp.align.drift.document import Checked
from helix_lsp.align.drift.find import Finding
from helix_lsp.align.drift.history import History
from helix_lsp.align.drift.report import DriftReport, Known, report_drift
from helix_lsp.align.drift.world import World
from helix_lsp.align.live import Live
from helix_lsp.ide.contradictions import contradictions
from helix_lsp.ide.drift_state import Check, DriftState
from helix_lsp.ide.places import Place
from helix_lsp.ide.view import View
from helix_lsp.text.span import Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """What is told about a document: findings over the content `sha`, in order of bytes."""

    path: str
    sha: str
    findings: tuple[Finding, ...]


class DriftLook:
    """`view` carries the options as they stand now; `order` grows with every look; `opened` are the open
    paths.
    """

    def __init__(self, view: View, state: DriftState, order: int, opened: Iterable[str]) -> None:
        self.view = view
        self.state = state
        self._order = order
        self._opened = tuple(opened)
        self._baseline: Pairs | None = None

    @property
    def on(self) -> bool:
        """False when the user switched diagnostics off."""
        return self.view.config.ide.diagnostics

    @property
    def ready(self) -> bool:
        """False until the tree and its history were read."""
        return self.state.ready

    def bring(self, check: Check) -> frozenset[str]:
        """Take in what changed; known documents that are to be asked again. Raises Cancelled through `check`."""
        return self.state.bring(self.view, self._order, self._opened, check)

    def document(self, path: str, check: Check) -> Told | None:
        """What is told about a document; None where nothing can be said now. Nothing is told while
        diagnostics are off.
        """
        if not self.on:
            return Told(path=path, sha=self.view.snapshot.sha(path), findings=())
        return self._told(path, self.state.document(self.view, self._order, path, check))

    def told(self, path: str) -> Told | None:
        """The same where it is known already; never waits."""
        return self._told(path, self.state.known(self.view, path)) if self.on else None

    def _told(self, path: str, checked: Checked | None) -> Told | None:
        if checked is None:
            return None
        least = self.view.config.drift.min_confidence
        told = (
            f
            for f in checked.findings
            if f.judged.confidence >= least and (path, f.reference.text) not in self.baseline()
        )
        return Told(path=path, sha=checked.sha, findings=tuple(told))

    def baseline(self) -> Pairs:
        """The known pairs that can be read; none where the file is missing."""
        if self._baseline is None:
            data = self.view.texts(NAME)
            self._baseline = read_baseline(data).pairs if data is not None else frozenset()
        return self._baseline


def last_places(found: Finding, view: View, live: Live) -> Iterator[tuple[Place, str]]:
    """Where the reference last stood and what is there now, each with a few words; files that are gone
    are left out.
    """
    said = found.judged
    ended = f" until {said.last_commit[:10]}" if said.last_commit else ""
    reason = said.reasons[0] if found.reference.kind == "claim" else None
    if reason is not None:
        if live.data(said.last_path) is not None:
            span = Span(int(reason.fact("start")), int(reason.fact("end")))
            yield Place(path=said.last_path, span=span), "the code has it so"
        return
    if said.last_path and view.snapshot.sha(said.last_path) and live.data(said.last_path) is not None:
        lost = said.check == "heading-missing"
        words = (
            "the page that is linked, without such a heading" if lost else f"last seen in this file{ended}"
        )
        yield Place(path=said.last_path, span=Span(0, 0)), words
        for anchor in [one.partition("#")[2] for one in said.suggestions[:1] if lost]:
            outline = live.outline(said.last_path)
            for section in outline.sections if outline is not None else ():
                if section.anchor == anchor:
                    yield Place(path=said.last_path, span=section.heading), "this heading is here"
    for name in said.suggestions[:1]:
        alike = view.snapshot.defined(name.rpartition(".")[2])
        here = [d for d in alike if d.path == said.last_path and d.symbol.name == name.rpartition(".")[2]]
        symbol = live.symbol(here[0]) if here else None
        if symbol is not None:
            yield Place(path=here[0].path, span=symbol.name_span), f"`{symbol.qualified}` is here now"


def drift(
    view: View,
    history: History,
    paths: Iterable[str] = (),
    *,
    min_confidence: float | None = None,
    baseline: Known = frozenset(),
) -> DriftReport:
    """Judges all references below `paths` (everything when empty), and what documents say that the code
    contradicts; `baseline` holds (path, text) pairs that are known and not told.
    """

    def beside(world: World, path: str) -> tuple[Finding, ...]:
        return contradictions(path, world, history, lambda: None).findings

    return report_drift(
        view.snapshot,
        view.texts,
        history,
        view.config.drift,
        view.freshness,
        paths,
        min_confidence=min_confidence,
        baseline=baseline,
        beside=beside,
    )
