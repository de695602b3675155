"""Python: functions, classes, module and class variables, fields assigned in `__init__`, imports."""

from __future__ import annotations

from tree_sitter import Node

from helix_lsp.syntax.outline import Import, SymbolKind
from helix_lsp.syntax.rules import (
    Found,
    Rules,
    child_of,
    fold,
    found,
    imported,
    is_constant,
    several,
    text_of,
)
from helix_lsp.text.regex import regex

_BRANCHES = frozenset(
    "if_statement else_clause elif_clause try_statement except_clause finally_clause with_statement block".split()
)
_PROPERTY = regex(rb"@[\w.]*property\b|@\w+\.(?:setter|getter|deleter)\b")

_ATTRIBUTE_DOC = regex(rb"""[ \t]*(?:\#.*)?\r?\n[ \t]*([rRuU]?(\"{3}|'{3}))""")


def _docstring(body: Node | None) -> tuple[int, int]:
    first = body.named_child(0) if body is not None and body.named_child_count else None
    while first is not None and first.type == "comment":
        first = first.next_named_sibling
    if first is not None and first.type == "expression_statement" and first.named_child_count == 1:
        inner = first.named_child(0)
        if inner.type in ("string", "concatenated_string"):
            return inner.byte_range
    return -1, -1


def _definition(kind: SymbolKind, node: Node, data: bytes) -> list[Found]:
    body = node.child_by_field_name("body")
    signature = ""
    if body is not None and b"#" in data[node.start_byte : body.start_byte]:
        remark = child_of(node, "comment")
        signature = fold(data, node.start_byte, remark.start_byte if remark is not None else body.start_byte)
    return found(
        node, data, kind, node.child_by_field_name("name"), body, doc=_docstring(body), signature=signature
    )


def _function(node: Node, data: bytes) -> list[Found]:
    return _definition("function", node, data)


def _class(node: Node, data: bytes) -> list[Found]:
    made = _definition("class", node, data)
    body = node.child_by_field_name("body")
    return [*made, *_variables(body, data)] if body is not None else made


def _variables(block: Node, data: bytes) -> list[Found]:
    """What a module or a class assigns, also in its branches. A query for these costs more than half of all
    others together.
    """
    out: list[Found] = []
    pending = [block]
    while pending:
        for child in pending.pop().named_children:
            kind = child.type
            if kind == "expression_statement":
                inner = child.named_child(0) if child.named_child_count == 1 else None
                if inner is not None and inner.type == "assignment":
                    out.extend(_assignment(inner, data))
            elif kind in _BRANCHES:
                pending.append(child)
    return out


def _alias(node: Node, data: bytes) -> list[Found]:
    name = node.child_by_field_name("left")
    while name is not None and name.type != "identifier" and name.named_child_count:
        name = name.named_child(0)
    return found(node, data, "type", name, node.child_by_field_name("right"))


def _assignment(node: Node, data: bytes) -> list[Found]:
    left = node.child_by_field_name("left")
    if left is None:
        return []
    if left.type == "identifier":
        return found(node, data, "constant" if is_constant(text_of(left, data)) else "variable", left)
    if left.type == "attribute":
        owner = left.child_by_field_name("object")
        if owner is None or text_of(owner, data) != "self":
            return []
        return found(node, data, "field", left.child_by_field_name("attribute"), sort="own")
    if left.type == "pattern_list":
        return several(
            node,
            data,
            "variable",
            [(child, child) for child in left.named_children if child.type == "identifier"],
        )
    return []


def _pair(node: Node, data: bytes) -> tuple[str, str]:
    """(name, alias or ``) of an imported name."""
    if node.type != "aliased_import":
        return text_of(node, data), ""
    name, alias = node.child_by_field_name("name"), node.child_by_field_name("alias")
    return text_of(name, data), text_of(alias, data)


def _imports(node: Node, data: bytes) -> list[Import]:
    pairs = [_pair(child, data) for child in node.children_by_field_name("name")]
    if node.type == "import_statement":
        return [imported(node, name, (("", alias),) if alias else ()) for name, alias in pairs]
    if node.type == "future_import_statement":
        return [imported(node, "__future__", pairs)]
    module = node.child_by_field_name("module_name")
    if any(child.type == "wildcard_import" for child in node.named_children):
        pairs.append(("*", ""))
    return [imported(node, text_of(module, data), pairs)]


def _below(data: bytes, end: int) -> tuple[int, int]:
    match = _ATTRIBUTE_DOC.match(data, end)
    if match is None:
        return -1, -1
    close = data.find(match.group(2), match.end())
    return (match.start(1), close + 3) if close >= 0 else (-1, -1)


def _hides(name: str) -> bool:
    return name.startswith("_") and not (name.startswith("__") and name.endswith("__"))


def _wrapped(kind: SymbolKind, decorators: bytes) -> SymbolKind:
    return "property" if kind == "method" and _PROPERTY.search(decorators) else kind


RULES = Rules(
    package="tree_sitter_python",
    makers={
        "function_definition": _function,
        "class_definition": _class,
        "type_alias_statement": _alias,
        "assignment": _assignment,
    },
    imports=_imports,
    top=_variables,
    wrap={"decorated_definition": "definition"},
    containers=frozenset({"module", "decorated_definition", "class_definition", "block"}),
    constructors=frozenset({"__init__"}),
    ignore=frozenset({"True", "False", "None", "self", "cls"}),
    hides=_hides,
    wrapped=_wrapped,
    docstring=_docstring,
    below=_below,
)
