"""VS Code with the built-in Markdown extension, markdownlint, basedpyright and ruff: a hundred actions with us
and without us.

Nothing may be there twice that is there once without us, and nothing may become slow. The times of both
windows are from one run; what is compared is their ratio.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

import pytest

from tests.e2e import vscode_editor
from tests.e2e.neighbours_project import flask_with_a_guide
from tests.e2e.test_vscode_ui import editor, server, shipped  # noqa: F401  (a fixture)
from tests.e2e.vscode_editor import EXTENSION, workbench

SECONDS = 1500  # ends a run that hangs; a machine may be busy with other things
ACTIONS = 100
# A person sees an answer that takes a tenth of a second as immediate (Nielsen, Usability Engineering, 1993,
# chapter 5). Below that a ratio of two times tells of the machine and not of us.
IMMEDIATE_MS = 100
SLOWER = 2.0  # the window with us may need twice the time of the one without us, summed over all actions
pytestmark = pytest.mark.timeout(2 * SECONDS + 120)
OURS_ALONE = {"lens"}  # what no neighbour gives here
# The editor itself adds ranges with the blanks around to the chain of every server. In code ours knows the statements and blocks, which
# neither basedpyright nor ruff gives; in Markdown the editor's own extension does, and the chain must be its own.
CHAINS = {"selection"}
FOLDED = "folding"  # a server that folds nothing takes the editor's own folding by indentation away if it says so wrongly


def neighbours(folder: Path) -> Path:
    """The extension that starts the neighbours, as it is installed."""
    made = folder / "neighbours"
    made.mkdir()
    shutil.copy(EXTENSION / "test" / "neighbours" / "package.json", made)
    shutil.copy(EXTENSION / "dist" / "test" / "neighbours" / "extension.js", made)
    return made


def window(editor: dict[str, str], folder: Path, root: Path, *, with_us: bool) -> list[dict[str, Any]]:  # noqa: F811
    """What was done in one window: kind, name, items and milliseconds of each action."""
    folder.mkdir()
    actions, results, programs = folder / "actions.json", folder / "results.txt", Path(sys.executable).parent
    beside = neighbours(folder)
    environment = {
        "HELIX_SUITE": "neighbours",
        "HELIX_TEST_OUT": str(results),
        "HELIX_TEST_ACTIONS": str(actions),
        "HELIX_TEST_BASEDPYRIGHT": str(programs / "basedpyright-langserver"),
        "HELIX_TEST_RUFF": str(programs / "ruff"),
        "HELIX_ASK_CACHE_DIR": str(folder / "index"),
        "PATH": f"{Path(editor['node']).parent}:/usr/bin:/bin",
    }
    with workbench(
        editor,
        folder,
        root,
        settings={"helixAsk.server.path": server()},
        environment=environment,
        extensions=(shipped(folder),) if with_us else (),
    ) as up:
        command = [editor["node"], EXTENSION / "test" / "exthost.mjs", str(up.port), beside]
        done = subprocess.run(
            [*command, EXTENSION / "dist" / "test" / "suite.js", results, root, str(SECONDS)],
            env=vscode_editor.with_node(editor),
            capture_output=True,
            text=True,
            stdin=subprocess.DEVNULL,
            timeout=SECONDS + 60,
            check=False,
        )
    print(done.stdout)
    assert done.returncode == 0, done.stdout + done.stderr
    return json.loads(actions.read_text(encoding="utf-8"))


def more_than_once(items: list[str]) -> set[str]:
    return {one for one, times in Counter(items).items() if times > 1}


@pytest.mark.drive
@pytest.mark.editor
def test_nothing_is_doubled_and_nothing_is_slow(
    editor: dict[str, str],  # noqa: F811
    flask_source: Path,
    tmp_path: Path,
):
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    with_us, without = (
        window(
            editor, tmp_path / name / "window", flask_with_a_guide(flask_source, tmp_path / name), with_us=us
        )
        for name, us in (("a", True), ("b", False))
    )
    assert len(with_us) >= ACTIONS
    assert [one["name"] for one in with_us] == [one["name"] for one in without]
    pairs = list(zip(with_us, without, strict=True))
    doubled = {
        f"{one['kind']} {one['name']}": sorted(added)
        for one, other in pairs
        if one["kind"] not in CHAINS
        and (added := more_than_once(one["items"]) - more_than_once(other["items"]))
    }
    kinds: dict[str, list[tuple[float, float]]] = defaultdict(list)
    for one, other in pairs:
        kinds[one["kind"]].append((one["milliseconds"], other["milliseconds"]))
        if one["items"] != other["items"] and one["kind"] not in OURS_ALONE:
            print(
                f"# {one['kind']} {one['name']}: {len(other['items'])} without us, {len(one['items'])} with us"
            )
    for kind, times in kinds.items():
        ours, theirs = (sum(column) for column in zip(*times, strict=True))
        print(f"# {kind}: {len(times)} actions, {ours:.0f} ms with us, {theirs:.0f} ms without us")
    slow = {
        f"{one['kind']} {one['name']}": (round(one["milliseconds"]), round(other["milliseconds"]))
        for one, other in pairs
        if one["milliseconds"] > max(IMMEDIATE_MS, SLOWER * other["milliseconds"])
    }
    total, alone = (sum(one["milliseconds"] for one in column) for column in (with_us, without))
    print(
        f"# {len(with_us)} actions: {total:.0f} ms with us, {alone:.0f} ms without us, {total / alone:.2f} times; above {IMMEDIATE_MS} ms: {slow}"
    )
    assert doubled == {}
    assert [one for one, other in pairs if one["kind"] == FOLDED and one["items"] != other["items"]] == []
    chosen = [(one, other) for one, other in pairs if one["kind"] in CHAINS and "in code" not in one["name"]]
    assert [one["name"] for one, other in chosen if one["items"] != other["items"]] == []
    assert total < SLOWER * alone, slow
