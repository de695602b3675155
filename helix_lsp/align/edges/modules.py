"""Which files of ours a module means, by the name that an import writes: packages, folders and manifests.

Where another package may be meant, None says that it is one, and no file that the module is ours and not here.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator

from helix_lsp.align.edges.script_modules import mapped
from helix_lsp.align.edges.source import Source
from helix_lsp.align.live import Live
from helix_lsp.index.memo import remembered

_ENDINGS = (
    ".ts", ".tsx", ".js", ".mjs", ".cjs", ".jsx", ".d.ts", "/index.ts", "/index.tsx", "/index.js", "/index.mjs",
)  # fmt: skip
_MODULE_LINE = re.compile(rb"^module\s+\"?([^\s\"]+)", re.M)
_CRATE_LINE = re.compile(rb"^[ \t]*name[ \t]*=[ \t]*\"([\w-]+)\"", re.M)
_MOST_MANIFESTS = 60

_REQUIRED = re.compile(r"require[ \t]{0,9}(?:\([ \t]{0,9})?['\"]([\w./-]{1,200})['\"]")


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
                return self._in_folder("/".join(p for p in (folder, inner) if p), ".go")
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

    def _in_folder(self, folder: str, ending: str) -> tuple[str, ...]:
        def work() -> dict[str, tuple[str, ...]]:
            out: dict[str, list[str]] = {}
            for p in self._snapshot.paths():
                if p.endswith(ending) and not p.endswith("_test.go"):
                    out.setdefault(p.rpartition("/")[0], []).append(p)
            return {f: tuple(ps) for f, ps in out.items()}

        return remembered(self._snapshot, ("edges.folders", ending), work).get(folder, ())

    def rust_files(self, folder: str) -> tuple[str, ...]:
        """The files of a crate."""
        return tuple(
            p
            for p in self._snapshot.paths()
            if p.endswith(".rs") and p.startswith(f"{folder}/" if folder else "")
        )

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
