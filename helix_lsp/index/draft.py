"""A unit before its words are counted: lines, names and the text of its fields."""

from __future__ import annotations

from dataclasses import dataclass

from helix_lsp.index.unit import UnitKind
from helix_lsp.text.span import Span


@dataclass(slots=True, kw_only=True)
class Draft:
    """`span` is what the unit covers; `doc` and `body` are bytes; `names` are further names whose words count as the unit's
    own.
    """

    kind: UnitKind
    span: Span
    name: str = ""
    qualifier: str = ""
    signature: str = ""
    doc: bytes = b""
    body: bytes = b""
    symbol: int = -1
    section: int = -1
    inner: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
