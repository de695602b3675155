"""A whole gold file: figures, categories, thresholds, what is no candidate, and the wire form. Carries I4."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import helix_lsp
from helix_lsp.errors import Cancelled
from helix_lsp.evaluate.evaluate import evaluate
from helix_lsp.evaluate.gold import read_gold
from helix_lsp.evaluate.report import evaluation_to_wire
from tests.evaluate.world import FILES, evaluated, gold
from tests.support.check import World, indexed, read_fixture
from tests.support.schemas import check

SCHEMA = json.loads(
    (Path(helix_lsp.__file__).parent / "wire/schema/retrieval-eval.v1.schema.json").read_text("utf-8")
)
QUERIES: list[dict[str, Any]] = [
    {"query": "mix_glaze", "category": "definition", "targets": [{"symbol": "mix_glaze"}]},
    {
        "query": "how is the glaze mixed?",
        "category": "how",
        "targets": [{"path": "src/glaze.py"}, {"path": "src/gone.py"}],
    },
    {
        "query": "kiln door",
        "category": "how",
        "filters": {"surface": "docs"},
        "targets": [{"path": "docs/firing.md", "start_line": 7, "end_line": 9}],
    },
    {"query": "zebra accordion", "category": "how", "targets": [{"glob": "docs/**"}]},
]


@pytest.fixture(scope="module")
def world():
    with indexed(read_fixture(FILES).files) as made:
        yield made


def test_figures_are_means_over_questions(world: World):
    done = evaluated(world, *QUERIES)
    assert [j.rank for j in done.judged] == [1, 1, 1, None]
    overall = done.overall
    assert (overall.questions, overall.found, overall.targets, overall.targets_found) == (4, 3, 5, 3)
    assert overall.recall_at_k == pytest.approx((1 + 0.5 + 1 + 0) / 4)
    assert overall.question_recall_at_k == pytest.approx(3 / 4)
    assert overall.mrr == pytest.approx(3 / 4)
    assert (overall.span_questions, overall.span_hit) == (2, 1.0)
    assert overall.zero_results == 1
    by_name = dict(done.categories)
    assert list(by_name) == ["definition", "how"]
    assert by_name["definition"].mrr == 1
    assert by_name["how"].span_questions == 1
    assert done.misses == (("zero_results", 1),)
    # a target that is missing beside one that was found has its reason too
    assert [t.miss.miss if t.miss else "" for t in done.judged[1].targets] == ["", "stale_eval_input"]


def test_a_further_place_counts_for_recall_and_not_for_span_hit(world: World):
    done = evaluated(world, {"query": "fire the kiln", "targets": [{"symbol": "cool"}]})
    (judged,) = done.judged
    assert judged.rank == 1
    assert judged.targets[0].place_rank is None
    assert judged.span_hit == 0


@pytest.mark.parametrize(
    ("thresholds", "passed"),
    [
        ({}, True),
        ({"recall_at_k": 0.625, "mrr": 0.75, "question_recall_at_k": 0.75, "span_hit": 1, "ndcg": 0.6}, True),
        ({"recall_at_k": 0.63}, False),
        ({"mrr": 0.75, "ndcg": 0.99}, False),
    ],
)
def test_thresholds_are_a_gate(world: World, thresholds: dict[str, float], passed: bool):
    done = evaluated(world, *QUERIES, thresholds=thresholds)
    assert done.passed is passed
    assert len(done.thresholds) == len(thresholds)
    assert all(t.passed is (t.measured >= t.least) for t in done.thresholds)


def test_what_quotes_the_questions_is_no_candidate():
    """Kept out are the gold file, packs of questions, excluded globs; a quoting document that is an answer
    stays.
    """
    questions = [
        "how long is the kiln fired for",
        "who opens the door of the kiln",
        "what is stirred into the glaze",
    ]
    files = read_fixture(FILES).files | {
        "tests/gold.json": json.dumps({"q": questions}).encode(),
        "tests/pack.py": "\n".join(f'ask("{q.upper()}")' for q in questions).encode(),
        "docs/faq.md": "\n".join(f"## {q}\n\nIt depends.\n" for q in questions).encode(),
        "docs/two.md": "\n".join(f"## {q}\n\nIt depends.\n" for q in questions[:2]).encode(),
        "old/kiln.py": b"def how_long_is_the_kiln_fired(): pass\n",
    }
    asked = [{"query": q, "targets": [{"path": "docs/faq.md"}]} for q in questions]
    with indexed(files) as world:
        done = evaluated(world, *asked, own="tests/gold.json", exclude=["old/**"])
        assert [(e.path, e.reason) for e in done.excluded] == [
            ("old/kiln.py", "the gold file excludes old/**"),
            ("tests/gold.json", "the gold file"),
            ("tests/pack.py", "quotes 3 of the questions"),
        ]
        assert {r.path for j in done.judged for r in j.came}.isdisjoint(
            {"old/kiln.py", "tests/gold.json", "tests/pack.py"}
        )
        assert all(j.rank is not None for j in done.judged)
        open_to_all = evaluated(world, *asked, options={"pack_questions": 99})
        assert "tests/pack.py" in {r.path for j in open_to_all.judged for r in j.came}


def test_a_question_that_fails_is_a_miss_and_the_others_are_asked(world: World):
    done = evaluated(world, {"query": "x" * 50_000, "targets": [{"symbol": "fire"}]}, QUERIES[0])
    assert [j.rank for j in done.judged] == [None, 1]
    assert done.judged[0].miss is not None
    assert done.judged[0].miss.miss == "query_execution_error"
    assert done.judged[0].span_hit == 0


def test_symbols_fit_by_their_last_parts(world: World):
    for symbol in ("pour", "glaze.pour", "src.glaze.pour", "src/glaze::pour", "glaze#pour()", "glaze->pour"):
        assert evaluated(world, {"query": "pour", "targets": [{"symbol": symbol}]}).judged[0].rank == 1, (
            symbol
        )
    for symbol in ("Pour", "oven.pour", "glaze.pours"):
        assert evaluated(world, {"query": "pour", "targets": [{"symbol": symbol}]}).judged[0].rank is None, (
            symbol
        )


def test_the_wire_form_validates_and_is_the_same_every_time(world: World):
    sent = [
        json.dumps(evaluation_to_wire(evaluated(world, *QUERIES, thresholds={"mrr": 0.5}, name="ours")))
        for _ in range(2)
    ]
    assert sent[0] == sent[1]
    value = json.loads(sent[0])
    check(value, SCHEMA)
    assert value["gold"]["name"] == "ours"
    assert value["queries"][3]["miss"]["class"] == "zero_results"
    assert value["queries"][2]["targets"][0]["target"] == QUERIES[2]["targets"][0]
    assert value["passed"] is True


def test_a_caller_that_gives_up_is_heard(world: World):
    def check() -> None:
        raise Cancelled("enough")

    with pytest.raises(Cancelled):
        evaluate(world.view(), read_gold("gold.json", gold(*QUERIES)), k=10, check=check)
