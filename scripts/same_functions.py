"""Whether two trees hold the same functions, wherever they are: `python scripts/same_functions.py OLD NEW`.

A step that only moves, merges or renames modules must not change what any function does. Each function of the
package `helix_lsp` below either folder is taken as its syntax tree, with every bare name replaced by the number of
its first use and without imports, since both may change in such a step. The two bags of trees are compared. What only
one side holds is printed with its file and line, and the exit code is 1.
"""

from __future__ import annotations

import ast
import sys
from collections import defaultdict
from pathlib import Path


class _WithoutNames(ast.NodeTransformer):
    """Bare names as numbers, in the order of their first use; imports left out."""

    def __init__(self) -> None:
        self._numbers: dict[str, str] = {}

    def visit_Name(self, node: ast.Name) -> ast.AST:
        return ast.Name(self._numbers.setdefault(node.id, str(len(self._numbers))), node.ctx)

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        """Imports may lead elsewhere after a move."""

    def visit_Import(self, node: ast.Import) -> None:
        """Imports may lead elsewhere after a move."""


def functions(folder: Path) -> dict[str, list[str]]:
    """Each function of the package below `folder`: its tree without names -> the places that hold it."""
    found: dict[str, list[str]] = defaultdict(list)
    for file in sorted((folder / "helix_lsp").rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_bytes())):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                place = f"{file.relative_to(folder)}:{node.lineno} {node.name}"
                plain = ast.parse(ast.unparse(node)).body[0]
                assert isinstance(plain, ast.FunctionDef | ast.AsyncFunctionDef)
                plain.name = ""
                found[ast.dump(_WithoutNames().visit(plain))].append(place)
    return found


def main() -> int:
    if len(sys.argv) != 3:
        print("usage: python scripts/same_functions.py OLD NEW", file=sys.stderr)
        return 2
    old, new = (functions(Path(folder)) for folder in sys.argv[1:])
    differences = 0
    for tree in sorted(old.keys() | new.keys(), key=lambda key: (old.get(key) or new[key])[0]):
        before, after = old.get(tree, []), new.get(tree, [])
        if len(before) != len(after):
            differences += 1
            print(f"old: {', '.join(before) or 'nowhere'}; new: {', '.join(after) or 'nowhere'}")
    print(
        f"{sum(map(len, old.values()))} functions before, {sum(map(len, new.values()))} after, {differences} differ"
    )
    return int(differences > 0)


if __name__ == "__main__":
    raise SystemExit(main())
