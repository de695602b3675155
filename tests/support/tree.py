"""A workspace in one string, for tests.

    //- /src/app.py def run$0(): ...
    //- /README.md
    Call `run`.

A header line `//- /path` opens a file; its content runs to the next header. `$0` marks a cursor: it is taken
out, and its byte offset in the remaining text is reported, in order. The whole string is dedented first; a
leading empty line does not count.
"""

from __future__ import annotations

import textwrap
from dataclasses import dataclass
from pathlib import Path

_HEADER = "//- /"
_CURSOR = b"$0"


@dataclass(frozen=True, slots=True)
class Tree:
    """`files`: path (POSIX, relative) -> bytes. `cursors`: path -> byte offsets, only for files that have
    any.
    """

    files: dict[str, bytes]
    cursors: dict[str, list[int]]


def parse_tree(text: str) -> Tree:
    """Files and cursors of a one-string workspace; raises ValueError for text before the first header or a
    path named twice.
    """
    files: dict[str, list[str]] = {}
    body: list[str] | None = None
    for line in textwrap.dedent(text).removeprefix("\n").splitlines(keepends=True):
        if line.startswith(_HEADER):
            path = line.removeprefix(_HEADER).strip()
            if not path or path in files:
                raise ValueError(f"a path must be named once: {line!r}")
            body = files.setdefault(path, [])
        elif body is not None:
            body.append(line)
        elif line.strip():
            raise ValueError(f"text before the first header: {line!r}")
    plain: dict[str, bytes] = {}
    cursors: dict[str, list[int]] = {}
    for path, lines in files.items():
        parts = "".join(lines).encode("utf-8", "surrogateescape").split(_CURSOR)
        plain[path] = b"".join(parts)
        if len(parts) > 1:
            cursors[path] = [sum(map(len, parts[: n + 1])) for n in range(len(parts) - 1)]
    return Tree(plain, cursors)


def write_tree(root: str | Path, tree: Tree | str) -> Tree:
    """Write the files below `root`, making folders; a string is parsed first."""
    tree = parse_tree(tree) if isinstance(tree, str) else tree
    for path, data in tree.files.items():
        place = Path(root, path)
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(data)
    return tree
