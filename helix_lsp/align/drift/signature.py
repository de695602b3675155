"""What a docstring says of a signature against the signature: parameters and their defaults (Python).

reStructuredText fields, NumPy and Google sections are read. What a decorator, `**kwargs` or an inherited
constructor may change is not judged. A default is compared only where both sides are plain literals.
"""

from __future__ import annotations

import ast
import re
import textwrap
from collections.abc import Iterable, Iterator
from typing import Literal

import msgspec
from msgspec.structs import replace

from helix_lsp.align.drift.docstring import Documented, documented
from helix_lsp.align.drift.verdict import Reason, because
from helix_lsp.syntax.outline import Outline, Symbol
from helix_lsp.text.positions import Span
from helix_lsp.text.regex import regex

_SAID = regex(
    r"\b[Dd]efault(?:s to|ing to| is| value is| value|s)?\s*(?:[:=]\s*)?[`*]{0,2}"
    r"(?P<value>[Tt]rue|[Ff]alse|-?(?:0(?!\d)|[1-9]\d*)(?:\.\d+)?(?!\w|\.\d|,\d|\s*[*/^%+-])|\"[^\"\\\n]*\"|'[^'\\\n]*')(?![\w*/^%]|\.\w)"
)
_ENDS = regex(
    r"[`*]{0,2} *(?:[.,;:)\]\n]|\Z)"
)  # `10 minutes` and `True on Windows` say something else than the literal
BAGS = frozenset(
    "props options option opts opt config configuration params args arguments settings attrs attributes kwargs fields values".split()
)
_PLAIN = frozenset(
    {
        "staticmethod",
        "classmethod",
        "abstractmethod",
        "abc.abstractmethod",
        "override",
        "typing.override",
        "final",
        "typing.final",
    }
)


class Told(msgspec.Struct, frozen=True, kw_only=True):
    """A parameter that a docstring speaks of. `wrong` is what is wrong with it, None when nothing is; `near`
    are names of the signature's parameters.
    `left` are those that it does not speak of, told where they may be meant: one name is strange, or there is
    one parameter.

    `known` is False where the signature may be another than the one written. `kind` is `returns` for a type
    or value that is said to be returned.
    `holder` is the class whose docstring it is in, None in a function's: there an attribute may be meant
    as well.
    """

    name: str
    span: Span
    owner: str
    wrong: Reason | None = None
    near: tuple[str, ...] = ()
    left: tuple[str, ...] = ()
    known: bool = True
    kind: Literal["parameter", "returns"] = "parameter"
    holder: Symbol | None = None


def told_parameters(data: bytes, outline: Outline) -> Iterator[Told]:
    """Every parameter that the docstrings of one Python file document, in the order of the file."""
    for symbol in outline.symbols:
        if symbol.doc is None or symbol.kind not in ("function", "method", "constructor", "class"):
            continue
        doc = symbol.doc.cut(data)
        names = list(documented(doc, symbol.doc.start))
        if not names:
            continue
        target = symbol if symbol.kind != "class" else _constructor(symbol, outline)
        head = head_of(data, target) if target is not None else None
        inner = b" ".join(
            _heads_within(data, symbol, outline)
        )  # a function that makes functions may speak of theirs, an overloaded one of any
        body = target.body.cut(data) if target is not None and target.body is not None else b""
        spoken = {name for name, *_ in names}
        for name, beside, span, said in names:
            told = _judged(name, beside, span, said, head, symbol.qualified)
            own = [n for n in told.near if n not in ("self", "cls", "mcs")]
            left = tuple(
                n for n in own if n not in spoken and (name[0] == "_" or n[0] != "_")
            )  # what is private is told of nowhere
            place = [n for n, *_ in names].index(name)
            if len(names) == len(own) and own[place] in left:
                left = (own[place],)  # as many are told of as there are: it is in its place
            elif len(own) > 1 and len(spoken.difference(own)) > 1:
                left = ()
            told = replace(
                told,
                near=tuple(n for n in own if n not in spoken),
                left=left,
                holder=symbol if symbol.kind == "class" else None,
            )
            word = name.encode()
            unknown = told.wrong is not None and told.wrong.id == "parameter-unknown"
            bag = not BAGS.isdisjoint(set(own) - spoken) and unknown  # what it holds is told in its place
            within = re.search(rb"\b" + word + rb"\b", inner) is not None
            rest = data[span.start - 1 : span.start] == b"*" and body.rstrip().endswith(b"...")  # of a stub
            other = told.wrong is not None and (
                rest
                or bag
                or within
                or is_key(name, body)
                or _is_called_so(doc, _called(symbol).encode(), word)
            )
            yield replace(told, wrong=None, known=False) if other else told


def against(names: Iterable[Documented], data: bytes, symbol: Symbol, owner: str) -> Iterator[Told]:
    """The parameters `names`, which stand outside of the file, against the signature of a function of it (`data`)."""
    head = head_of(data, symbol)
    told = [_judged(name, beside, span, said, head, owner) for name, beside, span, said in names]
    spoken = {one.name for one in told} | {"self", "cls"}
    yield from (replace(one, near=tuple(n for n in one.near if n not in spoken)) for one in told)


def is_key(name: str, body: bytes) -> bool:
    """True where a function takes the name out of something by that name: `options[:name]`,
    `options.fetch("name")`, `{ name } = props`.
    """
    key = name.encode()
    taken = (
        rb"[\[(,]\s*(?::"
        + key
        + rb"\b|[\"']"
        + key
        + rb"[\"'])|\{[^{}=;]{0,300}\b"
        + key
        + rb"\b[^{}=;]{0,300}\}\s*=(?!=)"
    )
    return re.search(taken, body) is not None


def _called(symbol: Symbol) -> str:
    """What a call writes: the class for its constructor."""
    return symbol.qualified.split(".")[-2:][0] if symbol.name == "__init__" else symbol.name


def _is_called_so(doc: bytes, function: bytes, name: bytes) -> bool:
    """True where the docstring itself shows a call that takes this by position: a second way to call, which
    the signature does not tell.
    """
    calls = re.findall(rb"(?<!\w)" + re.escape(function) + rb"\(([^()\n]{1,300})\)", doc)
    return any(
        re.search(rb"(?<![\w.\"'])" + re.escape(name) + rb"(?![\w=\"'(.])(?! =)", inside) for inside in calls
    )


def _judged(
    name: str,
    beside: tuple[str, ...],
    span: Span,
    rest: str,
    head: ast.FunctionDef | ast.AsyncFunctionDef | None,
    owner: str,
) -> Told:
    told = Told(name=name, span=span, owner=owner)
    if head is None:
        return replace(told, known=False)
    args = head.args
    listed = [*args.posonlyargs, *args.args, *args.kwonlyargs]
    names = tuple(a.arg for a in listed)
    if name not in names:
        if not set(names).isdisjoint(beside):  # name and type the other way round
            return replace(told, known=False)
        if name in {a.arg for a in (args.vararg, args.kwarg) if a is not None}:
            return told
        if (
            not _is_plain(head)
            or args.kwarg is not None
            or args.vararg is not None
            or any(not n.strip("_") for n in names)
        ):  # `_` takes what any name may stand for
            return replace(told, known=False)
        return replace(told, wrong=because("parameter-unknown", owner=owner, word=name), near=names)
    default = defaults_of(args).get(name)
    said = _default_said(rest)
    if said and isinstance(default, ast.Constant) and default.value not in (None, "", ...):
        value = literal_told(said)
        alike = type(value) is type(default.value) or {type(value), type(default.value)} <= {int, float}
        if (
            alike and value != default.value and "\\" not in repr(default.value)
        ):  # an escape may be written in several ways
            differs = because("default-differs", owner=owner, word=name, real=repr(default.value), told=said)
            return replace(told, wrong=differs)
    return told


def literal_told(text: str, *, within: bool = False) -> object:
    """The value of a plain literal, as Python's; None for any other text. `within`: of the one default that a
    sentence tells.
    """
    if within:
        text = _default_said(text)
    text = text.strip("`")
    if text.lower() in ("true", "false"):
        return text.lower() == "true"
    match = re.fullmatch(r"-?\d+(?:\.\d+)?|\"[^\"\\]*\"|'[^'\\]*'", text)
    return None if match is None else text[1:-1] if text[0] in "\"'" else float(text)


def _default_said(text: str) -> str:
    """The literal that a text tells as the default, once or several times alike, with nothing behind it that belongs
    to it; `` for none.
    """
    found = list(_SAID.finditer(text))
    alone = len({m["value"] for m in found}) == 1 and all(_ENDS.match(text, m.end()) for m in found)
    return found[0]["value"] if alone else ""


def defaults_of(args: ast.arguments) -> dict[str, ast.expr | None]:
    """What each parameter is by default, None for what must be given."""
    plain = [*args.posonlyargs, *args.args]
    found: dict[str, ast.expr | None] = {
        a.arg: d for a, d in zip(reversed(plain), reversed(args.defaults), strict=False)
    }
    return found | {a.arg: d for a, d in zip(args.kwonlyargs, args.kw_defaults, strict=True)}


def _constructor(owner: Symbol, outline: Outline) -> Symbol | None:
    """The class's own `__init__`; None when it has none, or a `__new__` beside it."""
    own = [
        s
        for s in outline.symbols
        if s.qualified in (f"{owner.qualified}.__init__", f"{owner.qualified}.__new__")
    ]
    return own[0] if len(own) == 1 and own[0].name == "__init__" else None


def _heads_within(data: bytes, symbol: Symbol, outline: Outline) -> Iterator[bytes]:
    """Heads of the functions inside a function, and of its overloads."""
    for other in outline.symbols if symbol.kind != "class" else ():
        inside = symbol.span.start < other.span.start < symbol.span.end
        if other.body is not None and (
            inside or (other.qualified == symbol.qualified and other.span != symbol.span)
        ):
            yield data[other.span.start : other.body.start]


def head_of(data: bytes, symbol: Symbol) -> ast.FunctionDef | ast.AsyncFunctionDef | None:
    """The parsed head of a function; None when it is broken."""
    if symbol.body is None:
        return None
    start = data.rfind(b"\n", 0, symbol.span.start) + 1
    text = data[start : symbol.body.start].decode("utf-8", "replace")
    try:
        made = ast.parse(textwrap.dedent(text).rstrip() + " ...")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    found = made.body[0] if len(made.body) == 1 else None
    return found if isinstance(found, ast.FunctionDef | ast.AsyncFunctionDef) else None


def _is_plain(head: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """False where a decorator may change what a function takes; what it takes by default stays, as a rule."""
    return all(ast.unparse(d) in _PLAIN for d in head.decorator_list)
