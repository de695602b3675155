"""What a client may read without a tool: how the index of each allowed root stands, and the published schemas.

Addresses: `helix://roots/N/index-status`, where N counts the allowed roots from 1, and `helix://schema/NAME`.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from importlib.resources import files

from helix_lsp.errors import UsageError
from helix_lsp.mcp.allowed import Allowed
from helix_lsp.mcp.open_roots import OpenRoots
from helix_lsp.wire.index_status import status_to_wire
from helix_lsp.wire.readable import readable

SCHEMAS = "helix://schema/"
_ROOT = "helix://roots/"
_STATUS = "/index-status"
_SUFFIX = ".schema.json"


@dataclass(frozen=True, slots=True, kw_only=True)
class Listed:
    """One resource as it is listed."""

    uri: str
    name: str
    description: str


def listed(allowed: Allowed) -> tuple[Listed, ...]:
    """The status of each root, in the order in which the roots were allowed; opens nothing."""
    return tuple(
        Listed(uri=f"{_ROOT}{n}{_STATUS}", name=f"index status of {folder}", description="index-status.v1")
        for n, folder in enumerate(allowed.folders, 1)
    )


def read(uri: str, allowed: Allowed, rooms: OpenRoots, check: Callable[[], None]) -> tuple[str, str]:
    """(media type, text). Raises UsageError for an address that is none of ours, and what opening raises."""
    if uri.startswith(SCHEMAS):
        return "application/schema+json", _schema(uri.removeprefix(SCHEMAS), uri)
    number = uri.removeprefix(_ROOT).removesuffix(_STATUS)
    if not (uri.startswith(_ROOT) and uri.endswith(_STATUS) and number.isascii() and number.isdigit()):
        raise UsageError(f"there is no resource {uri[:200]!r}")
    place = int(number) if len(number) < 5 else 0
    if not 1 <= place <= len(allowed.folders):
        raise UsageError(f"there is no root {number[:9]}; the allowed roots are 1 to {len(allowed.folders)}")
    with rooms.at(allowed.folders[place - 1], check, lambda _what, _done, _total: None) as workspace:
        return "application/json", json.dumps(readable(status_to_wire(workspace.status())))


def _schema(name: str, uri: str) -> str:
    """The text of a published schema; only names that the folder lists are opened."""
    folder = files("helix_lsp.wire") / "schema"
    known = {one.name.removesuffix(_SUFFIX): one for one in folder.iterdir() if one.name.endswith(_SUFFIX)}
    if name not in known:
        raise UsageError(f"there is no resource {uri[:200]!r}; schemas are {', '.join(sorted(known))}")
    return known[name].read_text(encoding="utf-8")
