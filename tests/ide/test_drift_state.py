"""What is kept of drift under edits equals what a fresh look finds (as I3 says of the index), and only what
may have changed is asked again.
"""

from __future__ import annotations

import dataclasses
import random
import threading
import tracemalloc
from pathlib import Path

import pytest

from helix_lsp.align.drift.document import check_document
from helix_lsp.align.drift.history import NoHistory
from helix_lsp.align.drift.vocabulary import Vocabulary
from helix_lsp.align.drift.world import SETS, World, build_world
from helix_lsp.errors import Cancelled
from helix_lsp.ide.drift_state import DriftState, contradictions, with_contradictions
from helix_lsp.ide.mentions import View
from helix_lsp.session.workspace import Workspace
from tests.support.workspace import open_in

FILES = {
    "pkg/__init__.py": "from pkg.kiln import Kiln\n",
    "pkg/kiln.py": "import numpy\n\n\nclass Oven:\n    def heat(self, degrees):\n        return degrees\n\n\n"
    "class Kiln(Oven):\n    def fire(self):\n        return self.heat(9)\n\n"
    "    def cool_down(self):\n        return 0\n",
    "pkg/clay.py": "def mix_clay(water):\n    return water\n\n\nclass Pot:\n    glaze_colour = 'red'\n",
    "pkg/cli.py": "def main():\n    return '--dry-run', 'keep_going'\n",
    "docs/kiln.md": "# Kiln\n\n`Kiln.fire` and `Kiln.heat`, then `Kiln.cool_down()`.\n\nSee [clay](clay.md) and `pkg/kiln.py`.\n",
    "docs/clay.md": "# Clay\n\n`mix_clay` makes a `Pot`; `Pot.glaze_colour` is red. `pkg.clay.mix_clay` too.\n",
    "docs/use.rst": "Use\n===\n\nRun with ``--dry-run`` or ``--keep-going``; :func:`pkg.cli.main`.\n",
    "pyproject.toml": "[project]\nname = 'kiln'\nversion = '1'\n[project.scripts]\nkiln = 'pkg.cli:main'\n",
    "pkg/web.py": "@app.get('/kilns/<id>')\ndef a(): ...\n\n@app.post('/kilns/<id>/vent')\ndef b(): ...\n\n@app.get('/jars')\ndef c(): ...\n"
    "FAULTS = ['KLN101', 'KLN102', 'KLN103']\nadd = x.add_parser('stoke'), x.add_parser('cool'), x.add_parser('vent-up')\n",
    "docs/web.md": "# Web\n\n`GET /kilns/{id}`, `POST /kilns/{id}/vent`, `GET /jars` and `PUT /jars`; `KLN101`, `KLN103`.\n\n"
    "```sh\nkiln stoke --dry-run\nkiln vent-up --keep-going\n```\n\n[l](loam.md#zebra-crossing), [o](other.md#other), [a](other.md#marked)\n",
    "pkg/heat.py": "LIMIT = 5\nDEEP = LIMIT\n\n\nclass Stove:\n    grates = 2\n\n"
    "    def bake(self, hours=3, *, warmth=LIMIT):\n        raise ValueError\n",
    "docs/heat.md": "# Values\n\n`LIMIT` is 7. The `hours` of `Stove.bake` defaults to 3.\n\n"
    "The `warmth` of `Stove.bake` defaults to `9`. `Stove` inherits from `Range`. The constant `DEEP` is 6.\n",
    "docs/loam.md": "# Loam\n\n## Zebra crossing\n\nText.\n",
    "docs/other.md": "# Other\n\n`numpy.array` is another's, and `Nothing.here` nobody's. `pkg/clay.py` stays.\n",
}
DOCUMENTS = tuple(sorted(p for p in FILES if p.startswith("docs/")))
WORDS = (
    "Kiln", "Oven", "fire", "heat",
    "cool_down", "LIMIT = 7\n", "LIMIT", "9", "mix_clay", "Pot", "glaze_colour", "main", "keep_going", "numpy", "zzz", "class A(Oven):\n    pass\n",
    "from x import *\n", "self.", "@cached\n", "__getattr__ = 1\n", "(", "é😀", "\n    def heat(self): pass\n",
)  # fmt: skip


def never() -> None:
    """Nobody cancels."""


@pytest.fixture
def project(tmp_path: Path):
    root = tmp_path / "tree"
    for path, text in FILES.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text)
    with open_in(tmp_path, root) as workspace:
        workspace.refresh()
        yield workspace


def brought(state: DriftState, workspace: Workspace, order: int):
    view = workspace.view()
    state.bring(view, order, workspace.at_hand(), never)
    return view


def sets(world: World) -> dict[str, object]:
    return {name: getattr(world, name) for name in SETS}


def test_every_field_of_a_world_adds_up():
    kinds = {
        f.name: str(f.type)
        for f in dataclasses.fields(World)
        if f.name not in ("snapshot", "texts", "cfg", "memo")
    }
    assert set(kinds.values()) == {"frozenset[str]"}, "align/drift/vocabulary.py adds up sets only"
    assert set(kinds) == set(SETS)


@pytest.mark.parametrize("seed", range(6))
def test_after_any_edits_it_equals_a_fresh_look(project: Workspace, seed: int):
    """Carries I3 for drift."""
    dice, state, texts = random.Random(seed), DriftState(), dict(FILES)
    state.remember(NoHistory())
    code = [p for p in FILES if p.endswith((".py", ".toml"))]
    for path in code[:2]:
        project.edit(path, texts[path].encode())
    for order in range(40):
        view = brought(state, project, order)
        world = build_world(view.snapshot, view.texts, view.config.drift)
        assert state._world is not None
        assert sets(state._world) == sets(world)
        assert state._history is not None
        for path in DOCUMENTS:
            kept = state.document(view, order, path, never)
            fresh = with_contradictions(
                check_document(path, world, state._history, view.config.drift),
                contradictions(path, world, state._history, never),
            )
            assert kept is not None
            assert kept.findings == fresh.findings, (seed, order, path)
        path = dice.choice([*code, *code, *DOCUMENTS])
        text = texts[path]
        at = dice.randrange(len(text) + 1)
        until = at + dice.choice((0, 0, 1, 5, 20))
        texts[path] = text[:at] + dice.choice((*WORDS, "", "")) + text[until:]
        if dice.random() < 0.1:
            texts[path] = FILES[path]
        project.edit(path, texts[path].encode())
        if dice.random() < 0.1:
            project.release(dice.choice(code))


def test_a_name_that_an_edit_changed_is_gone_though_a_use_is_left(project: Workspace):
    state = DriftState()
    state.remember(NoHistory())
    clay = FILES["pkg/clay.py"] + "\n\ndef all_clay():\n    return mix_clay()\n"
    project.edit("pkg/clay.py", clay.encode())

    def told(order: int) -> list[tuple[str, str, tuple[str, ...]]]:
        found = state.document(brought(state, project, order), order, "docs/clay.md", never)
        assert found is not None
        return [
            (f.reference.text, f.judged.tier, f.judged.suggestions)
            for f in found.findings
            if f.reference.text == "mix_clay"
        ]

    assert told(0) == []
    project.edit(
        "pkg/clay.py", clay.replace("def mix_clay", "def mix_mud").encode()
    )  # the call in `all_clay` is not mended yet
    assert told(1) == [("mix_clay", "A", ("mix_mud",))]
    project.edit(
        "pkg/clay.py", clay.replace("def mix_clay", "def mix_clays").replace("all_clay", "mix_clay").encode()
    )  # defined anew
    assert told(2) == []


def test_a_value_that_is_only_followed_to_concerns_the_document(project: Workspace):
    """The document names `DEEP` alone; what decides stands in another file, which is open."""
    limits, heat = "LIMIT = 5\n", "from pkg.limits import LIMIT\n\nDEEP = LIMIT\n"
    project.edit("pkg/limits.py", limits.encode())
    project.edit("pkg/heat.py", heat.encode())
    project.edit("docs/heat.md", b"# Values\n\nThe constant `DEEP` is 5.\n")
    state = DriftState()
    state.remember(NoHistory())
    view = brought(state, project, 0)

    def claims(order: int, view: View) -> list[str]:
        found = state.document(view, order, "docs/heat.md", never)
        assert found is not None
        return [f.reference.text for f in found.findings if f.reference.kind == "claim"]

    assert claims(0, view) == []
    project.edit("pkg/limits.py", limits.replace("5", "7").encode())
    assert claims(1, brought(state, project, 1)) == ["5"]
    project.edit("pkg/limits.py", limits.encode())
    assert claims(2, brought(state, project, 2)) == []


def test_only_documents_that_mention_what_changed_are_asked_again(project: Workspace):
    state = DriftState()
    state.remember(NoHistory())
    kiln, clay = FILES["pkg/kiln.py"], FILES["pkg/clay.py"]
    project.edit("pkg/kiln.py", kiln.encode())
    project.edit("pkg/clay.py", clay.encode())
    view = brought(state, project, 0)
    for path in DOCUMENTS:
        state.document(view, 0, path, never)
    assert state.checks == len(DOCUMENTS)

    def asked_again(order: int) -> set[str]:
        view, before = brought(state, project, order), state.checks
        dirty = state.bring(view, order, project.at_hand(), never)
        for path in DOCUMENTS:
            state.document(view, order, path, never)
        assert state.checks == before + len(dirty)
        return set(dirty)

    project.edit("pkg/kiln.py", kiln.replace("return 0", "return 1").encode())
    assert asked_again(1) == set()
    project.edit("pkg/kiln.py", kiln.replace("def fire", "def burn").encode())
    assert asked_again(2) == {"docs/kiln.md"}
    project.edit("pkg/clay.py", clay.replace("mix_clay", "mix_mud").encode())
    assert asked_again(3) == {"docs/clay.md"}
    assert asked_again(4) == set()


def test_a_class_that_loses_its_base_is_noticed_through_its_heir(project: Workspace):
    state = DriftState()
    state.remember(NoHistory())
    kiln = FILES["pkg/kiln.py"]
    project.edit("pkg/kiln.py", kiln.encode())
    view = brought(state, project, 0)
    known = state.document(view, 0, "docs/kiln.md", never)
    assert known is not None
    assert known.findings == ()
    project.edit(
        "pkg/kiln.py", kiln.replace("class Kiln(Oven)", "class Kiln").replace("self.heat(9)", "9").encode()
    )
    view = brought(state, project, 1)
    found = state.document(view, 1, "docs/kiln.md", never)
    assert found is not None
    assert [f.reference.text for f in found.findings] == ["Kiln.heat"]


def test_an_older_view_takes_nothing_back(project: Workspace):
    state = DriftState()
    state.remember(NoHistory())
    old = project.view()
    project.edit("pkg/clay.py", b"x = 1\n")
    new = project.view()
    state.bring(new, 5, (), never)
    state.bring(old, 4, (), never)
    assert state._snapshot is new.snapshot


def test_a_cancelled_first_look_goes_on_where_it_stopped(project: Workspace):
    state = DriftState()
    state.remember(NoHistory())
    view = project.view()
    left = [3]

    def check() -> None:
        left[0] -= 1
        if left[0] < 0:
            raise Cancelled("no")

    with pytest.raises(Cancelled):
        state.bring(view, 0, (), check)
    assert not state.ready
    state.bring(view, 0, (), never)
    assert state._world is not None
    assert sets(state._world) == sets(build_world(view.snapshot, view.texts, view.config.drift))


def test_a_file_whose_words_all_stand_elsewhere_costs_little_memory(tmp_path: Path):
    root = tmp_path / "tree"
    root.mkdir()
    for number in range(400):
        (root / f"m{number % 20}_{number // 20}.py").write_text(
            "import os\n\n\ndef part(x):\n    return os.fspath(x)\n"
        )
    with open_in(tmp_path, root) as workspace:
        workspace.refresh()
        view, vocabulary = workspace.view(), Vocabulary()
        view.snapshot.paths()
        tracemalloc.start()
        try:
            world = vocabulary.bring(view.snapshot, view.texts, view.config.drift, never)
            kept = tracemalloc.get_traced_memory()[0] / 400
        finally:
            tracemalloc.stop()
    assert "part" in world.words
    assert kept < 1_200, (
        "bytes a file: its own words are shared with others, and the standard library's names are none of its own"
    )


def test_a_tree_that_holds_nothing_imports_from_the_standard_library_all_the_same(tmp_path: Path):
    (tmp_path / "tree").mkdir()
    with open_in(tmp_path, tmp_path / "tree") as workspace:
        workspace.refresh()
        view = workspace.view()
        world = Vocabulary().bring(view.snapshot, view.texts, view.config.drift, never)
        assert sets(world) == sets(build_world(view.snapshot, view.texts, view.config.drift))
        assert "os" in world.foreign


@pytest.mark.parametrize("opened", [True, False])
def test_a_heading_that_is_edited_asks_again_about_the_documents_that_link_to_it(
    project: Workspace, opened: bool
):
    state, loam = DriftState(), FILES["docs/loam.md"]
    state.remember(NoHistory())
    if opened:
        project.edit("docs/loam.md", loam.encode())
    view = brought(state, project, 0)
    for path in DOCUMENTS:
        state.document(view, 0, path, never)

    def stale(order: int, text: str) -> tuple[bool, list[str]]:
        if opened:
            project.edit("docs/loam.md", text.encode())
        else:
            Path(project.root, "docs/loam.md").write_text(text)
            project.refresh()
        view = brought(state, project, order)
        asked = "docs/web.md" in state.bring(view, order, project.at_hand(), never)
        found = state.document(view, order, "docs/web.md", never)
        assert found is not None
        return asked, [f.reference.text for f in found.findings if f.reference.kind == "link"]

    assert stale(1, loam.replace("Text", "More")) == (
        not opened,
        ["other.md#marked"],
    )  # a file on disk may have got any heading
    assert stale(2, loam.replace("## Zebra", "Zebra")) == (
        True,
        ["loam.md#zebra-crossing", "other.md#marked"],
    )
    assert stale(3, loam) == (True, ["other.md#marked"])
    assert stale(4, loam + "\n(marked)=\n") == (True, [])
    assert stale(5, loam) == (True, ["other.md#marked"])


def test_a_command_that_comes_or_goes_asks_again(project: Workspace):
    state, web = DriftState(), FILES["pkg/web.py"]
    state.remember(NoHistory())
    project.edit("pkg/web.py", web.encode())
    view = brought(state, project, 0)
    state.document(view, 0, "docs/web.md", never)
    for order, text in enumerate((web.replace("'cool'", "'hot'"),), start=1):
        project.edit("pkg/web.py", text.encode())
        view = brought(state, project, order)
        assert "docs/web.md" in state.bring(view, order, project.at_hand(), never)
        assert state.document(view, order, "docs/web.md", never) is not None


def test_who_waits_is_served_before_who_worked_last(project: Workspace):
    """A check of a whole folder judges one document after the other; a pull of the open one waits for one of them."""
    state = DriftState()
    state.remember(NoHistory())
    view = project.view()
    state.bring(view, 0, (), never)
    waiting = threading.Event()
    puller = threading.Thread(target=state.document, args=(view, 1, "docs/clay.md", waiting.set))
    with state._held(never):  # pyright: ignore[reportPrivateUsage]
        puller.start()
        assert waiting.wait(60)
    state.document(view, 0, "docs/kiln.md", never)
    puller.join()
    assert list(state._known) == ["docs/clay.md", "docs/kiln.md"]  # pyright: ignore[reportPrivateUsage]


def test_a_document_is_due_until_it_was_judged_and_after_a_change_that_concerns_it(project: Workspace):
    state = DriftState()
    state.remember(NoHistory())
    view = project.view()
    state.bring(view, 0, (), never)
    assert state.due(view, "docs/clay.md")
    state.document(view, 0, "docs/clay.md", never)
    assert not state.due(view, "docs/clay.md")
    project.edit("pkg/clay.py", b"x = 1\n")
    view = project.view()
    state.bring(view, 1, (), never)
    assert state.due(view, "docs/clay.md")
