"""Java: types with their members, records, annotations."""

from __future__ import annotations

from tree_sitter import Node

from helix_lsp.syntax.outline import Import, SymbolKind
from helix_lsp.syntax.rules import Above, Found, Maker, Rules, found, imported, several, simple, text_of


def _front(node: Node, _: bytes) -> tuple[int, bool | None]:
    """(where the signature starts behind the annotations, what the modifiers say of visibility)."""
    first = node.child(0) if node.child_count else None
    if first is None or first.type != "modifiers":
        return node.start_byte, None
    words = {child.type for child in first.children}
    exported = True if words & {"public", "protected"} else False if "private" in words else None
    for child in first.children:
        if "annotation" not in child.type:
            return child.start_byte, exported
    return first.end_byte, exported


def _member(kind: SymbolKind, body: str = "body") -> Maker:
    return simple(kind, body=body, front=_front)


def _component(node: Node, data: bytes) -> list[Found]:
    """A component of a record, which everyone can read."""
    return found(node, data, "field", node.child_by_field_name("name"), exported=True)


def _fields(node: Node, data: bytes) -> list[Found]:
    head, exported = _front(node, data)
    parts = [
        (each, name)
        for each in node.children_by_field_name("declarator")
        if (name := each.child_by_field_name("name")) is not None
    ]
    words = data[node.start_byte : parts[0][0].start_byte].split() if parts else []
    fixed = node.type == "constant_declaration" or (b"static" in words and b"final" in words)
    return several(node, data, "constant" if fixed else "field", parts, head=head, exported=exported)


def _shown(each: Found, above: Above | None) -> bool:
    """What says nothing is seen in its package only, except in interfaces and enums."""
    return above is not None and (
        above.kind == "interface" or each.kind == "enum_member" or each.sort == "own"
    )


def _imports(node: Node, data: bytes) -> list[Import]:
    path = next(
        (child for child in node.named_children if child.type in ("scoped_identifier", "identifier")), None
    )
    full = "".join(text_of(path, data).split())
    if any(child.type == "asterisk" for child in node.named_children):
        return [imported(node, full, (("*", ""),))]
    module, _, name = full.rpartition(".")
    return [imported(node, module, ((name, ""),))]


RULES = Rules(
    package="tree_sitter_java",
    makers={
        "class_declaration": _member("class"),
        "interface_declaration": _member("interface"),
        "enum_declaration": _member("enum"),
        "record_declaration": _member("class"),
        "annotation_type_declaration": _member("interface"),
        "method_declaration": _member("method"),
        "constructor_declaration": _member("constructor"),
        "compact_constructor_declaration": _member("constructor"),
        "annotation_type_element_declaration": _member("method", body=""),
        "enum_constant": _member("enum_member"),
        "formal_parameter": _component,
        "field_declaration": _fields,
        "constant_declaration": _fields,
    },
    imports=_imports,
    containers=frozenset(
        (
            "program class_declaration class_body interface_declaration interface_body enum_declaration enum_body "
            "enum_body_declarations"
        ).split()
    ),
    accessors=(".", "::"),
    ignore=frozenset("String Object Integer Long Boolean Override".split()),
    shown=_shown,
)
