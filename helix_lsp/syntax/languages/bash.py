"""Shell: functions, variables at the top, sourced files, commands as calls."""

from __future__ import annotations

from tree_sitter import Node

from helix_lsp.syntax.outline import Import
from helix_lsp.syntax.rules import Found, Rules, found, imported, is_constant, named, simple, text_of

_BUILTIN = frozenset(
    ". : [ [[ alias bg break builtin cat cd command continue declare dirname basename echo eval exec exit export false fg getopts hash "
    "let local popd printf pushd pwd read readonly return set shift shopt "
    "source test trap true type typeset ulimit umask unset wait".split()
)


def _variable(node: Node, data: bytes) -> list[Found]:
    name = node.child_by_field_name("name")
    if name is None or name.type != "variable_name":
        return []
    return found(node, data, "constant" if is_constant(text_of(name, data)) else "variable", name)


def _imports(node: Node, data: bytes) -> list[Import]:
    path = node.child_by_field_name("argument")
    return [imported(node, named(path, data))]


RULES = Rules(
    package="tree_sitter_bash",
    makers={"function_definition": simple("function"), "variable_assignment": _variable},
    imports=_imports,
    wrap={"declaration_command": "only"},
    containers=frozenset({"program"}),
    ignore=_BUILTIN,
    hides=lambda name: name.startswith("_"),
    reads=False,
)
