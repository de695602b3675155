"""One file -> what is stored of it: its outline, its units with counted terms, and whether its head says that
it is generated.

Invariants: a pure function of (bytes, language, options), so that equal files share one stored row wherever
they lie; no input fails. A unit is the piece of a file that is found, ranked and cited.
What units, words and fields are worth: design-decisions.md#ranking-recipe.
"""

from __future__ import annotations

import msgspec

from helix_lsp.config.index import IndexConfig
from helix_lsp.index.units.unit import Unit
from helix_lsp.index.units.units import says_generated, units_of
from helix_lsp.syntax.outline import Outline, Symbol
from helix_lsp.text.digest import blob_id

# Raise this when the same bytes give other facts than before; the options that matter are added in
# `schema.py`.
EXTRACTOR = 12


class Facts(msgspec.Struct, frozen=True, kw_only=True):
    """All that is stored of one content. `sha` is the git blob id of the bytes."""

    sha: str
    language: str
    outline: Outline
    units: tuple[Unit, ...]
    generated: bool

    @property
    def symbols(self) -> tuple[Symbol, ...]:
        """What the file defines."""
        return self.outline.symbols


def facts_of(path: str, data: bytes, cfg: IndexConfig, outline: Outline | None = None) -> Facts:
    """The facts of a file; `outline` is passed by callers that already have it (an open document)."""
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
