"""Pairs that the text of a repository itself holds: a doc comment and the file of its body, the name of a
test and the file that it tests, a section and the files whose definitions it names.

They hold a candidate to what the repository says today, whatever its history says: whoever can write commit
messages cannot write these without changing the code.

Invariants: which pairs are taken hangs on the digest of what they say and on nothing else.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Literal

import msgspec

from helix_lsp.align.live import Texts
from helix_lsp.errors import UsageError
from helix_lsp.index.overlay.snapshot import Snapshot
from helix_lsp.search.ranking.learned import Change
from helix_lsp.session.git.git import Git, changed_paths, read_git
from helix_lsp.session.git.git_folder import NoGit
from helix_lsp.session.git.git_verbs import SUBJECTS, WITH_SUBJECTS
from helix_lsp.syntax.outline import Outline, Symbol
from helix_lsp.text.digest import digest_of, sha256_hex
from helix_lsp.text.positions import Span
from helix_lsp.text.regex import regex
from helix_lsp.text.words import parts, terms
from helix_lsp.tuning.search import LEARN

Kind = Literal["commit", "doc", "test", "section", "together"]
KINDS: tuple[Kind, ...] = ("commit", "doc", "test", "section", "together")
_MARKS = " \t#/*\"'!-;{}%"
_LONGEST = 200
_LEAST_WORDS = 3
_TESTS = frozenset({"test", "tests", "spec", "specs"})


class Pair(msgspec.Struct, frozen=True, kw_only=True):
    """A question and the files that answer it. `where` is the file and range that says so (path, span,
    SHA-256 of its bytes); a pair of the history has its commit in `commit` instead and `where` is None.
    """

    kind: Kind
    text: str
    files: tuple[str, ...]
    where: tuple[str, Span, str] | None = None
    commit: str = ""

    @property
    def id(self) -> str:
        """A digest of what it links."""
        return digest_of([self.kind, self.text, list(self.files), self.commit])[:24]


def text_pairs(snapshot: Snapshot, texts: Texts, check: Callable[[], None]) -> tuple[Pair, ...]:
    """At most `LEARN.most_pairs` of each kind, in one order. Raises what `check` raises."""
    code = [p for p in snapshot.paths() if (e := snapshot.file(p)) is not None and e.surface.kind == "code"]
    stems: defaultdict[str, list[str]] = defaultdict(list)
    for path in code:
        if not _is_test(snapshot, path):
            stems[_stem(path)].append(path)
    chosen: list[Pair] = []
    seen: dict[Kind, int] = defaultdict(int)
    for path in sorted(snapshot.paths(), key=lambda p: (digest_of(p), p)):
        check()
        outline, data = snapshot.outline(path), texts(path)
        if outline is None or data is None:
            continue
        for pair in _pairs_of(path, outline, data, snapshot, stems):
            if seen[pair.kind] < LEARN.most_pairs:
                seen[pair.kind] += 1
                chosen.append(pair)
        if all(seen[kind] >= LEARN.most_pairs for kind in ("doc", "test", "section")):
            break
    return tuple(sorted(chosen, key=lambda p: (p.kind, p.id)))


def _pairs_of(
    path: str, outline: Outline, data: bytes, snapshot: Snapshot, stems: dict[str, list[str]]
) -> Iterator[Pair]:
    """At most one of each kind from one file, so that no file is the teacher."""
    if not _is_test(snapshot, path):
        documented = [s for s in outline.symbols if s.doc is not None]
        for symbol in documented[:1]:
            assert symbol.doc is not None
            if len(terms(text := _said(symbol.doc.cut(data)))) >= _LEAST_WORDS:
                yield _pair("doc", text, (path,), path, symbol.doc, data)
    elif len(target := stems.get(_stem(path), [])) == 1:
        for symbol, text in _tests(outline.symbols)[:1]:
            yield _pair("test", text, (target[0],), path, symbol.name_span, data)
    for at, section in enumerate(outline.sections):
        named = [m.text.removesuffix("()") for m in outline.mentions if m.section == at]
        homes = {d[0].path for name in named if len(d := snapshot.defined(name.rpartition(".")[2])) == 1}
        homes = {home for home in homes if not _is_test(snapshot, home)}
        if 1 <= len(homes) <= LEARN.asked_files and terms(section.title):
            words = f"{section.title}: {' '.join(dict.fromkeys(named[:3]))}"
            yield _pair("section", words, tuple(sorted(homes)), path, section.heading, data)
            return


def together(changes: Sequence[tuple[str, tuple[str, ...]]]) -> tuple[Pair, ...]:
    """Files that change together, (commit, files) newest first: for each file that has one, the file that
    most of its changes touched too, from two changes on.
    """
    both: defaultdict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for commit, files in changes:
        if 1 < len(files) <= LEARN.asked_files:
            for one in files:
                for other in files:
                    if one != other:
                        both[one][other].append(commit)
    found: list[Pair] = []
    for one, others in both.items():
        best = min(others, key=lambda other: (-len(others[other]), other))
        if len(others[best]) > 1:
            found.append(Pair(kind="together", text=one, files=(best,), commit=others[best][0]))
    return tuple(sorted(found, key=lambda p: p.id)[: LEARN.most_pairs])


def _pair(kind: Kind, text: str, files: tuple[str, ...], path: str, span: Span, data: bytes) -> Pair:
    return Pair(kind=kind, text=text, files=files, where=(path, span, sha256_hex(span.cut(data))))


def _is_test(snapshot: Snapshot, path: str) -> bool:
    entry = snapshot.file(path)
    return entry is not None and entry.surface.test


def _stem(path: str) -> str:
    """The words of a file's name without those that mark a test."""
    name = path.rpartition("/")[2].partition(".")[0]
    return " ".join(word for part in parts(name) if (word := part.lower()) not in _TESTS)


def _tests(symbols: Sequence[Symbol]) -> list[tuple[Symbol, str]]:
    """(test, its name in words) of those whose names say enough."""
    found: list[tuple[Symbol, str]] = []
    for symbol in symbols:
        words = [word for part in parts(symbol.name) if (word := part.lower()) not in _TESTS]
        if len(words) >= _LEAST_WORDS:
            found.append((symbol, " ".join(words)))
    return found


def _said(comment: bytes) -> str:
    """The first sentence of a comment without its marks."""
    lines = (line.strip(_MARKS) for line in comment.decode("utf-8", "replace").splitlines())
    return " ".join(" ".join(lines).split()).partition(". ")[0][:_LONGEST]


# The changes of a history as (subject, files that it touched and that are still here), newest first.
#
# Invariants: git is asked as `session/git/git.py` asks; nothing of a subject is more than words. A file is
# followed through renames to the path that it has now. The same subject over the same files counts once.
# What a change of very many files says of each is nothing, so it is left out.

_HEAD = regex(rb"([0-9a-f]{40}|[0-9a-f]{64}) (\d{1,12})\n(.*)", re.DOTALL)
_AT_ONCE = 500
_DAY = 86_400
_LONGEST_SUBJECTS = 300  # characters of a subject


class Subject(msgspec.Struct, frozen=True, kw_only=True):
    """A change with its subject as it is written."""

    change: Change
    text: str


class Subjects(msgspec.Struct, frozen=True, kw_only=True):
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
        text = " ".join(found[3].decode("utf-8", "replace").split())[:_LONGEST_SUBJECTS]
        rows = list(changed_paths(body.decode("utf-8", "surrogateescape").split("\0")))
        renames = [(row.old_path, row.path) for row in rows if row.status == "R"]
        yield found[1].decode("ascii"), int(found[2]), text, [row.path for row in rows], renames
