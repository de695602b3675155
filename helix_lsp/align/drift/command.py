"""Commands in a document: `make docs` and its like by name, and subcommands of the programs that the project itself installs."""

from __future__ import annotations

import re

from helix_lsp.align.drift.history import History
from helix_lsp.align.drift.reference import DocReference
from helix_lsp.align.drift.verdict import Judged, Written, alike, cannot, live, witnessed
from helix_lsp.align.drift.world import World

_RUNNERS = ("makefile", "noxfile.py")


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
    gone = next((g for g in history.gone(word) if g.defined and g.path.rpartition("/")[2].lower() in _RUNNERS), None)
    cfg = world.cfg
    return Judged(
        verdict="stale", tier="A" if gone is not None else "B", confidence=cfg.sure_path_gone if gone is not None else cfg.sure_doubtful,
        reason=f"the project declares no {ref.target.replace('run ', 'script ')}" + (f": gone in {gone.commit[:10]}" if gone is not None else ""),
        suggestions=alike(word, declared, cfg), last_path=gone.path if gone is not None else "", last_commit=gone.commit if gone is not None else "",
    )  # fmt: skip


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
