"""JavaScript and JSX, and what TypeScript shares with it: functions in all their spellings, classes, CommonJS exports,
imports.
"""

from __future__ import annotations

from tree_sitter import Node

from helix_lsp.syntax.outline import Import, SymbolKind
from helix_lsp.syntax.rules import (
    Found,
    Maker,
    Rules,
    child_of,
    found,
    head_after,
    imported,
    is_constant,
    named,
    simple,
    text_of,
)
from helix_lsp.text.regex import regex

FUNCTIONS = ("arrow_function", "function_expression", "generator_function")
_WORD_BEFORE = regex(rb"\b(const|let|var)\s+\Z")
_NAMES = ("property_identifier", "private_property_identifier")


def _head(node: Node) -> int:
    return head_after(node, "decorator")


def _function_like(value: Node | None) -> bool:
    return value is not None and value.type in FUNCTIONS


def _body(value: Node | None) -> Node | None:
    return value.child_by_field_name("body") if value is not None else None


def declarator(node: Node, data: bytes) -> list[Found]:
    """`const x = ...`: a function or class where the value is one, nothing for `require`, else variables."""
    name, value = node.child_by_field_name("name"), node.child_by_field_name("value")
    if name is None or (value is not None and _required(value, data) is not None):
        return []
    if name.type != "identifier":
        inside = [*name.named_children] if name.type == "object_pattern" else []
        names = [
            child if child.type.startswith("shorthand") else child.child_by_field_name("value")
            for child in inside
        ]
        return [
            made
            for each in names
            if each is not None and "identifier" in each.type
            for made in found(node, data, "variable", each)
        ]
    kind: SymbolKind = "constant" if is_constant(text_of(name, data)) else "variable"
    body: Node | None = None
    if value is not None and (_function_like(value) or value.type == "class"):
        kind, body = "class" if value.type == "class" else "function", _body(value)
    word = _WORD_BEFORE.search(data, max(0, node.start_byte - 8), node.start_byte)
    head = word.start(1) if word is not None else -1
    return found(node, data, kind, name, body, head=head)


def method(node: Node, data: bytes) -> list[Found]:
    """A method, getter or setter of a class or an object."""
    name = node.child_by_field_name("name")
    if name is None:
        return []
    words = data[_head(node) : name.start_byte].split()
    kind: SymbolKind = "property" if b"get" in words or b"set" in words else "method"
    return found(node, data, kind, name, _body(node), head=_head(node), exported=visible(node, name, data))


def visible(node: Node, name: Node, data: bytes) -> bool | None:
    """False for `#name` and `private`; None leaves it to convention."""
    if name.type == "private_property_identifier":
        return False
    modifier = child_of(node, "accessibility_modifier")
    return False if modifier is not None and text_of(modifier, data) == "private" else None


def field(node: Node, data: bytes) -> list[Found]:
    """A class field; a method where its value is a function."""
    name = node.child_by_field_name("name") or node.child_by_field_name("property")
    if name is None:
        return []
    value = node.child_by_field_name("value")
    kind: SymbolKind = "method" if _function_like(value) else "field"
    body = _body(value) if kind == "method" else None
    return found(node, data, kind, name, body, head=_head(node), exported=visible(node, name, data))


def pair(node: Node, data: bytes) -> list[Found]:
    """`key: function () {}` in an object."""
    key = node.child_by_field_name("key")
    if key is None or key.type not in _NAMES:
        return []
    return found(node, data, "method", key, _body(node.child_by_field_name("value")), sort="pair")


def anonymous(node: Node, data: bytes) -> list[Found]:
    """`export default function () {}`: named `default` unless it names itself."""
    kind: SymbolKind = "class" if node.type == "class" else "function"
    name = node.child_by_field_name("name")
    if name is not None:
        return found(node, data, kind, name, _body(node))
    statement = node.parent
    word = statement.child(1) if statement is not None and statement.child_count > 1 else node.child(0)
    return found(node, data, kind, word, _body(node), label="default")


def class_(node: Node, data: bytes) -> list[Found]:
    """A class declaration; its signature starts behind its decorators."""
    return found(node, data, "class", node.child_by_field_name("name"), _body(node), head=_head(node))


def assignment(node: Node, data: bytes) -> list[Found]:
    """`exports.x = ...`, `A.prototype.m = function ...`, `A.m = function ...`, and `this.x = ...` in a
    constructor.
    """
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    if left is None or right is None:
        return []
    name, owner = left.child_by_field_name("property"), left.child_by_field_name("object")
    if name is None or owner is None or name.type not in _NAMES:
        return []
    function = _function_like(right)
    if owner.type == "this":
        if function:
            return found(node, data, "function", name, _body(right))
        return found(node, data, "field", name, sort="own", exported=visible(node, name, data))
    return _exported(node, data, text_of(owner, data), name, right, function)


def _exported(node: Node, data: bytes, owner: str, name: Node, right: Node, function: bool) -> list[Found]:
    body = _body(right) if function or right.type == "class" else None
    kind: SymbolKind = "function" if function else "class" if right.type == "class" else "variable"
    whole = owner == "module" and text_of(name, data) == "exports"
    if whole or owner in ("exports", "module.exports"):
        if right.type in ("identifier", "object", "call_expression") and (
            whole or right.type == "identifier"
        ):
            return []
        return found(
            node,
            data,
            kind,
            (right.child_by_field_name("name") or name) if whole else name,
            body,
            exported=True,
        )
    if kind == "variable":
        return []
    return found(
        node, data, kind, name, body, within=owner.replace(".prototype", "").replace("?.", ".")[:100]
    )


def imports(node: Node, data: bytes) -> list[Import]:
    """Import statements, re-exports and `require`."""
    if node.type in ("variable_declarator", "expression_statement"):
        return _requires(node, data)
    source = node.child_by_field_name("source")
    names: list[tuple[str, str]] = []
    for clause in node.named_children:
        if clause.type == "import_require_clause":
            source = clause.child_by_field_name("source")
            alias = child_of(clause, "identifier")
            names.append(("", text_of(alias, data)))
        elif clause.type in ("import_clause", "export_clause", "namespace_export"):
            names.extend(_clause(clause, data))
    if node.type == "export_statement" and not names:
        names.append(("*", ""))
    return [imported(node, named(source, data), names)]


def _clause(clause: Node, data: bytes) -> list[tuple[str, str]]:
    names: list[tuple[str, str]] = []
    specifiers = [clause] if clause.type in ("export_clause", "namespace_export") else clause.named_children
    for child in specifiers:
        if child.type == "identifier":
            names.append(("default", text_of(child, data)))
        elif child.type in ("namespace_import", "namespace_export"):
            inner = child_of(child, "identifier")
            names.append(("*", text_of(inner, data)))
        else:
            for each in child.named_children:
                name, alias = each.child_by_field_name("name"), each.child_by_field_name("alias")
                if name is not None:
                    names.append((text_of(name, data), text_of(alias, data)))
    return names


def _required(value: Node, data: bytes) -> tuple[str, str] | None:
    """(module, member or ``) of `require("module")` and `require("module").member`."""
    member = ""
    if value.type == "member_expression":
        inner, part = value.child_by_field_name("object"), value.child_by_field_name("property")
        if inner is None or part is None:
            return None
        value, member = inner, text_of(part, data)
    function = value.child_by_field_name("function") if value.type == "call_expression" else None
    if function is None or text_of(function, data) != "require":
        return None
    arguments = value.child_by_field_name("arguments")
    first = child_of(arguments, "string")
    return (named(first, data), member) if first is not None else None


def _requires(node: Node, data: bytes) -> list[Import]:
    value = (
        node.child_by_field_name("value")
        if node.type == "variable_declarator"
        else child_of(node, "call_expression")
    )
    required = _required(value, data) if value is not None else None
    if required is None:
        return []
    module, member = required
    name = node.child_by_field_name("name")
    names: list[tuple[str, str]] = []
    if name is not None and name.type == "identifier":
        names.append((member, text_of(name, data)))
    elif name is not None:
        for child in name.named_children:
            if child.type.startswith("shorthand"):
                names.append((text_of(child, data), ""))
            elif child.type == "pair_pattern":
                key, alias = child.child_by_field_name("key"), child.child_by_field_name("value")
                names.append((text_of(key, data), text_of(alias, data)))
    return [imported(node, module, names)]


MAKERS: dict[str, Maker] = {
    "function_declaration": simple("function"),
    "generator_function_declaration": simple("function"),
    "class_declaration": class_,
    "method_definition": method,
    "variable_declarator": declarator,
    "assignment_expression": assignment,
    "pair": pair,
    "arrow_function": anonymous,
    "function_expression": anonymous,
    "class": anonymous,
}

WRAP = {"export_statement": "last", "lexical_declaration": "only", "variable_declaration": "only"}
CONTAINERS = frozenset({"program", "export_statement", "class_declaration", "class_body"})


IGNORE = frozenset({"exports", "prototype", "length", "require"})


def hides(name: str) -> bool:
    """Leading underscores and `#` hide."""
    return name.startswith(("_", "#"))


JAVASCRIPT = Rules(
    package="tree_sitter_javascript",
    shared=("ecmascript",),
    makers={**MAKERS, "field_definition": field},
    imports=imports,
    wrap=WRAP,
    containers=CONTAINERS,
    constructors=frozenset({"constructor"}),
    hides=hides,
    ignore=IGNORE,
    explicit=True,
)


# TypeScript: JavaScript and its types, interfaces, enums, namespaces and ambient declarations.


def _enum_member(node: Node, data: bytes) -> list[Found]:
    return found(node, data, "enum_member", node.child_by_field_name("name") or node)


def _parameter(node: Node, data: bytes) -> list[Found]:
    """A constructor's parameter that is a field as well."""
    name = node.child_by_field_name("pattern")
    return (
        found(node, data, "field", name, sort="own", exported=visible(node, name, data))
        if name is not None
        else []
    )


def _module(node: Node, data: bytes) -> list[Found]:
    name = node.child_by_field_name("name")
    quoted = name is not None and name.type == "string"
    return found(node, data, "module" if quoted else "namespace", name, child_of(node, "statement_block"))


TYPED_MAKERS: dict[str, Maker] = {
    **MAKERS,
    "abstract_class_declaration": class_,
    "interface_declaration": simple("interface"),
    "type_alias_declaration": simple("type", body="value"),
    "enum_declaration": simple("enum"),
    "internal_module": _module,
    "module": _module,
    "public_field_definition": field,
    "abstract_method_signature": method,
    "method_signature": method,
    "function_signature": simple("function"),
    "property_signature": field,
    "property_identifier": _enum_member,
    "enum_assignment": _enum_member,
    "string": _enum_member,
    "required_parameter": _parameter,
}


def rules(factory: str, *shared: str) -> Rules:
    """The rules of one of the two dialects, which share a package."""
    return Rules(
        package="tree_sitter_typescript",
        factory=factory,
        shared=("ecmascript", *shared),
        makers=TYPED_MAKERS,
        imports=imports,
        wrap={**WRAP, "ambient_declaration": "last"},
        containers=CONTAINERS | {"abstract_class_declaration"},
        constructors=frozenset({"constructor"}),
        hides=hides,
        ignore=IGNORE,
        explicit=True,
    )


TYPESCRIPT = rules("language_typescript")
TSX = rules("language_tsx", "typescript")
