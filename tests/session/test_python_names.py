"""What jedi is asked and what it may touch: indexed bytes of the view, nothing else of the tree, and no
program.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from helix_lsp.align.edges.judge import judge_of
from helix_lsp.align.live import Live
from helix_lsp.session.processes.python_names import PythonNames
from tests.support.check import World, indexed, read_fixture
from tests.support.workspace import open_in

TEXT = """
    //- /pkg/__init__.py
    from .store import Store
    //- /pkg/store.py
    class Item:
        def ring(self): ...
    class Bell:
        def ring(self): ...
    class Store:
        def __init__(self):
            self.items = [Item()]
        def all(self):
            return self.items
    //- /use.py
    import os
    from pkg import Store
    def run(unknown):
        for each in Store().all():
            each.$0ring()
        os.path.join("a")
        unknown.ring()
    """


def names(world: World, most: int = 100) -> PythonNames:
    return PythonNames(world.snapshot, world.texts, most, 60.0)


def meant(world: World, path: str, oracle: PythonNames) -> dict[str, list[str]]:
    """qualifier.name -> what it means, of the calls of a file."""
    live = Live(world.snapshot, world.texts, oracle)
    outline = live.outline(path)
    assert outline is not None
    judge = judge_of(live)
    return {
        f"{r.qualifier}.{r.name}": [d.symbol.qualified for d in judge.meant(path, r).defined]
        for r in outline.references
        if r.kind == "call"
    }


def test_what_only_inference_can_tell_is_known() -> None:
    fixture = read_fixture(TEXT)
    with indexed(fixture.files) as world:
        found = meant(world, "use.py", names(world))
        without = meant(world, "use.py", names(world, 0))
    assert found["each.ring"] == ["Item.ring"]
    assert without["each.ring"] == []
    assert found["unknown.ring"] == []


def test_the_library_is_elsewhere_and_the_tree_is_read_as_it_stands_in_the_editor() -> None:
    fixture = read_fixture(TEXT)
    data = fixture.files["use.py"]
    with indexed(fixture.files) as world:
        oracle = names(world)
        assert oracle.definitions("use.py", data, data.index(b"join")) == (("", 0),)
        world.files["pkg/store.py"] = b"\n\n" + fixture.files["pkg/store.py"]
        assert oracle.definitions("use.py", data, fixture.offset) == (("pkg/store.py", 22),)
        assert oracle.definitions("use.go", data, fixture.offset) is None


def test_so_many_names_and_no_more() -> None:
    fixture = read_fixture(TEXT)
    with indexed(fixture.files) as world:
        oracle = names(world, 1)
        assert oracle.definitions("use.py", fixture.files["use.py"], fixture.offset) is not None
        assert oracle.definitions("use.py", fixture.files["use.py"], fixture.offset) is None


def test_broken_bytes_are_not_known() -> None:
    with indexed({"a.py": b"x = \xff\xfe\nx.run()\n", "b.py": b"class A:\n  def run(self): ...\n"}) as world:
        assert names(world).definitions("a.py", b"x = \xff\xfe\nx.run()\n", 9) is None


@pytest.mark.skipif(not hasattr(os, "symlink"), reason="needs links")
def test_nothing_of_the_tree_runs_and_nothing_outside_is_read(tmp_path: Path) -> None:
    """Canaries: modules that would leave a mark when they are imported, programs, an environment, a link out
    of the root.
    """
    root, mark, outside = tmp_path / "root", tmp_path / "mark", tmp_path / "outside"
    outside.mkdir()
    (outside / "far.py").write_text("class Far:\n    def shine(self): ...\n")
    canary = f"import pathlib\npathlib.Path({str(mark)!r}).write_text(__name__)\n"
    program = f"#!/bin/sh\necho ran > {mark}\n"
    files = {
        "sitecustomize.py": canary,
        "usercustomize.py": canary,
        "conftest.py": canary,
        "setup.py": canary,
        "os.py": canary,
        "typing.py": canary,
        "builtins.py": canary,
        "native.so": "\x7fELF",
        "pyvenv.cfg": "home = /nowhere\n",
        ".venv/pyvenv.cfg": "home = .\n",
        ".venv/bin/python": program,
        "bin/python": program,
        "python": program,
        "pkg/__init__.py": canary + "from .core import Core\n",
        "pkg/core.py": "class Core:\n    def hum(self): ...\nclass Other:\n    def hum(self): ...\n",
        "use.py": "import os, native, far\nfrom pkg import Core\ndef run():\n    cores = [Core()]\n    for core in cores:\n"
        "        core.hum()\n    far.Far().shine()\n    native.go()\n    os.getcwd()\n",
    }
    for path, text in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text)
    for path in (".venv/bin/python", "bin/python", "python"):
        (root / path).chmod(0o755)
    (root / "far.py").symlink_to(outside / "far.py")
    searched, loaded = list(sys.path), set(sys.modules)
    with open_in(tmp_path / "index", root) as workspace:
        workspace.refresh()
        view = workspace.view()
        data = files["use.py"].encode()
        asked = {
            word: view.oracle.definitions("use.py", data, data.index(word.encode()))
            for word in ("hum", "shine", "go()", "getcwd")
        }
    assert asked["hum"] == (("pkg/core.py", files["pkg/core.py"].index("hum")),)
    assert asked["shine"] is None
    assert asked["go()"] is None
    assert not mark.exists()
    assert sys.path == searched
    assert not {"sitecustomize", "conftest", "setup", "native", "far", "pkg", "pkg.core"} & (
        set(sys.modules) - loaded
    )
    assert not list(root.rglob("*.pyc"))
