"""Which names of one function have no order, and the sums in it: see `unordered`."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tests.house.kinds import UNORDERED, Kind, class_of, inner_of, kind_of

if TYPE_CHECKING:
    from tests.house.unordered import Module

_OF_SETS = {"union", "intersection", "difference", "symmetric_difference"}
_OPEN = {"Collection", "Iterable", "Iterator", "Mapping", "dict", "list", "Sequence"}  # may be handed a set
_SAME_ORDER = {
    "list", "tuple", "iter", "enumerate", "reversed", "map", "filter", "zip", "chain", "islice", "pairwise",
    "dict", "fromkeys", "from_iterable", "copy", "items", "values", "keys",
}  # fmt: skip
_WHOLE = {"len", "int", "ord", "count", "index", "find", "bit_count", "isinstance", "any", "all", "bool"}
_NO_NUMBER = (ast.List, ast.ListComp, ast.Tuple, ast.Dict, ast.Set, ast.SetComp, ast.JoinedStr)
_MATTERS = (
    ast.Assign,
    ast.AnnAssign,
    ast.NamedExpr,
    ast.For,
    ast.comprehension,
    ast.AugAssign,
    ast.Call,
    ast.Return,
)
_LEAVES = (
    ast.FunctionDef,
    ast.AsyncFunctionDef,
    ast.ClassDef,
    ast.Name,
    ast.Constant,
    ast.expr_context,
    ast.operator,
)
Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass
class Known:
    """What the package says of its functions, by (module or class, name), and of methods and fields by their bare name."""

    functions: dict[tuple[str, str], Kind] = field(default_factory=dict)
    methods: dict[str, Kind] = field(default_factory=dict)
    fields: dict[str, Kind] = field(default_factory=dict)
    many: Counter[str] = field(default_factory=Counter)
    """How many methods bear a name."""
    handed: set[tuple[str, str, int | str]] = field(default_factory=set)
    """Parameters (module, class or "", function, place or name) that somewhere are given what has no order."""


class Scope:
    """One function, or the top of a module: which of its names have no order."""

    def __init__(self, module: Module, body: list[ast.stmt], node: Function | None, above: Scope | None):
        self.module, self.above, self.names, self.body = module, above, dict[str, Kind](), body
        self.node = node
        self.owner = module.owners.get(id(node), "")
        if node is not None:
            self._parameters(node)
        for _ in range(2):  # a name may be given its value below its use in a loop
            for one in own_nodes(self.body):
                self._learn(one)

    def _parameters(self, node: Function) -> None:
        every = [*node.args.posonlyargs, *node.args.args]
        bound = 1 if every and every[0].arg in ("self", "cls") else 0
        for at, one in enumerate([*every, *node.args.kwonlyargs]):
            kind = kind_of(one.annotation)
            head = one.annotation.value if isinstance(one.annotation, ast.Subscript) else one.annotation
            if isinstance(head, ast.Name) and head.id in _OPEN:
                place = at - bound if at < len(every) else one.arg
                of = ("", self.owner) if self.owner else (self.module.name,)
                if {(o, node.name, p) for o in of for p in (place, one.arg)} & self.module.known.handed:
                    kind = UNORDERED
            self.names[one.arg] = ("is", self.owner) if bound and not at else kind

    def _learn(self, node: ast.AST) -> None:
        if isinstance(node, ast.Assign):
            for target in node.targets:
                self._give(target, node.value)
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            self.names[node.target.id] = kind_of(node.annotation) or (
                self.kind(node.value) if node.value else None
            )
        elif isinstance(node, ast.NamedExpr):
            self._give(node.target, node.value)
        elif isinstance(node, ast.For | ast.AsyncFor | ast.comprehension):
            self._each(node.target, node.iter)
            if isinstance(node, ast.For) and self.unordered(node.iter):
                for one in own_nodes(node.body):
                    self._filled(one)

    def _filled(self, node: ast.AST) -> None:
        """A mapping or list that a loop without order fills has no order."""
        target: ast.expr | None = None
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Subscript):
            target = node.targets[0].value
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            target = node.func.value if node.func.attr in ("append", "extend", "setdefault") else None
        elif isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
            target = node.target if isinstance(node.value, _NO_NUMBER) else None
        if isinstance(target, ast.Name) and target.id in self.names:
            self.names[target.id] = UNORDERED

    def _give(self, target: ast.expr, value: ast.expr) -> None:
        if isinstance(target, ast.Name):
            kind = self.kind(value)
            if kind is not None or target.id not in self.names:
                self.names[target.id] = kind
        elif (
            isinstance(target, ast.Tuple)
            and isinstance(value, ast.Tuple)
            and len(target.elts) == len(value.elts)
        ):
            for one, other in zip(target.elts, value.elts, strict=True):
                self._give(one, other)

    def _each(self, target: ast.expr, value: ast.expr) -> None:
        inner = self.kind(value)
        if (
            isinstance(value, ast.Call)
            and isinstance(value.func, ast.Attribute)
            and value.func.attr == "items"
        ):
            inner = self.kind(value.func.value)
            target = target.elts[-1] if isinstance(target, ast.Tuple) else target
        if isinstance(target, ast.Name):
            self.names[target.id] = inner_of(inner)

    def look(self, name: str) -> Kind:
        if name in self.names:
            return self.names[name]
        return self.above.look(name) if self.above is not None else None

    def unordered(self, node: ast.expr) -> bool:
        return self.kind(node) == UNORDERED

    def kind(self, node: ast.expr) -> Kind:
        """The kind of an expression."""
        match node:
            case ast.Set() | ast.SetComp():
                return UNORDERED
            case ast.Name():
                return self.look(node.id)
            case ast.NamedExpr():
                return self.kind(node.value)
            case ast.Starred():
                return self.kind(node.value)
            case ast.IfExp():
                return self.kind(node.body) or self.kind(node.orelse)
            case ast.BoolOp():
                return next((k for k in map(self.kind, node.values) if k is not None), None)
            case ast.BinOp():
                sides = [node.left, node.right]
                of_sets = isinstance(node.op, ast.BitAnd | ast.BitOr | ast.Sub | ast.BitXor)
                if of_sets and any(_is_keys(s) or self.unordered(s) for s in sides):
                    return UNORDERED
                return (
                    "whole"
                    if all(self.whole(s) for s in sides) and not isinstance(node.op, ast.Div)
                    else None
                )
            case ast.GeneratorExp() | ast.ListComp() | ast.DictComp():
                if any(self.unordered(g.iter) for g in node.generators):
                    return UNORDERED
                return ("holds", self.kind(node.value if isinstance(node, ast.DictComp) else node.elt))
            case ast.List() | ast.Tuple():
                return (
                    UNORDERED
                    if any(isinstance(e, ast.Starred) and self.unordered(e) for e in node.elts)
                    else None
                )
            case ast.Subscript():
                inner = self.kind(node.value)
                if isinstance(node.slice, ast.Slice):
                    return inner
                return inner_of(inner)
            case ast.Attribute():
                return self.module.known.fields.get(node.attr)
            case ast.Call():
                return self._called(node)
            case _:
                return "whole" if self.whole(node) else None

    def _called(self, node: ast.Call) -> Kind:
        func = node.func
        if isinstance(func, ast.Subscript):  # `set[str]()`
            func = func.value
        called = (
            func.id if isinstance(func, ast.Name) else func.attr if isinstance(func, ast.Attribute) else ""
        )
        if isinstance(func, ast.Name):
            if called in ("set", "frozenset"):
                return UNORDERED
            if called == "Counter":
                return ("holds", "whole")
            found = self.module.function(called)
            if found is not None:
                return found
        elif isinstance(func, ast.Attribute):
            owner = self.kind(func.value)
            if called in _OF_SETS:
                return UNORDERED
            if inner_of(owner) is not None and called in ("get", "pop", "setdefault", "values"):
                return owner if called == "values" else inner_of(owner)
            if (class_of(owner), called) in self.module.known.functions:
                return self.module.known.functions[class_of(owner), called]
            if owner == UNORDERED and called in _SAME_ORDER:
                return UNORDERED
            if called not in _SAME_ORDER and called in self.module.known.methods:
                return self.module.known.methods[called]
        if called in _SAME_ORDER and any(self.unordered(a) for a in node.args):
            return UNORDERED
        return "whole" if called in _WHOLE else None

    def whole(self, node: ast.expr) -> bool:
        """True for what is a whole number (or no number): its sum does not depend on the order."""
        match node:
            case ast.Constant():
                return not isinstance(node.value, float)
            case ast.Compare():
                return True
            case ast.UnaryOp():
                return isinstance(node.op, ast.Not) or self.whole(node.operand)
            case ast.IfExp():
                return self.whole(node.body) and self.whole(node.orelse)
            case ast.BinOp():
                return not isinstance(node.op, ast.Div) and self.whole(node.left) and self.whole(node.right)
            case ast.BoolOp():
                return all(map(self.whole, node.values))
            case ast.Call() if (
                isinstance(node.func, ast.Name) and node.func.id in ("sum", "max", "min") and node.args
            ):
                return all(self._whole_each(a) if len(node.args) == 1 else self.whole(a) for a in node.args)
            case ast.Name() | ast.Call() | ast.Subscript() | ast.Attribute():
                return self.kind(node) == "whole"
            case _:
                return isinstance(node, _NO_NUMBER)

    def _whole_each(self, node: ast.expr) -> bool:
        if isinstance(node, ast.GeneratorExp | ast.ListComp):
            return self.whole(node.elt)
        return self.kind(node) == ("holds", "whole")

    def sums(self) -> Iterator[ast.Call | ast.stmt]:
        """The sums of this scope whose terms come in no order and may be fractions."""
        for node in own_nodes(self.body):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Name)
                and node.func.id == "sum"
                and node.args
            ):
                terms = node.args[0]
                if self.unordered(terms) and not self._whole_each(terms):
                    yield node
            elif isinstance(node, ast.For) and self.unordered(node.iter):
                own = {n.id for n in ast.walk(node.target) if isinstance(n, ast.Name)}
                added = [
                    one for one in own_nodes(node.body) if isinstance(one, ast.stmt) and self._adds(one, own)
                ]
                yield from added

    def _adds(self, node: ast.stmt, own: set[str]) -> bool:
        """`x += fraction`, `d[k] = d.get(k, 0.0) + fraction`, unless each turn has its own `x`."""
        if isinstance(node, ast.AugAssign) and isinstance(node.op, ast.Add | ast.Sub | ast.Mult):
            listed = self.unordered(node.value) or inner_of(self.kind(node.value)) is not None
            return not self.whole(node.value) and not listed and not _isown_nodes(node.target, own)
        if not (
            isinstance(node, ast.Assign) and isinstance(node.value, ast.BinOp) and len(node.targets) == 1
        ):
            return False
        target = node.targets[0]
        if not isinstance(node.value.op, ast.Add) or _isown_nodes(target, own):
            return False
        held = ast.unparse(target)
        got = f"{ast.unparse(target.value)}.get(" if isinstance(target, ast.Subscript) else held
        sides = (node.value.left, node.value.right)
        for one, other in (sides, sides[::-1]):
            text = ast.unparse(one)
            if (text == held or text.startswith(got)) and not self.whole(other):
                return True
        return False


_OWN: dict[int, tuple[list[ast.stmt], list[ast.AST]]] = {}


def own_nodes(body: list[ast.stmt]) -> list[ast.AST]:
    """All nodes of a body that can matter here, a statement before its parts, without those of functions inside it."""
    kept = _OWN.get(id(body))
    if kept is None:
        found, left = list[ast.AST](), list[ast.AST](reversed(body))
        while left:
            node = left.pop()
            if isinstance(node, _MATTERS):
                found.append(node)
            if not isinstance(node, _LEAVES):
                left += reversed(list(ast.iter_child_nodes(node)))
        kept = _OWN[id(body)] = (body, found)
    return kept[1]


def _is_keys(node: ast.expr) -> bool:
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in ("keys", "items")
    )


def _isown_nodes(target: ast.expr, own: set[str]) -> bool:
    return isinstance(target, ast.Subscript) and isinstance(target.slice, ast.Name) and target.slice.id in own
