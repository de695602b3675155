"""`helix/trees`: which knowledge trees and concept cards the workspace has, so that a client can offer those
that no answer has walked yet.
"""

from __future__ import annotations

from typing import Any

from helix_lsp.lsp.folders import Folder
from helix_lsp.lsp.handlers.fields import document_uri
from helix_lsp.lsp.language_server import HelixServer
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
