"""What a change of the repository touches: its files and definitions, the documents that speak of them, their
uses and tests, what it left stale.

The change is handed in (`session/history/change.py` reads it); everything else is asked of the snapshot, which is of
the tree that is checked out.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Literal

from helix_lsp.align.delta.change import Change
from helix_lsp.align.delta.chunks import Chunk, chunks
from helix_lsp.align.delta.compare import FileDelta, compare
from helix_lsp.align.delta.documents import DocumentPlace, documents
from helix_lsp.align.delta.flags import Flag, Secrets, change_flags
from helix_lsp.align.delta.stale import StaleHere, stale_here
from helix_lsp.align.delta.targets import targets
from helix_lsp.align.delta.uses import Uses, uses
from helix_lsp.align.drift.history import Gone, History, PathGone
from helix_lsp.align.drift.later import HERE, NOW, LaterHistory
from helix_lsp.align.drift.report import report_drift
from helix_lsp.align.live import Live, Texts
from helix_lsp.align.name_port import NO_ORACLE, NameOracle
from helix_lsp.config import Config
from helix_lsp.index.freshness import Freshness
from helix_lsp.index.overlay.snapshot import Snapshot

# The past with what nobody has committed yet: names and paths that went on the disk are known to have gone,
# after every commit.
#
# The History port over another one; what it adds comes from a compared change (`compare`), so that a rename
# before any commit is a witness, too.


class UncommittedHistory(LaterHistory):
    """`past` is what git knows; `deltas` the compared change from the checked-out commit to the disk."""

    def __init__(self, past: History, deltas: Iterable[FileDelta]) -> None:
        gone: dict[str, list[Gone]] = defaultdict(list)
        paths: dict[str, PathGone] = {}
        deltas = tuple(deltas)
        super().__init__(past, gone, paths, tuple(s for d in deltas for s in d.successors))
        alive = {s.name for d in deltas for s in d.outline.symbols}
        for delta in deltas:
            file = delta.file
            if file.status in ("removed", "renamed"):
                paths[file.old_path] = PathGone(
                    commit=HERE, time=NOW, moved=file.path if file.status == "renamed" else ""
                )
            if delta.surface.test or delta.surface.example:
                continue
            for one in delta.parts:
                old = one.old
                if (
                    old is None
                    or not old.is_definition
                    or old.name in alive
                    or one.status not in ("removed", "renamed")
                ):
                    continue
                owner = old.parent.rpartition(".")[2]
                gone[old.name].append(Gone(commit=HERE, time=NOW, path=old.path, defined=True, owner=owner))


Check = Callable[[], None]
Tell = Callable[[str, int, int], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeReport:
    """`chunks` are, file by file, the pieces of the index that changed lines lie in. `asked` definitions were
    asked about, `unasked` were not.

    `tree`: whether documents, uses and what is stale are of the tree that the change leads to (`checked_out`)
    or of another one that is checked out (`other`). `history`: git's past was known when references were
    judged.
    """

    change: Change
    files: tuple[FileDelta, ...]
    chunks: tuple[tuple[Chunk, ...], ...]
    tree: Literal["checked_out", "other"]
    asked: int
    unasked: int
    documents: tuple[DocumentPlace, ...]
    uses: tuple[Uses, ...]
    stale: tuple[StaleHere, ...]
    flags: tuple[Flag, ...]
    history: bool
    freshness: Freshness


def explain_change(
    change: Change,
    uncommitted: Change | None,
    snapshot: Snapshot,
    texts: Texts,
    freshness: Freshness,
    history: History,
    cfg: Config,
    secrets: Secrets,
    check: Check,
    tell: Tell,
    oracle: NameOracle = NO_ORACLE,
) -> ChangeReport:
    """Explains a change over the tree of a snapshot. `uncommitted` is what the disk has on top of the
    checked-out commit, None for nothing.

    Raises what `check` raises; it is asked between files, definitions and mentions. `tell` hears of what is
    done, and how much of it there is.
    """
    deltas = compare(change, cfg.pr, _counted(check, tell, "comparing files", len(change.files)))
    live = Live(snapshot, texts, oracle)
    wanted, left = targets(deltas, snapshot, cfg.pr.asked)
    touched = frozenset(d.file.path for d in deltas if d.file.status != "removed")
    used = uses(
        wanted,
        touched,
        snapshot,
        live,
        cfg.align,
        cfg.pr.places,
        _counted(check, tell, "looking for uses and tests", len(wanted)),
    )
    tell("looking for documents", 0, len(wanted))
    spoken_of = [t for t in wanted if t.change.status != "added"]
    places = documents(spoken_of, deltas, snapshot, live, cfg.align, freshness, cfg.pr.min_mention, check)
    tell("judging the references of documents", 0, 0)
    past = (
        UncommittedHistory(history, compare(uncommitted, cfg.pr, check))
        if uncommitted is not None
        else history
    )
    check()
    report = report_drift(snapshot, texts, past, cfg.drift, freshness)
    same = change.head.on_disk or (change.head.commit == change.checked_out and uncommitted is None)
    return ChangeReport(
        change=change,
        files=deltas,
        chunks=tuple(chunks(d, snapshot, live) for d in deltas),
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
