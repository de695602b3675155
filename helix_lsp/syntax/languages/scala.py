"""Scala 2 and 3: classes, traits, objects, enums, givens, extensions (they belong to the type), members, type
members.
"""

from __future__ import annotations

from tree_sitter import Node

from helix_lsp.syntax.landmarks import settled
from helix_lsp.syntax.outline import Import, SymbolKind
from helix_lsp.syntax.rules import (
    Found,
    Maker,
    Rules,
    child_of,
    fold,
    found,
    head_after,
    imported,
    several,
    simple,
    text_of,
)

_HIDDEN = (b"private", b"private[this]")


def _front(node: Node, data: bytes) -> tuple[int, bool | None]:
    modifiers = child_of(node, "modifiers")
    words = data[modifiers.start_byte : modifiers.end_byte].split() if modifiers is not None else []
    return head_after(node, "annotation"), False if any(word in _HIDDEN for word in words) else None


def _item(kind: SymbolKind) -> Maker:
    plain = simple(kind, front=_front)

    def make(node: Node, data: bytes) -> list[Found]:
        """A name between back-ticks keeps its blanks."""
        made = plain(node, data)
        return [
            one._replace(name=data[one.at : one.at_end].decode("utf-8", "replace").strip("`")) for one in made
        ]

    return make


def _head_type(node: Node | None) -> Node | None:
    """The bare name of a type: `Q` of `m.Q[T]`."""
    for _ in range(20):
        if node is None or node.type == "type_identifier":
            return node
        inner = node.child_by_field_name("type")
        if inner is None:
            inner = next(
                (child for child in reversed(node.named_children) if child.type == "type_identifier"), None
            )
        node = inner
    return None


def _given(node: Node, data: bytes) -> list[Found]:
    """A given without a name is called after its type."""
    head, exported = _front(node, data)
    name = node.child_by_field_name("name") or _head_type(node.child_by_field_name("return_type"))
    body = node.child_by_field_name("body")
    signature = fold(data, head, body.start_byte if body is not None else node.end_byte).removesuffix(" with")
    return found(node, data, "variable", name, body, exported=exported, signature=signature)


def _extension(node: Node, data: bytes) -> list[Found]:
    """`extension (s: A[B])` is a block of functions that belong to `A`."""
    body = node.child_by_field_name("body")
    parameters = node.children_by_field_name("parameters")
    types = [
        each.child_by_field_name("type")
        for one in parameters
        for each in one.named_children[:1]
        if not text_of(one, data).startswith("(using")
    ]
    name = _head_type(types[0]) if types else None
    return found(
        node,
        data,
        "impl",
        name,
        exported=True,
        signature=fold(data, node.start_byte, body.start_byte if body is not None else node.end_byte),
    )


def _value(node: Node, data: bytes) -> list[Found]:
    head, exported = _front(node, data)
    pattern = node.child_by_field_name("pattern") or node.child_by_field_name("name")
    if pattern is None:
        return []
    if pattern.type == "identifier":
        names = node.children_by_field_name("name") or [pattern]
    else:
        names = [child for child in pattern.named_children if child.type == "identifier"]
    return several(node, data, "variable", [(name, name) for name in names], head=head, exported=exported)


def _parameter(node: Node, data: bytes) -> list[Found]:
    """`val` and `var` make a field of a parameter, and so does a case class."""
    exported = _front(node, data)[1]
    if not any(child.type in ("val", "var") for child in node.children):
        clause = node.parent
        owner = clause.parent if clause is not None else None
        if (
            clause is None
            or owner is None
            or not _is_case(owner)
            or any(child.type in ("implicit", "using") for child in clause.children[:3])
        ):
            return []
    return found(
        node,
        data,
        "field",
        node.child_by_field_name("name"),
        exported=exported,
        head=head_after(node, "annotation"),
    )


def _is_case(owner: Node) -> bool:
    return owner.type == "full_enum_case" or any(child.type == "case" for child in owner.children[:4])


def _imports(node: Node, data: bytes) -> list[Import]:
    """One import per path; `import a.b, c.d` has several."""
    out: list[Import] = []
    path: list[str] = []
    for child in node.children:
        kind = child.type
        if kind in ("identifier", "operator_identifier"):
            path.append(text_of(child, data).strip("`"))
        elif kind == ",":
            out.extend(_path(node, path))
            path = []
        elif kind == "namespace_wildcard":
            out.append(imported(node, ".".join(path), (("*", ""),)))
            path = []
        elif kind == "namespace_selectors":
            out.append(
                imported(node, ".".join(path), [_selected(each, data) for each in child.named_children])
            )
            path = []
        elif kind in ("as_renamed_identifier", "arrow_renamed_identifier"):
            out.append(imported(node, ".".join(path), (_selected(child, data),)))
            path = []
    out.extend(_path(node, path))
    return out


def _path(node: Node, path: list[str]) -> list[Import]:
    return [imported(node, ".".join(path[:-1]), ((path[-1], ""),))] if path else []


def _selected(node: Node, data: bytes) -> tuple[str, str]:
    if node.type == "namespace_wildcard":
        text = text_of(node, data)
        return ("*" if text == "_" else text), ""
    name, alias = node.child_by_field_name("name"), node.child_by_field_name("alias")
    if name is None:
        return text_of(node, data).strip("`"), ""
    return text_of(name, data).strip("`"), text_of(alias, data)


_MAKERS: dict[str, Maker] = {
    "class_definition": _item("class"),
    "trait_definition": _item("trait"),
    "object_definition": _item("class"),
    "package_object": _item("namespace"),
    "enum_definition": _item("enum"),
    "given_definition": _given,
    "extension_definition": _extension,
    "function_definition": _item("function"),
    "function_declaration": _item("function"),
    "type_definition": _item("type"),
    "class_parameter": _parameter,
    "simple_enum_case": _item("enum_member"),
    "full_enum_case": _item("enum_member"),
    "val_definition": _value,
    "var_definition": _value,
    "val_declaration": _value,
    "var_declaration": _value,
}

RULES = Rules(
    package="tree_sitter_scala",
    makers={kind: settled(maker, b"//", (b"/*", b"*/")) for kind, maker in _MAKERS.items()},
    imports=_imports,
    containers=frozenset(
        "compilation_unit class_definition trait_definition object_definition package_object template_body".split()
    ),
    constructors=frozenset({"this"}),
    ignore=frozenset("String Int Long Boolean Unit Any AnyRef Nothing Option Some None List Seq".split()),
)
