"""Runs the door until its client leaves: on stdin and stdout, or on a loopback port."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence

import anyio
import uvicorn
from mcp.server.stdio import stdio_server
from mcp.server.transport_security import TransportSecuritySettings

from helix_lsp.mcp.allowed import Allowed
from helix_lsp.mcp.loopback import bound, names_of, read_address
from helix_lsp.mcp.open_roots import OpenRoots
from helix_lsp.mcp.server import Door

_BODY = 1_000_000  # bytes of a request: far above the longest text that a tool takes


def serve(roots: Sequence[str], home: str, http: str | None, say: Callable[[str], None]) -> int:
    """Serves; returns the exit code. `say` gets the lines for a person. Raises WorkspaceError for a root and
    UsageError for an address that cannot be used, before anything is served.
    """
    allowed = Allowed(roots, home)
    logging.basicConfig(level=logging.WARNING, format="helix-lsp: %(message)s")
    rooms = OpenRoots()
    try:
        door = Door(allowed, rooms)
        if http is None:
            anyio.run(_on_stdio, door)
        else:
            _on_http(door, http, say)
    finally:
        rooms.close()
    return 0


async def _on_stdio(door: Door) -> None:
    async with stdio_server() as (reading, writing):
        await door.server.run(reading, writing, door.server.create_initialization_options())


def _on_http(door: Door, http: str, say: Callable[[str], None]) -> None:
    """Only requests that name this very address and come from no other site's page are answered."""
    listener = bound(*read_address(http))
    port = int(listener.getsockname()[1])
    hosts = names_of(port)
    app = door.server.streamable_http_app(
        max_request_body_size=_BODY,
        transport_security=TransportSecuritySettings(
            allowed_hosts=hosts, allowed_origins=[f"http://{host}" for host in hosts]
        ),
    )
    config = uvicorn.Config(
        app, log_config=None, access_log=False, lifespan="on", timeout_graceful_shutdown=2
    )
    shown = listener.getsockname()[0]
    say(f"answering agents at http://{f'[{shown}]' if ':' in shown else shown}:{port}/mcp")
    with listener:
        uvicorn.Server(config).run(sockets=[listener])
