"""Commands in a document: `make docs` and its like by name, and subcommands of the programs that the project itself installs."""

from __future__ import annotations

import re

from helix_lsp.align.drift.history import History
from helix_lsp.align.drift.reference import DocReference
from helix_lsp.align.drift.verdict import Judged, Written, alike, cannot, live, witnessed
from helix_lsp.align.drift.world import World

_RUNNERS = ("makefile", "noxfile.py")
_GENERATORS = ("Makefile.am", "CMakeLists.txt", "Makefile.PL", "configure.ac", "configure.in")
_STANDARD = frozenset(  # of automake, CMake and their like
    "all check clean dist distcheck distclean install install-strip installcheck installdirs uninstall maintainer-clean mostlyclean test package "
    "edit_cache rebuild_cache help info pdf html dvi ps tags ctags etags".split()
)


def judge_command(ref: DocReference, world: World, history: History, written: Written) -> Judged:
    """`ref.target` is the program, a blank and the word behind it. `make` targets that history saw go are alarms, the others hints."""
    tool, _, word = ref.target.partition(" ")
    if f"script {tool}" in world.entries:
        return _judge_sub(ref, word, world, history, written)
    declared = {e.partition(" ")[2] for e in world.entries if e.startswith(f"{tool} ")}
    if not declared or "*" in declared:
        return cannot(f"this project declares no {tool} commands, or not by name")
    if word in declared:
        return live("the project declares it")
    if tool == "make" and word in _STANDARD and _is_generated(world):
        return cannot("a target that the build system makes")
    gone = tuple(g for g in history.gone(word) if g.defined and g.path.rpartition("/")[2].lower() in _RUNNERS)[:1]
    hint = Judged(
        verdict="stale", tier="B", confidence=world.cfg.sure_doubtful, suggestions=alike(word, declared, world.cfg),
        reason=f"the project declares no {ref.target.replace('run ', 'script ')}",
    )  # fmt: skip
    return witnessed(ref, ref.text.strip(), gone, written, world.cfg, hint, world.cfg.sure_path_gone)


def _is_generated(world: World) -> bool:
    """True where the makefile of the root is made from a file beside it; what a part that was copied in is built with says nothing."""
    return any(world.snapshot.file(name) is not None for name in _GENERATORS)


def _judge_sub(ref: DocReference, word: str, world: World, history: History, written: Written) -> Judged:
    """A word that the code holds anywhere may be a command that is declared in a way nobody reads here, or an argument."""
    declared = {e.removeprefix("sub ") for e in world.entries if e.startswith("sub ")}
    if word in declared:
        return live("the project declares the subcommand")
    parts = re.split(r"[-:]", word)
    if len(declared) < world.cfg.command_subs or word in world.words or all(p in world.words for p in parts) or "_".join(parts) in world.words:
        return cannot("no subcommand, or one that is declared otherwise")
    lost = next(p for p in parts if p not in world.words)
    hint = Judged(verdict="stale", tier="B", confidence=world.cfg.sure_doubtful, reason=f"the project declares no subcommand {word}",
                  suggestions=alike(word, declared, world.cfg))  # fmt: skip
    return witnessed(ref, lost, history.gone("_".join(parts)) or history.gone(lost), written, world.cfg, hint, world.cfg.sure_command)
