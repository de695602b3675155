"""The parameters of a callable as its source writes them: names in order, defaults as written, whether others
may be taken.

The receiver (`self`, `cls`, `&self`) is none of them. A class has those of its constructor, of its fields
where it is a plain data class. `open` says that a name which is not listed may be right all the same.
"""

from __future__ import annotations

import ast
import re
import textwrap
from dataclasses import dataclass

from helix_lsp.align.drift.parameter_list import read_parameters
from helix_lsp.align.drift.signature import BAGS
from helix_lsp.align.lineage import find_member
from helix_lsp.align.live import Live
from helix_lsp.index.overlay.snapshot import Defined
from helix_lsp.syntax.outline import Symbol

_KEEPS = re.compile(
    r"(?:[\w.]*\.)?(?:staticmethod|classmethod|abstractmethod|override|final|contextmanager|asynccontextmanager|wraps|cache|lru_cache|deprecated|setupmethod)\b"
)
_RECEIVERS = frozenset({"self", "cls", "mcs"})
_DEPTH = 6
_DEFAULT_PART = re.compile(r"(?<![=!<>])=(?![=>])")


@dataclass(frozen=True, slots=True, kw_only=True)
class ParameterList:
    """`defaults` are expressions as written; `of` is the callable whose source it is."""

    names: tuple[str, ...]
    defaults: dict[str, str]
    open: bool
    of: Defined


def parameters_of(defined: Defined, live: Live) -> ParameterList | None:
    """None where there is no list to read."""
    symbol = live.symbol(defined)
    data = live.data(defined.path)
    entry = live.snapshot.file(defined.path)
    if symbol is None or data is None or entry is None:
        return None
    if symbol.kind in ("class", "struct"):
        return _of_class(defined, symbol, live, entry.language)
    if symbol.kind not in ("function", "method", "constructor"):
        return None
    if entry.language == "python":
        return _python(defined, symbol, data)
    head = _head(symbol, data)
    if entry.language == "go":
        return _go(defined, head)
    read = read_parameters(head, entry.language)
    if read is None:
        return None
    names = tuple(n for n in read.names if n not in _RECEIVERS)
    written = _written_defaults(head)
    return ParameterList(
        names=names,
        defaults={n: written[n] for n in names if n in written}
        | {n: d for n, d in read.defaults.items() if n in names},
        open=read.open or not BAGS.isdisjoint(names),
        of=defined,
    )


def _head(symbol: Symbol, data: bytes) -> str:
    end = symbol.body.start if symbol.body is not None else symbol.span.end
    return data[symbol.name_span.end : max(end, symbol.name_span.end)].decode("utf-8", "replace")


def _written_defaults(head: str) -> dict[str, str]:
    """`name: type = expression` of a head, up to the next comma: simple ones alone."""
    out: dict[str, str] = {}
    for part in re.split(r"[,()]", head):
        cut = _DEFAULT_PART.search(part)
        name = re.match(r"\s*(?:(?:private|public|protected|readonly)\s+){0,3}([A-Za-z_$][\w$]*)", part)
        if cut is not None and name is not None:
            out[name[1]] = part[cut.end() :].strip()
    return out


def _of_class(defined: Defined, symbol: Symbol, live: Live, language: str) -> ParameterList | None:
    for name in {"python": ("__init__",), "java": (symbol.name,)}.get(language, ("constructor", "__init__")):
        found = find_member(defined, name, live.snapshot, _DEPTH)
        if found.found is not None and found.found.symbol.kind in ("constructor", "method"):
            several = [
                d
                for d in live.snapshot.defined_in(found.found.path, name)
                if d.symbol.qualified == found.found.symbol.qualified
            ]
            read = parameters_of(found.found, live)
            if read is None:
                return None
            return ParameterList(
                names=read.names,
                defaults=read.defaults,
                open=read.open or len(several) > 1 or found.steps > 0,
                of=read.of,
            )
    return None


def _python(defined: Defined, symbol: Symbol, data: bytes) -> ParameterList | None:
    if symbol.body is None:
        return None
    start = data.rfind(b"\n", 0, symbol.span.start) + 1
    text = data[start : symbol.body.start].decode("utf-8", "replace")
    try:
        made = ast.parse(textwrap.dedent(text).rstrip() + " ...")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    node = made.body[0] if len(made.body) == 1 else None
    if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        return None
    args = node.args
    plain = [*args.posonlyargs, *args.args]
    listed = [*plain, *args.kwonlyargs]
    given: dict[str, ast.expr | None] = {
        a.arg: d for a, d in zip(reversed(plain), reversed(args.defaults), strict=False)
    } | {a.arg: d for a, d in zip(args.kwonlyargs, args.kw_defaults, strict=True)}
    names = [a.arg for a in listed]
    static = any(ast.unparse(d).endswith("staticmethod") for d in node.decorator_list)
    if symbol.kind in ("method", "constructor", "property") and names and not static:
        names = names[1:]
    changed = any(not _KEEPS.match(ast.unparse(d)) for d in node.decorator_list)
    return ParameterList(
        names=tuple(names),
        defaults={n: ast.unparse(d) for n, d in given.items() if d is not None and n in names},
        open=args.vararg is not None or args.kwarg is not None or changed,
        of=defined,
    )


def _go(defined: Defined, head: str) -> ParameterList | None:
    """`(ctx context.Context, n, m int)`; a list of types alone is open."""
    found = re.match(r"\s*(?:\[[^\]()]{0,200}\])?\((?P<inner>(?:[^()]|\([^()]{0,200}\)){0,1000})\)", head)
    if found is None:
        return None
    parts = [p.split() for p in re.sub(r"\([^()]*\)", "()", found["inner"]).split(",") if p.strip()]
    typed = not parts or any(len(p) > 1 for p in parts)
    return ParameterList(
        names=tuple(p[0] for p in parts) if typed else (),
        defaults={},
        open=not typed or "..." in found["inner"],
        of=defined,
    )
