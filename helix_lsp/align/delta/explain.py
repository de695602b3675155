"""What a change of the repository touches: its files and definitions, the documents that speak of them, their
uses and tests, what it left stale.

The change is handed in (`session/history/change.py` reads it); everything else is asked of the snapshot, which is of
the tree that is checked out.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from typing import Literal

import msgspec

from helix_lsp.align.delta.change import Change
from helix_lsp.align.delta.compare import FileDelta
from helix_lsp.align.delta.documents import DocumentPlace
from helix_lsp.align.delta.stale import Chunk, StaleHere
from helix_lsp.align.delta.uses import Uses
from helix_lsp.align.drift.history import HERE, NOW, Gone, History, LaterHistory, PathGone
from helix_lsp.history.lines import lines_of
from helix_lsp.index.freshness import Freshness
from helix_lsp.text.identifiers import lower_parts
from helix_lsp.text.regex import regex

# Places of a change that a reviewer may want to see first, told by words alone: secrets that were added,
# authentication, migrations.
#
# Lexical heuristics, and labelled so wherever they are shown: a flag is not a finding, and no flag is not a
# promise. What looks like a secret is asked of a port, which a higher floor fills with
# `ask/model/redact.py`; what was found is never part of a flag.

FlagKind = Literal["secret", "authentication", "migration"]
_AUTH = frozenset(
    "auth authenticate authentication authenticated authenticator authorize authorization authorized authorizer login logout signin signup password "
    "passwords passwd credential credentials permission permissions oauth oidc saml jwt csrf sso acl rbac token tokens session "
    "sessions".split()
)
_WEAK = frozenset(
    {"token", "tokens", "session", "sessions"}
)  # of a path these words say it; of a definition they mean too many things
_FOLDER = regex(r"(?:^|/)(?:migrations?|migrate|alembic|flyway|liquibase|changelogs?)(?:/|$)", re.IGNORECASE)
_SQL = rb"\b(?:CREATE|ALTER|DROP|RENAME)\s{1,4}(?:UNIQUE\s{1,4})?(?:TABLE|COLUMN|INDEX|VIEW|SCHEMA|DATABASE|CONSTRAINT)\b|\bADD\s{1,4}COLUMN\b"
_STATEMENT = regex(  # in code capital letters tell SQL from words
    _SQL + rb"|\b(?:op|migrations|schema)\."
    rb"(?:create_table|drop_table|add_column|drop_column|alter_column|rename_table|AddField|"
    rb"RemoveField|AlterField|CreateModel|DeleteModel|createTable|dropTable|alterTable)\b|\b(?:add_column|remove_column|create_table|drop_table)[ (]:"
)
_STATEMENT_OF_SQL = regex(_SQL, re.IGNORECASE)
_NAMED = frozenset({"secret", "password"})
_LONGEST = 4_000  # bytes of a line that is looked at: longer ones are data
_DATABASE = frozenset(
    "sql python ruby php java kotlin typescript javascript go csharp elixir scala rust".split()
)


class Secrets(msgspec.Struct, frozen=True, kw_only=True):
    """The port: the kinds of secrets that a text seems to hold (`secret`, `password` where only a name says
    so), and whether a path says "secret".
    """

    kinds: Callable[[str], tuple[str, ...]]
    withheld: Callable[[str], bool]


class Flag(msgspec.Struct, frozen=True, kw_only=True):
    """`line` from 1 on the newer side, 0 for the file as a whole; `why` in words, without what was found."""

    kind: FlagKind
    path: str
    line: int
    why: str


def change_flags(deltas: Iterable[FileDelta], secrets: Secrets) -> tuple[Flag, ...]:
    """The flags in the order of kind, path and line; one for each line and kind."""
    found = [flag for delta in deltas for flag in _of_file(delta, secrets)]
    order = {"secret": 0, "authentication": 1, "migration": 2}
    return tuple(sorted(dict.fromkeys(found), key=lambda f: (order[f.kind], f.path, f.line, f.why)))


def _of_file(delta: FileDelta, secrets: Secrets) -> Iterator[Flag]:
    path, there = delta.file.path, delta.file.status not in ("removed", "mode")
    found: list[Flag] = []
    if delta.file.after is not None and not delta.surface.vendored and delta.left_out in ("", "generated"):
        found += _secrets(delta, lines_of(delta.file.after), secrets)
    if not found and there and secrets.withheld(path):
        found.append(Flag(kind="secret", path=path, line=0, why="a file of this name usually holds secrets"))
    yield from found
    if there and not (delta.left_out or delta.surface.test or delta.surface.example):
        yield from _authentication(delta)
        yield from _migrations(delta)


def _secrets(delta: FileDelta, lines: list[bytes], secrets: Secrets) -> Iterator[Flag]:
    """Line by line only where the added text as a whole holds something."""
    for hunk in delta.hunks:
        added = [
            lines[i][:_LONGEST].decode("utf-8", "replace")
            for i in range(hunk.new_start, min(len(lines), hunk.new_start + hunk.new))
        ]
        whole = _kinds("\n".join(added), delta, secrets)
        if not whole:
            continue
        alone = [(at, _kinds(line, delta, secrets)) for at, line in enumerate(added)]
        for at, kinds in [(at, kinds) for at, kinds in alone if kinds] or [(0, whole)]:
            why = f"the added text looks like a {' and a '.join(kinds)}"
            yield Flag(kind="secret", path=delta.file.path, line=hunk.new_start + at + 1, why=why)


def _kinds(text: str, delta: FileDelta, secrets: Secrets) -> tuple[str, ...]:
    """In code what is only named like a secret counts where a literal stands."""
    literal = delta.surface.kind != "code" or any(sign in text for sign in "\"'`")
    return tuple(kind for kind in secrets.kinds(text) if literal or kind not in _NAMED)


def _authentication(delta: FileDelta) -> Iterator[Flag]:
    """The file where its path says so, else each changed definition whose name does."""
    if delta.surface.kind != "code":
        return
    word = _said(delta.file.path, _AUTH)
    if word:
        line = delta.hunks[0].new_start + 1 if delta.hunks and delta.file.status != "removed" else 0
        yield Flag(kind="authentication", path=delta.file.path, line=line, why=f"the path says {word}")
        return
    for one in delta.parts:
        name = (
            _said(one.part.name, _AUTH - _WEAK)
            if one.part.is_definition and one.status != "comment" and not one.within
            else ""
        )
        if name:
            yield Flag(
                kind="authentication",
                path=delta.file.path,
                line=one.part.start_line if one.new is not None else 0,
                why=f"{one.part.qualified} ({one.status}) says {name}",
            )


def _migrations(delta: FileDelta) -> Iterator[Flag]:
    path = delta.file.path
    if _FOLDER.search(path) is not None and delta.surface.kind == "code":
        yield Flag(kind="migration", path=path, line=0, why="the path is one of migrations")
        return
    if delta.file.after is None or delta.language not in _DATABASE:
        return
    lines = lines_of(delta.file.after)
    statement = _STATEMENT_OF_SQL if delta.language == "sql" else _STATEMENT
    for hunk in delta.hunks:
        for at in range(hunk.new_start, min(len(lines), hunk.new_start + hunk.new)):
            if statement.search(lines[at][:_LONGEST]) is not None:
                yield Flag(
                    kind="migration",
                    path=path,
                    line=at + 1,
                    why="the added line changes the structure of a database",
                )
                break


def _said(text: str, words: frozenset[str]) -> str:
    return next((part for part in lower_parts(text) if part in words), "")


# The past with what nobody has committed yet: names and paths that went on the disk are known to have gone,
# after every commit.
#
# The History port over another one; what it adds comes from a compared change (`compare`), so that a rename
# before any commit is a witness, too.


class UncommittedHistory(LaterHistory):
    """`past` is what git knows; `deltas` the compared change from the checked-out commit to the disk."""

    def __init__(self, past: History, deltas: Iterable[FileDelta]) -> None:
        gone: dict[str, list[Gone]] = defaultdict(list)
        paths: dict[str, PathGone] = {}
        deltas = tuple(deltas)
        super().__init__(past, gone, paths, tuple(s for d in deltas for s in d.successors))
        alive = {s.name for d in deltas for s in d.outline.symbols}
        for delta in deltas:
            file = delta.file
            if file.status in ("removed", "renamed"):
                paths[file.old_path] = PathGone(
                    commit=HERE, time=NOW, moved=file.path if file.status == "renamed" else ""
                )
            if delta.surface.test or delta.surface.example:
                continue
            for one in delta.parts:
                old = one.old
                if (
                    old is None
                    or not old.is_definition
                    or old.name in alive
                    or one.status not in ("removed", "renamed")
                ):
                    continue
                owner = old.parent.rpartition(".")[2]
                gone[old.name].append(Gone(commit=HERE, time=NOW, path=old.path, defined=True, owner=owner))


class ChangeReport(msgspec.Struct, frozen=True, kw_only=True):
    """`chunks` are, file by file, the pieces of the index that changed lines lie in. `asked` definitions were
    asked about, `unasked` were not.

    `tree`: whether documents, uses and what is stale are of the tree that the change leads to (`checked_out`)
    or of another one that is checked out (`other`). `history`: git's past was known when references were
    judged.
    """

    change: Change
    files: tuple[FileDelta, ...]
    chunks: tuple[tuple[Chunk, ...], ...]
    tree: Literal["checked_out", "other"]
    asked: int
    unasked: int
    documents: tuple[DocumentPlace, ...]
    uses: tuple[Uses, ...]
    stale: tuple[StaleHere, ...]
    flags: tuple[Flag, ...]
    history: bool
    freshness: Freshness
