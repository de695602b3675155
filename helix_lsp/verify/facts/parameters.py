"""The parameters of a callable as its source writes them: names in order, defaults as written, whether others
may be taken.

The receiver (`self`, `cls`, `&self`) is none of them. A class has those of its constructor, of its fields
where it is a plain data class. `open` says that a name which is not listed may be right all the same.
"""

from __future__ import annotations

import ast
import re

import msgspec

from helix_lsp.align.drift.docstring import read_parameters
from helix_lsp.align.drift.signature import BAGS, defaults_of, head_of
from helix_lsp.align.lineage import find_member
from helix_lsp.align.live import Live
from helix_lsp.index.overlay.snapshot import Defined
from helix_lsp.syntax.outline import Symbol
from helix_lsp.text.positions import Span
from helix_lsp.text.regex import regex
from helix_lsp.verify.facts.value import Value, code_value

_KEEPS = regex(
    r"(?:[\w.]*\.)?(?:staticmethod|classmethod|abstractmethod|override|final|contextmanager|asynccontextmanager|wraps|cache|lru_cache|deprecated|setupmethod)\b"
)
_RECEIVERS = frozenset({"self", "cls", "mcs"})
_DEPTH = 6
_DEFAULT_PART = regex(r"(?<![=!<>])=(?![=>])")


class ParameterList(msgspec.Struct, frozen=True, kw_only=True):
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
    node = head_of(data, symbol)
    if node is None:
        return None
    args = node.args
    listed = [*args.posonlyargs, *args.args, *args.kwonlyargs]
    given = defaults_of(args)
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


# What the source of one definition says besides its parameters: its value, what it raises and returns, its
# marks.
#
# Read from the statement's text with one pattern a kind, in all languages alike; comments and texts are
# taken out first where a word in them could be taken for code.

_NOISE = regex(r"\"\"\"[\s\S]*?(?:\"\"\"|\Z)|//[^\n]*|#[^\n\[!]*|/\*[\s\S]*?(?:\*/|\Z)")
_RAISES = regex(
    r"(?<![\w$])(?:raise|throw(?:\s+new)?|rescue_from)\s+(?P<name>(?:[A-Za-z_$][\w$]*(?:\.|::)){0,4}[A-Z][\w$]*)|"
    r"(?<![\w$])return\s[^\n;]{0,200}?\b(?P<go>[eE]rr[A-Z]\w*)|(?<![\w$])Err\((?:[a-z_]\w*::){0,3}(?P<rust>[A-Z]\w*)"
)
_PANIC = regex(r"(?<![\w$])panic(?:!?\()")
_RETURN = regex(r"(?<![\w$])return(?![\w$])(?P<what>[^\n;}]{0,200})")
_ARROW = regex(r"->\s*(?P<type>[^{:=]{1,120}?)\s*\Z")
_COLON = regex(r"\)\s*:\s*(?P<type>[^{=]{1,120}?)\s*\Z")
_ASSIGN = regex(r"(?<![=!<>:+*/|&^%-])(?::=|=)(?![=>~])")
_DEPRECATED = regex(
    r"@(?:[\w.]*\.)?[dD]eprecated\b|#\[deprecated|\bDeprecated:|\.\. deprecated::|DeprecationWarning|\bdeprecate[ds]?\(",
    re.M,
)
_SECONDARY = ("async ", " async ", "suspend ")
_LONGEST = 40_000


def value_expression(symbol: Symbol, data: bytes) -> tuple[str, Span] | None:
    """(the expression behind the sign of assignment, its bytes) of a constant, a field or a member of an
    enumeration.
    """
    text = symbol.span.cut(data)[:4_000].decode("utf-8", "surrogateescape")
    name = data[symbol.span.start : symbol.name_span.end].decode("utf-8", "surrogateescape")
    found = _ASSIGN.search(text, len(name))
    if found is None:
        return None
    start = symbol.span.start + len(text[: found.end()].encode("utf-8", "surrogateescape"))
    raw = text[found.end() :]
    lead = len(raw) - len(raw.lstrip())
    expression = raw.strip().rstrip(";,").rstrip()
    size = len(expression.encode("utf-8", "surrogateescape"))
    return expression, Span(start + lead, start + lead + size)


def remark_beside(symbol: Symbol, data: bytes) -> str:
    """The comment behind a definition on its line, and the line above where it is one."""
    end = data.find(b"\n", symbol.span.end)
    behind = data[symbol.span.end : end if end >= 0 else len(data)][:300].decode("utf-8", "replace")
    above_end = data.rfind(b"\n", 0, symbol.span.start)
    above = data[data.rfind(b"\n", 0, max(above_end, 0)) + 1 : max(above_end, 0)][:300].decode(
        "utf-8", "replace"
    )
    kept = [behind.partition(m)[2] for m in ("#", "//", "--") if m in behind][:1]
    return " ".join([*kept, above if re.match(r"\s*(?:#|//|\*|/\*)", above) else ""]).strip()


def _source(symbol: Symbol, data: bytes) -> str:
    body = symbol.body or symbol.span
    text = data[body.start : min(body.end, body.start + _LONGEST)].decode("utf-8", "replace")
    return _NOISE.sub(" ", text)


def raised_in(symbol: Symbol, data: bytes) -> frozenset[str]:
    """Names of the errors that a body itself raises, their last component."""
    text = _source(symbol, data)
    found = {m["name"] or m["go"] or m["rust"] for m in _RAISES.finditer(text)}
    found |= {"panic"} if _PANIC.search(text) else set()
    return frozenset(re.split(r"\.|::", n)[-1] for n in found if n)


def returned_type(symbol: Symbol, language: str) -> str:
    """The type that a signature says is returned, `` where it says none."""
    signature = symbol.signature
    if language in ("python", "rust", "swift"):
        found = _ARROW.search(signature)
    elif language in ("typescript", "tsx", "kotlin"):
        found = _COLON.search(signature)
    elif language in ("java", "c_sharp"):
        found = re.search(
            r"(?P<type>[A-Za-z_][\w.]*(?:<[^()]{0,80}>)?(?:\[\])?)\s+" + re.escape(symbol.name) + r"\s*\(",
            signature,
        )
    else:
        found = None
    return found["type"].strip().strip("\"'") if found is not None else ""


def returned_value(symbol: Symbol, data: bytes) -> Value | None:
    """The literal that a body returns, where it has one `return` and that is a literal."""
    text = _source(symbol, data)
    found = list(_RETURN.finditer(text))
    if len(found) != 1 or re.search(r"(?<!\w)yield(?!\w)", text):
        return None
    value = code_value(found[0]["what"].strip())
    return value if value is not None and value.kind in ("number", "text", "truth", "nothing") else None


def returned_values(symbol: Symbol, data: bytes) -> tuple[Value, ...]:
    """Every literal or name that a body returns, one of several; what is behind it on the line is a condition."""
    found = (m["what"].strip() for m in _RETURN.finditer(_source(symbol, data)))
    values = (code_value(re.split(r"\s(?:if|unless)\s", w)[0]) for w in found if w)
    return tuple(v for v in values if v is not None)


def is_async(symbol: Symbol) -> bool:
    """True when the signature says so."""
    return any(w in f" {symbol.signature} " for w in _SECONDARY)


def is_deprecated(symbol: Symbol, data: bytes) -> bool:
    """True when a mark, a doc comment or a warning in the body says so."""
    start = (
        symbol.doc.start
        if symbol.doc is not None and symbol.doc.start < symbol.span.start
        else symbol.span.start
    )
    start = max(0, min(start, symbol.span.start) - 200 if start == symbol.span.start else start)
    above = data[start : symbol.span.start].decode("utf-8", "replace")
    above = above.rpartition("\n\n")[2]
    text = data[symbol.span.start : min(symbol.span.end, symbol.span.start + 4_000)].decode(
        "utf-8", "replace"
    )
    own = (
        text if symbol.kind not in ("class", "struct", "interface", "enum") else text.partition("{")[0][:400]
    )
    return _DEPRECATED.search(above) is not None or _DEPRECATED.search(own) is not None


def assigned_again(symbol: Symbol, data: bytes, language: str) -> bool:
    """True when its file gives the name another value somewhere else, or its line is under a condition."""
    if symbol.kind == "enum_member" or re.search(r"\b(?:const|final|static)\b", symbol.signature):
        return False
    line = data.rfind(b"\n", 0, symbol.span.start) + 1
    if language == "python" and symbol.parent < 0 and symbol.span.start > line:
        return True
    word = re.escape(symbol.name.encode())
    owner = rb"(?<![\w$])(?:self|this|[a-z])\." if symbol.kind == "field" else rb"(?<![\w$.])"
    pattern = owner + word + rb"\s{0,4}(?:[-+*/|&]?=|\+\+)(?![=>])"
    return any(not symbol.span.start <= m.start() < symbol.span.end for m in re.finditer(pattern, data))
