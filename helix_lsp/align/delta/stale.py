"""Which references of documents this very change left stale, out of all that are stale now.

Four ways to know, and nothing is told without one: history saw the name or path go in a commit of the change,
or in what is not committed (`gone`); the reference is on a line that the change wrote (`written`); the
page had the heading before (`anchor`); the comment agreed with its signature before (`signature`).
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Iterable, Mapping
from typing import Literal

import msgspec

from helix_lsp.align.delta.compare import FileDelta
from helix_lsp.align.drift.anchors import anchors_of, letters, spots
from helix_lsp.align.drift.doc_comment import told_in_comments
from helix_lsp.align.drift.history import HERE
from helix_lsp.align.drift.one_file import Finding
from helix_lsp.align.drift.say import DriftReport
from helix_lsp.align.drift.signature import told_parameters
from helix_lsp.align.live import Live
from helix_lsp.text.digest import sha256_hex
from helix_lsp.text.positions import Span

Because = Literal["gone", "written", "anchor", "signature"]


class StaleHere(msgspec.Struct, frozen=True, kw_only=True):
    """A finding that the change brought about. `copies` are the same one in copies of its document, `commit`
    the one that took the thing away (`` where it is not committed or not known).
    """

    finding: Finding
    because: Because
    commit: str
    copies: tuple[Finding, ...] = ()


def stale_here(
    report: DriftReport, deltas: Iterable[FileDelta], commits: Collection[str]
) -> tuple[StaleHere, ...]:
    """Those of the report's findings that the change brought about, in its order; `commits` are the ids of
    the change's commits.
    """
    by_path = {d.file.path: d for d in deltas}
    before: dict[str, frozenset[tuple[str, str, str]]] = {}
    found: list[StaleHere] = []
    for one, copies in zip(report.findings, report.copies, strict=True):
        because = _because(one, by_path, commits, before)
        if because:
            commit = one.judged.last_commit
            found.append(
                StaleHere(
                    finding=one,
                    because=because,
                    commit="" if commit == HERE or because != "gone" else commit,
                    copies=copies,
                )
            )
    return tuple(found)


def _because(
    one: Finding,
    deltas: Mapping[str, FileDelta],
    commits: Collection[str],
    before: dict[str, frozenset[tuple[str, str, str]]],
) -> Because | None:
    if one.judged.last_commit == HERE or one.judged.last_commit in commits:
        return "gone"
    ref = one.reference
    own = deltas.get(ref.path)
    if ref.kind in ("parameter", "returns"):
        if own is None or own.file.before is None:
            return "written" if own is not None and not own.left_out and own.file.status == "added" else None
        if ref.path not in before:
            before[ref.path] = _agreed(own)
        return (
            "signature"
            if (ref.target, ref.text, ref.kind) in before[ref.path]
            else "written"
            if _is_written(one, own)
            else None
        )
    if own is not None and _is_written(one, own):
        return "written"
    if ref.kind == "link" and "#" in ref.target:
        target, _, anchor = ref.target.partition("#")
        for spot in spots(target.partition("?")[0].rstrip("/"), ref.path) if target else (ref.path,):
            page = deltas.get(spot)
            if (
                page is not None
                and page.file.before is not None
                and letters(anchor) in anchors_of(page.file.before, page.old_outline)
            ):
                return "anchor"
    return None


def _is_written(one: Finding, delta: FileDelta) -> bool:
    """True where the finding is on a line that the change added."""
    line = one.line - 1
    at = bisect_right([h.new_start for h in delta.hunks], line) - 1
    return at >= 0 and line < delta.hunks[at].new_start + delta.hunks[at].new


def _agreed(delta: FileDelta) -> frozenset[tuple[str, str, str]]:
    """(owner, parameter, kind) of what the comments of the old side told rightly."""
    data, outline = delta.file.before or b"", delta.old_outline
    told = told_parameters(data, outline) if outline.language == "python" else told_in_comments(data, outline)
    return frozenset((t.owner, t.name, t.kind) for t in told if t.known and t.wrong is None)


# Which of the index's pieces the changed lines lie in: what a retrieval over this tree would hand out again
# after the change.


class Chunk(msgspec.Struct, frozen=True, kw_only=True):
    """A unit of the index with the hash of its current bytes; `qualified` and `kind` as a hit of `query` has
    them, lines from 1, both inclusive.
    """

    path: str
    kind: str
    qualified: str
    span: Span
    start_line: int
    end_line: int
    sha256: str


def chunks(delta: FileDelta, live: Live) -> tuple[Chunk, ...]:
    """The units of a changed file that its changed lines touch, in order; nothing where the index holds other
    bytes than the change's.
    """
    path, data = delta.file.path, delta.file.after
    if data is None or not delta.hunks or live.data(path) != data or not live.same(path):
        return ()
    found: list[Chunk] = []
    for unit in live.snapshot.units(path):
        cut = unit.span.cut(data)
        if cut and any(_touches(h.new_start + 1, h.new, unit.start_line, unit.end_line) for h in delta.hunks):
            found.append(
                Chunk(
                    path=path,
                    kind=unit.kind,
                    qualified=unit.qualified,
                    span=unit.span,
                    start_line=unit.start_line,
                    end_line=unit.end_line,
                    sha256=sha256_hex(cut),
                )
            )
    return tuple(found)


def _touches(first: int, count: int, start: int, end: int) -> bool:
    """Whether new lines (or the place where lines went: between `first - 1` and `first`) lie in a unit's
    lines.
    """
    return start <= first + count - 1 and first <= end if count else start < first <= end
