"""`helix-lsp trees`: list, walk, lock, check, diff and export the knowledge trees of a project."""

from __future__ import annotations

from argparse import Namespace
from collections import Counter
from collections.abc import Iterator
from textwrap import wrap

from helix_lsp.cli.batch import link
from helix_lsp.cli.opened import Opened
from helix_lsp.cli.screen import Screen, clean
from helix_lsp.errors import UsageError
from helix_lsp.ide.lens import Checked, WalkRequest, tree_check, tree_export, tree_walk
from helix_lsp.session.kept.memory import TreeLock
from helix_lsp.session.workspace import Workspace
from helix_lsp.text.visible import counted
from helix_lsp.trees.assemble import HINT, Pack, WalkStep, part_words, reason_words
from helix_lsp.trees.diff import Change
from helix_lsp.trees.knowledge import HOW_TO_WRITE_ONE, NONE_HERE, Knowledge
from helix_lsp.wire.trees import (
    checked_to_wire,
    diff_to_wire,
    knowledge_to_wire,
    lock_to_wire,
    pack_to_wire,
    record_to_wire,
)

# Knowledge trees for a person on a terminal.

_MOST_CHANGES = 200
_WIDTH = 100


def listed_lines(knowledge: Knowledge) -> Iterator[str]:
    """One line a tree, then how many cards."""
    trees = knowledge.forest.trees
    if not trees and not knowledge.cards:
        yield from _nothing()
        return
    width = max((len(tree.entry.id) for tree in trees), default=0)
    for tree in trees:
        asked = ", ".join((*(f"topic {topic}" for topic in tree.entry.topics), *tree.entry.matchers)[:4])
        yield (
            f"{tree.entry.id:<{width}}  {len(tree.nodes):>4} {'node ' if len(tree.nodes) == 1 else 'nodes'}  {tree.entry.path}"
            + (f"  ({asked})" if asked else "")
        )
    nodes = sum(len(tree.nodes) for tree in trees)
    yield f"({counted(len(trees), 'tree')}, {counted(nodes, 'node')}, {counted(len(knowledge.cards), 'concept card')})"


def _nothing() -> Iterator[str]:
    yield NONE_HERE
    yield from wrap(HOW_TO_WRITE_ONE, _WIDTH)


def walked_lines(pack: Pack, known: int, root: str, screen: Screen) -> Iterator[str]:
    """The walk, cleaned, with links; call it for `Screen.styled`."""
    if not pack.trees:
        if known:
            yield f"none of {counted(known, 'tree')} is about this; choose one with --tree or --topic"
        else:
            yield from _nothing()
        return
    for walked in pack.trees:
        yield screen.strong(clean(f"{walked.label} ({walked.tree_id})"))
        yield clean(f"  from {walked.source}; {walked.mode.replace('_', ' ')}, because of {walked.why}")
        if walked.fallback:
            yield clean(f"  note: {reason_words(walked.fallback)}")
        for step in walked.steps:
            yield _step(step, root, screen)
        yield ""
    steps = [step for walked in pack.trees for step in walked.steps]
    bound = sum(1 for step in steps if step.bound is not None)
    yield f"({bound} of {counted(len(steps), 'node')} bound to evidence, the others are hints)"


def locked_line(lock: TreeLock) -> str:
    """What a session has locked."""
    return f"session {lock.session_id}: " + (", ".join(lock.tree_ids) if lock.locked else "no tree is locked")


def checked_lines(checked: Checked) -> Iterator[str]:
    """A named node with all its checks; a whole tree with what fails most, and every claim that does not
    hold.
    """
    if not checked.nodes:
        yield from _nothing()
    if checked.named:
        for node in checked.nodes:
            yield f"{node.tree_id}/{node.node_id}: {node.title}: {node.access}"
            yield from (f"  {check.verdict:<4}  {check.name}: {check.reason}" for check in node.checks)
        return
    access = Counter(node.access for node in checked.nodes)
    failed = Counter(check.name for node in checked.nodes for check in node.failed)
    yield from (
        f"{name}: fails on {failed[name]} of {counted(len(checked.nodes), 'node')}"
        for name in sorted(failed, key=lambda n: (-failed[n], n))
    )
    for node in checked.refused:
        missing = "; ".join(f"{check.name}: {check.reason}" for check in node.failed)
        yield f"claims full access and has it not: {node.tree_id}/{node.node_id}: {missing}"
    yield from (f"problem: {problem}" for problem in checked.problems)
    yield f"({access['full']} full access, {access['diagnostic']} diagnostic, {access['partial']} partial)"


def changed_lines(found: tuple[int, int, tuple[Change, ...]] | None) -> Iterator[str]:
    """The differences, or why there are none."""
    if found is None:
        yield "nothing to compare with yet: the next change of a file makes this generation the baseline"
        return
    before, newest, changes = found
    for change in changes[:_MOST_CHANGES]:
        yield f"{change.how:<7}  {change.what}  {change.name}"
    if len(changes) > _MOST_CHANGES:
        yield f"and {len(changes) - _MOST_CHANGES} more; --json prints all"
    yield f"({counted(len(changes), 'difference')} between generations {before} and {newest})"


def _step(step: WalkStep, root: str, screen: Screen) -> str:
    indent = "  " * (step.depth + 1)
    said = f": {step.excerpt}" if step.excerpt and step.excerpt != step.title else ""
    words = clean(f"{'Hint' if step.bound is None else part_words(step.part)}  {step.title}{said}")
    if step.bound is not None:
        return f"{indent}{words}  [{link(step.bound.path, step.bound.start_line, step.bound.end_line, root, screen)}]"
    place = (
        f"; stated in {link(step.stated.path, step.stated.start_line, step.stated.end_line, root, screen)}"
        if step.stated
        else ""
    )
    return f"{indent}{words}  [{HINT}{place}]"


def run(arguments: Namespace, screen: Screen) -> int:
    """One act on one project; 1 when `check` says no."""
    with Opened(screen) as opened:
        workspace = opened.at(arguments.root)
        acts = {
            "list": _list,
            "walk": _walk,
            "lock": _lock,
            "check": _check,
            "diff": _diff,
            "export": _export,
        }
        return acts[arguments.act](workspace, arguments, screen)


def _list(workspace: Workspace, arguments: Namespace, screen: Screen) -> int:
    knowledge = workspace.view().knowledge()
    if arguments.json:
        screen.json(knowledge_to_wire(knowledge), indent=2)
        return 0
    for line in listed_lines(knowledge):
        screen.text(line)
    for problem in knowledge.problems:
        screen.note(problem)
    return 0


def _walk(workspace: Workspace, arguments: Namespace, screen: Screen) -> int:
    view = workspace.view()
    known = [tree.entry.id for tree in view.knowledge().forest.trees]
    for name in arguments.trees:
        if name not in known:
            raise UsageError(f"there is no tree {name[:80]!r}; see helix-lsp trees list")
    locked = workspace.locks().inspect(arguments.session).tree_ids if arguments.session is not None else ()
    pack = tree_walk(
        view,
        WalkRequest(
            question=" ".join(arguments.question),
            mode=arguments.mode,
            topics=tuple(arguments.topics),
            locked=(*arguments.trees, *locked),
            repo_rev=workspace.head(),
        ),
    )
    if arguments.json:
        screen.json(workspace.stamped(pack_to_wire(pack), view), indent=2)
    else:
        for line in walked_lines(pack, len(known), workspace.root, screen):
            screen.styled(line)
    return 0


def _lock(workspace: Workspace, arguments: Namespace, screen: Screen) -> int:
    locks = workspace.locks()
    known = tuple(tree.entry.id for tree in workspace.view().knowledge().forest.trees)
    if arguments.pin:
        lock = locks.pin(arguments.session, arguments.pin, known)
    elif arguments.merge:
        lock = locks.merge(arguments.session, arguments.merge, known)
    elif arguments.clear:
        lock = locks.clear(arguments.session)
    else:
        lock = locks.inspect(arguments.session)
    if arguments.json:
        screen.json(lock_to_wire(lock), indent=2)
    else:
        screen.text(locked_line(lock))
    return 0


def _check(workspace: Workspace, arguments: Namespace, screen: Screen) -> int:
    checked = tree_check(workspace.view(), arguments.name)
    if arguments.json:
        screen.json(checked_to_wire(checked), indent=2)
    else:
        for line in checked_lines(checked):
            screen.text(line)
    return 0 if checked.good else 1


def _diff(workspace: Workspace, arguments: Namespace, screen: Screen) -> int:
    found = workspace.changes()
    baseline, newest, changes = found or (None, None, ())
    if arguments.json:
        screen.json(diff_to_wire(baseline, newest, changes), indent=2)
    else:
        for line in changed_lines(found):
            screen.text(line)
    return 0


def _export(workspace: Workspace, _arguments: Namespace, screen: Screen) -> int:
    view = workspace.view()
    records = [record_to_wire(record) for record in tree_export(view)]
    for record in workspace.stamped({"records": records}, view)["records"]:
        screen.json(record)
    count = len(records)
    admitted = "only nodes that are full access or marked diagnostic are admitted (helix-lsp trees check says what is missing)"
    screen.note(f"{counted(count, 'record')}; {admitted}")
    return 0
