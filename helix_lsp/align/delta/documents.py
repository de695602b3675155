"""Which documents speak of what a change touched: of definitions as they are now, of names that went, of
paths that changed.

A mention of what is there counts as in `align/mentions/mentions.py`. A mention of what went counts where nothing of
today answers to it. Documents that tell of the past (changelogs) are left out: they are right about it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

import msgspec

from helix_lsp.align.delta.compare import FileDelta
from helix_lsp.align.delta.uses import Target
from helix_lsp.align.drift.world import is_past
from helix_lsp.align.edges.names import is_everyday
from helix_lsp.align.identity import module_parts
from helix_lsp.align.lineage import holds
from helix_lsp.align.live import Live
from helix_lsp.align.mention import SHAPED, read_name
from helix_lsp.align.mentions.mentions import MentionPlace, mentions_of, place_of, said_of
from helix_lsp.align.mentions.resolve import resolve
from helix_lsp.align.mentions.spoken import Spoken
from helix_lsp.config.documents import AlignConfig
from helix_lsp.index.freshness import Freshness
from helix_lsp.index.overlay.snapshot import Defined
from helix_lsp.text.positions import Span
from helix_lsp.text.words import split

_WENT = 0.8  # inline code that names what went, and nothing of today: chosen by hand, not measured
_PATH = 0.9
_MOST_PATHS = 500


class DocumentPlace(MentionPlace, frozen=True, kw_only=True):
    """One place of a document (or docstring, comment) that speaks of what changed: `symbol` is the name that is meant,
    `change` what happened to it, `said` as in `MentionPlace`, or `path`. `changed`: the change touches this document,
    too.
    """

    change: str
    changed: bool = False


def documents(
    wanted: Iterable[Target],
    deltas: Iterable[FileDelta],
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
            now = mentions_of([target.now], live.snapshot, live.data, cfg, freshness, check).places
            found += (_about(one, target.change.status) for one in now)
        if (gone := target.lost or target.left) is not None:
            lost = _of_lost(gone, live, cfg, check, moved=target.lost is None)
            found += (_about(one, target.change.status) for one in lost)
    found += _of_paths(deltas, live, check)
    kept: dict[tuple[str, int, int], DocumentPlace] = {}
    for one in sorted(found, key=lambda p: (-p.confidence, p.symbol)):
        if one.confidence >= least and not is_past(one.path):
            place = msgspec.structs.replace(one, changed=one.path in touched)
            kept.setdefault((one.path, one.span.start, one.span.end), place)
    return tuple(sorted(kept.values(), key=_order))


def _about(one: MentionPlace, change: str) -> DocumentPlace:
    return DocumentPlace(**msgspec.structs.asdict(one), change=change)


def _order(one: DocumentPlace) -> tuple[bool, bool, str, int, int]:
    return one.said in ("docstring", "comment"), one.changed, one.path, one.span.start, one.span.end


def _of_lost(
    lost: Defined, live: Live, cfg: AlignConfig, check: Callable[[], None], *, moved: bool
) -> Iterator[MentionPlace]:
    """Mentions of a name that nothing bears any more, and of what moved only those that name its old place. A
    member's bare name counts where it is not everyone's.
    """
    name, owner = lost.symbol.name, lost.symbol.qualified.rpartition(".")[0].rpartition(".")[2]
    for one, outline, context in said_of([lost], (name,), live, cfg, check):
        read = read_name(one.text, one.role)
        if (one.said == "words" and not one.role) or read is None or read.last != name:
            continue
        if resolve(one.text, one.path, live.snapshot, cfg, role=one.role, context=context):
            continue
        before = read.parts[:-1]
        if not _may_mean(lost, owner, before[-1] if before else "", bare=not one.role and not read.call):
            continue
        if moved and not (before and holds(module_parts(lost.path), before)):
            continue  # the bare name is still right
        yield place_of(one, outline, live, lost.symbol.qualified, lost.path, round(_WENT * one.share, 3))


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
    shaped = SHAPED.search(name) is not None
    return not is_everyday(name) and (
        shaped or (not bare and not owner) or (not owner and name[:1].isupper())
    )


def _of_paths(deltas: Iterable[FileDelta], live: Live, check: Callable[[], None]) -> Iterator[DocumentPlace]:
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
    for path in live.snapshot.paths():
        entry = live.snapshot.file(path)
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
                    one = Spoken(
                        path=path, span=Span(at, end), text=text, name=text, said="path", share=_PATH
                    )
                    yield _about(
                        place_of(one, outline, live, text, delta.file.path, _PATH), delta.file.status
                    )
                at = data.find(written, end)


def _goes_on(byte: bytes) -> bool:
    """True where a path does not end (or begin) here: a word or another folder goes on."""
    return byte.isalnum() or byte in (b"_", b"-", b"/")
