"""Go: functions, methods by receiver, types with their fields and methods, package constants and variables."""

from __future__ import annotations

from tree_sitter import Node

from helix_lsp.syntax.outline import Import, SymbolKind
from helix_lsp.syntax.rules import Found, Rules, fold, found, imported, named, several, simple, text_of
from helix_lsp.text.regex import regex

_RECEIVER = regex(rb"\(\s*(?:[\w\x80-\xff]+\s+)?(?:[*(][*(\s]*)?([\w\x80-\xff]+)")
_BUILTIN = frozenset(
    "any bool byte comparable complex64 complex128 error float32 float64 int int8 int16 int32 int64 rune string uint uint8 uint16 uint32 "
    "uint64 uintptr append cap close copy delete len make new panic recover".split()
)


def _method(node: Node, data: bytes) -> list[Found]:
    receiver = node.child_by_field_name("receiver")
    match = _RECEIVER.match(data, receiver.start_byte, receiver.end_byte) if receiver is not None else None
    within = match.group(1).decode("utf-8", "replace") if match is not None else ""
    return found(
        node,
        data,
        "method",
        node.child_by_field_name("name"),
        node.child_by_field_name("body"),
        within=within,
    )


def _type(node: Node, data: bytes) -> list[Found]:
    value = node.child_by_field_name("type")
    kinds: dict[str, SymbolKind] = {"struct_type": "struct", "interface_type": "interface"}
    kind = kinds.get(value.type, "type") if value is not None else "type"
    body = value if value is not None and kind != "type" else None
    signature = f"type {fold(data, node.start_byte, body.start_byte if body is not None else node.end_byte)}"
    return found(
        node,
        data,
        kind,
        node.child_by_field_name("name"),
        body,
        signature=signature if body is None else f"{signature} {kind}",
    )


def _names(node: Node) -> list[tuple[Node, Node]]:
    return [(name, name) for name in node.children_by_field_name("name") if name.is_named]


def _field(node: Node, data: bytes) -> list[Found]:
    return several(node, data, "field", _names(node))


def _constants(node: Node, data: bytes) -> list[Found]:
    return [
        each._replace(signature=f"const {each.signature}")
        for each in several(node, data, "constant", _names(node))
    ]


def _variables(node: Node, data: bytes) -> list[Found]:
    return [
        each._replace(kind="variable", signature=f"var {each.signature}")
        for each in several(node, data, "variable", _names(node))
    ]


def _imports(node: Node, data: bytes) -> list[Import]:
    path, alias = node.child_by_field_name("path"), node.child_by_field_name("name")
    names = (
        (("*", "") if text_of(alias, data) == "." else ("", text_of(alias, data)),)
        if alias is not None
        else ()
    )
    return [imported(node, named(path, data), names)]


RULES = Rules(
    package="tree_sitter_go",
    makers={
        "function_declaration": simple("function"),
        "method_declaration": _method,
        "type_spec": _type,
        "type_alias": _type,
        "field_declaration": _field,
        "method_elem": simple("method", body=""),
        "const_spec": _constants,
        "var_spec": _variables,
    },
    imports=_imports,
    wrap={"type_declaration": "only", "const_declaration": "only", "var_declaration": "only"},
    containers=frozenset(
        {"source_file", "type_declaration", "const_declaration", "var_declaration", "var_spec_list"}
    ),
    ignore=_BUILTIN,
    hides=lambda name: not name[:1].isupper(),
)
