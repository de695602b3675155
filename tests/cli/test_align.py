"""`helix-lsp align`: for people, as JSON, as a batch. Carries I4: the same answer under any hash seed."""

from __future__ import annotations

import json

from tests.cli.run import Shell

DOCUMENT = "The Bells component rings at noon.\nIt calls `ring_bell`.\n"


def test_a_document_and_its_lines(shell: Shell) -> None:
    for name in ("yard/gate.py", "yard/wall.py"):  # what holds all files is the system and no part of it
        (shell.here / "yard").mkdir(exist_ok=True)
        (shell.here / name).write_text("def shut(): ...\n")
    (shell.here / "parts.txt").write_text(DOCUMENT)
    done = shell.run("align", "--doc", "parts.txt")
    assert done.code == 0, done.err
    assert "0.85  bells/tower.py  named as a part: Bells (line 1)" in done.text
    assert "bells/tower.py ring_bell  named: ring_bell (line 2)" in done.text
    assert "(1 file, 1 symbol;" in shell.run("align", "--doc", "parts.txt", "--line", "2").text


def test_a_text_as_json_under_any_seed(shell: Shell) -> None:
    runs = [
        shell.run(
            "align",
            "--text",
            "the rope would not hold the times it rings",
            "--json",
            env={"PYTHONHASHSEED": seed},
        )
        for seed in ("0", "1", "77")
    ]
    assert all(done.code == 0 for done in runs), runs[0].err
    sent = json.loads(runs[0].out)
    assert sent["schema"] == "alignment.v1"
    assert sent["document"] == ""
    assert [f["path"] for f in sent["files"]] == ["bells/tower.py"]
    assert len({json.dumps(json.loads(done.out)["files"]) for done in runs}) == 1


def test_wrong_use_is_one_line(shell: Shell) -> None:
    for flags, words in (
        ((), "say what to align"),
        (("--doc", "gone.md"), "no such file"),
        (("--line", "3", "--text", "x"), "name it with --doc"),
    ):
        done = shell.run("align", *flags)
        assert done.code == 2
        assert words in done.complaint


def test_a_batch_answers_each_line_with_the_committed_sets(shell: Shell) -> None:
    (shell.here / "parts.txt").write_text(DOCUMENT)
    (shell.here / "paths.txt").write_text("bells/tower.py\n")
    (shell.here / "symbols.jsonl").write_text('{"symbol": "ring_bell()", "file": "bells/tower.py"}\n')
    (shell.here / "broken.jsonl").write_text('{"symbol": 3}\n')
    root = str(shell.here)
    lines = [
        {
            "id": 1,
            "root": root,
            "text": "The Bells component rings at noon.",
            "doc": "parts.txt",
            "line": 1,
            "candidates": "paths.txt",
        },
        {"id": 2, "root": root, "text": "call ring_bell at noon", "candidates": "symbols.jsonl"},
        {"id": 3, "root": root, "text": "x", "candidates": "broken.jsonl"},
        {"id": 4, "root": root},
    ]
    done = shell.run("align", "--jsonl", stdin="".join(json.dumps(line) + "\n" for line in lines).encode())
    answers = [json.loads(line) for line in done.out.splitlines()]
    assert [f["path"] for f in answers[0]["files"]] == ["bells/tower.py"]
    assert set(answers[0]) == {"id", "ms", "files", "symbols", "spans"}
    assert [s["name"] for s in answers[1]["symbols"]] == ["ring_bell"]
    assert answers[1]["spans"][0]["path"] == "bells/tower.py"
    assert [a["error"]["code"] for a in answers[2:]] == ["usage", "usage"]
