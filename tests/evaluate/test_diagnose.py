"""Each miss gets exactly one of the twelve classes, and each class is really reached."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from helix_lsp.evaluate.diagnose import MISSES
from tests.evaluate.world import FILES, evaluated
from tests.support.check import World, indexed, read_fixture

METADATA, NOT_INDEXED = "path_or_symbol_metadata_missing", "expected_path_not_indexed"
KILN = "how is the kiln heated by its schedule?"


@pytest.fixture(scope="module")
def world():
    with indexed(read_fixture(FILES).files) as made:
        made.files["src/ignored.py"] = b"def ignored():\n    pass\n"  # on the disk, not in the index
        yield made


def missed(world: World, query: str, target: Mapping[str, Any], **more: Any) -> tuple[str, str]:
    """(class, detail) of a question that must miss its only target."""
    filters = more.pop("filters", {})
    done = evaluated(world, {"query": query, "filters": filters, "targets": [target]}, **more)
    (judged,) = done.judged
    assert judged.rank is None
    assert judged.miss is not None
    assert judged.targets[0].miss == judged.miss
    assert judged.miss.detail
    assert done.misses == ((judged.miss.miss, 1),)
    return judged.miss.miss, judged.miss.detail


CASES: dict[str, tuple[str, dict[str, Any], dict[str, Any], str, str]] = {
    "too long": ("kiln " * 10_000, {"path": "src/kiln.py"}, {}, "query_execution_error", "characters long"),
    "no such file": (KILN, {"path": "src/gone.py"}, {}, "stale_eval_input", "there is no file src/gone.py"),
    "no such file for a symbol": (
        KILN,
        {"symbol": "fire", "path": "src/gone.py"},
        {},
        "stale_eval_input",
        "there is no file",
    ),
    "no file fits": (KILN, {"glob": "**/*.rs"}, {}, "stale_eval_input", "no indexed file fits"),
    "lines beyond the end": (
        KILN,
        {"path": "src/glaze.py", "start_line": 90},
        {},
        "stale_eval_input",
        "has 10 lines",
    ),
    "lines hold something else": (
        "kiln",
        {"path": "src/kiln.py", "start_line": 1, "contains": "furnace"},
        {"k": 1, "filters": {"ext": "md"}},
        "stale_eval_input",
        "no longer holds 'furnace'",
    ),
    "a name that nobody uses": (KILN, {"symbol": "Oven.bake"}, {}, "stale_eval_input", "bake does not occur"),
    "left out of the index": (KILN, {"path": "src/ignored.py"}, {}, NOT_INDEXED, "leaves it out"),
    "a symbol of a file left out": (
        KILN,
        {"symbol": "ignored", "path": "src/ignored.py"},
        {},
        NOT_INDEXED,
        "leaves it out",
    ),
    "called, never defined": (KILN, {"symbol": "heat"}, {}, "expected_symbol_not_indexed", "heat occurs"),
    "called in this file": (
        KILN,
        {"symbol": "heat", "path": "src/kiln.py"},
        {},
        "expected_symbol_not_indexed",
        "heat occurs",
    ),
    "another owner": (KILN, {"symbol": "Oven.fire"}, {}, "expected_symbol_not_indexed", "fits Oven.fire"),
    "an empty file": (KILN, {"path": "src/empty.py"}, {}, METADATA, "by its path only"),
    "a symbol of an empty file": (
        KILN,
        {"symbol": "fire", "path": "src/empty.py"},
        {},
        METADATA,
        "by its path only",
    ),
    "filtered away": (
        "fire",
        {"symbol": "fire"},
        {"filters": {"surface": "docs"}},
        "possible_filter_scope_gap",
        "surface=docs",
    ),
    "excluded": (
        "fire",
        {"path": "src/kiln.py"},
        {"exclude": ["src/kiln.py"]},
        "possible_filter_scope_gap",
        "excluded",
    ),
    "nothing found": ("zebra accordion", {"path": "src/kiln.py"}, {}, "zero_results", "no file holds"),
    "nothing to search for": ("???", {"path": "src/kiln.py"}, {}, "zero_results", "no word"),
    "further down": ("kiln", {"path": "docs/firing.md"}, {"k": 1}, "expected_rank_below_k", "rank 2"),
    "lines of no unit": (
        "mix_glaze",
        {"path": "src/glaze.py", "start_line": 5},
        {},
        METADATA,
        "no unit of the index covers",
    ),
    "other words": (
        "kiln degrees",
        {"path": "src/glaze.py"},
        {},
        "possible_query_vocabulary_gap",
        "holds 0%",
    ),
}


@pytest.mark.parametrize(("query", "target", "more", "miss", "words"), CASES.values(), ids=CASES.keys())
def test_one_class_and_the_reason(
    world: World, query: str, target: dict[str, Any], more: dict[str, Any], miss: str, words: str
):
    found, detail = missed(world, query, target, **more)
    assert (found, words in detail) == (miss, True), detail


def test_fixtures_that_hide_it():
    body = "def test_kiln_{n}():\n    '''The kiln, the kiln, the kiln is fired.'''\n    kiln = kiln_{n} = fire_kiln(kiln)\n"
    files = {f"tests/test_kiln_{n}.py": body.format(n=n).encode() for n in range(6)}
    files["src/oven.py"] = (
        b"def a():\n    return 1\n\n\ndef b():\n    '''Long before, somebody fired something else than a kiln here.'''\n"
    )
    with indexed(files) as world:
        assert missed(world, "kiln fired", {"path": "src/oven.py"}, k=3)[0] == "noise_or_fixture_hit"
        # asked for tests, they are no noise
        assert (
            missed(world, "tests of kiln fired", {"path": "src/oven.py"}, k=3)[0] == "expected_rank_below_k"
        )


def test_what_shares_words_and_is_still_not_among_the_first():
    files = {
        f"src/part_{n}.py": b"def fire_kiln():\n    '''Fire the kiln.'''\n" + b"# kiln\n" * n
        for n in range(14)
    }
    files["src/zone.py"] = (
        b"def other():\n    '''Nothing.'''\n    return 1, 'a kiln on fire', 2, 'and much else beside it'\n"
    )
    with indexed(files) as world:
        miss, detail = missed(world, "fire kiln", {"path": "src/zone.py"}, k=3, options={"depth": 10})
    assert miss == "expected_not_in_top_k"
    assert "not among the first 10" in detail


def test_another_place_of_a_file_that_was_found():
    parts = [f"def part_{n}(clay):\n    '''Shape it with clay.'''\n    return clay\n" for n in range(7)] + [
        "def last():\n    return 0\n"
    ]
    with indexed({"src/clay.py": "\n\n".join(parts).encode()}) as world:
        miss, detail = missed(world, "shape with clay", {"symbol": "last"})
    assert miss == "expected_not_in_top_k"
    assert detail.startswith("its file is hit 1, shown at lines ")


def test_a_file_that_changed_behind_the_index_is_unknown():
    with indexed(read_fixture(FILES).files) as world:
        world.files["src/glaze.py"] = b"x = 1\n"
        miss, detail = missed(world, "mix_glaze", {"path": "src/glaze.py"})
    assert miss == "unknown"
    assert "changed since" in detail


def test_the_classes_above_are_all_there_are():
    reached = {miss for _, _, _, miss, _ in CASES.values()} | {
        "noise_or_fixture_hit",
        "expected_not_in_top_k",
        "unknown",
    }
    assert reached == set(MISSES)
    assert len(MISSES) == 12
