"""Binding: a node stands on a span whose bytes were hashed just now, or it is a hint. Carries I5 for trees."""

from __future__ import annotations

from typing import Any

import pytest

from helix_lsp.config import TreesConfig
from helix_lsp.text.digest import sha256_hex
from helix_lsp.trees.bind import Current, bind, stated
from helix_lsp.trees.node import Node
from tests.support.check import World
from tests.trees.world import CARD, FIRING, GUIDE, KILN, firing, knowledge, node, pottery, walked

CFG = TreesConfig()
PROSE = "# Notes\n\nSome words.\n\nThe wheel speed is set by hand.\n"


def node_with(*evidence: dict[str, Any], title: str = "Kiln control") -> dict[str, Any]:
    return {"rootId": "n", "nodes": [node("n", title=title, excerpt="Says so.", evidence=list(evidence))]}


def read(world: World) -> tuple[Node, Current]:
    tree = knowledge(world).forest.tree("firing")
    assert tree is not None
    return tree.nodes["n"], Current(world.snapshot, world.texts, CFG.bind_max_bytes)


WAYS = [
    ({"type": "code", "path": "src/kiln.py", "contains": "return degrees"}, "contains", (6, 6)),
    ({"type": "code", "path": "src/kiln.py", "contains": "RETURN Degrees"}, "contains", (6, 6)),
    ({"type": "code", "path": "src/kiln.py", "symbol": "fire_kiln"}, "symbol", (4, 6)),
    ({"type": "code", "path": "src/kiln.py", "symbol": "fire_kiln()"}, "symbol", (4, 6)),
    ({"type": "doc", "path": "docs/guide.md", "heading": "Cooling down"}, "heading", (3, 5)),
    ({"type": "doc", "path": "docs/guide.md", "heading": "## cooling down"}, "heading", (3, 5)),
    ({"type": "telemetry", "path": "docs/guide.md", "field": "hot kiln"}, "field", (9, 9)),
    ({"type": "doc", "path": FIRING}, "own", (10, 10)),
]


@pytest.mark.parametrize(("evidence", "how", "lines"), WAYS, ids=[f"{how}-{e['path']}" for e, how, _ in WAYS])
def test_what_the_evidence_names_is_found_and_hashed(
    evidence: dict[str, Any], how: str, lines: tuple[int, int]
):
    with pottery(firing=node_with(evidence)) as world:
        found = bind(*_args(world))
        assert found is not None
        assert (found.how, found.kind, (found.start_line, found.end_line)) == (how, evidence["type"], lines)
        assert found.sha256 == sha256_hex(found.span.cut(world.texts(evidence["path"]) or b""))


GUESSED = [
    ("Glaze schedule", "docs/glaze.md", "definition", 8),
    ("Opening the door", "docs/guide.md", "name", 7),
    ("Fire the kiln", "src/kiln.py", "name", 4),
    ("Speed of the wheel", "docs/notes.md", "words", 5),
]


@pytest.mark.parametrize(("title", "path", "how", "line"), GUESSED)
def test_a_file_alone_binds_only_where_it_speaks_of_the_title(title: str, path: str, how: str, line: int):
    with pottery(
        firing=node_with({"type": "doc", "path": path}, title=title), **{"docs/notes.md": PROSE}
    ) as world:
        found = bind(*_args(world))
        assert found is not None
        assert (found.how, found.start_line) == (how, line)


UNBOUND = [
    {"type": "doc", "path": "docs/guide.md"},  # nothing in it speaks of kiln control
    {
        "type": "doc",
        "path": "docs/guide.md",
        "heading": "Nowhere",
    },  # what it names is not there, so nothing is guessed
    {"type": "code", "path": "src/kiln.py", "contains": "no such line"},
    {"type": "code", "path": "src/gone.py"},
    {"type": "code", "path": "../outside.py"},
    {"type": "telemetry", "field": "x"},
]


@pytest.mark.parametrize("evidence", UNBOUND)
def test_what_leads_to_no_span_is_a_hint(evidence: dict[str, Any]):
    with pottery(firing=node_with(evidence)) as world:
        assert bind(*_args(world)) is None
        (tree,) = walked(world, "kiln control").trees
        assert [(step.role, step.part, step.bound) for step in tree.steps] == [("hint", "anchor", None)]
        assert walked(world, "kiln control").binding_rate == 0.0


def test_the_most_certain_record_wins_whatever_the_order():
    named, quoted = (
        {"type": "doc", "path": FIRING},
        {"type": "code", "path": "src/kiln.py", "contains": "Heat the kiln"},
    )
    for records in ((named, quoted), (quoted, named)):
        with pottery(firing=node_with(*records)) as world:
            found = bind(*_args(world))
            assert found is not None
            assert found.how == "contains"


def test_bytes_of_this_moment_count():
    """The file changed behind the index: the span is where the words stand now, or there is none."""
    with pottery(
        firing=node_with({"type": "code", "path": "src/kiln.py", "contains": "return degrees"})
    ) as world:
        world.files["src/kiln.py"] = b"# a new line\n" + KILN.encode()
        found = bind(*_args(world))
        assert found is not None
        assert found.start_line == 7
        world.files["src/kiln.py"] = b"pass\n"
        assert bind(*_args(world)) is None
        world.files["src/kiln.py"] = None
        assert bind(*_args(world)) is None


def test_a_recorded_hash_is_compared():
    whole = sha256_hex(GUIDE.encode())
    for recorded, says in ((f"sha256:{whole}", "same"), ("sha256:" + "0" * 64, "changed"), ("", "")):
        evidence = {"type": "doc", "path": "docs/guide.md", "contains": "hot kiln", "content_hash": recorded}
        with pottery(firing=node_with(evidence)) as world:
            found = bind(*_args(world))
            assert found is not None
            assert found.recorded == says
            world.files["docs/guide.md"] = GUIDE.replace("\n", "\r\n").encode()
            again = bind(*_args(world))
            assert again is not None
            assert again.recorded == says


def test_every_node_has_a_place_in_its_tree():
    with pottery() as world:
        tree = knowledge(world).forest.tree("firing")
        assert tree is not None
        current = Current(world.snapshot, world.texts, CFG.bind_max_bytes)
        data = world.texts(FIRING) or b""
        for one in tree.nodes.values():
            found = stated(one, FIRING, current, CFG)
            assert found is not None
            assert one.excerpt in found.span.cut(data).decode()
            assert (found.kind, found.sha256) == ("tree", sha256_hex(found.span.cut(data)))


def test_every_bound_step_of_a_walk_can_be_checked_and_the_rate_counts_them():
    with pottery(**{"more.md": CARD.replace("glaze-schedule", "other")}) as world:
        pack = walked(world, "kiln control, clay body, cooling down", mode="full_path")
        steps = [step for tree in pack.trees for step in tree.steps]
        for step in steps:
            assert (step.bound is None) == (step.role == "hint")
            for proof in (step.bound, step.stated):
                if proof is not None:
                    assert proof.sha256 == sha256_hex(proof.span.cut(world.texts(proof.path) or b""))
        assert 0 < pack.binding_rate < 1
        assert pack.binding_rate == round(sum(step.bound is not None for step in steps) / len(steps), 6)


def test_a_node_without_evidence_is_not_bound_by_its_own_words():
    with pottery(firing=firing()) as world:
        (tree,) = walked(world, "kiln control").trees
        assert [step.role for step in tree.steps] == ["hint", "hint", "anchor"]


def _args(world: World) -> tuple[Node, str, Current, TreesConfig]:
    one, current = read(world)
    return one, FIRING, current, CFG
