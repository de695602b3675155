"""Runs the door until its client leaves: on stdin and stdout, or on a loopback port."""

from __future__ import annotations

import ipaddress
import logging
import socket
from collections.abc import Callable, Sequence

import anyio
import uvicorn
from mcp.server.stdio import stdio_server
from mcp.server.transport_security import TransportSecuritySettings

from helix_lsp.errors import UsageError
from helix_lsp.mcp.definitions import OpenRoots
from helix_lsp.mcp.server import Allowed, Door

# The address of the HTTP door: one of this machine that no other machine reaches, or none at all.

_MOST_PORT = 65_535
_QUEUE = 128


def read_address(given: str) -> tuple[str, int]:
    """(address, port) of `127.0.0.1:8080`, `[::1]:8080` or `localhost:8080`; port 0 takes a free one. Raises
    UsageError for anything that another machine could reach.
    """
    host, colon, port = given.strip().rpartition(":")
    if not colon or not (port.isascii() and port.isdigit()) or len(port) > 5 or int(port) > _MOST_PORT:
        raise UsageError(f"--http takes an address and a port, 127.0.0.1:8080, not {given!r}")
    name = host.removeprefix("[").removesuffix("]")
    if name == "localhost":
        name = "127.0.0.1"
    try:
        loopback = ipaddress.ip_address(name).is_loopback
    except ValueError:
        loopback = False
    if not loopback:
        raise UsageError(
            f"--http serves this machine alone: give 127.0.0.1:{port} or [::1]:{port}, not {given!r}"
        )
    return name, int(port)


def bound(address: str, port: int) -> socket.socket:
    """A listening socket. Raises UsageError when the port is taken or may not be used."""
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((address, port))
        listener.listen(_QUEUE)
    except OSError as error:
        listener.close()
        raise UsageError(
            f"--http {address}:{port} cannot be used: {error.strerror or error}; name another port"
        ) from error
    return listener


def names_of(port: int) -> list[str]:
    """What a client of this machine writes in `Host` for a port, exactly."""
    return [f"127.0.0.1:{port}", f"localhost:{port}", f"[::1]:{port}"]


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
