"""The changes of a history as (subject, files that it touched and that are still here), newest first.

Invariants: git is asked as `session/git/git.py` asks; nothing of a subject is more than words. A file is followed
through renames to the path that it has now. The same subject over the same files counts once. What a change
of very many files says of each is nothing, so it is left out.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass

from helix_lsp.errors import UsageError
from helix_lsp.search.ranking.told import Change
from helix_lsp.session.git.git import Git, read_git
from helix_lsp.session.git.git_verbs import SUBJECTS, WITH_SUBJECTS
from helix_lsp.session.git.no_git import NoGit
from helix_lsp.text.words import terms
from helix_lsp.tuning.learn import LEARN

_HEAD = re.compile(rb"([0-9a-f]{40}|[0-9a-f]{64}) (\d{1,12})\n(.*)", re.DOTALL)
_AT_ONCE = 500
_DAY = 86_400
_LONGEST = 300  # characters of a subject


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """A change with its subject as it is written."""

    change: Change
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Subjects:
    """`listed` newest first. `read` are the changes that git told of, `suspect` the ids of what is wrong with
    this history as a teacher: `few-files`, `one-day`, `repeated`.
    """

    listed: tuple[Subject, ...]
    read: int
    suspect: tuple[str, ...]


def read_subjects(
    git: Git, root: str, commit: str, paths: Collection[str], report: Callable[[int, int], None]
) -> Subjects:
    """The history up to a commit, told of `paths`. `report` gets (changes read, of how many) and may raise
    `Cancelled`. Raises UsageError where git does not answer.
    """
    names = _asked(read_git(git, root, SUBJECTS, commit)).split()
    listed: list[Subject] = []
    days: Counter[int] = Counter()
    seen: set[tuple[tuple[str, ...], tuple[str, ...]]] = set()
    now: dict[str, str] = {}  # a path of the past -> the one it has now
    of_use = repeated = 0
    for start in range(0, len(names), _AT_ONCE):
        report(start, len(names))
        some = b"\n".join(names[start : start + _AT_ONCE]) + b"\n"
        for name, moment, text, touched, renames in _read(
            _asked(read_git(git, root, WITH_SUBJECTS, stdin=some))
        ):
            days[moment // _DAY] += 1
            for old, new in renames:
                now[old] = now.get(new, new)
            if len(touched) > LEARN.most_files:
                continue
            files = tuple(sorted({now.get(path, path) for path in touched}.intersection(paths)))
            words = tuple(sorted(set(terms(text))))
            if not files or not words:
                continue
            of_use += 1
            if (words, files) in seen:
                repeated += 1
                continue
            seen.add((words, files))
            listed.append(Subject(change=Change(name, words, files), text=text))
    report(len(names), len(names))
    return Subjects(
        listed=tuple(listed), read=len(names), suspect=_suspect(listed, repeated, of_use, days, len(paths))
    )


def _suspect(
    listed: list[Subject], repeated: int, of_use: int, days: Counter[int], here: int
) -> tuple[str, ...]:
    """What makes a history no teacher: it was likely written to teach. `here` is the number of files."""
    found: list[str] = []
    files = Counter(path for subject in listed for path in subject.change.files)
    few = {path for path, _ in sorted(files.items(), key=lambda f: (-f[1], f[0]))[: LEARN.few_files]}
    alone = sum(few.issuperset(subject.change.files) for subject in listed)
    if (
        here > LEARN.few_files**2
        and len(listed) >= LEARN.least_changes
        and alone > LEARN.most_of_few_files * len(listed)
    ):
        found.append("few-files")
    total = days.total()
    if total >= LEARN.day_from and max(days.values()) > LEARN.most_of_one_day * total:
        found.append("one-day")
    if of_use >= LEARN.least_changes and repeated > LEARN.most_repeated * of_use:
        found.append("repeated")
    return tuple(found)


def _asked(said: bytes | NoGit) -> bytes:
    if isinstance(said, NoGit):
        raise UsageError(
            f"the history cannot be read: {said.reason}; a ranker is learned from a git repository"
        )
    return said


def _read(said: bytes) -> Iterator[tuple[str, int, str, list[str], list[tuple[str, str]]]]:
    """(commit, its time, subject, paths that it touched, (old, new) of its renames) in the order of git."""
    for part in said.split(b"\x01")[1:]:
        head, _, body = part.partition(b"\0")
        found = _HEAD.match(head)
        if found is None:  # a control character in a subject: the piece is not a change
            continue
        text = " ".join(found[3].decode("utf-8", "replace").split())[:_LONGEST]
        touched, renames = _touched(body.split(b"\0"))
        yield found[1].decode("ascii"), int(found[2]), text, touched, renames


def _touched(tokens: list[bytes]) -> tuple[list[str], list[tuple[str, str]]]:
    touched: list[str] = []
    renames: list[tuple[str, str]] = []
    at = 0
    while at < len(tokens):
        token = tokens[at].lstrip(b"\n")
        at += 1
        if not token.startswith(b":"):
            continue
        two = token.rpartition(b" ")[2][:1] in (b"R", b"C")
        names = [name.decode("utf-8", "surrogateescape") for name in tokens[at : at + 1 + two]]
        at += 1 + two
        touched += names[-1:]
        if two and token.rpartition(b" ")[2][:1] == b"R" and len(names) == 2:
            renames.append((names[0], names[1]))
    return touched, renames
