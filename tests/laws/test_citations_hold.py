"""Law I5: whatever happens to the files between indexing and asking, every cited range holds the bytes it
cites, on character borders.
"""

from __future__ import annotations

import hashlib
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from helix_lsp.ask.question.question import Question
from helix_lsp.ide.ask import ask
from helix_lsp.ide.query import QueryRequest, query
from helix_lsp.text.positions import LineIndex
from tests.stories.test_stories import stories
from tests.support.check import World, indexed

STORY = next(stories())
QUESTIONS = (
    "what does add_hold do?", "how does the kiln run a schedule?", "where is the limit checked?", "why is the stop immediate?",
    "who calls read_celsius?", "kiln", "stop_firing",
)  # fmt: skip

_edit = st.tuples(
    st.sampled_from(sorted(STORY.files)),
    st.floats(0, 1),
    st.integers(0, 60),
    st.sampled_from(
        [
            b"",
            b"\n",
            b"# \xc3\xa9\xf0\x9f\x98\x80 x\n",
            b"def other():\n    pass\n\n\n",
            b"\x0c",
            b"\r\n",
            b"`Schedule` ",
            b"\xe2\x80\xa8",
        ]
    ),
)


def _apply(files: dict[str, bytes], edits: list[tuple[str, float, int, bytes]]) -> dict[str, bytes]:
    for path, where, length, new in edits:
        text = files[path].decode()
        at = int(where * len(text))
        files[path] = (text[:at] + new.decode() + text[at + length :]).encode()
    return files


def _holds(world: World, path: str, start: int, end: int, sha256: str) -> None:
    data = world.files[path]
    assert data is not None
    assert 0 <= start <= end <= len(data)
    assert hashlib.sha256(data[start:end]).hexdigest() == sha256
    data[start:end].decode()  # raises inside a character


@settings(max_examples=60, deadline=None)
@given(st.lists(_edit, max_size=8), st.sampled_from(QUESTIONS), st.sampled_from([None, *sorted(STORY.files)]))
def test_I5_every_citation_holds_after_any_edits(
    edits: list[tuple[str, float, int, bytes]], question: str, gone: str | None
) -> None:
    with indexed(STORY.files) as world:
        world.files.update(_apply(dict(STORY.files), edits))
        if gone:
            world.files[gone] = None
        envelope = ask(world.view(), Question(text=question)).envelope
        for citation in envelope.citations:
            _holds(world, citation.path, citation.span.start, citation.span.end, citation.sha256)
            lines = LineIndex(world.files[citation.path] or b"").lines(citation.span)
            assert (citation.start_line, citation.end_line) == lines
        for hit in query(world.view(), QueryRequest(text=question, k=40)).hits:
            _holds(world, hit.range.path, hit.range.span.start, hit.range.span.end, hit.range.sha256)


@settings(max_examples=25, deadline=None)
@given(st.lists(_edit, min_size=1, max_size=5), st.sampled_from(QUESTIONS))
def test_I5_sentences_whose_evidence_vanishes_while_the_answer_is_made_are_dropped(
    edits: list[tuple[str, float, int, bytes]], question: str
) -> None:
    """The files change between the reading of the evidence and the sealing of the answer."""
    with indexed(STORY.files) as world:
        before, after = dict(world.files), _apply(dict(STORY.files), edits)
        reads: dict[str, int] = {}

        def texts(path: str) -> bytes | None:
            reads[path] = reads.get(path, 0) + 1
            return before.get(path) if reads[path] == 1 else after.get(path)

        view = world.view()
        envelope = ask(replace(view, texts=texts), Question(text=question)).envelope
        world.files.update(after)
        for citation in envelope.citations:
            _holds(world, citation.path, citation.span.start, citation.span.end, citation.sha256)
