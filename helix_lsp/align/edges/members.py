"""Members of a class of ours, its own and what it inherits, in every file that adds to it."""

from __future__ import annotations

import msgspec

from helix_lsp.align.edges.lexical import UNKNOWN, Meaning, dotted, known
from helix_lsp.align.edges.names import ECMA, JVM, Names
from helix_lsp.align.edges.source import Source
from helix_lsp.align.lineage import CLASS_KINDS
from helix_lsp.index.overlay.snapshot import Defined
from helix_lsp.syntax.outline import SymbolKind
from helix_lsp.text.regex import regex

_REOPENED = frozenset(
    {"go", "rust", "swift", "ruby", "c_sharp", "cpp", "c", "kotlin", "scala"}
)  # a class goes on in other files
_DEPTH = 12
_APART = frozenset({"java", "php"})
_EITHER: frozenset[str] = frozenset()
_CALLS = frozenset({"field", "constant", "variable"})  # what a call does not mean there
_READS = frozenset({"method", "constructor", "function"})  # what a plain read does not
_SILENT = frozenset(
    {"c_sharp", "php", "typescript", "tsx", "swift", "scala"}
)  # what carries out an interface bears no word
_USE = regex(r"\buse\s[^;{}()]*\Z")
_BEFORE = 400  # characters before a name in which the `use` of its list stands
_OVERRIDE = regex(r"(?<!\w)@?[oO]verride\b")
_FOR = regex(r"\bfor\b(?!\s*<)")
CLASSES = CLASS_KINDS | {"module", "namespace", "enum_member"}
CALLED = frozenset({"function", "method", "constructor", "macro"})
VALUES = frozenset({"field", "property", "variable", "constant"})
_ALONE = frozenset({"ruby", "elixir", "swift"})  # no bare name for members of what is around a class
_HOLDERS = CLASS_KINDS | {"module", "namespace", "variable", "constant", "enum_member"}


class Found(msgspec.Struct, frozen=True, kw_only=True):
    """`members`: all overloads of the nearest class that has the name. `open`: a base met before it lies
    outside.
    """

    members: tuple[Defined, ...] = ()
    open: bool = False


def apart(one: SymbolKind, other: SymbolKind) -> bool:
    """True for a field and a method: one name may stand for both in a class."""
    return (one in _CALLS and other in _READS) or (one in _READS and other in _CALLS)


def _only_declares(owner: Defined, own: tuple[Defined, ...]) -> bool:
    """True for what an interface asks for: the class, or a base or trait of it, carries it out."""
    return owner.symbol.kind == "interface" and all(d.symbol.body is None for d in own)


def _used(text: str, at: int) -> bool:
    """True for a trait of PHP, which is behind `use`."""
    return _USE.search(text, max(0, at - _BEFORE), at) is not None


class Members:
    """Over `Names`; remembers for one request."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self._found: dict[tuple[str, str, str, bool, frozenset[str]], Found] = {}
        self._bases: dict[tuple[str, str], tuple[tuple[Defined, ...], bool]] = {}
        self._classes: dict[tuple[str, str], Defined | None] = {}

    def find(self, owner: Defined, name: str, *, above: bool = False, called: bool | None = None) -> Found:
        """The member that `owner.name` means; `above` looks at the bases only. `called` decides where a field
        and a method may share a name.
        """
        kinds = (
            _EITHER
            if called is None or self.names.source(owner.path).language not in _APART
            else _CALLS
            if called
            else _READS
        )
        key = (owner.path, owner.symbol.qualified, name, above, kinds)
        if key not in self._found:
            self._found[key] = self._find(owner, name, above, kinds)
        return self._found[key]

    def _find(self, owner: Defined, name: str, above: bool, kinds: frozenset[str]) -> Found:
        line, seen, outside = [owner], {(owner.path, owner.symbol.qualified)}, False
        declared: tuple[Defined, ...] = ()
        for step in range(_DEPTH):
            below: list[Defined] = []
            for one in line:
                own = (
                    tuple([d for d in self.own(one, name) if not kinds or d.symbol.kind not in kinds])
                    if step or not above
                    else ()
                )
                if own and not (step and _only_declares(one, own)):
                    return Found(members=own, open=outside)
                declared = declared or own
                bases, unknown = self.bases(one)
                outside = outside or unknown
                for base in bases:
                    if (base.path, base.symbol.qualified) not in seen:
                        seen.add((base.path, base.symbol.qualified))
                        below.append(base)
            if not below:
                break
            line = below
        return Found(members=declared, open=outside)

    def carries_out(self, member: Defined, owner: Defined | None) -> bool:
        """True when a member is written as one that a base has, behind `override` or in Rust's `impl` of a
        trait, or may be one without a word:

        where its class names a base that lies elsewhere and the language asks for none.
        """
        source = self.names.source(member.path)
        if source.language == "rust":
            parent = member.symbol.parent
            block = source.symbols[parent] if 0 <= parent < len(source.symbols) else None
            if block is None or block.kind != "impl":
                return False
            return _FOR.search(source.text, block.span.start, Source.behind_head(block)) is not None
        if (
            _OVERRIDE.search(source.text, member.symbol.span.start, Source.behind_head(member.symbol))
            is not None
        ):
            return True
        return owner is not None and source.language in _SILENT and self.bases(owner)[1]

    def owner_of(self, member: Defined) -> Defined | None:
        """The class that holds a member."""
        return self.class_of(member.symbol.qualified.rpartition(".")[0], member.path)

    def implicit(self, owner: str, name: str, path: str, *, called: bool) -> Meaning:
        """A member of the class around, or of the classes around that where the language looks there."""
        alone = self.names.source(path).language in _ALONE
        while owner:
            held = self.class_of(owner, path)
            if held is not None and (found := self.find(held, name, called=called)).members:
                return known(found.members)
            owner = "" if alone else owner.rpartition(".")[0]
        return UNKNOWN

    def nested(self, path: str, name: str, at: int) -> Meaning | None:
        """A function, class or type that an enclosing function defines."""
        source = self.names.source(path)
        around = {s.qualified for s in map(source.symbols.__getitem__, source.around(at)) if s.kind in CALLED}
        found = [
            d for d in self.names.defined_in(path, name) if d.symbol.qualified.rpartition(".")[0] in around
        ]
        if source.language in ECMA:  # a method is a key of an object that the function writes out
            found = [d for d in found if d.symbol.kind != "method"]
        return known(found) if found and all(d.symbol.kind in CALLED | CLASS_KINDS for d in found) else None

    def class_of(self, qualified: str, path: str) -> Defined | None:
        """The class of this qualified name that a file defines or adds to; None for no name."""
        if not qualified:
            return None
        key = (qualified, path)
        if key not in self._classes:
            self._classes[key] = self._class_of(qualified, path)
        return self._classes[key]

    def _class_of(self, qualified: str, path: str) -> Defined | None:
        name = qualified.rpartition(".")[2]
        here = [
            d
            for d in self.names.snapshot.defined_in(path, name)
            if d.symbol.qualified == qualified and d.symbol.kind in CLASSES | VALUES
        ]
        if here:
            return min(here, key=lambda d: (d.symbol.kind == "impl", d.ordinal))
        is_go = self.names.source(path).language == "go"
        same = self.names.beside(name, path) if is_go else self.names.named(name, path)
        found = [d for d in same if d.symbol.qualified == qualified and d.symbol.kind in CLASSES]
        return found[0] if len({d.path for d in found}) == 1 else None

    def own(self, owner: Defined, name: str) -> tuple[Defined, ...]:
        """What the class itself defines, in any of its files."""
        wanted = f"{owner.symbol.qualified}.{name}"
        here = [d for d in self.names.defined_in(owner.path, name) if d.symbol.qualified == wanted]
        language = self.names.source(owner.path).language
        if here or language not in _REOPENED or owner.symbol.kind not in _HOLDERS:
            return tuple(here)
        same = self.names.beside(name, owner.path) if language == "go" else self.names.named(name, owner.path)
        found = [d for d in same if d.symbol.qualified == wanted]
        if language == "rust":
            crate = owner.path.partition("/src/")[0]
            found = [d for d in found if d.path.startswith(crate)]
        elif language in JVM:
            package = self.names.source(owner.path).package
            found = [d for d in found if self.names.source(d.path).package == package]
        return tuple(found)

    def bases(self, owner: Defined) -> tuple[tuple[Defined, ...], bool]:
        """(the classes it inherits from, whether one of them is not of this repository or not known)."""
        key = (owner.path, owner.symbol.qualified)
        if key not in self._bases:
            self._bases[key] = ((), False)
            self._bases[key] = self._read_bases(owner)
        return self._bases[key]

    def _read_bases(self, owner: Defined) -> tuple[tuple[Defined, ...], bool]:
        found: list[Defined] = []
        outside = False
        source = self.names.source(owner.path)
        blocks = [s for s in source.symbols if s.qualified == owner.symbol.qualified and s.kind in _HOLDERS]
        inherits = self.names.snapshot.inherits(owner.path) if self.names.live.same(owner.path) else ()
        for block in blocks:
            body = block.body.start if block.body is not None else block.span.end
            end = block.span.end if source.language in ("ruby", "go", "php") else body
            for reference in inherits:
                at = reference.span.start
                if source.language == "php" and at >= body and not _used(source.text, at):
                    continue  # the base of a class without a name
                if source.language == "ruby" and source.owner(at) != owner.symbol.qualified:
                    continue  # the base of a class inside
                if block.span.start <= at < end and reference.name != owner.symbol.name:
                    around = owner.symbol.qualified.rpartition(".")[0]
                    meant = self.names.top(dotted(reference), owner.path, around)
                    if meant.kind == "known":
                        found.extend(meant.defined[:1])
                    else:
                        outside = True
        return tuple(found), outside

    def descends(self, heir: Defined, base: Defined) -> bool:
        """True when `base` is among the classes that `heir` inherits from."""
        line, seen = [heir], {(heir.path, heir.symbol.qualified)}
        for _ in range(_DEPTH):
            line = [b for one in line for b in self.bases(one)[0] if (b.path, b.symbol.qualified) not in seen]
            seen.update((b.path, b.symbol.qualified) for b in line)
            if (base.path, base.symbol.qualified) in seen - {(heir.path, heir.symbol.qualified)}:
                return True
            if not line:
                return False
        return False
