"""Which files a repository itself declares to be made or taken from somewhere: by what a path says
(`surface.py`, a folder of builds), a head that says so, what `package.json` names as published, and
`linguist-generated` in `.gitattributes`.

A role is a reason to look, never a verdict: `copies.py` compares the contents. Reads no more than the
declarations themselves.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Literal, cast

from helix_lsp.index.overlay.snapshot import Snapshot
from helix_lsp.text.data_file import BrokenData, read_json
from helix_lsp.text.paths import matches_glob, split_path
from helix_lsp.text.regex import regex

Role = Literal["declared", "built", "generated", "vendored", "types", "published"]
"""In the order in which they are looked at. `types` are declaration files, `published` what a manifest names in a
folder that is not a folder of builds: as well the source itself."""

Texts = Callable[[str], bytes | None]

_FOLDERS: tuple[tuple[Role, frozenset[str]], ...] = (
    ("built", frozenset("dist build _build builds out output bundle bundles umd release".split())),
    ("generated", frozenset("generated _generated __generated__ autogen".split())),
    (
        "vendored",
        frozenset(
            "vendor vendored third_party thirdparty third-party 3rdparty 3rd_party _vendor external deps".split()
        ),
    ),
)
_ENDINGS: tuple[tuple[Role, tuple[str, ...]], ...] = (
    ("built", tuple(".min.js .min.mjs .min.cjs .min.css .js.map .mjs.map .cjs.map .css.map".split())),
    ("types", (".d.ts", ".d.mts", ".d.cts")),
)
_HINT = regex(  # one search for all of the above: most paths of most repositories are none
    r"dist/|build|out/|output/|bundle|umd/|release/|generated|autogen|vendor|third|3rd|external/|deps/|\.min\.|\.map\Z|\.d\.[mc]?ts\Z",
    re.IGNORECASE,
)
_MANIFESTS = frozenset({"package.json", "bower.json"})
_ATTRIBUTES = ".gitattributes"
_NAMING = ("main", "module", "browser", "types", "typings", "jsdelivr", "unpkg", "style", "bin", "exports")
_MOST = 200  # declarations read
_LARGEST = 200_000  # bytes of one


def roles(snapshot: Snapshot, texts: Texts) -> dict[str, Role]:
    """Path -> the first role that applies to it, for visible paths that have one, in the order of the paths."""
    found: dict[str, Role] = {}
    heads = snapshot.generated()
    paths = snapshot.paths()
    attributes: list[str] = []
    manifests: list[str] = []
    for path in paths:
        if path in heads:
            found[path] = "generated"
        elif _HINT.search(path) is not None and (role := _by_path(path)) is not None:
            found[path] = role
        if path.endswith(".json") and path.rpartition("/")[2] in _MANIFESTS:
            manifests.append(path)
        elif path.endswith(_ATTRIBUTES):
            attributes.append(path)
    for path in _published(manifests, texts, paths):
        found.setdefault(path, "published")
    for path, is_made in _attributed(attributes, texts, paths):
        if is_made:
            found[path] = "declared"
        else:
            found.pop(path, None)
    return dict(sorted(found.items()))


def _by_path(path: str) -> Role | None:
    low = path.lower()
    folders = frozenset(low.split("/")[:-1])
    named: list[Role] = [role for role, names in _FOLDERS if not names.isdisjoint(folders)]
    ending: list[Role] = [role for role, ends in _ENDINGS if low.endswith(ends)]
    return ending[0] if ending and (not named or ending[0] == "built") else named[0] if named else None


def _read(paths: Iterable[str], texts: Texts) -> Iterator[tuple[str, str]]:
    """(folder, text) of declarations, nearest the root first."""
    for path in sorted(paths, key=lambda p: (p.count("/"), p))[:_MOST]:
        data = texts(path)
        if data is not None and len(data) <= _LARGEST:
            yield split_path(path)[0], data.decode("utf-8", "replace")


def _published(manifests: Iterable[str], texts: Texts, paths: tuple[str, ...]) -> Iterator[str]:
    """Paths that are in a folder below its package which a manifest names a file of."""
    folders: set[str] = set()
    for folder, text in _read(manifests, texts):
        try:
            manifest = read_json(text)
        except BrokenData:
            continue
        fields = cast("dict[str, Any]", manifest) if isinstance(manifest, dict) else {}
        for named in _strings([fields.get(key) for key in _NAMING], 0):
            # what is before the first star is one folder
            below = posixpath.normpath(posixpath.join(folder, split_path(named.partition("*")[0])[0]))
            if below.startswith(f"{folder}/" if folder else "") and below not in (folder, "."):
                folders.add(f"{below}/")
    starts = tuple(sorted(folders))
    return (path for path in paths if starts and path.startswith(starts))


def _strings(value: object, depth: int) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif depth < len(_NAMING) and isinstance(value, dict | list):
        inner = cast("Mapping[str, Any] | list[Any]", value)
        for one in inner.values() if isinstance(inner, Mapping) else inner:
            yield from _strings(one, depth + 1)


def _attributed(
    attributes: Iterable[str], texts: Texts, paths: tuple[str, ...]
) -> Iterator[tuple[str, bool]]:
    """(path, is it generated or vendored) for paths of which `.gitattributes` says so or denies it; the last
    word counts.
    """
    for folder, text in _read(attributes, texts):
        before = f"{folder}/" if folder else ""
        for row in text.splitlines()[:_MOST]:
            pattern, *said = row.split()[:20] or [""]
            told = {
                name.lstrip("-").partition("=")[0]: not name.startswith("-") and not name.endswith("=false")
                for name in said
            }
            values = [
                value for name, value in told.items() if name in ("linguist-generated", "linguist-vendored")
            ]
            if values and not pattern.startswith("#"):
                mine = [p for p in paths if p.startswith(before)]
                yield from ((p, any(values)) for p in mine if matches_glob(p[len(before) :], pattern))
