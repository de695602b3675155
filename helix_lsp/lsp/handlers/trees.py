"""`helix/trees`: which knowledge trees and concept cards the workspace has, so that a client can offer those that
no answer has walked yet. Also `helix/graphLock`.
"""

from __future__ import annotations

from typing import Any, cast

from helix_lsp.lsp.failure import BadParams
from helix_lsp.lsp.folders import Folder
from helix_lsp.lsp.handlers.fields import document_uri, optional, required
from helix_lsp.lsp.language_server import HelixServer
from helix_lsp.lsp.service.workspace_service import LockRequest
from helix_lsp.lsp.work import Job

TREES = "helix/trees"


def trees(ls: HelixServer, params: dict[str, Any]) -> Job:
    """`tree-list.v1` of the folder that holds `textDocument`, else of the first."""
    folder = ls.folders.chosen(document_uri(params))
    return ls.quick(lambda job: listed(folder, job))


def listed(folder: Folder, job: Job) -> dict[str, Any]:
    """`tree-list.v1`; for a worker."""
    from helix_lsp.wire.trees import knowledge_to_wire

    return knowledge_to_wire(folder.view(job.check).view.knowledge())


# `helix/graphLock`: the knowledge trees that a session has locked: look at them, pin, merge or clear.

GRAPH_LOCK = "helix/graphLock"
_ACTIONS = ("inspect", "pin", "merge", "clear")


def graph_lock(ls: HelixServer, params: dict[str, Any]) -> Job:
    """`tree-lock.v1` of the folder that holds `textDocument`, else of the first."""
    action = optional(params, "action", str) or "inspect"
    if action not in _ACTIONS:
        raise BadParams(f"`action` must be one of {', '.join(_ACTIONS)}")
    named = cast("list[object]", optional(params, "treeIds", list) or [])
    tree_ids = tuple(name for name in named if isinstance(name, str))
    if len(tree_ids) != len(named):
        raise BadParams("`treeIds` must be a list of strings")
    if named and action not in ("pin", "merge"):
        raise BadParams(f"`treeIds` does not go with `{action}`")
    request = LockRequest(session_id=required(params, "sessionId", str), action=action, tree_ids=tree_ids)
    folder = ls.folders.chosen(document_uri(params))
    return ls.quick(lambda job: folder.service(job.check).graph_lock(request))
