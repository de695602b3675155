"""An evidence card: one place with its live bytes, what it is, its own words about itself, and the lines that
fit best.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from helix_lsp.ask.text.quote import Quote
from helix_lsp.syntax.outline import Section, Symbol
from helix_lsp.text.positions import Span

Role = Literal["definition", "code", "document", "test", "configuration"]


class Card(msgspec.Struct, frozen=True, kw_only=True):
    """`span` is the live range of the whole place. `summary` is its docstring's first paragraph; `best` are
    its best lines or sentences.

    `group` names all values that one statement defines (`const { first, second } = make()`), in order; empty
    for a definition of its own.
    `score` is the file's score times the place's share in it; `named` how well its name and the question
    agree.
    """

    role: Role
    path: str
    title: str
    kind: str
    span: Span
    symbol: Symbol | None
    section: Section | None
    head: Quote
    summary: Quote | None
    best: tuple[Quote, ...]
    score: float
    named: float
    terms: frozenset[str]
    group: tuple[str, ...] = ()
