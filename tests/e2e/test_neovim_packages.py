"""The Neovim plugin as its users put it on the runtime path: by hand, and by a manager that takes the repository.

Afterwards the command, the configuration of the server, the module and `:help helix` are there.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent

BY_HAND = "vim.opt.runtimepath:append('{root}/editors/neovim')"
PACK = "vim.pack.add({{ {{ src = 'file://{root}' }} }}, {{ confirm = false }})"
LIKE_LAZY = """\
vim.go.loadplugins = false
vim.opt.runtimepath:prepend('{root}')
for _, file in ipairs(vim.fn.globpath('{root}', 'plugin/**/*.lua', false, true)) do vim.cmd.source(file) end
"""
LOOK = """\
vim.lsp.enable('helix_ask')
vim.api.nvim_create_autocmd('VimEnter', { callback = function()
  local found = {
    command = vim.fn.exists(':Helix') == 2,
    config = vim.lsp.config.helix_ask ~= nil and vim.lsp.config.helix_ask.cmd ~= nil,
    module = require('helix').statusline ~= nil and require('helix.config') ~= nil,
    help = pcall(vim.cmd.help, 'helix') and vim.fn.expand('%:t') == 'helix.txt',
    tag = pcall(vim.cmd.help, ':Helix-ask'),
    log = vim.fn.fnamemodify(vim.lsp.log.get_filename(), ':t') == 'lsp.log',
  }
  print(vim.json.encode(found))
  vim.cmd('qall!')
end })
"""


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """What a plugin manager clones, without the rest of the project."""
    root = tmp_path / "source" / "helix-lsp"
    for name in ("lua", "plugin", "editors/neovim"):
        shutil.copytree(ROOT / name, root / name)
    for words in (("init", "-q"), ("add", "-A"), ("commit", "-q", "-m", "all")):
        who = ("-c", "user.name=A", "-c", "user.email=a@b.example", "-c", "commit.gpgsign=false")
        subprocess.run(["git", *who, *words], cwd=root, check=True, capture_output=True)
    return root


def of_the_tutorial() -> str:
    """The lines of init.lua as docs/tutorial/neovim.md gives them."""
    text = (ROOT / "docs/tutorial/neovim.md").read_text(encoding="utf-8")
    lines = text.split("```lua\n", 1)[1].split("```", 1)[0]
    assert "~/src/helix-lsp" in lines
    return lines.replace("~/src/helix-lsp", "{root}")


@pytest.mark.editor
@pytest.mark.parametrize(
    "line",
    [BY_HAND, PACK, LIKE_LAZY, of_the_tutorial()],
    ids=["by hand", "vim.pack", "lazy.nvim", "as the tutorial says"],
)
def test_everything_is_there(neovim: Path, repository: Path, tmp_path: Path, line: str):
    init = tmp_path / "init.lua"
    init.write_text(line.format(root=repository) + "\n" + LOOK, encoding="utf-8")
    home = {f"XDG_{name}_HOME": str(tmp_path / name.lower()) for name in ("CONFIG", "STATE", "DATA", "CACHE")}
    done = subprocess.run(
        [neovim, "-u", init, "-i", "NONE", "-n", "--headless"],
        env=os.environ | home,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    told = done.stdout + done.stderr
    assert '":true' in told.replace('": true', '":true'), told
    assert "false" not in told, told
    assert "Error" not in told, told


@pytest.mark.editor
def test_the_tags_are_those_that_neovim_makes(neovim: Path, tmp_path: Path):
    shutil.copy(ROOT / "editors/neovim/doc/helix.txt", tmp_path)
    words = [neovim, "-u", "NONE", "--headless", "-c", f"helptags {tmp_path}", "-c", "qall"]
    subprocess.run(words, check=True, timeout=60, capture_output=True)
    assert (tmp_path / "tags").read_text("utf-8") == (ROOT / "editors/neovim/doc/tags").read_text("utf-8")


@pytest.mark.editor
def test_no_cited_place_is_cut_by_the_wrapping(neovim: Path):
    """Where the window is wide enough for it; in one that is not told its width, many are."""
    done = subprocess.run(
        [neovim, "-u", "NONE", "-i", "NONE", "-n", "--headless", "-l", ROOT / "tests/e2e/neovim_places.lua"],
        env=os.environ | {"HELIX_PLUGIN": str(ROOT / "editors" / "neovim")},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["places"] == 12 * 75
    assert found["untold"] > 100
    assert found["told"] == 0
