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
from pathlib import PurePosixPath

from bench.alias_patterns import PATTERNS
from bench.alias_places import IMPORTS, SUFFIX, File, Places
from helix_lsp.ide.mentions import View
from helix_lsp.index.overlay.snapshot import Defined

MOST_LINES = 10  # of one case: a table of constants is not to weigh more than all else
_MOST_THROUGH = 3  # definitions of one renamed module
_ITEM = re.compile(r"^\s*(?:type\s+)?(?P<old>\w+[?!]?)\s*(?:\bas\b|=>|:)\s*(?P<new>[A-Za-z_$][\w$]*)\s*$")
_OWNERS = re.compile(
    r"^\s*(?:[\w.]+[ \t]+)*(?:class|struct|impl|object|extension|interface|trait|protocol|enum|union|module|defmodule|"
    r"namespace|describe|instance|actor|companion)\b"
)
_CONST_STRUCT = re.compile(r"=\s*(?:extern\s+|packed\s+)?(?:struct|union|enum)\b")


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """`lines` are `(path, line from 1)` that use `one` as `new`; `sort` is the sort of the pattern."""

    language: str
    path: str
    one: Defined
    new: str
    sort: str
    lines: tuple[tuple[str, int], ...]


def aliases(view: View) -> Iterator[Case]:
    """Every case of a tree, in the order of paths."""
    tree = _Tree(view)
    for path in sorted(tree.files):
        yield from tree.of(path)


class _Tree(Places):
    """The cases of one tree."""

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
            one = self.imported(path, new, module)
            sort = "module"
        elif sort == "default":
            one = self.default(path, new, module)
        elif sort in ("list", "import", "delegate"):
            one = self.imported(path, old, module)
        else:
            one = self.near(path, old, met["q"], met.start())
        if sort == "member" and file.language == "ruby" and one is not None and one.path != path:
            return  # of a class of somebody else
        if one is None:
            if sort == "list" and file.language == "python":
                yield from self._through(path, new, f"{module}.{old}", met)
            return
        member = sort in ("member", "delegate") or (sort == "alias" and self._in_class(file, met))
        if member and len(self.snapshot.defined(new)) > 1:
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

    # where a new name is used

    def _through(self, path: str, new: str, module: str, met: re.Match[str]) -> Iterator[Case]:
        """What a file uses of a module that it calls by another name than its own."""
        file = self.files[path]
        words = [w for w in re.split(r"[./\\]|::", SUFFIX.sub("", module)) if w]
        if not words or new.lower() == words[-1].lower() or self.bound(file.code, new, met.span()):
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
                for d in self.top(name)
                if d.path.endswith(".go")
                and not d.path.endswith("_test.go")
                and "." not in d.symbol.qualified
                and PurePosixPath(d.path).parent.parts[-2:] == tuple(words[-2:])
            ]
            return same[0] if len(same) == 1 else None
        if language == "cpp":
            last = module.strip(":").split("::")[-1]
            same = [d for d in self.top(name) if d.symbol.qualified.split(".")[-2:-1] == [last]]
            return same[0] if len(same) == 1 else None
        return self.imported(path, name, module)

    def _in_class(self, file: File, met: re.Match[str]) -> bool:
        if file.language in ("c", "cpp", "go", "lua", "javascript", "typescript", "haskell"):
            return False
        head = self.head(file, met)
        return file.language == "python" and re.match(r"\s*class\b", head) is not None

    def _is_local(self, file: File, met: re.Match[str]) -> bool:
        head = self.head(file, met)
        return bool(head) and not _OWNERS.match(head) and not _CONST_STRUCT.search(head)

    def _uses(self, path: str, new: str, met: re.Match[str], *, member: bool) -> list[tuple[str, int]]:
        file = self.files[path]
        if not member and self.bound(file.code, new, met.span()):
            return []
        at = met.start() + len(met[0]) - len(met[0].lstrip())
        end = len(file.code)
        if not member and self.head(file, met):
            mine, end = self.indent(file.code, at), met.end()
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
        given = self.snapshot.defined(new)
        if any(d.path != path for d in given) or len(given) > 1:
            return []
        lines: list[tuple[str, int]] = []
        pure = PurePosixPath(path)
        for other in sorted(self.holding.get(new.rstrip("?!"), ())):
            theirs = self.files[other]
            if other == path or not self.speaks(other, language) or self.bound(theirs.code, new, None):
                continue
            imports = " ".join(m[0] for m in IMPORTS.finditer(theirs.loose))
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
                for m in IMPORTS.finditer(theirs.loose)
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
