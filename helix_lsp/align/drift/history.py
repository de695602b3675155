"""The History port: when something was last there, when it went, and what it was called afterwards.

The core asks these questions and never git; `session/history/history.py` answers them. What
was first is told by ancestry; times are committer times in seconds, and count only between what does not have an ancestry: what
is not committed, or not of this history.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol

import msgspec

from helix_lsp.align.drift.reference import DocReference
from helix_lsp.history.successor import Successor, successor_of
from helix_lsp.text.regex import regex
from helix_lsp.text.words import lower_parts


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


class Introduced(msgspec.Struct, frozen=True, kw_only=True):
    """When a text was first written into a document, and by which commit (`` where that is not known);
    `whole`: by the one that brought the whole document, whose text may be older.
    """

    time: int
    whole: bool = False
    commit: str = ""


class PathGone(msgspec.Struct, frozen=True, kw_only=True):
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


# What a project does not offer to its readers, and what a text does not offer as a name.

_OFF = frozenset(
    "test tests testing spec specs sample samples example examples demo demos benchmark benchmarks bench script scripts tool tools tooling ci build "
    "hack contrib playground sandbox".split()
)
_STANDARDS = frozenset(
    "URL URI JSON XML YAML TOML HTML CSS DNS TCP UDP SSH FTP JWT "
    "SHA UTF ISO RFC CVE AES DES RSA MD HTTP TLS SSL PEP IPV CRC UCS BASE GB JIS KOI CP EUC ECMA IEEE ANSI BIP EIP ED CWE GH PR ES X V P B S H "
    "UINT INT FLOAT RGB ARM AMD".split()
)
_MARKS = b"*_"
_HOLDER = regex(
    r"(?:^|_)(?:my|your|foo|bar|baz|spam|eggs|qux|some|example|dummy)(?:_|$)|^(?:[Mm]y|[Yy]our|[Ff]oo|[Bb]ar|[Ss]ome|[Ee]xample|[Dd]ummy)(?=[A-Z])"
)


@lru_cache(20_000)
def is_off_stage(path: str) -> bool:
    """True for a file below a folder of tests, samples, scripts or tools, however the folder's name is put
    together (`Door.Tests.Web`).

    What left such a folder proves nothing of what the documents promise.
    """
    return any(part in _OFF for folder in path.split("/")[:-1] for part in lower_parts(folder))


def is_holder(text: str) -> bool:
    """True for what stands for any name: `my_bell`, `YourTower`, `foo`."""
    return _HOLDER.search(text) is not None


def is_argument(ref: DocReference, data: bytes) -> bool:
    """True for a word in capitals behind others in the same code (`bell ring TOWER`): the reader puts an
    argument of a command there.
    """
    return ref.text.isalpha() and ref.text.isupper() and data[ref.span.start - 1 : ref.span.start] == b" "


def is_variable(ref: DocReference, data: bytes) -> bool:
    """True for code in italics (``*`method_name`*``): a word that the reader puts something else for."""
    start, end = ref.span.start, ref.span.end
    while start > 0 and data[start - 1 : start] == b"`":
        start -= 1
    while data[end : end + 1] == b"`":
        end += 1
    before, after = data[max(0, start - 2) : start], data[end : end + 2]
    mark = before[-1:]
    return (
        bool(mark)
        and mark in _MARKS
        and after[:1] == mark
        and before[-2:-1] != mark
        and after[1:] != mark
        and data[start : start + 1] == b"`"
    )


def is_standard(word: str) -> bool:
    """True for the name of a standard, a protocol or a format in capitals: `HTTPS`."""
    return word.isupper() and not {word, word.removesuffix("S")}.isdisjoint(_STANDARDS)


# A past with what went after its newest commit: the port of history over another one.

HERE = "your edits"  # is where a commit's first ten characters stand
NOW = 1 << 40  # later than every commit


class LaterHistory:
    """`past` is what git knows; `names` and `paths` went later, with `HERE` for their commit, and `became`
    says what took their place. All are read anew with every question.
    """

    def __init__(
        self,
        past: History,
        names: Mapping[str, Sequence[Gone]],
        paths: Mapping[str, PathGone],
        became: Sequence[Successor] = (),
    ) -> None:
        self.past = past
        self._names, self._lost, self._successors = names, paths, became

    @property
    def known(self) -> bool:
        """As the past."""
        return self.past.known

    @property
    def missed(self) -> str:
        """As the past."""
        return self.past.missed

    def gone(self, name: str) -> tuple[Gone, ...]:
        """What went later first: it is the newest."""
        return (*self._names.get(name, ()), *self.past.gone(name))

    def left(self, path: str, name: str) -> Gone | None:
        """As the past."""
        return self.past.left(path, name)

    def became(self, name: str, gone: Gone) -> Successor | None:
        """As the past, but for what went later."""
        return self._became_later(name, gone) if gone.commit == HERE else self.past.became(name, gone)

    def _became_later(self, name: str, gone: Gone) -> Successor | None:
        return successor_of(name, gone.path, self._successors)

    def committed(self, path: str) -> bytes | None:
        """As the past."""
        return self.past.committed(path)

    def path_gone(self, path: str) -> PathGone | None:
        """Removed later, else as the past."""
        return self._lost.get(path) or self.past.path_gone(path)

    def ended(self, tail: str) -> str:
        """As the past."""
        return self.past.ended(tail)

    def dropped(self, thing: str) -> Dropped | None:
        """As the past."""
        return self.past.dropped(thing)

    def introduced(self, document: str, text: str, gone: Left) -> Introduced | None:
        """As the past."""
        return self.past.introduced(document, text, gone)

    def is_before(self, since: Introduced, gone: Left) -> bool:
        """As the past, which is before what went later."""
        return gone.commit == HERE or self.past.is_before(since, gone)

    def message(self, commit: str) -> str:
        """As the past; nothing is said of what is not a commit."""
        return "" if commit == HERE else self.past.message(commit)
