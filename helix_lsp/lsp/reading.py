"""The reader thread's whole life: bytes in, envelopes out, until the stream ends. It does nothing else, so it
is never deaf.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from helix_lsp.config.serve import ServeConfig
from helix_lsp.lsp.framing import Damage, Frames
from helix_lsp.lsp.message import PARSE_ERROR, Broken, Incoming, decode, first_value


def messages(read: Callable[[int], bytes], config: ServeConfig) -> Iterator[Incoming]:
    """Envelopes in order of arrival. Each damaged frame gives one `Broken`; the iteration ends with the
    stream.
    """
    frames = Frames(read, max_body=config.max_message_bytes, max_header=config.max_header_bytes)
    while True:
        frame = frames.next()
        if frame is None:
            return
        if isinstance(frame, Damage):
            yield Broken(id=None, code=PARSE_ERROR, reason=frame.reason)
            continue
        message = decode(frame, config.max_json_depth)
        if isinstance(message, Broken) and message.code == PARSE_ERROR:
            end = first_value(frame)
            if end is None:
                frames.resume(frame)
            elif end < len(frame):
                frames.give_back(frame[end:])
                message = decode(frame[:end], config.max_json_depth)
        yield message
