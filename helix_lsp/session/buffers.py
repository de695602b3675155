"""Open buffers: their bytes count at once, their facts when somebody looks.

A keystroke only notes the new bytes. The next view extracts what changed since the last one and lays it over
the stored rows; a buffer that equals what is stored needs no layer. Edited buffers keep their syntax tree
(`syntax/reparse.py`), so that an edit costs what it changed. Not for several threads at once: the workspace
takes turns.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from helix_lsp.config import IndexConfig
from helix_lsp.index.host import Host
from helix_lsp.index.store.open_facts import Content, Counted, OpenFacts
from helix_lsp.index.units.facts import Facts
from helix_lsp.session.disk.scan import too_large
from helix_lsp.syntax.outline import Outline, Problem
from helix_lsp.text.changed import changed_range
from helix_lsp.text.digest import blob_id
from helix_lsp.text.paths import matches_glob

if TYPE_CHECKING:
    from helix_lsp.index.overlay.snapshot import Snapshot
    from helix_lsp.syntax.reparse import Reading, Reparser


@dataclass(slots=True)
class _Buffer:
    data: bytes
    dirty: bool = True
    laid: str | None = None
    parsed: bytes | None = None
    reparser: Reparser | None = None
    counted: Counted = field(default_factory=Counted)


class Buffers:
    """The open buffers of one workspace by path."""

    def __init__(self, cfg: IndexConfig) -> None:
        self._cfg = cfg
        self._open: dict[str, _Buffer] = {}
        self._closed: set[str] = set()

    @property
    def waiting(self) -> bool:
        """True when `lay` has something to do."""
        return bool(self._closed) or any(buffer.dirty for buffer in self._open.values())

    def laid(self) -> Mapping[str, bytes]:
        """The bytes of the buffers that differ from what is stored."""
        return {path: buffer.data for path, buffer in self._open.items() if buffer.laid is not None}

    def texts(self) -> Mapping[str, bytes]:
        """The bytes of all open buffers, a copy."""
        return {path: buffer.data for path, buffer in self._open.items()}

    def paths(self) -> frozenset[str]:
        """Which paths are open."""
        return frozenset(self._open)

    def put(self, path: str, data: bytes) -> None:
        """The buffer's bytes are now these."""
        buffer = self._open.get(path)
        if buffer is None:
            self._open[path] = _Buffer(data)
            self._closed.discard(path)
        elif buffer.data != data:
            buffer.data = data
            buffer.dirty = True
            self._open[path] = self._open.pop(path)  # what was edited last is last

    def edited_last(self) -> tuple[str, ...]:
        """Open paths, the one edited or opened last first."""
        return tuple(reversed(self._open))

    def drop(self, path: str) -> None:
        """The buffer was closed."""
        if self._open.pop(path, None) is not None:
            self._closed.add(path)

    def forget_layers(self) -> None:
        """The host is another one: everything has to be laid again."""
        for buffer in self._open.values():
            buffer.dirty, buffer.laid = True, None

    def lay(self, host: Host) -> None:
        """Bring the host's overlay up to the buffers, all of them in one exchange."""
        changes: dict[str, Content | None] = dict.fromkeys(sorted(self._closed))
        stored = host.snapshot().stored()
        for path, buffer in self._open.items():
            if buffer.dirty:
                self._change_of(stored, path, buffer, changes)
        if changes:
            host.lay_over(changes)
        self._closed.clear()
        for buffer in self._open.values():
            buffer.dirty = False

    def settle(self, host: Host, committed: Mapping[str, str]) -> None:
        """Files were committed (path -> blob id): a buffer that equals its file needs no layer any more."""
        equal = [
            path
            for path, buffer in self._open.items()
            if path in committed and not buffer.dirty and buffer.laid == committed[path]
        ]
        if equal:
            host.lay_over(dict.fromkeys(equal))
        for path in equal:
            self._open[path].laid = None
        self.recheck(host)

    def recheck(self, host: Host) -> None:
        """A new generation is there: a buffer that needed no layer needs one when its file is another now, or
        gone; one that was saved needs none.
        """
        stored = host.snapshot().stored()
        for path, buffer in self._open.items():
            if not buffer.dirty:
                entry = stored.file(path)
                saved = entry is not None and entry.sha == (buffer.laid or blob_id(buffer.data))
                buffer.dirty = saved == (buffer.laid is not None)

    def _change_of(
        self, stored: Snapshot, path: str, buffer: _Buffer, changes: dict[str, Content | None]
    ) -> None:
        """Note what the overlay lacks of a buffer."""
        if any(matches_glob(path, pattern) for pattern in self._cfg.exclude):
            return
        sha = blob_id(buffer.data)
        entry = stored.file(path)
        if entry is not None and entry.sha == sha:
            if buffer.laid is not None:  # typed and taken back
                changes[path], buffer.laid = None, None
            return
        changes[path] = self._facts(path, buffer, sha)
        buffer.laid = sha

    def _facts(self, path: str, buffer: _Buffer, sha: str) -> Content:
        if too_large(path, len(buffer.data), self._cfg):
            outline = Outline(
                language="",
                problems=(Problem(code="too_large", message="the buffer is larger than the cap"),),
            )
            return Facts(sha=sha, language="", outline=outline, units=(), generated=False)
        return OpenFacts(sha, buffer.data, self._reading(path, buffer), self._cfg, buffer.counted)

    def _reading(self, path: str, buffer: _Buffer) -> Reading:
        """The new state; from the second time on only the changed middle is parsed again."""
        if buffer.reparser is None or buffer.parsed is None:
            from helix_lsp.session.resident import watch_memory
            from helix_lsp.syntax.reparse import Reparser

            watch_memory()
            buffer.reparser = Reparser(path, buffer.data, self._cfg.max_facts_per_file)
            buffer.parsed = buffer.data
            return buffer.reparser.reading
        start, old_end = changed_range(buffer.parsed, buffer.data)
        buffer.parsed = buffer.data
        return buffer.reparser.change(start, old_end, buffer.data)
