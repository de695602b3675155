"""C++: C and its classes, namespaces, templates, out-of-line members."""

from __future__ import annotations

from tree_sitter import Node

from helix_lsp.syntax.languages import clike
from helix_lsp.syntax.languages.macros import masked
from helix_lsp.syntax.rules import Found, Rules, found, simple, text_of

_QUERY = (
    clike.QUERY
    + """
(class_specifier body: (_)) @def
[(namespace_definition) (alias_declaration) (concept_definition)] @def
(field_declaration_list (declaration) @def)
(template_declaration (declaration) @def)
(linkage_specification (declaration) @def)
(template_declaration) @wrap
(field_declaration_list (access_specifier) @section)
[(raw_string_content)] @string
(call_expression function: [
  (qualified_identifier name: [(identifier) @call (template_function name: (identifier) @call)])
  (qualified_identifier name: (qualified_identifier name: [(identifier) @call (template_function name: (identifier) @call)]))
  (qualified_identifier name: (qualified_identifier name: (qualified_identifier name: (identifier) @call)))
  (template_function name: (identifier) @call)
  (field_expression field: (template_method name: (field_identifier) @call))])
(new_expression type: [(type_identifier) @call (qualified_identifier name: (type_identifier) @call)
  (template_type name: (type_identifier) @call)])
(base_class_clause [(type_identifier) @inherit (template_type name: (type_identifier) @inherit)
  (qualified_identifier name: [(type_identifier) @inherit (template_type name: (type_identifier) @inherit)])])
"""
)


def _namespace(node: Node, data: bytes) -> list[Found]:
    name = node.child_by_field_name("name")
    label = ".".join(part.strip() for part in text_of(name, data).split("::")) if name is not None else ""
    return found(node, data, "namespace", name, node.child_by_field_name("body"), label=label)


RULES = Rules(
    package="tree_sitter_cpp",
    query=_QUERY,
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
