"""All references of documents -> findings: what `helix-lsp docs check` prints.

Deterministic for a snapshot and a history; order by (path, byte). What is judged in one file is
`drift/one_file.py`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from helix_lsp.align.drift.asked import Asked
from helix_lsp.align.drift.history import History
from helix_lsp.align.drift.judge import judge
from helix_lsp.align.drift.one_file import IGNORE, Finding, drift_of
from helix_lsp.align.drift.reference import DocReference, read_reference, references
from helix_lsp.align.drift.verdict import Judged, cannot
from helix_lsp.align.drift.world import World
from helix_lsp.config.drift import DriftConfig
from helix_lsp.text.line_index import LineIndex
from helix_lsp.text.span import Span

__all__ = ["IGNORE", "Finding", "below", "find_drift", "judge_one"]


def find_drift(
    world: World, history: History, cfg: DriftConfig, paths: Iterable[str] = ()
) -> tuple[Finding, ...]:
    """Every judged reference (live ones too) of the documents and docstrings below `paths` (all when empty)."""
    out: list[Finding] = []
    asked = Asked(history, cfg.introduced_most)
    for path in below(paths, world):
        out.extend(drift_of(path, world, history, cfg, asked))
    return tuple(out)


def below(paths: Iterable[str], world: World) -> Iterator[str]:
    """The files of the tree that are one of these or lie below one; all where none is given."""
    wanted = tuple(p.rstrip("/") for p in paths)
    for path in world.snapshot.paths():
        if not wanted or any(path == w or path.startswith(w + "/") or w == "." for w in wanted):
            yield path


def judge_one(world: World, history: History, path: str, line: int, text: str) -> Judged:
    """The verdict about one reference that somebody names, wherever (or whether) it is in the document;
    `line` from 1, 0 for none.
    """
    data = world.texts(path) or b""
    outline = world.snapshot.outline(path)
    asked = Asked(history, 1)
    rows = LineIndex(data)
    row = rows.line_span(line - 1) if line else Span(0, len(data))
    if outline is not None:
        for ref in references(path, data, outline, document=True, own=world.own):
            if row.overlaps(ref.span) and _same(ref, text):
                return judge(ref, world, history, asked.written)
    if re.search(
        rb":(?:ref|doc|term|option|numref|download|envvar):`[^`]*" + re.escape(text.encode()), row.cut(data)
    ):
        return cannot("label-or-term")
    if path.endswith(".rst") and re.match(rb"\s*\.\.\s+(?![\w:+-]+::|_|\[|\|)", row.cut(data)):
        return cannot("in-comment")
    ref = read_reference(path, text, row)
    if ref is None:
        return cannot("nothing-to-check")
    return judge(ref, world, history, asked.written)


def _same(ref: DocReference, text: str) -> bool:
    return (
        ref.text == text
        or text in (ref.target, ".".join(ref.name.parts) if ref.name else "")
        or ref.text.lstrip("~!") == text
    )
