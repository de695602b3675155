"""TypeScript: JavaScript and its types, interfaces, enums, namespaces and ambient declarations."""

from __future__ import annotations

from tree_sitter import Node

from helix_lsp.syntax.languages import ecmascript
from helix_lsp.syntax.rules import Found, Maker, Rules, child_of, found, simple


def _enum_member(node: Node, data: bytes) -> list[Found]:
    return found(node, data, "enum_member", node.child_by_field_name("name") or node)


def _parameter(node: Node, data: bytes) -> list[Found]:
    """A constructor's parameter that is a field as well."""
    name = node.child_by_field_name("pattern")
    return (
        found(node, data, "field", name, sort="own", exported=ecmascript.visible(node, name, data))
        if name is not None
        else []
    )


def _module(node: Node, data: bytes) -> list[Found]:
    name = node.child_by_field_name("name")
    quoted = name is not None and name.type == "string"
    return found(node, data, "module" if quoted else "namespace", name, child_of(node, "statement_block"))


MAKERS: dict[str, Maker] = {
    **ecmascript.MAKERS,
    "abstract_class_declaration": ecmascript.class_,
    "interface_declaration": simple("interface"),
    "type_alias_declaration": simple("type", body="value"),
    "enum_declaration": simple("enum"),
    "internal_module": _module,
    "module": _module,
    "public_field_definition": ecmascript.field,
    "abstract_method_signature": ecmascript.method,
    "method_signature": ecmascript.method,
    "function_signature": simple("function"),
    "property_signature": ecmascript.field,
    "property_identifier": _enum_member,
    "enum_assignment": _enum_member,
    "string": _enum_member,
    "required_parameter": _parameter,
}


def rules(factory: str, *shared: str) -> Rules:
    """The rules of one of the two dialects, which share a package."""
    return Rules(
        package="tree_sitter_typescript",
        factory=factory,
        shared=("ecmascript", *shared),
        makers=MAKERS,
        imports=ecmascript.imports,
        wrap={**ecmascript.WRAP, "ambient_declaration": "last"},
        containers=ecmascript.CONTAINERS | {"abstract_class_declaration"},
        constructors=frozenset({"constructor"}),
        hides=ecmascript.hides,
        ignore=ecmascript.IGNORE,
        explicit=True,
    )


RULES = rules("language_typescript")
TSX = rules("language_tsx", "typescript")
