"""Names that went in a change with the names that took their place, told by the witnesses of `session/successor.py`.

They read patches, so the change is written as one, of our own making: what was changed on the disk and never told to git counts as well.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from helix_lsp.align.delta.change import ChangedFile
from helix_lsp.align.delta.hunks import hunks, lines_of
from helix_lsp.session.changes import MARK, read_commits
from helix_lsp.session.successor import successors

_COMMIT = MARK + b"0" * 40 + b" 0\n"
_LONGEST = 500  # bytes of a line: `session/changes.py` reads 400 characters of it


def replaced(files: Iterable[ChangedFile], most: int) -> Mapping[str, str]:
    """Old name -> new name for the definitions that the change replaced; `most` bounds what one file's lines may cost to compare."""
    patch = _COMMIT + b"".join(part for one in files for part in _patch(one, most))
    return {old: new for commit in read_commits(patch) for old, new in successors(commit).items() if not old.startswith("--")}


def _patch(file: ChangedFile, most: int) -> Iterator[bytes]:
    name = file.path.encode("utf-8", "surrogateescape")
    if file.left_out or b"\n" in name or file.line_ends or file.before == file.after or b"\0" in (file.before or b"")[:8_192]:
        return
    before, after = lines_of(file.before or b""), lines_of(file.after or b"")
    yield b"diff --git a/%b b/%b\n--- a/%b\n+++ b/%b\n" % (name, name, name, name)
    for one in hunks(before, after, most):
        around = next((line for line in reversed(before[: one.old_start]) if line[:1].isalpha()), b"")
        yield b"@@ -%d,%d +%d,%d @@ %b\n" % (one.old_start + 1, one.old, one.new_start + 1, one.new, around[:_LONGEST])
        yield from (b"-" + line[:_LONGEST] + b"\n" for line in before[one.old_start : one.old_start + one.old])
        yield from (b"+" + line[:_LONGEST] + b"\n" for line in after[one.new_start : one.new_start + one.new])
