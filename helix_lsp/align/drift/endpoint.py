"""`GET /api/users/{id}` in a document: stale where history saw a word of its path leave the code, and the code
still serves what the path begins with.

What no word of the code contradicts is live: where a route is mounted is not read, so that a path is not held
against the routes one by one.
"""

from __future__ import annotations

import re

from helix_lsp.align.drift.history import History
from helix_lsp.align.drift.reason import because
from helix_lsp.align.drift.reference import DocReference
from helix_lsp.align.drift.verdict import Judged, Witness, Written, cannot, live, witnessed
from helix_lsp.align.drift.world import World

_WORD = re.compile(r"[A-Za-z_]\w*")
_OPEN = re.compile(r"[{}<>:*$\d]")  # a parameter, or the value of one
_EXAMPLE = re.compile(
    r"(?:^|/)(?:foo|bar|baz|hello|hi|ping|example|some|your|my|test|path|index|about|hello[-_]?world)(?:[-_/]|\Z)",
    re.IGNORECASE,
)


def judge_endpoint(ref: DocReference, world: World, history: History, written: Written) -> Judged | Witness:
    """`ref.target` is the method, a blank and the path."""
    path = ref.target.partition(" ")[2]
    parts = [part for part in path.split("/") if part and not _OPEN.search(part)]
    left = [word for part in parts for word in _WORD.findall(part) if word not in world.words]
    seen = next(((word, gone) for word in left if (gone := history.gone(word))), None)
    if seen is None:
        return cannot("foreign-route") if left or not parts else live("occurs")
    if _EXAMPLE.search(path):
        return cannot("example-path")
    if not any(_is_served(part, world) for part in parts):
        return cannot("foreign-route")
    check = because("endpoint-gone", word=seen[0])
    return witnessed(ref, seen[0], seen[1], written, Witness(check=check), "endpoint-gone")


def _is_served(part: str, world: World) -> bool:
    """True where the project's own code has a text with `/` and this part of a path."""
    wanted = re.compile(rb"[\"'`][\w/]{0,80}/?%b[/\"'`]" % re.escape(part.encode()))
    entries = (world.snapshot.file(path) for path in world.snapshot.paths())
    own = (
        entry.path
        for entry in entries
        if entry is not None
        and entry.surface.kind == "code"
        and not (entry.surface.test or entry.surface.example or entry.surface.vendored)
    )
    return any(wanted.search(world.texts(path) or b"") for path in own)
