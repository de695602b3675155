"""Commands in a document: tasks by name (`make docs`), and subcommands of the programs that the project itself
installs, against the table of declared things.
"""

from __future__ import annotations

import re
from dataclasses import replace

from helix_lsp.align.drift.declared import OPEN
from helix_lsp.align.drift.history import History
from helix_lsp.align.drift.reason import because
from helix_lsp.align.drift.reference import SHORT, DocReference
from helix_lsp.align.drift.verdict import Judged, Witness, Written, alike, cannot, live, undeclared, witnessed
from helix_lsp.align.drift.world import World

_GENERATORS = ("Makefile.am", "CMakeLists.txt", "Makefile.PL", "configure.ac", "configure.in")
_JOINTS = re.compile(r"[-_:.]")
_STANDARD = frozenset(  # of automake, CMake and their like
    "all check clean dist distcheck distclean install install-strip installcheck installdirs uninstall maintainer-clean mostlyclean test package "
    "edit_cache rebuild_cache help info pdf html dvi ps tags ctags etags".split()
)


def judge_command(ref: DocReference, world: World, history: History, written: Written) -> Judged | Witness:
    """`ref.target` is the kind of the task (or the program), a blank and the word behind it. What history saw
    go is an alarm, the others are hints.
    """
    tool, _, word = ref.target.partition(" ")
    if ref.target in world.entries:
        return live("declared")
    if tool == "make" and word in _STANDARD and _is_generated(world):
        return cannot("build-target")
    declared = {e.partition(" ")[2] for e in world.entries if e.startswith(f"{tool} ")}
    hint = Witness(
        check=because("command-unknown", command=ref.target.replace("run ", "script ")),
        suggestions=alike(word, declared, world.cfg),
    )
    if ref.role == SHORT and f"program {tool}" in world.entries:
        return cannot("undeclared", tool=tool)  # what a block of a runner's own pages runs is the reader's
    twins = [one for one in sorted(declared) if one != OPEN and _JOINTS.sub("", one) == _JOINTS.sub("", word)]
    if len(twins) == 1:
        return replace(hint, evidence=(because("misspelt", new=twins[0]),), suggestions=(twins[0],))
    gone = undeclared(
        ref, ref.text.strip(), ref.target, world.entries, history, written, hint, "command-gone"
    )
    if gone is not None:
        return gone
    if f"program {tool}" in world.entries:  # a runner's own repository has tasks as well
        return _judge_sub(ref, word, world, history, written)
    return cannot("undeclared", tool=tool) if not declared or OPEN in declared or ref.role == SHORT else hint


def _is_generated(world: World) -> bool:
    """True where the makefile of the root is made from a file beside it; what a part that was copied in is
    built with says nothing.
    """
    return any(world.snapshot.file(name) is not None for name in _GENERATORS)


def _judge_sub(
    ref: DocReference, word: str, world: World, history: History, written: Written
) -> Judged | Witness:
    """A word that the code holds anywhere may be a command that is declared in a way nobody reads here, or an
    argument: unless history saw its declaration go.
    """
    declared = {e.removeprefix("sub ") for e in world.entries if e.startswith("sub ")}
    if word in declared:
        return live("declared")
    hint = Witness(
        check=because("command-unknown", command=f"a subcommand {word}"),
        suggestions=alike(word, declared, world.cfg),
    )
    gone = undeclared(ref, word, f"sub {word}", world.entries, history, written, hint, "command-gone")
    if gone is not None and declared:
        return gone
    parts = re.split(r"[-:]", word)
    if (
        len(declared) < world.cfg.command_subs
        or word in world.words
        or all(p in world.words for p in parts)
        or "_".join(parts) in world.words
    ):
        return cannot("no-subcommand")
    lost = next(p for p in parts if p not in world.words)
    return witnessed(
        ref, lost, history.gone("_".join(parts)) or history.gone(lost), written, hint, "command-gone"
    )  # however it was declared, no word of it is left
