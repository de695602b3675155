"""Has `Owner.name` lost the name? Three answers: it has it, it has not, nobody can know from this tree.

A class is asked with its bases, a module with what it imports by star. Only what a text certainly does not
contain counts as lost: the word may be in the owner as a definition, an own attribute, a text or a bare
word, and then it is not lost.
There are three answers, and only "no" may raise an alarm (design-decisions.md#cannot-know).
"""

from __future__ import annotations

import builtins
import re
from typing import Literal

import msgspec

from helix_lsp.align.drift.world import World
from helix_lsp.align.identity import modules_ending, standard_modules
from helix_lsp.align.lineage import bases_of, classes_named, import_of
from helix_lsp.index.overlay.memo import remembered
from helix_lsp.index.overlay.snapshot import Defined
from helix_lsp.syntax.outline import Symbol
from helix_lsp.text.regex import regex

_PLAIN_BASES = frozenset({"object", "Generic", "Protocol", "ABC"})
_DYNAMIC = regex(
    rb"__getattr(?:ibute)?__|metaclass\s*=|setattr\(|__dict__|globals\(\)|Proxy\(|\bmethod_missing\b|\bdefine_method\b|\bclass_eval\b|__call(?:Static)?\b"
)
_STAR = regex(rb"import\s*\*|export\s*\*|use\s+[\w:]+::\*")
_DECORATED = regex(rb"\s*@(?!(?:dataclasses\.)?dataclass|final|typing\.final|runtime_checkable|deprecated)")
_JVM = (".java", ".kt", ".scala", ".groovy")
_DEEP = 8
_WIDE = 200


class Ownership(msgspec.Struct, frozen=True, kw_only=True):
    """`has`: True, False, or None for "cannot know". `paths`: the owner's own files; `kind` and `name` say
    who the owner is.
    """

    has: bool | None
    paths: tuple[str, ...] = ()
    kind: Literal["", "class", "module"] = ""
    name: str = ""

    @property
    def words(self) -> str:
        """Who the owner is, for a reason."""
        return f"{self.kind} {self.name}"


UNKNOWN = Ownership(has=None)


def owns(parts: tuple[str, ...], world: World) -> Ownership:
    """Whether the owner `parts[:-1]` has the name `parts[-1]`; no owner of ours is "cannot know" without
    paths.
    """
    if len(parts) < 2:
        return UNKNOWN
    classes = [d for d in classes_named(parts[-2], world.snapshot) if not _in_test(d, world)]
    if len(parts) > 2:
        wanted = {*parts[:-2]}
        classes = [d for d in classes if wanted & set(re.split(r"[/.]", d.path))] or classes
    if parts[-2][:1].isupper() and classes:
        answers = [_class_has(d, parts[-1], world) for d in classes]
        has = True if True in answers else None if None in answers else False
        return Ownership(
            has=has, paths=tuple(dict.fromkeys(d.path for d in classes)), kind="class", name=parts[-2]
        )
    owner = parts[:-1]
    if owner[0] not in world.packages and len(owner) < 2:
        return UNKNOWN
    files = modules_ending(owner, world.snapshot)
    if not files:
        return UNKNOWN
    answers = [_module_has(path, parts[-1], world) for path in files]
    has = True if True in answers else None if None in answers else False
    return Ownership(has=has, paths=files, kind="module", name=".".join(owner))


def lacking(parts: tuple[str, ...], world: World) -> tuple[str, str]:
    """(package of ours, what it certainly does not have) where the text imports `parts`, the module first: a module of
    Python that no file is and no code imports, or a type of the JVM that the tree defines in other packages alone. Two
    `` for anything else.
    """
    if "." in parts[-1] or parts[0] not in world.packages:
        return _lacking_type(parts, world)
    tops = [f for f in world.folders if f.rpartition("/")[2] == parts[0] and _is_top(f, world)]
    at = tops[0] if len(tops) == 1 else ""
    for place, part in enumerate(parts[1:-1] if at else (), 1):
        if f"{at}/{part}" in world.folders:
            at = f"{at}/{part}"
            continue
        files = (p[len(at) + 1 :] for p in world.snapshot.paths() if p.startswith(f"{at}/{part}."))
        word = re.compile(rb"(?<!\w)" + re.escape(part.encode()) + rb"(?!\w)")
        init = world.texts(f"{at}/__init__.py") or b""
        if (
            any("/" not in file for file in files)
            or part[0] == "_"
            or word.search(init)
            or b"__path__" in init
        ):
            break
        brought = re.compile(
            rb"^[ \t]*(?:from|import)[ \t][^\n#]*(?<!\w)%b(?!\w)" % re.escape(part.encode()), re.MULTILINE
        )
        code = (
            p for p in world.snapshot.paths() if p.endswith((".py", ".pyi")) and part in world.words_of(p)
        )
        if any(brought.search(world.texts(path) or b"") for path in code):
            break  # a build makes it
        return ".".join(parts[:place]), part
    return "", ""


def _is_top(folder: str, world: World) -> bool:
    """True for the outermost folder of a package of Python that is not of tests."""
    above = folder.rpartition("/")[0]
    entry = world.snapshot.file(f"{folder}/__init__.py")
    return (
        entry is not None
        and not entry.surface.test
        and world.snapshot.file(f"{above}/__init__.py".lstrip("/")) is None
    )


def _lacking_type(parts: tuple[str, ...], world: World) -> tuple[str, str]:
    name, package = parts[-1], ".".join(parts[:-1])
    found = [d for d in world.snapshot.defined(name) if d.symbol.name == name and d.path.endswith(_JVM)]
    kept = [d for d in found if not _in_test(d, world) and "." not in d.symbol.qualified]
    folder = "/" + "/".join(parts[:-1])
    if not name[:1].isupper() or not kept or not any(f"/{one}".endswith(folder) for one in world.folders):
        return "", ""
    stated = re.compile(rb"^[ \t]*package[ \t]+%b[ \t]*[;\r\n{]" % re.escape(package.encode()), re.MULTILINE)
    here = any(
        f"/{d.path.rpartition('/')[0]}".endswith(folder) or stated.search(world.texts(d.path) or b"")
        for d in found
    )
    return ("", "") if here else (package, name)


def may_inherit(name: str, path: str, owner: str, world: World) -> bool:
    """True when the class that a name left, or any class of the file that it left, now extends a class of
    another distribution.
    """
    outline = world.snapshot.skeleton(path)
    there = (
        [Defined(path=path, ordinal=i, symbol=s) for i, s in enumerate(outline.symbols) if s.kind == "class"]
        if outline is not None
        else []
    )
    classes = [d for d in classes_named(owner, world.snapshot) if not _in_test(d, world)] if owner else there
    return any(d.symbol.name != name and _extends_foreign(d, world) for d in classes)


def may_be_attribute(name: str, path: str, holder: Symbol, world: World) -> bool | None:
    """True when the class or one that it extends has an attribute of that name; None when it extends a class
    that this tree has not.
    """
    line = [
        d
        for d in classes_named(holder.name, world.snapshot)
        if d.path == path and d.symbol.span == holder.span
    ]
    seen = {(d.path, d.ordinal) for d in line}
    word = re.escape(name.encode())
    held = re.compile(
        rb"^[ \t]+(?:(?:async[ \t]+)?def[ \t]+)?"
        + word
        + rb"[ \t]*(?::|=(?!=)|\()|\b(?:self|cls)\."
        + word
        + rb"\b",
        re.MULTILINE,
    )
    closed = bool(line)
    while line and len(seen) < _WIDE:
        current = line.pop(0)
        span, doc = current.symbol.span, current.symbol.doc
        data = world.texts(current.path) or b""
        if held.search(data, doc.end if doc is not None else span.start, span.end):
            return True
        for base, above in bases_of(current, world.snapshot):
            if above is None:
                closed = closed and base in _PLAIN_BASES
            elif (above.path, above.ordinal) not in seen:
                seen.add((above.path, above.ordinal))
                line.append(above)
    return False if closed else None


def _extends_foreign(owner: Defined, world: World) -> bool:
    line, seen = [owner], {(owner.path, owner.ordinal)}
    while line and len(seen) < _WIDE:
        current = line.pop(0)
        outline = world.snapshot.skeleton(current.path)
        for base, holder in bases_of(current, world.snapshot):
            if holder is not None and (holder.path, holder.ordinal) == (current.path, current.ordinal):
                return True  # a class that extends its own name extends another package's
            if holder is None:
                statement = import_of(base, outline) if outline is not None else None
                root = re.split(r"\.|::|/", statement.module.lstrip("@"))[0] if statement is not None else ""
                if (root in world.foreign and root not in standard_modules(world.snapshot)) or (
                    not root and not hasattr(builtins, base) and base not in _PLAIN_BASES
                ):
                    return True
            elif (holder.path, holder.ordinal) not in seen:
                seen.add((holder.path, holder.ordinal))
                line.append(holder)
    return False


def _in_test(defined: Defined, world: World) -> bool:
    entry = world.snapshot.file(defined.path)
    return entry is not None and (entry.surface.test or entry.surface.example or entry.surface.kind == "docs")


def _class_has(owner: Defined, name: str, world: World) -> bool | None:
    line, seen, closed = [(owner, 0)], {(owner.path, owner.ordinal)}, True
    while line:
        current, steps = line.pop(0)
        text = current.symbol.span.cut(world.texts(current.path) or b"")
        if _stands(text, name):
            return True
        closed = closed and steps < _DEEP and _DYNAMIC.search(text) is None and _DECORATED.match(text) is None
        for base, holder in bases_of(current, world.snapshot):
            if holder is None or (holder.path, holder.ordinal) == (current.path, current.ordinal):
                closed = (
                    closed and base in _PLAIN_BASES
                )  # a class that extends its own name extends another package's
            elif (holder.path, holder.ordinal) not in seen:
                seen.add((holder.path, holder.ordinal))
                line.append((holder, steps + 1))
    entry = world.snapshot.file(owner.path)
    if entry is not None and entry.language != "python" and name in world.words_of(owner.path):
        return None  # methods may be outside the block of their type
    return False if closed else None


def _module_has(path: str, name: str, world: World) -> bool | None:
    data = world.texts(path) or b""
    folder = path.rpartition("/")[0]
    if _stands(data, name, member=False) or f"{folder}/{name}" in world.folders:
        return True
    if any(
        world.snapshot.file(f"{folder}/{name}{e}") is not None
        for e in (".py", ".pyi", ".pyx", ".ts", ".js", ".rs", ".go")
    ):
        return True
    if path.endswith((".go", ".pyx")):
        return None

    def is_open() -> bool:
        return _DYNAMIC.search(data) is not None or _STAR.search(data) is not None

    return None if remembered(world.snapshot, ("drift_open_module", path), is_open) else False


def _stands(text: bytes, name: str, *, member: bool = True) -> bool:
    """True when the word is in the text other than as an attribute of something else."""
    word = re.escape(name.encode())
    own = rb"|(?<!\w)(?:self|cls|this)\." + word + rb"(?!\w)" if member else rb""
    return re.search(rb"(?<![\w.])" + word + rb"(?!\w)" + own, text) is not None
