"""`helix-lsp trees`: list, walk, lock, check, diff and export the knowledge trees of a project."""

from __future__ import annotations

from argparse import Namespace

from helix_lsp.cli.opened import Opened
from helix_lsp.cli.screen import Screen
from helix_lsp.cli.tree_text import changed_lines, checked_lines, listed_lines, locked_line, walked_lines
from helix_lsp.errors import UsageError
from helix_lsp.ide.trees import WalkRequest, tree_check, tree_export, tree_walk
from helix_lsp.session.workspace import Workspace
from helix_lsp.text.counted import counted
from helix_lsp.wire.training_record import record_to_wire
from helix_lsp.wire.tree_check import checked_to_wire
from helix_lsp.wire.tree_diff import diff_to_wire
from helix_lsp.wire.tree_list import knowledge_to_wire
from helix_lsp.wire.tree_lock import lock_to_wire
from helix_lsp.wire.tree_walk import pack_to_wire


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
