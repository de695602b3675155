r"""Cuts the incoming byte stream into message bodies, and finds its way back after damage. Also the only writer of
the outgoing stream.

Header names are case-insensitive, unknown headers are skipped, lines may end in a bare `\n`. After a header
that cannot be used (no length, two lengths, too long, another charset, no end) the stream is searched for the
next `Content-Length` line. What a wrong length took too much can be given back. JSON never holds a raw line
end inside a string, so a header found inside a broken body is never text that a valid message quotes.
Source: LSP 3.17, Base Protocol, Header Part.
"""

from __future__ import annotations

import queue
import re
import threading
from collections.abc import Callable

import msgspec

from helix_lsp.text.regex import regex

_HEADER = regex(
    rb"content-length[ \t]*:[ \t]*(\d{1,18})[ \t]*\r?\n(?:[\w-]+[ \t]*:[^\r\n]{0,1000}\r?\n){0,50}\r?\n",
    re.IGNORECASE,
)
_START = regex(rb"content-length[ \t]*:[ \t]*\d+[ \t]*\r?\n", re.IGNORECASE)
_LENGTH = regex(rb"content-length[ \t]*:[ \t]*(\d{1,18})[ \t]*\Z", re.IGNORECASE)
_OTHER = regex(rb"(?!content-length[ \t]*:)[!#$%&'*+.^_`|~\w-]+[ \t]*:", re.IGNORECASE)
_CHARSET = regex(rb"content-type[ \t]*:.{0,200}?charset[ \t]*=[ \t]*\"?([\w-]+)", re.IGNORECASE)
_BLANK = regex(rb"\r?\n\r?\n")
_NAME = "content-length:"
_BEGUN = "|".join([*(_NAME[:size] for size in range(1, len(_NAME))), rf"{_NAME}[ \t]*\d{{0,18}}[ \t]*\r?"])
_CUT = regex(rf"(?:{_BEGUN})\Z".encode(), re.IGNORECASE)  # a header line that the end of a body cuts in two
_READ = 65_536
_LONGEST_START = 64


class Damage(msgspec.Struct, frozen=True, kw_only=True):
    """A frame that could not be cut; the reason is for the answer and the log."""

    reason: str


class Frames:
    """Pulls bytes through `read(n)` (b"" means the end) and gives bodies in order. Used by one thread."""

    def __init__(self, read: Callable[[int], bytes], *, max_body: int, max_header: int) -> None:
        self._read = read
        self._max_body = max_body
        self._max_header = max_header
        self._held = bytearray()
        self._ended = False
        self._hurt = (
            False  # said already: what is in front of the next header belongs to what went wrong before
        )

    def next(self) -> bytes | Damage | None:
        """The next body, or what went wrong, or None at the end of the stream."""
        head = self._head()
        if not isinstance(head, bytes):
            return head
        length = self._length(head)
        if isinstance(length, Damage):
            self.give_back(_next_length(head))
            self._seek()
            return length
        if not self._hurt and any(b"{" in line and not _OTHER.match(line) for line in head.split(b"\n")):
            self.give_back(head + b"\r\n\r\n")
            return Damage(reason="a message without its header")
        self._hurt = False
        while len(self._held) < length:
            if not self._more():
                return None
        body = bytes(self._held[:length])
        del self._held[:length]
        return Damage(reason="only utf-8 is understood") if _foreign(head) else body

    def give_back(self, rest: bytes) -> None:
        """Put bytes that belong to the next frame back in front of the stream."""
        self._hurt = True
        self._held[:0] = rest

    def resume(self, broken: bytes) -> None:
        """Reading goes on at the header inside a broken body, or at what may be the beginning of one that the
        body's end cuts off.
        """
        self._hurt = True
        found = (
            _HEADER.search(broken)
            or _START.search(broken)
            or _CUT.search(broken, max(0, len(broken) - _LONGEST_START))
        )
        if found is not None:
            self.give_back(broken[found.start() :])

    def _head(self) -> bytes | Damage | None:
        """The header block, taken off the stream with its blank line."""
        while True:
            skip = len(self._held) - len(self._held.lstrip(b"\r\n"))
            del self._held[:skip]
            found = _BLANK.search(self._held)
            if found and found.start() <= self._max_header:
                head = bytes(self._held[: found.start()])
                del self._held[: found.end()]
                return head
            if len(self._held) > self._max_header:
                del self._held[:1]
                self._seek()
                return Damage(reason=f"no end of the header within {self._max_header} bytes")
            if not self._more():
                return None

    def _length(self, head: bytes) -> int | Damage:
        """After damage a length at the end of any line counts: the rest of a body cut too short may stand
        before it.
        """
        lines = [line.rstrip(b"\r") for line in head.split(b"\n")]
        lengths = {
            int(m.group(1))
            for m in (_LENGTH.search(line) for line in lines if self._hurt or not _OTHER.match(line))
            if m
        }
        if len(lengths) != 1:
            return Damage(reason="a header needs one Content-Length")
        length = lengths.pop()
        if length > self._max_body:
            return Damage(reason=f"the message is longer than {self._max_body} bytes")
        return length

    def _seek(self) -> None:
        """Drop bytes until a Content-Length line begins; memory stays bounded whatever comes."""
        while True:
            found = _START.search(self._held)
            if found:
                del self._held[: found.start()]
                return
            del self._held[: max(0, len(self._held) - _LONGEST_START)]
            if not self._more():
                return

    def _more(self) -> bool:
        chunk = b"" if self._ended else self._read(_READ)
        self._ended = not chunk
        self._held += chunk
        return bool(chunk)


def _next_length(head: bytes) -> bytes:
    """Without the blank line between them a body and the next frame's length are taken for header lines: that
    length, to be read once more.
    """
    body, _, last = head.rstrip(b"\r").rpartition(b"}")
    return last + b"\r\n\r\n" if body and _START.match(last + b"\n") else b""


def _foreign(head: bytes) -> bool:
    found = _CHARSET.search(head)
    return found is not None and found.group(1).lower() not in (b"utf-8", b"utf8")


# The only writer of the outgoing stream: whole frames, one after another, from one thread.
#
# Any thread may `send`; frames leave in the order in which `send` took them. A client that does not read
# never blocks the loop: frames wait in memory, and above `backlog_bytes` those marked droppable (progress,
# logs) are dropped. A broken stream is reported once.


class Writer:
    """`write(data)` may take less than it is given and returns how much it took (like `os.write`)."""

    def __init__(
        self, write: Callable[[memoryview], int], *, backlog_bytes: int, on_broken: Callable[[], None]
    ) -> None:
        self._write = write
        self._limit = backlog_bytes
        self._on_broken = on_broken
        self._frames: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._lock = threading.Lock()
        self._waiting = 0
        self._closed = False
        self._thread = threading.Thread(target=self._run, name="helix-writer", daemon=True)

    @property
    def backlog(self) -> int:
        """Bytes taken and not yet written."""
        return self._waiting

    def start(self) -> None:
        """Begin to write; frames sent before this wait."""
        self._thread.start()

    def send(self, frame: bytes, *, droppable: bool = False) -> bool:
        """Queue one whole frame; False when it was dropped (closed, or droppable and the client is far
        behind).
        """
        with self._lock:
            if self._closed or (droppable and self._waiting > self._limit):
                return False
            self._waiting += len(frame)
            self._frames.put(frame)
            return True

    def close(self, timeout: float) -> bool:
        """Write what is queued, take nothing more; False when the client did not read it in `timeout`
        seconds.
        """
        with self._lock:
            if not self._closed:
                self._closed = True
                self._frames.put(None)
        if self._thread.is_alive():
            self._thread.join(timeout)
        return not self._thread.is_alive()

    def _run(self) -> None:
        while (frame := self._frames.get()) is not None:
            try:
                rest = memoryview(frame)
                while rest:
                    rest = rest[self._write(rest) :]
            except (OSError, ValueError):
                with self._lock:
                    self._closed = True
                self._on_broken()
                return
            with self._lock:
                self._waiting -= len(frame)
