"""`alignment.v1` validates, its ranges can be fetched again, and the batch answers exactly what
docs/reference/cli.md names.
"""

from __future__ import annotations

import json
from pathlib import Path

import helix_lsp
from helix_lsp.ide.lens import AlignRequest, Scope, align
from helix_lsp.ide.range_get import range_get
from helix_lsp.wire.range_ref import alignment_to_wire, links_to_wire, range_ref_from_wire
from tests.support.check import indexed, read_fixture
from tests.support.schemas import check

SCHEMA = json.loads(
    (Path(helix_lsp.__file__).parent / "wire" / "schema" / "alignment.v1.schema.json").read_text()
)
WORKSPACE = """
    //- /kiln/Kiln.java
    class Kiln { void fire() {} }

    //- /glaze/Glaze.java
    class Glaze { void mix() {} }
"""
DOCUMENT = b"The Kiln component calls `fire`.\nThe Glaze component waits.\n"


def test_an_alignment_validates_and_its_ranges_hold() -> None:
    with indexed(read_fixture(WORKSPACE).files) as world:
        view = world.view()
        for request in (
            AlignRequest(scope=Scope(path="d.txt", data=DOCUMENT)),
            AlignRequest(scope=Scope(path="d.txt", data=DOCUMENT), line=1),
            AlignRequest(scope=Scope(), text="mix the glaze"),
            AlignRequest(scope=Scope(), text="zebra accordion"),
        ):
            sent = json.loads(json.dumps(alignment_to_wire(align(view, request), "d.txt", view.freshness)))
            check(sent, SCHEMA)
            for ref in sent["spans"]:
                assert range_get(view, range_ref_from_wire(ref)).text.startswith(("class ", "void "))
            if sent["document"]:
                for row in sent["files"]:
                    assert DOCUMENT[row["evidence"]["start_byte"] : row["evidence"]["end_byte"]] in (
                        b"Kiln",
                        b"Glaze",
                    )


def test_a_batch_answer_has_the_fields_of_the_contract() -> None:
    with indexed(read_fixture(WORKSPACE).files) as world:
        sent = links_to_wire(
            align(world.view(), AlignRequest(scope=Scope(path="d.txt", data=DOCUMENT), line=1))
        )
    assert sent["files"] == [{"path": "kiln/Kiln.java", "confidence": 0.85, "why": "named as a part: Kiln"}]
    assert [(s["name"], s["path"], sorted(s)) for s in sent["symbols"]] == [
        ("Kiln.fire", "kiln/Kiln.java", ["confidence", "name", "path", "why"])
    ]
    assert sorted(sent) == ["files", "spans", "symbols"]
