"""A fact: what one place says of a subject, as a typed value with its exact bytes and the grade of its source."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

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
