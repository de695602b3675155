"""Two generations compared (design-decisions.md#baseline)."""

from __future__ import annotations

from helix_lsp.trees.diff import Change, diff, summarise
from tests.trees.world import CARD, clay, files, firing, knowledge, pottery


def summary(**changed: object):
    with pottery(files(**changed)) as world:
        shas = {
            path: entry.sha
            for path in world.snapshot.paths()
            if (entry := world.snapshot.file(path)) is not None
        }
        return summarise(knowledge(world), shas, world.snapshot.generation)


def test_the_same_bytes_make_no_difference():
    assert diff(summary(), summary()) == ()
    assert summary() == summary()


def test_what_came_went_and_changed_is_listed_in_a_fixed_order():
    tree = firing()
    tree["nodes"][1]["excerpt"] = "Getting very hot."
    tree["nodes"][0]["children"].remove("cooling")
    del tree["nodes"][2]
    found = diff(summary(), summary(**{"firing": tree, "new.md": CARD.replace("glaze-schedule", "slip")}))
    assert found == (
        Change(how="changed", what="file", name="docs/firing-tree.json"),
        Change(how="added", what="file", name="new.md"),
        Change(how="removed", what="node", name="firing/cooling"),
        Change(how="changed", what="node", name="firing/firing-tree"),
        Change(how="changed", what="node", name="firing/heating"),
        Change(how="added", what="card", name="slip"),
    )


def test_a_tree_that_goes_is_one_line():
    found = diff(summary(), summary(clay=b"{}"))
    assert [change for change in found if change.what != "file"] == [
        Change(how="removed", what="tree", name="clay")
    ]
    assert diff(summary(clay=b"{}"), summary(clay=clay()))[1:] == (
        Change(how="added", what="tree", name="clay"),
    )
