"""Which files of ours a module means, by the name that an import writes: packages, folders and manifests.

Where another package may be meant, None says that it is one, and no file that the module is ours and not here.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterator
from typing import cast

import msgspec

from helix_lsp.align.edges.source import Source
from helix_lsp.align.live import Live
from helix_lsp.index.overlay.memo import remembered
from helix_lsp.text.data_file import BrokenData, read_json
from helix_lsp.text.regex import regex

# Which of our files a module of JavaScript means where no path leads to it: the `paths` and `baseUrl` of a
# tsconfig or jsconfig, the packages of a workspace with their `exports`, and a package's own `imports`.

Manifest = Callable[[str], list[tuple[str, bytes]]]
"""(folder, content) of every file of this name, sorted."""

_CONFIGS = ("tsconfig.json", "jsconfig.json", "tsconfig.base.json")
_STRING_OR_COMMENT = regex(r'"(?:\\.|[^"\\\n])*"|//[^\n]*|/\*.*?(?:\*/|\Z)', re.S)
_LAST_COMMA = regex(r",(\s*[}\]])")
_BUILT = regex(r"(?:^|/)(?:dist|build|lib|out|esm|cjs|es)(?=/)")
_ENDING = regex(r"(?:\.d)?\.[cm]?[jt]sx?$")
_ENTRIES = ("source", "types", "typings", "module", "main")
_MOST = 8  # leaves of one condition, steps of `extends`


class Mapped(msgspec.Struct, frozen=True, kw_only=True):
    """One line of a configuration: module `pattern` (`*` stands for anything) leads to `targets`, paths from
    the root; it holds for files below `folder`.
    """

    folder: str
    pattern: str
    targets: tuple[str, ...]

    def leads(self, module: str) -> Iterator[str]:
        """The paths, without an ending perhaps, that a module may mean."""
        head, star, tail = self.pattern.partition("*")
        if module == self.pattern:
            yield from self.targets
        elif star and module.startswith(head) and module.endswith(tail) and len(module) >= len(head + tail):
            inner = module[len(head) : len(module) - len(tail)]
            yield from (target.replace("*", inner) for target in self.targets)


def mapped(manifests: Manifest) -> tuple[Mapped, ...]:
    """Every mapping of the repository, those of the deepest folder first, the longest pattern before others."""
    out: list[Mapped] = []
    configs = [(name, folder, data) for name in _CONFIGS for folder, data in manifests(name)]
    by_path = {posixpath.join(folder, name): _loose(data) for name, folder, data in configs}
    for name, folder, _ in configs:
        out += _configured(folder, posixpath.join(folder, name), by_path)
    for folder, data in manifests("package.json"):
        told = _loose(data)
        name = told.get("name")
        for key, value in _entries(told.get("imports")):
            out.append(Mapped(folder=folder, pattern=key, targets=_sources(folder, value)))
        if isinstance(name, str) and name:
            for key, value in _entries(told.get("exports")):
                pattern = posixpath.join(name, key.removeprefix(".").lstrip("/")) if key != "." else name
                out.append(Mapped(folder="", pattern=pattern, targets=_sources(folder, value)))
            mains = [v for e in _ENTRIES if isinstance(v := told.get(e), str)]
            plain = [posixpath.join(folder, f, "index") for f in ("src", "source", "lib", "")]
            tried = [t for m in mains for t in _sources(folder, [m])]
            out.append(Mapped(folder="", pattern=name, targets=(*tried, *plain)))
            inner = (posixpath.join(folder, "src/*"), posixpath.join(folder, "*"))
            out.append(Mapped(folder="", pattern=f"{name}/*", targets=inner))
    return tuple(
        sorted(out, key=lambda m: (-m.folder.count("/") - bool(m.folder), -len(m.pattern), m.pattern))
    )


def _configured(folder: str, path: str, by_path: dict[str, dict[str, object]]) -> Iterator[Mapped]:
    """What a configuration maps, or the one that it extends."""
    at, seen = path, set[str]()
    while at in by_path and at not in seen and len(seen) < _MOST:
        seen.add(at)
        options = by_path[at].get("compilerOptions")
        told = cast("dict[str, object]", options) if isinstance(options, dict) else {}
        base, paths = told.get("baseUrl"), told.get("paths")
        here = posixpath.dirname(at)
        root = _joined(here, base if isinstance(base, str) else ".")
        if isinstance(paths, dict) or isinstance(base, str):
            for key, value in _entries(cast("object", paths)):
                yield Mapped(folder=folder, pattern=key, targets=tuple(_joined(root, v) for v in value))
            if isinstance(base, str):
                yield Mapped(folder=folder, pattern="*", targets=(_joined(root, "*"),))
            return
        above = by_path[at].get("extends")
        at = _joined(here, above) if isinstance(above, str) else ""
        at = at if at in by_path else f"{at}.json"


def _entries(told: object) -> Iterator[tuple[str, list[str]]]:
    """(key, its strings) of a mapping, whatever conditions are between."""
    if isinstance(told, str):
        yield ".", [told]
    elif isinstance(told, dict):
        table = cast("dict[str, object]", told)
        if table and not any(key.startswith((".", "#", "@", "*")) for key in table) and "import" in table:
            yield ".", _strings(table)
            return
        for key, value in table.items():
            yield key, _strings(value)


def _strings(told: object) -> list[str]:
    if isinstance(told, str):
        return [told]
    if isinstance(told, dict):
        values = list(cast("dict[str, object]", told).values())
    else:
        values = cast("list[object]", told) if isinstance(told, list) else []
    return [text for value in values[:_MOST] for text in _strings(value)]


def _sources(folder: str, targets: list[str]) -> tuple[str, ...]:
    """Where a package's targets lie: what a build writes lies where its source does, in `src` or beside."""
    out: list[str] = []
    for target in targets:
        plain = _ENDING.sub("", _joined(folder, target))
        out += [_joined(folder, target), plain, _BUILT.sub("/src", f"/{plain}", count=1).lstrip("/")]
        out.append(re.sub(r"/{2,}", "/", _BUILT.sub("", f"/{plain}", count=1)).lstrip("/"))
    return tuple(dict.fromkeys(out))


def _joined(folder: str, path: str) -> str:
    return posixpath.normpath(posixpath.join(folder, path)).removeprefix("./").lstrip("/")


def _loose(data: bytes) -> dict[str, object]:
    """A configuration with comments and a last comma; empty where it cannot be read."""
    text = _STRING_OR_COMMENT.sub(
        lambda m: m[0] if m[0][0] == '"' else " ", data.decode("utf-8-sig", "replace")
    )
    try:
        told = read_json(_LAST_COMMA.sub(r"\1", text) or "{}")
    except BrokenData:
        return {}
    return cast("dict[str, object]", told) if isinstance(told, dict) else {}


_ENDINGS = (
    ".ts", ".tsx", ".js", ".mjs", ".cjs", ".jsx", ".d.ts", "/index.ts", "/index.tsx", "/index.js", "/index.mjs",
)  # fmt: skip
_MODULE_LINE = regex(rb"^module\s+\"?([^\s\"]+)", re.M)
_CRATE_LINE = regex(rb"^[ \t]*name[ \t]*=[ \t]*\"([\w-]+)\"", re.M)
_MOST_MANIFESTS = 60

_REQUIRED = regex(r"require[ \t]{0,9}(?:\([ \t]{0,9})?['\"]([\w./-]{1,200})['\"]")


class Modules:
    """Over one `Live`; remembers manifests and folders for a snapshot."""

    def __init__(self, live: Live) -> None:
        self._live = live
        self._snapshot = live.snapshot

    def lua(self, module: str) -> tuple[str, ...]:
        """`a.b` as `a/b.lua` or `a/b/init.lua`, at the top or in `lua/`, else the only file that ends so."""
        name = module.replace(".", "/").removeprefix("./")
        ends = (f"{name}.lua", f"{name}/init.lua")
        tried = (f"{lead}{end}" for end in ends for lead in ("", "lua/", "src/"))
        found = tuple(p for p in tried if self._snapshot.file(p) is not None)
        return found or self._only(ends)

    def required(self, source: Source, at: int) -> tuple[str, ...]:
        """The module that a call of `require` at a place names in Lua; none where no string says it."""
        met = _REQUIRED.match(source.raw, at) if source.language == "lua" else None
        return () if met is None else self.lua(met[1])

    def haskell(self, module: str) -> tuple[str, ...]:
        """`A.B` as the only file that ends in `A/B.hs`."""
        return self._only((f"{module.replace('.', '/')}.hs",))

    def zig(self, module: str, path: str) -> tuple[str, ...]:
        """The file beside the one that imports it."""
        tried = posixpath.normpath(posixpath.join(path.rpartition("/")[0], module))
        return (tried,) if self._snapshot.file(tried) is not None else ()

    def _only(self, ends: tuple[str, ...]) -> tuple[str, ...]:
        """The one file whose path ends in one of these; none where several do."""
        ending = ends[0][ends[0].rindex(".") :]

        def work() -> dict[str, list[str]]:
            out: dict[str, list[str]] = {}
            for p in self._snapshot.paths():
                if p.endswith(ending):
                    out.setdefault(p.rpartition("/")[2], []).append(p)
            return out

        by_name = remembered(self._snapshot, ("edges.by_name", ending), work)
        found = [
            p for e in ends for p in by_name.get(e.rpartition("/")[2], ()) if p == e or p.endswith(f"/{e}")
        ]
        return (found[0],) if len(found) == 1 else ()

    def script(self, module: str, path: str) -> tuple[str, ...] | None:
        """The file of a module of JavaScript as a file imports it: by its path, by a path alias of a
        configuration, or in a package of ours. Remembered: a tree imports the same modules again and again.
        """
        folder = path.rpartition("/")[0]
        key = ("edges.script", folder, module)
        return remembered(self._snapshot, key, lambda: self._script(module, folder))

    def _script(self, module: str, folder: str) -> tuple[str, ...] | None:
        if module.startswith("."):
            return self._script_file(posixpath.normpath(posixpath.join(folder, module)))
        lines = remembered(
            self._snapshot, ("edges.script_modules",), lambda: mapped(lambda n: list(self._manifests(n)))
        )
        met = False
        for line in lines:
            if not line.folder or f"{folder}/".startswith(f"{line.folder}/"):
                for target in line.leads(module):
                    met = met or line.pattern != "*"
                    if files := self._script_file(target):
                        return files
        return () if met or module.startswith(("@/", "~", "#", "src/")) else None

    def _script_file(self, base: str) -> tuple[str, ...]:
        """The file at a path that may lack its ending, as bundlers and compilers look for it."""
        stem = re.sub(r"\.[cm]?jsx?$", "", base)
        tried = (base, *(f"{stem}{e}" for e in _ENDINGS), *(f"{base}{e}" for e in _ENDINGS))
        found = (p.removeprefix("./") for p in tried)
        return tuple(dict.fromkeys(p for p in found if self._snapshot.file(p) is not None))[:1]

    def go_modules(self) -> tuple[tuple[str, str], ...]:
        """(module, folder) of each of our `go.mod`, the longest name first."""

        def work() -> tuple[tuple[str, str], ...]:
            out: list[tuple[str, str]] = []
            for folder, data in self._manifests("go.mod"):
                told = _MODULE_LINE.search(data)
                if told:
                    out.append((told[1].decode("utf-8", "replace"), folder))
            return tuple(sorted(out, key=lambda x: (-len(x[0]), x)))

        return remembered(self._snapshot, ("edges.go_modules",), work)

    def go(self, module: str) -> tuple[str, ...] | None:
        """The files of a package below one of our `go.mod`."""
        for name, folder in self.go_modules():
            if module == name or module.startswith(f"{name}/"):
                inner = module[len(name) + 1 :]
                return self._go_folder("/".join(p for p in (folder, inner) if p))
        return None

    def _manifests(self, name: str) -> Iterator[tuple[str, bytes]]:
        """(folder, content) of the manifests of this name, sorted."""
        found = [p for p in self._snapshot.paths() if p == name or p.endswith(f"/{name}")]
        for path in found[:_MOST_MANIFESTS]:
            yield path.rpartition("/")[0], self._live.data(path) or b""

    def python_files(self, words: tuple[str, ...]) -> tuple[str, ...]:
        """The file of the module that lies exactly there."""
        base = "/".join(words)
        return tuple(
            p
            for p in (f"{base}/__init__.py", f"{base}.py", f"{base}.pyi", f"{base}/__init__.pyi")
            if self._snapshot.file(p) is not None
        )[:1]

    def python(self, words: tuple[str, ...]) -> tuple[str, ...]:
        """Files of an absolute module: from a folder that is not a package itself."""
        if not words:
            return ()
        for root in self._python_roots():
            files = self.python_files((*root, *words))
            if files:
                return files
        return ()

    def python_beside(self, path: str, words: tuple[str, ...]) -> tuple[str, ...]:
        """The file of a module beside a script; a file of a package finds none there."""
        folder = tuple(path.split("/")[:-1])
        return () if folder and self._is_package(folder) else self.python_files((*folder, *words))

    def _is_package(self, folder: tuple[str, ...]) -> bool:
        files = self.python_files(folder)
        return any(file.endswith(("/__init__.py", "/__init__.pyi")) for file in files)

    def _python_roots(self) -> tuple[tuple[str, ...], ...]:
        def work() -> tuple[tuple[str, ...], ...]:
            packages = {
                p.rpartition("/")[0]
                for p in self._snapshot.paths()
                if p.endswith(("/__init__.py", "/__init__.pyi"))
            }
            tops = {f.rpartition("/")[0] for f in packages if f.rpartition("/")[0] not in packages}
            return tuple(
                tuple(x for x in t.split("/") if x)
                for t in sorted({"", "src", *tops}, key=lambda t: (t.count("/"), t))
            )

        return remembered(self._snapshot, ("edges.python_roots",), work)

    def _go_folder(self, folder: str) -> tuple[str, ...]:
        def work() -> dict[str, tuple[str, ...]]:
            out: dict[str, list[str]] = {}
            for p in self._snapshot.paths():
                if p.endswith(".go") and not p.endswith("_test.go"):
                    out.setdefault(p.rpartition("/")[0], []).append(p)
            return {f: tuple(ps) for f, ps in out.items()}

        return remembered(self._snapshot, ("edges.go_folders",), work).get(folder, ())

    def rust_files(self, folder: str) -> tuple[str, ...]:
        """The files of a crate."""

        def work() -> tuple[str, ...]:
            under = f"{folder}/" if folder else ""
            return tuple(p for p in self._snapshot.paths() if p.endswith(".rs") and p.startswith(under))

        return remembered(self._snapshot, ("edges.rust_files", folder), work)

    def crates(self) -> dict[str, str]:
        """Name (with underscores) -> folder of each crate of the workspace."""

        def work() -> dict[str, str]:
            out: dict[str, str] = {}
            for folder, data in self._manifests("Cargo.toml"):
                told = _CRATE_LINE.search(data)
                if told:
                    out.setdefault(told[1].decode().replace("-", "_"), folder)
            return out

        return remembered(self._snapshot, ("edges.crates",), work)
