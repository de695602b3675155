"""Rust: items, impl blocks (their functions belong to the type), trait implementations as inheritance,
macros.
"""

from __future__ import annotations

from tree_sitter import Node

from helix_lsp.syntax.outline import Import, SymbolKind
from helix_lsp.syntax.rules import Above, Found, Maker, Rules, fold, found, imported, text_of

_PRELUDE = frozenset("Self Some None Ok Err Option Result String Vec Box".split())


def _public(node: Node) -> bool | None:
    for child in node.named_children:
        if child.type == "visibility_modifier":
            return True
        if child.type != "attribute_item":
            break
    return None


def _item(kind: SymbolKind, name: str = "name", body: str = "body") -> Maker:
    def make(node: Node, data: bytes) -> list[Found]:
        inside = node.child_by_field_name(body) if body else None
        listed = inside is not None and inside.type == "ordered_field_declaration_list"
        signature = fold(data, node.start_byte, node.end_byte) if listed else ""
        return found(
            node,
            data,
            kind,
            node.child_by_field_name(name),
            inside,
            exported=_public(node),
            signature=signature,
        )

    return make


def _last_name(node: Node | None) -> Node | None:
    """The bare name of a type: `Q` of `&m::Q<T>`."""
    for _ in range(20):
        if node is None or node.type in ("type_identifier", "primitive_type"):
            return node
        inner = node.child_by_field_name("name") or node.child_by_field_name("type")
        if inner is None:
            return node
        node = inner
    return node


def _impl(node: Node, data: bytes) -> list[Found]:
    name = _last_name(node.child_by_field_name("type"))
    return found(node, data, "impl", name, node.child_by_field_name("body"), exported=True)


def _macro(node: Node, data: bytes) -> list[Found]:
    name = node.child_by_field_name("name")
    signature = f"macro_rules! {text_of(name, data)}" if name is not None else ""
    return found(node, data, "macro", name, exported=True, signature=signature)


def _shown(_: Found, above: Above | None) -> bool:
    """What says nothing is private, except in traits, enums and implementations of traits."""
    return above is not None and (
        above.kind in ("trait", "enum", "enum_member")
        or (above.kind == "impl" and " for " in above.signature)
    )


def _imports(node: Node, data: bytes) -> list[Import]:
    if node.type == "extern_crate_declaration":
        name, alias = node.child_by_field_name("name"), node.child_by_field_name("alias")
        names = (("", text_of(alias, data)),) if alias is not None else ()
        return [imported(node, text_of(name, data), names)]
    out: dict[str, list[tuple[str, str]]] = {}
    argument = node.child_by_field_name("argument")
    pending = [("", argument)] if argument is not None else []
    while pending:
        prefix, each = pending.pop()
        if each.type == "use_list":
            pending.extend(
                (prefix, child) for child in reversed(each.named_children) if "comment" not in child.type
            )
        elif each.type == "scoped_use_list":
            path, inner = each.child_by_field_name("path"), each.child_by_field_name("list")
            if inner is not None:
                pending.append((_join(prefix, text_of(path, data)), inner))
        else:
            module, pair = _leaf(prefix, each, data)
            names = out.setdefault(module, [])
            if pair != ("", ""):
                names.append(pair)
    return [imported(node, module, names) for module, names in out.items()]


def _join(prefix: str, path: str) -> str:
    path = "".join(path.split())
    return f"{prefix}::{path}" if prefix and path else prefix or path


def _leaf(prefix: str, node: Node, data: bytes) -> tuple[str, tuple[str, str]]:
    """(module, (name, alias)) of one imported path."""
    alias = ""
    path: Node | None = node
    if node.type == "use_as_clause":
        renamed = node.child_by_field_name("alias")
        alias = text_of(renamed, data)
        path = node.child_by_field_name("path")
    full = _join(prefix, text_of(path, data))
    module, _, name = full.rpartition("::")
    if not module:
        return full, ("", alias)
    return module, (name, alias)


RULES = Rules(
    package="tree_sitter_rust",
    makers={
        "function_item": _item("function"),
        "function_signature_item": _item("function", body=""),
        "struct_item": _item("struct"),
        "enum_item": _item("enum"),
        "enum_variant": _item("enum_member"),
        "union_item": _item("union"),
        "trait_item": _item("trait"),
        "impl_item": _impl,
        "mod_item": _item("module"),
        "macro_definition": _macro,
        "const_item": _item("constant", body=""),
        "static_item": _item("variable", body=""),
        "type_item": _item("type", body=""),
        "associated_type": _item("type", body=""),
        "field_declaration": _item("field", body=""),
    },
    imports=_imports,
    containers=frozenset({"source_file", "impl_item", "trait_item", "mod_item", "declaration_list"}),
    ignore=_PRELUDE,
    accessors=(".", "::"),
    shown=_shown,
)
