"""Haskell: data types with constructors and fields, classes, instances (their functions belong to the type),
functions, synonyms, families.

A function is one symbol from its type signature to its last equation. Local functions (`where`, `let`) are
part of it.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from tree_sitter import Node

from helix_lsp.syntax.landmarks import settled
from helix_lsp.syntax.outline import Import, SymbolKind
from helix_lsp.syntax.rules import Found, Rules, child_of, fold, found, imported, text_of

_NOISE = frozenset({"comment", "haddock", "pragma", "fixity", "cpp", "default_signature"})
_FUNCTION = frozenset({"function", "context", "forall", "linear_function"})


@dataclass(slots=True)
class _Group:
    """A signature and the equations below it, or either alone."""

    name: Node
    start: int
    end: int
    signature: str
    kind: SymbolKind
    body: int = -1
    equations: bool = False


@dataclass(slots=True)
class _Reader:
    """The declarations of one block, in order."""

    data: bytes
    method: bool
    out: list[Found] = field(default_factory=list[Found])
    group: _Group | None = None
    waiting: dict[str, tuple[Node, str]] = field(default_factory=dict[str, tuple[Node, str]])

    def read(self, block: Node) -> list[Found]:
        for child in block.named_children:
            kind = child.type
            if kind in _NOISE:
                continue
            if kind == "signature":
                self._signature(child)
            elif kind in ("function", "bind"):
                self._equation(child)
            else:
                self._close()
                self.out.extend(_declaration(child, self.data))
        self._close()
        for name, signature in self.waiting.values():
            self._add(
                name,
                name.start_byte,
                name.end_byte,
                signature,
                "function" if "->" in signature else self._value(),
            )
        return self.out

    def _value(self) -> SymbolKind:
        return "function" if self.method else "constant"

    def _signature(self, node: Node) -> None:
        self._close()
        text = fold(self.data, node.start_byte, node.end_byte)
        several = node.child_by_field_name("names")
        if several is not None:
            for name in several.named_children:
                bare = _bare(name)
                self.waiting[text_of(bare, self.data)] = (bare, text)
            return
        name, written = node.child_by_field_name("name"), node.child_by_field_name("type")
        if name is None:
            return
        kind: SymbolKind = (
            "function"
            if self.method or (written is not None and written.type in _FUNCTION and "->" in text)
            else "constant"
        )
        self.group = _Group(_bare(name), node.start_byte, node.end_byte, text, kind)

    def _equation(self, node: Node) -> None:
        name = _defined(node)
        if name is None:
            self._close()
            if node.type == "bind":
                self.out.extend(_pattern(node, self.data))
            return
        text = text_of(name, self.data)
        group = self.group
        if group is not None and text_of(group.name, self.data) == text:
            group.body = group.body if group.equations else node.start_byte
            group.end, group.equations = node.end_byte, True
            return
        self._close()
        first = node.child_by_field_name("match")
        body = first.start_byte if first is not None else node.end_byte
        known = self.waiting.pop(text, None)
        kind: SymbolKind = "function" if self.method or node.type == "function" else "constant"
        if known is not None and "->" in known[1]:
            kind = "function"
        signature = known[1] if known is not None else fold(self.data, node.start_byte, body)
        self.group = _Group(name, node.start_byte, node.end_byte, signature, kind, body, True)

    def _close(self) -> None:
        group, self.group = self.group, None
        if group is not None:
            self._add(group.name, group.start, group.end, group.signature, group.kind, group.body)

    def _add(
        self, name: Node, start: int, end: int, signature: str, kind: SymbolKind, body: int = -1
    ) -> None:
        if name.end_byte > name.start_byte:
            self.out.append(
                Found(
                    start,
                    end,
                    kind,
                    text_of(name, self.data),
                    name.start_byte,
                    name.end_byte,
                    signature,
                    body,
                    end if body >= 0 else -1,
                )
            )


def _bare(name: Node) -> Node:
    """The operator in `(.:)`, the name itself otherwise."""
    return (child_of(name, "operator", "constructor_operator") or name) if name.type == "prefix_id" else name


def _defined(node: Node) -> Node | None:
    """The name that an equation defines; None for a pattern."""
    name = node.child_by_field_name("name")
    if name is not None:
        return _bare(name)
    infix = child_of(node, "infix") if node.type == "function" else None
    operator = infix.child_by_field_name("operator") if infix is not None else None
    if operator is None:
        return None
    return (child_of(operator, "variable") or operator) if operator.type == "infix_id" else operator


def _pattern(node: Node, data: bytes) -> list[Found]:
    pattern = node.child_by_field_name("pattern")
    if pattern is None:
        return []
    signature = fold(data, node.start_byte, node.end_byte)
    return [
        each
        for name in pattern.named_children
        if name.type == "variable"
        for each in found(name, data, "constant", name, signature=signature)
    ]


def _declaration(node: Node, data: bytes) -> list[Found]:
    kind = node.type
    if kind in ("data_type", "newtype"):
        return _data(node, node, data)
    if kind == "data_instance":
        inner = child_of(node, "data_type", "newtype")
        return _data(node, inner, data) if inner is not None else []
    if kind in ("type_synomym", "type_synonym", "type_family", "data_family", "kind_signature"):
        return found(node, data, "type", _type_name(node)) if kind != "kind_signature" else []
    if kind == "class":
        body = node.child_by_field_name("declarations")
        return found(node, data, "class", _type_name(node), body, signature=_head_line(node, body, data))
    if kind == "instance":
        return _instance(node, data)
    if kind == "foreign_import":
        signature = node.child_by_field_name("signature")
        return found(
            node, data, "function", signature.child_by_field_name("name") if signature is not None else None
        )
    if kind == "pattern_synonym":
        return _synonym(node, data)
    return []


def _type_name(node: Node) -> Node | None:
    name = node.child_by_field_name("name")
    return _bare(name) if name is not None else None


def _instance(node: Node, data: bytes) -> list[Found]:
    """Called after the type that it is for; after the class where that is not a plain name."""
    patterns = node.child_by_field_name("patterns")
    name = (
        _head(patterns.named_child(patterns.named_child_count - 1))
        if patterns is not None and patterns.named_child_count
        else None
    )
    if name is None:
        name = node.child_by_field_name("name")
        if name is not None and name.type == "qualified":
            name = name.child_by_field_name("id")
    body = node.child_by_field_name("declarations")
    return found(node, data, "impl", name, body, exported=True, signature=_head_line(node, body, data))


def _head_line(node: Node, body: Node | None, data: bytes) -> str:
    where = next((child.start_byte for child in node.children if child.type == "where"), node.end_byte)
    return fold(data, node.start_byte, min(where, body.start_byte if body is not None else node.end_byte))


def _head(node: Node | None) -> Node | None:
    """`Map` of `(M.Map k v)`, None for lists, tuples and variables."""
    for _ in range(20):
        if node is None or node.type == "name":
            return node
        if node.type == "parens":
            node = node.named_child(0)
        elif node.type == "apply":
            node = node.child_by_field_name("constructor")
        elif node.type == "qualified":
            node = node.child_by_field_name("id")
        else:
            return None
    return None


def _synonym(node: Node, data: bytes) -> list[Found]:
    equation = child_of(node, "equation", "signature")
    name = equation.child_by_field_name("synonym") if equation is not None else None
    while name is not None and name.type == "apply":
        name = name.child_by_field_name("function")
    return found(node, data, "function", name)


def _data(whole: Node, node: Node, data: bytes) -> list[Found]:
    """A type with its constructors and fields. A lone constructor that bears the type's name is not a symbol of
    its own.
    """
    name = _type_name(node)
    if name is None:
        return []
    holder = node.child_by_field_name("constructors")
    lone = node.child_by_field_name("constructor")
    children = holder.named_children if holder is not None else [lone] if lone is not None else []
    children = [*children, *(child for child in node.named_children if child.type == "haddock" and children)]
    made = [child for child in children if child.type not in _NOISE]
    kind: SymbolKind = "enum" if len(made) > 1 else "struct"
    first = children[0] if children else None
    signature = fold(data, whole.start_byte, first.start_byte if first is not None else whole.end_byte)
    out = found(whole, data, kind, name, holder or lone, signature=signature)
    title = text_of(name, data)
    last: list[Found] = []
    for child in children:
        if child.type in _NOISE:
            if last and last[-1].doc < 0 and _behind(data, child.start_byte):
                last[-1] = last[-1]._replace(doc=child.start_byte, doc_end=_ends(child, data))
            continue
        out.extend(last)
        last = _constructors(child, data, title if len(made) == 1 else "")
        out.extend(last[:-1])
        last = last[-1:]
    out.extend(last)
    return out


def _behind(data: bytes, start: int) -> bool:
    return data[start : start + 6].lstrip(b"{-|").lstrip(b" ").startswith(b"^")


def _ends(node: Node, data: bytes) -> int:
    end = node.end_byte
    while end > node.start_byte and data[end - 1] in b"\r\n":
        end -= 1
    return end


def _constructors(node: Node, data: bytes, owner: str) -> list[Found]:
    """The fields come first, the constructor itself last."""
    holder = node
    inner = (
        child_of(node, "prefix", "record", "infix", "special") if node.type == "data_constructor" else node
    )
    if inner is not None:
        holder = inner
    names = holder.child_by_field_name("names")
    each = (
        names.named_children
        if names is not None
        else [holder.child_by_field_name("name") or holder.child_by_field_name("operator")]
    )
    fields = _fields(holder, data)
    out: list[Found] = list(fields)
    for name in each:
        if name is not None and text_of(name, data) != owner:
            span = node if len(each) == 1 and not (owner and fields) else name
            out.extend(
                found(
                    span,
                    data,
                    "enum_member",
                    _bare(name),
                    signature=fold(data, node.start_byte, node.end_byte),
                )
            )
    return out


def _fields(holder: Node, data: bytes) -> list[Found]:
    record = (
        holder.child_by_field_name("fields")
        or holder.child_by_field_name("field")
        or child_of(holder, "fields", "record")
    )
    if record is None or record.type not in ("fields", "record"):
        return []
    out: list[Found] = []
    for child in record.named_children:
        if child.type == "field":
            names = child.children_by_field_name("name")
            signature = fold(data, child.start_byte, child.end_byte)
            for name in names:
                out.extend(
                    found(child if len(names) == 1 else name, data, "field", name, signature=signature)
                )
        elif child.type in _NOISE and out and _behind(data, child.start_byte):
            out[-1] = out[-1]._replace(doc=child.start_byte, doc_end=_ends(child, data))
    return out


def _block(node: Node, data: bytes) -> list[Found]:
    return _Reader(data, node.type in ("class_declarations", "instance_declarations")).read(node)


def _imports(node: Node, data: bytes) -> list[Import]:
    module, alias, names = (node.child_by_field_name(each) for each in ("module", "alias", "names"))
    path = text_of(module, data)
    hiding = any(child.type == "hiding" for child in node.children)
    pairs: list[tuple[str, str]] = []
    if alias is not None:
        pairs.append(("", text_of(alias, data)))
    if names is not None and not hiding:
        for each in names.children_by_field_name("name"):
            first = each.named_child(0) if each.named_child_count else None
            if first is not None:
                pairs.append((text_of(_bare(first), data), ""))
    return [imported(node, path, pairs)]


RULES = Rules(
    package="tree_sitter_haskell",
    makers={
        kind: settled(_block, b"--", (b"{-", b"-}"))
        for kind in ("declarations", "class_declarations", "instance_declarations", "ERROR")
    },
    imports=_imports,
    ignore=frozenset(
        "Just Nothing Left Right True False Maybe Int Integer String IO Either Bool Show Eq Ord Monad Functor Applicative".split()
    ),
    explicit=True,
)
