"""One refresh by the process that holds the lock: read what changed, extract what is new, commit in batches.

Invariants: a commit holds only facts of bytes that were read; what is gone is dropped last, together with
what took its place, so that a rename never shows as a hole; when the root itself is gone nothing is dropped.
Stopping at any point (cancel, kill, full disk) leaves the last committed generation, and the next refresh
goes on from there.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, field

from msgspec.structs import replace

from helix_lsp.config import Config
from helix_lsp.index.change import Change, Drop, Put
from helix_lsp.index.host import Host
from helix_lsp.index.store.base import FileRow
from helix_lsp.index.store.pack import pack
from helix_lsp.index.units.units import Facts
from helix_lsp.session.disk.disk import Content, Ends, Refused, read_content, read_ends
from helix_lsp.session.disk.listing import Listed, Listing
from helix_lsp.session.disk.scan import Difference, Scan, compare, save_scan, too_large
from helix_lsp.session.disk.walk import BY_NAME_ONLY, Reason, Skips
from helix_lsp.session.processes.pool import NOTES, Extracted, Job, extract_all
from helix_lsp.session.processes.worker import extract_one
from helix_lsp.syntax.extract import HEAD, refuse
from helix_lsp.syntax.language import language_of
from helix_lsp.syntax.outline import Outline, Problem, ProblemCode
from helix_lsp.text.digest import blob_id

_ENDS = 65_536
_BY_CONTENT = frozenset({"binary", "UTF-16 or UTF-32"})
_PROBLEM: dict[Reason, tuple[ProblemCode, str]] = {
    "too large": ("too_large", "the file is larger than the cap; it is known by its name only"),
    "parser died": ("reader", "the parser died on this file; it is known by its name only"),
    "parser timed out": ("reader", "the parser took too long; the file is known by its name only"),
    "parser failed": ("reader", "the parser failed on this file; it is known by its name only"),
}


@dataclass(slots=True, kw_only=True)
class Indexing:
    """A refresh under way. `told` is called with (files that are not committed, files read, files in all) at
    each file and after each commit.

    `unread`: files that the disk failed to give, with why; the index keeps what it had of them, but for
    those that nobody may read any more.
    """

    root: str
    directory: str
    config: Config
    host: Host
    listing: Listing
    last: Scan
    opened: Collection[str]
    check: Callable[[], None]
    told: Callable[[int, int, int], None]
    added: int = 0
    changed: int = 0
    removed: int = 0
    unchanged: int = 0
    extracted: int = 0
    root_gone: bool = False
    unread: list[str] = field(default_factory=list[str])
    skips: Skips = field(default_factory=Skips)
    committed: dict[str, str] = field(default_factory=dict[str, str])
    _known: Mapping[str, FileRow] = field(default_factory=dict[str, FileRow])
    _by_name: dict[str, Reason] = field(default_factory=dict[str, "Reason"])
    _batch: list[Change] = field(default_factory=list["Change"])
    _batch_bytes: int = 0
    _restamped: list[Put] = field(default_factory=list["Put"])
    _gathered: set[tuple[str, str]] = field(default_factory=set[tuple[str, str]])
    _reused: dict[str, bytes] = field(default_factory=dict[str, bytes])
    _gone: set[str] = field(default_factory=set[str])
    _waiting: dict[tuple[str, str], list[tuple[Listed, Content]]] = field(
        default_factory=dict[tuple[str, str], "list[tuple[Listed, Content]]"]
    )
    _suspect: set[str] = field(default_factory=set[str])
    _todo: set[str] = field(default_factory=set[str])
    _all: int = 0

    def run(self) -> None:
        """Bring the index up to the listing. Raises Cancelled through `check`, and StorageError."""
        self._known = self.host.known()
        difference = compare(
            self.listing.files, self._known, self.last, self.config.index, self.config.session
        )
        self._by_name = {path: reason for path, reason in self.last.by_name.items() if path in self._known}
        self._gone = set(difference.removed)
        self.unchanged = difference.unchanged
        todo = self._ordered(difference)
        self._suspect = {file.path for file in difference.suspect}
        self._todo = {file.path for file in todo}
        self._all = len(todo) + len(self._gone)
        self._tell()
        self._flag(difference.flagged)
        index = self.config.index
        read: dict[int, tuple[Listed, Content]] = {}
        jobs = self._jobs(todo, read)
        with closing(
            extract_all(jobs, len(difference.changed), index, self.config.session.parse_seconds, self.check)
        ) as stream:
            for got in stream:
                listed, content = read.pop(got.job.key)
                self._take(listed, content, got)
        self._finish()

    def _ordered(self, difference: Difference) -> list[Listed]:
        """Open files first, then what must be proved unchanged, then what was touched last; ties by path."""

        def order(file: Listed) -> tuple[bool, int, str]:
            return file.path not in self.opened, -file.mtime_ns, file.path

        changed, suspect = sorted(difference.changed, key=order), sorted(difference.suspect, key=order)
        first = sum(file.path in self.opened for file in changed)
        return [*changed[:first], *suspect, *changed[first:]]

    def _flag(self, flagged: tuple[Listed, ...]) -> None:
        snapshot = self.host.snapshot()
        for file in flagged:
            entry = snapshot.file(file.path)
            known = self._known[file.path]
            if entry is not None and entry.sha == known.sha:
                self._put(file, known.size, known.mtime_ns, known.sha, entry.language, None)
            self.unchanged += 1

    def _jobs(self, todo: list[Listed], read: dict[int, tuple[Listed, Content]]) -> Iterator[Job]:
        """Read each file; what the index already has goes into the batch at once, the rest is yielded to be
        extracted.
        """
        for key, file in enumerate(todo):
            self.check()
            if too_large(file.path, file.size, self.config.index):
                self._take_large(file)
                continue
            content = read_content(self.root, file.path, self.config.index.max_file_bytes)
            if isinstance(content, Refused):
                self._refused(file, content)
                continue
            sha = blob_id(content.data)
            if self._is_known(file, content, sha):
                continue
            language = language_of(file.path, content.data[:HEAD])
            waiting = self._waiting.get((sha, language))
            if waiting is not None:
                waiting.append((file, content))
            elif (sha, language) in self._gathered or self.host.has(sha, language):
                self._count(file)
                self._reuse(file, content, sha, language)
            else:
                self._waiting[sha, language] = []
                read[key] = file, content
                yield Job(key=key, path=file.path, data=content.data)

    def _is_known(self, file: Listed, content: Content, sha: str) -> bool:
        """True when the bytes are those the index has; a new time is noted so that they are not read again."""
        known = self._known.get(file.path)
        if known is None or known.sha != sha or self._by_name.get(file.path, "binary") not in _BY_CONTENT:
            return False
        row = self.host.rows().get(file.path)
        language = (
            language_of(file.path, content.data[:HEAD]) if row is None or row.sha != sha else row.language
        )
        self.unchanged += 1
        if (known.size, known.mtime_ns, known.tracked) != (content.size, content.mtime_ns, file.tracked):
            self._restamp(file, content, sha, language)
        else:
            self._done(file)
        return True

    def _restamp(self, file: Listed, content: Content, sha: str, language: str) -> None:
        """Nothing but the time or git's word changed: the path keeps its facts, which nobody clears out, so no bytes
        are kept, and a whole tree (a fresh clone, say) is a few commits.
        """
        self._note(file, _no_text(content.data))
        self._restamped.append(_put(file, content.size, content.mtime_ns, sha, language, None))
        self._done(file)
        if len(self._restamped) >= self.config.session.restamped_files:
            self._commit()

    def _take(self, file: Listed, content: Content, got: Extracted) -> None:
        """Facts have come: put them, and the other files of the same bytes that waited for them."""
        self.extracted += 1
        sha = blob_id(content.data)
        packed, language = got.packed, got.language
        if packed is None:
            language, packed = "", self._bare(sha, got.note or "parser failed")
        waited = self._waiting.pop((sha, language_of(file.path, content.data[:HEAD])), [])
        for number, (path, bytes_of) in enumerate([(file, content), *waited]):
            self._note(path, got.note)
            self._count(path)
            self._put(path, bytes_of.size, bytes_of.mtime_ns, sha, language, packed if number == 0 else None)

    def _take_large(self, file: Listed) -> None:
        """A file that is not read whole: its identity is its size and its ends, its facts are empty."""
        ends = read_ends(self.root, file.path, _ENDS)
        if not isinstance(ends, Ends):
            self._refused(file, ends)
            return
        sha = blob_id(b"%d\0" % ends.size + ends.head + ends.tail)
        known = self._known.get(file.path)
        if known is not None and known.sha == sha:
            self.unchanged += 1
        else:
            self._count(file)
        self._by_name[file.path] = "too large"
        self._put(file, ends.size, ends.mtime_ns, sha, "", self._bare(sha, "too large"))

    def _refused(self, file: Listed, why: Refused) -> None:
        """Gone or changed into something else since it was listed."""
        if why.reason == "too large":
            self._take_large(file)
            return
        if why.reason != "vanished":
            self.skips.add(file.path, why.reason, why.detail)
        if why.failed:
            self.unread.append(f"{file.path}: {why.detail}")
        elif file.path in self._known:
            self._gone.add(file.path)
            if (
                why.reason == "unreadable"
            ):  # it could be read before: whoever asks now is told that it is missing
                self.unread.append(f"{file.path}: {why.detail}")
        self._done(file)

    def _bare(self, sha: str, reason: Reason) -> bytes:
        code, message = _PROBLEM[reason]
        outline = Outline(language="", problems=(Problem(code=code, message=message),))
        return pack(Facts(sha=sha, language="", outline=outline, units=(), generated=False))

    def _count(self, file: Listed) -> None:
        if file.path in self._known:
            self.changed += 1
        else:
            self.added += 1

    def _reuse(self, file: Listed, content: Content, sha: str, language: str) -> None:
        """The index has the facts. The bytes are kept until the commit, in case they are needed after all
        (`_sure`).
        """
        self._note(file, _no_text(content.data))
        self._reused[file.path] = content.data
        self._batch_bytes += len(content.data)
        self._put(file, content.size, content.mtime_ns, sha, language, None)

    def _put(
        self, file: Listed, size: int, mtime_ns: int, sha: str, language: str, packed: bytes | None
    ) -> None:
        self._batch.append(_put(file, size, mtime_ns, sha, language, packed))
        if packed is not None:
            self._batch_bytes += len(packed)
            self._gathered.add((sha, language))
        self._done(file)
        if (
            len(self._batch) >= self.config.index.batch_files
            or self._batch_bytes >= self.config.session.batch_bytes
        ):
            self._commit()

    def _note(self, file: Listed, why: Reason | None) -> None:
        """Why it is known by its name only, None where it is not."""
        if why is not None:
            self._by_name[file.path] = why
        else:
            self._by_name.pop(file.path, None)

    def _done(self, file: Listed) -> None:
        self._suspect.discard(file.path)
        self._todo.discard(file.path)
        self._tell()

    def _tell(self) -> None:
        left = len(self._todo) + len(self._gone)
        self.told(left + len(self._batch) + len(self._restamped), self._all - left, self._all)

    def _commit(self) -> None:
        batch, self._batch, self._batch_bytes = [*self._restamped, *self._batch], [], 0
        self._restamped.clear()
        reused, self._reused = self._reused, {}
        gathered, self._gathered = self._gathered, set()
        if not batch:
            return
        self.check()
        self.host.commit([self._sure(change, reused, gathered) for change in batch])
        for change in batch:
            if isinstance(change, Put):
                self.committed[change.path] = change.sha
        if not self._suspect:
            self._save()
        self._tell()

    def _sure(self, change: Change, reused: dict[str, bytes], gathered: set[tuple[str, str]]) -> Change:
        """Facts that the index said to have may have been cleared out by a commit in between; then they are
        made again.
        """
        if isinstance(change, Drop) or change.packed is not None or change.path not in reused:
            return change
        if (change.sha, change.language) in gathered or self.host.has(change.sha, change.language):
            return change
        packed, language, _ = extract_one(change.path, reused[change.path], self.config.index)
        return replace(change, language=language, packed=packed)

    def _finish(self) -> None:
        if not os.path.isdir(self.root):
            self.root_gone = True
            return
        for path in sorted(self._gone):
            self._batch.append(Drop(path=path))
            self._by_name.pop(path, None)
        self.removed = len(self._gone)
        self._gone.clear()
        self._commit()
        self._save()
        for path, reason in self._by_name.items():
            if reason in BY_NAME_ONLY:
                self.skips.add(path, reason)

    def _save(self) -> None:
        save_scan(self.directory, Scan(started_ns=self.listing.started_ns, by_name=self._by_name))


def _put(file: Listed, size: int, mtime_ns: int, sha: str, language: str, packed: bytes | None) -> Put:
    return Put(
        path=file.path,
        size=size,
        mtime_ns=mtime_ns,
        tracked=file.tracked,
        sha=sha,
        language=language,
        packed=packed,
    )


def _no_text(data: bytes) -> Reason | None:
    """Why `extract` refuses a file whole; said again here for files whose facts were not made in this run."""
    refused = refuse("", data)
    return NOTES.get(refused.problems[0].code) if refused is not None else None
