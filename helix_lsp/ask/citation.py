"""The exact bytes of a range reference, or why they cannot be had."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from helix_lsp.errors import StaleError, UsageError
from helix_lsp.text.digest import sha256_hex
from helix_lsp.text.line_index import LineIndex
from helix_lsp.text.paths import refuse
from helix_lsp.text.span import Span


@dataclass(frozen=True, slots=True, kw_only=True)
class RangeRef:
    """What `range-ref.v1` holds: a path inside the root, bytes, lines (from 1, inclusive), and the hash of exactly those bytes."""

    path: str
    start_byte: int
    end_byte: int
    start_line: int
    end_line: int
    content_sha256: str
    artifact_role: str = "source_file"
    repo_id: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RangeText:
    """The bytes and what they are now; `text` has broken bytes replaced."""

    ref: RangeRef
    data: bytes
    text: str
    sha256: str
    start_line: int
    end_line: int


def fetch(ref: RangeRef, texts: Callable[[str], bytes | None]) -> RangeText:
    """Raises `UsageError` for a reference that is wrong in itself, `StaleError` when the file no longer holds those bytes there."""
    if (reason := refuse(ref.path)) is not None:
        raise UsageError(f"{ref.path!r} cannot be read: {reason}; give a path relative to the root")
    if not 0 <= ref.start_byte < ref.end_byte:
        raise UsageError(f"{ref.path}: bytes {ref.start_byte} to {ref.end_byte} are no range; the end must lie behind the start")
    data = texts(ref.path)
    if data is None:
        raise StaleError(f"{ref.path}: not a readable file inside the workspace; it may have been moved or deleted")
    if ref.end_byte > len(data):
        raise StaleError(
            f"{ref.path}: has {len(data)} bytes, the reference ends at {ref.end_byte}; ask again to get a fresh reference"
        )
    span = Span(ref.start_byte, ref.end_byte)
    cut = span.cut(data)
    digest = sha256_hex(cut)
    if digest != ref.content_sha256:
        raise StaleError(
            f"{ref.path}:{ref.start_line}: the bytes changed (sha256 {digest[:12]}… instead of {ref.content_sha256[:12]}…); "
            "ask again to get a fresh reference"
        )
    first, last = LineIndex(data).lines(span)
    return RangeText(ref=ref, data=cut, text=cut.decode("utf-8", "replace"), sha256=digest, start_line=first, end_line=last)
