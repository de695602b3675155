"""What the code blocks of a document import from this project, and calls in them that are candidates for a name
that was certainly renamed, where the blocks are in a language of the project.

A block is an example that a reader copies, and most of its names are the reader's own or another project's.
So only a call counts whose name history saw go, that no code of today defines, that the document's own
examples do not define, and whose receiver does not say that it is somebody else's. What is left is judged as
any name is (`judge.py`), and told where the rename is certain, never otherwise. What is imported by name is this
project's own, so it is told as any name of the text is.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator

import msgspec

from helix_lsp.align.drift.docstring import Documented, documented
from helix_lsp.align.drift.history import History
from helix_lsp.align.drift.owner import lacking
from helix_lsp.align.drift.reference import IMPORTED, SET_OUT, DocReference
from helix_lsp.align.drift.shown import is_run
from helix_lsp.align.drift.signature import Told, against
from helix_lsp.align.drift.world import World
from helix_lsp.align.identity import normal
from helix_lsp.align.mention import Name
from helix_lsp.history.successor import container_of
from helix_lsp.index.overlay.memo import remembered
from helix_lsp.index.overlay.snapshot import Defined
from helix_lsp.syntax.extract import extract
from helix_lsp.syntax.language import language_of
from helix_lsp.syntax.outline import Fence, Outline, Reference
from helix_lsp.text.positions import Span
from helix_lsp.text.regex import regex

_SHORTEST = 4  # letters: what is shorter is a name of everybody's
_LONGEST = 50_000  # bytes of one block
_SUFFIX = {
    "python": "py", "python3": "py", "pycon": "py", "golang": "go", "javascript": "js", "typescript": "ts", "ruby": "rb", "rust": "rs",
    "kotlin": "kt", "csharp": "cs", "c#": "cs", "c++": "cpp", "elixir": "ex",
}  # fmt: skip
_PYTHON = regex(
    rb"^[ \t]*(?:>>>[ \t])?from[ \t]+[\w.]+[ \t]+import[ \t]+[\w(]", re.MULTILINE
)  # of a block that does not say it
_DOMAINS = frozenset({"com", "org", "io", "net", "dev"})
_FAMILY = ({"javascript", "typescript", "tsx", "jsx"}, {"c", "cpp"})
_MADE = rb"(?<![\w.])%b\s*(?::\s*[\w.<>\[\]]+\s*)?(?::=|=)\s*(?:await\s+|new\s+|&)?(?P<maker>[A-Za-z_][\w.:]*)\s*[({]"


def fence_outline(fence: Fence, data: bytes, world: World) -> Outline | None:
    """The facts of a block whose language some code of the project is written in; spans count from the
    block's first byte.
    """
    code = fence.span.cut(data)
    word = fence.language.lower().strip("{}.") or ("python" if _PYTHON.search(code) else "")
    if not word or len(code) > _LONGEST:
        return None
    path = f"block.{_SUFFIX.get(word, word)}"
    language = language_of(path)
    own = _own_languages(world)
    if language not in own and not any(
        language in family and not own.isdisjoint(family) for family in _FAMILY
    ):
        return None
    return extract(path, code)


def fenced_names(
    path: str, data: bytes, outline: Outline, world: World, history: History
) -> Iterator[DocReference]:
    """References of kind `name`, each to what is imported, or to the name of a call (`Name.call`), and nothing
    around it, in the order of the blocks.
    """
    for fence in outline.fences:
        facts = fence_outline(fence, data, world) if not is_run(data, fence) else None
        if facts is None:
            continue
        code = fence.span.cut(data)
        yield from _imported(path, fence, facts, code, world)
        own = {s.name for s in facts.symbols}
        for call in facts.references:
            if (
                call.kind != "call"
                or len(call.name) < _SHORTEST
                or call.name in own
                or world.snapshot.defined(call.name)
            ):
                continue
            gone = next((g for g in history.gone(call.name) if g.defined), None) if history.known else None
            if gone is None or language_of(gone.path) != facts.language:
                continue
            became = history.became(call.name, gone)
            if became is None or not became.certain or became.was is None:
                continue
            if _contradicts(call, container_of(became.was).rpartition(".")[2], code, facts, world):
                continue
            span = Span(fence.span.start + call.span.start, fence.span.start + call.span.end)
            name = Name(parts=(call.name,), call=True, member=bool(call.qualifier))
            yield DocReference(path=path, text=call.name, span=span, kind="name", name=name)


def _imported(path: str, fence: Fence, facts: Outline, code: bytes, world: World) -> Iterator[DocReference]:
    for one in facts.imports:
        module = [part for part in re.split(r"[./:\\\\]+", re.sub(r"\A@[^/]+/", "", one.module)) if part]
        if one.module.startswith(".") or not module or not _is_of_project(module, world):
            continue
        names = [name for name, _ in one.names if name.isidentifier() and name != "default"]
        told: set[str] = set()
        for parts in [(*module, name) for name in names] or [tuple(module)] * (facts.language == "python"):
            package, lost = lacking(parts, world)
            until = package.count(".") + 2
            text = ".".join(parts[:until]) if until < len(parts) and lost == parts[until - 1] else parts[-1]
            word = re.search(rb"(?<!\w)%b(?!\w)" % re.escape(text.encode()), one.span.cut(code))
            if len(parts) > 1 and word is not None and text not in told:
                told.add(text)
                start = fence.span.start + one.span.start + word.start()
                span = Span(start, start + len(text.encode()))
                named, taken = Name(parts=parts), ""
                if text != parts[-1]:  # the module is not there: what is taken from it tells where it is now
                    named, taken = Name(parts=parts[:until]), " ".join(names)
                yield DocReference(
                    path=path, text=text, span=span, kind="name", target=taken, role=IMPORTED, name=named
                )


def _is_of_project(module: list[str], world: World) -> bool:
    """True for a module of this project; one that begins with a domain has to have its folder here."""
    if module[0] in _DOMAINS:
        folder = "/" + "/".join(module[:3])
        return any(f"/{one}".endswith(folder) for one in world.folders)
    return module[0] in world.packages or normal(module[0]) in world.own


def _own_languages(world: World) -> frozenset[str]:
    """Languages of code that is the project's own."""

    def asked() -> frozenset[str]:
        files = (world.snapshot.file(p) for p in world.snapshot.paths())
        return frozenset(
            f.language
            for f in files
            if f is not None and f.surface.kind == "code" and not (f.surface.test or f.surface.vendored)
        )

    return remembered(world.snapshot, ("own_languages",), asked)


def _contradicts(call: Reference, owner: str, code: bytes, facts: Outline, world: World) -> bool:
    """True where the receiver says that the name is not the one that went: a member is asked of something, a
    function of its module or of nothing.
    """
    root = re.split(r"\.|::|->", call.qualifier)[0].strip("&*()$") if call.qualifier else ""
    taken = {part for i in facts.imports for name, alias in i.names for part in (alias or name,)}
    if not root:
        return bool(owner) or (call.name in taken and not _is_ours(call.name, facts, world))
    if root in ("self", "this", "super", "cls", "Self"):
        return True  # of a class that the example makes
    foreign = (root in taken or root in _modules(facts)) and not _is_ours(root, facts, world)
    if foreign or (root.lower() in world.foreign and root not in world.packages):
        return True
    if not owner:
        return not (root in world.packages or _is_ours(root, facts, world))
    if root[:1].isupper() and root != owner:
        return True
    made = re.search(_MADE % re.escape(root.encode()), code)
    if made is None:
        return False
    maker = re.split(r"[.:]+", made["maker"].decode("utf-8", "replace"))
    if maker[-1][:1].isupper() and "." not in call.qualifier and facts.language != "go":
        return maker[-1] != owner and not _extends(maker[-1], owner, world)
    return (
        maker[0] != root
        and (maker[0].lower() in world.foreign or maker[0] in _modules(facts))
        and not _is_ours(maker[0], facts, world)
    )


def _extends(name: str, owner: str, world: World) -> bool:
    """True for a class of ours that may have inherited it."""
    found = world.snapshot.defined(name)
    return bool(found) and any(owner in d.symbol.signature for d in found)


def _modules(facts: Outline) -> frozenset[str]:
    """The names under which a block speaks of what it imports whole."""
    return frozenset(
        alias or re.split(r"[./:]", i.module)[-1]
        for i in facts.imports
        for alias in [next((a for _, a in i.names if a), "")]
    )


def _is_ours(name: str, facts: Outline, world: World) -> bool:
    """True for a name that the block takes from a package of this project."""
    for one in facts.imports:
        if name in {a or n for n, a in one.names} | {re.split(r"[./:]", one.module)[-1]}:
            parts = [p for p in re.split(r"[./:@]+", one.module) if p]
            return any(p in world.packages for p in parts) or one.module.startswith(".")
    return name in world.packages


# What a page sets out as the project's own: classes, functions and methods in directives of Sphinx (`..
# method:: open(width)`), with the parameters that their signatures and fields name.
#
# A directive is a declaration, so its owner is known: the module and class around it. Its parameters are
# held against the one definition of that name in the tree, as those of a docstring are.

_HEAD = regex(
    rb"^(?P<indent>[ \t]*)\.\.[ \t]+(?:py:)?(?P<kind>(?:current)?module|class|exception"
    rb"|(?:async|coroutine|co|class|static)?(?:function|method)|coroutine|decorator)::[ \t]*(?P<sign>[^\n]*?(?:\\\r?\n[^\n]*?)*)\r?$",
    re.MULTILINE,
)
_ANY = regex(rb"[ \t]*\.\.[ \t]+[\w:+-]{1,40}::")
_SIGN = regex(
    r"\s*(?:(?:async|static|class|abstract)\s+)?(?P<name>[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)\s*(?P<list>\([^\n]*\))?"
)
_UNLISTED = regex(rb"^[ \t]+:no-?index(?:-entry)?:", re.MULTILINE)
_LONGEST_SET_OUT = 4_000  # bytes of a signature


class SetOut(msgspec.Struct, frozen=True, kw_only=True):
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
    heads = [m for m in _HEAD.finditer(data) if len(m["sign"]) <= _LONGEST_SET_OUT]
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
    """The names of the directives that no file of the tree has, as references of role SET_OUT. What a block shows, or what is
    kept out of the index, is an example of a directive, and nothing that the project has; so is what a page sets out of
    another distribution (`.. module:: other.package`).
    """
    outline = world.snapshot.outline(path)
    blocks = [block.span for block in outline.fences] if outline is not None else []
    for one in set_out(data):
        shown = _UNLISTED.search(data, one.body.start, one.body.end) or any(
            one.place.overlaps(block) for block in blocks
        )
        if one.parts[-1] in world.words or shown or _is_anothers(one, world):
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


def _is_anothers(one: SetOut, world: World) -> bool:
    """True where what is set out is of a package that the tree neither has nor makes."""
    root = one.parts[0]
    ours = root in world.packages or normal(root) in world.own or bool(world.snapshot.defined(root))
    return len(one.parts) > 1 and root.islower() and not ours


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
