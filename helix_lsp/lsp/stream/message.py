"""One JSON-RPC message: bytes to an envelope, and back. Params stay plain data here; what they mean is
decided later.

Strict where the specification is (no NaN, no infinity, UTF-8 only, bounded depth), tolerant where editors
are: lone surrogates pass both ways, but for the params of a request, in which each becomes U+FFFD; a byte order
mark is skipped, an id of 1.0 counts as 1. A message that cannot be used becomes `Broken`, which says how to
answer it, with the id where one can be read at all.
Source: JSON-RPC 2.0; LSP 3.17, Base Protocol.
"""

from __future__ import annotations

import json
import math
import re
from typing import Any, cast

import msgspec

from helix_lsp.text.regex import regex
from helix_lsp.text.visible import replaced_in
from helix_lsp.wire.readable import readable

MessageId = int | str
_HALVES = (b"\\ud", b"\\uD", b"\xed")  # without one of these no text of a body holds half a character
_NAMES = frozenset({"uri", "workDoneToken", "partialResultToken"})
"""Fields that name something of the client: it would not know them again."""

PARSE_ERROR = -32700
INVALID_REQUEST = -32600

_ONE_BRACKET = bytes.maketrans(b"{}", b"[]")
_MARKS = regex(rb'"(?>[^"\\]+|\\.)*"|[\[\]{}]', re.DOTALL)
_ESCAPED = regex(rb"\\[ubfr]|\x7f")  # without one, nothing in it is hidden
_NOT_STRUCTURE = bytes(c for c in range(256) if c not in b'"[]{}')


class Request(msgspec.Struct, frozen=True, kw_only=True):
    """Wants exactly one answer. `params` is a dict, a list or None."""

    id: MessageId
    method: str
    params: Any


class Notification(msgspec.Struct, frozen=True, kw_only=True):
    """Wants no answer. `params` is a dict, a list or None."""

    method: str
    params: Any


class Reply(msgspec.Struct, frozen=True, kw_only=True):
    """The client's answer to a request of ours; `error` is None when it succeeded."""

    id: MessageId | None
    result: Any
    error: dict[str, Any] | None


class Broken(msgspec.Struct, frozen=True, kw_only=True):
    """What cannot be used; `answer` is False for what looks like a notification or a reply: nobody waits
    then.
    """

    id: MessageId | None
    code: int
    reason: str
    answer: bool = True


Incoming = Request | Notification | Reply | Broken


class _NotFinite(ValueError):
    """NaN, Infinity, or a number beyond what a double holds."""


def decode(body: bytes, max_depth: int) -> Incoming:
    """The envelope of one message body; never raises."""
    if _deeper_than(body, max_depth):
        return _salvage(body, f"nested deeper than {max_depth} levels")
    try:
        text = body.decode("utf-8", "surrogatepass").removeprefix("\ufeff")
        value = json.loads(text, parse_constant=_refuse, parse_float=_finite)
    except _NotFinite:
        return _salvage(body, "NaN and Infinity are not JSON")
    except (ValueError, RecursionError):
        return Broken(id=None, code=PARSE_ERROR, reason="the body is not JSON in UTF-8")
    return _envelope(value, halves=any(mark in body for mark in _HALVES))


def first_value(body: bytes) -> int | None:
    """How many bytes the first JSON value takes, None when there is none. Less than all: the length in the
    header was wrong.
    """
    try:
        text = body.decode("utf-8", "surrogatepass")
        start = len(text) - len(text.lstrip())
        _, end = json.JSONDecoder().raw_decode(text, start)
    except (ValueError, RecursionError):
        return None
    return len(text[:end].encode("utf-8", "surrogatepass"))


def encode(message: dict[str, Any]) -> bytes:
    """A whole frame, header included. ASCII only on the wire, so lone surrogates survive; what a person reads
    is visible (`wire/readable.py`). Raises ValueError for NaN.
    """
    body = json.dumps(message, allow_nan=False, separators=(",", ":")).encode("ascii")
    if _ESCAPED.search(body):
        body = json.dumps(readable(message), allow_nan=False, separators=(",", ":")).encode("ascii")
    return b"Content-Length: %d\r\n\r\n" % len(body) + body


def _envelope(value: object, *, halves: bool) -> Incoming:
    if not isinstance(value, dict):
        what = "batches are not part of LSP" if isinstance(value, list) else "a message is an object"
        return Broken(id=None, code=INVALID_REQUEST, reason=what)
    message = cast("dict[str, Any]", value)
    identity = _identity(message.get("id"))
    if "method" not in message and ("result" in message or "error" in message):
        error = message.get("error")
        return Reply(
            id=identity,
            result=message.get("result"),
            error=cast("dict[str, Any]", error) if isinstance(error, dict) else None,
        )
    waits = "id" in message
    reason = _fault(message, identity, waits)
    if reason is not None:
        return Broken(
            id=identity, code=INVALID_REQUEST, reason=reason, answer=waits or "method" not in message
        )
    if identity is not None:
        params = message.get("params")
        if halves:  # not in notifications: the texts of documents keep theirs, the other half may come with the next edit
            params = replaced_in(params, but=_NAMES)
        return Request(id=identity, method=message["method"], params=params)
    return Notification(method=message["method"], params=message.get("params"))


def _fault(message: dict[str, Any], identity: MessageId | None, waits: bool) -> str | None:
    if message.get("jsonrpc") != "2.0":
        return '`jsonrpc` is not "2.0"'
    if not isinstance(message.get("method"), str):
        return "`method` is not a string"
    if waits and identity is None:
        return "`id` is neither an integer nor a string"
    return None


def _identity(value: object) -> MessageId | None:
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, int | str) and not isinstance(value, bool):
        return value
    return None


def _refuse(text: str) -> float:
    raise _NotFinite(text)


def _finite(text: str) -> float:
    value = float(text)
    if math.isinf(value):
        raise _NotFinite(text)
    return value


def _salvage(body: bytes, reason: str) -> Broken:
    """Read once more, leniently, only to learn who waits for the answer."""
    try:
        value = json.loads(
            _top(body).decode("utf-8", "surrogatepass").removeprefix("\ufeff"), parse_constant=lambda _: None
        )
    except (ValueError, RecursionError):
        value = None
    message = cast("dict[str, Any]", value) if isinstance(value, dict) else {}
    waits = "id" in message if "method" in message else not message.keys() & {"result", "error"}
    return Broken(
        id=_identity(message.get("id")) if waits else None, code=PARSE_ERROR, reason=reason, answer=waits
    )


def _top(body: bytes) -> bytes:
    """The outermost object alone: whatever nests in it is an empty list. What is not closed stays open."""
    kept, depth, at = list[bytes](), 0, 0
    for mark in _MARKS.finditer(body):
        step = -1 if mark.group() in b"]}" else mark.group() in b"[{"
        if depth == 1 and step == 1:
            kept.append(body[at : mark.start()] + b"[]")
        elif depth == 2 and step == -1:
            at = mark.end()
        depth += step
    return b"".join((*kept, body[at:])) if depth == 0 else body


def _deeper_than(body: bytes, limit: int) -> bool:
    """True when brackets nest deeper than `limit`; peels one level a round, so a flat message costs a few
    scans.
    """
    if body.count(b"[") + body.count(b"{") <= limit:
        return False
    bare = body.replace(b"\\\\", b"").replace(b'\\"', b"").translate(_ONE_BRACKET, _NOT_STRUCTURE)
    brackets = b"".join(bare.split(b'"')[::2])
    for _ in range(limit):
        if b"[]" not in brackets:
            break
        brackets = brackets.replace(b"[]", b"")
    return b"[]" in brackets or brackets.count(b"[") > limit
