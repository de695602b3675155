"""Kotlin: classes, objects and interfaces with their members, constructor properties, extensions (they belong
to their receiver), aliases.

The grammar loses its place at a property in front of `}` on one line (`object { val a = 2 }`) and then reads
the rest of the file as one string, in about one file of fifty; there the definitions come from
`landmarks.py`. An annotation with arguments may be before its definition as an expression of its own.
"""

from __future__ import annotations

from tree_sitter import Node

from helix_lsp.syntax.landmarks import definitions
from helix_lsp.syntax.outline import Import, SymbolKind
from helix_lsp.syntax.rules import (
    Found,
    Rules,
    child_of,
    fold,
    found,
    imported,
    in_modifiers,
    is_constant,
    named,
    several,
    simple,
    text_of,
)

_front = in_modifiers("annotation", frozenset({b"private"}))


def _modifiers(node: Node, data: bytes) -> list[bytes]:
    """The words before a definition, annotations among them."""
    first = node.child(0) if node.child_count else None
    return (
        data[first.start_byte : first.end_byte].split()
        if first is not None and first.type == "modifiers"
        else []
    )


def _class(node: Node, data: bytes) -> list[Found]:
    head, exported = _front(node, data)
    kind: SymbolKind = "class"
    if b"enum" in _modifiers(node, data):
        kind = "enum"
    elif any(child.type == "interface" for child in node.children[:5]):
        kind = "interface"
    body = child_of(node, "class_body", "enum_class_body")
    return found(node, data, kind, node.child_by_field_name("name"), body, head=head, exported=exported)


def _object(node: Node, data: bytes) -> list[Found]:
    """A companion without a name is not a symbol: its members are called on the class."""
    head, exported = _front(node, data)
    return found(
        node,
        data,
        "class",
        node.child_by_field_name("name"),
        child_of(node, "class_body"),
        head=head,
        exported=exported,
    )


def _receiver(node: Node, before: Node, data: bytes) -> str:
    """`A.B` of `fun A.B<T>?.name()`, `` without a receiver. `before` is the name."""
    for child in node.named_children:
        if child.start_byte >= before.start_byte:
            return ""
        kind = child.type
        if kind in ("user_type", "nullable_type", "parenthesized_type"):
            text = text_of(child, data).partition("<")[0].strip("()?& \t")
            return text if text.replace(".", "").replace("_", "").isalnum() else ""
    return ""


def _function(node: Node, data: bytes) -> list[Found]:
    name = node.child_by_field_name("name")
    if name is None:
        return []
    head, exported = _front(node, data)
    label = text_of(name, data).strip("`")
    body = child_of(node, "function_body")
    return found(
        node,
        data,
        "function",
        name,
        body,
        head=head,
        exported=exported,
        within=_receiver(node, name, data),
        label=label,
    )


def _property(node: Node, data: bytes) -> list[Found]:
    head, exported = _front(node, data)
    variable = child_of(node, "variable_declaration", "multi_variable_declaration")
    if variable is None:
        return []
    if variable.type == "multi_variable_declaration":
        names = [
            name for each in variable.named_children if (name := child_of(each, "identifier")) is not None
        ]
        return several(node, data, "variable", [(each, each) for each in names], head=head, exported=exported)
    name = child_of(variable, "identifier")
    if name is None:
        return []
    access = child_of(node, "getter", "setter") if _is_member(node) else None
    within = _receiver(node, variable, data)
    kind: SymbolKind = "variable"
    if access is not None or within:
        kind = "property"
    elif b"const" in _modifiers(node, data) or is_constant(named(name, data)):
        kind = "constant"
    signature = fold(data, head, access.start_byte if access is not None else node.end_byte)
    return found(node, data, kind, name, access, exported=exported, within=within, signature=signature)


def _is_member(node: Node) -> bool:
    """False for a local variable: what follows one may look like its accessor."""
    return node.parent is not None and node.parent.type in ("source_file", "class_body", "enum_class_body")


def _constructor(node: Node, data: bytes) -> list[Found]:
    head, exported = _front(node, data)
    word = next((child for child in node.children if child.type == "constructor"), None)
    body = child_of(node, "block")
    return found(node, data, "constructor", word, body, head=head, exported=exported)


def _parameter(node: Node, data: bytes) -> list[Found]:
    """`val` and `var` in a primary constructor declare properties."""
    if not any(child.type in ("val", "var") for child in node.children):
        return []
    head, exported = _front(node, data)
    return found(node, data, "field", child_of(node, "identifier"), head=head, exported=exported)


def _entry(node: Node, data: bytes) -> list[Found]:
    head, _ = _front(node, data)
    return found(
        node, data, "enum_member", child_of(node, "identifier"), child_of(node, "class_body"), head=head
    )


def _imports(node: Node, data: bytes) -> list[Import]:
    path = child_of(node, "qualified_identifier", "identifier")
    full = "".join(text_of(path, data).split())
    if any(child.type == "*" for child in node.children):
        return [imported(node, full, (("*", ""),))]
    last = node.named_children[-1:]
    alias = text_of(last[0], data) if last and path is not None and last[0].start_byte > path.end_byte else ""
    module, _, name = full.rpartition(".")
    return [imported(node, module, ((name, alias),))]


RULES = Rules(
    package="tree_sitter_kotlin",
    makers={
        "class_declaration": _class,
        "object_declaration": _object,
        "companion_object": _object,
        "function_declaration": _function,
        "property_declaration": _property,
        "secondary_constructor": _constructor,
        "enum_entry": _entry,
        "type_alias": simple("type", name="type", body="", front=_front),
        "class_parameter": _parameter,
    },
    imports=_imports,
    top=definitions,
    containers=frozenset(
        "source_file class_declaration class_body enum_class_body object_declaration companion_object".split()
    ),
    ignore=frozenset("String Int Long Boolean Unit Any Override List to it".split()),
    accessors=(".", "::"),
    patches=True,
)
