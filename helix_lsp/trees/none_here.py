"""What is said where a workspace has no knowledge trees: that it needs none, what could be written, and where the form of it is described.

The page is one of this program's own documentation and no file of the workspace, so it is named as such.
"""

from __future__ import annotations

NONE_HERE = "this workspace has no knowledge trees"
HOW_TO_WRITE_ONE = (
    "It needs none. To write one: a Markdown file whose front matter has an `id` and `aliases` is a concept card;"
    " a JSON file of nodes is a tree once helix.toml names it, as [trees] files = [\"FILE.json\"]."
    " Both forms are described in the documentation of Helix Ask, not in this workspace, under how-to/knowledge-trees.md."
)  # fmt: skip
