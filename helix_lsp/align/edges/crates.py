"""What `use` brings in Rust: from the crate around, and from the workspace's own crates."""

from __future__ import annotations

from collections.abc import Callable

from helix_lsp.align.edges.meaning import FOREIGN, UNKNOWN, Meaning, known
from helix_lsp.align.edges.modules import Modules
from helix_lsp.align.place import module_parts
from helix_lsp.index.overlay.snapshot import Defined, Snapshot


class Crates:
    """`named` and `is_top` are what `Names` knows of a name and of a definition."""

    def __init__(
        self,
        modules: Modules,
        snapshot: Snapshot,
        named: Callable[[str, str], list[Defined]],
        is_top: Callable[[Defined], bool],
    ) -> None:
        self._modules = modules
        self._snapshot = snapshot
        self._named = named
        self._is_top = is_top

    def imported(self, module: str, original: str, path: str) -> Meaning:
        """`crate::`, `super::`, `self::` and the workspace's own crates; one definition of the name in the
        crate is meant.
        """
        first, _, rest = module.partition("::")
        crates = self._modules.crates()
        mine = next(
            (
                f
                for f in sorted(crates.values(), key=len, reverse=True)
                if path.startswith(f"{f}/" if f else "")
            ),
            "",
        )
        name = original if original not in ("", "self") else module.rpartition("::")[2]
        if first in ("crate", "self", "super"):
            folder = mine
        elif first in crates or (not rest and name in crates):
            folder = crates[first if first in crates else name]
        else:
            return FOREIGN if not self._has_module(first, path) else self._one_in(mine, name, path)
        words = [w for w in module.split("::") if w not in ("crate", "self", "super")]
        if original == "*":
            above = path if first in ("self", "super") else ""
            paths = tuple(
                p
                for p in self._modules.rust_files(folder)
                if (module_parts(p)[-1:] == tuple(words[-1:]) if words else p == above)
            )
            return Meaning(kind="module", paths=paths) if paths else UNKNOWN
        return self._one_in(folder, name, path, words[-1] if words else "")

    def _has_module(self, name: str, path: str) -> bool:
        return any(
            d.symbol.kind == "module" for d in self._snapshot.defined_in(path, name) if d.symbol.name == name
        )

    def _one_in(self, folder: str, name: str, path: str, module: str = "") -> Meaning:
        inside = [d for d in self._named(name, path) if d.path.startswith(f"{folder}/" if folder else "")]
        real = [d for d in inside if d.symbol.kind not in ("impl", "module") and self._is_top(d)]
        if len(real) > 1 and module:
            real = [d for d in real if module in module_parts(d.path)] or real
        if len({(d.path, d.symbol.qualified) for d in real}) == 1:
            return known(real)
        if not real:
            paths = tuple(p for p in self._modules.rust_files(folder) if module_parts(p)[-1:] == (name,))
            return Meaning(kind="module", paths=paths) if len(paths) == 1 else UNKNOWN
        return UNKNOWN
