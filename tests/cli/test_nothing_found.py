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


@pytest.mark.parametrize("verb", ["uses", "mentions"])
def test_a_misspelt_name_is_told_the_names_that_come_near(shell: Shell, verb: str):
    assert (
        shell.run(verb, "ring_bel").text == "nothing here defines ring_bel; names that come near: ring_bell\n"
    )


@pytest.mark.parametrize("question", ["Wo wird die Glocke gestrichen?", "Où est le fichier de la cloche?"])
def test_a_question_in_another_language_is_told_why_nothing_is_found(shell: Shell, question: str):
    told = shell.run("ask", question).text
    assert "Questions are read as English" in told
    assert "Not found in this repository" not in told
    assert "Nearest candidates" not in told


def test_a_file_that_is_too_large_is_told_with_the_limit(shell: Shell):
    (shell.here / "huge.py").write_text("HEIGHT_OF_TOWER = 1\n" * 60_000)
    assert "too large: 1 (huge.py); `index.max_file_bytes` is the limit" in shell.run("index").text
    assert "`helix-lsp index` says why a file is not read." in shell.run("ask", "qzxv wqpk?").text


def test_a_name_that_comes_near_is_told_with_its_place(shell: Shell):
    told = shell.run("ask", "what does ring_bel do?").text
    assert "- `ring_bell`\n    bells/tower.py:6" in told, told
