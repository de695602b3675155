"""A pottery with two knowledge trees and two concept cards, and short ways to ask it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from helix_lsp.ide.lens import WalkRequest, tree_walk
from helix_lsp.trees.assemble import Pack, Walked
from helix_lsp.trees.knowledge import Knowledge
from tests.support.check import World, indexed

RESOLVER = "configs/graph-resolvers.json"
FIRING = "docs/firing-tree.json"
CLAY = "docs/clay-tree.json"

KILN = '''"""The kiln."""


def fire_kiln(degrees):
    """Heat the kiln."""
    return degrees
'''
CARD = """---
id: glaze-schedule
label: Glaze schedule
aliases: ["glaze schedule", 'glaze, plan', GS_1]
topicTags: [firing]
mustIncludeFiles: ["src/kiln.py"]
---
- Definition: The glaze schedule says when each pot is glazed.
- Key questions: Which pots come first?
- Notes: Kept by the workshop.
"""
GUIDE = """# Firing

## Cooling down

The kiln cools for a day.

## Opening the door

Nobody opens a hot kiln.
"""


def node(name: str, **more: Any) -> dict[str, Any]:
    """A node with a title made of its id."""
    return {
        "id": name,
        "title": name.replace("-", " ").title(),
        "tags": [],
        "children": [],
        "links": [],
    } | more


def firing() -> dict[str, Any]:
    """Root, two branches, a leaf below each, and a link across."""
    return {
        "version": 1,
        "rootId": "firing-tree",
        "nodes": [
            node("firing-tree", excerpt="How pots are fired.", children=["heating", "cooling"]),
            node("heating", excerpt="Getting hot.", children=["kiln-control"]),
            node("cooling", excerpt="Getting cold.", children=["cooling-down"]),
            node(
                "kiln-control",
                excerpt="The program that heats.",
                links=[
                    {"rel": "see-also", "to": "clay-body"},
                    {"rel": "see-also", "to": "cooling-down", "edgeType": "association"},
                ],
                evidence=[{"type": "code", "path": "src/kiln.py", "symbol": "fire_kiln"}],
            ),
            node(
                "cooling-down",
                excerpt="A day of rest.",
                evidence=[{"type": "doc", "path": "docs/guide.md", "heading": "Cooling down"}],
            ),
        ],
    }


def clay() -> dict[str, Any]:
    """A root and one node."""
    return {
        "rootId": "clay-tree",
        "nodes": [
            node("clay-tree", children=["clay-body"]),
            node("clay-body", excerpt="What pots are made of."),
        ],
    }


def resolver(**firing_entry: Any) -> dict[str, Any]:
    """A resolver file of both trees; the arguments go into the entry of the first."""
    first = {
        "id": "firing",
        "label": "Firing walk",
        "path": FIRING,
        "topicTags": ["firing"],
        "matchers": ["kiln control"],
    }
    return {
        "version": 1,
        "trees": [
            first | firing_entry,
            {"id": "clay", "label": "Clay walk", "path": CLAY, "matchers": ["clay body"]},
        ],
    }


def files(**changed: Any) -> dict[str, bytes]:
    """The workspace; `resolver`, `firing` and `clay` replace those files (JSON data or bytes), other keys add
    files.
    """
    made: dict[str, Any] = {
        RESOLVER: changed.pop("resolver", resolver()),
        FIRING: changed.pop("firing", firing()),
        CLAY: changed.pop("clay", clay()),
        "src/kiln.py": KILN,
        "docs/guide.md": GUIDE,
        "docs/glaze.md": CARD,
        "README.md": "# Pottery\n",
    }
    return {path: encoded(value) for path, value in (made | changed).items()}


def encoded(value: object) -> bytes:
    """Bytes as they are, text as UTF-8, all else as JSON over several lines."""
    if isinstance(value, bytes):
        return value
    return value.encode() if isinstance(value, str) else json.dumps(value, indent=1).encode()


@contextmanager
def pottery(made: Mapping[str, bytes] | None = None, **changed: Any) -> Iterator[World]:
    """The workspace, indexed."""
    with indexed(made if made is not None else files(**changed)) as world:
        yield world


def knowledge(world: World) -> Knowledge:
    """What is read of it."""
    return world.view().knowledge()


def walked(world: World, question: str, **more: Any) -> Pack:
    """The pack for a question."""
    return tree_walk(world.view(), WalkRequest(question=question, **more))


def ids(tree: Walked) -> list[str]:
    """Node ids in the order of the walk."""
    return [step.id for step in tree.steps]
