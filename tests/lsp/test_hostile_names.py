"""File names that would colour a terminal, turn a line round or hide: paths stay exact, and no field that a
person reads holds them raw.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.cli.run import Shell
from tests.lsp.drift_world import BELL, PULLS, commit, repository, serving, told
from tests.support.raw_client import ServerProcess
from tests.support.readable import HOSTILE, strings, unreadable

RED, TURNED, UNSEEN, TWO = HOSTILE.values()
CODE, ROPE, DOC, OTHER = (
    f"{RED}/{TURNED}.py",
    f"{RED}/{TWO}.py",
    f"docs/{TURNED}{UNSEEN}.md",
    f"docs/{TWO}.md",
)
GUIDE = "# Bells\n\nCall `Bell.ring_once` loudly, from `rope.py`.\n\n## Hanging\n\nThen `hang_bell` and `Bell.ring_twice`. See [ropes](gone.md).\n"
FILES = {
    "bell.py": BELL, CODE: "from bell import Bell\n\n\ndef climb_tower(bell: Bell):\n    '''Climb, and ring.'''\n    return bell.ring_once(1)\n",
    ROPE: "def tie_rope():\n    '''Tie a rope to the bell.'''\n    return climb_tower(1)\n", DOC: GUIDE,
    OTHER: f"# Ropes {TURNED}\n\n`tie_rope` ties the rope, `climb_tower` climbs.\n", "rope.py": "ROPE = 1\n",
}  # fmt: skip


@pytest.fixture
def root(tmp_path: Path) -> Path:
    made = repository(tmp_path, FILES)
    (made / "bell.py").write_text(BELL.replace("hang_bell", "hang_high").replace("ring_twice", "ring_often"))
    (made / "rope.py").unlink()
    commit(made, "renamed")
    return made


@pytest.fixture
def server(root: Path, tmp_path: Path) -> Iterator[ServerProcess]:
    with serving(root, tmp_path / "cache", PULLS) as running:
        yield running


def ask_everything(server: ServerProcess, root: Path) -> dict[str, Any]:
    """What is answered, by method: each request that an editor makes of a document, a source file and the
    workspace.
    """
    guide, code, other = (root / DOC).as_uri(), (root / CODE).as_uri(), (root / OTHER).as_uri()
    server.open(code, (root / CODE).read_text(), language="python")
    server.open(guide, GUIDE)
    server.open(other, FILES[OTHER])
    report = told(server, guide, 4)
    done: dict[str, Any] = {"textDocument/diagnostic": report}
    for uri, line, column in ((guide, 2, 8), (guide, 6, 8), (code, 3, 8), (other, 2, 3), (other, 2, 30)):
        place = {"textDocument": {"uri": uri}, "position": {"line": line, "character": column}}
        for method in ("hover", "definition", "references", "prepareRename", "completion", "selectionRange"):
            more: dict[str, Any] = {"context": {"includeDeclaration": True}} if method == "references" else {}
            more |= {"positions": [place["position"]]} if method == "selectionRange" else {}
            done[f"{method} {uri} {line} {column}"] = server.request(f"textDocument/{method}", place | more)
    for uri in (guide, code, other):
        for method in ("documentSymbol", "codeLens", "documentLink", "foldingRange"):
            answer = done[f"{method} {uri}"] = server.request(
                f"textDocument/{method}", {"textDocument": {"uri": uri}}
            )
            if method == "codeLens":
                done[f"resolve {uri}"] = [
                    server.request("codeLens/resolve", lens) for lens in answer["result"] or ()
                ]
    for item in report["items"]:
        wanted = {"textDocument": {"uri": guide}, "range": item["range"], "context": {"diagnostics": [item]}}
        done[f"codeAction {item['range']}"] = server.request("textDocument/codeAction", wanted)
    for query in ("bell", "Ropes", "tie", "Hanging"):
        done[f"symbol {query}"] = server.request("workspace/symbol", {"query": query})
    asked = (
        "what does climb_tower do?",
        "where is tie_rope defined?",
        "which files speak of ropes?",
        "how is a bell rung?",
        "what is zorp?",
    )
    for question in asked:
        done[f"ask {question}"] = server.request("helix/ask", {"question": question, "debug": True})
    done["explain"] = server.request("helix/explain", {})
    done["status"] = server.request("helix/status", {})
    return done


def test_no_field_that_a_person_reads_holds_a_name_raw(server: ServerProcess, root: Path):
    done = ask_everything(server, root)
    assert unreadable(list(server.messages)) == []
    said = [text for _, text in strings(list(server.messages))]
    assert len(said) > 1_000
    for shown in ("\\x1b[31mred", "\\u202egnp.x", "zero\\u200bwidth", "two\\x0alines"):
        assert any(shown in text for text in said), shown
    symbols = done["symbol Ropes"]["result"]
    assert any("two\\x0alines" in str(one.get("containerName")) for one in symbols)
    paths = {
        c["range_ref"]["path"]
        for key, one in done.items()
        if key.startswith("ask ")
        for c in one["result"]["citations"]
    }
    assert {ROPE, CODE} & paths


def test_the_commands_print_none_raw_and_their_paths_find_the_files(root: Path, tmp_path: Path):
    shell = Shell(here=root, cache=tmp_path / "cache")
    found: set[str] = set()
    for words in (
        ("index",),
        ("ask", "what does tie_rope do?"),
        ("query", "hang a bell"),
        ("drift",),
        ("drift", "--sarif"),
        ("mentions", "climb_tower"),
        ("mentions", "tie_rope"),
        ("align", "--doc", OTHER),
        ("status",),
        ("doctor",),
        ("trees",),
        ("verify", "tie_rope ties a rope"),
        ("pr", "explain"),
        ("trace",),
    ):
        raw = shell.run(*words, *(() if words[-1] == "--sarif" else ("--json",)))
        assert b"\x1b" not in raw.out, words
        assert not {"\u202e", "\u200b", "\x9b", "\ufeff"} & set(raw.text), words
        for line in [raw.text] if raw.out.startswith(b"{\n") else raw.text.splitlines():
            if line.startswith("{"):
                value = json.loads(line)
                assert unreadable(value) == [], words
                found |= {text for where, text in every(value) if where == "path"}
        plain = shell.run(*words)
        assert not {"\x1b", "\u202e", "\u200b", "\x9b", "\ufeff"} & set(plain.text + plain.err), words
    assert {CODE, ROPE, DOC, OTHER} <= found


def every(value: Any, key: str = "") -> Iterator[tuple[str, str]]:
    if isinstance(value, str):
        yield key, value
    for name, one in (
        value.items()
        if isinstance(value, dict)
        else ((key, one) for one in value)
        if isinstance(value, list)
        else ()
    ):
        yield from every(one, name)
