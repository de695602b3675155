"""What a bare name means where names are lexical: an Elixir module, a Ruby constant, a name of JavaScript.

`Exception` in `Plug.Debugger` is the language's own, not `Plug.Exception`: only what stands nested around the
use, an alias or an import gives a module a short name. Ruby looks at what is around the use, then at what
the class there inherits and includes, then at the top. Also what a name may come to mean at all, and what bears it,
as far as a file sees it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Literal

import msgspec

from helix_lsp.align.edges.source import Source
from helix_lsp.align.live import Live
from helix_lsp.index.names.declared import name_key
from helix_lsp.index.overlay.snapshot import Defined, Snapshot
from helix_lsp.syntax.outline import Import, Reference, Symbol
from helix_lsp.text.regex import regex

LEXICAL = frozenset({"ruby", "elixir"})
_DEPTH = 8
_TRANSPARENT = frozenset({"namespace", "module"})
_EVERY = 1_000_000_000  # files
_TOGETHER = {"typescript": "javascript", "tsx": "javascript", "c": "cpp", "java": "kotlin", "scala": "kotlin"}
_NEAR = 40  # characters beside a name in which the word before it and the mark behind it stand
_DECLARING = regex(r"\b(?:function|class|const|let|var|enum|interface|type|namespace|module)\b[\s*]*\Z")


class Meaning(msgspec.Struct, frozen=True, kw_only=True):
    """`known`: these definitions (overloads of one name). `module`: the files of a module. `foreign`: what
    this repository does not define.
    """

    kind: Literal["known", "module", "foreign", "unknown"]
    defined: tuple[Defined, ...] = ()
    paths: tuple[str, ...] = ()


FOREIGN = Meaning(kind="foreign")
UNKNOWN = Meaning(kind="unknown")


def known(found: Iterable[Defined]) -> Meaning:
    """Known for at least one definition."""
    out = tuple(found)
    return Meaning(kind="known", defined=out) if out else UNKNOWN


def bound(name: str, imports: tuple[Import, ...]) -> tuple[Import | None, str]:
    """(the statement that binds the name, the name it has in the module); a module that is imported whole
    binds its first part.
    """
    for statement in reversed(imports):
        for original, alias in statement.names:
            if name == (alias or original) and name != "*":
                return statement, original
        if (
            not statement.names
            and "/" not in statement.module
            and "::" not in statement.module
            and statement.module.partition(".")[0] == name
        ):
            first = Import(module=name, names=(), span=statement.span)
            return first, ""
    return None, ""


def one_body(found: list[Defined]) -> bool:
    """True for one definition, wherever else it is declared."""
    bodies = {d.path for d in found if d.symbol.body is not None}
    return len({d.symbol.qualified for d in found}) == 1 and (
        len(bodies) == 1 or len({d.path for d in found}) == 1
    )


def dotted(reference: Reference) -> str:
    """A reference with what is written before it, dotted."""
    written = f"{reference.qualifier}.{reference.name}" if reference.qualifier else reference.name
    return written.replace("::", ".")


def prefixes(qualified: str) -> list[str]:
    """`A.B.C` -> A.B.C, A.B, A, ``."""
    out: list[str] = []
    while qualified:
        out.append(qualified)
        qualified = qualified.rpartition(".")[0]
    return [*out, ""]


def is_constant(name: str) -> bool:
    """True for the name of a class or module, in the languages where it begins with a capital."""
    return name[:1].isupper()


def is_nested(symbol: Symbol, around: str, source: Source) -> bool:
    """For Elixir: False for a module that is only called as if it stood in `around`: `defmodule A.B` gives
    `B` no name in what else is below `A`.
    """
    return source.language != "elixir" or not around or symbol.parent >= 0 or not is_constant(symbol.name)


def in_module(found: list[Defined], name: str, owner: str, source: Source) -> Meaning:
    """For Elixir: a module by its whole name, a function of the module around or of one that is imported
    whole.
    """
    around = {owner, *(i.module for i in source.imports if not i.names)}
    near = [
        d
        for d in found
        if d.symbol.qualified == name
        or (not is_constant(name) and d.symbol.qualified.rpartition(".")[0] in around)
    ]
    return known(near) if near else (FOREIGN if not found or is_constant(name) else UNKNOWN)


def in_packages(
    found: Sequence[Defined], source: Source, source_of: Callable[[str], Source]
) -> list[Defined]:
    """Those of the innermost package of a file that has any."""
    packages = {d.path: source_of(d.path).package for d in found}
    inner = next((one for one in source.packages if one in packages.values()), None)
    return [d for d in found if packages[d.path] == inner]


def static_members(found: list[Defined], source: Source, source_of: Callable[[str], Source]) -> list[Defined]:
    """Members of the classes that a file imports whole (`using static A.B`, `import static a.B.*`)."""
    whole = {i.module for i in source.imports if not i.names or ("*", "") in i.names}

    def owner(d: Defined) -> str:
        package = "" if source.language == "c_sharp" else source_of(d.path).package
        return ".".join(p for p in (package, d.symbol.qualified.rpartition(".")[0]) if p)

    return [d for d in found if "." in d.symbol.qualified and owner(d) in whole]


def is_global(text: str, at: int) -> bool:
    """For PHP: True for a name behind a backslash that nothing is before, `\\DateTime`: it is told from
    the top, not from the namespace.
    """
    return text[at - 1 : at] == "\\" and not (text[at - 2 : at - 1].isalnum() or text[at - 2 : at - 1] == "_")


def whole(found: list[Defined], name: str) -> Meaning:
    """What a name from the top means: the definition that is called so, else nothing of this repository."""
    same = [d for d in found if d.symbol.qualified == name]
    return known(same) if same else FOREIGN


def is_key(source: Source, symbol: Symbol) -> bool:
    """For JavaScript: True for a member of an object that is written out (`{ vary(f) {} }`, `exports.vary =
    ...`), which no bare name means.
    """
    if "." in symbol.qualified:
        return False
    before = source.text[max(0, symbol.name_span.start - _NEAR) : symbol.name_span.start]
    if before.rstrip()[-1:] == ".":
        return True
    return _DECLARING.search(before) is None and source.text[
        symbol.name_span.end : symbol.name_span.end + _NEAR
    ].lstrip()[:1] in ("(", ":", "<")


def is_value_key(symbol: Symbol, source: Source) -> bool:
    """For JavaScript: True for a member of an object that is given a value (`{ vary: (f) => {} }`, `it.vary = ...`):
    what the type of the object asks for is used there.
    """
    above = source.symbols[symbol.parent].kind if symbol.parent >= 0 else ""
    behind = source.text[symbol.name_span.end : symbol.name_span.end + _NEAR].lstrip()[:1]
    before = source.text[max(0, symbol.name_span.start - _NEAR) : symbol.name_span.start].rstrip()[-1:]
    given = (behind == ":" and before in ("{", ",")) or (behind == "=" and before == ".")
    return given and above not in ("class", "interface", "type", "enum")


class Bearers:
    """What bears a name, as a file sees it. Over one `Live`; remembers for one request."""

    def __init__(self, live: Live) -> None:
        self.live = live
        self.snapshot = live.snapshot
        self._sources: dict[str, Source] = {}
        self._is_named: dict[tuple[str, str, bool], bool] = {}
        self._beside: dict[tuple[str, str, str, bool], list[Defined]] = {}
        live.at_end(self._sources.clear)
        live.at_end(self._is_named.clear)
        live.at_end(self._beside.clear)

    def source(self, path: str) -> Source:
        """The file as it is now."""
        if path not in self._sources:
            self._sources[path] = Source(path, self.live)
        return self._sources[path]

    def is_aside(self, path: str) -> bool:
        """True for tests, examples and what was copied in: the product does not call them."""
        entry = self.snapshot.file(path)
        return entry is None or entry.surface.test or entry.surface.example or entry.surface.vendored

    def named(self, name: str, path: str) -> list[Defined]:
        """Definitions of exactly this name that a file could call: of its languages; for a product file none
        of tests and examples.
        """
        speech, aside = self._speech(path), self.is_aside(path)
        return [
            d
            for d in self.snapshot.defined(name)
            if d.symbol.name == name
            and self._speech(d.path) == speech
            and (aside or d.path == path or not self.is_aside(d.path))
        ]

    def beside(self, name: str, path: str) -> list[Defined]:
        """Those of `named` that are in the folder of the file."""
        folder, speech, aside = path.rpartition("/")[0], self._speech(path), self.is_aside(path)
        key = (name, folder, speech, aside)
        if key not in self._beside:

            def is_seen(other: str) -> bool:
                return (
                    other.rpartition("/")[0] == folder
                    and self._speech(other) == speech
                    and (aside or not self.is_aside(other))
                )

            self._beside[key] = [d for d in self.snapshot.defined(name, is_seen) if d.symbol.name == name]
        return self._beside[key]

    def is_named(self, name: str, path: str) -> bool:
        """Whether `named` gives anything; of the definitions only the first are read."""
        speech, aside = self._speech(path), self.is_aside(path)
        key = (name, speech, aside)
        if key not in self._is_named:
            self._is_named[key] = any(
                self._speech(other) == speech
                and (aside or not self.is_aside(other))
                and any(d.symbol.name == name for d in self.snapshot.defined_in(other, name))
                for other in self.snapshot.definers((name,), _EVERY).get(name, ())
            )
        return self._is_named[key]

    def defined_in(self, path: str, name: str) -> list[Defined]:
        """Definitions of exactly this name in a file, as the index has them; where nothing changed they are at hand."""
        if not self.live.same(path):
            return [d for d in self.snapshot.defined_in(path, name) if d.symbol.name == name]
        source = self.source(path)
        found = source.named(name) if name_key(name) else ()
        return [Defined(path=path, ordinal=n, symbol=source.symbols[n]) for n in found]

    def is_top(self, defined: Defined) -> bool:
        """True for what is in nothing but namespaces."""
        parent = defined.symbol.parent
        if parent < 0:
            inner = defined.symbol.kind in ("method", "constructor", "field")
            return "." not in defined.symbol.qualified or not inner
        above = self.snapshot.symbol(defined.path, parent)
        return above is not None and above.kind in _TRANSPARENT

    def speak_alike(self, one: str, other: str) -> bool:
        """True for files whose languages call each other without a word."""
        return self._speech(one) == self._speech(other)

    def _speech(self, path: str) -> str:
        entry = self.snapshot.file(path)
        blocks = entry is not None and entry.surface.kind == "docs"  # of a document, judged as code
        language = self.source(path).language if blocks else entry.language if entry is not None else ""
        return _TOGETHER.get(language, language)


class Lexical:
    """Ruby's constants; `source` and `top` are what `Names` knows of a file and of a name. Remembers for one
    request.
    """

    def __init__(
        self, snapshot: Snapshot, source: Callable[[str], Source], top: Callable[[str, str, str], Meaning]
    ) -> None:
        self._snapshot = snapshot
        self._source = source
        self._top = top
        self._spaces: dict[tuple[str, str], frozenset[str]] = {}

    def inherited_constant(self, found: list[Defined], path: str, owner: str) -> Meaning:
        """A constant that nothing around a use in `owner` defines: of what is inherited or included there;
        elsewhere it says nothing.
        """
        spaces = self._inherited(path, owner)
        near = [d for d in found if d.symbol.qualified.rpartition(".")[0] in spaces]
        return known(near) if one_body(near) else (UNKNOWN if found else FOREIGN)

    def _inherited(self, path: str, owner: str) -> frozenset[str]:
        """Qualified names of what a class, and the top of its file, inherits and includes, and of what those
        do.
        """
        if (path, owner) in self._spaces:
            return self._spaces[path, owner]
        self._spaces[path, owner] = frozenset()  # what a base is called may be looked for in the bases
        out: set[str] = set()
        line = [(path, owner), (path, "")]
        for _ in range(_DEPTH):
            below: list[tuple[str, str]] = []
            for at, holder in line:
                for base in self._bases(at, holder):
                    if base.symbol.qualified not in out:
                        out.add(base.symbol.qualified)
                        below.append((base.path, base.symbol.qualified))
            line = below
        self._spaces[path, owner] = frozenset(out)
        return self._spaces[path, owner]

    def _bases(self, path: str, holder: str) -> list[Defined]:
        """What a class of a file names as its base, or includes."""
        source = self._source(path)
        out: list[Defined] = []
        for reference in self._snapshot.inherits(path):
            if source.owner(reference.span.start) == holder:
                out += self._top(dotted(reference), path, holder.rpartition(".")[0]).defined[:1]
        return out
