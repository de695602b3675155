"""What we make of lsprotocol: its converter refuses what the protocol does not allow where a field may be one of
several plain things, and its types are read without what nobody uses.

Its own hooks for `integer | string`, `DiagnosticSeverity | null` or `CodeActionKind | string` let everything through: a list as a progress
token would fail later, inside, and a kind of 5 would be sent back to the client.
Source: LSP 3.17, Base Types and the enumerations of the meta model.
"""

from __future__ import annotations

import importlib
import linecache
import sys
import types
from collections.abc import Callable, Iterator
from enum import Enum
from typing import TYPE_CHECKING, Any, Union, cast, get_args, get_origin

import attrs

if TYPE_CHECKING:
    from cattrs import Converter

_PLAIN = (int, str, bool, float, type(None))


def refuse_others(converter: Converter) -> None:
    """Check each such field before the hook that is there reads it. Raises TypeError then, which cattrs
    passes on.
    """
    from lsprotocol import types as protocol

    records = [
        cast("type", record) for record in protocol.ALL_TYPES_MAP.values() if attrs.has(cast("type", record))
    ]
    for kind in {
        kind for record in records for field in attrs.fields(record) for kind in _plain_in(field.type)
    }:
        converter.register_structure_hook(kind, _checked(get_args(kind), converter.get_structure_hook(kind)))


def _plain_in(kind: Any) -> Iterator[Any]:
    """The unions of plain things and enumerations in a type."""
    inner = get_args(kind)
    if get_origin(kind) in (Union, types.UnionType) and all(
        one in _PLAIN or _is_enumeration(one) for one in inner
    ):
        yield kind
    else:
        for one in inner:
            yield from _plain_in(one)


def _is_enumeration(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, Enum)


def _checked(allowed: tuple[Any, ...], read: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    kinds = frozenset(one for one in allowed if one in _PLAIN)
    members: list[Any] = [member.value for one in allowed if _is_enumeration(one) for member in one]
    values = frozenset((type(value).__name__, value) for value in members)

    def structure(value: Any, wanted: Any) -> Any:
        if isinstance(value, float) and value.is_integer() and float not in kinds:
            value = int(value)
        if type(value) not in kinds and (
            not isinstance(value, str | int) or (type(value).__name__, value) not in values
        ):
            raise TypeError("a value that is not allowed here")
        return read(value, wanted)

    return structure


# `lsprotocol.types` without what nobody uses of its 554 classes: the methods that print and compare, and the source of
# those that are left.
#
# They are made when the module is read, so this is also a third of the processor time before `initialize` is
# answered. Whoever imports the module first without this gets the whole of it, and everything works the same.

_NAME = "lsprotocol.types"
_UNUSED: dict[str, Any] = {"repr": False, "eq": False, "match_args": False, "getstate_setstate": False}


def read_types() -> None:
    """Before anything else imports the module; while no other thread makes classes with attrs."""
    if _NAME in sys.modules:
        return
    module: Any = attrs
    define = module.define

    def lean(maybe: type | None = None, **said: Any) -> Any:
        return define(maybe, **{**said, **_UNUSED})

    module.define = lean
    try:
        importlib.import_module(_NAME)
    finally:
        module.define = define
    linecache.clearcache()
