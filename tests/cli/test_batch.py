"""`--jsonl`: every line is answered once, in order, and nothing one line does harms the next."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.cli.run import Shell


def batch(
    shell: Shell, verb: str, *lines: object, flags: tuple[str, ...] = (), **env: str
) -> list[dict[str, Any]]:
    data = b"".join(
        (line if isinstance(line, bytes) else json.dumps(line).encode()) + b"\n" for line in lines
    )
    done = shell.run(verb, "--jsonl", *flags, stdin=data, env=env)
    assert done.code == 0, done.err
    return [json.loads(line) for line in done.out.splitlines()]


def test_queries_are_answered_in_order(shell: Shell):
    root = str(shell.here)
    answers = batch(
        shell,
        "query",
        {"id": "a", "root": root, "question": "ring bell", "k": 1},
        {"id": 2, "root": root, "question": "rope", "k": 3},
    )
    assert [answer["id"] for answer in answers] == ["a", 2]
    assert all(answer["ms"] >= 0 for answer in answers)
    assert answers[0]["result"]["count"] == 1
    ref = answers[0]["result"]["results"][0]["range_ref"]
    assert {"path", "start_line", "end_line"} <= set(ref)


def test_questions_give_envelopes(shell: Shell):
    (answer,) = batch(
        shell,
        "ask",
        {"id": 1, "root": str(shell.here), "question": "what does ring_bell do?", "verbosity": "brief"},
    )
    assert answer["envelope"]["citations"]
    assert set(answer) == {"id", "ms", "envelope"}


def test_a_bad_line_gets_an_error_and_the_batch_goes_on(shell: Shell):
    root = str(shell.here)
    answers = batch(
        shell,
        "query",
        b"this is not json",
        b"[1, 2]",
        b'\xff\xfe{"id": 3}',
        b"[" * 100_000,
        {"id": 5, "root": root, "question": "   "},
        {"id": 6, "root": root, "question": "bell", "k": 0},
        {"id": 7, "root": root, "question": "bell", "k": "ten"},
        {"id": 8, "root": root, "question": 12},
        {"id": 9, "root": root + "/missing", "question": "bell"},
        {"id": 10, "root": root, "question": "b" * 2_000_000},
        {"id": 11, "root": root},
        {"id": 12, "root": root, "question": "bell"},
    )
    assert [answer["id"] for answer in answers] == [None, None, None, None, 5, 6, 7, 8, 9, None, 11, 12]
    codes = [answer["error"]["code"] for answer in answers[:-1]]
    assert codes == ["usage"] * 8 + ["workspace"] + ["usage"] * 2
    assert all("\n" not in answer["error"]["message"] for answer in answers[:-1])
    assert all("ms" in answer for answer in answers)
    assert answers[-1]["result"]["count"] > 0


def test_a_line_may_insist_on_slots_and_pick_from_a_clarification(shell: Shell):
    root = str(shell.here)
    answers = batch(
        shell,
        "ask",
        {"id": 1, "root": root, "question": "bell", "slots": ["definition", "submarine"]},
        {"id": 2, "root": root, "question": "bell", "slots": "definition"},
        {"id": 3, "root": root, "question": "bell", "clarify": {"token": "0123456789", "optionId": "o1"}},
        {"id": 4, "root": root, "question": "bell", "clarify": {"token": 5}},
    )
    slots = {s["id"]: s for s in answers[0]["envelope"]["retrieval_plan"]["slots"] if s["hard"]}
    assert set(slots) == {"definition", "submarine"}
    assert not slots["submarine"]["covered"]
    assert [a["error"]["code"] for a in answers[1:]] == ["usage"] * 3
    assert "ask the question again" in answers[2]["error"]["message"]


def test_many_roots_with_few_open_at_once(shell: Shell, tmp_path: Path):
    roots = []
    for number in range(4):
        root = tmp_path / f"project{number}"
        root.mkdir()
        (root / "only.py").write_text(f"def only_{number}():\n    '''The only one.'''\n")
        roots.append(str(root))
    lines = [{"id": n, "root": root, "question": "only one", "k": 1} for n, root in enumerate(roots * 3)]
    answers = batch(shell, "query", *lines, HELIX_ASK_CLI_BATCH_ROOTS="2")
    assert [answer["result"]["results"][0]["path"] for answer in answers] == ["only.py"] * 12
    assert [answer["result"]["results"][0]["name"] for answer in answers] == [
        f"only_{n}" for n in range(4)
    ] * 3


def test_the_flag_names_the_root_where_a_line_does_not(shell: Shell):
    (answer,) = batch(
        shell, "query", {"id": 1, "question": "bell"}, flags=("--root", str(shell.here), "-k", "2")
    )
    assert answer["result"]["count"] == 2


def test_blank_lines_are_no_requests(shell: Shell):
    assert (
        len(batch(shell, "query", b"", b"  ", {"id": 1, "root": str(shell.here), "question": "bell"}, b""))
        == 1
    )


def test_an_empty_batch_is_fine(shell: Shell):
    assert batch(shell, "ask") == []


def test_an_edit_between_lines_is_seen_when_the_last_look_is_old(shell: Shell):
    answers = batch(
        shell,
        "query",
        {"id": 1, "root": str(shell.here), "question": "bell"},
        {"id": 2, "root": str(shell.here), "question": "bell"},
        HELIX_ASK_CLI_BATCH_FRESH_SECONDS="0",
    )
    assert all(answer["result"]["index"]["fresh"] for answer in answers)
