"""A fact: what one place says of a subject, as a typed value with its exact bytes and the grade of its source."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from helix_lsp.index.overlay.snapshot import FileEntry
from helix_lsp.text.span import Span
from helix_lsp.verify.facts.value import Value

Predicate = Literal[
    "value", "parameter", "default", "position", "count", "base", "decorator", "raises", "returns", "kind", "owner",
    "file", "async", "deprecated", "exported", "modifier", "version", "environment", "flag",
    "setting", "number", "list", "error", "uses", "order", "operation", "guard",
]  # fmt: skip
Grade = Literal["A", "B", "C", "D", "E"]
"""A a definition, B a test or a contract, C a document of the project, D an example or a comment, E what is
generated, vendored or a copy."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """`subject` is the qualified name. `sure` is False where the program may make something else of it: such
    a fact can support and never contradict.
    """

    path: str
    subject: str
    predicate: Predicate
    value: Value
    span: Span
    grade: Grade
    sure: bool = True


# How much a file is worth as evidence, from its surface alone.

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
