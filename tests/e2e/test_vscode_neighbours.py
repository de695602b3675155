"""VS Code with the built-in Markdown extension, markdownlint, basedpyright and ruff: a hundred actions with us
and without us.

Nothing may be there twice that is there once without us. An action is slow when it takes longer than a tenth of
a second and longer than 1.5 times what it takes without us: as a median of several windows with us and without
us, opened in turn, of which each gives the shortest of three times. An edit ends with the marks of the
neighbours; when our own marks come is compared with when the neighbours' marks come in code, where each of us
asks a server.
"""

from __future__ import annotations

import json
import os
import shutil
import statistics
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
SLOWER = 1.5
PAIRS = int(os.environ.get("HELIX_DRIVE_PAIRS", "3"))  # windows with us, and as many without us
pytestmark = pytest.mark.timeout(2 * PAIRS * SECONDS + 120)
OURS_ALONE = {"lens"}  # what no neighbour gives here
OUR_MARKS = "ours"  # when our marks are there after an edit; without us there are none
FOLDED = "folding"  # a server that folds nothing takes the editor's own folding by indentation away if it says so wrongly
CHAINS = "selection"  # each is one chain, so a range in it twice is a key that does nothing
SERVED = "src/flask/washing.py"  # where the marks of the neighbours come from servers, as ours do


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


def medians(windows: list[list[dict[str, Any]]]) -> list[dict[str, Any]]:
    """The actions of the first window, each with the median of its times in all."""
    return [
        one | {"milliseconds": statistics.median(window[at]["milliseconds"] for window in windows)}
        for at, one in enumerate(windows[0])
    ]


def slow(with_us: list[dict[str, Any]], without: list[dict[str, Any]]) -> dict[str, tuple[int, int]]:
    """What is slow with us, and what it is compared with, in milliseconds."""
    served = max(
        one["milliseconds"] for one in with_us if one["name"] == SERVED and one["kind"] in ("typing", "undo")
    )
    pairs = [
        (one, served if one["kind"] == OUR_MARKS else other["milliseconds"])
        for one, other in zip(with_us, without, strict=True)
    ]
    return {
        f"{one['kind']} {one['name']}": (round(one["milliseconds"]), round(other))
        for one, other in pairs
        if one["milliseconds"] > max(IMMEDIATE_MS, SLOWER * other)
    }


@pytest.mark.drive
@pytest.mark.editor
def test_nothing_is_doubled_and_nothing_is_slow(
    editor: dict[str, str],  # noqa: F811
    flask_source: Path,
    tmp_path: Path,
):
    windows: dict[bool, list[list[dict[str, Any]]]] = {True: [], False: []}
    for number in range(PAIRS):
        for us in (True, False) if number % 2 == 0 else (False, True):
            folder = tmp_path / f"{number}{'ab'[us]}"
            folder.mkdir()
            root = flask_with_a_guide(flask_source, folder)
            windows[us].append(window(editor, folder / "window", root, with_us=us))
            loads = " ".join(f"{load:.1f}" for load in os.getloadavg())
            print(f"# window {number} {'with' if us else 'without'} us: load {loads}")
    with_us, without = medians(windows[True]), medians(windows[False])
    assert len(with_us) >= ACTIONS
    assert {tuple(one["name"] for one in column) for column in (with_us, without)} == {
        tuple(one["name"] for one in with_us)
    }
    pairs = list(zip(with_us, without, strict=True))
    doubled = {
        f"{one['kind']} {one['name']}": sorted(added)
        for one, other in pairs
        if (added := more_than_once(one["items"]) - more_than_once(other["items"]))
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
    for one, other in pairs:
        if max(one["milliseconds"], other["milliseconds"]) > IMMEDIATE_MS or one["kind"] == OUR_MARKS:
            print(
                f"# {one['kind']} {one['name']}: {one['milliseconds']:.0f} with us, {other['milliseconds']:.0f} without us"
            )
    both = [(one, other) for one, other in pairs if one["kind"] != OUR_MARKS]
    total, alone = (sum(column["milliseconds"] for column in columns) for columns in zip(*both, strict=True))
    slower = slow(with_us, without)
    print(
        f"# {len(both)} actions: {total:.0f} ms with us, {alone:.0f} ms without us, {total / alone:.2f} times; slow: {slower}"
    )
    assert doubled == {}
    assert [one for one, other in pairs if one["kind"] == FOLDED and one["items"] != other["items"]] == []
    chosen = [(one, other) for one, other in pairs if one["kind"] == CHAINS and "in code" not in one["name"]]
    assert [one["name"] for one, other in chosen if one["items"] != other["items"]] == []
    assert slower == {}
