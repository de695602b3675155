"""What an annotation says of a value, as far as its order counts: see `unordered`."""

from __future__ import annotations

import ast
from typing import TypeAlias

_SETS = {"set", "frozenset", "AbstractSet", "Set", "MutableSet", "KeysView"}
_MAPS = {"dict", "Mapping", "MutableMapping", "defaultdict", "OrderedDict"}
_LISTS = {"list", "tuple", "Sequence", "Iterator", "Iterable", "Collection"}
UNORDERED = "unordered"
Kind: TypeAlias = "str | tuple[str, Kind] | None"
"""`unordered`; `whole` for an int; ("holds", kind) for a mapping or list with such values; ("is", class); None for
anything else.
"""


def kind_of(note: ast.expr | None) -> Kind:
    """The kind that an annotation says."""
    if isinstance(note, ast.Constant) and isinstance(note.value, str):
        return kind_of(ast.parse(note.value, mode="eval").body)
    if isinstance(note, ast.BinOp) and isinstance(note.op, ast.BitOr):
        return kind_of(note.left) or kind_of(note.right)
    head, inner = (note.value, note.slice) if isinstance(note, ast.Subscript) else (note, None)
    called = head.id if isinstance(head, ast.Name) else head.attr if isinstance(head, ast.Attribute) else ""
    if called in _SETS:
        return UNORDERED
    if called in ("int", "bool"):
        return "whole"
    if called == "Counter":
        return ("holds", "whole")
    parts = inner.elts if isinstance(inner, ast.Tuple) else [inner] if inner is not None else []
    if called in _MAPS and len(parts) == 2:
        return ("holds", kind_of(parts[1]))
    if called in _LISTS and parts and (called != "tuple" or isinstance(parts[-1], ast.Constant)):
        return ("holds", kind_of(parts[0]))
    return ("is", called) if called[:1].isupper() and inner is None else None


def inner_of(kind: Kind) -> Kind:
    """The kind of the values that a mapping or list holds, None where it is not known."""
    return kind[1] if isinstance(kind, tuple) and kind[0] == "holds" else None


def class_of(kind: Kind) -> str:
    """The name of the class that a value is of, `` for none that is known."""
    return kind[1] if isinstance(kind, tuple) and kind[0] == "is" and isinstance(kind[1], str) else ""
