"""How much a file is worth as evidence, from its surface alone."""

from __future__ import annotations

import re

from helix_lsp.index.snapshot import FileEntry
from helix_lsp.verify.facts.fact import Grade

_CONTRACT = re.compile(
    r"(?:^|/)(?:openapi|swagger|[\w.-]*\.schema)\.(?:json|ya?ml)\Z|\.proto\Z|\.graphqls?\Z"
)
_RECORD = re.compile(
    r"(?:^|/)(?:changes?(?:[._-]|\Z)|changelog|history|news(?:[._/-]|\Z)|releases?(?:[._/-]|\Z)|release-notes|whatsnew|upgrad|migrat|deprecat|api_changes)"
)


def grade_of(entry: FileEntry, *, copy: bool = False) -> Grade:
    """The grade of what a file says; a comment in it is an example's at most, which its reader says."""
    surface = entry.surface
    if copy or surface.generated or surface.vendored or entry.generated:
        return "E"
    if surface.example:
        return "D"
    if surface.test or _CONTRACT.search(entry.path.lower()):
        return "B"
    return "C" if surface.kind in ("docs", "text") else "A"


def is_record(path: str) -> bool:
    """True for what tells of other times: change logs, release notes, upgrade guides."""
    return _RECORD.search(path.lower()) is not None
