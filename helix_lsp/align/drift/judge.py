"""One reference -> live, cannot know, or a witness: what the tree and its history say of it, before anything
that speaks against it is asked.

Precision first: an alarm needs an owner of ours that certainly lost the name, or history that saw a
definition of this very name go, or a path that history saw go. A bare name that is merely nowhere is a hint.
What the text around says, who else may own the name and how sure history is are rules and evidence, weighed
in `drift/decide.py`.
"""

from __future__ import annotations

import re

from helix_lsp.align.drift.case import Case
from helix_lsp.align.drift.codes import judge_code
from helix_lsp.align.drift.command import judge_command
from helix_lsp.align.drift.decide import decide
from helix_lsp.align.drift.endpoint import judge_endpoint
from helix_lsp.align.drift.history import Gone, History
from helix_lsp.align.drift.judge_link import judge_link
from helix_lsp.align.drift.judge_owned import judge_owned
from helix_lsp.align.drift.judge_path import judge_path
from helix_lsp.align.drift.judge_word import is_linked, judge_word, seen_going
from helix_lsp.align.drift.reason import Reason
from helix_lsp.align.drift.reference import DOC_LINK, DocReference
from helix_lsp.align.drift.stage import is_argument, is_holder, is_variable
from helix_lsp.align.drift.verdict import Judged, Witness, Written, cannot, live
from helix_lsp.align.drift.world import World


def judge(ref: DocReference, world: World, history: History, written: Written) -> Judged:
    """`written` tells when the reference was first written (asked with what went)."""
    said = _witness(ref, world, history, written)
    return said if isinstance(said, Judged) else decide(Case(ref, world, history, said))


def _witness(ref: DocReference, world: World, history: History, written: Written) -> Judged | Witness:
    if ref.kind == "command":
        return judge_command(ref, world, history, written)
    if ref.kind == "endpoint":
        return judge_endpoint(ref, world, history, written)
    if ref.kind == "code":
        said = (
            None
            if ref.target in world.words
            else judge_code(ref, ref.target, world.codes, history, written, world.cfg)
        )
        return said or (live("occurs") if ref.target in world.words else cannot("unknown-code"))
    if ref.kind == "flag":
        return judge_word(ref, ref.target, world, history, written)
    if ref.kind in ("path", "link"):
        return judge_path(ref, world, history, written)
    if ref.name is None:
        return live("not-a-name")
    parts, last = ref.name.parts, ref.name.last
    if re.fullmatch(r"__\w+__", last):
        return live("language")
    if ref.role == DOC_LINK:

        def going(gone: Gone, check: Reason) -> Witness:
            return seen_going(ref, gone, check, world, history, written)

        return judge_link(ref, parts, world, history, going)
    if (
        len(parts) > 1
        and last.lower() in world.suffixes
        and not ref.name.call
        and parts[0] not in world.packages
    ):
        return live("file-name")
    data = world.texts(ref.path) or b""
    if (
        is_holder(last)
        or is_variable(ref, data)
        or (len(parts) == 1 and not is_linked(ref) and is_argument(ref, data))
    ):
        return live("placeholder")
    return (
        judge_word(ref, last, world, history, written)
        if len(parts) == 1
        else judge_owned(ref, parts, world, history, written)
    )
