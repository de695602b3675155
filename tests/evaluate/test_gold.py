"""A gold file is read strictly: what is wrong is named by file, question and field, and the schema agrees."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import helix_lsp
from helix_lsp.errors import UsageError
from helix_lsp.evaluate.gold import Target, read_gold
from tests.support.schemas import check, holds

SCHEMA = json.loads(
    (Path(helix_lsp.__file__).parent / "wire/schema/gold-queries.v1.schema.json").read_text("utf-8")
)
QUERY: dict[str, Any] = {"id": "q1", "query": "where is it?", "targets": [{"path": "a.py"}]}
FILE: dict[str, Any] = {"schema": "gold-queries.v1", "queries": [QUERY]}


def read(value: object):
    return read_gold("gold.json", json.dumps(value).encode())


def with_query(**change: object) -> dict[str, Any]:
    return FILE | {"queries": [QUERY | change]}


def with_target(**target: object) -> dict[str, Any]:
    return with_query(targets=[target])


def test_everything_that_can_be_said_is_read():
    value = {
        "schema": "gold-queries.v1",
        "name": "ours",
        "exclude": ["tests/packs/**"],
        "thresholds": {
            "ndcg": 0.5,
            "recall_at_k": 1,
            "mrr": 0,
            "span_hit": 0.25,
            "question_recall_at_k": 0.75,
        },
        "queries": [
            {
                "id": "q1",
                "query": "  how?  ",
                "category": "how",
                "note": "asked often",
                "filters": {"surface": "docs", "ext": "md", "path": "docs/**", "language": "markdown"},
                "targets": [
                    {"path": "a.py"},
                    {"glob": "docs/**/*.md"},
                    {"symbol": "Flask.route"},
                    {"symbol": "route", "path": "a.py"},
                    {"path": "a.py", "start_line": 3},
                    {"path": "a.py", "start_line": 3, "end_line": 9, "contains": "def"},
                ],
            }
        ],
    }
    check(value, SCHEMA)
    gold = read(value)
    assert (gold.name, gold.exclude) == ("ours", ("tests/packs/**",))
    assert gold.thresholds == (
        ("recall_at_k", 1.0),
        ("question_recall_at_k", 0.75),
        ("mrr", 0.0),
        ("ndcg", 0.5),
        ("span_hit", 0.25),
    )
    (query,) = gold.queries
    assert (query.text, query.category) == ("how?", "how")
    assert query.filters == (
        ("path", "docs/**"),
        ("ext", "md"),
        ("language", "markdown"),
        ("surface", "docs"),
    )
    assert query.targets == (
        Target(kind="path", path="a.py"),
        Target(kind="glob", glob="docs/**/*.md"),
        Target(kind="symbol", symbol="Flask.route"),
        Target(kind="symbol", symbol="route", path="a.py"),
        Target(kind="span", path="a.py", start_line=3, end_line=3),
        Target(kind="span", path="a.py", start_line=3, end_line=9, contains="def"),
    )
    assert [t.words for t in query.targets] == [
        "a.py",
        "docs/**/*.md",
        "Flask.route",
        "route in a.py",
        "a.py:3-3",
        "a.py:3-9",
    ]


def test_little_is_needed():
    check(FILE, SCHEMA)
    gold = read(FILE)
    assert (gold.name, gold.thresholds, gold.queries[0].category) == ("gold.json", (), "other")


WRONG: dict[str, tuple[object, list[str]]] = {
    "no object": ([], ["the file must be an object"]),
    "no schema": ({"queries": [QUERY]}, ["`schema` is missing"]),
    "other schema": (
        FILE | {"schema": "gold-queries.v2"},
        ["`schema` is 'gold-queries.v2'", "gold-queries.v1"],
    ),
    "unknown field": (FILE | {"querys": []}, ["`querys` is unknown", "queries"]),
    "no queries": ({"schema": "gold-queries.v1"}, ["`queries` is missing"]),
    "queries is no list": (FILE | {"queries": {}}, ["`queries` must be a list"]),
    "queries is empty": (FILE | {"queries": []}, ["`queries` is empty"]),
    "query is no object": (FILE | {"queries": ["x"]}, ["query 1 must be an object"]),
    "query without id": (
        FILE | {"queries": [{"query": "x", "targets": [{"path": "a"}]}]},
        ["query 1: `id` is missing"],
    ),
    "id is a number": (with_query(id=7), ["query 1: `id` must be a text"]),
    "blank id": (with_query(id=" "), ["query 1: `id` is empty"]),
    "blank question": (with_query(query="\t"), ["query q1: `query` is empty"]),
    "unknown field of a query": (with_query(expected=[]), ["query q1: `expected` is unknown"]),
    "category is a list": (with_query(category=[]), ["query q1: `category` must be a text"]),
    "no targets": (with_query(targets=[]), ["query q1: `targets` is empty"]),
    "unknown filter": (
        with_query(filters={"layer": "core"}),
        ["query q1: filters: `layer` is unknown", "surface"],
    ),
    "empty filter": (with_query(filters={"ext": ""}), ["query q1: filters: `ext` is empty"]),
    "filters is a list": (with_query(filters=["ext=md"]), ["query q1: filters must be an object"]),
    "target is a text": (with_query(targets=["a.py"]), ["query q1: targets[0] must be an object"]),
    "target is empty": (with_target(), ["query q1: targets[0]", "empty"]),
    "target mixes kinds": (with_target(path="a", glob="b"), ["query q1: targets[0]", "glob, path"]),
    "target has only lines": (with_target(start_line=1), ["query q1: targets[0]", "start_line"]),
    "symbol with lines": (with_target(symbol="a", start_line=1), ["query q1: targets[0]"]),
    "contains without lines": (with_target(path="a", contains="x"), ["query q1: targets[0]"]),
    "path is empty": (with_target(path=""), ["targets[0]: `path` is empty"]),
    "line 0": (with_target(path="a", start_line=0), ["targets[0]: `start_line`", "from 1"]),
    "line is true": (with_target(path="a", start_line=True), ["targets[0]: `start_line`"]),
    "line is text": (with_target(path="a", start_line="4"), ["targets[0]: `start_line`"]),
    "threshold in percent": (FILE | {"thresholds": {"mrr": 80}}, ["thresholds: `mrr`", "0 to 1"]),
    "threshold is true": (FILE | {"thresholds": {"mrr": True}}, ["thresholds: `mrr`"]),
    "unknown threshold": (
        FILE | {"thresholds": {"recall": 0.5}},
        ["thresholds: `recall` is unknown", "recall_at_k"],
    ),
    "exclude holds a number": (FILE | {"exclude": [1]}, ["`exclude` must be a list of texts"]),
}


@pytest.mark.parametrize(("value", "parts"), WRONG.values(), ids=WRONG.keys())
def test_what_is_wrong_is_named(value: object, parts: list[str]):
    with pytest.raises(UsageError) as caught:
        read(value)
    message = str(caught.value)
    assert message.startswith("gold.json: ")
    assert "\n" not in message
    assert [part for part in parts if part not in message] == []
    assert not holds(value, SCHEMA)


BEYOND: dict[str, tuple[object, str]] = {
    "an id twice": (FILE | {"queries": [QUERY, QUERY]}, "'q1' is used twice"),
    "lines backwards": (with_target(path="a", start_line=5, end_line=4), "`end_line` is 4, before"),
    "a path outside": (with_target(path="../a"), "not a path below the root"),
    "an absolute path": (with_target(path="/a"), "not a path below the root"),
    "span hit without a place": (FILE | {"thresholds": {"span_hit": 0.5}}, "cannot be measured"),
}


@pytest.mark.parametrize(("value", "part"), BEYOND.values(), ids=BEYOND.keys())
def test_what_no_schema_can_say_is_refused_too(value: object, part: str):
    with pytest.raises(UsageError, match=r"^gold\.json: ") as caught:
        read(value)
    assert part in str(caught.value)


@pytest.mark.parametrize(
    ("data", "part"),
    [
        (b"", "broken JSON"),
        (b"{", "broken JSON"),
        (b"\xff\xfe", "not UTF-8"),
        (b"[" * 100_000, "nested too deeply"),
        (b'{"schema": "gold-queries.v1", "schema": "gold-queries.v1"}', "is given twice"),
    ],
)
def test_what_is_no_json_is_one_line(data: bytes, part: str):
    with pytest.raises(UsageError, match=part) as caught:
        read_gold("gold.json", data)
    assert str(caught.value).startswith("gold.json:1: ")


def test_a_byte_order_mark_is_no_fault():
    assert read_gold("gold.json", b"\xef\xbb\xbf" + json.dumps(FILE).encode()).queries[0].id == "q1"
