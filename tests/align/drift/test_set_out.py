"""What a page sets out in directives of Sphinx is held against the tree."""

from __future__ import annotations

import pytest

from helix_lsp.align.drift.history import NoHistory
from tests.support.drifted import drifted

TREE = """
//- /kiln/__init__.py
from kiln.oven import Oven
//- /kiln/oven.py
class Oven:
    def __init__(self, width, *, heat=3): ...
    def open_door(self, speed): ...
    def close_door(self, speed, **rest): ...
//- /other/oven.py
class Oven:
    def open_door(self, angle): ...
"""
HEAD = "Kiln\n====\n\n.. module:: kiln\n\n.. class:: Oven(width, *, heat=3)\n\n"


def told(text: str) -> list[tuple[str, str]]:
    return [row for row in drifted(TREE, HEAD + text, NoHistory(), "docs/reference.rst") if row[1]]


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("   :param int depth: how deep it is\n", "depth"),
        ("   .. method:: open_door(speed, *, angle)\n", "angle"),
        ("   .. method:: open_door(speed, \\\n                          angle=3)\n", "angle"),
        ("   .. method:: open_door(speed)\n\n      Opens.\n\n      :param angle: how far\n", "angle"),
        ("   .. method:: ring_bell()\n", "ring_bell"),
        (".. class:: RingBell\n", "RingBell"),
    ],
)
def test_what_is_not_there(text: str, word: str) -> None:
    assert (word, "A") in told(text)


@pytest.mark.parametrize(
    "text",
    [
        "   :param int width: how wide it is\n",
        "   .. method:: open_door(speed)\n\n      :param speed: how fast\n",
        "   .. method:: close_door(speed, angle)\n",  # it takes anything
        "   .. attribute:: angle\n",
        ".. function:: other.open_door(angle)\n",  # not the method
        ".. js:function:: ringBell(angle)\n",
        ".. class:: RingBell\n   :no-index:\n",  # an example
        ".. class:: RingBell\n   :noindex:\n",
        ".. code-block:: rst\n\n   .. class:: RingBell\n",
        "So::\n\n   .. function:: ring_bell(angle)\n",
        ".. module:: pottery.shop\n\n.. class:: RingBell\n",  # another distribution's
    ],
)
def test_what_is_there_or_cannot_be_known(text: str) -> None:
    assert [row for row in told(text) if row[1] == "A"] == []
