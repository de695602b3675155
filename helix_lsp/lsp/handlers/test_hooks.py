"""`helix-lsp serve --test-hooks`: four requests for protocol tests. Never registered without the flag."""

from __future__ import annotations

import time
from typing import Any

from helix_lsp.errors import Cancelled
from helix_lsp.lsp.columns import to_text
from helix_lsp.lsp.failure import BadParams
from helix_lsp.lsp.handlers.fields import document_uri, required
from helix_lsp.lsp.language_server import HelixServer
from helix_lsp.lsp.work import Job
from helix_lsp.wire.readable import Exact

_STEP = 0.002


def register(server: HelixServer) -> None:
    """Add the handlers."""
    server.feature("helix/test/text")(text)
    server.feature("helix/test/echo")(echo)
    server.feature("helix/test/slow")(slow)
    server.feature("helix/test/folders")(folders)


def text(ls: HelixServer, params: dict[str, Any]) -> dict[str, str]:
    """`{textDocument}` -> `{text}`: the server's copy."""
    uri = document_uri(params)
    document = ls.documents.get(uri) if uri is not None else None
    if document is None:
        raise BadParams("`textDocument` is not open")
    return Exact(text=to_text(document.text.data))


def echo(ls: HelixServer, params: dict[str, Any]) -> Job:
    """`{text}` -> `{text}`, from a worker; other fields come back too, so that a test sees which keys
    arrived.
    """
    required(params, "text", str)
    return ls.quick(lambda _: Exact(params))


def slow(ls: HelixServer, params: dict[str, Any]) -> Job:
    """`{seconds}` -> `{seconds}`: busy that long, looking for a cancel all the time."""
    seconds = params.get("seconds")
    if not isinstance(seconds, int | float) or isinstance(seconds, bool):
        raise BadParams("`seconds` must be a number")
    return ls.slow(lambda job: _spend(float(seconds), job))


def _spend(seconds: float, job: Job) -> dict[str, float]:
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if job.stopped:  # not `check`, which would let older questions go first: this must take the time that was asked for
            raise Cancelled("cancelled by the client")
        sum(range(1_000))
        time.sleep(_STEP)
    return {"seconds": seconds}


def folders(ls: HelixServer, _params: dict[str, Any]) -> dict[str, list[str]]:
    """`{}` -> `{folders}`: URIs in order."""
    return {"folders": [folder.uri for folder in ls.folders]}
