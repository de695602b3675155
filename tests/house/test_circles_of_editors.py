"""No file of an editor's client imports, over whatever way, itself: neither in TypeScript (imports that are
erased or come late count too) nor in Lua (what is required when a file is loaded; a late `require` stands in a
function, and is how a callback reaches the file that set it up).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

from tests.house.source import ROOT

TYPESCRIPT = ROOT / "editors" / "vscode" / "src"
LUA = ROOT / "editors" / "neovim" / "lua"
IMPORTED = re.compile(r"(?:\bfrom|\bimport\(|^import)\s*['\"](\.[^'\"]+)['\"]", re.MULTILINE)
REQUIRED = re.compile(
    r"^(?!function\b|local function\b)[^\s-].*?\brequire\(?\s*['\"]([\w.]+)['\"]", re.MULTILINE
)


def imports_of(folder: Path) -> dict[str, set[str]]:
    """File of TypeScript -> files that it imports, all relative to the folder."""
    out: dict[str, set[str]] = {}
    for path in sorted(folder.rglob("*.ts")):
        out[path.relative_to(folder).as_posix()] = found = set[str]()
        for said in IMPORTED.findall(path.read_text(encoding="utf-8")):
            base = (path.parent / said).resolve()
            files = [f for f in (Path(f"{base}.ts"), Path(f"{base}.d.ts"), base / "index.ts") if f.is_file()]
            assert files, f"{path.relative_to(folder)} imports {said}, which this test does not find"
            found.add(files[0].relative_to(folder.resolve()).as_posix())
    return out


def requires_of(folder: Path) -> dict[str, set[str]]:
    """Module of Lua -> modules of the folder that it requires while it is loaded."""
    modules = {
        path.relative_to(folder).with_suffix("").as_posix().replace("/", ".").removesuffix(".init"): path
        for path in sorted(folder.rglob("*.lua"))
    }
    return {
        name: {said for said in REQUIRED.findall(path.read_text(encoding="utf-8")) if said in modules}
        for name, path in modules.items()
    }


def circle(graph: Mapping[str, set[str]]) -> list[str]:
    """One circle, from a file to itself; empty where there is none."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return error.args[1]
    return []


def test_no_file_of_typescript_imports_itself_over_others() -> None:
    graph = imports_of(TYPESCRIPT)
    assert sum(map(len, graph.values())) > 50
    assert circle(graph) == []


def test_no_module_of_lua_requires_itself_over_others() -> None:
    graph = requires_of(LUA)
    assert sum(map(len, graph.values())) > 10
    assert circle(graph) == []


def test_a_planted_circle_is_noticed(tmp_path: Path) -> None:
    (tmp_path / "server").mkdir()
    (tmp_path / "app.ts").write_text("export class App { go() { return import('./server'); } }\n")
    (tmp_path / "server" / "index.ts").write_text("export * from './find';\n")
    (tmp_path / "server" / "find.ts").write_text("import type {\n  App,\n} from '../app';\n")
    assert set(circle(imports_of(tmp_path))) == {"app.ts", "server/index.ts", "server/find.ts"}
    (tmp_path / "helix").mkdir()
    (tmp_path / "helix" / "init.lua").write_text("local ask = require('helix.ask')\nreturn ask\n")
    (tmp_path / "helix" / "ask.lua").write_text(
        "--- as require('helix.ask') does\nlocal h = require 'helix'\n"
    )
    assert set(circle(requires_of(tmp_path))) == {"helix", "helix.ask"}
    late = "function M.go() return require('helix').go() end\nlocal function no()\n  require('helix')\nend\n"
    (tmp_path / "helix" / "ask.lua").write_text(late)
    assert circle(requires_of(tmp_path)) == []
