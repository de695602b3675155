"""JavaScript and JSX."""

from __future__ import annotations

from helix_lsp.syntax.languages import ecmascript
from helix_lsp.syntax.rules import Rules

RULES = Rules(
    package="tree_sitter_javascript",
    shared=("ecmascript",),
    makers={**ecmascript.MAKERS, "field_definition": ecmascript.field},
    imports=ecmascript.imports,
    wrap=ecmascript.WRAP,
    containers=ecmascript.CONTAINERS,
    constructors=frozenset({"constructor"}),
    hides=ecmascript.hides,
    ignore=ecmascript.IGNORE,
    explicit=True,
)
