"""Quick fixes of stale references, `source.fixAll.helix` for renames that are certain, and
`codeAction/resolve` for edits of other files.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, cast

from lsprotocol import types

from helix_lsp.errors import UsageError
from helix_lsp.lsp.capabilities import resolves_edits
from helix_lsp.lsp.failure import BadParams
from helix_lsp.lsp.handlers.code_action import Asked
from helix_lsp.lsp.handlers.fields import position_in
from helix_lsp.lsp.language_server import HelixServer
from helix_lsp.lsp.work import Job

if TYPE_CHECKING:
    from helix_lsp.lsp.handlers.drift_actions import Can

_FIELDS = {"uri": str, "fix": str, "reference": str, "start": int}


def offer(ls: HelixServer, asked: Asked) -> list[types.CodeAction]:
    """What can be done about the stale references of a selection."""
    from helix_lsp.lsp.handlers.drift_actions import offer as found

    return found(asked, _can(ls), {d.uri: d.version for d in ls.documents})


def _can(ls: HelixServer) -> Can:
    from helix_lsp.lsp.handlers.drift_actions import Can

    return Can(
        versioned=ls.client.supports("workspace.workspaceEdit.documentChanges"),
        create="create" in ls.client.listed("workspace.workspaceEdit.resourceOperations"),
        late=resolves_edits(ls.client),
        related=ls.client.shows_related,
    )


def resolve(ls: HelixServer, action: types.CodeAction) -> Job | types.CodeAction:
    """Adds the edit; an action whose finding is not there any more is refused. An action that needs nothing
    comes back as it is.
    """
    if not isinstance(action.data, Mapping) or action.edit is not None:
        return action
    data = cast("Mapping[str, Any]", action.data)
    if not all(isinstance(data.get(name), kind) for name, kind in _FIELDS.items()) or data["fix"] not in (
        "word",
        "baseline",
    ):
        raise BadParams("`data` is not of an action of ours")
    place = position_in(ls, data["uri"])
    if place is None:
        raise UsageError("the document is not here any more")
    can, versions = _can(ls), {d.uri: d.version for d in ls.documents}

    def made(job: Job) -> types.CodeAction:
        from helix_lsp.lsp.handlers.drift_actions import resolved

        return resolved(action, place, can, versions, job)

    return ls.quick(made)
