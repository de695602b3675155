"""Ruby: modules, classes, methods (also on the class), attributes, constants, `include` as inheritance,
access sections.
"""

from __future__ import annotations

from tree_sitter import Node

from helix_lsp.syntax.outline import Import, SymbolKind
from helix_lsp.syntax.rules import Found, Maker, Rules, child_of, fold, found, imported, named, text_of

_DIRECTIVES = frozenset(
    "attr_accessor attr_reader attr_writer alias_method define_method include extend prepend require require_relative load autoload "
    "private protected public private_class_method module_function raise puts lambda proc loop".split()
)


def _parts(node: Node, data: bytes) -> tuple[Node, str]:
    """(last part, the parts before it joined with dots) of `A::B`."""
    if node.type != "scope_resolution":
        return node, ""
    scope, name = node.child_by_field_name("scope"), node.child_by_field_name("name")
    return name or node, ".".join(text_of(scope, data).split("::")).strip(".") if scope is not None else ""


def _space(kind: SymbolKind) -> Maker:
    def make(node: Node, data: bytes) -> list[Found]:
        name, body = node.child_by_field_name("name"), node.child_by_field_name("body")
        if name is None:
            return []
        last, within = _parts(name, data)
        ends = node.child_by_field_name("superclass") or name
        return found(
            node, data, kind, last, body, within=within, signature=fold(data, node.start_byte, ends.end_byte)
        )

    return make


def _method(node: Node, data: bytes) -> list[Found]:
    name = node.child_by_field_name("name")
    ends = node.child_by_field_name("parameters") or name
    if ends is None:
        return []
    before = data[max(0, node.start_byte - 40) : node.start_byte].rstrip(b" \t")
    hidden = before.endswith((b"private", b"protected", b"private_class_method"))
    return found(
        node,
        data,
        "method",
        name,
        node.child_by_field_name("body"),
        signature=fold(data, node.start_byte, ends.end_byte),
        exported=False if hidden else None,
    )


def _alias(node: Node, data: bytes) -> list[Found]:
    return found(node, data, "method", node.child_by_field_name("name"))


def _constant(node: Node, data: bytes) -> list[Found]:
    right = node.child_by_field_name("right")
    made = (
        text_of(right, data).startswith(("Struct.new", "Class.new", "Data.define"))
        if right is not None
        else False
    )
    return found(node, data, "class" if made else "constant", node.child_by_field_name("left"))


def _call(node: Node, data: bytes) -> list[Found]:
    """`attr_accessor :a, :b` makes properties, `define_method(:a)` and `alias_method :a, :b` a method."""
    method, arguments = node.child_by_field_name("method"), node.child_by_field_name("arguments")
    if method is None or arguments is None:
        return []
    word = text_of(method, data)
    symbols = [child for child in arguments.named_children if child.type == "simple_symbol"]
    if not word.startswith("attr_"):
        return [_symbol(node, each, data, "method") for each in symbols[:1]]
    if len(symbols) == 1:
        return [_symbol(node, symbols[0], data, "property")]
    return [_symbol(each, each, data, "property", f"{word} {text_of(each, data)}") for each in symbols]


def _symbol(node: Node, symbol: Node, data: bytes, kind: SymbolKind, signature: str = "") -> Found:
    """A definition named by `:symbol`; the colon is not a part of the name."""
    at = symbol.start_byte + 1
    return Found(
        node.start_byte,
        node.end_byte,
        kind,
        named(symbol, data).removeprefix(":"),
        at,
        symbol.end_byte,
        signature or fold(data, node.start_byte, node.end_byte),
    )


def _imports(node: Node, data: bytes) -> list[Import]:
    method, arguments = node.child_by_field_name("method"), node.child_by_field_name("arguments")
    path = child_of(arguments, "string")
    if path is None or method is None:
        return []
    module = named(path, data)
    if text_of(method, data) == "require_relative" and not module.startswith("."):
        module = f"./{module}"
    return [imported(node, module)]


RULES = Rules(
    package="tree_sitter_ruby",
    makers={
        "module": _space("module"),
        "class": _space("class"),
        "method": _method,
        "singleton_method": _method,
        "alias": _alias,
        "assignment": _constant,
        "call": _call,
    },
    imports=_imports,
    containers=frozenset({"program", "module", "class", "singleton_class", "body_statement"}),
    constructors=frozenset({"initialize"}),
    ignore=_DIRECTIVES,
    accessors=(".", "::"),
    hides=lambda name: name.startswith("_"),
)
