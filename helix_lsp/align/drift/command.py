"""Commands in a document: `make docs` and its like by name, and subcommands of the programs that the project
itself installs.
"""

from __future__ import annotations

import re

from helix_lsp.align.drift.history import History
from helix_lsp.align.drift.reason import because
from helix_lsp.align.drift.reference import DocReference
from helix_lsp.align.drift.verdict import Judged, Witness, Written, alike, cannot, live, witnessed
from helix_lsp.align.drift.world import World

_RUNNERS = ("makefile", "noxfile.py")
_GENERATORS = ("Makefile.am", "CMakeLists.txt", "Makefile.PL", "configure.ac", "configure.in")
_STANDARD = frozenset(  # of automake, CMake and their like
    "all check clean dist distcheck distclean install install-strip installcheck installdirs uninstall maintainer-clean mostlyclean test package "
    "edit_cache rebuild_cache help info pdf html dvi ps tags ctags etags".split()
)


def judge_command(ref: DocReference, world: World, history: History, written: Written) -> Judged | Witness:
    """`ref.target` is the program, a blank and the word behind it. `make` targets that history saw go are
    alarms, the others hints.
    """
    tool, _, word = ref.target.partition(" ")
    if f"script {tool}" in world.entries:
        return _judge_sub(ref, word, world, history, written)
    declared = {e.partition(" ")[2] for e in world.entries if e.startswith(f"{tool} ")}
    if not declared or "*" in declared:
        return cannot("undeclared", tool=tool)
    if word in declared:
        return live("declared")
    if tool == "make" and word in _STANDARD and _is_generated(world):
        return cannot("build-target")
    gone = tuple(
        g for g in history.gone(word) if g.defined and g.path.rpartition("/")[2].lower() in _RUNNERS
    )[:1]
    named = ref.target.replace("run ", "script ")
    hint = Witness(
        check=because("command-unknown", command=named), suggestions=alike(word, declared, world.cfg)
    )
    return witnessed(ref, ref.text.strip(), gone, written, hint, "command-gone")


def _is_generated(world: World) -> bool:
    """True where the makefile of the root is made from a file beside it; what a part that was copied in is
    built with says nothing.
    """
    return any(world.snapshot.file(name) is not None for name in _GENERATORS)


def _judge_sub(
    ref: DocReference, word: str, world: World, history: History, written: Written
) -> Judged | Witness:
    """A word that the code holds anywhere may be a command that is declared in a way nobody reads here, or an
    argument.
    """
    declared = {e.removeprefix("sub ") for e in world.entries if e.startswith("sub ")}
    if word in declared:
        return live("declared")
    parts = re.split(r"[-:]", word)
    if (
        len(declared) < world.cfg.command_subs
        or word in world.words
        or all(p in world.words for p in parts)
        or "_".join(parts) in world.words
    ):
        return cannot("no-subcommand")
    lost = next(p for p in parts if p not in world.words)
    hint = Witness(
        check=because("command-unknown", command=f"a subcommand {word}"),
        suggestions=alike(word, declared, world.cfg),
    )
    return witnessed(
        ref, lost, history.gone("_".join(parts)) or history.gone(lost), written, hint, "command-gone"
    )
