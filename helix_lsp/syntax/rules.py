"""What a language module is made of: one query (`languages/NAME.scm`), one maker per kind of definition, one
reader of imports, a few word lists.

The query's capture names are the contract between a language and `harvest.py`: `@def` a definition (its maker
is looked up by node type), `@wrap` a statement that belongs to the definition inside it (decorators,
`export`), `@attribute` an annotation that is before a definition as a sibling, `@import`, `@comment`,
`@string` text that holds no code, `@types` a range whose names are types, `@section` an access section
(`private:`), `@exported` a name in an export list, `@name` a name that only repeats a definition (a further
clause), and `@call`, `@inherit`, `@type`, `@decorate`, `@read` for names that are used.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

import msgspec
from tree_sitter import Node

from helix_lsp.syntax.outline import Import, SymbolKind
from helix_lsp.text.positions import Span
from helix_lsp.text.regex import regex

_LONGEST_SIGNATURE = 300
_LONGEST_VALUE = 120
_LONGEST_NAME = 200
_VALUES = frozenset({"variable", "constant", "field"})
_SIGNATURE_BYTES = 2_000
_SPACE = regex(r"\s+")


class Found(NamedTuple):
    """A definition before it knows its place among the others. All numbers are bytes; -1 means absent.

    `within` names containers that the definition spells out itself (`A` in `A::b`, a Go receiver). `exported`
    is None where the language's convention decides. `sort` is `open` for what runs to the next of its kind
    (file-scoped namespaces), `own` for a field that a constructor assigns, `` otherwise.
    """

    start: int
    end: int
    kind: SymbolKind
    name: str
    at: int
    at_end: int
    signature: str
    body: int = -1
    body_end: int = -1
    doc: int = -1
    doc_end: int = -1
    within: str = ""
    exported: bool | None = None
    sort: str = ""


class Above(NamedTuple):
    """What a definition needs to know of the symbol around it. `parent` is that one's own parent."""

    name: str
    qualified: str
    kind: SymbolKind
    signature: str
    exported: bool
    parent: int


Maker = Callable[[Node, bytes], Iterable[Found]]


def _hides_nothing(_: str) -> bool:
    return False


class Rules(msgspec.Struct, frozen=True, kw_only=True):
    """One language.

    `shared`            queries of other names that the language's own goes on from
    `factory`           function of the grammar's package that gives the language
    `top`               makes what only the root can tell
    `wrap`              a wrapper's node type to the field of the definition inside, or `last` (its last named child), `only` (its lone child)
    `containers`        node types whose children are facts of their own, so that an edit inside re-reads one child (`reparse.py`)
    `constructors`      names of constructors
    `ignore`            names that are never worth a reference
    `hides`             True for a bare name that convention hides
    `shown`             decides for a definition that says nothing of its visibility, from the symbol around it
    `private_sections`  C++: a class starts private, and its constructor bears its name
    `explicit`          a file that exports anything hides the rest
    `reads`             False where bare words say nothing (shell)
    `accessors`         marks before a member's name
    `dotted`            one node holds a whole path (`Plug.Conn`): a use is its last part
    `mask`              the text that is parsed in the stead of the source, of the same length (macros)
    `patches`           `top` reads broken ranges as a whole (`landmarks.py`)
    `wrapped`           may change a kind after the wrapper's text (`@property`)
    `docstring`         range of a body's own documentation, (-1, -1) where there is none
    `below`             range of a string right behind a variable that ends at an offset
    """

    package: str
    makers: Mapping[str, Maker]
    imports: Callable[[Node, bytes], Iterable[Import]]
    shared: tuple[str, ...] = ()
    top: Maker | None = None
    factory: str = "language"
    wrap: Mapping[str, str] = msgspec.field(default_factory=dict[str, str])
    containers: frozenset[str] = frozenset()
    constructors: frozenset[str] = frozenset()
    ignore: frozenset[str] = frozenset()
    hides: Callable[[str], bool] = _hides_nothing
    shown: Callable[[Found, Above | None], bool] | None = None
    private_sections: bool = False
    explicit: bool = False
    reads: bool = True
    accessors: tuple[str, ...] = (".",)
    dotted: bool = False
    mask: Callable[[bytes], bytes] | None = None
    patches: bool = False
    wrapped: Callable[[SymbolKind, bytes], SymbolKind] | None = None
    docstring: Callable[[Node | None], tuple[int, int]] | None = None
    below: Callable[[bytes, int], tuple[int, int]] | None = None


def text_of(node: Node | None, data: bytes) -> str:
    """The node's bytes as text, broken bytes replaced; `` for None."""
    return "" if node is None else data[node.start_byte : node.end_byte].decode("utf-8", "replace")


def named(node: Node | None, data: bytes) -> str:
    """A name as written, without quotes and white space, at most 200 characters; `` for None."""
    text = text_of(node, data)
    if text.isidentifier() and len(text) <= _LONGEST_NAME:
        return text
    return _SPACE.sub("", text.strip("\"'`"))[:_LONGEST_NAME]


def imported(node: Node, module: str, names: Iterable[tuple[str, str]] = ()) -> Import:
    """The import that a statement makes: `names` are (name, alias) pairs."""
    return Import(module=module, names=tuple(names), span=Span(node.start_byte, node.end_byte))


def fold(data: bytes, start: int, end: int) -> str:
    """One line for a person: white space folded, what only opens the body dropped, at most 300 characters."""
    text = data[start : min(end, start + _SIGNATURE_BYTES)].decode("utf-8", "replace")
    line = " ".join(text.split()).rstrip(" {:=;,")
    if line.endswith("=>"):
        line = line[:-2].rstrip()
    return line if len(line) <= _LONGEST_SIGNATURE else line[: _LONGEST_SIGNATURE - 1] + "…"


def found(
    node: Node,
    data: bytes,
    kind: SymbolKind,
    name: Node | None,
    body: Node | None = None,
    *,
    head: int = -1,
    label: str = "",
    within: str = "",
    exported: bool | None = None,
    sort: str = "",
    signature: str = "",
    doc: tuple[int, int] = (-1, -1),
) -> list[Found]:
    """The definition that `node` makes, as a list of one; empty without a name.

    `head` is where the signature starts when that is not the node's first byte; `label` replaces the name as
    written.
    """
    if name is None or name.start_byte == name.end_byte:
        return []
    start, end = node.byte_range
    at, at_end = name.byte_range
    stop, stop_end = body.byte_range if body is not None else (-1, -1)
    signature = signature or fold(data, head if head >= 0 else start, stop if stop >= 0 else end)
    if stop < 0 and len(signature) > _LONGEST_VALUE and kind in _VALUES:
        signature = signature[: _LONGEST_VALUE - 1] + "…"
    return [
        Found(
            start,
            end,
            kind,
            label or named(name, data),
            at,
            at_end,
            signature,
            stop,
            stop_end,
            doc[0],
            doc[1],
            within,
            exported,
            sort,
        )
    ]


Front = Callable[[Node, bytes], tuple[int, bool | None]]
"""(where the signature starts behind the annotations, what the modifiers say of visibility)."""


def _no_front(node: Node, _: bytes) -> tuple[int, bool | None]:
    return node.start_byte, None


def simple(kind: SymbolKind, name: str = "name", body: str = "body", front: Front = _no_front) -> Maker:
    """The maker of a node whose name and body are fields."""

    def make(node: Node, data: bytes) -> list[Found]:
        head, exported = front(node, data)
        inside = node.child_by_field_name(body) if body else None
        return found(node, data, kind, node.child_by_field_name(name), inside, head=head, exported=exported)

    return make


def in_modifiers(annotation: str, hidden: frozenset[bytes]) -> Front:
    """The front of a node whose first child are its `modifiers`, with annotations of that type among them."""

    def front(node: Node, data: bytes) -> tuple[int, bool | None]:
        first = node.child(0) if node.child_count else None
        if first is None or first.type != "modifiers":
            return node.start_byte, None
        head, exported = first.start_byte, None
        for child in first.children:
            if child.type == annotation:
                head = child.end_byte
            elif child.type == "visibility_modifier":
                exported = data[child.start_byte : child.end_byte] not in hidden
        return head, exported

    return front


def several(
    node: Node,
    data: bytes,
    kind: SymbolKind,
    parts: Sequence[tuple[Node, Node]],
    *,
    head: int = -1,
    exported: bool | None = None,
) -> list[Found]:
    """The definitions of one statement that declares (part, name) pairs: a lone one is the whole statement,
    several are their parts.
    """
    signature = fold(data, head if head >= 0 else node.start_byte, node.end_byte)
    alone = len(parts) == 1
    return [
        each
        for part, name in parts
        for each in found(
            node if alone else part,
            data,
            "constant" if kind == "variable" and is_constant(named(name, data)) else kind,
            name,
            exported=exported,
            signature=signature,
        )
    ]


def child_of(node: Node | None, *types: str) -> Node | None:
    """The first named child of one of these types; None for None."""
    for child in node.named_children if node is not None else ():
        if child.type in types:
            return child
    return None


def head_after(node: Node, *types: str) -> int:
    """Where the signature starts when annotations of these types come first inside the node."""
    head = node.start_byte
    for child in node.children:
        if child.type not in types:
            break
        head = child.end_byte
    return head


def is_constant(name: str) -> bool:
    """True for `UPPER_CASE` names, the convention for constants in most languages."""
    return name.isupper() and len(name) > 1
