"""Random edits as two editors send them, in the three position encodings: after each one the server's text is the
editor's, what is asked in between is answered, and the companion knows the newest texts. Carries G4.

`visual_studio_code` sends several changes in one notification (from the last place to the first), and replaces the whole
text by a range when it saves. `neovim` sends the lines that differ as one change, now and then the whole text, and
names a document by its bytes. The edits are seeded; the one that fails is printed.
"""

from __future__ import annotations

import os
import random
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from helix_lsp.text.positions import Encoding
from tests.lsp.test_documents import ENCODINGS, Model, joined
from tests.support.raw_client import ServerProcess

CODE = 'def {0}():\n    """Smelts the {0} ore."""\n    return 2\n\n\n'
DOCUMENT = "# Kiln\n\nCall `fire` now.\n"
HOVERED = {"line": 2, "character": 7}
NAMES = (f"smelt_{number}" for number in count())
PIECES = (
    "\ud83d", "\ude00", "\udce9", "\ud800\ud800", "\0", "\r", "\r\n", "\n", "\n\r", "\u2028", "\u2029", "\x85", "\x0b", "\x0c",
    "😀", "👩\u200d💻", "🇦🇹", "e\u0301", "a\u0300\u0301\u0302", "\u202e", "\ufeff", "\ufffe", "é", "漢字", "𝒳", "`", "`fire`", "# ", "\t", " ",
    '"""', "'", "(", ")", "def ", "x", "word",
)  # fmt: skip
FEW, MANY = 10, 200
LARGE = {FEW: 100_000, MANY: 1_000_000}  # bytes of the largest buffer
SEED = 20_261
ENDS = re.compile("\r\n|\r|\n")
ALONE = re.compile("\r(?!\n)")
LATIN = sys.platform not in ("win32", "darwin")  # there the names of files are Unicode


@dataclass
class Buffer:
    """A document as its editor holds it."""

    uri: str
    model: Model
    path: Path
    version: int = 1

    @property
    def text(self) -> str:
        return self.model.text


class Editor:
    """Edits the buffers of one session at random and tells the server of it."""

    def __init__(self, server: ServerProcess, root: Path, encoding: Encoding, seed: int, large: int) -> None:
        self.server = server
        self.root = root
        self.encoding: Encoding = encoding
        self.dice = random.Random(seed)
        self.code = self._open("kiln.py", 'def fire():\n    """Fires the kiln."""\n    return 1\n')
        self.document = self._open("kiln.md", DOCUMENT)
        latin = b"caf\xe9.md" if LATIN else "café.md".encode()
        line = "Call `fire` with 漢字 and 😀.\n"
        self.noisy = [
            self._open("noisy.py", CODE.format("noisy")),
            self._open("größe 😀.md", DOCUMENT),
            self._open(os.fsdecode(latin), DOCUMENT),
        ]
        self.large = self._open("large.md", line * (large // len(line.encode()) + 1))
        self.buffers = [self.code, self.document, *self.noisy, self.large]

    def _open(self, name: str, text: str) -> Buffer:
        path = self.root / name
        path.write_text("x\n", encoding="utf-8")
        buffer = Buffer(path.as_uri(), Model(text, self.encoding), path)
        self.server.open(buffer.uri, text, language="python" if name.endswith(".py") else "markdown")
        return buffer

    def close(self) -> None:
        for buffer in self.buffers:
            self.server.notify("textDocument/didClose", {"textDocument": {"uri": buffer.uri}})
            buffer.path.unlink()

    def noise(self, most: int) -> str:
        return "".join(self.dice.choices(PIECES, k=self.dice.randrange(most)))

    def stretch(self, text: str) -> tuple[int, int]:
        """Two places between characters, mostly near to each other."""
        start = self.dice.randrange(len(text) + 1)
        return start, min(len(text), start + self.dice.choice((0, 0, 1, 2, 7, 80)))

    def send(self, buffer: Buffer, *changes: dict[str, Any]) -> None:
        buffer.version += 1
        self.server.change(buffer.uri, buffer.version, *changes)

    def replace(self, buffer: Buffer, start: int, end: int, new: str) -> dict[str, Any]:
        """Put into the buffer; the change that says so."""
        before, old, after = buffer.text[:start], buffer.text[start:end], buffer.text[end:]
        first, last = self._place(buffer, start), self._place(buffer, end)
        buffer.model.text = joined(before + new + after)
        units = len(old.encode("utf-16-le", "surrogatepass")) // 2
        return {"range": {"start": first, "end": last}, "rangeLength": units, "text": new}

    def _place(self, buffer: Buffer, at: int) -> dict[str, int]:
        before = buffer.text[:at]
        tail = max(before.rfind("\n"), before.rfind("\r")) + 1
        return {"line": len(ENDS.findall(before)), "character": sum(map(buffer.model.width, before[tail:]))}

    def whole(self, buffer: Buffer, new: str) -> None:
        """The whole text, without a range."""
        buffer.model.text = joined(new)
        self.send(buffer, {"text": new})


def between(text: str, at: int) -> bool:
    """Not inside a line end: no editor has a place there."""
    return text[at - 1 : at + 1] != "\r\n"


def visual_studio_code(editor: Editor, buffer: Buffer) -> str:
    """One notification; what it was, for the report of a failure."""
    dice, text = editor.dice, buffer.text
    match dice.randrange(5):
        case 0:  # several cursors: places of the one old text, told from the last to the first
            cuts = sorted(at for at in {dice.randrange(len(text) + 1) for _ in range(8)} if between(text, at))
            pairs = list(zip(cuts[::2], cuts[1::2], strict=False))
            dull = dice.random() < 0.5  # the same place twice: nothing is taken out
            changes = [
                editor.replace(buffer, start, start if dull else min(end, start + 9), editor.noise(4))
                for start, end in reversed(pairs)
                if dull or between(text, min(end, start + 9))
            ]
            editor.send(buffer, *changes)
            return f"{len(changes)} cursors: {changes!a}"
        case 1:  # a formatter at saving: a range from the first place to the last
            ends = dice.choice(("\n", "\r\n", "\r"))
            new = editor.noise(3) + ends.join(text.splitlines()) + editor.noise(3)
            editor.send(buffer, editor.replace(buffer, 0, len(text), new))
            editor.server.notify(
                "textDocument/didSave", {"textDocument": {"uri": buffer.uri}, "text": buffer.text}
            )
            return f"saved, with {ends!a} at the ends of lines"
        case _:  # typing: notifications of one change each
            told: list[dict[str, Any]] = []
            for _ in range(dice.randrange(1, 4)):
                start, end = editor.stretch(buffer.text)
                if between(buffer.text, start) and between(buffer.text, end):
                    told.append(editor.replace(buffer, start, end, editor.noise(6)))
                    editor.send(buffer, told[-1])
            return f"typed {told!a}"


def neovim(editor: Editor, buffer: Buffer) -> str:
    """One notification; what it was, for the report of a failure. A carriage return stands only in front of a line
    feed: for Neovim no other one ends a line.
    """
    dice, text = editor.dice, buffer.text
    start, end = (at if between(text, at) else at + 1 for at in editor.stretch(text))
    put = ALONE.sub("\n", editor.noise(6))
    if dice.random() < 0.25:
        editor.whole(buffer, text[:start] + put + text[end:])
        return f"the whole text, with {put!a} for {start}..{end}"
    first, last = text.rfind("\n", 0, start) + 1, text.find("\n", end) + 1 or len(text)
    change = editor.replace(buffer, first, last, text[first:start] + put + text[end:last])
    editor.send(buffer, change)
    return f"lines: {change!a}"


HABITS: dict[str, Callable[[Editor, Buffer], str]] = {
    "visual_studio_code": visual_studio_code,
    "neovim": neovim,
}


@pytest.fixture(scope="module", params=ENCODINGS)
def session(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[ServerProcess, Path, Encoding]]:
    root, cache = tmp_path_factory.mktemp("kiln"), tmp_path_factory.mktemp("cache")
    with ServerProcess("--test-hooks", environment={"HELIX_ASK_CACHE_DIR": str(cache)}) as running:
        started = running.initialize(folders=[root.as_uri()], encodings=[request.param])
        assert started["capabilities"]["positionEncoding"] == request.param
        yield running, root, request.param
        assert running.stop() == 0


def asked(editor: Editor, buffer: Buffer) -> list[int]:
    """Requests that are under way while the next thing is done; each must be answered."""
    server, dice = editor.server, editor.dice
    place = {"line": dice.randrange(4), "character": dice.randrange(20)}
    there = {"textDocument": {"uri": buffer.uri}, "position": place}
    numbers = [server.start("textDocument/hover", there)]
    if dice.random() < 0.3:
        question = f"what does fire do{editor.noise(3)}?"
        numbers.append(server.start("helix/ask", {"question": question, **there}))
    return numbers


def known(editor: Editor) -> None:
    """The companion answers from the newest texts, the clean one and the noisy one; while NUL makes the noisy one
    unreadable, the answer says so.
    """
    server = editor.server
    for buffer in (editor.code, editor.noisy[0]):
        name = next(NAMES)
        if buffer is editor.code:
            editor.whole(buffer, CODE.format(name))
        else:
            editor.send(buffer, editor.replace(buffer, 0, 0, CODE.format(name) + "\0"))
            answer = server.result("helix/ask", {"question": f"what does {name} do?"})["answer"]
            told = answer.partition("(not read: ")[2].partition(")")[0]
            assert "`noisy.py`" in told or " other" in told, f"{answer!a}"  # of many, three are named
            while (at := buffer.text.find("\0")) >= 0:
                editor.send(buffer, editor.replace(buffer, at, at + 1, ""))
        answer = server.result("helix/ask", {"question": f"what does {name} do?"})["answer"]
        assert f"Smelts the {name} ore" in answer, f"{buffer.uri}: {answer!a}"
    opened = server.result("helix/status", {"textDocument": {"uri": editor.code.uri}})["index"]["unsaved"]
    assert opened == len(editor.buffers)
    name = next(NAMES)
    editor.whole(editor.code, CODE.format(name))
    editor.whole(editor.document, DOCUMENT.replace("fire", name))
    place = {"textDocument": {"uri": editor.document.uri}, "position": HOVERED}
    assert f"Smelts the {name} ore" in server.result("textDocument/hover", place)["contents"]["value"]


@pytest.mark.parametrize("edits", [FEW, pytest.param(MANY, marks=pytest.mark.campaign)])
@pytest.mark.parametrize("habit", HABITS)
def test_no_edit_is_lost(session: tuple[ServerProcess, Path, Encoding], habit: str, edits: int) -> None:
    server, root, encoding = session
    editor = Editor(server, root, encoding, SEED + edits, LARGE[edits])
    try:
        for number in range(edits):
            buffer = editor.large if number % 10 == 5 else editor.dice.choice(editor.noisy)
            what = (
                f"edit {number} of seed {SEED + edits}, {buffer.uri}: {HABITS[habit](editor, buffer)[:2_000]}"
            )
            waiting = asked(editor, buffer)
            held = server.text(buffer.uri)
            assert held == buffer.text, f"{what}\n{differing(held, buffer.text)}"
            for one in waiting:
                answer = server.wait(one)
                assert "result" in answer or answer["error"]["code"] in (-32602, -32801, -32803), (
                    f"{what}\n{answer!a}"
                )
            if number % 50 == 49:
                known(editor)
        known(editor)
        for buffer in editor.buffers:
            assert server.text(buffer.uri) == buffer.text, buffer.uri
    finally:
        editor.close()


def differing(held: str, wanted: str) -> str:
    """Where two texts part."""
    pairs = enumerate(zip(held, wanted, strict=False))
    at = next((at for at, (one, other) in pairs if one != other), min(len(held), len(wanted)))
    return f"at {at}: the server has {held[at : at + 40]!a}, the editor {wanted[at : at + 40]!a}"
