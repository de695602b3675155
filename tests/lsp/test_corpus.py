"""Messages made from the meta model: each usable id is answered exactly once, whatever is wrong with it.
Carries G2 and G3.

A part of the corpus here; `make reliability` sends all of it.
"""

from __future__ import annotations

from collections import Counter

import pytest

from tests.lsp.test_features import ROOT, begin, finish
from tests.support.generated_messages import generated

STEP = 11


@pytest.mark.parametrize("first", [0, 5])
def test_every_request_is_answered_once_and_nothing_else_is_said(first: int):
    literals = {"codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": []}}}}
    client = begin({"textDocument": literals})
    client.open(f"{ROOT}/a.md", "# A\n\nUse `word` here.\n")
    made = list(generated())[first::STEP]
    waiting: list[int] = []
    for one in made:
        params = None if one.bare else one.params
        if one.request:
            waiting.append(client.start(one.method, params))
        else:
            client.notify(one.method, params)
        if len(waiting) % 40 == 0 and waiting:
            client.wait(waiting[-1])
    for number in waiting:
        client.wait(number)
    answers = Counter(m["id"] for m in client.messages if "method" not in m)
    assert {number: answers[number] for number in waiting if answers[number] != 1} == {}
    assert answers[None] == 0
    assert [m for m in client.messages if m.get("error", {}).get("code") == -32603] == []
    finish(client)


def test_the_corpus_has_both_kinds():
    made = list(generated())
    assert {one.valid for one in made} == {True, False}
    assert {"textDocument/hover", "workspace/executeCommand", "textDocument/didChange"} <= {
        one.method for one in made
    }
    assert made == list(generated())
