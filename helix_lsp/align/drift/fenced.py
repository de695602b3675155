"""What the code blocks of a document import from this project, and calls in them that are candidates for a name
that was certainly renamed, where the blocks are in a language of the project.

A block is an example that a reader copies, and most of its names are the reader's own or another project's.
So only a call counts whose name history saw go, that no code of today defines, that the document's own
examples do not define, and whose receiver does not say that it is somebody else's. What is left is judged as
any name is (`judge.py`), and told where the rename is certain, never otherwise. What is imported by name is this
project's own, so it is told as any name of the text is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from helix_lsp.align.drift.history import History
from helix_lsp.align.drift.reference import DocReference
from helix_lsp.align.drift.world import World
from helix_lsp.align.identity import normal
from helix_lsp.align.mention import Name
from helix_lsp.history.successor import container_of
from helix_lsp.index.overlay.memo import remembered
from helix_lsp.syntax.extract import extract
from helix_lsp.syntax.language import language_of
from helix_lsp.syntax.outline import Fence, Outline, Reference
from helix_lsp.text.span import Span

_SHORTEST = 4  # letters: what is shorter is a name of everybody's
_LONGEST = 50_000  # bytes of one block
_SUFFIX = {
    "python": "py", "python3": "py", "pycon": "py", "golang": "go", "javascript": "js", "typescript": "ts", "ruby": "rb", "rust": "rs",
    "kotlin": "kt", "csharp": "cs", "c#": "cs", "c++": "cpp", "elixir": "ex",
}  # fmt: skip
_DOMAINS = frozenset({"com", "org", "io", "net", "dev"})
_FAMILY = ({"javascript", "typescript", "tsx", "jsx"}, {"c", "cpp"})
_MADE = rb"(?<![\w.])%b\s*(?::\s*[\w.<>\[\]]+\s*)?(?::=|=)\s*(?:await\s+|new\s+|&)?(?P<maker>[A-Za-z_][\w.:]*)\s*[({]"


def fence_outline(fence: Fence, data: bytes, world: World) -> Outline | None:
    """The facts of a block whose language some code of the project is written in; spans count from the
    block's first byte.
    """
    code = fence.span.cut(data)
    if not fence.language or len(code) > _LONGEST:
        return None
    word = fence.language.lower().strip("{}.")
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
        facts = fence_outline(fence, data, world)
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
        for parts in [(*module, name) for name in names] or [tuple(module)] * (facts.language == "python"):
            word = re.search(rb"(?<!\w)%b(?!\w)" % re.escape(parts[-1].encode()), one.span.cut(code))
            if len(parts) > 1 and word is not None:
                start = fence.span.start + one.span.start + word.start()
                span = Span(start, start + len(parts[-1].encode()))
                yield DocReference(path=path, text=parts[-1], span=span, kind="name", name=Name(parts=parts))


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
