"""Which of our files a module of JavaScript means where no path leads to it: the `paths` and `baseUrl` of a
tsconfig or jsconfig, the packages of a workspace with their `exports`, and a package's own `imports`.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import cast

from helix_lsp.text.data_file import BrokenData, read_json

Manifest = Callable[[str], list[tuple[str, bytes]]]
"""(folder, content) of every file of this name, sorted."""

_CONFIGS = ("tsconfig.json", "jsconfig.json", "tsconfig.base.json")
_STRING_OR_COMMENT = re.compile(r'"(?:\\.|[^"\\\n])*"|//[^\n]*|/\*.*?(?:\*/|\Z)', re.S)
_LAST_COMMA = re.compile(r",(\s*[}\]])")
_BUILT = re.compile(r"(?:^|/)(?:dist|build|lib|out|esm|cjs|es)(?=/)")
_ENDING = re.compile(r"(?:\.d)?\.[cm]?[jt]sx?$")
_ENTRIES = ("source", "types", "typings", "module", "main")
_MOST = 8  # leaves of one condition, steps of `extends`


@dataclass(frozen=True, slots=True, kw_only=True)
class Mapped:
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
