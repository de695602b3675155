"""How a record of settings is made: a dataclass, frozen and by keyword, whose methods are written once, here.

`dataclass` writes and compiles six methods for each class, which took 45 of the 300 ms in which a command reads its
modules: these records have up to a hundred fields, and a process makes a few of each.
"""

from __future__ import annotations

from dataclasses import MISSING, FrozenInstanceError, dataclass, fields
from typing import Any, TypeVar, cast, dataclass_transform

Kind = TypeVar("Kind")


@dataclass_transform(kw_only_default=True, frozen_default=True)
def record(kind: type[Kind]) -> type[Kind]:
    """What `dataclass(frozen=True, kw_only=True)` makes of a class; `fields` and `replace` take it. Its heirs are records."""
    made = dataclass(init=False, repr=False, eq=False, kw_only=True)(kind)
    for name, method in _METHODS.items():
        setattr(made, name, method)
    return made


class _Methods:
    """What each record has. They are copied, not inherited, so that its own bases are all that a record has."""

    def __init__(self, **given: Any) -> None:
        values: dict[str, Any] = {}
        for one in fields(cast("Any", self)):
            if one.name in given:
                values[one.name] = given.pop(one.name)
            elif one.default_factory is not MISSING:
                values[one.name] = one.default_factory()
            elif one.default is not MISSING:
                values[one.name] = one.default
            else:
                raise TypeError(f"{type(self).__name__} needs {one.name!r}")
        if given:
            raise TypeError(f"{type(self).__name__} does not have {next(iter(given))!r}")
        vars(self).update(values)

    def __repr__(self) -> str:
        return f"{type(self).__qualname__}({', '.join(f'{name}={value!r}' for name, value in vars(self).items())})"

    def __eq__(self, other: object) -> bool:
        return vars(self) == vars(other) if type(other) is type(self) else NotImplemented

    def __hash__(self) -> int:
        return hash(tuple(vars(self).values()))

    def __setattr__(self, name: str, value: object) -> None:
        raise FrozenInstanceError(f"cannot change field {name!r}")

    def __delattr__(self, name: str) -> None:
        raise FrozenInstanceError(f"cannot change field {name!r}")


_METHODS = {name: method for name, method in vars(_Methods).items() if callable(method)}
