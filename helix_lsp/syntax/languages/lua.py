"""Lua: functions with the table that they are put into, tables and values at the top, functions in tables,
`require`, metatables.

`function M.f`, `M.f = function` and `M['f'] = function` all make a symbol `f` within `M`.
"""

from __future__ import annotations

from tree_sitter import Node

from helix_lsp.syntax.outline import Import, SymbolKind
from helix_lsp.syntax.rules import Found, Rules, child_of, fold, found, imported, is_constant, named, text_of

_KNOWN = frozenset(
    "require setmetatable getmetatable pairs ipairs type tostring tonumber print error assert pcall select unpack next self rawget rawset".split()
)
_INDEX = frozenset({"dot_index_expression", "method_index_expression", "bracket_index_expression"})


def _last(node: Node, data: bytes) -> tuple[Node | None, str, str]:
    """(node of the last part, its name, what is before it) of `a.b.c`, `a.b:c` or `a['b c']`."""
    if node.type not in _INDEX:
        return (node, text_of(node, data), "") if node.type == "identifier" else (None, "", "")
    name = node.child_by_field_name("field") or node.child_by_field_name("method")
    table = node.child_by_field_name("table")
    if name is None or table is None or name.type not in ("identifier", "string"):
        return None, "", ""
    label = text_of(name, data)
    if name.type == "string":
        name = name.child_by_field_name("content")
        label = text_of(name, data).strip()
    before = ".".join(
        "".join(c if c.isalnum() or c in "_.:" else " " for c in text_of(table, data))
        .replace(":", ".")
        .split()
    )
    return (name, label, before) if label and "\n" not in label else (None, "", "")


def _is_local(node: Node) -> bool:
    first = node.children[:1]
    return bool(first) and first[0].type == "local"


def _function(node: Node, data: bytes) -> list[Found]:
    written = node.child_by_field_name("name")
    name, label, within = _last(written, data) if written is not None else (None, "", "")
    exported = False if _is_local(node) else None
    return _made(node, data, name, label, within, node, exported=exported)


def _made(
    node: Node,
    data: bytes,
    name: Node | None,
    label: str,
    within: str,
    function: Node,
    *,
    exported: bool | None,
    sort: str = "",
) -> list[Found]:
    """A function; its signature ends with the parameters."""
    parameters = function.child_by_field_name("parameters")
    end = parameters.end_byte if parameters is not None else function.end_byte
    return found(
        node,
        data,
        "function",
        name,
        function.child_by_field_name("body"),
        label=label,
        within=within,
        exported=exported,
        sort=sort,
        signature=fold(data, node.start_byte, end),
    )


def _pairs(node: Node) -> list[tuple[Node, Node | None]]:
    """(target, value) of an assignment."""
    variables, expressions = child_of(node, "variable_list"), child_of(node, "expression_list")
    values = expressions.named_children if expressions is not None else []
    targets = (
        [each for each in variables.named_children if each.type != "attribute"]
        if variables is not None
        else []
    )
    return [(each, values[index] if index < len(values) else None) for index, each in enumerate(targets)]


def _assignment(node: Node, data: bytes) -> list[Found]:
    whole, local = node, node.parent is not None and node.parent.type == "variable_declaration"
    if local:
        whole = node.parent or node
    pairs = _pairs(node)
    out: list[Found] = []
    for target, value in pairs:
        name, label, within = _last(target, data)
        if name is None or (value is not None and _required(value, data) is not None):
            continue
        exported = False if local else None
        if value is not None and value.type == "function_definition":
            if len(pairs) == 1:
                out.extend(_made(whole, data, name, label, within, value, exported=exported))
            else:
                out.extend(
                    found(target, data, "function", name, label=label, within=within, exported=exported)
                )
            continue
        body = (
            value
            if value is not None and value.type == "table_constructor" and value.named_child_count
            else None
        )
        kind: SymbolKind = "constant" if is_constant(label) else "field" if within else "variable"
        signature = (
            fold(data, whole.start_byte, body.start_byte)
            if body is not None and len(pairs) == 1
            else fold(data, whole.start_byte, whole.end_byte)
        )
        out.extend(
            found(
                whole if len(pairs) == 1 else target,
                data,
                kind,
                name,
                body if len(pairs) == 1 else None,
                label=label,
                within=within,
                exported=exported,
                signature=signature,
            )
        )
    return out


def _declaration(node: Node, data: bytes) -> list[Found]:
    """`local a = 1`; a bare `local a` is not a definition."""
    inner = node.named_child(0) if node.named_child_count else None
    return _assignment(inner, data) if inner is not None and inner.type == "assignment_statement" else []


def _field(node: Node, data: bytes) -> list[Found]:
    name, value = node.child_by_field_name("name"), node.child_by_field_name("value")
    if name is None or value is None:
        return []
    label = ""
    if name.type == "string":
        name = name.child_by_field_name("content")
        label = text_of(name, data).strip()
    return _made(node, data, name, label, "", value, exported=None, sort="pair")


def _required(value: Node, data: bytes) -> Node | None:
    """The argument of `require 'x'`."""
    if value.type != "function_call":
        return None
    name, arguments = value.child_by_field_name("name"), value.child_by_field_name("arguments")
    if (
        name is None
        or arguments is None
        or text_of(name, data) != "require"
        or arguments.named_child_count != 1
    ):
        return None
    first = arguments.named_child(0)
    return first if first.type == "string" else None


def _imports(node: Node, data: bytes) -> list[Import]:
    path = _required(node, data)
    content = path.child_by_field_name("content") if path is not None else None
    if content is None:
        return []
    alias = ""
    values = node.parent
    assignment = values.parent if values is not None and values.type == "expression_list" else None
    if assignment is not None and assignment.type == "assignment_statement":
        for target, value in _pairs(assignment):
            if value is not None and value.start_byte == node.start_byte and target.type == "identifier":
                alias = text_of(target, data)
    names = (("", alias),) if alias else ()
    return [imported(node, named(content, data), names)]


RULES = Rules(
    package="tree_sitter_lua",
    makers={
        "function_declaration": _function,
        "assignment_statement": _assignment,
        "variable_declaration": _declaration,
        "field": _field,
    },
    imports=_imports,
    containers=frozenset({"chunk"}),
    ignore=_KNOWN,
    accessors=(".", ":"),
    hides=lambda name: name.startswith("_") and not name.startswith("__"),
)
