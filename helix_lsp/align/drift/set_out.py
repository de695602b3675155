"""What a page sets out as the project's own: classes, functions and methods in directives of Sphinx
(`.. method:: open(width)`), with the parameters that their signatures and fields name.

A directive is a declaration, so its owner is known: the module and class around it. Its parameters are held against
the one definition of that name in the tree, as those of a docstring are.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from helix_lsp.align.drift.docstring import Documented, documented
from helix_lsp.align.drift.reference import SET_OUT, DocReference
from helix_lsp.align.drift.signature import Told, against
from helix_lsp.align.drift.world import World
from helix_lsp.align.mention import Name
from helix_lsp.index.overlay.snapshot import Defined
from helix_lsp.text.span import Span

_HEAD = re.compile(
    rb"^(?P<indent>[ \t]*)\.\.[ \t]+(?:py:)?(?P<kind>(?:current)?module|class|exception"
    rb"|(?:async|coroutine|co|class|static)?(?:function|method)|coroutine|decorator)::[ \t]*(?P<sign>[^\n]*?(?:\\\r?\n[^\n]*?)*)\r?$",
    re.MULTILINE,
)
_ANY = re.compile(rb"[ \t]*\.\.[ \t]+[\w:+-]{1,40}::")
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
        sign = _SIGN.match(_joined(text))
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
    """Where the lines end that are indented more than a directive, or the first directive within begins."""
    at = start
    for line in data[start:stop].splitlines(keepends=True):
        left = len(line.expandtabs()) - len(line.expandtabs().lstrip())
        if at > start and line.strip() and (left <= deep or _ANY.match(line)):
            return at  # a directive within may be one that is not read here
        at += len(line)
    return at


def set_out_names(path: str, data: bytes, world: World) -> Iterator[DocReference]:
    """The names of the directives that no file of the tree has, as references of role SET_OUT."""
    for one in set_out(data):
        if one.parts[-1] in world.words:
            continue
        name = Name(parts=one.parts)
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
        listed = _arguments(one, data)
        plain = [*listed.posonlyargs, *listed.args] if listed is not None else []
        split = len(plain) - (len(listed.defaults) if listed is not None else 0)
        given = (*plain[split:], *listed.kwonlyargs) if listed is not None else ()
        placed = {
            arg.arg for arg in plain[:split]
        }  # what is given by its place alone may be called otherwise
        names = (*_told(one, given), *documented(one.body.cut(data), one.body.start))
        written = code[target.symbol.span.start : target.symbol.span.end]
        for told in against(names, code, target.symbol, owner):
            open_ = told.wrong is not None and (told.name in placed or _is_in(told.name, written))
            yield Told(name=told.name, span=told.span, owner=owner, known=False) if open_ else told


def _is_in(name: str, code: bytes) -> bool:
    """True where the definition has the word: it takes it out of something, or hands it on."""
    return re.search(rb"(?<!\w)" + re.escape(name.encode()) + rb"(?!\w)", code) is not None


def _arguments(one: SetOut, data: bytes) -> ast.arguments | None:
    """The list in the signature, its columns as in the file; None where it cannot be read as Python's."""
    text = _joined(one.sign.cut(data).decode("latin-1"))
    try:
        made = ast.parse(f"def f{text}: ...").body[0] if text else None
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    return made.args if isinstance(made, ast.FunctionDef) else None


def _joined(text: str) -> str:
    """A signature of several lines as one of the same length."""
    return text.replace("\\\r\n", "   ").replace("\\\n", "  ").replace("\n", " ")


def _told(one: SetOut, given: Iterable[ast.arg]) -> Iterator[Documented]:
    for arg in given:
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
    owner = one.parts[: -2 if one.kind.endswith("method") else -1]
    inside = [d for d in found if {*owner} <= {*re.split(r"[/.]", d.path)}] if len(found) > 1 else found
    return inside[0] if len(inside) == 1 else None
