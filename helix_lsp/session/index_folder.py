"""A root and the folder of its index: what git knows of the one, what is kept in the other beside the index
itself.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from helix_lsp.session.git.git import Git, find_git, head_commit, head_trouble
from helix_lsp.session.kept import baseline
from helix_lsp.session.kept.locks import TreeLocks
from helix_lsp.session.kept.telemetry import Telemetry
from helix_lsp.session.learn.in_force import InForce
from helix_lsp.session.semantic.open_likeness import open_meaning
from helix_lsp.session.settings.settings import Settings
from helix_lsp.trees.diff import Change, diff

if TYPE_CHECKING:
    from helix_lsp.align.drift.history import History
    from helix_lsp.ide.view import View
    from helix_lsp.session.disk.origin import Origins
    from helix_lsp.session.semantic.ahead import Ahead
    from helix_lsp.wire.range_ref import Origin

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
        program = find_git(around.search_path, root)
        self.ranking = InForce(directory, settings.config)
        self.meaning = open_meaning(settings.config, directory, around, root)
        self._ahead: Ahead | None = None
        self._origins: Origins | None = None
        self.git: Git | None = None
        if program is not None:
            cfg = settings.config.session
            self.git = Git(
                program=program,
                environment=around.git_environment,
                seconds=cfg.git_seconds,
                most=cfg.git_bytes,
            )

    def for_answers(self, view: View) -> View:
        """The same view, ranked as the user's environment says for answers, where it says anything."""
        adapter = self.settings.surroundings.answerer
        return replace(view, config=self.ranking.config(adapter)) if adapter else view

    def make_vectors_ahead(self, view: View) -> None:
        """Begin to make the vectors of this view's passages on a thread, where a second opinion will want them and
        the model is on this machine.
        """
        port = self.meaning.opinion
        if port is None or port.encoder.batch > 1:
            return
        from helix_lsp.session.semantic.ahead import Ahead

        self._ahead = self._ahead or Ahead(port)
        self._ahead.start(view.snapshot, view.texts)

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

    def history(self, check: Check = lambda: None, enough: Callable[[], bool] = lambda: False) -> History:
        """What git knows of names and paths that went; the first look at a repository reads its patches and
        may take a while, so `check` is asked, and `enough` whether the newest are to do.
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
        ) or NoHistory(
            head_trouble(self.git, self.root) if self.git is not None and config.drift.history else ""
        )

    def changes(self) -> tuple[int, int, tuple[Change, ...]] | None:
        """(generation before, newest, what changed between them); None while there is nothing before to
        compare with.
        """
        before, newest = (
            baseline.load(self.directory, baseline.BASELINE),
            baseline.load(self.directory, baseline.NEWEST),
        )
        return (
            None
            if before is None or newest is None
            else (before.generation, newest.generation, diff(before, newest))
        )
