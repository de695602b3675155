"""The gates on real answers: about our own sources, asked when the test runs. Wrong versions of right
sentences must fail, right ones pass.

`bench/calibrate_gates.py` does the same on other repositories; its figures are in
docs/explanation/verification.md.
"""

from __future__ import annotations

import re
from collections import Counter

import pytest

from bench.mutants import KINDS, Claim, mutants
from helix_lsp.align.live import Live
from helix_lsp.ask.claims.claims import surroundings
from helix_lsp.ask.question.question import Question
from helix_lsp.ask.text.quote import LiveFiles
from helix_lsp.ide.ask import ask
from helix_lsp.verify.support import support
from tests.house.source import ROOT
from tests.support.check import indexed

FOLDERS = (
    "helix_lsp/ask", "helix_lsp/align", "helix_lsp/search", "helix_lsp/text", "helix_lsp/syntax", "docs/explanation", "docs/reference",
    "docs/how-to",
)  # fmt: skip
NAME_ALONE = re.compile(r"`[^`]+`:")
"""Before a quotation: it states nothing, and what is quoted is held against the bytes of its place."""
QUESTIONS = (
    "What is a Quote?",
    "How are channels fused?",
    "Where are citations sealed?",
    "Why is the stem of a short word kept as it is?",
    "Who uses LiveFiles?",
    "What does reanchor do?",
    "How is a stale index noticed?",
    "What is a Span?",
    "How many characters may a question have?",
    "What is a Passage?",
    "Who uses line_quote?",
    "Which options limit the size of a file?",
    "How does diversification work?",
    "Where is the name of a definition resolved?",
)
_LEAST_CAUGHT = 0.95
_MOST_STOPPED = 0.02


@pytest.fixture(scope="module")
def claims() -> tuple[Claim, ...]:
    files = {
        str(path.relative_to(ROOT)): path.read_bytes()
        for folder in FOLDERS
        for path in sorted((ROOT / folder).rglob("*"))
        if path.suffix in (".py", ".md")
    }
    out: list[Claim] = []
    with indexed(files) as world:
        view = world.view()
        live = LiveFiles(Live(view.snapshot, view.texts))
        for question in QUESTIONS:
            envelope = ask(view, Question(text=question)).envelope
            if envelope.shape in ("missing", "clarify"):
                continue
            at = {c.id: c for c in envelope.citations}
            stated = (
                c for p in envelope.passages for c in p.claims if c.refs and not NAME_ALONE.fullmatch(c.text)
            )
            for told in stated:
                cited = [at[r] for r in told.refs]
                names = dict.fromkeys(n for c in cited for n in surroundings(c.path, c.span, live)[0])
                texts = tuple(c.span.cut(files[c.path]).decode() for c in cited)
                out.append(
                    Claim(
                        repository="own",
                        question=question,
                        text=told.text,
                        cited=texts,
                        around=tuple(names),
                        where=tuple(f"{c.path}:{c.start_line}" for c in cited),
                    )
                )
    return tuple(out)


def test_right_sentences_pass(claims: tuple[Claim, ...]):
    stopped = [
        (c.text, told.reason) for c in claims if not (told := support(c.text, c.cited, c.around)).supported
    ]
    assert len(claims) >= 40
    assert len(stopped) <= _MOST_STOPPED * len(claims), stopped


@pytest.mark.parametrize("kind", KINDS)
def test_wrong_sentences_fail(claims: tuple[Claim, ...], kind: str):
    made = [m for m in mutants(claims) if m.kind == kind]
    if kind == "unit changed" and not made:
        made = [m for m in mutants(UNITS) if m.kind == kind]
    passed = [m.claim.text for m in made if support(m.claim.text, m.claim.cited, m.claim.around).supported]
    assert made
    assert len(passed) <= (1 - _LEAST_CAUGHT) * len(made), Counter(passed)


UNITS = tuple(
    Claim(repository="units", question=text, text=text, cited=(text,), around=(), where=(text,))
    for text in (
        "The timeout is 30 seconds.",
        "A hold takes 12 minutes.",
        "The wall is 40 nm thick.",
        "At most 2 MB are read.",
        "It runs at 15 GHz.",
        "The pressure is 3 GPa.",
        "Pulses of 10 ms are sent.",
        "It draws 83 MW.",
        "The limit is 4 KB.",
        "A session lasts 31 days.",
    )
)


def test_units_are_caught_whatever_the_answers_hold():
    assert all(support(c.text, c.cited).supported for c in UNITS)
    made = [m for m in mutants(UNITS) if m.kind == "unit changed"]
    assert len(made) == len(UNITS)
    assert [m.claim.text for m in made if support(m.claim.text, m.claim.cited).supported] == []
