"""Zig: functions, containers (also those that a function returns as a type), their fields and declarations,
tests, imports.

`const X = a.b.X` is an import: it only gives a name from elsewhere its short form.
"""

from __future__ import annotations

from tree_sitter import Node

from helix_lsp.syntax.outline import Import, SymbolKind
from helix_lsp.syntax.rules import Above, Found, Rules, child_of, fold, found, imported, text_of

_CONTAINERS: dict[str, SymbolKind] = {
    "struct_declaration": "struct",
    "union_declaration": "union",
    "enum_declaration": "enum",
    "opaque_declaration": "struct",
    "error_set_declaration": "enum",
}


def _shows(node: Node, *words: str) -> bool:
    """True when one of these words is at the front of a declaration."""
    return any(child.type in words for child in node.children[:3])


def _variable(node: Node, data: bytes) -> list[Found]:
    name = child_of(node, "identifier")
    if name is None or not _shows(node, "const", "var") or _path(node, data) is not None:
        return []
    exported = _shows(node, "pub", "export")
    value = node.named_child(node.named_child_count - 1)
    if value.type in _CONTAINERS:
        brace = next((child for child in value.children if child.type == "{"), value)
        signature = fold(data, node.start_byte, brace.start_byte)
        return found(node, data, _CONTAINERS[value.type], name, value, exported=exported, signature=signature)
    return found(node, data, "constant" if _shows(node, "const") else "variable", name, exported=exported)


def _function(node: Node, data: bytes) -> list[Found]:
    """A function that returns a type is a generic type: its name is written like one."""
    name, returns = node.child_by_field_name("name"), node.child_by_field_name("type")
    body = node.child_by_field_name("body")
    generic = (
        returns is not None
        and text_of(returns, data) == "type"
        and name is not None
        and text_of(name, data)[:1].isupper()
    )
    return found(
        node, data, "struct" if generic else "function", name, body, exported=_shows(node, "pub", "export")
    )


def _field(node: Node, data: bytes) -> list[Found]:
    name = node.child_by_field_name("name")
    owner = node.parent
    kind: SymbolKind = "enum_member" if owner is not None and owner.type == "enum_declaration" else "field"
    return found(node, data, kind, name)


def _error(node: Node, data: bytes) -> list[Found]:
    return found(node, data, "enum_member", node)


def _test(node: Node, data: bytes) -> list[Found]:
    name = child_of(node, "string", "identifier")
    if name is not None and name.type == "string":
        name = child_of(name, "string_content")
    label = text_of(name, data)
    return found(node, data, "function", name, child_of(node, "block"), exported=False, label=label)


def _shown(each: Found, above: Above | None) -> bool:
    """Fields and members are as visible as what holds them."""
    return above is not None and each.kind in ("field", "enum_member")


def _path(node: Node, data: bytes) -> tuple[str, tuple[tuple[str, str], ...]] | None:
    """(module, names) when a declaration only names something from elsewhere."""
    name = child_of(node, "identifier")
    value = node.named_child(node.named_child_count - 1) if node.named_child_count else None
    if value is None or (name is None and node.type == "variable_declaration"):
        return None
    alias = text_of(name, data)
    members: list[str] = []
    while value is not None and value.type == "field_expression" and len(members) < 20:
        member = value.child_by_field_name("member")
        members.insert(0, text_of(member, data))
        value = value.child_by_field_name("object")
    if value is None:
        return None
    if value.type == "builtin_function":
        module = _imported(value, data)
        if module is None:
            return None
        if members:
            return ".".join([module, *members[:-1]]), ((members[-1], alias if alias != members[-1] else ""),)
        return module, (("", alias),) if alias else ()
    if value.type == "identifier" and members and members[-1] == alias:
        return ".".join([text_of(value, data), *members[:-1]]), ((alias, ""),)
    return None


def _imported(node: Node, data: bytes) -> str | None:
    word, arguments = child_of(node, "builtin_identifier"), child_of(node, "arguments")
    string = child_of(arguments, "string")
    if word is None or string is None or text_of(word, data) not in ("@import", "@cImport", "@embedFile"):
        return None
    return text_of(string, data).strip('"')


def _imports(node: Node, data: bytes) -> list[Import]:
    if node.type == "variable_declaration" and not _shows(node, "const", "var"):
        return []
    path = _path(node, data)
    if path is None:
        return []
    names = (("*", ""),) if node.type == "using_namespace_declaration" else path[1]
    return [imported(node, path[0], names)]


RULES = Rules(
    package="tree_sitter_zig",
    makers={
        "variable_declaration": _variable,
        "function_declaration": _function,
        "container_field": _field,
        "test_declaration": _test,
        "identifier": _error,
    },
    imports=_imports,
    containers=frozenset({"source_file"}),
    ignore=frozenset({"Self"}),
    shown=_shown,
)
