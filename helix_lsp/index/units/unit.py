"""A unit: the piece of a file that is found, ranked and cited; and what it is made of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from helix_lsp.text.span import Span

FIELDS = ("name", "qualifier", "signature", "doc", "body")
UnitKind = Literal["def", "part", "class", "module", "section", "window", "key"]
Terms = Mapping[str, int]
_NEVER: frozenset[str] = frozenset({""})  # nobody has asked yet


class _Remembering:
    """Room for what is worked out from a unit by many questions; no part of what it says."""

    __slots__ = ("_wholes",)

    _wholes: frozenset[str] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Unit(_Remembering):
    """One piece of a file.

    `ordinal` counts from 0 in the file. `name` is the definition's or heading's name (`` for module text and
    windows), `qualifier` its containers. `span` covers whole lines, without the last line end, unless another
    unit shares them. Lines count from 1, both inclusive. `symbol` and `section` index the outline, -1 for
    none. `inner` names what is defined inside and is not a unit itself. `counts` holds one read-only term ->
    frequency map for each of FIELDS.
    """

    ordinal: int
    kind: UnitKind
    name: str
    qualifier: str
    span: Span
    start_line: int
    end_line: int
    symbol: int
    section: int
    inner: tuple[str, ...]
    counts: tuple[Terms, ...]

    @property
    def qualified(self) -> str:
        """The name with its containers for a definition, the bare heading or `` for what is none."""
        return f"{self.qualifier}.{self.name}" if self.qualifier and self.symbol >= 0 else self.name

    def naming(self, names: set[str]) -> set[str]:
        """Those of these identifiers (whole-terms, behind `=`) that it holds in any field.

        A unit that is asked again remembers its own: most are asked by one question only, those of a small
        repository by all.
        """
        own = getattr(self, "_wholes", _NEVER)
        if own is None:
            own = frozenset([term for counts in self.counts for term in counts if term[0] == "="])
            object.__setattr__(self, "_wholes", own)
        elif own is _NEVER:
            object.__setattr__(self, "_wholes", None)
            return set[str]().union(*[names.intersection(counts) for counts in self.counts if counts])
        return names & own


@dataclass(slots=True, kw_only=True)
class Draft:
    """A unit before its words are counted. `span` is what the unit covers; `doc` and `body` are bytes; `names` are further names whose words count
    as the unit's own.
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
