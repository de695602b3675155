"""What is told of a change of the repository: the report, its flags, what it left stale, the pieces of the index that it
touches.

The change is handed in (`session/history/change.py` reads it); everything else is asked of the snapshot, which is of
the tree that is checked out. `ide/pr_explain.py` puts the report together.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Literal

import msgspec

from helix_lsp.align.delta.change import Change
from helix_lsp.align.delta.compare import FileDelta
from helix_lsp.align.delta.documents import DocumentPlace
from helix_lsp.align.delta.uses import Uses
from helix_lsp.align.drift.anchors import anchors_of, letters, spots
from helix_lsp.align.drift.doc_comment import told_in_comments
from helix_lsp.align.drift.history import HERE, NOW, Gone, History, LaterHistory, PathGone
from helix_lsp.align.drift.one_file import Finding
from helix_lsp.align.drift.say import DriftReport
from helix_lsp.align.drift.signature import told_parameters
from helix_lsp.align.live import Live
from helix_lsp.history.lines import lines_of
from helix_lsp.index.freshness import Freshness
from helix_lsp.text.digest import sha256_hex
from helix_lsp.text.positions import Span
from helix_lsp.text.regex import regex
from helix_lsp.text.words import lower_parts

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
        asked = one.part.is_definition and one.status != "comment" and not one.within
        if asked and (name := _said(one.part.name, _AUTH - _WEAK)):
            line = one.part.start_line if one.new is not None else 0
            why = f"{one.part.qualified} ({one.status}) says {name}"
            yield Flag(kind="authentication", path=delta.file.path, line=line, why=why)


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
                why = "the added line changes the structure of a database"
                yield Flag(kind="migration", path=path, line=at + 1, why=why)
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
            went = (one.old for one in delta.parts if one.status in ("removed", "renamed"))
            for old in went:
                if old is not None and old.is_definition and old.name not in alive:
                    owner = old.parent.rpartition(".")[2]
                    one = Gone(commit=HERE, time=NOW, path=old.path, defined=True, owner=owner)
                    gone[old.name].append(one)


# Which references of documents this very change left stale, out of all that are stale now.
#
# Four ways to know, and nothing is told without one: history saw the name or path go in a commit of the change,
# or in what is not committed (`gone`); the reference is on a line that the change wrote (`written`); the
# page had the heading before (`anchor`); the comment agreed with its signature before (`signature`).

Because = Literal["gone", "written", "anchor", "signature"]


class StaleHere(msgspec.Struct, frozen=True, kw_only=True):
    """A finding that the change brought about. `copies` are the same one in copies of its document, `commit`
    the one that took the thing away (`` where it is not committed or not known).
    """

    finding: Finding
    because: Because
    commit: str
    copies: tuple[Finding, ...] = ()


def stale_here(
    report: DriftReport, deltas: Iterable[FileDelta], commits: Collection[str]
) -> tuple[StaleHere, ...]:
    """Those of the report's findings that the change brought about, in its order; `commits` are the ids of
    the change's commits.
    """
    by_path = {d.file.path: d for d in deltas}
    before: dict[str, frozenset[tuple[str, str, str]]] = {}
    found: list[StaleHere] = []
    for one, copies in zip(report.findings, report.copies, strict=True):
        because = _because(one, by_path, commits, before)
        if because:
            told = because == "gone" and one.judged.last_commit != HERE
            commit = one.judged.last_commit if told else ""
            found.append(StaleHere(finding=one, because=because, commit=commit, copies=copies))
    return tuple(found)


def _because(
    one: Finding,
    deltas: Mapping[str, FileDelta],
    commits: Collection[str],
    before: dict[str, frozenset[tuple[str, str, str]]],
) -> Because | None:
    if one.judged.last_commit == HERE or one.judged.last_commit in commits:
        return "gone"
    ref = one.reference
    own = deltas.get(ref.path)
    if ref.kind in ("parameter", "returns"):
        if own is None or own.file.before is None:
            return "written" if own is not None and not own.left_out and own.file.status == "added" else None
        if ref.path not in before:
            before[ref.path] = _agreed(own)
        if (ref.target, ref.text, ref.kind) in before[ref.path]:
            return "signature"
        return "written" if _is_written(one, own) else None
    if own is not None and _is_written(one, own):
        return "written"
    if ref.kind == "link" and "#" in ref.target:
        target, _, anchor = ref.target.partition("#")
        for spot in spots(target.partition("?")[0].rstrip("/"), ref.path) if target else (ref.path,):
            page = deltas.get(spot)
            was = page.file.before if page is not None else None
            if page and was is not None and letters(anchor) in anchors_of(was, page.old_outline):
                return "anchor"
    return None


def _is_written(one: Finding, delta: FileDelta) -> bool:
    """True where the finding is on a line that the change added."""
    line = one.line - 1
    at = bisect_right([h.new_start for h in delta.hunks], line) - 1
    return at >= 0 and line < delta.hunks[at].new_start + delta.hunks[at].new


def _agreed(delta: FileDelta) -> frozenset[tuple[str, str, str]]:
    """(owner, parameter, kind) of what the comments of the old side told rightly."""
    data, outline = delta.file.before or b"", delta.old_outline
    told = told_parameters(data, outline) if outline.language == "python" else told_in_comments(data, outline)
    return frozenset((t.owner, t.name, t.kind) for t in told if t.known and t.wrong is None)


# Which of the index's pieces the changed lines lie in: what a retrieval over this tree would hand out again
# after the change.


class Chunk(msgspec.Struct, frozen=True, kw_only=True):
    """A unit of the index with the hash of its current bytes; `qualified` and `kind` as a hit of `query` has
    them, lines from 1, both inclusive.
    """

    path: str
    kind: str
    qualified: str
    span: Span
    start_line: int
    end_line: int
    sha256: str


def chunks(delta: FileDelta, live: Live) -> tuple[Chunk, ...]:
    """The units of a changed file that its changed lines touch, in order; nothing where the index holds other
    bytes than the change's.
    """
    path, data = delta.file.path, delta.file.after
    if data is None or not delta.hunks or live.data(path) != data or not live.same(path):
        return ()
    found: list[Chunk] = []
    for unit in live.snapshot.units(path):
        cut = unit.span.cut(data)
        if cut and any(_touches(h.new_start + 1, h.new, unit.start_line, unit.end_line) for h in delta.hunks):
            found.append(
                Chunk(
                    path=path,
                    kind=unit.kind,
                    qualified=unit.qualified,
                    span=unit.span,
                    start_line=unit.start_line,
                    end_line=unit.end_line,
                    sha256=sha256_hex(cut),
                )
            )
    return tuple(found)


def _touches(first: int, count: int, start: int, end: int) -> bool:
    """Whether new lines (or the place where lines went: between `first - 1` and `first`) lie in a unit's
    lines.
    """
    return start <= first + count - 1 and first <= end if count else start < first <= end


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
