"""Open buffers: their bytes count at once, their facts when somebody looks.

A keystroke only notes the new bytes. The next view extracts what changed since the last one and lays it over
the stored rows; a buffer that equals what is stored needs no layer. Edited buffers keep their syntax tree
(`syntax/reparse.py`), so that an edit costs what it changed. Not for several threads at once: the workspace
takes turns.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import msgspec

from helix_lsp.config import IndexConfig
from helix_lsp.index.host import Host
from helix_lsp.index.store.open_facts import Content, Counted, OpenFacts
from helix_lsp.index.units.units import Facts
from helix_lsp.session.disk.scan import too_large
from helix_lsp.session.git.git import git_for, head_commit, head_trouble
from helix_lsp.session.kept import cache
from helix_lsp.session.kept.memory import TreeLocks
from helix_lsp.session.kept.telemetry import Telemetry
from helix_lsp.session.learn.store import InForce
from helix_lsp.session.semantic.open_likeness import open_meaning
from helix_lsp.session.settings.settings import Settings
from helix_lsp.syntax.outline import Outline, Problem
from helix_lsp.text.digest import blob_id, changed_range
from helix_lsp.text.paths import matches_glob
from helix_lsp.trees.diff import Change, diff

if TYPE_CHECKING:
    from helix_lsp.align.drift.history import History
    from helix_lsp.ide.mentions import View
    from helix_lsp.index.overlay.snapshot import Snapshot
    from helix_lsp.session.disk.origin import Origins
    from helix_lsp.session.semantic.ahead import Ahead
    from helix_lsp.syntax.reparse import Reading, Reparser
    from helix_lsp.wire.range_ref import Origin


class _Buffer(msgspec.Struct):
    data: bytes
    dirty: bool = True
    laid: str | None = None
    parsed: bytes | None = None
    reparser: Reparser | None = None
    counted: Counted = msgspec.field(default_factory=Counted)


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
            from helix_lsp.session.memory import watch_memory
            from helix_lsp.syntax.reparse import Reparser

            watch_memory()
            buffer.reparser = Reparser(path, buffer.data, self._cfg.max_facts_per_file)
            buffer.parsed = buffer.data
            return buffer.reparser.reading
        start, old_end = changed_range(buffer.parsed, buffer.data)
        buffer.parsed = buffer.data
        return buffer.reparser.change(start, old_end, buffer.data)


# A root and the folder of its index: what git knows of the one, what is kept in the other beside the index
# itself.

Check = Callable[[], None]


class IndexFolder:
    """`root` and `directory` are real absolute paths; `directory` may be made anew. `git` is None where
    there is none.
    """

    def __init__(self, root: str, directory: str, settings: Settings) -> None:
        """Looks for git and starts nothing."""
        self.root = root
        self.directory = directory
        self.settings = settings
        around = settings.surroundings
        self.ranking = InForce(directory, settings.config)
        self.meaning = open_meaning(settings.config, directory, around, root)
        self._ahead: Ahead | None = None
        self._starting = threading.Lock()  # two answers that end at once begin one run
        self._origins: Origins | None = None
        cfg = settings.config.session
        self.git = git_for(around.search_path, around.git_environment, cfg, root)

    def for_answers(self, view: View) -> View:
        """The same view, ranked as the user's environment says for answers, where it says anything."""
        adapter = self.settings.surroundings.answerer
        return replace(view, config=self.ranking.config(adapter)) if adapter else view

    def make_vectors_ahead(self, view: View, *, places: bool = False) -> Ahead | None:
        """Begin to make the vectors of this view on a thread: of its passages, where a second opinion will want them,
        and of its places, where a question asked the model or `places` is True. None where the model is not on this
        machine or nobody wants them.
        """
        opinion, likeness, found = self.meaning.opinion, self.meaning.likeness, self.meaning.places
        if found is not None and not places and (likeness is None or likeness.last_asked == -math.inf):
            found = None
        if opinion is not None and opinion.encoder.batch > 1:
            opinion = None
        if likeness is None or (opinion is None and found is None):
            return None
        from helix_lsp.session.semantic.ahead import Ahead, of_passages

        makers = [
            *([found.make] if found is not None else []),
            *([of_passages(opinion)] if opinion is not None else []),
        ]
        with self._starting:
            if self._ahead is None or self._ahead.finished.is_set():
                self._ahead = Ahead(makers, lambda: likeness.last_asked)
            self._ahead.start(view.snapshot, view.texts)
            return self._ahead

    def locks(self) -> TreeLocks:
        """The knowledge trees that sessions have locked."""
        return TreeLocks(self.directory, self.settings.config.trees)

    def telemetry(self) -> Telemetry:
        """How answers ended, counted on this machine."""
        return Telemetry(self.directory, self.settings.config.session)

    def head(self) -> str:
        """The checked-out commit, `` without one; costs one git command."""
        return (head_commit(self.git, self.root) if self.git is not None else None) or ""

    def origin(self, texts: Callable[[str], bytes | None]) -> Origin:
        """Which repository and commit the bytes of `texts` come from; costs up to two git commands."""
        from helix_lsp.session.disk.origin import Origins

        if self._origins is None:
            self._origins = Origins(self.git, self.root, self.directory)
        return self._origins.now(texts)

    def stamped(self, value: dict[str, Any], view: View) -> dict[str, Any]:
        """A message about a view, its range references with repository, commit and blob."""
        from helix_lsp.wire.range_ref import stamped

        return stamped(value, self.origin(view.texts))

    def lacking(self) -> str:
        """Why references that were stamped say less than they could, in words; `` where they do not."""
        return self._origins.lacking if self._origins is not None else ""

    def history(
        self,
        check: Check = lambda: None,
        enough: Callable[[], bool] = lambda: False,
        early: Callable[[History], None] = lambda _known: None,
    ) -> History:
        """What git knows of names and paths that went; the first look at a repository reads its patches and
        may take a while, so `check` is asked. Once `enough` is true, `early` is given what is known by then.
        """
        from helix_lsp.align.drift.history import NoHistory
        from helix_lsp.session.history.history import open_history  # only `drift` asks for the past

        config = self.settings.config
        return open_history(
            self.git,
            self.root,
            self.directory,
            config.drift,
            check,
            workers=config.index.workers,
            enough=enough,
            early=early,
        ) or NoHistory(
            head_trouble(self.git, self.root) if self.git is not None and config.drift.history else ""
        )

    def changes(self) -> tuple[int, int, tuple[Change, ...]] | None:
        """(generation before, newest, what changed between them); None while there is nothing before to
        compare with.
        """
        before, newest = (
            cache.load(self.directory, cache.BASELINE),
            cache.load(self.directory, cache.NEWEST),
        )
        return (
            None
            if before is None or newest is None
            else (before.generation, newest.generation, diff(before, newest))
        )
