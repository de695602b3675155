"""What a name means at a place of a file, by the bench's own reading: the texts of one tree, its modules and scopes."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass
from functools import lru_cache
from pathlib import PurePosixPath

from bench.alias_patterns import PATTERNS
from bench.plain_code import code_only, without_comments
from helix_lsp.ide.mentions import View
from helix_lsp.index.overlay.snapshot import Defined

_LARGEST = 300_000  # characters of a file
KINDS = frozenset(
    "function method class struct trait interface field property macro type enum union object constant".split()
)
_BINDERS = (
    "def|defp|defmacro|defmodule|class|fn|fun|func|function|let|var|val|const|local|type|typealias|struct|enum|trait|interface|"
    "object|module|for|mut|data|newtype|static|sub|global|nonlocal|typedef|using|namespace|as|except|with"
)
_HEADER = re.compile(
    r"\b(?:def|fn|fun|func|function|sub|init|constructor)\b[^\n(]{0,80}\((?P<inside>[^()]{0,1000}(?:\([^()]{0,200}\)[^()]{0,400}){0,9})\)"
)
_GIVES = re.compile(
    r"\bexport\s+default\s+(?:(?:async\s+)?function\*?\s+|(?:abstract\s+)?class\s+)?(\w+)(?![\w.]|\s*\([\w$]+\)\s*\()|"
    r"\bmodule\.exports\s*=\s*(?:class\s+|function\s+)?(\w+)\s*(?:;|$|\{|\(\w*[,)])",
    re.M,
)
IMPORTS = re.compile(
    r"^[ \t]*(?:pub\s+)?(?:from|import|use|\#\s*include|#\s*import|using|alias|require\w*|export\b[^\n]*\bfrom)\b"
    r"[^;\n]*(?:\([^()]*\)|\{[^{}]*\}[^;\n]*)?"
    r"|\brequire\s*\(?\s*['\"][^'\"\n]+|@import\([^)\n]*\)|^\s*(?:const|let|var)\s*\{[^{}]*\}\s*=\s*require[^\n]*|^\t(?:\w+ )?\"[\w./-]+\"$",
    re.M,
)
_SPACE = re.compile(r"^\s*(?:package object|package|namespace|defmodule|module)\s+([\w.\\:]+)", re.M)
TOGETHER = {"tsx": "typescript", "javascript": "typescript", "c": "cpp", "java": "kotlin"}
SUFFIX = re.compile(r"\.[cm]?[jt]sx?$|\.json$|\.zig$|\.lua$")


@dataclass(frozen=True, slots=True, kw_only=True)
class File:
    language: str
    loose: str
    code: str


class Places:
    """The texts of one tree and what its patterns find there."""

    def __init__(self, view: View) -> None:
        self.snapshot = view.snapshot
        self.files: dict[str, File] = {}
        self._crates = {
            name.replace("-", "_"): path.removesuffix("Cargo.toml")
            for path in view.snapshot.paths()
            if path.endswith("Cargo.toml")
            for name in re.findall(
                r'^name\s*=\s*"([\w-]+)"', (view.texts(path) or b"").decode("utf-8", "replace"), re.M
            )
        }
        self._declared: dict[str, frozenset[str]] = {}
        self.holding: dict[str, set[str]] = defaultdict(set)
        for path in view.snapshot.paths():
            entry = view.snapshot.file(path)
            if entry is None or entry.surface.kind != "code" or entry.surface.vendored:
                continue
            language = {"tsx": "typescript"}.get(entry.language, entry.language)
            text = (view.texts(path) or b"").decode("utf-8", "replace").replace("\r", " ")
            if language not in PATTERNS or len(text) > _LARGEST:
                continue
            self.files[path] = File(
                language=language, loose=without_comments(text, language), code=code_only(text, language)
            )
            for word in set(re.findall(r"\w+", self.files[path].code)):
                self.holding[word].add(path)

    def top(self, name: str) -> list[Defined]:
        """Definitions of a name in files that are read here, members included."""
        return [
            d
            for d in self.snapshot.defined(name)
            if d.symbol.name.rpartition(".")[2] == name and d.path in self.files
            if d.symbol.kind in KINDS
            or (d.symbol.kind == "module" and self.files[d.path].language == "elixir")
        ]

    def imported(self, path: str, old: str, module: str) -> Defined | None:
        """The one definition that an import of a module can mean."""
        if len(old) < 3:
            return None
        language = self.files[path].language
        same = [d for d in self.top(old) if self.speaks(d.path, language)]
        exact = [d for d in same if self.is_module(path, d, module, language)]
        return exact[0] if len(exact) == 1 else None

    def speaks(self, path: str, language: str) -> bool:
        mine = self.files[path].language
        return TOGETHER.get(mine, mine) == TOGETHER.get(language, language)

    def is_module(self, path: str, one: Defined, module: str, language: str) -> bool:
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
            bare = SUFFIX.sub("", "/".join(here))
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

    def default(self, path: str, new: str, module: str) -> Defined | None:
        """What a module of JavaScript gives whole, where it has a name of its own there."""
        for target in self._files_of(path, module, "typescript"):
            if (given := _GIVES.search(self.files[target].code)) is not None:
                name = given[1] or given[2]
                found = [d for d in self.snapshot.defined_in(target, name) if d.symbol.parent < 0]
                if len(found) == 1 and name != new and found[0].symbol.kind in KINDS:
                    return found[0]
        return None

    def near(self, path: str, old: str, q: str, at: int) -> Defined | None:
        """What a bare or owned name means at a place: the file's own definition, or one that it imports or that
        its folder gives.
        """
        language, file = self.files[path].language, self.files[path]
        if len(old) < 3:
            return None
        same = [d for d in self.top(old) if self.speaks(d.path, language)]
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
            return one if self.bound(file.code, old, None) <= 1 or one.symbol.kind == "method" else None
        if self.bound(file.code, old, None):
            return None
        return one if self._sees(path, one, old) else None

    def _is_top(self, one: Defined) -> bool:
        above = one.symbol.qualified.split(".")[:-1]
        if not above:
            return True
        kinds = {d.symbol.kind for d in self.snapshot.defined_in(one.path, above[-1])}
        return bool(kinds) and kinds <= {"module", "namespace", "package"}

    def _around(self, one: Defined, path: str, at: int) -> bool:
        """Whether the owner of a definition stands around a place of its file, too."""
        outline = self.snapshot.skeleton(path)
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
        head = self.head_at(self.files[path].code, start)
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
        imports = " ".join(m[0] for m in IMPORTS.finditer(file.loose))
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

    def bound(self, code: str, name: str, besides: tuple[int, int] | None) -> int:
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
    def indent(code: str, at: int) -> int:
        start = code.rfind("\n", 0, at) + 1
        line = code[start : code.find("\n", start) if code.find("\n", start) >= 0 else len(code)]
        return len(line) - len(line.lstrip())

    def head(self, file: File, met: re.Match[str]) -> str:
        """The line that opens the block in which a rename stands; `` at the top."""
        return self.head_at(file.code, met.start() + len(met[0]) - len(met[0].lstrip()))

    def head_at(self, code: str, at: int) -> str:
        mine = self.indent(code, at)
        for line in reversed(code[: code.rfind("\n", 0, at) + 1].split("\n")):
            inner = line.strip()
            if inner and len(line) - len(line.lstrip()) < mine and inner not in ("{", ")", ") {", "):"):
                return line
        return ""


@lru_cache(64)
def _headers(code: str) -> tuple[str, ...]:
    """The parameters of every function of a text."""
    return tuple(m["inside"] for m in _HEADER.finditer(code))
