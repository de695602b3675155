"""C++: C and its classes, namespaces, templates, out-of-line members."""

from __future__ import annotations

from tree_sitter import Node

from helix_lsp.syntax.languages import clike
from helix_lsp.syntax.languages.macros import masked
from helix_lsp.syntax.rules import Found, Rules, found, simple, text_of


def _namespace(node: Node, data: bytes) -> list[Found]:
    name = node.child_by_field_name("name")
    label = ".".join(part.strip() for part in text_of(name, data).split("::")) if name is not None else ""
    return found(node, data, "namespace", name, node.child_by_field_name("body"), label=label)


RULES = Rules(
    package="tree_sitter_cpp",
    shared=("c",),
    makers={
        **clike.MAKERS,
        "class_specifier": clike.tagged,
        "namespace_definition": _namespace,
        "alias_declaration": simple("type", body=""),
        "concept_definition": simple("type", body=""),
    },
    imports=clike.imports,
    mask=masked,
    wrap={"template_declaration": "last"},
    containers=clike.CONTAINERS
    | {"namespace_definition", "class_specifier", "struct_specifier", "field_declaration_list"},
    accessors=(".", "->", "::"),
    ignore=frozenset({"NULL"}),
    private_sections=True,
)
