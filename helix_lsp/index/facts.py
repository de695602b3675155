"""One file -> what is stored of it: its outline, its units with counted terms, and whether its head says that it is generated.

Invariants: a pure function of (bytes, language, options), so that equal files share one stored row wherever they lie; no input
fails. A unit is the piece of a file that is found, ranked and cited.
Source: ranking-study 1.1 to 1.3.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from helix_lsp.config.index import IndexConfig
from helix_lsp.syntax.outline import Outline
from helix_lsp.text.digest import blob_id
from helix_lsp.text.span import Span

FIELDS = ("name", "qualifier", "signature", "doc", "body")
UnitKind = Literal["def", "part", "class", "module", "section", "window", "key"]
Terms = Mapping[str, int]

# Raise this when the same bytes give other facts than before; the options that matter are added in `schema.py`.
EXTRACTOR = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Unit:
    """One piece of a file.

    `ordinal` counts from 0 in the file. `name` is the definition's or heading's name (`` for module text and windows),
    `qualifier` its containers. `span` covers whole lines, without the last line end, unless another unit shares them. Lines
    count from 1, both inclusive. `symbol` and `section` index the outline, -1 for none. `inner` names what is defined inside
    and is no unit itself. `counts` holds one read-only term -> frequency map for each of FIELDS.
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """All that is stored of one content. `sha` is the git blob id of the bytes."""

    sha: str
    language: str
    outline: Outline
    units: tuple[Unit, ...]
    generated: bool


def facts_of(path: str, data: bytes, cfg: IndexConfig, outline: Outline | None = None) -> Facts:
    """The facts of a file; `outline` is passed by callers that already have it (an open document)."""
    from helix_lsp.index.units import says_generated, units_of

    if outline is None:
        from helix_lsp.syntax.extract import extract

        outline = extract(path, data, cfg.max_facts_per_file)
    return Facts(
        sha=blob_id(data),
        language=outline.language,
        outline=outline,
        units=units_of(data, outline, cfg),
        generated=says_generated(data, outline),
    )
