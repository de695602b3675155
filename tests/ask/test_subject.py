"""What a question is about, without how its answer is demanded."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helix_lsp.ask.question.question import subject_of


@pytest.mark.parametrize(
    ("text", "subject"),
    [
        (
            "In this repo, how do I run the development server? cite file paths",
            "how do I run the development server?",
        ),
        ("Define TS_ratio in this repo.", "Define TS_ratio."),
        ("What does solar restoration mean in this repo?", "What does solar restoration mean?"),
        ("According to the codebase, how are tokens refreshed?", "how are tokens refreshed?"),
        ("How does routing work? Please cite the file paths and line numbers.", "How does routing work?"),
        ("Where in the code is the retry handled?", "Where is the retry handled?"),
        ("Explain the cache, with line numbers please", "Explain the cache"),
        ("How does it work, and show me the sources", "How does it work"),
        # what a question is about stays
        ("cite files", "cite files"),
        ("how does this project load plugins?", "how does this project load plugins?"),
        ("Which files cite sources?", "Which files cite sources?"),
        ("What is a citation?", "What is a citation?"),
        ("Show me the file paths", "Show me the file paths"),
        ("How does it cite sources and list references?", "How does it cite sources and list references?"),
        ("", ""),
    ],
)
def test_the_subject_of_a_question(text: str, subject: str):
    assert subject_of(text) == subject


@given(st.text(max_size=300))
def test_a_subject_only_leaves_out(text: str):
    left = iter(text)
    assert all(char in left for char in subject_of(text))
    assert subject_of(text).strip() or not text.strip()
