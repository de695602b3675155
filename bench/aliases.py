"""Definitions that a file uses under another name, found without the product: by patterns of each language.

`aliases` reads the texts of one tree and gives a `Case` for each name that an import, an assignment, a macro, a
type or an alias gives a definition, with the lines that use it. A case is only given where a person could say
what the name means without running anything: the definition is the only one of its name that the import, the
namespace or the folder allows, and the new name is bound nowhere else in the file. Uses in another file are only
counted where the whole tree binds the name once and the other file imports it, or sees it by its place.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import PurePosixPath

from bench.alias_patterns import PATTERNS
from bench.plain_code import code_only, without_comments
from helix_lsp.ide.view import View
from helix_lsp.index.snapshot import Defined

MOST_LINES = 10  # of one case: a table of constants is not to weigh more than all else
_LARGEST = 300_000  # characters of a file
_MOST_THROUGH = 3  # definitions of one renamed module
KINDS = frozenset(
    "function method class struct trait interface field property macro type enum union object constant".split()
)
_ITEM = re.compile(r"^\s*(?:type\s+)?(?P<old>\w+[?!]?)\s*(?:\bas\b|=>|:)\s*(?P<new>[A-Za-z_$][\w$]*)\s*$")
_BINDERS = (
    "def|defp|defmacro|defmodule|class|fn|fun|func|function|let|var|val|const|local|type|typealias|struct|enum|trait|interface|"
    "object|module|for|mut|data|newtype|static|sub|global|nonlocal|typedef|using|namespace|as|except|with"
)
_HEADER = re.compile(
    r"\b(?:def|fn|fun|func|function|sub|init|constructor)\b[^\n(]{0,80}\((?P<inside>[^()]{0,1000}(?:\([^()]{0,200}\)[^()]{0,400}){0,9})\)"
)
_OWNERS = re.compile(
    r"^\s*(?:[\w.]+[ \t]+)*(?:class|struct|impl|object|extension|interface|trait|protocol|enum|union|module|defmodule|"
    r"namespace|describe|instance|actor|companion)\b"
)
_CONST_STRUCT = re.compile(r"=\s*(?:extern\s+|packed\s+)?(?:struct|union|enum)\b")
_GIVES = re.compile(
    r"\bexport\s+default\s+(?:(?:async\s+)?function\*?\s+|(?:abstract\s+)?class\s+)?(\w+)(?![\w.]|\s*\([\w$]+\)\s*\()|"
    r"\bmodule\.exports\s*=\s*(?:class\s+|function\s+)?(\w+)\s*(?:;|$|\{|\(\w*[,)])",
    re.M,
)
_IMPORTS = re.compile(
    r"^[ \t]*(?:pub\s+)?(?:from|import|use|\#\s*include|#\s*import|using|alias|require\w*|export\b[^\n]*\bfrom)\b"
    r"[^;\n]*(?:\([^()]*\)|\{[^{}]*\}[^;\n]*)?"
    r"|\brequire\s*\(?\s*['\"][^'\"\n]+|@import\([^)\n]*\)|^\s*(?:const|let|var)\s*\{[^{}]*\}\s*=\s*require[^\n]*|^\t(?:\w+ )?\"[\w./-]+\"$",
    re.M,
)
_SPACE = re.compile(r"^\s*(?:package object|package|namespace|defmodule|module)\s+([\w.\\:]+)", re.M)
_TOGETHER = {"tsx": "typescript", "javascript": "typescript", "c": "cpp", "java": "kotlin"}
_SUFFIX = re.compile(r"\.[cm]?[jt]sx?$|\.json$|\.zig$|\.lua$")


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """`lines` are `(path, line from 1)` that use `one` as `new`; `sort` is the sort of the pattern."""

    language: str
    path: str
    one: Defined
    new: str
    sort: str
    lines: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class _File:
    language: str
    loose: str
    code: str


def aliases(view: View) -> Iterator[Case]:
    """Every case of a tree, in the order of paths."""
    tree = _Tree(view)
    for path in sorted(tree.files):
        yield from tree.of(path)


class _Tree:
    """The texts of one tree and what its patterns find there."""

    def __init__(self, view: View) -> None:
        self._snapshot = view.snapshot
        self.files: dict[str, _File] = {}
        self._crates = {
            name.replace("-", "_"): path.removesuffix("Cargo.toml")
            for path in view.snapshot.paths()
            if path.endswith("Cargo.toml")
            for name in re.findall(
                r'^name\s*=\s*"([\w-]+)"', (view.texts(path) or b"").decode("utf-8", "replace"), re.M
            )
        }
        self._declared: dict[str, frozenset[str]] = {}
        self._holding: dict[str, set[str]] = defaultdict(set)
        for path in view.snapshot.paths():
            entry = view.snapshot.file(path)
            if entry is None or entry.surface.kind != "code" or entry.surface.vendored:
                continue
            language = {"tsx": "typescript"}.get(entry.language, entry.language)
            text = (view.texts(path) or b"").decode("utf-8", "replace").replace("\r", " ")
            if language not in PATTERNS or len(text) > _LARGEST:
                continue
            self.files[path] = _File(
                language=language, loose=without_comments(text, language), code=code_only(text, language)
            )
            for word in set(re.findall(r"\w+", self.files[path].code)):
                self._holding[word].add(path)

    def of(self, path: str) -> Iterator[Case]:
        """The cases whose new name this file gives."""
        file, seen = self.files[path], set[tuple[str, str, int]]()
        for sort, pattern in PATTERNS[file.language]:
            for met in re.finditer(pattern, file.loose, re.M):
                for old, new in self._pairs(sort, met, file.language):
                    for case in self._cases(path, sort, old, new, met):
                        key = (case.new, case.one.path, case.one.ordinal)
                        if key not in seen and case.lines:
                            seen.add(key)
                            yield case

    def _pairs(self, sort: str, met: re.Match[str], language: str) -> Iterator[tuple[str, str]]:
        if sort != "list":
            yield met.groupdict().get("old") or "", met["new"]
            return
        if language in ("javascript", "typescript") and met[0].startswith("export"):
            return  # it hands on and uses nothing
        for item in met["names"].split(","):
            if (pair := _ITEM.match(item)) is not None:
                yield pair["old"], pair["new"]

    def _cases(self, path: str, sort: str, old: str, new: str, met: re.Match[str]) -> Iterator[Case]:
        file, module = self.files[path], met.groupdict().get("module") or ""
        if sort == "alias" and _is_composed(met[0]):
            return
        if len(new) < 2 or (old == new and sort != "static"):
            return
        if sort == "module":
            yield from self._through(path, new, module, met)
            return
        if sort == "static":
            one = self._imported(path, new, module)
            sort = "module"
        elif sort == "default":
            one = self._default(path, new, module)
        elif sort in ("list", "import", "delegate"):
            one = self._imported(path, old, module)
        else:
            one = self._near(path, old, met["q"], met.start())
        if sort == "member" and file.language == "ruby" and one is not None and one.path != path:
            return  # of a class of somebody else
        if one is None:
            if sort == "list" and file.language == "python":
                yield from self._through(path, new, f"{module}.{old}", met)
            return
        member = sort in ("member", "delegate") or (sort == "alias" and self._in_class(file, met))
        if member and len(self._snapshot.defined(new)) > 1:
            return
        lines = self._uses(path, new, met, member=member)
        if sort != "module":
            lines += self._elsewhere(path, new, member=member, local=self._is_local(file, met))
        yield Case(
            language=file.language,
            path=path,
            one=one,
            new=new,
            sort=sort,
            lines=tuple(dict.fromkeys(lines))[:MOST_LINES],
        )

    # what a name means

    def _top(self, name: str) -> list[Defined]:
        """Definitions of a name in files that are read here, members included."""
        return [
            d
            for d in self._snapshot.defined(name)
            if d.symbol.name.rpartition(".")[2] == name and d.path in self.files
            if d.symbol.kind in KINDS
            or (d.symbol.kind == "module" and self.files[d.path].language == "elixir")
        ]

    def _imported(self, path: str, old: str, module: str) -> Defined | None:
        """The one definition that an import of a module can mean."""
        if len(old) < 3:
            return None
        language = self.files[path].language
        same = [d for d in self._top(old) if self._speaks(d.path, language)]
        exact = [d for d in same if self._is_module(path, d, module, language)]
        return exact[0] if len(exact) == 1 else None

    def _speaks(self, path: str, language: str) -> bool:
        mine = self.files[path].language
        return _TOGETHER.get(mine, mine) == _TOGETHER.get(language, language)

    def _is_module(self, path: str, one: Defined, module: str, language: str) -> bool:
        """Whether a module's name is the place of a definition: its file, or its namespace and owner."""
        owner = one.symbol.qualified.split(".")[:-1]
        if language in ("javascript", "typescript", "zig"):
            return not owner and self._gives(self._files_of(path, module, language), one)
        if language in ("python", "lua", "haskell", "rust"):
            base = re.split(r"::|\.", module)
            if language == "rust":
                if base[0] not in ("crate", "self", "super", *PurePosixPath(one.path).parts, *self._crates):
                    return False
                crate = self._crates.get(base[0]) if len(base) == 1 else None
                base = [w for w in base if w not in ("crate", "self", "super")]
                inner = owner if owner and base[-len(owner) :] == owner else []
                base = base[: len(base) - len(inner)]
                if owner and not inner:
                    return False
                if not base:
                    return PurePosixPath(path).parent == PurePosixPath(one.path).parent or (
                        one.path.endswith(("lib.rs", "mod.rs"))
                    )
                if crate is not None:  # it hands on what its modules define
                    return one.path.startswith(crate)
                return (
                    base[-1] in PurePosixPath(one.path.removesuffix("/mod.rs").removesuffix(".rs")).parts[-2:]
                )
            return not owner and self._gives(self._files_of(path, module, language), one)
        parts = re.split(r"[.\\]|::", module.strip("\\:"))
        spaces = self._spaces(one.path)
        if one.symbol.kind == "module":  # its name may hold the names around it
            return ".".join((*parts, re.split(r"\.", one.symbol.qualified)[-1])).endswith(
                one.symbol.qualified
            )
        for cut in range(len(parts), -1, -1):
            space, rest = ".".join(parts[:cut]), parts[cut:]
            if rest == owner[len(owner) - len(rest) :] and (space in spaces or parts == owner):
                return True
        return False

    @staticmethod
    def _gives(files: set[str], one: Defined) -> bool:
        """Whether one of the files has a definition, or hands on what lies below its folder."""
        return one.path in files or any(
            PurePosixPath(file).stem in ("index", "__init__")
            and PurePosixPath(file).parent in PurePosixPath(one.path).parents
            for file in files
        )

    def _spaces(self, path: str) -> frozenset[str]:
        """The namespaces that a file declares, with dots."""
        if path not in self._declared:
            found = _SPACE.findall(self.files[path].code)
            self._declared[path] = frozenset(re.sub(r"\\\\?|::", ".", one) for one in found)
        return self._declared[path]

    def _files_of(self, path: str, module: str, language: str) -> set[str]:
        """The files that a module's name can mean."""
        if language in ("javascript", "typescript", "zig"):
            if not module.startswith(".") and language != "zig":
                return set()
            here: list[str] = []
            for part in (*PurePosixPath(path).parent.parts, *module.split("/")):
                if part == "..":
                    if not here:
                        return set()
                    here.pop()
                elif part != ".":
                    here.append(part)
            bare = _SUFFIX.sub("", "/".join(here))
            ends = (
                (".zig",)
                if language == "zig"
                else (".js", ".ts", ".tsx", ".mjs", ".cjs", ".jsx", ".mts", ".cts")
            )
            wanted = {bare + end for end in ends} | {f"{bare}/index{end}" for end in ends}
            return wanted & self.files.keys()
        dots = len(module) - len(module.lstrip("."))
        words = [w for w in module.strip(".").replace("/", ".").split(".") if w]
        if language == "python" and dots:
            up = PurePosixPath(path).parents[dots - 1] if dots <= len(PurePosixPath(path).parents) else None
            stem = str(up / "/".join(words)) if up is not None else ""
            return {f"{stem}.py", f"{stem}/__init__.py"} & self.files.keys()
        stem = "/".join(words)
        if not words:
            return set()
        ends = {"python": (".py", "/__init__.py"), "lua": (".lua", "/init.lua"), "haskell": (".hs",)}[
            language
        ]
        found = {p for p in self.files for end in ends if p == stem + end or p.endswith("/" + stem + end)}
        return found if len(found) == 1 else set()

    def _default(self, path: str, new: str, module: str) -> Defined | None:
        """What a module of JavaScript gives whole, where it has a name of its own there."""
        for target in self._files_of(path, module, "typescript"):
            if (given := _GIVES.search(self.files[target].code)) is not None:
                name = given[1] or given[2]
                found = [d for d in self._snapshot.defined_in(target, name) if d.symbol.parent < 0]
                if len(found) == 1 and name != new and found[0].symbol.kind in KINDS:
                    return found[0]
        return None

    def _near(self, path: str, old: str, q: str, at: int) -> Defined | None:
        """What a bare or owned name means at a place: the file's own definition, or one that it imports or that
        its folder gives.
        """
        language, file = self.files[path].language, self.files[path]
        if len(old) < 3:
            return None
        same = [d for d in self._top(old) if self._speaks(d.path, language)]
        owner = re.split(r"\.|::|\\", q.rstrip(".:\\"))[-1] if q else ""
        if owner in ("this", "self", "Self", "prototype"):
            owner = ""
        if owner:
            same = [
                d
                for d in same
                if d.symbol.qualified.split(".")[-2:-1] == [owner] or self._is_called(d, owner, path)
            ]
            if language in ("javascript", "typescript") and not owner[:1].isupper():
                return None  # a value, not a class or a module
        elif q == "":
            if language in ("python", "javascript", "typescript", "rust", "go", "lua"):
                same = [d for d in same if self._is_top(d) or self._stands_in(d, path, at)]
            mine = [d for d in same if d.path == path]
            lone = [d for d in mine if "." not in d.symbol.qualified or self._around(d, path, at)]
            if mine and not lone:
                return None
            same = lone or [d for d in same if self._is_top(d)]
        same = [d for d in same if d.symbol.kind not in ("field", "property", "constant") or d.path != path]
        if len(same) != 1:
            return None
        one = same[0]
        if one.path == path and owner and language == "lua" and one.symbol.span.start > at:
            return None
        if one.path == path:
            return one if self._bound(file.code, old, None) <= 1 or one.symbol.kind == "method" else None
        if self._bound(file.code, old, None):
            return None
        return one if self._sees(path, one, old) else None

    def _is_top(self, one: Defined) -> bool:
        above = one.symbol.qualified.split(".")[:-1]
        if not above:
            return True
        kinds = {d.symbol.kind for d in self._snapshot.defined_in(one.path, above[-1])}
        return bool(kinds) and kinds <= {"module", "namespace", "package"}

    def _around(self, one: Defined, path: str, at: int) -> bool:
        """Whether the owner of a definition stands around a place of its file, too."""
        outline = self._snapshot.skeleton(path)
        if outline is None or one.symbol.parent < 0:
            return True
        above = outline.symbols[one.symbol.parent].span
        at = len(
            self.files[path].code[:at].encode("utf-8")
        )  # blanked letters are few: lines decide beside it
        return above.start - 100 <= at <= above.end + 100

    def _stands_in(self, one: Defined, path: str, at: int) -> bool:
        """For Python: whether a place is in the body of the class that defines a member, and in no function there."""
        if one.path != path or self.files[path].language != "python":
            return False
        start = self.files[path].code.rfind("\n", 0, at) + 1
        while self.files[path].code[start : start + 1] == "\n":
            start += 1
        head = self._head_at(self.files[path].code, start)
        owner = one.symbol.qualified.split(".")[-2]
        return re.match(rf"\s*class\s+{re.escape(owner)}\b", head) is not None

    def _is_called(self, one: Defined, owner: str, path: str) -> bool:
        """Whether an owner is what the file calls the module of a definition."""
        stem = PurePosixPath(one.path).stem
        place = PurePosixPath(one.path).parent.name
        folder = self.files[path].language == "go" or stem in ("index", "__init__", "mod", "lib", "init")
        return "." not in one.symbol.qualified and owner == (place if folder else stem)

    def _sees(self, path: str, one: Defined, old: str) -> bool:
        """Whether a file imports the file of a definition, or has the same folder or namespace."""
        file, language = self.files[path], self.files[path].language
        imports = " ".join(m[0] for m in _IMPORTS.finditer(file.loose))
        pure = PurePosixPath(one.path)
        if language in ("python", "javascript", "typescript"):
            return False  # its import names it: another pattern's matter
        if language in ("go", "java", "kotlin", "scala", "c_sharp", "swift", "zig"):
            beside = pure.parent == PurePosixPath(path).parent
            if language == "swift":
                return pure.parts[:2] == PurePosixPath(path).parts[:2]
            if language == "go":
                return beside or pure.parent.name in re.findall(r"[\w-]+", imports)
            return beside or re.search(rf"\b{old}\b", imports) is not None
        if language in ("c", "cpp"):
            return pure.parent == PurePosixPath(path).parent or pure.name in imports
        if language == "haskell":
            dotted = ".".join(pure.with_suffix("").parts)
            return any(dotted.endswith(m) and "." in m for m in re.findall(r"[\w.]+", imports))
        if language == "rust":
            return re.search(rf"\b{old}\b", imports) is not None and pure.stem in imports
        return pure.stem in imports or language in ("ruby", "elixir")

    # where a new name is used

    def _through(self, path: str, new: str, module: str, met: re.Match[str]) -> Iterator[Case]:
        """What a file uses of a module that it calls by another name than its own."""
        file = self.files[path]
        words = [w for w in re.split(r"[./\\]|::", _SUFFIX.sub("", module)) if w]
        if not words or new.lower() == words[-1].lower() or self._bound(file.code, new, met.span()):
            return
        if len(re.findall(rf"\bas\s+{re.escape(new)}\b", file.loose)) > 1:
            return
        dot = {"rust": "::", "cpp": "::", "php": "::"}.get(file.language, ".")
        used: dict[str, list[int]] = defaultdict(list)
        for use in re.finditer(rf"(?<![\w$.:]){re.escape(new)}{dot}([A-Za-z_]\w*[?!]?)", file.code):
            if use.start() > met.end():
                used[use[1]].append(file.code.count("\n", 0, use.start()) + 1)
        given = 0
        for name, lines in sorted(used.items()):
            if given < _MOST_THROUGH and (one := self._of_module(path, name, module)) is not None:
                given += 1
                yield Case(
                    language=file.language,
                    path=path,
                    one=one,
                    new=f"{new}{dot}{name}",
                    sort="module",
                    lines=tuple((path, line) for line in dict.fromkeys(lines))[:MOST_LINES],
                )

    def _of_module(self, path: str, name: str, module: str) -> Defined | None:
        language = self.files[path].language
        if language == "go":
            words = module.split("/")
            same = [
                d
                for d in self._top(name)
                if d.path.endswith(".go")
                and not d.path.endswith("_test.go")
                and "." not in d.symbol.qualified
                and PurePosixPath(d.path).parent.parts[-2:] == tuple(words[-2:])
            ]
            return same[0] if len(same) == 1 else None
        if language == "cpp":
            last = module.strip(":").split("::")[-1]
            same = [d for d in self._top(name) if d.symbol.qualified.split(".")[-2:-1] == [last]]
            return same[0] if len(same) == 1 else None
        return self._imported(path, name, module)

    def _bound(self, code: str, name: str, besides: tuple[int, int] | None) -> int:
        """How often a file binds a name, outside the rename itself."""
        n = re.escape(name)
        text = (
            code
            if besides is None
            else code[: besides[0]]
            + re.sub(r"[^\n]", " ", code[besides[0] : besides[1]])
            + code[besides[1] :]
        )
        if name not in text:
            return 0
        lines = "\n".join(line for line in text.split("\n") if name in line)
        free = rf"(?<![\w.$<:&])(?<!: )(?<!-> ){n}(?!\w)"  # no type of something else
        forms = (
            rf"\b(?:{_BINDERS})\s+(?:mut\s+|\*\s*)?{n}(?!\w)",
            rf"(?<![\w.$>:])(?<!: )(?<!-> ){n}\s*(?::?=(?![=>~])|[-+*|]=)",
            rf"\b(?:const|let|var|val|local)\s*[{{(\[]?[^=\n]*{free}[^=\n]*=",
            rf"(?<![\w.$]){n}\s*=>|\([^()\n]*{free}[^()\n]*\)\s*=>",
            rf"\|[^|\n]*{free}[^|\n]*\||\\[^\n]*\b{n}\b[^\n]*->|\{{[^{{}}\n]*{free}[^{{}}\n]*(?:->|\bin\b)",
            rf"\b(?:for|lambda|catch)\b[^\n:{{]*?(?<![\w.]){n}(?!\w)[^\n]*?(?:\bin\b|\bof\b|:|\))",
            rf"^[ \t]*\#[ \t]*define[ \t]+{n}\b",
        )
        spans = {m.end() for form in forms for m in re.finditer(form, lines, re.M)}
        given = re.compile(
            rf"(?:^|[,(])\s*(?:mut\s+|ref\s+|inout\s+|\*+|&+|\.\.\.|\w+\s+(?=\w+\s*:))?{n}\s*(?:[:,=)?]|$|\s[\w\[*])"
        )
        return len(spans) + sum(1 for inside in _headers(code) if name in inside and given.search(inside))

    @staticmethod
    def _indent(code: str, at: int) -> int:
        start = code.rfind("\n", 0, at) + 1
        line = code[start : code.find("\n", start) if code.find("\n", start) >= 0 else len(code)]
        return len(line) - len(line.lstrip())

    def _head(self, file: _File, met: re.Match[str]) -> str:
        """The line that opens the block in which a rename stands; `` at the top."""
        return self._head_at(file.code, met.start() + len(met[0]) - len(met[0].lstrip()))

    def _head_at(self, code: str, at: int) -> str:
        mine = self._indent(code, at)
        for line in reversed(code[: code.rfind("\n", 0, at) + 1].split("\n")):
            inner = line.strip()
            if inner and len(line) - len(line.lstrip()) < mine and inner not in ("{", ")", ") {", "):"):
                return line
        return ""

    def _in_class(self, file: _File, met: re.Match[str]) -> bool:
        if file.language in ("c", "cpp", "go", "lua", "javascript", "typescript", "haskell"):
            return False
        head = self._head(file, met)
        return file.language == "python" and re.match(r"\s*class\b", head) is not None

    def _is_local(self, file: _File, met: re.Match[str]) -> bool:
        head = self._head(file, met)
        return bool(head) and not _OWNERS.match(head) and not _CONST_STRUCT.search(head)

    def _uses(self, path: str, new: str, met: re.Match[str], *, member: bool) -> list[tuple[str, int]]:
        file = self.files[path]
        if not member and self._bound(file.code, new, met.span()):
            return []
        at = met.start() + len(met[0]) - len(met[0].lstrip())
        end = len(file.code)
        if not member and self._head(file, met):
            mine, end = self._indent(file.code, at), met.end()
            for line in re.finditer(r"[^\n]*(?:\n|\Z)", file.code[met.end() :]):
                if (
                    line[0].strip()
                    and len(line[0]) - len(line[0].lstrip()) < mine
                    and not line[0].lstrip().startswith("#")
                ):
                    break
                end = met.end() + line.end()
        blank = " " * met.end() + file.code[met.end() : end]
        blank = re.sub(r"[^\n]", " ", file.code[: met.end()]) + file.code[met.end() : end]
        return [(path, row) for row in _rows(blank, new, file.language, member=member)]

    def _elsewhere(self, path: str, new: str, *, member: bool, local: bool) -> list[tuple[str, int]]:
        """Uses in files that see the name, where the tree binds it once."""
        language = self.files[path].language
        if (local and not member) or len(new) < 5 or language in ("javascript", "typescript"):
            return []
        given = self._snapshot.defined(new)
        if any(d.path != path for d in given) or len(given) > 1:
            return []
        lines: list[tuple[str, int]] = []
        pure = PurePosixPath(path)
        for other in sorted(self._holding.get(new.rstrip("?!"), ())):
            theirs = self.files[other]
            if other == path or not self._speaks(other, language) or self._bound(theirs.code, new, None):
                continue
            imports = " ".join(m[0] for m in _IMPORTS.finditer(theirs.loose))
            named = re.search(rf"\b{re.escape(new)}\b", imports) is not None
            if not member:
                if language == "python" and not (
                    named and (pure.stem in imports or pure.parent.name in imports)
                ):
                    continue
                if language in ("rust", "kotlin", "scala", "php", "haskell", "lua", "zig", "elixir") and not (
                    (named and pure.stem in imports)
                    or (language in ("kotlin", "scala") and PurePosixPath(other).parent == pure.parent)
                ):
                    continue
                if language == "go" and PurePosixPath(other).parent != pure.parent:
                    continue
                if (
                    language in ("c", "cpp")
                    and pure.name not in imports
                    and PurePosixPath(other).parent != pure.parent
                ):
                    continue
            found = _rows(theirs.code, new, language, member=member)
            if member:  # what an import names has members of its own
                brought = set(re.findall(r"\w+", imports))
                of = re.finditer(rf"(\w+)\.{re.escape(new)}(?!\w)", theirs.code)
                foreign = {theirs.code.count("\n", 0, m.end()) + 1 for m in of if m[1] in brought}
                found = [] if named else [row for row in found if row not in foreign]
            skip = {
                row
                for m in _IMPORTS.finditer(theirs.loose)
                for row in range(
                    theirs.loose.count("\n", 0, m.start()) + 1, theirs.loose.count("\n", 0, m.end()) + 2
                )
            }
            lines += [(other, row) for row in found if row not in skip]
            if len(lines) >= MOST_LINES:
                break
        return lines


def _is_composed(alias: str) -> bool:
    """Whether an alias stands for a type with arguments that are not its own parameters: that is another type."""
    left, _, right = alias.rstrip(" ;").partition("=")
    mine = re.search(r"[<\[](.*)[>\]]\s*(?::.*)?$", left.strip())
    given = re.search(r"[<\[](.*)[>\]]$", right.strip())
    if given is None and left.lstrip().startswith("type "):  # of Haskell
        words, theirs = left.split()[2:], right.split()[1:]
        return words != theirs and bool(theirs)
    if given is None:
        return False
    names = re.findall(r"(?:^|,)\s*(\w+)", mine[1]) if mine is not None else []
    return names != [argument.strip() for argument in given[1].split(",")]


@lru_cache(64)
def _headers(code: str) -> tuple[str, ...]:
    """The parameters of every function of a text."""
    return tuple(m["inside"] for m in _HEADER.finditer(code))


def _rows(code: str, new: str, language: str, *, member: bool) -> list[int]:
    """Lines of code that use a name."""
    n = re.escape(new)
    before = r"(?<=[\w)\]?!]\.)" if member else r"(?<![\w$.@:>#])"
    if member and language == "php":
        before = r"(?:(?<=->)|(?<=::))"
    if language == "ruby" and member:  # of no class, and no further alias
        before = r"(?<![\w$@:])"
        code = re.sub(
            r"^[ \t]*alias[^\n]*|\b[A-Z]\w*\.[a-z]\w*[?!]?", lambda m: " " * len(m[0]), code, flags=re.M
        )
    if language == "lua" and member:
        before = r"(?<=[\w)\]][.:])"
    behind = (
        r"(?![\w$?!])(?!\s*:(?!:))(?!\s*[-+*|]?=(?![=>~]))" if not member else r"(?![\w$?!])(?!\s*=(?![=>~]))"
    )
    if new[-1:] in "?!":
        behind = ""
    rows = {code.count("\n", 0, m.start()) + 1 for m in re.finditer(before + n + behind, code)}
    if not member:  # a type in front of its value: `x: New = ...`
        typed = re.finditer(rf"(?:(?<!:):|->)\s*[&?*]?{n}\s*=", code)
        rows |= {code.count("\n", 0, m.end()) + 1 for m in typed if language not in ("python", "javascript")}
    return sorted(rows)
