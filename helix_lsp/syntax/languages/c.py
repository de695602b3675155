"""C."""

from __future__ import annotations

from helix_lsp.syntax.languages import clike
from helix_lsp.syntax.languages.macros import masked
from helix_lsp.syntax.rules import Rules

RULES = Rules(
    package="tree_sitter_c",
    makers=clike.MAKERS,
    imports=clike.imports,
    mask=masked,
    containers=clike.CONTAINERS,
    accessors=(".", "->"),
    ignore=frozenset({"NULL"}),
)
