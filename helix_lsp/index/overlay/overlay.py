"""Open buffers on top of a committed generation: which stored contents they hide, move or add. A keystroke
builds a new layer.

Contents are counted, not paths: a buffer whose bytes equal a stored live content adds a path to it; two equal
buffers are one content; a stored content is hidden when no path shows it any more. So the overlay's view
equals a cold build of the visible bytes (law I3).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

from helix_lsp.index.store.base import Base
from helix_lsp.index.store.open_facts import Content
from helix_lsp.index.units.facts import Facts
from helix_lsp.syntax.outline import Outline
from helix_lsp.text.digest import blob_id


@dataclass(frozen=True, slots=True)
class Extra:
    """A content that is in memory only, with the paths that show it, sorted."""

    facts: Content
    paths: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Layer:
    """`buffers`: path -> facts of the open text. `shared`: path -> id of the live stored content that the
    buffer equals.

    `moved`: stored content -> the paths that now show it, for those where that differs (none: hidden).
    `extras`: by first path.
    """

    buffers: Mapping[str, Content]
    shared: Mapping[str, int]
    moved: Mapping[int, tuple[str, ...]]
    extras: tuple[Extra, ...]

    def hidden(self) -> list[int]:
        """Stored contents that no path shows."""
        return [blob for blob, paths in self.moved.items() if not paths]


BARE = Layer({}, {}, {}, ())


def lay(base: Base, buffers: Mapping[str, Content], key_of: Callable[[str, str], int | None]) -> Layer:
    """The buffers over the base; `key_of(sha, language)` finds a stored content, live or not."""
    if not buffers:
        return BARE
    shared: dict[str, int] = {}
    moved: dict[int, set[str]] = {}
    extra: dict[tuple[str, str], list[str]] = {}

    def shown(blob: int) -> set[str]:
        if blob not in moved:
            moved[blob] = set(base.paths_of.get(blob, ()))
        return moved[blob]

    for path in sorted(buffers):
        row = base.files.get(path)
        if row is not None:
            shown(row.blob).discard(path)
    for path in sorted(buffers):
        facts = buffers[path]
        blob = _live(base, path, facts, key_of)
        if blob is None:
            extra.setdefault((facts.sha, facts.language), []).append(path)
        else:
            shared[path] = blob
            shown(blob).add(path)
    return Layer(
        buffers=dict(buffers),
        shared=shared,
        moved={
            b: tuple(sorted(paths)) for b, paths in moved.items() if paths != set(base.paths_of.get(b, ()))
        },
        extras=tuple(Extra(buffers[paths[0]], tuple(paths)) for paths in extra.values()),
    )


def hide(base: Base, layer: Layer, paths: Collection[str], key_of: Callable[[str, str], int | None]) -> Layer:
    """The layer with these visible paths shown as empty texts."""
    empty = Facts(sha=blob_id(b""), language="", outline=Outline(language=""), units=(), generated=False)
    gone = {path: empty for path in sorted(paths) if path in base.files or path in layer.buffers}
    return lay(base, {**layer.buffers, **gone}, key_of)


def _live(base: Base, path: str, facts: Content, key_of: Callable[[str, str], int | None]) -> int | None:
    row = base.files.get(path)
    if row is not None and row.sha == facts.sha and row.language == facts.language:
        return row.blob
    if not base.files:
        return None
    blob = key_of(facts.sha, facts.language)
    return blob if blob in base.paths_of else None
