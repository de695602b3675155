"""How one option is declared: a dataclass field whose metadata says which values it takes and who may set it. What
users are told of it is in `options.toml`.

An option is a setting that a user has a reason to choose. A number that only a measurement can choose is
tuning (`tuning/sources.toml`, ADR 0011).

What a repository may do with an option is part of its declaration, because a repository can only narrow what
its user has (law I11): a budget may be lowered, a threshold raised, a gate tightened, a list of exclusions
added to. What has no stricter side and could open a gate or cost the machine is the user's alone; what cannot
is taste, and may be set.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from difflib import get_close_matches
from functools import partial
from typing import Any, Literal, cast

Scope = Literal["workspace", "user"]
Repository = Literal["nothing", "set", "lower", "raise", "tighten", "add"]
MAY: Mapping[Repository, str] = {
    "nothing": "no", "set": "set", "lower": "only lower", "raise": "only raise", "tighten": "only tighten", "add": "only add",
}  # fmt: skip


def option(
    default: Any,
    *,
    low: float | None = None,
    high: float | None = None,
    choices: tuple[str, ...] = (),
    entries: tuple[str, ...] = (),
    scope: Scope = "workspace",
    repository: Repository = "nothing",
    named: str = "",
    first: bool = False,
) -> Any:
    """A field with `default`; `scope="user"` is never read from a repository's own files (I11).

    `low` and `high` are inclusive. `repository` says what a repository's own files may do with an option of scope `workspace`: `set` it (it
    decides no gate and no budget), `lower` or `raise` a number (a switch is lowered to off), `tighten` a
    choice (`choices` begin with the strictest), `add` to a list. `entries` are what a list may hold, anything
    when empty. `named` is what users call the option where that is not the name of its field
    (`hover.usages`); `first` puts it among those that an editor shows first.
    Raises TypeError for a declaration that does not say it, or says it of a value it cannot be said of.
    """
    if (scope == "user") != (repository == "nothing") or not _fits(repository, default, choices):
        raise TypeError(
            f"an option of scope {scope} with default {default!r} cannot leave a repository to {repository} it"
        )
    return field(
        default=default,
        metadata={
            "low": low,
            "high": high,
            "choices": choices,
            "entries": entries,
            "scope": scope,
            "repository": repository,
            "named": named,
            "first": first,
        },
    )


taste = partial(option, repository="set")
"""An option that decides no gate, no budget and nothing outside: how results are weighed, ordered and drawn."""


def narrowed(value: object, mine: object, meta: Mapping[str, Any]) -> tuple[object, str]:
    """What stands when a repository sets `value` where the user has `mine`, and why `value` was refused (``
    when it was not).

    Both were checked. The first is never looser than `mine`: that is the whole rule, and
    `tests/session/test_narrowing.py` holds it.
    """
    repository: Repository = meta["repository"]
    if repository == "add":
        return tuple(dict.fromkeys((*cast("tuple[str, ...]", mine), *cast("tuple[str, ...]", value)))), ""
    if repository != "nothing" and not looser(value, mine, meta):
        return value, ""
    if repository == "tighten":
        return (
            mine,
            f"a repository may only tighten it, in the order {', '.join(reversed(meta['choices']))}; {mine} is set",
        )
    return mine, f"a repository may {MAY[repository]} it, and {_shown(mine)} is set"


def looser(value: object, mine: object, meta: Mapping[str, Any]) -> bool:
    """True when `value` would let through, cost or show more than `mine` does; never for taste."""
    repository: Repository = meta["repository"]
    if repository == "add":
        return not set(cast("tuple[str, ...]", mine)) <= set(cast("tuple[str, ...]", value))
    if repository == "tighten":
        order: tuple[str, ...] = meta["choices"]
        return order.index(cast("str", value)) > order.index(cast("str", mine))
    if repository in ("lower", "raise"):
        one, other = cast("float", value), cast("float", mine)
        return one > other if repository == "lower" else one < other
    return repository == "nothing" and value != mine


def check(value: object, default: object, meta: Mapping[str, Any]) -> str | None:
    """Why `value` cannot stand for an option with this default and metadata, in words; None when it can."""
    wanted = type(default)
    if isinstance(default, bool) != isinstance(value, bool):
        return f"expected {wanted.__name__}, got {type(value).__name__}"
    if wanted is float and isinstance(value, int):
        value = float(value)
    if not isinstance(value, wanted):
        return f"expected {wanted.__name__}, got {type(value).__name__}"
    if meta["choices"] and value not in meta["choices"]:
        return f"expected one of {', '.join(meta['choices'])}"
    if meta["entries"] and (
        wrong := [one for one in cast("tuple[str, ...]", value) if one not in meta["entries"]]
    ):
        near = get_close_matches(wrong[0], cast("tuple[str, ...]", meta["entries"]), 1)
        return f"{wrong[0]!r} is not an id that it takes" + (f"; did you mean {near[0]!r}?" if near else "")
    if isinstance(value, int | float) and not isinstance(value, bool):
        if meta["low"] is not None and value < meta["low"]:
            return f"below the least allowed value {meta['low']}"
        if meta["high"] is not None and value > meta["high"]:
            return f"above the greatest allowed value {meta['high']}"
    return None


def _fits(repository: Repository, default: object, choices: tuple[str, ...]) -> bool:
    if repository in ("lower", "raise"):
        return isinstance(default, bool | int | float)
    return (
        bool(choices)
        if repository == "tighten"
        else isinstance(default, tuple)
        if repository == "add"
        else True
    )


def _shown(value: object) -> str:
    return (
        ("on" if value else "off")
        if isinstance(value, bool)
        else f"{value:,}"
        if isinstance(value, int)
        else str(value)
    )
