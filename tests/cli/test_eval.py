"""`helix-lsp eval` on a small project: what it prints, its exit codes, its complaints."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.run import Shell
from tests.cli.test_answers import valid

QUERIES: list[dict[str, Any]] = [
    {"id": "ring", "query": "ring_bell", "category": "definition", "targets": [{"symbol": "ring_bell"}]},
    {
        "id": "noon",
        "query": "when is the bell rung?",
        "category": "when",
        "targets": [{"path": "docs/bells.md"}],
    },
    {"id": "zoo", "query": "zebra accordion", "category": "when", "targets": [{"path": "README.md"}]},
]


def write(shell: Shell, name: str = "gold.json", **more: Any) -> Path:
    place = shell.here / name
    place.write_text(json.dumps({"schema": "gold-queries.v1", "queries": QUERIES} | more), encoding="utf-8")
    return place


def test_the_table_says_what_was_found_and_why_the_rest_was_not(shell: Shell):
    write(shell, thresholds={"recall_at_k": 0.6})
    done = shell.run("eval", "--gold", "gold.json", "--root", ".")
    assert done.code == 0
    assert done.err == ""
    assert "no candidate: gold.json (the gold file)" in done.text
    lines = [line.split() for line in done.text.splitlines()]
    assert [
        "category",
        "found",
        "targets",
        "recall@10",
        "questions@10",
        "MRR",
        "NDCG@10",
        "span",
        "hit@10",
    ] in lines
    assert ["definition", "1/1", "1/1", "1.000", "1.000", "1.000", "1.000", "1.000"] in lines
    assert "MISS     zoo  when  zebra accordion" in done.text
    assert "wanted README.md: zero_results" in done.text
    assert "missed: zero_results 1" in done.text
    assert "recall_at_k 0.667 >= 0.600: ok" in done.text
    assert done.text.endswith("passed\n")


def test_below_a_threshold_is_exit_code_1(shell: Shell):
    write(shell, thresholds={"recall_at_k": 0.7, "mrr": 0.1})
    done = shell.run("eval", "--gold", "gold.json")
    assert done.code == 1
    assert "recall_at_k 0.667 < 0.700: too low" in done.text
    assert done.text.endswith("FAILED\n")
    sent = shell.run("eval", "--gold", "gold.json", "--json")
    assert sent.code == 1
    assert json.loads(sent.out)["passed"] is False


def test_json_validates_and_is_the_same_in_every_process(shell: Shell):
    write(shell)
    runs = [
        shell.run("eval", "--gold", "gold.json", "--json", "--k", "3", env={"PYTHONHASHSEED": seed})
        for seed in ("1", "77")
    ]
    assert [run.code for run in runs] == [0, 0]
    assert runs[0].out == runs[1].out
    value = json.loads(runs[0].out)
    valid(value, "retrieval-eval.v1")
    assert value["k"] == 3
    assert value["excluded"] == [{"path": "gold.json", "reason": "the gold file"}]
    assert [q["found"] for q in value["queries"]] == [True, True, False]


def test_a_gold_file_elsewhere_is_no_part_of_the_project(shell: Shell, tmp_path: Path):
    place = write(shell).rename(tmp_path / "elsewhere.json")
    done = shell.run("eval", "--gold", str(place), "--json")
    assert json.loads(done.out)["excluded"] == []


def test_what_a_miss_shows_cannot_move_the_cursor(shell: Shell):
    queries = [
        {
            "id": "e\x1b[2J",
            "query": "zebra \x1b]0;x\x07 accordion",
            "category": "\x1b[31m",
            "targets": [{"path": "README.md"}],
        }
    ]
    write(shell, queries=queries)
    done = shell.run("eval", "--gold", "gold.json")
    assert done.code == 0
    assert "\x1b" not in done.text


WRONG = {
    "no gold file": (["eval"], "--gold"),
    "missing": (["eval", "--gold", "nowhere.json"], "nowhere.json cannot be read"),
    "a folder": (["eval", "--gold", "bells"], "bells cannot be read"),
    "no json": (["eval", "--gold", "README.md"], "README.md:1: broken JSON"),
    "k is zero": (["eval", "--gold", "gold.json", "--k", "0"], "from 1 on"),
    "k is huge": (["eval", "--gold", "gold.json", "--k", "5000"], "1000"),
    "not built": (["eval", "--gold", "gold.json", "--compare", "lexical"], "--compare"),
    "missing root": (["eval", "--gold", "gold.json", "--root", "nowhere"], "nowhere"),
}


@pytest.mark.parametrize(("words", "part"), WRONG.values(), ids=WRONG.keys())
def test_wrong_use_is_one_line(shell: Shell, words: list[str], part: str):
    write(shell)
    done = shell.run(*words)
    assert done.code == 2
    assert done.out == b""
    assert part in done.complaint


def test_a_bad_gold_file_is_one_line_with_question_and_field(shell: Shell):
    write(
        shell,
        queries=[QUERIES[0], {"id": "noon", "query": "when?", "targets": [{"path": "a", "start_line": 0}]}],
    )
    done = shell.run("eval", "--gold", "gold.json")
    assert done.code == 2
    assert (
        done.complaint == "gold.json: query noon: targets[0]: `start_line` must be a line number, from 1 on"
    )


def test_a_comparison_names_what_was_lost_won_and_moved(shell: Shell):
    write(shell)
    before = json.loads(shell.run("eval", "--gold", "gold.json", "--json").out)
    ranks = {q["id"]: q for q in before["queries"]}
    ranks["noon"]["rank"] += 1
    ranks["zoo"] |= {"found": True, "rank": 4}
    ranks["ring"]["found"] = False
    before["queries"].append(before["queries"][0] | {"id": "old"})
    (shell.here / "before.json").write_text(json.dumps(before))
    write(shell, queries=[*QUERIES, QUERIES[0] | {"id": "new"}])
    done = shell.run("eval", "--gold", "gold.json", "--compare", "before.json", "--json")
    said = json.loads(done.out)
    valid(said, "retrieval-eval.v1")
    compared = said["compared"]
    assert (done.code, said["passed"], compared["passed"], compared["same_gold"]) == (1, True, False, False)
    assert compared["lost"] == [{"id": "zoo", "before": 4}]
    assert compared["won"] == [{"id": "ring", "after": 1}]
    assert [m["id"] for m in compared["moved"]] == ["noon"]
    assert (compared["added"], compared["gone"]) == (["new"], ["old"])
    told = shell.run("eval", "--gold", "gold.json", "--compare", "before.json")
    assert "lost     zoo: rank 4 -> missed" in told.text
    assert told.code == 1


def test_the_same_again_loses_nothing(shell: Shell):
    write(shell)
    (shell.here / "before.json").write_bytes(shell.run("eval", "--gold", "gold.json", "--json").out)
    done = shell.run("eval", "--gold", "gold.json", "--compare", "before.json", "--json")
    said = json.loads(done.out)["compared"]
    assert (done.code, said["same_gold"], said["passed"]) == (0, True, True)
    assert said["lost"] == said["won"] == said["moved"] == said["added"] == said["gone"] == []
    assert all(f["before"] == f["after"] for f in said["figures"])
    assert {"path": "before.json", "reason": "the evaluation it is compared with"} in json.loads(done.out)[
        "excluded"
    ]


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"{", ("line 1",)),
        (b"[]", ("not a retrieval-eval.v1",)),
        (b'{"schema": "retrieval-eval.v1"}', ("not a retrieval-eval.v1", "overall")),
    ],
)
def test_what_is_not_an_evaluation_is_refused_by_name(shell: Shell, data: bytes, words: tuple[str, ...]):
    write(shell)
    (shell.here / "before.json").write_bytes(data)
    done = shell.run("eval", "--gold", "gold.json", "--compare", "before.json")
    assert done.code == 2
    assert all(word in done.complaint for word in ("--compare before.json", *words))


def test_another_number_of_hits_is_not_compared(shell: Shell):
    write(shell)
    (shell.here / "before.json").write_bytes(
        shell.run("eval", "--gold", "gold.json", "--json", "--k", "3").out
    )
    done = shell.run("eval", "--gold", "gold.json", "--compare", "before.json")
    assert (done.code, "give --k 3" in done.complaint) == (2, True)
