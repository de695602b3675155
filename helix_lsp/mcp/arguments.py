"""The arguments of a call, read strictly: what is wrong is named, with what would be right."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from helix_lsp.errors import UsageError
from helix_lsp.mcp.definitions import TOOLS

_LONGEST = 40_000
_KNOWN = {str(tool["name"]): tuple(tool["inputSchema"]["properties"]) for tool in TOOLS}


class Arguments:
    """Of one call. Raises `UsageError` for a name that the tool does not have, and for a value of a wrong kind."""

    def __init__(self, tool: str, given: Mapping[str, Any] | None) -> None:
        """`given` as it came."""
        self._tool, self._given = tool, dict(given or {})
        known = _KNOWN[tool]
        for name in self._given:
            if name not in known:
                raise UsageError(f"{tool} has no argument {name[:60]!r}; it has {', '.join(known)}")

    def text(self, name: str, *, needed: bool = False, longest: int = _LONGEST) -> str:
        """A text, `` where it is not given."""
        value = self._given.get(name)
        if value is None and not needed:
            return ""
        if not isinstance(value, str):
            raise UsageError(
                f"{self._tool} needs `{name}`, a text" if value is None else self._kind(name, "a text")
            )
        if len(value) > longest:
            raise UsageError(f"`{name}` is {len(value):,} characters long, the limit is {longest:,}")
        if "\0" in value:
            raise UsageError(f"`{name}` holds a zero byte; leave it out")
        return value.encode("utf-8", "replace").decode("utf-8")

    def number(self, name: str) -> int:
        """A whole number from 1 on, 0 where it is not given."""
        value = self._given.get(name)
        if value is None:
            return 0
        if isinstance(value, bool) or not isinstance(value, int) or value < 1:
            raise UsageError(self._kind(name, "a whole number from 1 on"))
        return value

    def flag(self, name: str) -> bool:
        """True or False, False where it is not given."""
        value = self._given.get(name, False)
        if not isinstance(value, bool):
            raise UsageError(self._kind(name, "true or false"))
        return value

    def record(self, name: str) -> Mapping[str, Any]:
        """An object; it has to be given."""
        value = self._given.get(name)
        if not isinstance(value, dict):
            raise UsageError(self._kind(name, "an object"))
        return cast("dict[str, Any]", value)

    def _kind(self, name: str, kind: str) -> str:
        return f"`{name}` of {self._tool} must be {kind}"
