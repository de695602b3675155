"""C#: namespaces (also file-scoped), types with their members, records."""

from __future__ import annotations

from tree_sitter import Node

from helix_lsp.syntax.outline import Import, SymbolKind
from helix_lsp.syntax.rules import (
    Above,
    Found,
    Maker,
    Rules,
    child_of,
    found,
    head_after,
    imported,
    several,
    simple,
    text_of,
)


def _front(node: Node, data: bytes) -> tuple[int, bool | None]:
    """(where the signature starts behind the attributes, what the modifiers say of visibility)."""
    head = head_after(node, "attribute_list")
    words = {text_of(child, data) for child in node.named_children if child.type == "modifier"}
    exported = True if words & {"public", "protected"} else False if "private" in words else None
    return head, exported


def _member(kind: SymbolKind) -> Maker:
    return simple(kind, front=_front)


def _property(node: Node, data: bytes) -> list[Found]:
    body = "accessors" if node.child_by_field_name("accessors") is not None else "value"
    return list(simple("property", body=body, front=_front)(node, data))


def _destructor(node: Node, data: bytes) -> list[Found]:
    name = node.child_by_field_name("name")
    label = f"~{text_of(name, data)}" if name is not None else ""
    return found(node, data, "method", name, node.child_by_field_name("body"), label=label, exported=False)


def _record(node: Node, data: bytes) -> list[Found]:
    kind: SymbolKind = "struct" if any(child.type == "struct" for child in node.children) else "class"
    return list(_member(kind)(node, data))


def _fields(node: Node, data: bytes) -> list[Found]:
    head, exported = _front(node, data)
    inner = child_of(node, "variable_declaration")
    if inner is None:
        return []
    fixed = any(child.type == "modifier" and text_of(child, data) == "const" for child in node.named_children)
    parts = [
        (child, name)
        for child in inner.named_children
        if child.type == "variable_declarator" and (name := child.child_by_field_name("name")) is not None
    ]
    return several(node, data, "constant" if fixed else "field", parts, head=head, exported=exported)


def _file_namespace(node: Node, data: bytes) -> list[Found]:
    return found(node, data, "namespace", node.child_by_field_name("name"), sort="open")


def _shown(each: Found, above: Above | None) -> bool:
    """What says nothing is internal or private, except in interfaces, enums and the parameters of records."""
    if each.kind in ("namespace", "enum_member"):
        return True
    return above is not None and (above.kind == "interface" or (each.kind == "property" and each.body < 0))


def _imports(node: Node, data: bytes) -> list[Import]:
    alias = node.child_by_field_name("name")
    path = next(
        (
            child
            for child in reversed(node.named_children)
            if child.type in ("qualified_name", "identifier", "alias_qualified_name")
        ),
        None,
    )
    names = (("", text_of(alias, data)),) if alias is not None else ()
    module = "".join(text_of(path, data).split())
    return [imported(node, module, names)]


RULES = Rules(
    package="tree_sitter_c_sharp",
    makers={
        "namespace_declaration": simple("namespace"),
        "file_scoped_namespace_declaration": _file_namespace,
        "class_declaration": _member("class"),
        "interface_declaration": _member("interface"),
        "struct_declaration": _member("struct"),
        "enum_declaration": _member("enum"),
        "enum_member_declaration": _member("enum_member"),
        "record_declaration": _record,
        "delegate_declaration": _member("type"),
        "method_declaration": _member("method"),
        "constructor_declaration": _member("constructor"),
        "destructor_declaration": _destructor,
        "property_declaration": _property,
        "field_declaration": _fields,
        "event_field_declaration": _fields,
        "local_function_statement": _member("function"),
        "parameter": _property,
    },
    imports=_imports,
    containers=frozenset(
        (
            "compilation_unit namespace_declaration class_declaration struct_declaration interface_declaration record_declaration "
            "declaration_list"
        ).split()
    ),
    shown=_shown,
)
