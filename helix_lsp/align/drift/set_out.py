"""What a page sets out as the project's own: classes, functions and methods in directives of Sphinx
(`.. method:: open(width)`), with the parameters that their signatures and fields name.

A directive is a declaration, so its owner is known: the module and class around it. Its parameters are held against
the one definition of that name in the tree, as those of a docstring are.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass

from helix_lsp.align.drift.docstring import documented
from helix_lsp.align.drift.reference import SET_OUT, DocReference
from helix_lsp.align.drift.signature import Told, against
from helix_lsp.align.drift.world import World
from helix_lsp.align.mention import Name
from helix_lsp.index.snapshot import Defined
from helix_lsp.text.span import Span

_HEAD = re.compile(
    rb"^(?P<indent>[ \t]*)\.\.[ \t]+(?:py:)?(?P<kind>(?:current)?module|class|exception"
    rb"|(?:async|coroutine|class|static)?(?:function|method)|coroutine|decorator)::[ \t]*(?P<sign>[^\n]*?(?:\\\r?\n[^\n]*?)*)\r?$",
    re.MULTILINE,
)
_SIGN = re.compile(
    r"\s*(?:(?:async|static|class|abstract)\s+)?(?P<name>[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)\s*(?P<list>\([^\n]*\))?"
)
_LONGEST = 4_000  # bytes of a signature


@dataclass(frozen=True, slots=True, kw_only=True)
class SetOut:
    """One directive: `parts` is its name behind the module and the class that it is in, `place` the bytes of the name as
    written, `sign` those of the list of its parameters (empty where it has none), `body` what belongs to it.
    """

    parts: tuple[str, ...]
    kind: str
    place: Span
    sign: Span
    body: Span


def set_out(data: bytes) -> Iterator[SetOut]:
    """The directives of a page in the order of their bytes."""
    heads = [m for m in _HEAD.finditer(data) if len(m["sign"]) <= _LONGEST]
    module: tuple[str, ...] = ()
    around: list[tuple[int, tuple[str, ...]]] = []
    for at, found in enumerate(heads):
        text = found["sign"].decode("latin-1")
        sign = _SIGN.match(text.replace("\\\r\n", "  \n").replace("\\\n", " \n").replace("\n", " "))
        if sign is None:
            continue
        names = tuple(sign["name"].split("."))
        kind = found["kind"].decode()
        if kind.endswith("module"):
            module = names
            continue
        deep = len(found["indent"].expandtabs())
        around = [(d, owner) for d, owner in around if d < deep]
        owner = around[-1][1] if around else module
        parts = names if names[: len(owner)] == owner else (*owner, *names)
        if kind in ("class", "exception"):
            around.append((deep, parts))
        start = found.start("sign")
        place = Span(start + sign.start("name"), start + sign.end("name"))
        listed = (
            Span(start + sign.start("list"), start + sign.end("list"))
            if sign["list"]
            else Span(place.end, place.end)
        )
        stop = heads[at + 1].start() if at + 1 < len(heads) else len(data)
        yield SetOut(
            parts=parts,
            kind=kind,
            place=place,
            sign=listed,
            body=Span(found.end(), _end(data, found.end(), stop, deep)),
        )


def _end(data: bytes, start: int, stop: int, deep: int) -> int:
    """Where the lines end that are indented more than a directive."""
    at = start
    for line in data[start:stop].splitlines(keepends=True):
        if line.strip() and at > start and len(line.expandtabs()) - len(line.expandtabs().lstrip()) <= deep:
            return at
        at += len(line)
    return at


def set_out_names(path: str, data: bytes) -> Iterator[DocReference]:
    """The names of the directives as references of role SET_OUT."""
    for one in set_out(data):
        name = Name(parts=one.parts, role="exc" if one.kind == "exception" else "obj")
        yield DocReference(
            path=path,
            text=one.place.cut(data).decode("ascii", "replace"),
            span=one.place,
            kind="name",
            role=SET_OUT,
            name=name,
        )


def set_out_parameters(data: bytes, world: World) -> Iterator[Told]:
    """The parameters that a page gives to functions which the tree defines once, with what is wrong with each."""
    for one in set_out(data):
        target = _definition(one, world)
        if target is None:
            continue
        code = world.texts(target.path) or b""
        owner = ".".join(one.parts[-2:] if one.kind.endswith("method") else one.parts[-1:])
        names = (*_listed(one, data), *documented(one.body.cut(data), one.body.start))
        for told in against(names, code, target.symbol, owner):
            within = told.wrong is not None and _is_in(
                told.name, code[target.symbol.span.start : target.symbol.span.end]
            )
            yield Told(name=told.name, span=told.span, owner=owner, known=False) if within else told


def _is_in(name: str, code: bytes) -> bool:
    """True where the definition has the word: it takes it out of something, or hands it on."""
    return re.search(rb"(?<!\w)" + re.escape(name.encode()) + rb"(?!\w)", code) is not None


def _listed(one: SetOut, data: bytes) -> Iterator[tuple[str, tuple[str, ...], Span, str]]:
    """The parameters of the list in the signature; nothing where it cannot be read as Python's."""
    text = (
        one.sign.cut(data)
        .decode("latin-1")
        .replace("\\\r\n", "  \n")
        .replace("\\\n", " \n")
        .replace("\n", " ")
    )
    try:
        made = ast.parse(f"def f{text}: ...").body[0] if text else None
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return
    if isinstance(made, ast.FunctionDef):
        for arg in (*made.args.posonlyargs, *made.args.args, *made.args.kwonlyargs):
            start = one.sign.start + arg.col_offset - len("def f")
            yield arg.arg, (), Span(start, start + len(arg.arg)), ""


def _definition(one: SetOut, world: World) -> Defined | None:
    """The one function of the tree that is set out; of a class its constructor."""
    tail = (*one.parts[-1:], "__init__") if one.kind in ("class", "exception") else one.parts[-2:]
    method = one.kind.endswith("method") or one.kind in ("class", "exception")
    found = [
        d
        for d in world.snapshot.defined(tail[-1])
        if d.path.endswith(".py")
        and (tuple(d.symbol.qualified.split(".")[-2:]) == tail if method else d.symbol.qualified == tail[-1])
        and (entry := world.snapshot.file(d.path)) is not None
        and not (entry.surface.test or entry.surface.example or entry.surface.vendored)
    ]
    return found[0] if len(found) == 1 else None
