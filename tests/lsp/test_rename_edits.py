"""No fix writes nonsense: what took the place of a name in an open editor is told by the two states, however
the one became the other.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.lsp.drift_world import PULLS, pull, repository, serving
from tests.support.raw_client import ServerProcess

KILN = '''def fire_kiln(kiln):
    """Fire it."""
    kiln.door.close()
    kiln.burner.start(kiln.degrees)
    return kiln


def cool_kiln(kiln):
    return kiln.wait()
'''
INVOICE = """def parse_invoice(text):
    rows = text.splitlines()
    return [row.split(";") for row in rows if row]
"""
OLD = KILN[: KILN.index("\n\ndef cool")]
GUIDE = (
    "# Kilns\n\nCall `fire_kiln` first.\n\n```python\nfrom oven import fire_kiln\n\nfire_kiln(mine)\n```\n"
)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[ServerProcess, str, str]]:
    folder = tmp_path_factory.mktemp("kilns")
    root: Path = repository(folder, {"oven.py": KILN, "docs/guide.md": GUIDE})
    with serving(root, folder / "cache", PULLS) as running:
        code, guide = (root / "oven.py").as_uri(), (root / "docs/guide.md").as_uri()
        running.open(code, KILN, language="python")
        running.open(guide, GUIDE)
        yield running, code, guide


def typed(text: str) -> list[str]:
    """The old one taken out line by line, the new one put in some letters at a time."""
    rows = OLD.splitlines(keepends=True)
    less = ["".join(rows[:n]) for n in range(len(rows) - 1, -1, -1)]
    return [*less, *(text[:n] for n in range(1, len(text), 9)), text]


FORMS = {"typed": typed, "deleted, then typed": lambda text: ["", text], "pasted": lambda text: [text]}


def after(
    server: tuple[ServerProcess, str, str], states: list[str], wanted: int
) -> tuple[list[dict[str, Any]], list[str]]:
    """(findings of the guide, texts that fix-all would write) once so many findings are told."""
    client, code, guide = server
    for version, state in enumerate([OLD, *states], int(time.monotonic() * 1000) % 1_000_000_000):
        client.change(code, version, {"text": KILN.replace(OLD, state)})
        pull(client, guide)
    until = time.monotonic() + 60
    items: list[dict[str, Any]] = []
    while time.monotonic() < until and len(items) != wanted:
        items = pull(client, guide)["items"]
        time.sleep(0.05)
    whole = {"start": {"line": 0, "character": 0}, "end": {"line": 9, "character": 0}}
    asked = {
        "textDocument": {"uri": guide},
        "range": whole,
        "context": {"diagnostics": items, "only": ["source.fixAll"]},
    }
    actions = client.result("textDocument/codeAction", asked) or []
    return items, [
        edit["newText"]
        for one in actions
        for change in one["edit"]["documentChanges"]
        for edit in change["edits"]
    ]


@pytest.mark.parametrize("form", FORMS)
def test_an_unrelated_function_in_the_place_of_another_is_not_its_new_name(
    server: tuple[ServerProcess, str, str], form: str
) -> None:
    items, written = after(server, FORMS[form](INVOICE), 2)  # in prose and in the import of the block
    assert [(i["data"]["reference"], i["data"]["certain"], i["data"]["suggestions"]) for i in items] == [
        ("fire_kiln", False, [])
    ] * 2
    assert written == []


@pytest.mark.parametrize("form", FORMS)
def test_a_rename_is_its_new_name_in_prose_and_in_code_blocks(
    server: tuple[ServerProcess, str, str], form: str
) -> None:
    new = OLD.replace("fire_kiln", "heat_oven")
    states = (
        [OLD.replace("fire_kiln", "heat_oven"[:n]) for n in range(10)]
        if form == "typed"
        else FORMS[form](new)
    )
    items, written = after(server, states, 3)
    assert [(i["data"]["reference"], i["data"]["certain"]) for i in items] == [("fire_kiln", True)] * 3
    assert set(written) == {"heat_oven"}
