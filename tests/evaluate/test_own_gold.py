"""The questions about this repository itself, asked of this checkout: the file's own thresholds hold and no
target is out of date (`make fuzz`: what it measures is the code of the day).
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from helix_lsp.evaluate.evaluate import Evaluation, evaluate
from helix_lsp.evaluate.gold import GoldFile, read_gold
from tests.house.source import PACKAGE, ROOT
from tests.support.schemas import check
from tests.support.workspace import open_in

PLACE = "tests/gold/helix_lsp.gold.json"
WANTED = {"definition", "location", "how", "why", "configuration", "test", "error-message", "path-like"}
OUT_OF_DATE = {
    "stale_eval_input",
    "expected_path_not_indexed",
    "expected_symbol_not_indexed",
    "path_or_symbol_metadata_missing",
}


@pytest.fixture(scope="module")
def gold() -> GoldFile:
    return read_gold(PLACE, (ROOT / PLACE).read_bytes())


@pytest.fixture(scope="module")
def done(gold: GoldFile, tmp_path_factory: pytest.TempPathFactory) -> Evaluation:
    workspace = open_in(tmp_path_factory.mktemp("own"), ROOT)
    try:
        workspace.refresh()
        return evaluate(workspace.view(), gold, k=10, own=PLACE)
    finally:
        workspace.close()


def test_it_asks_enough_of_every_kind(gold: GoldFile):
    schema = json.loads((PACKAGE / "wire/schema/gold-queries.v1.schema.json").read_text("utf-8"))
    check(json.loads((ROOT / PLACE).read_text("utf-8")), schema)
    assert len(gold.queries) >= 25
    assert {q.category for q in gold.queries} == WANTED
    assert {t.kind for q in gold.queries for t in q.targets} == {"path", "glob", "symbol", "span"}
    assert len(gold.thresholds) == 5


@pytest.mark.campaign
def test_its_thresholds_hold(done: Evaluation):
    assert [(t.name, round(t.measured, 3)) for t in done.thresholds if not t.passed] == []
    assert done.passed


@pytest.mark.campaign
def test_none_of_its_targets_is_out_of_date(done: Evaluation):
    old = [
        (j.query.id, t.miss.detail)
        for j in done.judged
        for t in j.targets
        if t.miss is not None and t.miss.miss in OUT_OF_DATE
    ]
    assert old == []


def test_no_vocabulary_of_the_questions_is_in_the_product(gold: GoldFile):
    """No question stands in the package, where it could be answered by rote."""
    package = " ".join(
        " ".join(p.read_text("utf-8").casefold().split()) for p in sorted(Path(PACKAGE).rglob("*.py"))
    )
    asked = [
        q.text
        for q in gold.queries
        if q.category not in ("error-message", "path-like") and len(q.text.split()) > 3
    ]
    assert [text for text in asked if re.sub(r"\s+", " ", text.casefold()) in package] == []
