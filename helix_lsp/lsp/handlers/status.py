"""`helix/status`: the truth about the index of one folder."""

from __future__ import annotations

from typing import Any

from helix_lsp.lsp.handlers.fields import document_uri
from helix_lsp.lsp.language_server import HelixServer
from helix_lsp.lsp.work import Job

STATUS = "helix/status"


def status(ls: HelixServer, params: dict[str, Any]) -> Job:
    """`index-status.v1` of the folder that holds `textDocument`, else of the first."""
    folder = ls.folders.chosen(document_uri(params))
    return ls.question(lambda job: folder.service(job.check).status())
