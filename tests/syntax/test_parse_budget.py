"""The parser's budget: broken text on which it hardly moves on costs the same however long it is; text that
goes on is read whatever it costs.
"""

from __future__ import annotations

import pytest

from helix_lsp.syntax import parse as budget
from helix_lsp.syntax.extract import extract
from helix_lsp.syntax.grammar import grammar_of
from helix_lsp.syntax.parse import parse


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
