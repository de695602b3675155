"""What a name at the top of a file means: defined beside it, imported from ours, another package's, or not told."""

from __future__ import annotations

import re

from helix_lsp.align.edges.chain import Crates
from helix_lsp.align.edges.lexical import (
    FOREIGN,
    LEXICAL,
    UNKNOWN,
    Bearers,
    Lexical,
    Meaning,
    bound,
    in_module,
    in_packages,
    is_constant,
    is_key,
    is_nested,
    known,
    one_body,
    prefixes,
    static_members,
)
from helix_lsp.align.edges.modules import Modules
from helix_lsp.align.edges.source import Source
from helix_lsp.align.identity import module_parts
from helix_lsp.align.live import Live
from helix_lsp.index.overlay.snapshot import Defined
from helix_lsp.syntax.outline import Import
from helix_lsp.syntax.renames import default_of, handed_on, returned_table, whole_of
from helix_lsp.text.data_file import parts_of_text
from helix_lsp.text.words import split

JVM = frozenset({"java", "kotlin", "scala"})
ECMA = frozenset({"javascript", "typescript", "tsx"})
_NATIVE = frozenset({"c", "cpp"})
_OPEN = frozenset({"ruby", "swift", "cpp", "c"})  # a name is seen from everywhere
_SPACES = frozenset({"c_sharp", "php", "cpp", "ruby", "elixir"})  # names carry their namespace
_DEPTH = 5
_SEVERAL = 4  # files: from here on one look for all takes less than one for each


def _module(paths: tuple[str, ...] | None) -> Meaning:
    """What a module's files mean, as `Modules` finds them: none is another package, no file is not known."""
    return FOREIGN if paths is None else Meaning(kind="module", paths=paths) if paths else UNKNOWN


class Names(Bearers):
    """Over one `Live`; remembers sources for one request."""

    def __init__(self, live: Live) -> None:
        super().__init__(live)
        self._tops: dict[tuple[str, str, str], Meaning] = {}
        self.modules = Modules(live)
        self._crates = Crates(self.modules, self)
        self._lexical = Lexical(live.snapshot, self.source, self.top)
        live.at_end(self._tops.clear)

    def top(self, name: str, path: str, owner: str) -> Meaning:
        """A bare or dotted name outside all functions; `owner` is the qualified name of what encloses it."""
        key = (name, path, owner)
        if key not in self._tops:
            self._tops[key] = UNKNOWN  # a circle of imports ends here
            self._tops[key] = self._dotted(name, path, owner)
        return self._tops[key]

    def _dotted(self, name: str, path: str, owner: str) -> Meaning:
        language = self.source(path).language
        head, dot, last = name.rpartition(".")
        if not dot:
            return self._bare(name, path, owner)
        if language in ("php", "c_sharp", "elixir", "ruby", "cpp"):
            whole = [d for d in self.named(last, path) if d.symbol.qualified == name]
            if whole:
                return known(whole)
        above = self._dotted(head, path, owner)
        return self.inside(above, last) if above.kind != "unknown" else UNKNOWN

    def inside(self, above: Meaning, name: str) -> Meaning:
        """A definition directly in a class or module."""
        if above.kind == "module":
            return self.in_files(above.paths, name)
        if above.kind != "known":
            return above
        for one in above.defined:
            found = [
                d
                for d in self.named(name, one.path)
                if d.symbol.qualified == f"{one.symbol.qualified}.{name}"
            ]
            here = [d for d in found if d.path == one.path] or (
                found if self.source(one.path).language in _SPACES else []
            )
            if here:
                return known(here)
        return UNKNOWN

    def in_files(self, paths: tuple[str, ...], name: str, depth: int = 0) -> Meaning:
        """A name at the top of one of these files, or handed on by one of them."""
        every = (
            sorted(
                self.snapshot.defined(name, frozenset(paths).__contains__), key=lambda d: paths.index(d.path)
            )
            if len(paths) >= _SEVERAL
            else [d for path in paths for d in self.snapshot.defined_in(path, name)]
        )
        found = [d for d in every if d.symbol.name == name and (self.is_top(d) or self._is_returned(d))]
        if found:
            return known(found)
        last = UNKNOWN
        for path in paths if depth < _DEPTH else ():
            entry = self.snapshot.file(path)
            if path.endswith(".go") or (entry is not None and entry.language == "go"):
                continue  # no file of Go hands on what it imports; to look would open every file of the package, and
                # parse those that are too large for the index
            source = self.source(path)
            sub = self.modules.python((*module_parts(path), name)) if source.language == "python" else ()
            if sub:
                return Meaning(kind="module", paths=sub)
            if source.language in ECMA and (given := self._handed_on(name, source, depth)):
                return given
            if source.language not in ECMA | {"python", "rust"}:
                continue
            for statement in reversed(source.imports):
                for original, alias in statement.names:
                    if name == (alias or original):
                        last = self.imported(statement, original, path, depth + 1)
                        if last.kind != "foreign":  # else another branch may import ours
                            return last
                    if original == "*" and not alias:
                        starred = self._star(statement, name, path, depth)
                        if starred.kind == "known":
                            return starred
        return last

    def _handed_on(self, name: str, source: Source, depth: int) -> Meaning | None:
        """What a module of JavaScript hands on under a name that it gives only there."""
        if name == "default":
            if given := default_of(source.text):
                return self.in_files((source.path,), given, depth + 1)
            named = self.snapshot.defined_in(source.path, "exports")
            if found := [d for d in named if d.symbol.name == "exports"]:
                return known(found)  # a function without a name
        if whole := whole_of(source.raw):
            files = self.modules.script(whole, source.path)
            return self.in_files(files, name, depth + 1) if files else UNKNOWN
        inner = handed_on(name, source.text)
        if inner is None or inner == name:
            return None
        found = self.top(inner, source.path, "")
        return found if found.kind in ("known", "module") else None

    def _star(self, statement: Import, name: str, path: str, depth: int) -> Meaning:
        module = self.imported(statement, "*", path, depth + 1)
        return self.in_files(module.paths, name, depth + 1) if module.kind == "module" else UNKNOWN

    def _is_returned(self, defined: Defined) -> bool:
        """True for a member of the table that a module of Lua gives back."""
        source = self.source(defined.path)
        above = defined.symbol.qualified.rpartition(".")[0]
        return source.language == "lua" and bool(above) and returned_table(source.text) == above

    def _bare(self, name: str, path: str, owner: str) -> Meaning:
        source = self.source(path)
        same = (d for d in self.defined_in(path, name) if d.symbol.kind != "impl")
        here = [d for d in same if source.language not in ECMA or not is_key(source, d.symbol)]
        statement, original = bound(name, source.imports)
        for prefix in prefixes(owner):
            found = [d for d in here if d.symbol.qualified == (f"{prefix}.{name}" if prefix else name)]
            found = [d for d in found if is_nested(d.symbol, prefix, source)]
            if statement is not None and not prefix and source.language == "python":
                found = [d for d in found if d.symbol.kind not in ("variable", "constant")]  # what failed
            if found and (
                not prefix or found[0].symbol.kind not in ("method", "field", "property", "constructor")
            ):
                hides = statement is not None and not prefix and source.language in ECMA
                return UNKNOWN if hides else known(found)  # in a function without a name
        if statement is not None:
            meant, python = self.imported(statement, original, path), source.language == "python"
            return self.in_files((path,), name) if python and meant.kind == "foreign" else meant
        flat = [d for d in here if self.is_top(d)]
        if source.language not in LEXICAL and len({d.symbol.qualified for d in flat}) == 1:
            return known(flat)
        return self._around(name, path, owner, source)

    def _around(self, name: str, path: str, owner: str, source: Source) -> Meaning:
        """What needs no import: the package, the namespaces, the folder; then star imports."""
        language = source.language
        same = self.beside(name, path) if language == "go" else self.named(name, path)
        every = [d for d in same if d.symbol.kind != "impl"]
        found = [d for d in every if self.is_top(d)]
        inner = [d for d in every if d not in found] if language in JVM | {"c_sharp"} else []
        if members := static_members(inner, source, self.source):
            return known(members)
        if language == "go":
            near = [d for d in found if self.source(d.path).package == source.package]
            return known(near) if near else self._go_package(name, source)
        if language in JVM:
            near = in_packages(found, source, self.source)
            stars = [i.module for i in source.imports if any(o == "*" for o, _ in i.names)]
            near = near or [d for d in found if self.source(d.path).package in stars]
            return known(near) if near else (FOREIGN if not found or name[:1].isupper() else UNKNOWN)
        if language == "elixir":
            return in_module(found, name, owner, source)
        if language in _SPACES and language not in _OPEN:
            spaces = {
                *prefixes(owner),
                source.package,
                *prefixes(source.package),
                *(i.module for i in source.imports if language == "c_sharp"),
            }
            near = [d for d in found if d.symbol.qualified.rpartition(".")[0] in spaces]
            if (
                not near
                and language == "c_sharp"
                and is_own(name)
                and len({d.symbol.qualified for d in found}) == 1
            ):
                return known(found)  # a namespace that the project uses everywhere
            return known(near) if near else (FOREIGN if not found or name[:1].isupper() else UNKNOWN)
        if language in _OPEN:
            for prefix in prefixes(owner):
                near = [d for d in found if d.symbol.qualified == (f"{prefix}.{name}" if prefix else name)]
                if near and (
                    language not in _NATIVE or (one_body(near) and not is_c_library(name, language))
                ):
                    return known(near)
            if language == "ruby" and is_constant(name):
                return self._lexical.inherited_constant(found, path, owner)
            found = [
                d for d in found if language != "ruby" or d.symbol.parent < 0
            ]  # a module's functions are seen where it is included
            return (
                known(found)
                if one_body(found) and not is_c_library(name, language)
                else (UNKNOWN if found else FOREIGN)
            )
        stars = [i for i in source.imports if any(o == "*" and not a for o, a in i.names)]
        for statement in stars:
            starred = self._star(statement, name, path, 0)
            if starred.kind == "known":
                return starred
        return (
            UNKNOWN if (stars and found) or (found and language not in ECMA | {"python", "rust"}) else FOREIGN
        )

    def _go_package(self, name: str, source: Source) -> Meaning:
        """A package that an import brings without saying its name."""
        for statement in source.imports:
            parts = [p for p in statement.module.split("/") if not re.fullmatch(r"v\d+", p)]
            last = parts[-1] if parts else ""
            if not any(n != ("", "") for n in statement.names) and name in (
                last,
                last.removeprefix("go-"),
                last.rpartition(".")[0],
            ):
                return self.imported(statement, "", source.path)
        return FOREIGN if not name[:1].isupper() or not self.is_named(name, source.path) else UNKNOWN

    def imported(self, statement: Import, original: str, path: str, depth: int = 0) -> Meaning:
        """What an import statement binds: `original` of its module, the module itself for `` and `*`."""
        language = self.source(path).language
        if language == "python":
            return self._from_python(statement.module, original, path, depth)
        if language in ECMA:
            return self._from_script(statement.module, original, path, depth)
        if language == "go":
            return _module(self.modules.go(statement.module))
        if language in JVM:
            return self._from_package(statement.module, original, path)
        if language in ("php", "c_sharp", "elixir"):
            name = ".".join(p for p in (statement.module.replace("\\", "."), original) if p)
            found = [d for d in self.named(name.rpartition(".")[2], path) if d.symbol.qualified == name]
            return known(found) if found else FOREIGN
        if language == "rust":
            return self._crates.imported(statement.module, original, path)
        if language == "lua":
            return _module(self.modules.lua(statement.module) or None)
        if language == "haskell":
            return self._named_in(_module(self.modules.haskell(statement.module) or None), original, depth)
        if language == "zig":
            file, dot, inner = statement.module.partition(".zig")
            if not dot:
                return self._named_in(self.top(statement.module, path, ""), original, depth)
            above = _module(self.modules.zig(file + dot, path) or None)
            for part in inner.split("."):
                above = self._named_in(above, part, depth)
            return self._named_in(above, original, depth)
        return UNKNOWN

    def _named_in(self, above: Meaning, original: str, depth: int) -> Meaning:
        """`original` of a module or class; that itself for `` and `*`."""
        if original in ("", "*") or above.kind in ("foreign", "unknown"):
            return above
        return (
            self.in_files(above.paths, original, depth)
            if above.kind == "module"
            else self.inside(above, original)
        )

    def _from_python(self, module: str, original: str, path: str, depth: int) -> Meaning:
        dots = len(module) - len(module.lstrip("."))
        words = tuple(p for p in module.split(".") if p)
        if dots:
            folder = tuple(path.split("/")[:-1])
            if dots - 1 > len(folder):
                return UNKNOWN
            words = (*folder[: len(folder) - dots + 1], *words)
            files = self.modules.python_files(words)
        else:
            files = self.modules.python(words) or self.modules.python_beside(path, words)
        if original in ("", "*"):
            if files:
                return Meaning(kind="module", paths=files)
            return UNKNOWN if dots or self.modules.python(words[:1]) else FOREIGN
        if files:
            found = self.in_files(files, original, depth)
            if found.kind != "unknown":
                return found
        sub = (
            self.modules.python_files((*words, original)) if dots else self.modules.python((*words, original))
        )
        if sub:
            return Meaning(kind="module", paths=sub)
        return UNKNOWN if files or dots or self.modules.python(words[:1]) else FOREIGN

    def _from_script(self, module: str, original: str, path: str, depth: int) -> Meaning:
        files = self.modules.script(module, path)
        if files is None:
            return FOREIGN
        if not files:
            return UNKNOWN
        if original == "*" or (not original and self.in_files(files, "default").kind == "unknown"):
            return Meaning(kind="module", paths=files)
        return self.in_files(files, original or "default", depth)

    def _from_package(self, module: str, original: str, path: str) -> Meaning:
        """A class of a package, a member or nested class of a class; Scala's and Kotlin's functions of a
        package.
        """
        if original in ("", "*"):
            return UNKNOWN
        outer = module.rpartition(".")[2]
        source = self.source(path)
        around = source.packages if source.language == "scala" else ()  # an import may begin in one of them
        modules = {module, *(f"{one}.{module}" for one in around)}
        owners = {one.rpartition(".")[0] for one in modules}
        named = self.named(original, path)
        for d in named:
            package = self.source(d.path).package
            if package in modules or (package in owners and d.symbol.qualified == f"{outer}.{original}"):
                qualified = d.symbol.qualified
                return known([x for x in named if x.path == d.path and x.symbol.qualified == qualified])
        return FOREIGN


# Member names that libraries have: a call of one on a receiver that nobody knows says nothing, even where the
# repository defines it once.
#
# Names of built-in types (`get`, `append`, `toString`), members of standard libraries and of what programs are
# commonly written with. Where several words make up a name it may stand for one definition; a single word never
# does.

_EVERYDAY, _NAMES, _C_LIBRARY = (
    frozenset(word for line in part if line[0] != "#" for word in line.split())
    for part in parts_of_text(__package__ or "", "library.txt")
)
_WORDS = 2
_LETTERS = 9


def is_everyday(name: str) -> bool:
    """True when the name alone does not point to one definition, even if the repository has only one."""
    return name in _EVERYDAY or (name.startswith("__") and name.endswith("__"))


def is_shared(name: str) -> bool:
    """True for a member that a library is known to have: on an owner that nobody knows it may be the library's."""
    return name in _NAMES or is_everyday(name)


def is_own(name: str) -> bool:
    """True for a name that no library is known to share: two words or more, long, and in no table."""
    bare = name.strip("_")
    return (
        len(bare) >= _LETTERS
        and len(split(bare)[0]) >= _WORDS
        and not is_shared(name)
        and bare not in _NAMES
        and not is_everyday(bare.lower())
    )


def is_c_library(name: str, language: str) -> bool:
    """True for a function of C's library: a repository that defines one does so for the systems that lack it."""
    return language in ("c", "cpp") and name in _C_LIBRARY
