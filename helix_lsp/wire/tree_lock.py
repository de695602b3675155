"""`tree-lock.v1`: which knowledge trees a session has locked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

SCHEMA = "tree-lock.v1"


class _Lock(Protocol):
    """The lock record of the floor above, by its fields: this floor may not import it."""

    @property
    def session_id(self) -> str: ...
    @property
    def tree_ids(self) -> Sequence[str]: ...


def lock_to_wire(lock: _Lock) -> dict[str, Any]:
    """The lock as plain JSON data."""
    return {
        "schema": SCHEMA,
        "sessionId": lock.session_id,
        "treeIds": list(lock.tree_ids),
        "locked": bool(lock.tree_ids),
    }
