"""The exact bytes of a range reference, or which of its fields is not true.

Each field is held against the bytes as they are now: nothing of a reference is believed. What cannot be held
against anything (a file that is in no commit, an identity where there is none) is left out of the check and
named in `unchecked`. Paths are refused before anything is read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec

from helix_lsp.align.drift.verdict import Reason, because
from helix_lsp.text.digest import blob_id, digest_of, sha256_hex
from helix_lsp.text.paths import refuse
from helix_lsp.text.positions import LineIndex, Span

CHUNK_DIGITS = 20
SOURCE = "source_file"
WRONG = frozenset({"path_refused", "empty_range"})
"""Refusals of a reference that is wrong in itself, whatever any file holds."""
BENDS = frozenset({"bytes_differ", "lines_differ", "chunk_differs", "commit_differs"})
"""Refusals that a caller may choose to be told of instead (`lenient`)."""


class RangeRef(msgspec.Struct, frozen=True, kw_only=True):
    """What `range-ref.v1` holds: a path inside the root, bytes, lines (from 1, inclusive), the hash of exactly
    those bytes, and where they came from; `` for what it does not say.
    """

    path: str
    start_byte: int
    end_byte: int
    start_line: int
    end_line: int
    content_sha256: str
    artifact_role: str = SOURCE
    repo_id: str = ""
    commit: str = ""
    blob: str = ""
    chunk_id: str = ""


class RangeText(msgspec.Struct, frozen=True, kw_only=True):
    """The bytes and what they are now; `text` has broken bytes replaced. `blob` is git's id of the whole file
    now; `unchecked` names fields that could not be held against anything, `bent` what did not hold though the
    bytes are given.
    """

    ref: RangeRef
    data: bytes
    text: str
    sha256: str
    start_line: int
    end_line: int
    blob: str = ""
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    unchecked: tuple[str, ...] = ()
    bent: tuple[Reason, ...] = ()


class Refusal(msgspec.Struct, frozen=True, kw_only=True):
    """Why a reference is not followed: the first of its fields that does not hold."""

    ref: RangeRef
    reason: Reason

    @property
    def wrong(self) -> bool:
        """True for a reference that is wrong in itself; else the world is not as it says."""
        return self.reason.id in WRONG


class HeldFile(msgspec.Struct, frozen=True, kw_only=True):
    """A file as it is now, with its line table and git's id of its bytes."""

    data: bytes
    lines: LineIndex
    blob: str


def never_committed(commit: str, path: str) -> str:  # noqa: ARG001  a port
    """The blob of a path in a commit, where no commit is known."""
    return ""


class Ground(msgspec.Struct, frozen=True, kw_only=True):
    """What references are held against: the file at a path (None: there is none), the identity of the
    repository (`` where it is not known), the qualified names of a path's units (None unknown), and the blob
    of a path in a commit (`` unknown).
    """

    file: Callable[[str], HeldFile | None]
    repo_id: str = ""
    names: Callable[[str], Iterable[str] | None] = lambda _: None
    committed: Callable[[str, str], str] = never_committed


def held_files(texts: Callable[[str], bytes | None]) -> Callable[[str], HeldFile | None]:
    """A memo over `texts`: each file is read and hashed once."""
    held: dict[str, HeldFile | None] = {}

    def file(path: str) -> HeldFile | None:
        if path not in held:
            data = texts(path)
            held[path] = (
                None if data is None else HeldFile(data=data, lines=LineIndex(data), blob=blob_id(data))
            )
        return held[path]

    return file


def chunk_id(path: str, qualified: str, sha256: str) -> str:
    """Identity of a chunk: path, qualified name or heading, content; never a line number."""
    return digest_of([path, qualified, sha256])[:CHUNK_DIGITS]


def resolve(ref: RangeRef, ground: Ground, *, lenient: bool = False, around: int = 0) -> RangeText | Refusal:
    """The bytes with `around` lines before and after them, or why not; `lenient` gives them though a field of
    BENDS does not hold.
    """
    if (wrong := _wrong(ref, ground)) is not None:
        return Refusal(ref=ref, reason=wrong)
    file = ground.file(ref.path)
    if file is None:
        return Refusal(ref=ref, reason=because("file_gone", path=ref.path))
    data, lines = file.data, file.lines
    if ref.end_byte > len(data):
        facts = {"path": ref.path, "bytes": str(len(data)), "end": str(ref.end_byte)}
        return Refusal(ref=ref, reason=because("past_the_end", **facts))
    span = Span(ref.start_byte, ref.end_byte)
    cut = span.cut(data)
    first, last = lines.lines(span)
    digest = sha256_hex(cut)
    bent, unchecked = _bent(ref, ground, digest, (first, last))
    if bent and not lenient:
        return Refusal(ref=ref, reason=bent[0])
    return RangeText(
        ref=ref,
        data=cut,
        text=cut.decode("utf-8", "replace"),
        sha256=digest,
        start_line=first,
        end_line=last,
        blob=file.blob,
        before=tuple(lines.line_text(n - 1) for n in range(max(1, first - around), first)),
        after=tuple(
            lines.line_text(n - 1) for n in range(last + 1, min(last + around, lines.line_count) + 1)
        ),
        unchecked=unchecked,
        bent=bent,
    )


def _wrong(ref: RangeRef, ground: Ground) -> Reason | None:
    """What can be said before any file is read."""
    if (why := refuse(ref.path)) is not None:
        return because("path_refused", path=ref.path, why=why)
    if not 0 <= ref.start_byte < ref.end_byte:
        facts = {"path": ref.path, "start": str(ref.start_byte), "end": str(ref.end_byte)}
        return because("empty_range", **facts)
    if ref.repo_id and ground.repo_id and ref.repo_id != ground.repo_id:
        return because("other_repository", path=ref.path, said=ref.repo_id, here=ground.repo_id)
    return None


def _bent(
    ref: RangeRef, ground: Ground, digest: str, lines: tuple[int, int]
) -> tuple[tuple[Reason, ...], tuple[str, ...]]:
    """(what does not hold, names of fields that could not be checked)."""
    bent: list[Reason] = []
    unchecked: list[str] = ["repo_id"] if not (ref.repo_id and ground.repo_id) else []
    at = {"path": ref.path, "line": str(ref.start_line)}
    if digest != ref.content_sha256:
        bent.append(because("bytes_differ", **at, now=digest, said=ref.content_sha256))
    if lines != (ref.start_line, ref.end_line):
        said, now = f"{ref.start_line}-{ref.end_line}", f"{lines[0]}-{lines[1]}"
        bent.append(because("lines_differ", **at, now=now, said=said))
    if ref.chunk_id:
        names = ground.names(ref.path)
        if names is None:
            unchecked.append("chunk_id")
        elif ref.chunk_id not in {chunk_id(ref.path, name, ref.content_sha256) for name in names}:
            bent.append(because("chunk_differs", **at, said=ref.chunk_id))
    if ref.commit:
        held = ground.committed(ref.commit, ref.path)
        if not held:
            unchecked.append("commit")
        elif ref.blob and held != ref.blob:
            bent.append(because("commit_differs", **at, commit=ref.commit, holds=held, said=ref.blob))
    return tuple(bent), tuple(unchecked)
