"""Swift: types and protocols with their members, extensions (their functions belong to the type), properties,
enum cases, macros.
"""

from __future__ import annotations

from tree_sitter import Node

from helix_lsp.syntax.outline import Import, SymbolKind
from helix_lsp.syntax.rules import (
    Found,
    Maker,
    Rules,
    child_of,
    fold,
    found,
    imported,
    in_modifiers,
    named,
    simple,
    text_of,
)

_TYPES: dict[str, SymbolKind] = {
    "class": "class",
    "actor": "class",
    "struct": "struct",
    "enum": "enum",
    "extension": "impl",
}
_KNOWN = frozenset("String Int Bool Double Void Any Self Error Sendable self".split())


_front = in_modifiers("attribute", frozenset({b"private", b"fileprivate"}))


def _type(node: Node, data: bytes) -> list[Found]:
    head, exported = _front(node, data)
    word = node.child_by_field_name("declaration_kind")
    kind = _TYPES.get(text_of(word, data), "class")
    name, within = node.child_by_field_name("name"), ""
    if kind == "impl" and name is not None and name.type == "user_type":
        parts = [child for child in name.named_children if child.type == "type_identifier"]
        within = ".".join(text_of(part, data) for part in parts[:-1])
        name = parts[-1] if parts else name
    return found(
        node, data, kind, name, node.child_by_field_name("body"), head=head, exported=exported, within=within
    )


def _word(kind: SymbolKind, word: str) -> Maker:
    """A definition that bears a keyword for its name."""

    def make(node: Node, data: bytes) -> list[Found]:
        head, exported = _front(node, data)
        name = next((child for child in node.children if child.type == word), None)
        body = node.child_by_field_name("body") or child_of(node, "computed_property", "function_body")
        return found(node, data, kind, name, body, head=head, exported=exported)

    return make


def _bound(pattern: Node) -> list[Node]:
    """The names in `(a, b)` or `a`."""
    out: list[Node] = []
    pending = [pattern]
    while pending and len(out) < 100:
        each = pending.pop()
        name = each.child_by_field_name("bound_identifier")
        if name is not None:
            out.append(name)
        elif each.type == "simple_identifier":
            out.append(each)
        else:
            pending.extend(reversed(each.named_children))
    return out


def _property(node: Node, data: bytes) -> list[Found]:
    head, exported = _front(node, data)
    names = [
        name
        for pattern in node.children_by_field_name("name")
        if pattern.type == "pattern"
        for name in _bound(pattern)
    ]
    if len(names) != 1:
        signature = fold(data, head, node.end_byte)
        return [
            each
            for name in names
            for each in found(name, data, "variable", name, exported=exported, signature=signature)
        ]
    body = node.child_by_field_name("computed_value") or child_of(
        node, "protocol_property_requirements", "willset_didset_block"
    )
    kind: SymbolKind = "property" if body is not None and _is_member(node) else "variable"
    if kind == "variable" and named(names[0], data).isupper():
        kind = "constant"
    return found(node, data, kind, names[0], body, head=head, exported=exported)


def _is_member(node: Node) -> bool:
    return node.parent is not None and node.parent.type in (
        "class_body",
        "protocol_body",
        "enum_class_body",
        "source_file",
    )


def _cases(node: Node, data: bytes) -> list[Found]:
    names = node.children_by_field_name("name")
    if len(names) == 1:
        return found(node, data, "enum_member", names[0])
    out: list[Found] = []
    start = node.start_byte
    for name in names:
        after = name.next_sibling
        end = after.end_byte if after is not None and after.type == "enum_type_parameters" else name.end_byte
        signature = f"case {fold(data, name.start_byte, end)}"[:300]
        out.append(
            Found(start, end, "enum_member", named(name, data), name.start_byte, name.end_byte, signature)
        )
        start = end + (len(data[end : end + 20]) - len(data[end : end + 20].lstrip(b", \t\r\n")))
    return out


def _imports(node: Node, data: bytes) -> list[Import]:
    path = child_of(node, "identifier")
    parts = text_of(path, data)
    before = data[node.start_byte : path.start_byte].split() if path is not None else []
    if before and before[-1] != b"import":
        module, _, name = parts.rpartition(".")
        return [imported(node, module or name, ((name, ""),) if module else ())]
    return [imported(node, parts)]


RULES = Rules(
    package="tree_sitter_swift",
    makers={
        "class_declaration": _type,
        "protocol_declaration": simple("interface", front=_front),
        "function_declaration": simple("function", front=_front),
        "protocol_function_declaration": simple("function", front=_front),
        "init_declaration": _word("constructor", "init"),
        "deinit_declaration": _word("method", "deinit"),
        "subscript_declaration": _word("method", "subscript"),
        "property_declaration": _property,
        "protocol_property_declaration": _property,
        "enum_entry": _cases,
        "typealias_declaration": simple("type", front=_front),
        "associatedtype_declaration": simple("type", front=_front),
        "macro_declaration": simple("macro", front=_front),
    },
    imports=_imports,
    containers=frozenset(
        "source_file class_declaration class_body enum_class_body protocol_declaration protocol_body".split()
    ),
    ignore=_KNOWN,
    hides=lambda name: name.startswith("_"),
)
