"""Which addresses a request may go to: https anywhere, http only to this machine. Nothing else, and no
secrets inside an address.

See design-decisions.md#what-leaves. Addresses come from the user's own settings (law I11); this guards
against slips and against names that lead elsewhere than they say.
"""

from __future__ import annotations

import ipaddress
import os
import stat
from collections.abc import Callable
from pathlib import Path
from urllib.parse import SplitResult, urlsplit

import msgspec

_LONGEST = 2_000
_LOCAL_NAMES = frozenset({"localhost", "ip6-localhost"})


class Endpoint(msgspec.Struct, frozen=True, kw_only=True):
    """`url` without a slash at its end; `loopback` when its host is this machine by name or number."""

    url: str
    host: str
    loopback: bool
    query: str = ""

    def at(self, path: str) -> str:
        """The address of a path below; a path that the user wrote already is not added again."""
        whole = self.url if self.url.endswith(path) else self.url + path
        return f"{whole}?{self.query}" if self.query else whole


class BadEndpoint(msgspec.Struct, frozen=True, kw_only=True):
    """Why an address cannot be used, in words that hold no part of it that may be secret."""

    reason: str


def read_endpoint(url: str, option: str = "model.url") -> Endpoint | BadEndpoint:
    """An address as the user wrote it; never raises."""
    if len(url) > _LONGEST or not url.isprintable() or any(c.isspace() for c in url) or "\\" in url:
        return BadEndpoint(
            reason=f"{option} holds a blank, a control character or a backslash, or is too long"
        )
    try:
        split = urlsplit(url)
        host, port = (split.hostname or "").rstrip("."), split.port
    except ValueError:
        return BadEndpoint(reason=f"{option} is not an address")
    if split.scheme not in ("http", "https") or not host:
        return BadEndpoint(
            reason=f"{option} must begin with https:// (or http:// for this machine) and name a host"
        )
    if split.username is not None or split.password is not None:
        return BadEndpoint(
            reason=f"{option} holds a user name or password; name the key with model.key_env instead"
        )
    if split.fragment:
        return BadEndpoint(reason=f"{option} holds a fragment (#)")
    loopback = is_loopback(host)
    if split.scheme == "http" and not loopback:
        return BadEndpoint(reason=f"{option} is http, and {host} is not this machine; use https")
    return Endpoint(url=_without_query(split, port), host=host, loopback=loopback, query=split.query)


def is_loopback(host: str) -> bool:
    """True for `localhost`, 127.0.0.0/8 and ::1 as they are written; other spellings of numbers are names,
    and names are elsewhere.
    """
    if host.lower() in _LOCAL_NAMES:
        return True
    try:
        return ipaddress.ip_address(host.partition("%")[0]).is_loopback
    except ValueError:
        return False


def _without_query(split: SplitResult, port: int | None) -> str:
    host = split.hostname or ""
    shown = f"[{host}]" if ":" in host else host
    return f"{split.scheme}://{shown}{f':{port}' if port is not None else ''}{split.path.rstrip('/')}"


# The key of a provider: from a variable that the user names, or from a file that only the user can read. It
# is never shown.
#
# Invariants: a `Key` does not have text form but `***`; it is handed to the request's headers and to
# nothing else.

_MOST_BYTES = 10_000


class Key:
    """A secret that neither `repr`, `str`, formatting nor pickling shows."""

    __slots__ = ("_secret",)

    def __init__(self, secret: str) -> None:
        self._secret = secret

    def __bool__(self) -> bool:
        return bool(self._secret)

    def __repr__(self) -> str:
        return "Key(***)" if self._secret else "Key()"

    __str__ = __repr__

    def __format__(self, _spec: str) -> str:
        return repr(self)

    def __reduce__(self) -> tuple[type[Key], tuple[str]]:
        return (Key, ("",))

    def reveal(self) -> str:
        """The secret, for a header."""
        return self._secret


def read_key(variable: str, file: str, secret: Callable[[str], str]) -> Key | str:
    """The key, empty when none is set; a text is the reason why the one that is set cannot be used. `secret`
    reads a variable.
    """
    found = secret(variable).strip() if variable else ""
    if not found and file:
        read = _from_file(file)
        if isinstance(read, Key):
            return (
                read
                if _sendable(read.reveal())
                else f"the key in {file} holds a blank or a character that no header can carry"
            )
        return read
    if found and not _sendable(found):
        return f"the key in {variable} holds a blank or a character that no header can carry"
    return Key(found)


def _sendable(secret: str) -> bool:
    return secret.isascii() and secret.isprintable() and " " not in secret


def _from_file(file: str) -> Key | str:
    """The file is opened once, and what was opened is judged."""
    if not os.path.isabs(file):
        return "model.key_file must be an absolute path"
    try:
        with Path(file).open("rb") as opened:
            found = os.fstat(opened.fileno())
            if not stat.S_ISREG(found.st_mode):
                return f"{file} is not a regular file"
            if os.name == "posix" and found.st_mode & (stat.S_IRWXG | stat.S_IRWXO):
                return f"{file} can be read by others; run: chmod 600 {file}"
            data = opened.read(_MOST_BYTES + 1)
    except OSError as error:
        return f"{file} cannot be read ({error.strerror})"
    if len(data) > _MOST_BYTES:
        return f"{file} is too large for a key"
    return Key(data.decode("utf-8", "replace").strip())
