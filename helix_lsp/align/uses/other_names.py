"""The names that a definition goes by, step by step: imports, exports and assignments that give it another one.

A `NameOf` is one of them, with the place that binds it. `used_in` finds the uses of one in a file, `given_in` the
names that the file gives it. What an import gives is judged against the definition itself; what an assignment
gives is, where the outline knows it, a definition of its own, and its uses are judged against that.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal

import msgspec
from msgspec.structs import replace

from helix_lsp.align.edges.judge import Judge
from helix_lsp.align.edges.lexical import is_value_key
from helix_lsp.align.edges.members import VALUES
from helix_lsp.align.edges.names import ECMA, is_everyday, is_own
from helix_lsp.align.edges.source import Source
from helix_lsp.align.identity import module_parts
from helix_lsp.align.live import Live
from helix_lsp.align.uses.occurrences import Occurrence, occurrences, places_of
from helix_lsp.index.overlay.snapshot import Defined
from helix_lsp.syntax.outline import Import, Reference
from helix_lsp.syntax.renames import Rename, renames
from helix_lsp.text.positions import Span
from helix_lsp.text.regex import regex
from helix_lsp.text.words import split, terms

DEFAULT = "export default"
"""What a module of JavaScript gives to who imports the whole: no word, so that nothing else is called so."""
_PLAIN = frozenset({*VALUES, "enum_member"})  # an assignment copies their value and gives them no name
_BY_VALUE = frozenset({"lua", "haskell", "zig"})  # where functions are fields and constants, too
_DATA = frozenset({("zig", "field")})  # there a field is never a function
_NEEDS_IMPORT = ECMA | {"python", "rust", "lua", "zig", "haskell"}
_OPEN = frozenset({"ruby", "swift", "c", "cpp"})
_WORDS = regex(r"[\w$-]+")
_SELVES = frozenset({"crate", "self", "super", ""})
_HANDS_ON = r"\bexport\s*(?:default\s+{n}(?![\w$(.])|\{{[^{{}}]*?(?<![\w$]){n}(?![\w$]))"
_NEAR = 2_000  # characters before a name in which an export begins
_EXPORT = regex(
    r"(?:\bexport\s*\{[^{}]*|\bmodule\.exports\s*=\s*(?:\{(?:[^{}]|\{[^{}]*\})*)?|\bexports\.[\w$]+\s*=\s*|\bexport\s+default\s+)\Z"
)
_BARE_BEFORE = regex(r"(?:\.|->|::)\s*\Z")


class Usage(msgspec.Struct, frozen=True, kw_only=True):
    """One use in the current bytes. `kind` is the reference's kind or `import`; `scope` the definition around
    it, `` outside.
    """

    path: str
    name: str
    span: Span
    kind: str
    scope: str
    certain: bool


class NameOf(msgspec.Struct, frozen=True, kw_only=True):
    """`defined` is what uses of the name must mean; `certain`: it is known that this is the definition that was
    asked about. `path` is the file that gives the name, `` for the definition's own; `wide`: other files may see
    it, too; `within`: only this function does.
    """

    name: str
    defined: Defined
    certain: bool = True
    path: str = ""
    wide: bool = True
    within: Span | None = None

    @property
    def key(self) -> tuple[str, str, int, str, int]:
        """Equal for names that have the same uses."""
        start = self.within.start if self.within is not None else -1
        return self.name, self.path, start, self.defined.path, self.defined.ordinal


def import_use(name: str, path: str, span: Span, *, certain: bool) -> Usage:
    """A name that an import statement of a file brings."""
    return Usage(path=path, name=name, span=span, kind="import", scope="", certain=certain)


def used_in(one: NameOf, path: str, judge: Judge, live: Live) -> Iterator[Usage]:
    """Uses that are known, and those of which nobody can tell. Where the file has the name is looked for once for all
    definitions of the name.
    """
    key = ("occurrences", path, one.name)
    for met in live.noted(key, lambda: tuple(occurrences(path, one.name, judge.names.source, live))):
        at, source = met.reference.span.start, judge.names.source(path)
        if one.path == path and met.set:
            continue  # where the name is given
        verdict = _local(one, met, source) if one.within is not None else _verdict(one, path, met, judge)
        if verdict != "no":
            yield Usage(
                path=path,
                name=one.name,
                span=met.reference.span,
                kind="import" if source.language in ECMA and _is_export(source, at) else met.reference.kind,
                scope=_scope(source, at),
                certain=verdict == "known" and one.certain,
            )


def _verdict(one: NameOf, path: str, met: Occurrence, judge: Judge) -> Literal["known", "unknown", "no"]:
    target = one.defined.symbol
    if (met.key or met.declares) and _is_named_by(met, one.defined, judge):
        return "unknown" if judge.names.speak_alike(path, one.defined.path) else "no"
    if met.declares:
        return "no"
    verdict = judge.judge(path, met.reference, one.defined)
    if verdict == "no" and one.path not in ("", path) and judge.names.source(path).language == "c_sharp":
        return "no" if judge.names.named(one.name, path) else "unknown"  # `global using`
    if met.plain or verdict == "no":
        return verdict
    return "unknown" if verdict == "known" or target.kind not in _PLAIN else "no"


def _is_named_by(met: Occurrence, defined: Defined, judge: Judge) -> bool:
    """Whether a key may name a member: a field, or what an interface of TypeScript asks for."""
    symbol, source = defined.symbol, judge.names.source(defined.path)
    if "." not in symbol.qualified:
        return False
    above = source.symbols[symbol.parent].kind if 0 <= symbol.parent < len(source.symbols) else ""
    asked = source.language in ECMA and (above in ("interface", "type") or is_value_key(symbol, source))
    return (asked and symbol.kind == "method") or (symbol.kind in _PLAIN and (asked or not met.declares))


def _local(one: NameOf, met: Occurrence, source: Source) -> Literal["known", "unknown", "no"]:
    """A name of a function: bare uses of it there."""
    at = met.reference.span.start
    inside = one.within is not None and one.within.contains(at)
    if not inside or met.key or _BARE_BEFORE.search(source.text, max(0, at - 9), at):
        return "no"
    return "known" if met.plain else "no"


def given_in(one: NameOf, path: str, judge: Judge, live: Live) -> tuple[list[Usage], list[NameOf]]:
    """(imports of the definition under this name, the names that the file gives it)."""
    imports: list[Usage] = []
    names: list[NameOf] = []
    facts = live.glance(path)
    for statement in facts.imports if facts is not None else ():
        for original, alias in statement.names:
            if not _imports(one, original, statement.module):
                continue
            local = alias or original
            sort = _import_means(one, path, local, statement, original, judge)
            if sort == "no":
                continue
            certain = one.certain and sort == "known"
            span = _named(judge.names.source(path), statement, one.name if original else alias)
            imports.append(import_use(one.name, path, span, certain=certain))
            if local != one.name:
                wide = _hands_on(local, statement, judge.names.source(path))
                name = DEFAULT if local == "default" else local
                names.append(replace(one, name=name, certain=certain, path=path, wide=wide, within=None))
    if one.name != DEFAULT and (one.within is None or one.path == path):
        written = one.name.encode("utf-8").decode("latin-1")
        names += [
            name
            for given in live.noted(
                ("given", path, written), lambda: tuple(_given(written, path, judge, live))
            )
            if (name := _renamed(one, given, path, judge.names.source(path), judge)) is not None
        ]
    return imports, names


def _given(name: str, path: str, judge: Judge, live: Live) -> Iterator[Rename]:
    """Renames in the blanked text, which is made only where the text as it is has some."""
    entry, raw = live.snapshot.file(path), (live.data(path) or b"").decode("latin-1")
    if entry is not None and next(renames(name, raw, entry.language), None) is not None:
        source = judge.names.source(path)
        yield from renames(name, source.text, source.language)


def _imports(one: NameOf, original: str, module: str) -> bool:
    """Whether an import may bring the definition: by its name, as what a module gives whole, or as the last part
    of a path (`using X = A.B`, `alias A.B, as: X`).
    """
    if one.name == DEFAULT:
        return original in ("default", "")
    return original == one.name or (
        not original and re.split(r"[.\\/]|::", module)[-1] == one.name and "/" not in module
    )


def _import_means(
    one: NameOf, path: str, local: str, statement: Import, original: str, judge: Judge
) -> Literal["known", "unknown", "no"]:
    """What the name that an import brings into a file means there."""
    defined, names = one.defined, judge.names
    if not names.speak_alike(path, defined.path):
        return "no"
    meant = names.imported(statement, original, path) if local == "default" else names.top(local, path, "")
    if meant.kind == "known":
        same = any(
            d.path == defined.path and d.symbol.qualified == defined.symbol.qualified for d in meant.defined
        )
        return "known" if same else "no"
    if names.is_aside(defined.path) and not names.is_aside(path):
        return "no"
    if meant.kind in ("foreign", "module"):
        return "no"
    return "unknown" if one.name != DEFAULT or not one.path else "no"


def _hands_on(local: str, statement: Import, source: Source) -> bool:
    """Whether other files may import the name from the file that imports it under this name."""
    if source.language == "python":
        return True
    if source.language == "rust":
        return source.text.startswith("pub", statement.span.start)
    if source.language == "c_sharp":
        return source.text.startswith("global", statement.span.start)
    if source.language in ECMA:
        if source.text.startswith("export", statement.span.start):
            return True
        return re.search(_HANDS_ON.format(n=re.escape(local)), source.text) is not None
    return False


def _renamed(one: NameOf, given: Rename, path: str, source: Source, judge: Judge) -> NameOf | None:
    """The name that an assignment or an export gives; None where it gives it to something else, or only copies
    a value.
    """
    exported = source.language in ECMA and _is_export(source, given.at)
    whole = (
        source.language in ECMA and given.to in ("default", "exports") and (exported or given.to == "default")
    )
    to = DEFAULT if whole or (source.language in ECMA and given.to == "exports") else given.to
    exported = exported or to == DEFAULT
    kind = one.defined.symbol.kind
    plain = (kind in _PLAIN and source.language not in _BY_VALUE) or (source.language, kind) in _DATA
    if plain and not exported:
        return None
    if one.within is not None:
        if not one.within.contains(given.at):
            return None
        verdict = "known"
    else:
        at = Span(given.value, given.value + len(one.name.encode("utf-8")))
        reference = Reference(name=one.name, qualifier="", kind="read", span=at, scope=-1)
        verdict = "unknown" if given.value == given.at else judge.judge(path, reference, one.defined)
        if verdict == "no" and source.language == "ruby":  # `alias` names a method of what is around it
            mine = one.defined.symbol.qualified.rpartition(".")[0] == source.owner(given.at)
            verdict = "known" if mine and path == one.defined.path else "unknown"
        if (
            source.language == "ruby"
            and path == one.defined.path
            and given.at < one.defined.symbol.span.start
        ):
            verdict = "unknown"  # it may name what stood there before
        if source.language == "php" and kind == "method" and _adapts(source.text, at.start):
            taken = judge.takes_in(path, given.at, one.defined)
            wide = source.text[max(0, given.at - 20) : given.at].split()[-1:] != ["private"]
            return replace(one, name=to, certain=False, path=path, wide=wide) if taken else None
        if (
            verdict == "no"
            and source.language in ECMA
            and source.text[at.end : at.end + 9].lstrip()[:1] == ":"
        ):
            verdict = "unknown"  # a key of a pattern
    if verdict == "no" or (verdict == "unknown" and is_everyday(one.name)):
        return None
    certain = one.certain and verdict == "known"
    if exported:
        return replace(one, name=to, certain=certain, path=path, wide=True, within=None)
    at_name = (n for n, s in enumerate(source.symbols) if s.name_span.start <= given.at < s.name_span.end)
    ordinal = next(at_name, -1)
    before = source.symbols[ordinal].span.start - 1 if ordinal >= 0 else given.at
    inside = source.functions(max(0, before))
    around = [s for s in inside if s.span.end > given.at and s.name_span.start != given.at]
    member = source.text[given.at - 1 : given.at] == "."
    if (not around or member) and ordinal >= 0:
        defined = Defined(path=path, ordinal=ordinal, symbol=source.symbols[ordinal])
        if defined == one.defined:
            return None
        name = defined.symbol.name.lstrip(":")
        certain = certain and _is_alone(defined, name, judge)
        return NameOf(name=name, defined=defined, certain=certain, path=path)
    if member:
        return None
    return replace(
        one,
        name=to,
        certain=certain and judge.binds_once(path, to, given.at),
        path=path,
        wide=False,
        within=Span(given.at + len(to), around[0].span.end if around else len(source.data)),
    )


def _adapts(text: str, at: int) -> bool:
    """Whether a place is in the braces in which a class of PHP changes its traits: `use A, B { ... }`."""
    opened = text.rfind("{", max(0, at - _NEAR), at)
    before = max(text.rfind(mark, 0, max(0, opened)) for mark in ";{}")
    return opened >= 0 and "}" not in text[opened:at] and text[before + 1 : opened].split()[:1] == ["use"]


def _is_export(source: Source, at: int) -> bool:
    """Whether a name is where a module of JavaScript only hands it on."""
    before = source.text[max(0, at - _NEAR) : at]
    return "export" in before and (before.endswith("exports.") or _EXPORT.search(before) is not None)


def _is_alone(given: Defined, name: str, judge: Judge) -> bool:
    """True for the only definition of a new name: where its file has another, or any file of a language that needs
    no import has one, or a library may, uses of it are not certain.
    """
    home = judge.names.source(given.path).language
    others = [
        d for d in judge.names.named(name, given.path) if (d.path, d.ordinal) != (given.path, given.ordinal)
    ]
    if home in _OPEN:
        return is_own(name) and not name.endswith("_t") and not others
    return not any(d.path == given.path and d.symbol.qualified == given.symbol.qualified for d in others)


def is_near(path: str, one: NameOf, source: Source) -> bool:
    """Whether a file may see a name that another file gives: where its language asks for an import, it has one
    that names the other file, its folder or what is around it.
    """
    if path == one.path or not one.path or source.language not in _NEEDS_IMPORT:
        return True
    parts = {*module_parts(one.path)[-2:], *one.path.rpartition("/")[0].split("/")[-2:]}
    return any(
        not statement.module.strip("./")
        or not parts.isdisjoint(_WORDS.findall(statement.module))
        or not _SELVES.isdisjoint(statement.module.split("::"))
        for statement in source.imports
    )


def importers(one: NameOf, live: Live, most: int) -> tuple[list[str], bool]:
    """(files that may import the file of a name as a whole, by the words of its path; False where a word is in
    more units than are looked at).
    """
    parts = module_parts(one.path or one.defined.path)
    held = [
        live.snapshot.holding(term, most)
        for part in dict.fromkeys(parts[-2:])
        for term in terms_of_name(part)[:1]
    ]
    folder = (one.path or one.defined.path).rpartition("/")[0]
    beside = [p for p in live.snapshot.paths() if p.rpartition("/")[0] == folder]
    return sorted({*beside, *(p for some in held for p in some or ())}), None not in held


def terms_of_name(name: str) -> tuple[str, ...]:
    """The terms by which the index finds who holds a name: its whole-term, or its parts when it has none."""
    bare = name.lstrip("@$:#").rstrip("!?=")  # a mark at either end is not a part of a word
    parts, whole = split(bare) if terms(bare) else ((), "")
    return (whole,) if whole else tuple(parts)


def _named(source: Source, statement: Import, name: str) -> Span:
    """The name inside its import statement; the statement where the name is not found in it as a word."""
    found = places_of(name, source.data, statement.span.start, statement.span.end) if name else []
    found = [at for at in found if not source.is_comment(at)]
    return Span(found[0], found[0] + len(name.encode("utf-8"))) if found else statement.span


def _scope(source: Source, at: int) -> str:
    around = next(iter(source.around(at)), -1)
    return source.symbols[around].qualified if around >= 0 else ""
