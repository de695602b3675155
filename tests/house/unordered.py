"""What a module iterates in an order that the hash seed decides, read from its syntax tree.

A set has no order. Whatever was filled by iterating one (a list, a mapping, what a function returns) has the
order of that moment. Types come from annotations and from assignments; a method is known by its name, and
counts as returning a set only where every method of that name in the package does.
"""

from __future__ import annotations

import ast
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from tests.house.kinds import UNORDERED, Kind, class_of, kind_of
from tests.house.scope import Function, Known, Scope, own_nodes


@dataclass(frozen=True)
class Sum:
    """A sum whose terms come in no order."""

    path: Path
    line: int
    text: str


@dataclass
class Module:
    """One file with what is known of the package."""

    name: str
    path: Path
    tree: ast.Module
    known: Known
    imported: dict[str, tuple[str, str]] = field(default_factory=dict)

    functions: list[tuple[Function, int]] = field(default_factory=list)
    """Every function with the place in this list of the one around it, -1 for none."""
    classes: list[ast.ClassDef] = field(default_factory=list)
    owners: dict[int, str] = field(default_factory=dict)
    """The class of each method, by the id of its node."""

    def __post_init__(self) -> None:
        left = [(node, -1) for node in reversed(self.tree.body)]
        while left:
            node, around = left.pop()
            if isinstance(node, ast.ImportFrom) and node.module:
                self.imported |= {a.asname or a.name: (node.module, a.name) for a in node.names}
            elif isinstance(node, ast.ClassDef):
                self.classes.append(node)
                self.owners |= {id(one): node.name for one in node.body if isinstance(one, Function)}
            elif isinstance(node, Function):
                self.functions.append((node, around))
                around = len(self.functions) - 1
            left += [(one, around) for one in reversed(_statements(node))]

    def function(self, called: str) -> Kind:
        return self.known.functions.get(self.imported.get(called, (self.name, called)))

    def scopes(self) -> Iterator[Scope]:
        top = Scope(self, self.tree.body, None, None)
        yield top
        made = list[Scope]()
        for node, around in self.functions:
            made.append(Scope(self, node.body, node, made[around] if around >= 0 else top))
            yield made[-1]


def _statements(node: ast.stmt) -> list[ast.stmt]:
    """The statements inside a statement."""
    parts = [getattr(node, part, []) for part in ("body", "orelse", "finalbody")]
    inner = [*getattr(node, "handlers", []), *getattr(node, "cases", [])]
    return [one for part in (*parts, *(i.body for i in inner)) for one in part]


def _agreed(found: dict[str, list[Kind]]) -> dict[str, Kind]:
    return {name: kinds[0] for name, kinds in found.items() if all(k == kinds[0] for k in kinds)}


def read(files: Iterable[tuple[str, Path, ast.Module]]) -> list[Module]:
    """Modules (dotted name, path, tree) with what all of them know together."""
    known = Known()
    modules = [Module(name, path, tree, known) for name, path, tree in files]
    methods, fields = defaultdict[str, list[Kind]](list), defaultdict[str, list[Kind]](list)
    for module in modules:
        for node in module.classes:
            for one in node.body:
                if isinstance(one, Function):
                    notes = [ast.unparse(d) for d in one.decorator_list]
                    into = fields if any("property" in n for n in notes) else methods
                    into[one.name].append(kind_of(one.returns))
                    known.functions[node.name, one.name] = kind_of(one.returns)
                elif isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name):
                    fields[one.target.id].append(kind_of(one.annotation))
        for one in module.tree.body:
            if isinstance(one, Function):
                known.functions[module.name, one.name] = kind_of(one.returns)
    known.methods, known.fields = _agreed(methods), _agreed(fields)
    known.many.update({called: len(kinds) for called, kinds in methods.items()})
    for _ in range(2):  # what a function returns or is handed may come from another one
        without = Counter[str]()
        for module in modules:
            for scope in module.scopes():
                _learn(scope, known, without)
        known.methods |= {called: UNORDERED for called, n in without.items() if n == known.many[called]}
    return modules


def _learn(scope: Scope, known: Known, without: Counter[str]) -> None:
    """Note what this function returns, a method in `without`, and what it hands to others."""
    node, above = scope.node, scope.above
    own = own_nodes(scope.body)
    given = [one.value for one in own if isinstance(one, ast.Return) and one.value is not None]
    if node is not None and above is not None and above.node is None and any(map(scope.unordered, given)):
        known.functions[scope.owner or scope.module.name, node.name] = UNORDERED
        without[node.name] += bool(scope.owner)
    for one in own:
        if isinstance(one, ast.Call):
            func = one.func
            if isinstance(func, ast.Name):
                module, called = scope.module.imported.get(func.id, (scope.module.name, func.id))
            elif isinstance(func, ast.Attribute) and not func.attr.startswith("__"):
                owner = scope.kind(func.value)
                module, called = class_of(owner), func.attr
            else:
                continue
            for at, given in enumerate(one.args):
                if scope.unordered(given):
                    known.handed.add((module, called, at))
            for word in one.keywords:
                if word.arg and scope.unordered(word.value):
                    known.handed.add((module, called, word.arg))


def sums_without_order(modules: Iterable[Module]) -> list[Sum]:
    """Each sum of fractions in these modules whose result depends on the hash seed in its last bit."""
    return [
        Sum(module.path, node.lineno, ast.unparse(node).partition("\n")[0])
        for module in modules
        for scope in module.scopes()
        for node in scope.sums()
    ]
