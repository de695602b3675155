"""Text synchronization: three encodings by ten alphabets against a model that works on characters, and the
corners by name. Carries G4.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from itertools import count
from typing import Any

import pytest

from tests.lsp.probes.wire import NOTHING, Wire

ALPHABETS = {
    "latin": "abc äöü ß ñ\t.,", "combining": "e\u0301a\u0308n\u0303o\u0302\u0323 x", "greek": "αβγ δεζ ΩΣς", "cyrillic": "абв гдё ЖЩЪ",
    "arabic": "\u0627\u0644\u0639 \u0631\u0628\u064a\u064f\u200f", "hebrew": "\u05d0\u05d1\u05d2\u05b8 \u05e9\u05c1", "devanagari": "क्षि नमस्ते ड़",
    "thai": "ก็ ที่ น้ำ", "cjk": "漢字かな한국 𠀀𪚥", "emoji": "👩\u200d👩\u200d👧 🇩🇪 👍🏽 🏴\U000e0067\U000e007f",
}  # fmt: skip
NO_LINE_ENDS = ["\u2028", "\u2029", "\f", "\v", "\x85", "\0", "\x1c", "\x1d", "\x1e", "\ufeff"]
LAST = 2**31 - 1
NUMBERS = count()
Place = tuple[int, int]


@pytest.fixture(scope="module", params=["utf-8", "utf-16", "utf-32"])
def pen(request: pytest.FixtureRequest) -> Iterator[Wire]:
    with Wire(forked=True) as wire:
        answer = wire.initialize(capabilities={"general": {"positionEncodings": [request.param]}})
        assert answer["result"]["capabilities"]["positionEncoding"] == request.param
        wire.encoding = request.param  # type: ignore[attr-defined]
        yield wire
        wire.account()
        assert wire.end() == 0


def width(text: str, pen: Wire) -> int:
    encoding: str = pen.encoding  # type: ignore[attr-defined]
    per = {"utf-8": 1, "utf-16": 2, "utf-32": 4}[encoding]
    return (
        len(
            text.encode(
                {"utf-8": "utf-8", "utf-16": "utf-16-le", "utf-32": "utf-32-le"}[encoding], "surrogatepass"
            )
        )
        // per
    )


def lines(text: str) -> list[tuple[int, int]]:
    """Where each line begins, and where it ends without its line end."""
    ends = [(m.start(), m.end()) for m in re.finditer("\r\n|\n|\r", text)]
    return list(zip([0, *(end for _, end in ends)], [*(start for start, _ in ends), len(text)], strict=True))


def place(text: str, index: int, pen: Wire) -> Place:
    return next(
        (n, width(text[start:index], pen))
        for n, (start, end) in enumerate(lines(text))
        if start <= index <= end
    )


def opened(pen: Wire, text: str, uri: str | None = None, version: int = 1) -> str:
    uri = f"file:///docs/{next(NUMBERS)}.md" if uri is None else uri
    pen.note(
        "textDocument/didOpen",
        {"textDocument": {"uri": uri, "languageId": "markdown", "version": version, "text": text}},
    )
    return uri


def change(pen: Wire, uri: str, version: Any, *changes: Any) -> None:
    pen.note(
        "textDocument/didChange",
        {"textDocument": {"uri": uri, "version": version}, "contentChanges": list(changes)},
    )


def close(pen: Wire, uri: str) -> None:
    pen.note("textDocument/didClose", {"textDocument": {"uri": uri}})


def edit(start: tuple[Any, Any], end: tuple[Any, Any], text: Any, **more: Any) -> dict[str, Any]:
    span = {name: {"line": one[0], "character": one[1]} for name, one in (("start", start), ("end", end))}
    return {"range": span, "text": text} | more


@pytest.mark.parametrize("name", ALPHABETS)
def test_random_edits(pen: Wire, name: str):
    dice = random.Random(f"{name} {pen.encoding}")  # type: ignore[attr-defined]
    pool = [*ALPHABETS[name], "\n", "\r\n", "\r", *NO_LINE_ENDS]
    written: dict[str, str] = {}

    def some(most: int) -> str:
        return "".join(dice.choice(pool) for _ in range(dice.randint(0, most)))

    for _ in range(8):
        text = some(60)
        uri = opened(pen, text)
        for version in range(2, 14):
            changes: list[dict[str, Any]] = []
            for _ in range(dice.choice([1, 1, 1, 4])):
                spots = [at for start, end in lines(text) for at in range(start, end + 1)]
                low, high = sorted((dice.choice(spots), dice.choice(spots)))
                start, end = beyond(pen, text, low, dice), beyond(pen, text, high, dice)
                new = some(4)
                changes.append(
                    edit(
                        start,
                        max(start, end),
                        new,
                        **({"rangeLength": dice.choice([high - low, 0, 999])} if dice.random() < 0.3 else {}),
                    )
                )
                text = text[:low] + new + text[high:]
            change(pen, uri, version, *changes)
        written[uri] = text
    assert {uri: pen.text(uri) for uri in written} == written


def beyond(pen: Wire, text: str, index: int, dice: random.Random) -> Place:
    """Where an index is, or at the end of a line sometimes a place behind it, which means the same."""
    line, column = place(text, index, pen)
    if index == len(text) and dice.random() < 0.3:
        return line + dice.choice([1, 5, 10**6]), dice.choice([0, 7])
    at_end = index == lines(text)[line][1]
    return (
        (line, dice.choice([column + 1, column + 50, LAST]))
        if at_end and dice.random() < 0.4
        else (line, column)
    )


NAMED = {
    "behind a line": ("ab\ncd", [edit((0, 9), (0, 99), "X")], "abX\ncd"), "behind cr of crlf": ("ab\r\ncd", [edit((0, 3), (0, 3), "X")], "abX\r\ncd"),
    "behind the text": ("ab\ncd", [edit((7, 0), (9, 9), "X")], "ab\ncdX"), "behind a last line end": ("ab\n", [edit((5, 5), (5, 5), "X")], "ab\nX"),
    "over a line end": ("ab\ncd", [edit((0, 50), (1, 0), "")], "abcd"), "everything": ("ab\ncd", [edit((0, 0), (LAST, LAST), "new")], "new"),
    "into nothing": ("", [edit((0, 0), (0, 0), "a")], "a"), "nothing into nothing": ("", [edit((0, 0), (0, 0), "")], ""),
    "cr and lf meet": ("a\rb\nc", [edit((1, 0), (1, 1), ""), edit((1, 0), (1, 1), "Z")], "a\r\nZ"),
    "crlf is split": ("a\r\nb", [edit((0, 1), (1, 0), "\r"), edit((1, 0), (1, 0), "x\n")], "a\rx\nb"),
    "in order": ("abc", [edit((0, 0), (0, 1), "XYZ"), edit((0, 3), (0, 4), "!")], "XYZ!c"),
    "whole, then a part": ("abc", [{"text": "hello"}, edit((0, 0), (0, 1), "j")], "jello"),
    "a part, then whole": ("abc", [edit((0, 0), (0, 1), "j"), {"text": "whole"}], "whole"), "no change": ("abc", [], "abc"),
    "a wrong rangeLength": ("abc", [edit((0, 0), (0, 1), "X", rangeLength=77)], "Xbc"),
    "an unknown field": ("abc", [edit((0, 0), (0, 1), "X", future=1)], "Xbc"),
    "form feed": ("a\fb\ncd", [edit((1, 0), (1, 1), "X")], "a\fb\nXd"), "U+2028": ("a\u2028b\ncd", [edit((1, 0), (1, 1), "X")], "a\u2028b\nXd"),
    "U+0085": ("a\x85b\ncd", [edit((1, 0), (1, 1), "X")], "a\x85b\nXd"),
    "VT and FS": ("a\vb\x1cc\x1dd\x1ee\ncd", [edit((1, 0), (1, 1), "X")], "a\vb\x1cc\x1dd\x1ee\nXd"),
    "NUL": ("a\0b", [edit((0, 2), (0, 3), "\0")], "a\0\0"), "tabs": ("\t\tx", [edit((0, 2), (0, 3), "y")], "\t\ty"),
    "line ends alone": ("\n\r\r\n\n", [edit((3, 0), (3, 0), "X")], "\n\r\r\nX\n"), "lone cr": ("a\rb\rc", [edit((2, 0), (2, 1), "X")], "a\rb\rX"),
    "ten in one": ("x", [edit((9, 9), (9, 9), str(i)) for i in range(10)], "x0123456789"),
    "reversed, yet empty": ("ab\ncd", [edit((0, 9), (0, 9), "X")], "abX\ncd"),
}  # fmt: skip


@pytest.mark.parametrize("name", NAMED)
def test_named(pen: Wire, name: str):
    before, changes, after = NAMED[name]
    uri = opened(pen, before)
    change(pen, uri, 2, *changes)
    assert pen.text(uri) == after


BAD: dict[str, Any] = {
    "reversed": edit((0, 2), (0, 1), "x"), "no end": {"range": {"start": {"line": 0, "character": 0}}, "text": "x"},
    "negative": edit((-1, 0), (0, 1), "x"),
    "half": edit((0, 0.5), (0, 1), "x"), "text as number": edit(("0", 0), (0, 1), "x"), "too big": edit((0, 0), (0, 2**40), "x"),
    "no text": {"range": edit((0, 0), (0, 1), "")["range"]},
    "a number as text": {"text": 5}, "null as text": {"text": None}, "empty": {}, "a list": [1], "null": None,
}  # fmt: skip


@pytest.mark.parametrize("name", BAD)
def test_what_cannot_be_applied_changes_nothing(pen: Wire, name: str):
    uri = opened(pen, "abc")
    change(pen, uri, 2, BAD[name])
    assert pen.text(uri) == "abc"
    change(pen, uri, 3, {"text": "whole"})
    assert pen.text(uri) == "whole"


def test_inside_a_character(pen: Wire):
    uri = opened(pen, "a😀b")
    change(pen, uri, 2, edit((0, 2), (0, 2), "X"))
    assert pen.text(uri) in ("aX😀b", "a😀Xb", "a😀b")


def test_two_halves_become_one(pen: Wire):
    uri = opened(pen, "ab")
    change(pen, uri, 2, edit((0, 1), (0, 1), "\ud83d"))
    column = 1 + width("\ud83d", pen)
    change(pen, uri, 3, edit((0, column), (0, column), "\ude00"))
    assert pen.text(uri) == "a😀b"


def test_versions(pen: Wire):
    uri = opened(pen, "a", version=5)
    change(pen, uri, 3, {"text": "old"})
    assert pen.text(uri) == "a"
    for version in (6, 600, LAST):
        change(pen, uri, version, {"text": str(version)})
        assert pen.text(uri) == str(version)
    change(pen, opened(pen, "a", version=-3), 0, {"text": "b"})


def test_opened_twice_and_again(pen: Wire):
    uri = opened(pen, "a", version=7)
    opened(pen, "b", uri)
    change(pen, uri, 2, edit((0, 1), (0, 1), "!"))
    assert pen.text(uri) == "b!"
    close(pen, uri)
    close(pen, uri)
    change(pen, uri, 9, {"text": "x"})
    assert pen.code_of("helix/test/text", {"textDocument": {"uri": uri}}) == -32602
    opened(pen, "c", uri)
    pen.note("textDocument/didSave", {"textDocument": {"uri": uri}})
    pen.note("textDocument/willSave", {"textDocument": {"uri": uri}, "reason": 1})
    assert pen.text(uri) == "c"


def test_each_question_sees_the_edits_before_it(pen: Wire):
    uri, asked = opened(pen, ""), dict[int, Any]()
    for version in range(2, 200):
        change(pen, uri, version, {"text": str(version)})
        asked[version] = pen.ask("helix/test/text", {"textDocument": {"uri": uri}})
    assert [
        version for version, ident in asked.items() if pen.answer(ident)["result"]["text"] != str(version)
    ] == []


def test_ten_megabytes(pen: Wire):
    rows = [f"line {i} é😀" for i in range(600_000)]
    uri = opened(pen, "\n".join(rows))
    for version in range(2, 32):
        change(pen, uri, version, edit((300_000, 0), (300_000, 1), f"v{version}"))
        rows[300_000] = f"v{version}" + rows[300_000][1:]
    assert pen.text(uri) == "\n".join(rows)
    close(pen, uri)


URIS = [
    "untitled:Untitled-1", "git:/a/b.md?x", "", "not a uri", "file:///a b/c.md", "file:///a%20b/%C3%A9.md", "file:///c%3A/x.md", "FILE:///x.md",
    "file:///é/漢.md", "file:",
    "vscode-notebook-cell:/a#x", "file:///x.md#frag", "file:///" + "d/" * 2_000 + "x.md", "file:///a/../b.md", "file:///%00.md",
    "file:///%ff%fe.md", "file:///%zz.md",
    "file://localhost/x.md", "file:////double.md", "file:///nl%0A.md",
]  # fmt: skip


@pytest.mark.parametrize("uri", URIS, ids=range(len(URIS)))
def test_uris(line: Wire, uri: str):
    opened(line, "# h\n`a`", uri)
    change(line, uri, 2, edit((1, 3), (1, 3), "!"))
    assert line.text(uri) == "# h\n`a`!"
    document, at = {"textDocument": {"uri": uri}}, {"line": 1, "character": 1}
    assert line.code_of("textDocument/hover", document | {"position": at}) in (None, -32803)
    assert line.code_of("textDocument/documentSymbol", document) in (None, -32803)
    close(line, uri)


PARAMS: list[Any] = [
    NOTHING,
    None,
    [],
    {},
    {"textDocument": None},
    {"textDocument": {}},
    {"textDocument": {"uri": 5, "version": "1", "languageId": 4, "text": []}},
]


@pytest.mark.parametrize("method", ["didOpen", "didChange", "didClose", "didSave"])
def test_notifications_without_sense(line: Wire, method: str):
    before = len(line.messages)
    for params in PARAMS:
        line.note(f"textDocument/{method}", params)
    line.sound()
    assert set(line.methods(before)) <= {"window/logMessage"}
