"""Hovers, definitions and lenses of a workspace under edits, with every range judged: its bytes, its hash,
its code points, in three encodings.

The judge shares no code with what it judges: it counts columns in Python strings of the very text the client
would hold.
"""

from __future__ import annotations

import hashlib
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from lsprotocol import types

from helix_lsp.ide.lens import lenses
from helix_lsp.ide.mentions import View, under
from helix_lsp.ide.places import definition, proof_at
from helix_lsp.lsp.convert import range_of
from helix_lsp.lsp.documents import Text
from helix_lsp.session.workspace import Workspace
from helix_lsp.text.positions import Encoding, Span

ENCODINGS: tuple[Encoding, ...] = ("utf-8", "utf-16", "utf-32")
_NAMES = ("kiln", "fire_up", "Oven", "größe", "glaze", "Pot", "mix_clay", "日本", "cool", "Tile")
_NOISE = ("é", "😀", "\u2028", "\r\n", "\n", "\t", "`", "x", "日", "\r", "# ", "e\u0301", "𝒳")
_ENDS = re.compile("\r\n|\n|\r")


@dataclass(slots=True)
class Judged:
    """Counts by kind of what was asked, and a line for each range that is wrong."""

    asked: dict[str, int] = field(default_factory=dict[str, int])
    ranges: int = 0
    wrong: list[str] = field(default_factory=list[str])


def _code(number: int, dice: random.Random) -> str:
    one, two = dice.sample(_NAMES, 2)
    owner = f"Owner{number}"
    text = (
        f"'''Module {number} 😀.'''\n\n\nclass {owner}:\n    '''Holds 日本 {one}.'''\n\n    def {one}(self, a):\n        '''Doc é.'''\n"
        f"        return a\n\n\ndef {two}_{number}(x):\n    s = '𝒳😀'; return {owner}().{one}(x)\n"
    )
    return text.replace("\n", dice.choice(("\n", "\r\n")))


def _document(number: int, files: int, dice: random.Random) -> str:
    lines = [f"# Part 😀 {number}", ""]
    for _ in range(6):
        at = dice.randrange(files)
        lines += [
            f"😀é {dice.choice(('', '𝒳 '))}`Owner{at}.{dice.choice(_NAMES)}` and `{dice.choice(_NAMES)}_{at}`, see `Owner{at}`.",
            "",
        ]
    return dice.choice(("\n", "\r\n")).join(lines)


def make(root: Path, files: int, dice: random.Random) -> dict[str, str]:
    """Half code, half documents that speak of it."""
    made = {f"pkg/m{n}.py": _code(n, dice) for n in range(files)} | {
        f"docs/d{n}.md": _document(n, files, dice) for n in range(files)
    }
    for path, text in made.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(text.encode())
    return made


def edited(text: str, dice: random.Random) -> str:
    """One edit: noise put in, a piece taken out, a name renamed, or other line ends."""
    match dice.randrange(6):
        case 0 | 1:
            at = dice.randrange(len(text) + 1)
            return text[:at] + dice.choice(_NOISE) + text[at:]
        case 2:
            at = dice.randrange(len(text) + 1)
            return text[:at] + text[at + dice.randrange(1, 9) :]
        case 3:
            return text.replace(dice.choice(_NAMES), dice.choice(_NAMES), 1)
        case 4:
            return text.replace("\r\n", "\n") if "\r\n" in text else text.replace("\n", "\r\n")
        case _:
            return f"{dice.choice(_NOISE)}\n{text}"


def campaign(workspace: Workspace, texts: dict[str, str], total: int, dice: random.Random) -> Judged:
    """At least `total` hovers, definitions and lenses, while open buffers are edited, closed and opened
    again.
    """
    judged, opened, first = Judged(), dict[str, str](), dict(texts)
    while sum(judged.asked.values()) < total:
        path = dice.choice(sorted(texts))
        text = edited(opened.get(path, texts[path]), dice)
        opened[path] = text if len(text) < 6_000 else first[path]
        workspace.edit(path, opened[path].encode())
        if dice.random() < 0.1 and len(opened) > 3:
            closed = dice.choice(sorted(opened))
            del opened[closed]
            workspace.release(closed)
        view = workspace.view()
        for asked in (path, dice.choice(sorted(texts))):
            _ask(view, asked, opened.get(asked, texts[asked]), judged, dice)
    return judged


def _ask(view: View, path: str, text: str, judged: Judged, dice: random.Random) -> None:
    data = text.encode()
    if view.texts(path) != data:
        judged.wrong.append(f"{path}: the view holds another text")
        return
    spots = [m.start() for m in re.finditer(r"\w+", text)]
    for spot in dice.sample(spots, min(8, len(spots))):
        offset = len(text[:spot].encode())
        _count(judged, "hover")
        found = proof_at(view, path, offset)
        if found is not None:
            _judge(view, path, found.origin, "", judged)
            made = found.proof
            for one in (
                made.definition,
                made.signature,
                *((made.doc,) if made.doc else ()),
                *made.usages,
                *made.tests,
                *made.documents,
            ):
                _judge(view, one.path, one.span, one.sha256, judged, (one.start_line, one.end_line))
        _count(judged, "definition")
        here = under(view, path, offset)
        for target in definition(view, path, offset):
            _judge(view, target.path, target.full, "", judged)
            name = _judge(view, target.path, target.focus, "", judged)
            word = _judge(view, path, target.origin, "", judged)
            last = re.split(r"[.:]", word.partition("(")[0])[-1].strip()
            if here is not None and name and last and name != last and not target.path.endswith(f"{last}.py"):
                judged.wrong.append(f"{path}@{offset}: `{word}` leads to `{name}` of {target.path}")
    _count(judged, "lens")
    for lens in lenses(view, path, lambda: None):
        name = _judge(view, path, lens.span, "", judged)
        if name != lens.qualified.rpartition(".")[2]:
            judged.wrong.append(f"{path}: lens of {lens.qualified} stands on `{name}`")


def _count(judged: Judged, kind: str) -> None:
    judged.asked[kind] = judged.asked.get(kind, 0) + 1


def _judge(
    view: View, path: str, span: Span, sha256: str, judged: Judged, lines: tuple[int, int] | None = None
) -> str:
    """Bytes inside the text, whole code points, the hash, the lines, and the same place in each encoding;
    what stands there.
    """
    data = view.texts(path) or b""
    judged.ranges += 1
    try:
        before, body = data[: span.start].decode(), data[span.start : span.end].decode()
    except UnicodeDecodeError:
        judged.wrong.append(f"{path}: {span} splits a character")
        return ""
    if span.end > len(data):
        judged.wrong.append(f"{path}: {span} ends behind the text")
    if sha256 and hashlib.sha256(data[span.start : span.end]).hexdigest() != sha256:
        judged.wrong.append(f"{path}: {span} has another hash")
    if lines is not None and lines != (_line(before) + 1, _line(before + body.rstrip("\r\n")) + 1) and body:
        judged.wrong.append(f"{path}: {span} is said to be on lines {lines}")
    text = Text(data)
    for encoding in ENCODINGS:
        found: types.Range = range_of(span, text, encoding)
        for place, head in ((found.start, before), (found.end, before + body)):
            if (place.line, place.character) != _place(head, data.decode(), encoding):
                judged.wrong.append(
                    f"{path}: {span} is {place} in {encoding}, and should be {_place(head, data.decode(), encoding)}"
                )
    return body


def _line(head: str) -> int:
    return len(_ENDS.findall(head))


def _place(head: str, whole: str, encoding: str) -> tuple[int, int]:
    """(line, column) behind `head`; between the two bytes of a line end it is the end of the line."""
    if head.endswith("\r") and whole[len(head) : len(head) + 1] == "\n":
        head = head[:-1]
    tail = _ENDS.split(head)[-1]
    width = {"utf-8": len(tail.encode()), "utf-16": len(tail.encode("utf-16-le")) // 2, "utf-32": len(tail)}[
        encoding
    ]
    return _line(head), width


def shares(judged: Judged) -> Iterator[tuple[str, Any]]:
    """What was asked, for a report."""
    yield from sorted(judged.asked.items())
