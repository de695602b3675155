"""Documents from outside the repository that a claim may be held against: what the user added, by grade.

A source is a copy of its text at the moment when it was added, with where it came from, title, grade, date and
content hash (`evidence-store.v1`, one file in the index folder). Nothing is fetched: an address is text.

Invariants: the same content is one source; a store that is damaged is refused with a message and never
overwritten; the number of sources and their bytes are bounded; links and special files are not read.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from datetime import date
from pathlib import Path
from typing import get_args

import msgspec

from helix_lsp.ask.claims.outside import Source
from helix_lsp.errors import StorageError, UsageError
from helix_lsp.session.disk.scan import read_private, replace_private
from helix_lsp.text.digest import sha256_hex
from helix_lsp.tuning.verify import VerifyTuning
from helix_lsp.verify.facts.fact import Grade

NAME = "evidence.json"
SCHEMA = "evidence-store.v1"
GRADES: tuple[Grade, ...] = get_args(Grade)
ENDINGS = (".md", ".markdown", ".txt", ".rst", ".adoc", ".html", ".htm")
_BOUNDS = VerifyTuning()


class _Store(msgspec.Struct, kw_only=True):
    schema: str = SCHEMA
    sources: list[Source] = []


_store = msgspec.json.Decoder(_Store)


class Added(msgspec.Struct, frozen=True, kw_only=True):
    """`added` are new, `known` stood there with the same content (their grade is now as
    said, and what else was said),
    `refused` are (path, why).
    """

    added: tuple[Source, ...] = ()
    known: tuple[Source, ...] = ()
    refused: tuple[tuple[str, str], ...] = ()


class EvidenceStore:
    """The sources of one index folder; holds nothing open."""

    def __init__(self, directory: str) -> None:
        self._place = Path(directory) / NAME

    def sources(self) -> tuple[Source, ...]:
        """All of them, best grade first, then by address. Raises StorageError for a damaged store."""
        try:
            data = read_private(self._place)
        except FileNotFoundError:
            return ()
        except OSError as error:
            raise StorageError(f"{self._place} cannot be read: {error.strerror}") from error
        try:
            store = _store.decode(data)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            raise self._damaged(str(error)) from error
        if store.schema != SCHEMA:
            raise self._damaged(f"schema is {store.schema!r}")
        for source in store.sources:
            if sha256_hex(source.text.encode()) != source.sha256:
                raise self._damaged(f"the text of {source.source!r} is not what its hash says")
        return _sorted(store.sources)

    def add(
        self, given: str, grade: str, *, title: str = "", source: str = "", dated: str = "", today: date
    ) -> Added:
        """A file, or every document below a folder (ENDINGS). `source` is where it came from (the path itself
        where it is not said), `dated` YYYY-MM-DD, `` for unknown: a source without a date is kept as one.

        Raises UsageError for what cannot be taken, StorageError for a store that cannot be read or written.
        """
        if grade not in GRADES:
            raise UsageError(f"the grade is {grade!r}; it must be one of {', '.join(GRADES)}")
        _date(dated, today)
        files = _files(given)
        if len(files) > 1 and (title or source):
            raise UsageError("a title or a source is of one file; add the files of the folder one by one")
        held = {s.sha256: s for s in self.sources()}
        new: list[Source] = []
        known: list[Source] = []
        refused: list[tuple[str, str]] = []
        for path in files:
            text = _text(path)
            if isinstance(text, _No):
                refused.append((str(path), text.why))
                continue
            digest = sha256_hex(text.encode())
            before = held.get(digest)
            one = Source(
                source=source or (before.source if before else str(path)),
                title=title or (before.title if before else _title(text) or path.name),
                grade=grade,
                dated=dated or (before.dated if before else ""),
                added=before.added if before else today.isoformat(),
                sha256=digest,
                text=text,
            )
            (known if before else new).append(one)
            held[one.sha256] = one
        if refused and not new and not known:
            raise UsageError(f"{refused[0][0]}: {refused[0][1]}")
        self._bounded(held.values())
        self._write(held.values())
        return Added(added=tuple(new), known=tuple(known), refused=tuple(refused))

    def remove(self, named: str) -> tuple[Source, ...]:
        """Take out what has this address, or a content hash that begins so (8 digits or more). Raises UsageError
        where there is none.
        """
        every = self.sources()
        real = os.path.realpath(named)
        out = [
            s
            for s in every
            if s.source in (named, real) or (len(named) >= 8 and s.sha256.startswith(named.lower()))
        ]
        if not out:
            raise UsageError(f"there is no source {named!r}; `helix-lsp evidence list` shows all of them")
        self._write([s for s in every if s not in out])
        return tuple(out)

    def _bounded(self, sources: Iterable[Source]) -> None:
        every = list(sources)
        size = sum(len(s.text.encode()) for s in every)
        if len(every) > _BOUNDS.outside_sources or size > _BOUNDS.outside_bytes:
            raise UsageError(
                f"that would be {len(every):,} sources of {size:,} bytes; at most {_BOUNDS.outside_sources:,} of {_BOUNDS.outside_bytes:,} are kept"
            )

    def _write(self, sources: Iterable[Source]) -> None:
        try:
            replace_private(self._place, msgspec.json.encode(_Store(sources=list(_sorted(sources)))))
        except OSError as error:
            raise StorageError(
                f"{self._place} cannot be written: {error.strerror}; nothing was changed"
            ) from error

    def _damaged(self, why: str) -> StorageError:
        return StorageError(
            f"{self._place} is damaged ({why}); nothing was read or changed: move the file away and add the sources again"
        )


class _No(msgspec.Struct, frozen=True):
    why: str


def _sorted(sources: Iterable[Source]) -> tuple[Source, ...]:
    return tuple(sorted(sources, key=lambda s: (s.grade, s.source, s.sha256)))


def _date(said: str, today: date) -> None:
    if not said:
        return
    try:
        at = date.fromisoformat(said)
    except ValueError:
        raise UsageError(f"the date is {said!r}; write it as {today.isoformat()}") from None
    if at > today:
        raise UsageError(f"the date {said} is yet to come")


def _files(given: str) -> Sequence[Path]:
    place = Path(os.path.realpath(given))
    if place.is_file():
        return [place]
    if not place.is_dir():
        raise UsageError(
            f"{given} is neither a file nor a folder; nothing is fetched, so save the document first"
        )
    found: list[Path] = []
    for folder, names, files in os.walk(place):
        names[:] = sorted(n for n in names if not n.startswith("."))
        found += [Path(folder, n) for n in sorted(files) if n.lower().endswith(ENDINGS)]
        if len(found) > _BOUNDS.outside_sources:
            raise UsageError(
                f"{given} holds more than {_BOUNDS.outside_sources:,} documents; name a smaller folder"
            )
    if not found:
        raise UsageError(f"{given} holds no document ({', '.join(ENDINGS)})")
    return [path for path in found if not path.is_symlink()]


def _text(path: Path) -> str | _No:
    try:
        data = read_private(path, _BOUNDS.outside_file + 1)
    except OSError as error:
        return _No(f"cannot be read ({error.strerror})")
    if len(data) > _BOUNDS.outside_file:
        return _No(f"is larger than {_BOUNDS.outside_file:,} bytes")
    if b"\0" in data:
        return _No("is not a text")
    text = data.decode("utf-8", "replace")
    return text if text.strip() else _No("is empty")


def _title(text: str) -> str:
    """The first heading or line, of a document in Markdown or plain text."""
    first = next((line.strip(" #=\t") for line in text.split("\n") if line.strip(" #=\t-")), "")
    return first[:120] if first.isprintable() and not first.startswith("<") else ""
