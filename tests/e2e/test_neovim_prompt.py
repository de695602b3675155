"""Keys typed into a real Neovim with a screen, as a new user would: the first question, the real pick prompt,
the answer, a citation, cancel.

Pictures of the screen go to the folder that HELIX_PICTURES names (docs/images when they are made anew), else
to the test's own folder.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.e2e.neovim_projects import bells
from tests.e2e.neovim_screen import Screen
from tests.e2e.test_neovim_plugin import environment

INIT = """\
vim.opt.runtimepath:append(vim.env.HELIX_PLUGIN)
vim.g.helix = {{ cmd = {{ vim.env.HELIX_PYTHON, '-m', 'helix_lsp', 'serve' }} }}
vim.opt.termguicolors, vim.opt.swapfile, vim.opt.shadafile = true, false, 'NONE'
vim.opt.more = false
vim.cmd.cd(vim.env.HELIX_PROJECT)
{enable}
"""
ENABLE = {"newest": "vim.lsp.enable('helix_ask')", "0.10": "require('helix').enable()"}


@pytest.fixture(params=["newest", pytest.param("0.10", marks=pytest.mark.drive)])
def screen(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Screen]:
    binary = request.getfixturevalue("neovim" if request.param == "newest" else "old_neovim")
    project = bells(tmp_path)
    config = tmp_path / "config" / "nvim"
    config.mkdir(parents=True)
    (config / "init.lua").write_text(INIT.format(enable=ENABLE[request.param]))
    opened = Screen(binary, environment(tmp_path, HELIX_PROJECT=str(project)))
    opened.type(":edit README.md<CR>")
    yield opened
    opened.close()


def pictures(tmp_path: Path) -> Path:
    return Path(os.environ.get("HELIX_PICTURES") or tmp_path / "pictures")


@pytest.mark.editor
def test_the_first_question_of_a_new_user(screen: Screen, tmp_path: Path):
    screen.until("Things that wait.")
    screen.type(":Helix ask<CR>")
    screen.until("Ask:")
    screen.type("what does drain do?<CR>")
    shown = screen.until(
        "drain can mean 2 things",
        "1: MailQueue.drain",
        "mail/queue.py:7",
        "2: PrintQueue.drain",
        "3: Search wider",
    )
    screen.picture(pictures(tmp_path) / "neovim-clarify.svg")
    print(shown)
    screen.type("2<CR>")
    shown = screen.until(
        "# what does drain do?",
        "PrintQueue.drain is a method of PrintQueue",  # drawn: the back-ticks are hidden
        "Print every waiting page",
        "Evidence",
        "1. printing/queue.py:7",
    )
    screen.picture(pictures(tmp_path) / "neovim-answer.svg")
    print(shown)
    screen.type("/1. printing<CR>")
    screen.type("K")
    shown = screen.until("as cited", "def drain(self, limit):")
    screen.picture(pictures(tmp_path) / "neovim-proof.svg")
    print(shown)
    screen.type("gd")
    screen.until("class PrintQueue:", "def collect")
    assert screen.lua("return vim.fn.expand('%:t') .. vim.fn.line('.')") == "queue.py7"
    screen.type(":Helix explain<CR>")
    shown = screen.until("Trace", "retrieval", "envelope")
    screen.picture(pictures(tmp_path) / "neovim-trace.svg")
    print(shown)
    assert screen.lua("return vim.v.errmsg") == ""


@pytest.mark.editor
def test_a_prompt_that_is_left_asks_nothing(screen: Screen):
    screen.until("Things that wait.")
    screen.type(":Helix ask<CR>")
    screen.until("Ask:")
    screen.type("<Esc>")
    screen.type(":Helix ask what does drain do?<CR>")
    screen.until("3: Search wider")
    screen.type("<CR>")
    shown = screen.until("Pick one", "1. MailQueue.drain", "4. Answer anyway")
    print(shown)
    screen.type("1")
    screen.until("Send every waiting letter", "Evidence")
