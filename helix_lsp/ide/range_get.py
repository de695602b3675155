"""The exact bytes of a range reference, over a view."""

from __future__ import annotations

from collections.abc import Callable

from helix_lsp.ask.claims.citation import (
    Ground,
    RangeRef,
    RangeText,
    Refusal,
    held_files,
    never_committed,
    resolve,
)
from helix_lsp.errors import StaleError, UsageError
from helix_lsp.ide.mentions import View

__all__ = ["RangeRef", "RangeText", "ground_of", "range_get", "refusal_words"]

_ASK = "ask again to get a fresh reference"
_WORDS = {
    "path_refused": "{path!r} cannot be read: {why}; give a path relative to the root",
    "empty_range": "{path}: bytes {start} to {end} are not a range; the end must lie behind the start",
    "other_repository": "{path}: the reference is of the repository {said}, this one is {here}; name its folder with --root",
    "file_gone": "{path}: not a readable file inside the workspace; it may have been moved or deleted",
    "past_the_end": "{path}: has {bytes} bytes, the reference ends at {end}; " + _ASK,
    "bytes_differ": "{path}:{line}: the bytes changed (sha256 {now:.12}… instead of {said:.12}…); " + _ASK,
    "lines_differ": "{path}:{line}: these bytes are lines {now}, the reference says {said}; " + _ASK,
    "chunk_differs": "{path}:{line}: no piece of this file has the chunk_id {said} with these bytes; " + _ASK,
    "commit_differs": "{path}:{line}: the commit {commit:.12} holds {holds:.12}… there, the reference says {said:.12}…; "
    + _ASK,
}


def range_get(view: View, ref: RangeRef, *, repo_id: str = "") -> RangeText:
    """Raises `UsageError` for a reference that is wrong in itself, `StaleError` when the file no longer holds
    those bytes there, or another field of it is not true.
    """
    found = resolve(ref, ground_of(view, repo_id=repo_id))
    if isinstance(found, RangeText):
        return found
    raise (UsageError if found.wrong else StaleError)(refusal_words(found))


def ground_of(
    view: View, *, repo_id: str = "", committed: Callable[[str, str], str] = never_committed
) -> Ground:
    """What references are held against; the names of a file's pieces are those that the index knows."""
    names: dict[str, tuple[str, ...] | None] = {}

    def named(path: str) -> tuple[str, ...] | None:
        if path not in names:
            held = view.snapshot.file(path) is not None
            names[path] = ("", *(unit.qualified for unit in view.snapshot.units(path))) if held else None
        return names[path]

    return Ground(file=held_files(view.texts), repo_id=repo_id, names=named, committed=committed)


def refusal_words(refusal: Refusal) -> str:
    """The reason as one line for a person."""
    return _WORDS[refusal.reason.id].format(**dict(refusal.reason.facts))
