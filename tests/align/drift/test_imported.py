"""What a code block imports from this project has to be there, whenever the text was written."""

from __future__ import annotations

import pytest

from helix_lsp.align.drift.history import NoHistory
from tests.support.drifted import drifted

TREE = """
//- /kiln/__init__.py
from kiln.lazy import Late
shapes = {"door": "kiln.door"}
//- /kiln/oven.py
class Oven:
    pass
//- /kiln/parts/__init__.py
//- /kiln/parts/clay.py
def weigh_clay():
    from kiln import built
    return built
//- /tests/test_oven.py
import kiln
//- /bells/src/main/java/org/bells/Tower.java
package org.bells;
public class Tower {}
//- /bells/src/main/java/org/bells/ring/RopeWalker.java
package org.bells.ring;
public class RopeWalker {}
"""


def told(text: str, language: str = "python") -> list[str]:
    rows = drifted(TREE, f"# Kiln\n\n```{language}\n{text}\n```\n", NoHistory(), "docs/a.md")
    return [name for name, tier in rows if tier == "A"]


@pytest.mark.parametrize(
    ("text", "language", "word"),
    [
        ("from kiln.ovens import Oven", "python", "kiln.ovens"),
        (">>> from kiln.ovens import Oven", "", "kiln.ovens"),
        ("from kiln.parts.mud import weigh_clay, roll_clay", "python", "kiln.parts.mud"),
        ("from kiln.oven import weigh_clay", "python", "weigh_clay"),
        (
            "from kiln.ovens import Oven\nkiln = Oven()",
            "python",
            "kiln.ovens",
        ),  # a variable is not the package
        ("import org.bells.RopeWalker;", "java", "RopeWalker"),
    ],
)
def test_what_no_file_has_cannot_be_imported(text: str, language: str, word: str) -> None:
    assert told(text, language) == [word]


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("from kiln.oven import Oven", "python"),
        ("from kiln.parts import clay", "python"),
        ("from kiln.door import Oven", "python"),  # the package names it
        ("from kiln.built import Oven", "python"),  # code imports what a build makes
        ("from kiln._native import Oven", "python"),
        ("from mud.ovens import Oven", "python"),
        ("import org.bells.ring.RopeWalker;", "java"),
        ("import org.bells.MadeByABuild;", "java"),
        ("import org.other.RopeWalker;", "java"),
        ("import org.bells.Tower", ""),
    ],
)
def test_what_is_there_or_cannot_be_known(text: str, language: str) -> None:
    assert told(text, language) == []


def test_the_past_speaks_against_it() -> None:
    text = "# Kiln\n\n## Before 2.0\n\nThe oven used to be in a module of its own:\n\n```python\nfrom kiln.ovens import Oven\n```\n"
    assert ("kiln.ovens", "A") not in drifted(TREE, text, NoHistory(), "docs/a.md")
