"""Which addresses a request may go to: https anywhere, http only to this machine. Nothing else, and no
secrets inside an address.

See design-decisions.md#what-leaves. Addresses come from the user's own settings (law I11); this guards
against slips and against names that lead elsewhere than they say.
"""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass
from urllib.parse import SplitResult, urlsplit

_LONGEST = 2_000
_LOCAL_NAMES = frozenset({"localhost", "ip6-localhost"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Endpoint:
    """`url` without a slash at its end; `loopback` when its host is this machine by name or number."""

    url: str
    host: str
    loopback: bool
    query: str = ""

    def at(self, path: str) -> str:
        """The address of a path below; a path that the user wrote already is not added again."""
        whole = self.url if self.url.endswith(path) else self.url + path
        return f"{whole}?{self.query}" if self.query else whole


@dataclass(frozen=True, slots=True, kw_only=True)
class BadEndpoint:
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
