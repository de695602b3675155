"""The English of reasons, as people read it, in one file: other tests compare ids.

HELIX_UPDATE_SAID=1 rewrites the file; read the difference.
"""

from __future__ import annotations

import ast
import os
from collections.abc import Iterator

from tests.house.source import ROOT, name, package_files, tree

FILE = ROOT / "tests" / "house" / "said.txt"


def said() -> Iterator[str]:
    """Each table of a module that knows reasons, from ids to texts, line by line."""
    for path in package_files():
        body = tree(path).body
        if "Reason" not in {
            one.name for node in body if isinstance(node, ast.ImportFrom) for one in node.names
        }:
            continue
        for node in body:
            match node:
                case ast.Assign(
                    targets=[ast.Name(id=table)],
                    value=ast.Call(func=ast.Name(id="MappingProxyType"), args=[ast.Dict() as held]),
                ):
                    yield f"{name(path)} {table}"
                    for key, value in zip(held.keys, held.values, strict=True):
                        if isinstance(key, ast.Constant):
                            text = value.value if isinstance(value, ast.Constant) else ast.unparse(value)
                            yield f"  {key.value}: {text}"
                case _:
                    pass


def test_what_is_said_of_each_reason() -> None:
    text = "".join(f"{line}\n" for line in said())
    assert len(text.splitlines()) > 100
    if os.environ.get("HELIX_UPDATE_SAID") == "1":
        FILE.write_text(text, encoding="utf-8")
    assert FILE.read_text(encoding="utf-8") == text
