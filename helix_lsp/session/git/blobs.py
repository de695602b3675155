"""Contents of git's objects, many with one call: their sizes first, so that nothing too large is ever asked
for.

Invariants (law I11): as `session/git/git.py`; objects are read as they are stored, without any filter or
conversion of the repository.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress

from helix_lsp.errors import UsageError
from helix_lsp.session.git.git import Git, read_git
from helix_lsp.session.git.git_folder import NoGit, find_repository
from helix_lsp.session.git.git_verbs import BLOBS, SIZES, Verb


def sizes_of(git: Git, root: str, ids: Iterable[str]) -> Mapping[str, int]:
    """Bytes of each blob that this clone has. Raises UsageError where git does not answer."""
    said = _ask(git, root, SIZES, ids)
    rows = (line.split(" ") for line in said.decode("ascii", "replace").splitlines())
    return {
        row[0]: int(row[2])
        for row in rows
        if len(row) == 3 and row[1] == "blob" and row[2].isascii() and row[2].isdecimal()
    }


def blobs_of(git: Git, root: str, ids: Iterable[str]) -> Mapping[str, bytes]:
    """The bytes of each blob that this clone has; all of them together are one answer of git, and bounded as
    such.

    Raises UsageError where git does not answer.
    """
    once = tuple(dict.fromkeys(ids))
    found = zip(once, _contents(_ask(git, root, BLOBS, once)), strict=False)
    return {one: data for one, data in found if data is not None}


def _contents(said: bytes) -> Iterator[bytes | None]:
    """An answer taken apart: the bytes of each object that was asked for, None for what is missing or not a blob."""
    at = 0
    while (end := said.find(b"\n", at)) >= 0:
        row = said[at:end].split(b" ")
        at = end + 1
        if len(row) != 3 or not row[2].isdigit():
            yield None  # `<id> missing`
            continue
        size = int(row[2])
        yield said[at : at + size] if row[1] == b"blob" else None
        at += size + 1


def some_blobs(
    git: Git, root: str, ids: Iterable[str], *, largest: int, total: int, step: int
) -> Mapping[str, bytes]:
    """The bytes of blobs of at most `largest` each, the first that are `total` together, about `step` with each call. What
    git does not give is not among them.
    """
    found: dict[str, bytes] = {}
    wanted: list[str] = []
    once, left, held = list(dict.fromkeys(ids)), total, 0
    with suppress(UsageError):
        sizes = sizes_of(git, root, once)
        for one in (*once, ""):
            size = sizes.get(one, largest + 1)
            if wanted and (not one or held + size > step):
                found.update(blobs_of(git, root, wanted))
                held, wanted = 0, []
            if size <= largest and left >= size:
                left, held = left - size, held + size
                wanted.append(one)
    return found


def committed_files(git: Git, root: str, places: Sequence[tuple[str, str]]) -> list[bytes | None]:
    """The bytes of the file of each (commit, path below `root`), in their order; None where it is not there or git
    does not answer. All of them are one answer of git, and bounded as such.
    """
    found = find_repository(root)
    prefix = "" if isinstance(found, NoGit) else found.prefix
    names = "".join("\n" if "\n" in path else f"{at}:{prefix}{path}\n" for at, path in places)
    said = read_git(git, root, BLOBS, stdin=names.encode("utf-8", "surrogateescape"))
    return [None] * len(places) if isinstance(said, NoGit) else list(_contents(said))


def objects_of(git: Git, root: str, names: Sequence[str]) -> list[str]:
    """The id of the blob behind each name (`<commit>:<path>`), in their order, `` where there is none. Raises
    UsageError where git does not answer.
    """
    said = read_git(
        git, root, SIZES, stdin="".join(f"{n}\n" for n in names).encode("utf-8", "surrogateescape")
    )
    if isinstance(said, NoGit):
        raise UsageError(f"the commits cannot be read: {said.reason}")
    rows = [line.split(b" ") for line in said.split(b"\n")[: len(names)]]
    return [row[0].decode("ascii", "replace") if len(row) == 3 and row[1] == b"blob" else "" for row in rows]


def _ask(git: Git, root: str, verb: Verb, ids: Iterable[str]) -> bytes:
    wanted = "".join(f"{one}\n" for one in dict.fromkeys(ids))
    said = read_git(git, root, verb, stdin=wanted.encode("ascii")) if wanted else b""
    if isinstance(said, NoGit):
        raise UsageError(f"the contents of changed files cannot be read: {said.reason}")
    return said
