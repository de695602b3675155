"""A pack as a person reads it: one block a tree, one numbered line a node, each with its proof or marked as a
hint.
"""

from __future__ import annotations

from helix_lsp.trees.assemble import Pack, Walked, WalkStep

_REASONS = {
    "missing_root": "the tree names no root, so only the anchors are shown",
    "no_anchor": "nothing in this tree speaks of the question",
    "root_to_anchor_fallback": "the way to an anchor is longer than the tree's depth",
    "root_to_anchor_unreachable": "an anchor cannot be reached from the root",
}
HINT = "hint only, no evidence span"


def walk_text(pack: Pack) -> str:
    """All blocks, separated by blank lines; `` for an empty pack."""
    return "\n\n".join(tree_text(walked) for walked in pack.trees)


def tree_text(walked: Walked) -> str:
    """One tree: its name and file, how it was walked and why, then the nodes in the order of the walk."""
    mode = walked.mode.replace("_", " ")
    lines = [f"Tree walk: {walked.label} (from {walked.source})", f"  {mode}, because of {walked.why}"]
    if walked.fallback:
        lines.append(f"  note: {reason_words(walked.fallback)}")
    lines += [f"{number:>3}. {step_text(step)}" for number, step in enumerate(walked.steps, 1)]
    return "\n".join(lines)


def step_text(step: WalkStep) -> str:
    """`Anchor: Title (id): excerpt [path:line]`; a hint says so and names where the tree states it."""
    name = step.title if step.title == step.id else f"{step.title} ({step.id})"
    said = f": {step.excerpt}" if step.excerpt and step.excerpt != step.title else ""
    if step.bound is not None:
        return f"{part_words(step.part)}: {name}{said} [{step.bound.path}:{step.bound.start_line}]"
    place = (
        f"; the tree says it in {step.stated.path}:{step.stated.start_line}"
        if step.stated is not None
        else ""
    )
    return f"Hint: {name}{said} [{HINT}{place}]"


def part_words(part: str) -> str:
    """`Anchor`, `Walk`, `Role <name>`."""
    return f"Role {part.removeprefix('role:')}" if part.startswith("role:") else part.capitalize()


def reason_words(fallback: str) -> str:
    """A fallback in words."""
    return _REASONS.get(fallback, fallback)
