"""Every sentence of a document against the code, with exact places; answers of other tools; copies counted once."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import helix_lsp
from helix_lsp.errors import Cancelled
from helix_lsp.ide.places import verify_file, verify_text
from helix_lsp.verify.claim.document import check_document
from helix_lsp.verify.claim.evidence import groups, status_of
from helix_lsp.verify.quoted_blocks import in_one_form
from helix_lsp.verify.read_claims import read_claims
from helix_lsp.wire.claim_audit import claim_audit_to_html, claim_audit_to_wire
from helix_lsp.wire.drift_report import claim_audit_to_sarif
from tests.support.check import indexed, read_fixture
from tests.support.schemas import check

SEVEN = """
//- /limits.py
RETRY_LIMIT = 5  # attempts
//- /gzip.py
class Squeeze:
    def __init__(self, app, minimum_size=500, level=9): ...
//- /a.md
The retry limit is 7 attempts.
//- /b.md
The retry limit is 7 attempts.
//- /vendor/x.md
The retry limit is 7 attempts.
//- /guide.md
# Guide

The Ofen is über warm. The retry limit is **7** attempts.

## Squeeze

- `minimum_size` - Smaller ones are left alone. Defaults to `600`.
- `level` - How hard it tries. Defaults to `9`.

```python
# The retry limit is 8 attempts.
```
//- /CHANGES.md
The retry limit is 3 attempts.
"""


def nothing() -> None:
    return


def test_seven_against_five_is_contradicted_by_code_with_both_places():
    with indexed(read_fixture(SEVEN).files) as world:
        one = verify_text(world.view(), "The retry limit is 7 attempts.").results[0]
        five = verify_text(world.view(), "The retry limit is 5 attempts.").results[0]
    assert (one.verdict, one.status, one.grade) == ("CONTRADICTED", "contested", "A")
    assert [p.path for p in one.contradicting] == ["limits.py"]
    assert {"a.md", "b.md"} <= {p.path for p in one.supporting}
    assert "vendor/x.md" not in {p.path for p in one.supporting}
    assert one.independence == 1  # two documents with the same words are one source
    assert (five.verdict, five.status) == ("PASS", "verified")
    assert five.score > 0.9 > 0.1 > one.score


def test_a_document_is_checked_sentence_by_sentence_with_the_bytes_of_what_is_wrong():
    with indexed(read_fixture(SEVEN).files) as world:
        data = world.files["guide.md"]
        assert data is not None
        found = check_document("guide.md", data, world.snapshot, world.texts, nothing)
        assert (
            check_document("CHANGES.md", b"The retry limit is 3.", world.snapshot, world.texts, nothing) == ()
        )
    said = [(f.object.cut(data).decode(), f.ruling.verdict) for f in found]
    assert said == [("7", "contradicted"), ("`600`", "contradicted"), ("`9`", "supported")]


def test_a_check_that_is_called_off_stops():
    def off() -> None:
        raise Cancelled

    with indexed(read_fixture(SEVEN).files) as world, pytest.raises(Cancelled):
        verify_file(world.view(), "guide.md", check=off)


def test_every_form_tells_both_places():
    with indexed(read_fixture(SEVEN).files) as world:
        found = verify_file(world.view(), "guide.md")
    wire = claim_audit_to_wire(found)
    folder = Path(helix_lsp.__file__).parent / "wire" / "schema"
    check(wire, json.loads((folder / "claim-audit.v2.schema.json").read_text()))
    assert wire["counts"]["CONTRADICTED"] == 2
    assert not wire["passed"]
    results = claim_audit_to_sarif(found, "1", wire["source"])["runs"][0]["results"]
    assert [r["ruleId"] for r in results] == ["claim-contradicted"] * 2
    assert results[0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "guide.md"
    assert results[0]["relatedLocations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "limits.py"
    page = claim_audit_to_html(found, wire["source"] | {"commit": "abc"})
    assert "contradicted by code" in page
    assert "limits.py:1" in page
    assert "commit abc" in page
    assert "<script" not in page


@pytest.mark.parametrize(
    ("text", "cited"),
    [
        (
            "Retries stop ([limits](https://host.example/o/r/blob/main/src/limits.py#L3-L9)).",
            "src/limits.py:3-9",
        ),
        ("Retries stop, see https://host.example/o/r/blob/0123abc/src/limits.py#L3.", "src/limits.py:3-3"),
        ("Retries stop early in `src/limits.py` (lines 3-9).", "src/limits.py:3-9"),
        ("Retries stop early, see lines 3 to 9 of src/limits.py.", "src/limits.py:3-9"),
        ("Retries stop early[^1].\n\n[^1]: `src/limits.py:3-9`", "src/limits.py:3-9"),
        ("Retries stop early:\n```3:9:src/limits.py\ncode\n```\n", "src/limits.py:3-9"),
        ("Retries stop early (`src/limits.py#L3-L9`).", "src/limits.py:3-9"),
    ],
)
def test_citations_of_other_tools_are_read(text: str, cited: str):
    stated = read_claims(in_one_form(text))
    assert [f"{a.path}:{a.first}-{a.last}" for s in stated for a in s.cites] == [cited]


def test_a_text_without_citations_stays_as_it_is():
    text = "Lines of code are read. See [the guide](docs/guide.md) and [^note].\n"
    assert in_one_form(text) == text


def test_how_well_a_claim_stands():
    assert groups(["the limit is 7", "the limit is 7 !", "seven tries are made"], 0.8) == (0, 0, 2)
    assert status_of([("A", 0)], contradicted=False) == "verified"
    assert status_of([("C", 0), ("C", 1)], contradicted=False) == "verified"
    assert status_of([("C", 0), ("C", 0)], contradicted=False) == "single_source"
    assert status_of([("D", 0), ("E", 1)], contradicted=False) == "unverified"
    assert status_of([("C", 0)], contradicted=True) == "contested"
    assert status_of([], contradicted=True) == "refuted"


@pytest.mark.parametrize(
    ("section", "objects"),
    [
        ("### `minimum_size` (int)\n\nDefault: `600`\n", ["600"]),
        ("### `minimum_size` (int)\n\nDefault `600`\n", ["600"]),
        ("### minimum_size\n\n* Default: `600`\n", ["600"]),
        ("### `minimum_size` (int)\n\nDefault: `500`\n", []),
        ("### `minimum_size` and more (int)\n\nDefault: `600`\n", []),
        ("* `minimum_size` {int} The least.\n  **Default:** `600`.\n", ["600"]),
        ("* `minimum_size` {int}\n  * `shelf` {int} A part.\n    **Default:** `600`.\n", []),
        ("* `minimum_size` {int}\n  * `a.shelf` which is a part. **Default:** `600`.\n", []),
        ("* `minimum_size` {int}\n  * **Default:** `600`.\n", ["600"]),
        ("### `minimum_size` (int)\n\nThe default page has `600` lines.\n", []),
    ],
)
def test_a_heading_that_is_one_name_is_what_its_default_is_of(section: str, objects: list[str]):
    text = f"# Squeeze\n\n{section}"
    code = "//- /gzip.py\nminimum_size = 500\n"
    with indexed(read_fixture(code).files) as world:
        view = world.view()
        found = check_document("docs/a.md", text.encode(), view.snapshot, view.texts, nothing)
        against = [f for f in found if f.ruling.verdict == "contradicted"]
        assert [f.object.cut(text.encode()).decode().strip("`") for f in against] == objects


def test_a_word_that_begins_a_sentence_may_be_english():
    code = {"oven.py": b"def Oven(size):\n    return size\n"}
    with indexed(code) as world:
        view = world.view()
        for text, verdicts in (
            ("Oven is a class which is warm.", []),
            ("`Oven` is a class.", ["contradicted"]),
        ):
            found = check_document("docs/a.md", text.encode(), view.snapshot, view.texts, nothing)
            assert [f.ruling.verdict for f in found] == verdicts


TABLE = "| Name | Default |\n|---|---|\n"


@pytest.mark.parametrize(
    ("path", "text", "found"),
    [
        ("docs/a.rst", "LEAST\n-----\n\nDefault: ``600`` (:ref:`fallback <kept>`: ``500``)\n", []),
        ("docs/a.rst", "LEAST\n-----\n\nDefault: ``600`` (:ref:`fallback <kept>`: ``400``)\n", ["600"]),
        ("docs/a.md", "`LEAST` defaults to `600` in a new project and to `500` in an old one.\n", []),
        ("docs/a.rst", "ODD\n-----\n\nDefault: ``[\"a\"]`` (:ref:`fallback <kept>`: ``[]``)\n", []),
        ("docs/a.md", "### `turn(path[, status])`\n\n* `status` {int} The code. **Default:** `302`.\n", []),
        ("docs/a.md", "### `turn(path[, status])`\n\n* `status` {int} The code. **Default:** `301`.\n", ["301"]),
        ("docs/a.md", "`LEAST` defaults to `600`.\n", ["600"]),
        ("docs/a.md", "From the next major version Python 3.7 or newer is required.\n", []),
        ("docs/a.md", "This requires Python 2.5 or later:\n", []),
        ("docs/a.md", "At least Python 3.7 is required.\n", ["3.7"]),
        ("docs/a.md", f"{TABLE}| `install-only` | `false` |\n", []),
        ("docs/a.md", f"{TABLE}| `make-only` | `false` |\n", ["false"]),
        ("docs/a.md", "The event name is always `Fired`.\n", []),
        ("docs/a.md", "The event kind is `Fired`.\n", ["Fired"]),
        ("docs/a.md", "Python 3.7 or newer is required.\n", ["3.7"]),
        ("docs/a.md", "This package requires Python 3.7 or newer.\n", ["3.7"]),
        ("docs/a.md", "Kiln is currently using Python v3.7.X or above.\n", ["3.7"]),
        ("docs/a.md", "It is using Python 3.7.\n", []),
        ("docs/a.md", "## Building from source\n\n- Install Python 3.7+ - (<https://example.org/install>)\n", ["3.7"]),
        ("docs/a.md", "## Recipes\n\n- Install Python 3.7+ - (<https://example.org/install>)\n", []),
    ],
)  # fmt: skip
def test_what_a_document_says_of_another_case_or_time_is_not_contradicted(
    path: str, text: str, found: list[str]
):
    files = {
        "gzip.py": b"ODD = []\nDEFAULTS = {'status': 200}\ndef turn(path, status=302): ...\nLEAST = 500\n"
        b"EVENT_NAME = 'event.name'\nEVENT_KIND = 'cold'\n",
        "pyproject.toml": b"[project]\nrequires-python = '>=3.10'\n",
    }
    files |= {".github/workflows/a.yml": b"with:\n  install-only: true\n", "make.yml": b"make-only: true\n"}
    with indexed(files) as world:
        view = world.view()
        ruled = check_document(path, text.encode(), view.snapshot, view.texts, nothing)
        against = [f for f in ruled if f.ruling.verdict == "contradicted"]
        assert [f.object.cut(text.encode()).decode().strip("`") for f in against] == found
