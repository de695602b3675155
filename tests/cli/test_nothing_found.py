"""A search that finds nothing ends with 1, as `grep` does, whatever form the answer has; a batch does not."""

from __future__ import annotations

import json

import pytest

from tests.cli.run import Shell

FOUND = (
    ("ask", "what does ring_bell do?"),
    ("query", "ring_bell"),
    ("query", "ring_bell", "--budget", "300"),
    ("uses", "check_rope"),
    ("mentions", "ring_bell"),
    ("ask", "what does ring_bell do?", "--pack"),
)
NOT_FOUND = (
    ("ask", "qzxv wqpk?"),
    ("query", "qzxvwqpk"),
    ("query", "qzxvwqpk", "--budget", "300"),
    ("uses", "qzxvwqpk"),
    ("mentions", "qzxvwqpk"),
    ("ask", "qzxv wqpk?", "--pack"),
)


def as_json(words: tuple[str, ...]) -> list[tuple[str, ...]]:
    return [words] if "--pack" in words else [words, (*words, "--json")]


@pytest.mark.parametrize("words", [form for words in FOUND for form in as_json(words)], ids=" ".join)
def test_what_is_found_ends_with_0(shell: Shell, words: tuple[str, ...]):
    assert shell.run(*words).code == 0


@pytest.mark.parametrize("words", [form for words in NOT_FOUND for form in as_json(words)], ids=" ".join)
def test_what_is_not_found_ends_with_1_and_says_so_on_stdout(shell: Shell, words: tuple[str, ...]):
    done = shell.run(*words)
    assert done.code == 1
    assert done.out or "--budget" in words


def test_a_batch_tells_it_in_its_lines(shell: Shell):
    lines = "".join(
        json.dumps({"id": n, "question": text}) + "\n" for n, text in enumerate(("qzxvwqpk", "bell"))
    )
    for verb in ("ask", "query"):
        assert shell.run(verb, "--jsonl", stdin=lines.encode()).code == 0
