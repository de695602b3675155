"""Elixir: modules, protocols, implementations, functions and macros (all clauses of one are one symbol),
structs, types, callbacks, tests.

Everything is a call to the grammar, so a block is read statement by statement. `@doc` in front of a
definition is its documentation.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from tree_sitter import Node

from helix_lsp.syntax.outline import Import, SymbolKind
from helix_lsp.syntax.rules import Found, Rules, child_of, fold, imported, text_of

_KINDS: dict[str, SymbolKind] = {
    "defmodule": "module",
    "defprotocol": "interface",
    "defimpl": "impl",
    "def": "function",
    "defp": "function",
    "defmacro": "macro",
    "defmacrop": "macro",
    "defguard": "macro",
    "defguardp": "macro",
    "defdelegate": "function",
    "test": "function",
}
_PRIVATE = frozenset({"defp", "defmacrop", "defguardp"})
_SPACES = frozenset({"defmodule", "defprotocol", "defimpl"})
_STRUCTS = frozenset({"defstruct", "defexception"})
_TYPES = frozenset({"type", "typep", "opaque"})
_CALLBACKS = frozenset({"callback", "macrocallback"})
_SILENT = frozenset(
    "doc typedoc moduledoc spec impl behaviour deprecated since tag describetag moduletag dialyzer derive enforce_keys before_compile "
    "after_compile on_load on_definition external_resource compile optional_callbacks fallback_to_any type typep opaque callback "
    "macrocallback after_verify vsn".split()
)
_WORDS = frozenset(
    "defmodule defprotocol defimpl def defp defmacro defmacrop defguard defguardp defdelegate defstruct defexception defoverridable use "
    "import alias require if unless case cond with for quote unquote unquote_splicing raise try receive fn super is_nil is_binary is_atom "
    "is_list is_map is_integer is_function is_tuple not and or in when assert describe test setup doc moduledoc spec type typep opaque "
    "callback impl behaviour length elem hd tl before_compile after_compile fallback_to_any external_resource enforce_keys derive moduletag "
    "describetag on_load on_definition deprecated optional_callbacks dialyzer typedoc macrocallback".split()
)


@dataclass(slots=True)
class _Clauses:
    """Adjacent clauses of one function."""

    key: tuple[str, str, int]
    found: Found


@dataclass(slots=True)
class _Block:
    """The statements of one block, in order."""

    data: bytes
    out: list[Found] = field(default_factory=list[Found])
    doc: tuple[int, int] = (-1, -1)
    open: _Clauses | None = None
    constants: set[str] = field(default_factory=set[str])

    def read(self, block: Node) -> list[Found]:
        in_function = _is_body(block, self.data)
        for child in block.named_children:
            kind = child.type
            if kind == "call":
                self._call(child)
            elif kind == "unary_operator" and not in_function:
                self._attribute(child)
        self._close()
        return self.out

    def _close(self) -> None:
        if self.open is not None:
            self.out.append(self.open.found)
            self.open = None

    def _call(self, node: Node) -> None:
        target = node.child_by_field_name("target")
        if target is None or target.type != "identifier":
            return
        word = text_of(target, self.data)
        if word in _STRUCTS:
            self._close()
            self._fields(node, word)
            self.doc = (-1, -1)
            return
        kind = _KINDS.get(word)
        if kind is None:
            return
        if word in _SPACES:
            self._close()
            self.out.extend(_space(node, word, kind, self.data))
        elif word == "test":
            self._close()
            self.out.extend(_test(node, self.data))
        else:
            self._function(node, word, kind)
        self.doc = (-1, -1)

    def _function(self, node: Node, word: str, kind: SymbolKind) -> None:
        head = _head(node)
        name = _name(head)
        if head is None or name is None or name.start_byte == name.end_byte:
            return
        block = child_of(node, "do_block")
        arguments = child_of(node, "arguments")
        body = block or (child_of(arguments, "keywords"))
        key = (word, text_of(name, self.data), _arity(head))
        last = self.open
        if last is not None and last.key == key and self.doc[0] < 0:
            first = last.found
            if body is not None:
                first = first._replace(
                    body=first.body if first.body >= 0 else body.start_byte, body_end=body.end_byte
                )
            last.found = first._replace(end=node.end_byte)
            return
        self._close()
        signature = fold(self.data, node.start_byte, body.start_byte if body is not None else node.end_byte)
        self.open = _Clauses(
            key,
            _found(node, kind, key[1], name.byte_range, signature, body, self.doc)._replace(
                exported=False if word in _PRIVATE else None
            ),
        )

    def _attribute(self, node: Node) -> None:
        inner = node.child_by_field_name("operand")
        operator = node.child_by_field_name("operator")
        if inner is None or inner.type != "call" or operator is None or operator.type != "@":
            return
        target, arguments = inner.child_by_field_name("target"), child_of(inner, "arguments")
        if target is None or arguments is None or not arguments.named_child_count:
            return
        word = text_of(target, self.data)
        value = arguments.named_child(0)
        if word in ("doc", "typedoc"):
            self._close()
            if value.type in ("string", "sigil", "charlist"):
                self.doc = value.byte_range
            return
        if word in _TYPES or word in _CALLBACKS:
            self._close()
            self._type(node, value, word)
            self.doc = (-1, -1)
        elif word not in _SILENT and word not in self.constants:
            self._close()
            self.constants.add(word)
            signature = fold(self.data, node.start_byte, node.end_byte)
            found = _found(node, "constant", word, target.byte_range, signature)
            self.out.append(found._replace(exported=False))

    def _type(self, node: Node, value: Node, word: str) -> None:
        head: Node | None = value
        for _ in range(3):
            if head is not None and head.type == "binary_operator":
                head = head.child_by_field_name("left")
        name = _name(head)
        if name is None:
            return
        kind: SymbolKind = "type" if word in _TYPES else "macro" if word == "macrocallback" else "function"
        signature = fold(self.data, node.start_byte, node.end_byte)
        found = _found(node, kind, text_of(name, self.data), name.byte_range, signature, doc=self.doc)
        self.out.append(found._replace(exported=word != "typep"))

    def _fields(self, node: Node, word: str) -> None:
        """`defstruct [:a, b: 1]`: the fields of the module's struct."""
        pending: list[Node] = [node]
        depth = 0
        while pending and depth < 4:
            following: list[Node] = []
            for each in (child for one in pending for child in one.named_children):
                if each.type in ("arguments", "list", "keywords"):
                    following.append(each)
                elif each.type in ("pair", "atom"):
                    key = each.child_by_field_name("key") if each.type == "pair" else each
                    if key is not None:
                        self._field(each, key, word)
            pending = following
            depth += 1

    def _field(self, node: Node, key: Node, word: str) -> None:
        name = text_of(key, self.data).strip().strip(":")
        at = key.start_byte + (1 if key.type == "atom" else 0)
        at_end = at + len(name.encode())
        if name and '"' not in name:
            signature = f"{word} {fold(self.data, node.start_byte, node.end_byte)}"[:300]
            self.out.append(_found(node, "field", name, (at, at_end), signature))


def _found(
    node: Node,
    kind: SymbolKind,
    name: str,
    at: tuple[int, int],
    signature: str,
    body: Node | None = None,
    doc: tuple[int, int] = (-1, -1),
) -> Found:
    start, end = body.byte_range if body is not None else (-1, -1)
    return Found(node.start_byte, node.end_byte, kind, name, *at, signature, start, end, *doc)


def _is_body(block: Node, data: bytes) -> bool:
    """True for the body of a function: an `@name` in it is a use."""
    owner = block.parent
    target = owner.child_by_field_name("target") if owner is not None else None
    return (
        target is not None
        and text_of(target, data) not in _SPACES
        and text_of(target, data) not in ("if", "for", "unless")
    )


def _head(node: Node) -> Node | None:
    """`name(arguments)` of a definition, without its guard."""
    arguments = child_of(node, "arguments")
    head = arguments.named_child(0) if arguments is not None and arguments.named_child_count else None
    if head is not None and head.type == "binary_operator":
        operator = head.child_by_field_name("operator")
        if operator is not None and operator.type == "when":
            head = head.child_by_field_name("left")
    return head


def _name(head: Node | None) -> Node | None:
    if head is None or head.type in ("identifier", "operator_identifier"):
        return head
    if head.type == "call":
        target = head.child_by_field_name("target")
        return target if target is not None and target.type == "identifier" else None
    if head.type in ("binary_operator", "unary_operator"):
        return head.child_by_field_name("operator")
    return None


def _arity(head: Node) -> int:
    if head.type == "binary_operator":
        return 2
    arguments = child_of(head, "arguments")
    return arguments.named_child_count if arguments is not None else 0


def _space(node: Node, word: str, kind: SymbolKind, data: bytes) -> list[Found]:
    arguments = child_of(node, "arguments")
    name = arguments.named_child(0) if arguments is not None and arguments.named_child_count else None
    block = child_of(node, "do_block")
    if name is None or arguments is None or name.type not in ("alias", "atom", "identifier"):
        return []
    if word == "defimpl":
        name = _target(arguments, data) or name
    path = text_of(name, data)
    before, _, last = path.rpartition(".")
    at = name.end_byte - len(last.encode())
    doc = _module_doc(block, data) if block is not None else (-1, -1)
    signature = fold(data, node.start_byte, block.start_byte if block is not None else node.end_byte)
    return [_found(node, kind, last, (at, name.end_byte), signature, block, doc)._replace(within=before)]


def _target(arguments: Node, data: bytes) -> Node | None:
    """`Foo` of `defimpl Inspect, for: Foo`."""
    pairs = child_of(arguments, "keywords")
    for pair in pairs.named_children if pairs is not None else []:
        key, value = pair.child_by_field_name("key"), pair.child_by_field_name("value")
        if (
            key is not None
            and value is not None
            and value.type == "alias"
            and text_of(key, data).strip() == "for:"
        ):
            return value
    return None


def _module_doc(block: Node, data: bytes) -> tuple[int, int]:
    for child in block.named_children[:20]:
        inner = child.child_by_field_name("operand") if child.type == "unary_operator" else None
        target = inner.child_by_field_name("target") if inner is not None else None
        if inner is not None and target is not None and text_of(target, data) == "moduledoc":
            arguments = child_of(inner, "arguments")
            value = child_of(arguments, "string", "sigil")
            return value.byte_range if value is not None else (-1, -1)
    return -1, -1


def _test(node: Node, data: bytes) -> list[Found]:
    """`test "adds" do` is called what its text says."""
    arguments, block = child_of(node, "arguments"), child_of(node, "do_block")
    text = child_of(arguments, "string")
    content = child_of(text, "quoted_content")
    if content is None or block is None:
        return []
    label = text_of(content, data).strip()
    signature = fold(data, node.start_byte, block.start_byte)
    if not label or "\n" in label:
        return []
    found = _found(node, "function", label[:200], content.byte_range, signature, block)
    return [found._replace(exported=False)]


def _blocks(node: Node, data: bytes) -> list[Found]:
    return _Block(data).read(node)


def _imports(node: Node, data: bytes) -> list[Import]:
    arguments = child_of(node, "arguments")
    first = arguments.named_child(0) if arguments is not None and arguments.named_child_count else None
    if arguments is None or first is None:
        return []
    if first.type == "dot":
        left, right = first.child_by_field_name("left"), first.child_by_field_name("right")
        if left is None or right is None or right.type != "tuple":
            return []
        names = tuple((text_of(each, data), "") for each in right.named_children if each.type == "alias")
        return [imported(node, text_of(left, data), names)]
    if first.type != "alias":
        return []
    target = node.child_by_field_name("target")
    word = text_of(target, data)
    path = text_of(first, data)
    names: tuple[tuple[str, str], ...] = ()
    pairs = child_of(arguments, "keywords")
    for pair in pairs.named_children if pairs is not None else []:
        key, value = pair.child_by_field_name("key"), pair.child_by_field_name("value")
        if key is None or value is None:
            continue
        option = text_of(key, data).strip()
        if option == "as:":
            names = (("", text_of(value, data)),)
        elif option == "only:" and word == "import":
            inner = child_of(value, "keywords")
            names = tuple(
                (text_of(each, data).partition(":")[0].strip(), "")
                for each in (inner.named_children if inner is not None else [])
            )
    if word == "alias" and not names and "." in path:
        names = (("", path.rpartition(".")[2]),)
    return [imported(node, path, names)]


RULES = Rules(
    package="tree_sitter_elixir",
    makers={"source": _blocks, "do_block": _blocks},
    imports=_imports,
    ignore=_WORDS,
    dotted=True,
    hides=lambda name: name.startswith("_") and not name.startswith("__"),
)
