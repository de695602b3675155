"""PHP: namespaces, classes and their members, functions, constants, `use` of traits as inheritance."""

from __future__ import annotations

from tree_sitter import Node

from helix_lsp.syntax.outline import Import, SymbolKind
from helix_lsp.syntax.rules import (
    Found,
    Maker,
    Rules,
    child_of,
    found,
    head_after,
    imported,
    is_constant,
    named,
    several,
    simple,
    text_of,
)


def _front(node: Node, data: bytes) -> tuple[int, bool | None]:
    modifier = child_of(node, "visibility_modifier")
    return head_after(node, "attribute_list"), False if modifier is not None and text_of(
        modifier, data
    ) == "private" else None


def _member(kind: SymbolKind) -> Maker:
    return simple(kind, front=_front)


def _namespace(node: Node, data: bytes) -> list[Found]:
    name, body = node.child_by_field_name("name"), node.child_by_field_name("body")
    label = named(name, data).replace("\\", ".") if name is not None else ""
    return found(node, data, "namespace", name, body, label=label, sort="" if body is not None else "open")


def _bare(node: Node) -> Node:
    """`x` of `$x`."""
    return child_of(node, "name") or node


def _properties(node: Node, data: bytes) -> list[Found]:
    head, exported = _front(node, data)
    parts = [
        (child, _bare(name))
        for child in node.named_children
        if child.type == "property_element" and (name := child.child_by_field_name("name")) is not None
    ]
    return several(node, data, "field", parts, head=head, exported=exported)


def _constants(node: Node, data: bytes) -> list[Found]:
    head, exported = _front(node, data)
    parts = [
        (child, name)
        for child in node.named_children
        if child.type == "const_element" and (name := child_of(child, "name")) is not None
    ]
    return several(node, data, "constant", parts, head=head, exported=exported)


def _promoted(node: Node, data: bytes) -> list[Found]:
    name = node.child_by_field_name("name")
    _, exported = _front(node, data)
    return found(node, data, "field", _bare(name), sort="own", exported=exported) if name is not None else []


def _define(node: Node, data: bytes) -> list[Found]:
    arguments = node.child_by_field_name("arguments")
    first = child_of(arguments, "argument")
    text = child_of(first, "string", "encapsed_string")
    name = child_of(text, "string_content")
    return found(node, data, "constant", name)


def _assignment(node: Node, data: bytes) -> list[Found]:
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    if left is None or right is None:
        return []
    name = _bare(left)
    if right.type in ("anonymous_function", "arrow_function"):
        return found(node, data, "function", name, right.child_by_field_name("body"))
    return found(node, data, "constant" if is_constant(text_of(name, data)) else "variable", name)


def _imports(node: Node, data: bytes) -> list[Import]:
    if node.type != "namespace_use_declaration":
        path = node.named_child(0) if node.named_child_count else None
        return [imported(node, named(path, data).removeprefix("__DIR__.").strip("'\""))]
    prefix = child_of(node, "namespace_name")
    group = node.child_by_field_name("body")
    start = text_of(prefix, data).strip("\\") if prefix is not None and group is not None else ""
    out: dict[str, list[tuple[str, str]]] = {}
    for clause in (group if group is not None else node).named_children:
        if clause.type != "namespace_use_clause":
            continue
        alias = clause.child_by_field_name("alias")
        path = child_of(clause, "qualified_name", "name")
        full = text_of(path, data).strip("\\")
        module, _, name = (f"{start}\\{full}" if start else full).rpartition("\\")
        out.setdefault(module, []).append((name, text_of(alias, data)))
    return [imported(node, module, names) for module, names in out.items()]


RULES = Rules(
    package="tree_sitter_php",
    factory="language_php",
    makers={
        "namespace_definition": _namespace,
        "class_declaration": _member("class"),
        "interface_declaration": _member("interface"),
        "trait_declaration": _member("trait"),
        "enum_declaration": _member("enum"),
        "enum_case": _member("enum_member"),
        "method_declaration": _member("method"),
        "function_definition": _member("function"),
        "property_declaration": _properties,
        "const_declaration": _constants,
        "property_promotion_parameter": _promoted,
        "function_call_expression": _define,
        "assignment_expression": _assignment,
    },
    imports=_imports,
    containers=frozenset(
        (
            "program namespace_definition compound_statement class_declaration interface_declaration trait_declaration "
            "enum_declaration declaration_list enum_declaration_list"
        ).split()
    ),
    accessors=("->", "::"),
    constructors=frozenset({"__construct"}),
    ignore=frozenset({"define"}),
)
