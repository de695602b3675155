"""The address of the HTTP door: one of this machine that no other machine reaches, or none at all."""

from __future__ import annotations

import ipaddress
import socket

from helix_lsp.errors import UsageError

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
