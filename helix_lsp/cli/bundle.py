"""`helix-lsp bundle`: all that is known of a project in one folder that a program can rely on."""

from __future__ import annotations

import json
import os
import time
from argparse import Namespace
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from helix_lsp.cli.opened import Opened
from helix_lsp.cli.progress import progress
from helix_lsp.cli.screen import Screen, clean
from helix_lsp.cli.stale import heed
from helix_lsp.errors import UsageError
from helix_lsp.ide.mentions import View
from helix_lsp.index.freshness import Freshness
from helix_lsp.session.bundle.read import Bundle
from helix_lsp.session.bundle.write import BundleWriter, collect
from helix_lsp.session.disk.origin import tree_of
from helix_lsp.session.settings.settings import source_date_epoch
from helix_lsp.session.status import silent
from helix_lsp.session.workspace import Workspace
from helix_lsp.text.counted import counted
from helix_lsp.wire.bundle_manifest import (
    DELTA,
    EVAL,
    FACTS,
    POLICY,
    RECORDS,
    TREES,
    Provenance,
    check_to_wire,
    manifest_to_wire,
    reading_policy,
)


def run(arguments: Namespace, screen: Screen) -> int:
    """Makes, checks or shows a bundle; 1 when one is not what its manifest says. Stores an index, or takes one over."""
    if arguments.act in ("push", "pull"):
        from helix_lsp.cli.help import pull_index, push_index

        return (push_index if arguments.act == "push" else pull_index)(arguments, screen)
    return {"create": _create, "verify": _verify, "show": _show}[arguments.act](arguments, screen)


def _create(arguments: Namespace, screen: Screen) -> int:
    epoch = source_date_epoch()
    created = _iso(int(time.time()) if epoch is None else epoch)
    with Opened(screen) as opened:
        workspace = opened.at(arguments.root)
        view = workspace.view()
        heed(view.freshness, arguments, screen)
        view = replace(view, freshness=_still(view.freshness, len(view.snapshot.paths())))
        with BundleWriter(arguments.out, workspace.root) as writer, progress(screen) as report:
            of = _collected(workspace, view, writer, report)
            absent = _more(workspace, view, writer, arguments)
            artifacts = writer.finish()
            manifest = manifest_to_wire(artifacts, of, absent, created, _capabilities(view, absent))
            place = writer.publish(json.dumps(manifest, indent=2, ensure_ascii=False).encode() + b"\n")
    if arguments.json:
        screen.json(manifest, indent=2)
    else:
        size = sum(one.bytes for one in artifacts)
        screen.text(
            f"{place}: run {manifest['run_id']}, {counted(of.files, 'file')}, {counted(len(artifacts), 'artifact')}, {counted(size, 'byte')}"
        )
        for row in manifest["absent"]:
            screen.text(f"without {row['role']}: {row['reason']}")
    return 0


def _collected(workspace: Workspace, view: View, writer: BundleWriter, report: Any) -> Provenance:
    origin = workspace.origin(view.texts)
    if not origin.repo_id:
        raise UsageError(
            "git does not answer, so nobody knows of which repository the bundle would be; try again"
        )
    held = tree_of(workspace.git, workspace.root, origin.commit)
    done = collect(writer, view, origin, held, report)
    return Provenance(
        repo_id=origin.repo_id,
        commit=origin.commit,
        snapshot=view.snapshot.digest(),
        config_sha256=view.config_digest(),
        files=done.files,
        uncommitted=done.uncommitted,
        left_out=tuple((s.reason, s.count) for s in workspace.status().skipped),
    )


def _more(workspace: Workspace, view: View, writer: BundleWriter, arguments: Namespace) -> dict[str, str]:
    """Writes what a bundle may have beside its indexes; role -> why it is not there."""
    from helix_lsp.ide.lens import tree_export
    from helix_lsp.wire.records import record_to_wire
    from helix_lsp.wire.trees import knowledge_to_wire

    writer.rows(POLICY, [reading_policy()])
    absent = {FACTS: "not_produced"}
    knowledge = view.knowledge()
    if knowledge.forest.trees or knowledge.cards:
        writer.rows(TREES, [knowledge_to_wire(knowledge)])
        records = {"records": [record_to_wire(record) for record in tree_export(view)]}
        writer.rows(RECORDS, workspace.stamped(records, view)["records"])
    else:
        absent |= {TREES: "none_in_project", RECORDS: "none_in_project"}
    if arguments.gold:
        writer.rows(EVAL, [_evaluation(workspace, view, arguments.gold)])
    else:
        absent[EVAL] = "no_gold_given"
    if arguments.base:
        writer.rows(DELTA, [_delta(workspace, view, arguments.base)])
    else:
        absent[DELTA] = "no_base_given"
    return absent


def _evaluation(workspace: Workspace, view: View, gold: str) -> dict[str, object]:
    from helix_lsp.cli.evaluate import DEFAULT_K, gold_file
    from helix_lsp.evaluate.evaluate import evaluate
    from helix_lsp.evaluate.report import evaluation_to_wire

    read, own = gold_file(gold, workspace.root)
    named = replace(read, file=own or os.path.basename(gold))
    return evaluation_to_wire(evaluate(view, named, k=DEFAULT_K, own=own))


def _delta(workspace: Workspace, view: View, base: str) -> dict[str, Any]:
    from helix_lsp.ide.pr_explain import pr_explain
    from helix_lsp.session.history.change import read_change
    from helix_lsp.wire.pr_delta import pr_delta_to_wire

    change, uncommitted = read_change(workspace.git, workspace.root, view, base)
    delta = pr_explain(view, change, uncommitted, workspace.history(), tell=silent)
    return workspace.stamped(pr_delta_to_wire(delta, view.config.pr), view)


def _capabilities(view: View, absent: dict[str, str]) -> dict[str, bool]:
    return {
        "byte_checked_ranges": True,
        "redaction": False,
        "semantic_order": view.likeness is not None,
        "evaluated": EVAL not in absent,
        "change": DELTA not in absent,
        "knowledge_trees": TREES not in absent,
        "facts": FACTS not in absent,
    }


def _still(freshness: Freshness, files: int) -> Freshness:
    """A bundle is of a content, not of an index: generations count only on this machine."""
    return replace(freshness, generation=0, files=files, doing="")


def _iso(seconds: int) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _verify(arguments: Namespace, screen: Screen) -> int:
    bundle = Bundle(arguments.manifest)
    found = bundle.verify()
    count = len(bundle.manifest.artifacts)
    if arguments.json:
        screen.json(check_to_wire(bundle.manifest.said["run_id"], count, found), indent=2)
        return 1 if found else 0
    for one in found:
        told = f" ({clean(one.said)} is said, {clean(one.found)} is there)" if one.said and one.found else ""
        screen.text(f"{clean(one.path)}: {one.kind}{told}")
    screen.text(
        f"{counted(len(found), 'difference')}"
        if found
        else f"{counted(count, 'artifact')} as the manifest says"
    )
    return 1 if found else 0


def _show(arguments: Namespace, screen: Screen) -> int:
    manifest = Bundle(arguments.manifest).manifest
    if arguments.json:
        screen.json(dict(manifest.said), indent=2)
        return 0
    repository, generator = manifest.repository, manifest.generator
    screen.text(f"run         {manifest.said['run_id']}, {manifest.said['created_at']}")
    screen.text(
        f"made by     {generator['name']} {generator['version']}, options {generator['config_sha256'][:12]}"
    )
    commit = f", commit {repository['commit'][:12]}" if repository["commit"] else ""
    screen.text(
        f"repository  {repository['repo_id']}{commit}, {counted(repository['uncommitted'], 'file')} not committed as now on disk"
    )
    for one in manifest.artifacts.values():
        lines = f", {counted(one.lines, 'line')}" if one.lines >= 0 else ""
        screen.text(f"{one.role:<16} {one.path} ({counted(one.bytes, 'byte')}{lines})")
    return 0
