"""Every regular expression of a package: what its modules hold, and what its functions compile or hand to
`re`.

Held ones are found by importing every module and looking through its values (containers and records too);
what the code does with a pattern that has a name is read from the syntax trees. A pattern that is built from
unknown words is taken with a word in their place.
"""

from __future__ import annotations

import ast
import importlib
import pkgutil
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec

from helix_lsp.text.regex import Regex
from tests.house.source import nodes

WAYS = {"search": "search", "match": "match", "fullmatch": "fullmatch"} | dict.fromkeys(
    ("finditer", "findall", "sub", "subn", "split"), "finditer"
)
EVERY_WAY = frozenset(WAYS.values())
_CONTAINERS = (tuple, list, set, frozenset)
_WORD = "name"  # stands for what is known only when the code runs


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """A pattern, the first place that holds it and the ways the code uses it."""

    where: str  # `helix_lsp.align.mention:_GROUP`, `helix_lsp.align.mention:sub :\\d+\\Z`
    pattern: re.Pattern[Any]
    ways: frozenset[str]


def held_patterns(package: ModuleType) -> list[Held]:
    """Each pattern of a package once for each module that holds it, ordered by place."""
    modules = [
        importlib.import_module(found.name)
        for found in pkgutil.walk_packages(package.__path__, package.__name__ + ".")
    ]
    all_nodes = {module.__name__: nodes(Path(module.__file__ or "")) for module in modules}
    uses, elsewhere = _uses(all_nodes)
    found: dict[tuple[str, str | bytes, int], Held] = {}
    for module in modules:
        own = all_nodes[module.__name__]
        brought = {
            alias.asname or alias.name
            for node in own
            if isinstance(node, ast.ImportFrom)
            for alias in node.names
        }
        for where, pattern, ways in [*_of_values(module, brought, uses, elsewhere), *_of_code(module, own)]:
            key = (module.__name__, pattern.pattern, pattern.flags)
            before = found.get(key)
            found[key] = Held(
                where=before.where if before else f"{module.__name__}:{where}",
                pattern=pattern,
                ways=ways | (before.ways if before else frozenset()),
            )
    return sorted(found.values(), key=lambda one: one.where)


def _of_values(
    module: ModuleType,
    brought: set[str],
    uses: Mapping[tuple[str, str], set[str]],
    elsewhere: Mapping[str, set[str]],
) -> Iterator[tuple[str, re.Pattern[Any], frozenset[str]]]:
    for name, held in vars(module).items():
        if name.startswith("__") or isinstance(held, ModuleType) or name in brought:
            continue
        value = held.compiled() if isinstance(held, Regex) else held
        if isinstance(value, re.Pattern):
            own = (uses.get((module.__name__, name), set()) | elsewhere.get(name, set())) - {"-"}
            yield name, value, frozenset(own) if own and "" not in own else EVERY_WAY
        else:
            for inner in _inside(value, set()):
                yield name, inner, EVERY_WAY


def _inside(value: object, seen: set[int]) -> Iterator[re.Pattern[Any]]:
    """Patterns in containers, in records and in classes of the package."""
    if id(value) in seen:
        return
    seen.add(id(value))
    if isinstance(value, Regex):
        yield value.compiled()
    elif isinstance(value, re.Pattern):
        yield value
    elif isinstance(value, _CONTAINERS):
        for item in value:
            yield from _inside(item, seen)
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from _inside(key, seen)
            yield from _inside(item, seen)
    elif isinstance(value, type):
        for name, item in vars(value).items():
            if not name.startswith("__"):
                yield from _inside(item, seen)
    elif is_dataclass(value) or isinstance(value, msgspec.Struct):
        names = [f.name for f in fields(value)] if is_dataclass(value) else value.__struct_fields__
        for name in names:
            yield from _inside(getattr(value, name, None), seen)


def _uses(
    all_nodes: Mapping[str, Sequence[ast.AST]],
) -> tuple[dict[tuple[str, str], set[str]], dict[str, set[str]]]:
    """(module, name): ways, and name: ways where it is asked of another object; "" is among them where the name is
    handed on.
    """
    uses: dict[tuple[str, str], set[str]] = defaultdict(set)
    elsewhere: dict[str, set[str]] = defaultdict(set)
    for module, nodes_of_module in all_nodes.items():
        asked: dict[int, str] = {}
        brought: dict[str, str] = {}
        loaded: list[ast.Name] = []
        upper: list[ast.Attribute] = []
        for node in nodes_of_module:
            if isinstance(node, ast.Attribute):
                asked[id(node.value)] = WAYS.get(
                    node.attr, "" if node.attr not in ("pattern", "groupindex", "flags", "groups") else "-"
                )
                if node.attr.isupper():
                    upper.append(node)
            elif isinstance(node, ast.Name):
                if isinstance(node.ctx, ast.Load):
                    loaded.append(node)
            elif isinstance(node, ast.ImportFrom) and node.module:
                brought |= {alias.asname or alias.name: node.module for alias in node.names}
        for name in loaded:
            uses[brought.get(name.id, module), name.id].add(asked.get(id(name), ""))
        for attribute in upper:
            elsewhere[attribute.attr].add(asked.get(id(attribute), ""))
    return uses, elsewhere


def _of_code(
    module: ModuleType, own: Sequence[ast.AST]
) -> Iterator[tuple[str, re.Pattern[Any], frozenset[str]]]:
    tree = own[0]
    assert isinstance(tree, ast.Module)
    for node in own:
        if not isinstance(node, ast.Call) or not node.args or (asked := _asked(node.func)) is None:
            continue
        text = _text(node.args[0], vars(module), _is_bytes(node.args[0]))
        if not text or text in (_WORD, _WORD.encode()):
            continue
        way = WAYS.get(asked)
        try:
            pattern = re.compile(text, _flags(node))
        except re.error:  # built from parts whose form is unknown here
            continue
        ways = frozenset([way]) if way else frozenset[str]() if _is_global(node, tree) else EVERY_WAY
        yield f"{asked} {text if isinstance(text, str) else text.decode()}", pattern, ways


def _asked(function: ast.expr) -> str | None:
    """`compile` or the way of a call that takes a pattern's text; None for any other call."""
    if isinstance(function, ast.Name):
        return "compile" if function.id == "regex" else None
    if not isinstance(function, ast.Attribute) or ast.unparse(function.value) != "re":
        return None
    return function.attr if function.attr in {*WAYS, "compile"} else None


def _is_global(call: ast.Call, tree: ast.Module) -> bool:
    """Compiled into a name of the module: found among the values, with its uses."""
    return any(isinstance(node, ast.Assign | ast.AnnAssign) and node.value is call for node in tree.body)


def _is_bytes(node: ast.expr) -> bool:
    """Whether an expression gives bytes, by the constants in it."""
    return any(isinstance(part, ast.Constant) and isinstance(part.value, bytes) for part in ast.walk(node))


def _text(node: ast.expr, known: dict[str, Any], raw: bool) -> Any:
    """The pattern's text, unknown parts replaced by a word."""
    word = _WORD.encode() if raw else _WORD
    if isinstance(node, ast.Constant) and isinstance(node.value, str | bytes):
        return node.value
    if isinstance(node, ast.Name) and isinstance(known.get(node.id), str | bytes):
        return known[node.id]
    if isinstance(node, ast.JoinedStr):
        return "".join(str(_text(part, known, False)) for part in node.values)
    if isinstance(node, ast.FormattedValue):
        return _text(node.value, known, False)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        left, right = _text(node.left, known, raw), _text(node.right, known, raw)
        return left + right if type(left) is type(right) else word
    return word


def _flags(call: ast.Call) -> int:
    asked = _asked(call.func)
    place = (
        1
        if asked == "compile"
        else 2
        if asked in ("search", "match", "fullmatch", "findall", "finditer")
        else 99
    )
    given = (
        [call.args[place]]
        if len(call.args) > place
        else [word.value for word in call.keywords if word.arg == "flags"]
    )
    flags = 0
    for node in ast.walk(ast.Tuple(elts=given, ctx=ast.Load())):
        if isinstance(node, ast.Attribute):
            flags |= getattr(re, node.attr, 0)
    return flags
