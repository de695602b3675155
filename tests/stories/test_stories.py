"""Runs the stories: each `*.md` beside this file is a specification for a reader and a test for us.

A story is a heading with fenced blocks below it. A block whose info string is `file PATH` is a file of the
workspace (blocks above the first heading belong to every story of the page); `ask` holds one question; the
`answer` block after it is the whole answer, or, where its first line is `...`, lines that must stand in it in
this order (a further `...` begins at the top again, and `!` before a line says that it must not stand in the
answer at all); `live PATH` replaces a file after indexing, as an editor's buffer would.
HELIX_UPDATE_STORIES=1 rewrites the whole answers; read the difference.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from helix_lsp.ask.question.question import Question
from helix_lsp.ide.ask import ask
from helix_lsp.wire.answer_envelope import envelope_to_wire
from tests.support.check import indexed

HERE = Path(__file__).resolve().parent
_BLOCK = re.compile(r"^(`{3,})(file|live|ask|answer)(?: (\S+))?\n(.*?)^\1$", re.M | re.S)


@dataclass
class Story:
    page: Path
    title: str
    files: dict[str, bytes] = field(default_factory=dict)
    live: dict[str, bytes] = field(default_factory=dict)
    asked: list[tuple[str, str]] = field(default_factory=list)


def stories() -> Iterator[Story]:
    for page in sorted(HERE.glob("*.md")):
        text = page.read_text("utf-8")
        outside = _BLOCK.sub(
            lambda m: re.sub(r"[^\n]", " ", m[0]), text
        )  # a file of a story may have headings of its own
        heads = list(re.finditer(r"^## (.+)$", outside, re.M))
        shared = {
            name: body.encode() for kind, name, body in _blocks(text[: heads[0].start()]) if kind == "file"
        }
        for head, after in zip(heads, [*heads[1:], None], strict=True):
            story = Story(page=page, title=head[1], files=dict(shared))
            for kind, name, body in _blocks(text[head.end() : after.start() if after else len(text)]):
                if kind == "file":
                    story.files[name] = body.encode()
                elif kind == "live":
                    story.live[name] = body.encode()
                elif kind == "ask":
                    story.asked.append((body.strip(), ""))
                else:
                    story.asked[-1] = (story.asked[-1][0], body)
            yield story


def _blocks(text: str) -> Iterator[tuple[str, str, str]]:
    for match in _BLOCK.finditer(text):
        yield match[2], match[3] or "", match[4]


@pytest.mark.parametrize("story", list(stories()), ids=lambda s: f"{s.page.stem}: {s.title}")
def test_story(story: Story) -> None:
    assert story.asked, "a story asks at least one question"
    with indexed(story.files) as world:
        world.files.update(story.live)
        for question, expected in story.asked:
            done = ask(world.view(), Question(text=question))
            envelope = envelope_to_wire(done.envelope, done.trace)
            for citation in envelope["citations"]:
                ref = citation["range_ref"]
                data = world.files[ref["path"]]
                assert data is not None
                assert (
                    hashlib.sha256(data[ref["start_byte"] : ref["end_byte"]]).hexdigest()
                    == ref["content_sha256"]
                ), "law I5"
            _compare(story, envelope["answer"].strip(), expected.strip())


def _compare(story: Story, got: str, expected: str) -> None:
    if expected.startswith("...\n"):
        at = 0
        for line in expected.splitlines()[1:]:
            if line == "...":
                at = 0
                continue
            if line.startswith("!"):
                assert line[1:].strip() not in got, (
                    f"must not be in the answer: {line[1:].strip()!r}\n\n{got}"
                )
                continue
            found = got.find(line, at)
            assert found >= 0, f"not in the answer, in this order: {line!r}\n\n{got}"
            at = found + len(line)
        return
    if got != expected and os.environ.get("HELIX_UPDATE_STORIES") == "1":
        text = story.page.read_text("utf-8")
        assert text.count(expected) == 1, "the expected answer must be unique to be rewritten"
        story.page.write_text(text.replace(expected, got), "utf-8")
        return
    assert got == expected
