"""A change of the repository explained over a view: its files and definitions, the documents that speak of them, their
uses and tests, what it left stale. The records and rules are `align/delta`.
"""

from __future__ import annotations

from collections.abc import Callable

from helix_lsp.align.delta.change import Change
from helix_lsp.align.delta.compare import compare
from helix_lsp.align.delta.documents import documents
from helix_lsp.align.delta.explain import (
    ChangeReport,
    Secrets,
    UncommittedHistory,
    change_flags,
    chunks,
    stale_here,
)
from helix_lsp.align.delta.uses import targets, uses
from helix_lsp.align.drift.history import History
from helix_lsp.align.drift.say import report_drift
from helix_lsp.align.live import Live
from helix_lsp.ask.model.redact import redact, withheld
from helix_lsp.ide.mentions import View

Check = Callable[[], None]
Tell = Callable[[str, int, int], None]


def pr_explain(
    view: View,
    change: Change,
    uncommitted: Change | None,
    history: History,
    *,
    check: Check = lambda: None,
    tell: Tell = lambda what, done, total: None,  # noqa: ARG005  the port's shape
) -> ChangeReport:
    """What a change touches in the tree of the view. `uncommitted` is what the disk has on top of the
    checked-out commit, None for nothing.

    Raises what `check` raises; it is asked between files, definitions and mentions. `tell` hears (what is done, done
    so far, of how many).
    """
    cfg, freshness = view.config, view.freshness
    secrets = Secrets(kinds=lambda text: tuple(kind for kind, _ in redact(text).found), withheld=withheld)
    deltas = compare(change, cfg.pr, _counted(check, tell, "comparing files", len(change.files)))
    live = Live(view.snapshot, view.texts, view.oracle)
    wanted, left = targets(deltas, view.snapshot, cfg.pr.asked)
    touched = frozenset(d.file.path for d in deltas if d.file.status != "removed")
    counted = _counted(check, tell, "looking for uses and tests", len(wanted))
    used = uses(wanted, touched, live, cfg.align, cfg.pr.places, counted)
    tell("looking for documents", 0, len(wanted))
    spoken_of = [t for t in wanted if t.change.status != "added"]
    places = documents(spoken_of, deltas, live, cfg.align, freshness, cfg.pr.min_mention, check)
    tell("judging the references of documents", 0, 0)
    if uncommitted is not None:
        history = UncommittedHistory(history, compare(uncommitted, cfg.pr, check))
    check()
    report = report_drift(view.snapshot, view.texts, history, cfg.drift, freshness)
    same = change.head.on_disk or (change.head.commit == change.checked_out and uncommitted is None)
    return ChangeReport(
        change=change,
        files=deltas,
        chunks=tuple(chunks(d, live) for d in deltas),
        tree="checked_out" if same else "other",
        asked=len(wanted),
        unasked=left,
        documents=places,
        uses=used,
        stale=stale_here(report, deltas, frozenset(change.commits)),
        flags=change_flags(deltas, secrets),
        history=report.history,
        freshness=freshness,
    )


def _counted(check: Check, tell: Tell, what: str, total: int) -> Check:
    """A check that also tells how far the work is: it is asked once for each of `total` things."""
    done = 0

    def asked() -> None:
        nonlocal done
        tell(what, done, total)
        done += 1
        check()

    return asked
