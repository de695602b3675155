"""The cutter of frames under damage: it always ends, never raises, and finds the next sound frame. Carries
G5.
"""

from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from helix_lsp.config.server import ServeConfig
from helix_lsp.lsp.server import messages
from helix_lsp.lsp.stream.message import Broken, Notification, Request, decode, encode, first_value
from helix_lsp.wire.readable import readable

CONFIG = ServeConfig(max_message_bytes=100_000)


def pieces(data: bytes, sizes: list[int]):
    """A `read` that gives the stream in odd pieces."""
    at, turn = 0, 0

    def read(most: int) -> bytes:
        nonlocal at, turn
        size = min(most, sizes[turn % len(sizes)]) if sizes else most
        turn += 1
        chunk = data[at : at + size]
        at += len(chunk)
        return chunk

    return read


json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(), max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


@settings(max_examples=200, deadline=None)
@given(st.lists(json_values, min_size=1, max_size=4), st.lists(st.integers(1, 40), min_size=1, max_size=5))
def test_whatever_the_pieces_the_messages_are_the_same(params: list[object], sizes: list[int]):
    stream = b"".join(encode({"jsonrpc": "2.0", "method": "m", "params": value}) for value in params)
    got = list(messages(pieces(stream, sizes), CONFIG))
    assert got == [
        Notification(method="m", params=readable(value, "params")) for value in params
    ]  # what a person reads is made visible


def test_mutated_streams_end_and_never_raise():
    dice = random.Random(11)
    sound = encode(
        {"jsonrpc": "2.0", "id": 1, "method": "textDocument/hover", "params": {"a": [1, "x\u2028"]}}
    )
    for _ in range(6_000):
        data = bytearray(sound * dice.randrange(1, 4))
        for _ in range(dice.randrange(1, 6)):
            at = dice.randrange(len(data))
            match dice.randrange(4):
                case 0:
                    data[at] = dice.randrange(256)
                case 1:
                    del data[at : at + dice.randrange(1, 30)]
                case 2:
                    data[at:at] = bytes(dice.randrange(256) for _ in range(dice.randrange(20)))
                case _:
                    data[at:at] = data[: dice.randrange(60)]
        got = list(messages(pieces(bytes(data), [dice.randrange(1, 99)]), CONFIG))
        assert len(got) <= len(data)


def test_after_damage_and_some_sound_frames_it_is_in_step():
    dice = random.Random(12)
    sound = [encode({"jsonrpc": "2.0", "id": n, "method": "m"}) for n in range(5)]
    for _ in range(2_000):
        junk = bytes(dice.randrange(256) for _ in range(dice.randrange(60)))
        got = list(messages(pieces(junk + b"\r\n\r\n" + b"".join(sound), [7]), CONFIG))
        assert [m.id for m in got if isinstance(m, Request)][-4:] == [1, 2, 3, 4]


def test_memory_is_bounded_while_it_seeks():
    asked: list[int] = []

    def read(most: int) -> bytes:
        asked.append(most)
        if len(asked) == 1:
            return b"Content-Length: 99999999999\r\n\r\n"
        return b"z" * most if len(asked) < 400 else b""

    assert [type(m) for m in messages(read, CONFIG)] == [Broken]
    assert max(asked) <= 65_536


def test_a_message_goes_out_and_comes_back():
    message = {
        "jsonrpc": "2.0",
        "id": "\ud800é",
        "method": "x",
        "params": {"from": 1, "a-b": 2, "jsonrpc": 3, "type_name": "T"},
    }
    body = encode(message).partition(b"\r\n\r\n")[2]
    assert body.isascii()
    assert decode(body, 200) == Request(id="\ud800é", method="x", params=message["params"])


def test_where_the_first_value_ends():
    assert first_value(b'{"a": "\xc3\xa9"}Content') == 11
    assert first_value(b"  [1] ") == 5
    assert first_value(b"Content-Length") is None
    assert first_value(b"[" * 100_000) is None


def test_only_what_waits_is_answered():
    request, note = (
        b'{"jsonrpc":"2.0","id":5,"method":"m","params":NaN}',
        b'{"jsonrpc":"2.0","method":"m","params":NaN}',
    )
    reply = b'{"jsonrpc":"2.0","id":5,"result":NaN}'
    found = [decode(body, 200) for body in (request, note, reply, b"{")]
    assert [(m.id, m.answer) for m in found if isinstance(m, Broken)] == [
        (5, True),
        (None, False),
        (None, False),
        (None, True),
    ]
