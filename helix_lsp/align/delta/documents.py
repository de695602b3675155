"""Which documents speak of what a change touched: of definitions as they are now, of names that went, of
paths that changed.

A mention of what is there counts as in `align/mentions/mentions.py`. A mention of what went counts where nothing of
today answers to it. Documents that tell of the past (changelogs) are left out: they are right about it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from helix_lsp.align.candidate import code_context, document_context
from helix_lsp.align.delta.compare import FileDelta
from helix_lsp.align.delta.uses import Target
from helix_lsp.align.drift.world import is_past
from helix_lsp.align.everyday import is_everyday
from helix_lsp.align.identity import module_parts
from helix_lsp.align.lineage import holds
from helix_lsp.align.live import Live
from helix_lsp.align.mention import read_name
from helix_lsp.align.mentions.mentions import mentions_of
from helix_lsp.align.mentions.resolve import resolve
from helix_lsp.align.mentions.spoken import spoken
from helix_lsp.config.documents import AlignConfig
from helix_lsp.index.freshness import Freshness
from helix_lsp.index.overlay.snapshot import Defined, Snapshot
from helix_lsp.syntax.outline import Outline
from helix_lsp.text.positions import Span
from helix_lsp.text.regex import regex
from helix_lsp.text.words import split

_SHAPED = regex(
    r"[a-z0-9][A-Z]|[A-Za-z0-9]_[A-Za-z0-9]|[A-Z]{2}[a-z]"
)  # a name that no sentence has as a word
_WENT = 0.8  # inline code that names what went, and nothing of today: chosen by hand, not measured
_PATH = 0.9
_MOST_PATHS = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentPlace:
    """One place of a document (or docstring, comment) that speaks of what changed; `line` from 1, `section`
    as in `MentionPlace`.

    `about` is the name that is meant, `change` what happened to it, `defined_in` its file. `said` as in
    `MentionPlace`, or `path`.
    `changed`: the change touches this document, too.
    """

    path: str
    line: int
    span: Span
    text: str
    section: str
    said: str
    confidence: float
    about: str
    change: str
    defined_in: str
    changed: bool


def documents(
    wanted: Iterable[Target],
    deltas: Iterable[FileDelta],
    snapshot: Snapshot,
    live: Live,
    cfg: AlignConfig,
    freshness: Freshness,
    least: float,
    check: Callable[[], None],
) -> tuple[DocumentPlace, ...]:
    """Places of at least that confidence: documents before docstrings, those the change left alone first,
    then by path and byte.

    Raises through `check`, which is asked for each definition and each mention that is looked at.
    """
    deltas = tuple(deltas)
    touched = {d.file.path for d in deltas if d.file.status != "removed"}
    found: list[DocumentPlace] = []
    for target in wanted:
        check()
        if target.now is not None:
            found += _of_now(target, snapshot, live, cfg, freshness, check)
        if (gone := target.lost or target.left) is not None:
            found += _of_lost(target, gone, snapshot, live, cfg, check)
    found += _of_paths(deltas, snapshot, live, check)
    kept: dict[tuple[str, int, int], DocumentPlace] = {}
    for one in sorted(found, key=lambda p: (-p.confidence, p.about)):
        if one.confidence >= least and not is_past(one.path):
            kept.setdefault(
                (one.path, one.span.start, one.span.end), replace(one, changed=one.path in touched)
            )
    return tuple(sorted(kept.values(), key=_order))


def _order(one: DocumentPlace) -> tuple[bool, bool, str, int, int]:
    return one.said in ("docstring", "comment"), one.changed, one.path, one.span.start, one.span.end


def _of_now(
    target: Target,
    snapshot: Snapshot,
    live: Live,
    cfg: AlignConfig,
    freshness: Freshness,
    check: Callable[[], None],
) -> Iterator[DocumentPlace]:
    assert target.now is not None
    for one in mentions_of([target.now], snapshot, live.data, cfg, freshness, check).places:
        yield DocumentPlace(
            path=one.path,
            line=one.line,
            span=one.span,
            text=one.text,
            section=one.section,
            said=one.said,
            confidence=one.confidence,
            about=target.change.part.qualified,
            change=target.change.status,
            defined_in=target.now.path,
            changed=False,
        )


def _of_lost(
    target: Target, lost: Defined, snapshot: Snapshot, live: Live, cfg: AlignConfig, check: Callable[[], None]
) -> Iterator[DocumentPlace]:
    """Mentions of a name that nothing bears any more, and of what moved only those that name its old place. A
    member's bare name counts where it is not everyone's.
    """
    name, owner = lost.symbol.name, lost.symbol.qualified.rpartition(".")[0].rpartition(".")[2]
    coded = ((m.path, m.mention) for m in snapshot.mentioned(name))
    seen = [(path, m.span, m.text, m.role, m.role or "code span", _WENT, m.section) for path, m in coded]
    said_so = (s for s in spoken([lost], snapshot, live, cfg, check) if s.said != "words")
    seen += [(s.path, s.span, s.text, s.role, s.said, _WENT * s.share, s.scope) for s in said_so]
    for path, span, text, role, said, confidence, at in seen:
        check()
        outline, data = live.outline(path), live.data(path)
        if outline is None or data is None or not live.same(path):
            continue
        in_code = said in ("docstring", "comment")
        context = (
            replace(code_context(outline, at), closed=False)
            if in_code
            else document_context(outline, data, span.start)
        )
        read = read_name(text, role)
        if (
            read is None
            or read.last != name
            or resolve(text, path, snapshot, cfg, role=role, context=context)
        ):
            continue
        if not _may_mean(
            lost, owner, read.parts[-2] if len(read.parts) > 1 else "", bare=not role and not read.call
        ):
            continue
        if target.lost is None and not (
            len(read.parts) > 1 and holds(module_parts(lost.path), read.parts[:-1])
        ):
            continue  # it moved: the bare name is still right
        section = _section(outline, span.start, at if in_code else -1)
        yield DocumentPlace(
            path=path,
            line=live.lines(path).line_of(span.start) + 1,
            span=span,
            text=text,
            section=section,
            said=said,
            confidence=round(confidence, 3),
            about=lost.symbol.qualified,
            change=target.change.status,
            defined_in=lost.path,
            changed=False,
        )


def _may_mean(lost: Defined, owner: str, written: str, *, bare: bool) -> bool:
    """Whether a name with what is `written` before it may be what went: a word without a mark of code is
    everyone's, a member its owner's.
    """
    name = lost.symbol.name
    if written:
        mine, theirs = split(written)[0], split(owner)[0] if owner else ()
        return (
            not owner or written in ("self", "this", "cls") or (bool(mine) and mine == theirs[-len(mine) :])
        )
    shaped = _SHAPED.search(name) is not None
    return not is_everyday(name) and (
        shaped or (not bare and not owner) or (not owner and name[:1].isupper())
    )


def _of_paths(
    deltas: Iterable[FileDelta], snapshot: Snapshot, live: Live, check: Callable[[], None]
) -> Iterator[DocumentPlace]:
    """Documents that write the path of a changed file, in full."""
    paths = {
        path.encode("utf-8", "surrogateescape"): d
        for d in deltas
        for path in (d.file.old_path, d.file.path)
        if "/" in path
    }
    wanted = dict(sorted(paths.items())[:_MOST_PATHS])
    if not wanted:
        return
    for path in snapshot.paths():
        entry = snapshot.file(path)
        if entry is None or entry.surface.kind != "docs" or entry.surface.vendored or entry.generated:
            continue
        check()
        data = live.data(path) or b""
        outline = live.outline(path) if any(written in data for written in wanted) else None
        for written, delta in wanted.items() if outline is not None else ():
            at = data.find(written)
            while at >= 0 and outline is not None:
                end = at + len(written)
                if not _goes_on(data[at - 1 : at]) and not _goes_on(data[end : end + 1]):
                    text = written.decode("utf-8", "replace")
                    yield DocumentPlace(
                        path=path,
                        line=live.lines(path).line_of(at) + 1,
                        span=Span(at, end),
                        text=text,
                        section=_section(outline, at, -1),
                        said="path",
                        confidence=_PATH,
                        about=text,
                        change=delta.file.status,
                        defined_in=delta.file.path,
                        changed=False,
                    )
                at = data.find(written, end)


def _goes_on(byte: bytes) -> bool:
    """True where a path does not end (or begin) here: a word or another folder goes on."""
    return byte.isalnum() or byte in (b"_", b"-", b"/")


def _section(outline: Outline, offset: int, scope: int) -> str:
    if scope >= 0:
        return outline.symbols[scope].qualified if scope < len(outline.symbols) else ""
    return next((s.title for s in reversed(outline.sections) if s.span.start <= offset), "")
