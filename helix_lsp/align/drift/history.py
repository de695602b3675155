"""The History port: when something was last there, when it went, and what it was called afterwards.

The core asks these questions and never git; `session/history/history.py` answers them. What
was first is told by ancestry; times are committer times in seconds, and count only between what does not have an ancestry: what
is not committed, or not of this history.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from helix_lsp.history.successor import Successor


@dataclass(frozen=True, slots=True, kw_only=True)
class Gone:
    """A name that left a file: `commit` took it out of `path` at `time`. `defined`: a definition went, not a
    use alone.

    `owner`: the class that it stood in, `` at the top or when the patch does not show it. What took its place
    is asked for (`History.became`).
    """

    commit: str
    time: int
    path: str
    defined: bool
    owner: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Introduced:
    """When a text was first written into a document, and by which commit (`` where that is not known);
    `whole`: by the one that brought the whole document, whose text may be older.
    """

    time: int
    whole: bool = False
    commit: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PathGone:
    """A path that was removed or renamed (`moved`, `` when removed) by `commit` at `time`."""

    commit: str
    time: int
    moved: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Dropped(Gone):
    """A declaration that `commit` took out of `path`; `new` is the one of its kind that took its place there,
    `` for none. `same`: declared in the same way, so that only the name is another.
    """

    new: str = ""
    same: bool = False


Left = Gone | PathGone


class History(Protocol):
    """What is known of the past; every answer may be empty, which means "not known", never "never there"."""

    @property
    def known(self) -> bool:
        """False when there is no history to ask."""
        ...

    @property
    def missed(self) -> str:
        """Why all of it (where nothing is known) or a part of it could not be read; `` where nothing failed."""
        ...

    def gone(self, name: str) -> tuple[Gone, ...]:
        """Places that a name (or `--flag`) left, newest first."""
        ...

    def left(self, path: str, name: str) -> Gone | None:
        """The newest commit that took a definition of the name out of this very file, wherever it stands now;
        None where none did, or where the file defines it again.
        """
        ...

    def became(self, name: str, gone: Gone) -> Successor | None:
        """What took the place of the name where it went; None when nothing is recognised."""
        ...

    def committed(self, path: str) -> bytes | None:
        """The file as the checked-out commit has it; None when it has none, or when that is not known."""
        ...

    def path_gone(self, path: str) -> PathGone | None:
        """The newest removal of a path."""
        ...

    def ended(self, tail: str) -> str:
        """The one path of the past that ended in these parts and is not there now; `` for none, and for several."""
        ...

    def dropped(self, thing: str) -> Dropped | None:
        """The newest commit that took away the declaration of a thing, in the words of `drift/declared.py`."""
        ...

    def introduced(self, document: str, text: str, gone: Left) -> Introduced | None:
        """When `text` was first written into the document; None when not known.

        Where that is not before `gone` and the same commit took the text out of another document, that one's
        answer counts.
        """
        ...

    def is_before(self, since: Introduced, gone: Left) -> bool:
        """True where the text was written before the commit that took away what it speaks of."""
        ...

    def message(self, commit: str) -> str:
        """What its author says of a commit, its subject first, within bounds; `` when not known."""
        ...


class NoHistory:
    """No git, history switched off, or `missed`: why git could not read it."""

    known = False
    missed: str = ""

    def __init__(self, missed: str = "") -> None:
        self.missed = missed

    def gone(self, name: str) -> tuple[Gone, ...]:  # noqa: ARG002  the port's shape
        """Nothing."""
        return ()

    def left(self, path: str, name: str) -> Gone | None:  # noqa: ARG002
        """Nothing."""
        return None

    def became(self, name: str, gone: Gone) -> Successor | None:  # noqa: ARG002
        """Nothing."""
        return None

    def committed(self, path: str) -> bytes | None:  # noqa: ARG002
        """Nothing."""
        return None

    def path_gone(self, path: str) -> PathGone | None:  # noqa: ARG002
        """Nothing."""
        return None

    def ended(self, tail: str) -> str:  # noqa: ARG002
        """Nothing."""
        return ""

    def dropped(self, thing: str) -> Dropped | None:  # noqa: ARG002
        """Nothing."""
        return None

    def introduced(self, document: str, text: str, gone: Left) -> Introduced | None:  # noqa: ARG002
        """Nothing."""
        return None

    def is_before(self, since: Introduced, gone: Left) -> bool:
        """By time: there are no commits to ask."""
        return since.time < gone.time

    def message(self, commit: str) -> str:  # noqa: ARG002
        """Nothing."""
        return ""
