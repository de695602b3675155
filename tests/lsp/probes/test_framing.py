"""Framing and envelopes, as the base protocol and JSON-RPC 2.0 have them. One server takes all of it and must
stay in step: after each probe the next sound frame is answered. Carries G1.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

import pytest

from tests.lsp.probes.wire import Wire, frame

HEAD = b"Content-Length: %d\r\n"
KIND = b"Content-Type: application/vscode-jsonrpc"


def echo(ident: Any, text: str = "x", **more: Any) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": ident, "method": "helix/test/echo", "params": {"text": text} | more}


def body(ident: Any, **more: Any) -> bytes:
    return json.dumps(echo(ident, **more)).encode()


def answered(line: Wire, ident: Any) -> None:
    assert "result" in line.answer(ident)


def test_split_at_every_byte(line: Wire):
    first = line.expect()
    for byte in frame(echo(first)):
        line.raw(bytes([byte]))
    answered(line, first)
    for at in range(1, len(frame(echo(first)))):
        number = line.expect()
        data = frame(echo(number)) + b"\r\n"
        line.raw(data[:at])
        line.raw(data[at:])
    answered(line, number)


@pytest.mark.parametrize("count", [2, 300, 2_000])
def test_many_in_one_write(line: Wire, count: int):
    ids = [line.expect() for _ in range(count)]
    line.send(*(echo(number) for number in ids))
    for number in ids:
        answered(line, number)


SOUND_HEADS = {
    "lower case": b"content-length: %d\r\n\r\n", "upper case": b"CONTENT-LENGTH: %d\r\n\r\n", "mixed case": b"cOnTeNt-LeNgTh: %d\r\n\r\n",
    "no blank": b"Content-Length:%d\r\n\r\n", "blanks": b"Content-Length:    %d\r\n\r\n", "a tab": b"Content-Length:\t%d\r\n\r\n",
    "a blank behind": b"Content-Length: %d  \r\n\r\n", "leading zeros": b"Content-Length: 000%d\r\n\r\n", "type behind": HEAD + KIND + b"\r\n\r\n",
    "type before": KIND + b"; charset=utf-8\r\n" + HEAD + b"\r\n", "utf8": HEAD + KIND + b"; charset=utf8\r\n\r\n",
    "UTF-8": HEAD + KIND + b"; charset=UTF-8\r\n\r\n", "quoted charset": HEAD + KIND + b'; charset="utf-8"\r\n\r\n',
    "small type": b"content-type: a/b; charset=utf-8\r\n" + HEAD + b"\r\n", "an empty type": HEAD + b"Content-Type: \r\n\r\n",
    "parameters": HEAD + KIND + b"; q=1; charset=utf-8; z=2\r\n\r\n", "unknown before": b"X-Thing: 4\r\n" + HEAD + b"\r\n",
    "a name that ends alike": HEAD + b"X-Content-Length: 4\r\n\r\n", "a value that reads alike": b"X: Content-Length: 4\r\n" + HEAD + b"\r\n",
    "twenty": b"A: b\r\n" * 20 + HEAD + b"\r\n", "colons": b"X: a:b:c\r\n" + HEAD + b"\r\n", "an empty value": b"X:\r\n" + HEAD + b"\r\n",
    "a long one": b"X: " + b"a" * 2_000 + b"\r\n" + HEAD + b"\r\n", "a name of all signs": b"X.y_z~!#$&'*+^`|: 1\r\n" + HEAD + b"\r\n",
    "braces in a value": b'X-Trace: {"a": 1}\r\n' + HEAD + b"\r\n",
}  # fmt: skip


@pytest.mark.parametrize("head", SOUND_HEADS.values(), ids=SOUND_HEADS)
def test_sound_heads(line: Wire, head: bytes):
    number = line.expect()
    line.raw(frame(body(number), head))
    answered(line, number)


ODD_HEADS = {
    "line feeds": b"Content-Length: %d\n\n", "mixed ends": HEAD + b"\n", "carriage returns": b"Content-Length: %d\r\r",
    "plus": b"Content-Length: +%d\r\n\r\n",
    "minus": b"Content-Length: -%d\r\n\r\n", "hexadecimal": b"Content-Length: 0x%x\r\n\r\n", "half": b"Content-Length: %d.0\r\n\r\n",
    "a list": b"Content-Length: %d, 4\r\n\r\n", "text": b"Content-Length: many\r\n\r\n", "no value": b"Content-Length:\r\n\r\n",
    "two values": b"Content-Length: %d 4\r\n\r\n", "twice": HEAD + b"Content-Length: 4\r\n\r\n",
    "a blank before the colon": b"Content-Length : %d\r\n\r\n",
    "blank lines before": b"\r\n\r\n" + HEAD + b"\r\n", "only a type": KIND + b"\r\n\r\n", "no header": b"", "no colon": b"Content-Length %d\r\n\r\n",
    "latin-1": HEAD + KIND + b"; charset=latin-1\r\n\r\n", "utf-16": HEAD + KIND + b"; charset=utf-16\r\n\r\n", "no blank line": HEAD,
    "ten gigabytes": b"Content-Length: 10000000000\r\n\r\n", "thirty digits": b"Content-Length: " + b"9" * 30 + b"\r\n\r\n",
    "zero": b"Content-Length: 0\r\n\r\n", "one": b"Content-Length: 1\r\n\r\n", "a byte order mark": b"\xef\xbb\xbf" + HEAD + b"\r\n",
    "a NUL": b"\0" + HEAD + b"\r\n", "a line of junk": b"hello there\r\n" + HEAD + b"\r\n", "a folded line": b"X: a\r\n b\r\n" + HEAD + b"\r\n",
    "HTTP": b"POST / HTTP/1.1\r\nHost: x\r\n" + HEAD + b"\r\n", "other digits": "Content-Length: ٤٢\r\n\r\n".encode(),
    "too long": b"X: " + b"a" * 100_000 + b"\r\n" + HEAD + b"\r\n",
}  # fmt: skip


@pytest.mark.parametrize("head", ODD_HEADS.values(), ids=ODD_HEADS)
def test_odd_heads(line: Wire, head: bytes):
    """What the protocol forbids or leaves open: answered as usual, or refused aloud."""
    refused_or_answered(line, lambda data: frame(data, head) if b"%" in head else head + data)


@pytest.mark.parametrize("shift", [-40, -10, -1, 1, 10, 100])
def test_a_length_that_lies(line: Wire, shift: int):
    refused_or_answered(line, lambda data: HEAD % (len(data) + shift) + b"\r\n" + data)


def refused_or_answered(line: Wire, made: Callable[[bytes], bytes]) -> None:
    odd, before = line.expect(), len(line.messages)
    line.raw(made(body(odd)))
    line.sound()
    # The answer is made beside the one that was just waited for, and may come behind it.
    assert line.until(lambda: line.answers(odd) or line.nameless(before))
    if not line.answers(odd):
        del line.asked[odd]


NO_JSON = {
    "nothing": b"", "a blank": b" ", "text": b"hello", "half": b'{"jsonrpc":"2.0","id":1,"method":',
    "a comment": b'{"jsonrpc":"2.0",/**/"method":"x"}',
    "two values": b'{"a":1}{"b":2}', "a comma too much": b'{"jsonrpc":"2.0","method":"x",}', "single quotes": b"{'method':'x'}", "a lone quote": b'"',
    "UTF-16": '{"method":"x"}'.encode("utf-16"), "latin-1": '{"method":"é"}'.encode("latin-1"), "no UTF-8": b'{"method":"\xff\xfe"}',
    "overlong": b'{"method":"\xc0\x80"}', "a line end in text": b'{"method":"a\nb"}', "a control character": b'{"method":"a\x01b"}', "NUL": b"\0",
    "NaN": b"NaN", "a bad escape": b'{"method":"\\x41"}', "half an escape": b'{"method":"\\u12"}', "lists without end": b"[" * 1_000_000,
    "deep lists": b"[" * 100_000 + b"]" * 100_000, "deep objects": b'{"a":' * 100_000 + b"1" + b"}" * 100_000,
}  # fmt: skip


@pytest.mark.parametrize("data", NO_JSON.values(), ids=NO_JSON)
def test_bodies_that_are_no_message(line: Wire, data: bytes):
    before = len(line.messages)
    line.raw(frame(data))
    line.sound()
    codes = line.nameless(before)
    assert len(codes) == 1
    assert codes[0] in (-32700, -32600)


@pytest.mark.parametrize("value", ["NaN", "Infinity", "-Infinity", "1e999", "0x10", "012", "+1", ".5", "5."])
def test_numbers_that_are_not_json(line: Wire, value: str):
    before = len(line.messages)
    for member in ("id", "params"):
        line.raw(
            frame(b'{"jsonrpc":"2.0","method":"helix/test/echo","%s":%s}' % (member.encode(), value.encode()))
        )
    line.sound()
    assert len(line.nameless(before)) in (1, 2)  # what has no id need not be answered


SAME: dict[str, Callable[[bytes], bytes]] = {
    "blanks round it": lambda b: b"  \r\n\t" + b + b" \n\n ", "pretty": lambda b: json.dumps(json.loads(b), indent=4).encode(),
    "a byte order mark": lambda b: b"\xef\xbb\xbf" + b,
    "escapes": lambda b: b.replace(b"echo", b"\\u0065cho"), "an escaped slash": lambda b: b.replace(b"helix/", b"helix\\/"),
    "a member twice": lambda b: b[:-1] + b',"jsonrpc":"2.0"}',
    "a member nobody knows": lambda b: b[:-1] + b',"extra":{"a":[1,null]}}',
    "another order": lambda b: json.dumps(dict(reversed(json.loads(b).items()))).encode(),
    "id 7.0": lambda b: b.replace(b', "method"', b'.0, "method"'),
}  # fmt: skip


@pytest.mark.parametrize("change", SAME.values(), ids=SAME)
def test_the_same_message_in_another_shape(line: Wire, change: Callable[[bytes], bytes]):
    number = line.expect()
    line.raw(frame(change(body(number))))
    answered(line, number)


TEXTS = {
    "\\ud800": "\ufffd", "\\udc00x": "\ufffdx", "\\udc00\\ud800": "\ufffd\ufffd", "\\ud83d\\ude00": "😀", "😀é中": "😀é中", "a\\u0000b": "a\0b",
    "\\uffff": "\uffff",
    "a\u2028b": "a\u2028b", "": "", "\x7f": "\x7f", '\\"\\\\\\/\\b\\f\\n\\r\\t': '"\\/\b\f\n\r\t',
    "Content-Length: 5\\r\\n\\r\\n{}": "Content-Length: 5\r\n\r\n{}", "ä" * 500_000: "ä" * 500_000,
    "\udbff": "\ufffd",
}  # fmt: skip


@pytest.mark.parametrize("written", TEXTS, ids=range(len(TEXTS)))
def test_texts_come_back(line: Wire, written: str):
    """Of a request as they are, but for halves of characters."""
    number = line.expect()
    line.raw(frame(json.dumps(echo(number, "@@")).replace("@@", written).encode("utf-8", "surrogatepass")))
    assert line.answer(number)["result"]["text"] == TEXTS[written]


@pytest.mark.parametrize(
    ("depth", "fine"), [(50, True), (150, True), (300, False), (5_000, False), (50_000, False)]
)
def test_depth(line: Wire, depth: int, fine: bool):
    number = line.expect()
    line.raw(frame(body(number, a="@").replace(b'"@"', b"[" * depth + b'"]"' + b"]" * depth)))
    assert line.answer(number).get("error", {}).get("code") in ((None,) if fine else (-32700, -32600))


def test_a_message_may_be_wide_and_long(line: Wire):
    wide, long, flat = line.expect(), line.expect(), line.expect()
    line.send(
        echo(wide, a=[[] for _ in range(100_000)]),
        echo(long, "y" * 5_000_000),
        echo(flat, "[" * 10_000 + '"{\\'),
    )
    for number in (wide, long, flat):
        answered(line, number)


IDS = [
    0,
    -1,
    2**31 - 1,
    2**31,
    -(2**31),
    2**53 + 1,
    2**64,
    10**30,
    "",
    "a",
    "0",
    "null",
    "é😀",
    "x" * 10_000,
    "a\nb",
    "\ud800",
    " 1 ",
    "__proto__",
]


@pytest.mark.parametrize("ident", IDS, ids=range(len(IDS)))
def test_ids(line: Wire, ident: int | str):
    answered(line, line.ask("helix/test/echo", {"text": "x"}, ident))


@pytest.mark.parametrize("ident", [None, 1.5, True, False, [], {}, [1]], ids=repr)
def test_ids_that_are_none(line: Wire, ident: Any):
    before = len(line.messages)
    line.send(echo(ident))
    line.sound()
    assert line.nameless(before) == [-32600]


ENVELOPES: dict[str, tuple[Any, tuple[int, ...]]] = {
    "a batch": ([echo(1)], (-32600,)), "an empty batch": ([], (-32600,)), "two in a batch": ([echo(1), echo(2)], (-32600,)), "text": ("x", (-32600,)),
    "a number": (5, (-32600,)), "null": (None, (-32600,)), "an empty object": ({}, (-32600,)), "no version": ({"id": 901, "method": "x"}, (-32600,)),
    "version 1.0": (echo(902) | {"jsonrpc": "1.0"}, (-32600,)), "a version of 2": (echo(903) | {"jsonrpc": 2.0}, (-32600,)),
    "version null": (echo(904) | {"jsonrpc": None}, (-32600,)),
    "method null": (echo(905) | {"method": None}, (-32600,)), "a method of 5": (echo(906) | {"method": 5}, (-32600,)),
    "a list as method": (echo(907) | {"method": ["a"]}, (-32600,)),
    "no method": ({"jsonrpc": "2.0", "id": 908}, (-32600,)), "params text": (echo(909) | {"params": "x"}, (-32600, -32602)),
    "params 5": (echo(910) | {"params": 5}, (-32600, -32602)),
    "params a list": (echo(911) | {"params": ["x"]}, (-32602,)), "params null": (echo(912) | {"params": None}, (-32602,)),
    "an empty method": (echo(913) | {"method": ""}, (-32601, -32600)),
    "a method of 100,000": (echo(914) | {"method": "x" * 100_000}, (-32601,)),
    "a method of Python's": (echo(915) | {"method": "__class__"}, (-32601,)),
    "a blank before": (echo(916) | {"method": " helix/test/echo"}, (-32601,)), "other case": (echo(917) | {"method": "Helix/Test/Echo"}, (-32601,)),
    "half a character": (echo(918) | {"method": "\ud800"}, (-32601, -32600)),
}  # fmt: skip


@pytest.mark.parametrize("name", ENVELOPES)
def test_envelopes(line: Wire, name: str):
    message, codes = ENVELOPES[name]
    ident, before = message.get("id") if isinstance(message, dict) else None, len(line.messages)
    if ident is not None:
        line.asked[ident] = ""
    line.send(message)
    line.sound()
    got = [line.answer(ident)["error"]["code"]] if ident is not None else line.nameless(before)
    assert len(got) == 1
    assert got[0] in codes


REPLIES: list[dict[str, Any]] = [
    {"id": 5555, "result": None}, {"id": "zz", "result": 4}, {"id": None, "error": {"code": 1, "message": "x"}}, {"id": 5555, "error": None},
    {"id": 5555, "error": 5},
    {"id": 5555, "error": {"code": "x"}}, {"id": 5555, "result": 1, "error": {"code": 1, "message": "y"}}, {"id": {}, "result": 4}, {"result": 5},
    {"id": 1.5, "result": 4},
]  # fmt: skip


@pytest.mark.parametrize("reply", REPLIES, ids=json.dumps)
def test_replies_to_nothing(line: Wire, reply: dict[str, Any]):
    before = len(line.messages)
    line.send({"jsonrpc": "2.0"} | reply)
    line.sound()
    assert len(line.messages) == before + 1


def test_one_id_again(fresh: Wire):
    fresh.initialize()
    first = fresh.ask("helix/test/echo", {"text": "1"})
    fresh.answer(first)
    fresh.ask("helix/test/echo", {"text": "2"}, first)
    assert fresh.until(lambda: len(fresh.answers(first)) == 2)
    fresh.send(echo(0, "number"), echo("0", "text"))
    assert [fresh.answer(zero)["result"]["text"] for zero in (0, "0")] == ["number", "text"]


def test_random_damage_and_claimed_lengths(fresh: Wire):
    fresh.initialize()
    dice = random.Random(4)
    for _ in range(300):
        data = bytearray(frame(echo(0)))
        for _ in range(dice.randint(1, 3)):
            at = dice.randrange(len(data))
            data[at : at + dice.randint(0, 1)] = bytes([dice.randrange(256)] * dice.randint(0, 1))
        fresh.raw(bytes(data))
    for size in (10**9, 10**10, 10**15, 10**30):
        fresh.raw(HEAD % size + b"\r\n" + dice.randbytes(1_000))
    for _ in range(3):  # a damaged length may swallow the frame behind it
        number = fresh.ask("helix/test/echo", {"text": "x"})
    answered(fresh, number)
