"""The parser's budget: broken text on which it hardly moves on costs the same however long it is; text that
goes on is read whatever it costs.
"""

from __future__ import annotations

import json
import os

import pytest

from helix_lsp.session.memory import resident, watch_memory
from helix_lsp.syntax import parse as budget
from helix_lsp.syntax.extract import extract
from helix_lsp.syntax.parse import grammar_of, parse


@pytest.mark.parametrize("size", [4_096, 400_000])
def test_a_stretch_that_stands_still_is_given_up(size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The bound on all reports alone, which grows with the text, would let this take minutes: here it is out
    of the way.
    """
    monkeypatch.setattr(budget, "_LEAST_REPORTS", 10**9)
    grammar = grammar_of("ruby")
    assert grammar is not None
    assert parse(grammar, (b">a\n" * size)[:size]) is None
    assert [problem.message for problem in extract("a.rb", b">a\n" * 1_400).problems] == [
        "too broken to be parsed within the budget"
    ]


@pytest.mark.parametrize(("language", "line"), [
    ("ruby", b"a\n"), ("python", b"a\n"), ("cpp", b"void set(char const * k, double v) { params p(ctx()); p.set(k, v); set(p); }\n"),
    ("javascript", b"[1,2,3,4,5,6,7,8,9,0,1,2,3,4,5,6,7,8,9];\n"),
])  # fmt: skip
def test_long_ordinary_text_is_read(language: str, line: bytes) -> None:
    """Putting a large tree in order takes hundreds of reports at its end, which are no sign of garbage."""
    grammar = grammar_of(language)
    assert grammar is not None
    assert parse(grammar, line * (400_000 // len(line))) is not None


@pytest.mark.skipif(not resident(), reason="the system does not tell how much memory a process holds")
@pytest.mark.parametrize(
    ("language", "token"),
    [("lua", "end"), ("lua", "=>"), ("lua", "case"), ("kotlin", "*/"), ("kotlin", "=>"), ("kotlin", ">"), ("bash", "case")],
)  # fmt: skip
def test_a_parser_whose_memory_grows_with_each_step_is_given_up(language: str, token: str) -> None:
    """Without a bound these 100 kB take 1 to 5 GB, and up to 40 seconds."""
    grammar = grammar_of(language)
    assert grammar is not None
    data = f"{token}\n".encode() * (100_000 // (len(token) + 1))
    into, out = os.pipe()
    child = os.fork()
    if child == 0:  # what a parser held is not given back to the system at once
        watch_memory()
        before = resident()
        tree = parse(grammar, data)
        os.write(out, json.dumps([tree is None, resident() - before]).encode())
        os._exit(0)
    os.close(out)
    with os.fdopen(into, "rb") as pipe:
        given_up, grown = json.loads(pipe.read())
    os.waitpid(child, 0)
    assert given_up
    assert grown < 250_000_000
