"""The History port through git: one pass over the patches of the code, kept by commit in the index folder,
extended by new commits.

Invariants (law I11): git is called as `session/git/git.py` calls it; nothing is fetched or written in the
repository; commits and seconds are bounded. What git does not answer is not known.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from contextlib import closing
from functools import cached_property
from pathlib import Path

import msgspec

from helix_lsp.align.drift.history import Dropped, Gone, Introduced, Left, PathGone
from helix_lsp.config.documents import DriftConfig
from helix_lsp.history.successor import Successor, successor_of, successors
from helix_lsp.session.git.blobs import committed_files
from helix_lsp.session.git.git import Git, head_commit, read_git
from helix_lsp.session.git.git_folder import NoGit
from helix_lsp.session.git.git_verbs import (
    COMMITS,
    EVERYTHING,
    EXACT_MOVES,
    FILES_OF,
    HELD_PATTERN,
    HELD_WORD,
    IS_ANCESTOR,
    MESSAGE,
    MOVES,
    Spec,
)
from helix_lsp.session.git.patches import patches
from helix_lsp.session.history.changes import MARK, Declarations, spellings
from helix_lsp.session.history.notes import (
    FILE,
    PART,
    Notes,
    Part,
    Stored,
    add_older,
    folders_gone,
    keep_part,
    load,
    noted,
    read_paths,
    resumed,
    save,
)
from helix_lsp.session.history.writings import Writings, sides_of_commit
from helix_lsp.session.processes.pool import processors

_UNREAD = (
    "*.md", "*.rst", "*.txt", "*.mdx", "*.adoc", "*.ipynb", "*.json", "*.lock", "*.svg", "*.po", "*.html", "*.css", "*.min.js", "*.csv", "*.xml",
    "*/tests/*", "tests/*", "*/test/*", "test/*", "docs/*", "doc/*", "docs_src/*", "*_test.go", "*.test.ts", "*.spec.ts",
    # a move out of what is read must look like a removal: these are the folders that `_counts` leaves out
    "example/*", "*/example/*", "examples/*", "*/examples/*", "sample/*", "*/sample/*", "samples/*", "*/samples/*", "demo/*", "*/demo/*",
    "legacy/*", "*/legacy/*",
    "*.yml", "*.yaml", "vendor/*", "*/vendor/*", "*/_vendor/*", "*/third_party/*", "third_party/*", "*/3rdparty/*", "3rdparty/*",
    "deps/*/*",
)  # fmt: skip
_MESSAGE = 8_000  # characters
_WRITTEN = ("*.md", "*.rst", "*.txt", "*.mdx", "*.adoc")


def _never() -> bool:
    return False


class GitHistory:
    """Opened with `open_history`; every question is answered from memory but `introduced`, `became`,
    `left`, `dropped` and `committed`, which ask git. Where `enough` is true `became` and `dropped`, which read whole
    files of the past, are not answered, and `missed` says of how many names; when a text was written always is.
    """

    known = True

    def __init__(
        self, git: Git, root: str, stored: Stored, hops: int, enough: Callable[[], bool] = _never
    ) -> None:
        self._git, self._root, self._stored, self._hops = git, root, stored, hops
        self._enough, self._unasked = enough, set[str]()
        self._writings = Writings(git, root)
        self._messages: dict[str, str] = {}
        self._judged: dict[str, tuple[Successor, ...]] = {}
        self._declarations = Declarations(git, root)

    @property
    def missed(self) -> str:
        """What could not be read, and how many names nobody was asked about."""
        many = len(self._unasked)
        names = f"what became of {many:,} name{'s' * (many > 1)}, which the next look asks" if many else ""
        return "; ".join(filter(None, (self._stored.missed, names)))

    def gone(self, name: str) -> tuple[Gone, ...]:
        """Places that a name left, newest first, definitions before uses where they went together."""
        return tuple(
            Gone(commit=c, time=t, path=p, defined=d, owner=o)
            for c, t, p, d, o in self._stored.names.get(name, ())
        )

    def left(self, path: str, name: str) -> Gone | None:
        """Read from the patches of that file, which git is asked for once."""
        return self._writings.lost(path, name)

    def became(self, name: str, gone: Gone) -> Successor | None:
        """Judged from both sides of the commit, which are read when the first of its names is asked for."""
        if gone.commit not in self._judged:
            if self._enough():
                self._unasked.add(name)
                return None
            self._judged[gone.commit] = successors(sides_of_commit(self._git, self._root, gone.commit))
        return successor_of(name, gone.path, self._judged[gone.commit])

    def committed(self, path: str) -> bytes | None:
        """The file of the checked-out commit."""
        return committed_files(self._git, self._root, [("HEAD", path)])[0]

    def path_gone(self, path: str) -> PathGone | None:
        """The newest removal of a path; None where the checked-out commit has it (again), whatever the work
        tree says.
        """
        row = self._stored.paths.get(path) or self._folders.get(path)
        return (
            None if row is None or path in self._there else PathGone(commit=row[0], time=row[1], moved=row[2])
        )

    def ended(self, tail: str) -> str:
        """Looked up by the last part of the path."""
        found = [
            p for p in self._bases.get(tail.rpartition("/")[2], ()) if p == tail or p.endswith(f"/{tail}")
        ]
        return found[0] if len(found) == 1 else ""

    def dropped(self, thing: str) -> Dropped | None:
        """Read from the revisions of the files that may declare it, which git is asked for once a kind."""
        if self._enough():
            self._unasked.add(thing.partition(" ")[2])
            return None
        seen = [g for word in (thing, *spellings(thing)) for g in self.gone(word)]
        return self._declarations.dropped(thing, seen)

    @cached_property
    def _bases(self) -> dict[str, list[str]]:
        """Last part of a path that is not there any more -> such paths."""
        found: dict[str, list[str]] = {}
        for path in self._stored.paths:
            if path not in self._there:
                found.setdefault(path.rpartition("/")[2], []).append(path)
        return found

    @cached_property
    def _folders(self) -> dict[str, tuple[str, int, str]]:
        return folders_gone(self._stored.paths)

    @cached_property
    def _there(self) -> frozenset[str]:
        """Files and folders of the checked-out commit."""
        said = read_git(self._git, self._root, FILES_OF, "HEAD")
        rows = [] if isinstance(said, NoGit) else said.decode("utf-8", "replace").split("\0")
        files = [row.partition("\t")[2] for row in rows if row]
        return frozenset({*files, *(p[:at] for p in files for at, c in enumerate(p) if c == "/")})

    def message(self, commit: str) -> str:
        """Asked once for each commit."""
        if commit not in self._messages:
            said = read_git(self._git, self._root, MESSAGE, commit)
            text = (
                "" if isinstance(said, NoGit) else said.decode("utf-8", "replace").partition("\n")[2]
            )  # behind `commit <id>`
            self._messages[commit] = text.strip()[:_MESSAGE]
        return self._messages[commit]

    def introduced(self, document: str, text: str, gone: Left) -> Introduced | None:
        """The oldest commit that changed how often the word `text` is in the document, renames and moves
        between documents followed.
        """
        tip, found = "HEAD", None
        for _ in range(self._hops):
            oldest = self._writings.oldest(tip, document, text)
            if oldest is None:
                return found
            found = Introduced(time=oldest.time, whole=oldest.status == "A", commit=oldest.commit)
            other = "" if self.is_before(found, gone) else self._came_from(oldest.commit, text, document)
            if not other:
                return found
            tip, document = f"{oldest.commit}^", other
        return found

    def is_before(self, since: Introduced, gone: Left) -> bool:
        """By the place in the log, where parents are behind their children; by time where one of both is not
        in it.
        """
        one, other = self._writings.place(since.commit), self._writings.place(gone.commit)
        return since.time < gone.time if one is None or other is None else one > other

    def _came_from(self, commit: str, text: str, document: str) -> str:
        """Another document that held the text until this commit, which took it out there."""
        paths = [("glob", f"**/{d}") for d in _WRITTEN]
        plain = re.fullmatch(r"\w+", text, re.ASCII) is not None
        word = f"(^|[^[:alnum:]_]){text}([^[:alnum:]_]|$)" if plain else text
        verb = HELD_PATTERN if plain else HELD_WORD
        said = read_git(self._git, self._root, verb, commit, word=word, paths=paths)
        rows = (
            []
            if isinstance(said, NoGit)
            else [r.split("\t") for r in said.decode("utf-8", "replace").splitlines()]
        )
        return next((r[1] for r in rows if len(r) == 2 and r[0] in ("D", "M") and r[1] != document), "")


def open_history(
    git: Git | None,
    root: str,
    directory: str,
    cfg: DriftConfig,
    check: Callable[[], None] = lambda: None,
    *,
    workers: int = 0,
    enough: Callable[[], bool] = _never,
    early: Callable[[GitHistory], None] = lambda _known: None,
) -> GitHistory | None:
    """The history of the checked-out commit; None without git or when it is switched off. `directory` is the
    index folder.

    The first reading of a large repository takes minutes: `check` is asked about ten times a second while git
    works and once for each commit that is read, and may raise; what was read until a few seconds before is
    kept beside, and the next call for the same commit goes on from there. Where `enough` is true between two steps of it,
    `early` is given what the newest commits tell, as in a clone that is not deep, whose `missed` says how many are left;
    the reading goes on.
    What is returned asks only the `check` of `git`. `workers` is as `index.workers`: processes for many commits, 0 for as many as
    processors.
    """
    if git is None or not cfg.history or cfg.history_commits == 0:
        return None
    git = msgspec.structs.replace(git, seconds=cfg.history_seconds)
    asking = git.check

    def both() -> None:
        asking()
        check()

    patient, git = git, msgspec.structs.replace(git, check=both)
    head = head_commit(git, root)
    if head is None:
        return None
    file = Path(directory, FILE)
    stored = load(file, cfg.history_bytes)
    if stored is None or stored.head != head:
        above = stored is not None and read_git(git, root, IS_ANCESTOR, stored.head, head)
        old = None if isinstance(above, NoGit | bool) else stored

        def some(known: Stored) -> None:
            early(GitHistory(patient, root, known, cfg.introduced_hops, enough))

        part, many = Path(directory, PART), workers or processors()
        stored = _read(git, root, head, old, cfg, part, many, enough, some)
        if stored is None:
            return None
        save(file, stored)
        return GitHistory(patient, root, stored, cfg.introduced_hops, enough)
    return GitHistory(patient, root, stored, cfg.introduced_hops)


def _read(
    git: Git,
    root: str,
    head: str,
    old: Stored | None,
    cfg: DriftConfig,
    part: Path,
    workers: int,
    enough: Callable[[], bool],
    early: Callable[[Stored], None],
) -> Stored | None:
    base = old.head if old is not None else ""
    span = f"{base}..{head}" if base else head
    paths: list[Spec] = [
        EVERYTHING,
        # with one star and without `glob` it is a mere comparison of ends
        *(("exclude", pattern) for pattern in _UNREAD),
    ]
    listed = read_git(git, root, COMMITS, span, paths=paths)
    if isinstance(listed, NoGit):
        return None
    commits = listed.decode("ascii", "replace").split()[: cfg.history_commits]
    begun = resumed(part, cfg.history_bytes)
    same = begun is not None and (begun.stored.head, begun.base) == (head, base)
    new, done = (begun.stored, begun.done) if begun is not None and same else (Stored(head, {}, {}), 0)
    saved, kept, at = time.monotonic(), 0, 0
    missed: list[str] = []
    most, places, seconds = cfg.history_patches, cfg.history_places, cfg.history_seconds
    # the moves of a whole history are one answer, and may be larger
    bounded = msgspec.structs.replace(git, most=min(git.most, most))
    many, todo = (workers if len(commits) - done > cfg.history_step else 1), commits[done:]
    calls = cfg.history_calls
    steps = patches(bounded, root, todo, paths, cfg.history_step, calls, gits=many, missed=missed.append)
    stream = noted(steps, places, git.check, processes=many, seconds=seconds, held=2 * most)
    with closing(steps), closing(stream):
        try:
            for notes, out in stream:
                at = out if notes is None else 0  # of a step that is not whole nothing can be kept
                if notes is not None:
                    add_older(Notes(new.names), notes, places)
                elif done + out < len(commits):
                    if time.monotonic() - saved >= cfg.history_saved_seconds:
                        keep_part(part, Part(base, done + out, new))
                        saved, kept = time.monotonic(), out
                    if enough():
                        enough = _never
                        left = f"{len(commits) - done - out:,} of {len(commits):,} commits, which the next look reads"
                        early(_with_older(git, root, span, new, old, cfg, [left]))
        finally:
            if kept < at < len(commits) - done:
                keep_part(part, Part(base, done + at, new))
    return _with_older(git, root, span, new, old, cfg, missed)


def _with_older(
    git: Git, root: str, span: str, new: Stored, old: Stored | None, cfg: DriftConfig, missed: list[str]
) -> Stored:
    """What was read of a span of commits and what is kept of the older ones as one, with the paths that went."""
    names = {name: [*rows] for name, rows in new.names.items()}
    for name, rows in old.names.items() if old is not None else ():
        names[name] = [*names.get(name, []), *rows][: cfg.history_places + 1]
    paths = _paths(git, root, span, old, missed)
    return Stored(new.head, names, paths, "; ".join(missed[:1]) or (old.missed if old is not None else ""))


def _paths(
    git: Git, root: str, span: str, old: Stored | None, missed: list[str]
) -> dict[str, tuple[str, int, str]]:
    found: dict[str, tuple[str, int, str]] = {}
    listed = read_git(git, root, COMMITS, span)
    for verb in (
        MOVES,
        EXACT_MOVES,
    ):  # what moved unchanged is told without reading a content, which may be missing, or too much
        said = read_git(git, root, verb, stdin=listed) if not isinstance(listed, NoGit) and listed else b""
        if not isinstance(said, NoGit):
            for block in said.split(MARK)[1:]:
                read_paths(block.decode("utf-8", "replace").split("\0"), found)
            break
    else:
        missed.append(
            listed.reason
            if isinstance(listed, NoGit)
            else f"git could not tell which paths went in {span[:12]}"
        )
    return found if old is None else found | {p: row for p, row in old.paths.items() if p not in found}
