"""Evidence within a budget: exact bytes, the lines that matter, and what did not fit is counted."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

import helix_lsp
from helix_lsp.errors import UsageError
from helix_lsp.ide.find import FindRequest, Found, find
from helix_lsp.ide.range_get import range_get
from helix_lsp.wire.query_result import evidence_to_wire
from helix_lsp.wire.range_ref import range_ref_from_wire
from tests.support.check import World, indexed
from tests.support.schemas import check

SCHEMA = json.loads(
    (Path(helix_lsp.__file__).parent / "wire" / "schema" / "evidence.v1.schema.json").read_text()
)
LONG = "".join(f"    step_{n} = glaze + {n}\n" for n in range(60))
FILES = {
    f"kiln_{n}.py": f'def fire_kiln_{n}(glaze):\n    """Heat the kiln until the glaze melts."""\n{LONG}'.encode()
    for n in range(12)
}


@pytest.fixture(scope="module")
def world():
    with indexed(FILES) as made:
        yield made


def sent(answer: Found, world: World) -> dict[str, Any]:
    return evidence_to_wire(answer, world.view().snapshot.digest(), world.view().config_digest())


def found(world: World, query: str, budget: int, *, whole: bool = False) -> Found:
    answer = find(world.view(), FindRequest(query=query, budget=budget, whole=whole))
    check(json.loads(json.dumps(sent(answer, world))), SCHEMA)
    return answer


@pytest.mark.parametrize("budget", [200, 300, 1_000, 4_000])
@pytest.mark.parametrize("whole", [False, True])
def test_what_is_spent_stays_within_the_budget(world: World, budget: int, whole: bool) -> None:
    answer = found(world, "how is the kiln heated?", budget, whole=whole)
    assert answer.items
    assert answer.spent <= budget
    assert answer.found == len(answer.items) + answer.left_out
    written = len(json.dumps(sent(answer, world)["items"], ensure_ascii=False))
    assert written / 4 <= budget * 1.15  # JSON escapes line ends; the estimate leaves that out


def test_every_item_can_be_proved(world: World) -> None:
    for item in sent(found(world, "how is the kiln heated?", 2_000), world)["items"]:
        got = range_get(world.view(), range_ref_from_wire(item["ref"]))
        assert got.text == item["text"]
        assert hashlib.sha256(got.data).hexdigest() == item["ref"]["content_sha256"]


def test_a_long_function_is_cut_to_its_head_and_comes_whole_when_asked(world: World) -> None:
    cut = found(world, "fire_kiln_3", 2_000).items[0]
    assert cut.path == "kiln_3.py"
    assert not cut.whole
    assert cut.end_line - cut.start_line < 12
    assert cut.text.startswith("def fire_kiln_3(glaze):")
    whole = found(world, "fire_kiln_3", 2_000, whole=True).items[0]
    assert whole.whole
    assert whole.text.count("\n") > 55


@pytest.mark.parametrize("budget", [1, 199, 1_000_000])
def test_a_budget_out_of_bounds_is_refused(world: World, budget: int) -> None:
    with pytest.raises(UsageError, match="the budget is"):
        found(world, "kiln", budget)
