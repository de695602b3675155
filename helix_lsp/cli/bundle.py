"""`helix-lsp bundle`: all that is known of a project in one folder that a program can rely on. Also `helix-lsp
range get`: the exact bytes behind citations.
"""

from __future__ import annotations

import json
import os
import time
from abc import ABC, abstractmethod
from argparse import Namespace
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from types import MappingProxyType
from typing import Any

import msgspec

from helix_lsp.ask.claims.citation import Ground, RangeRef, RangeText, Refusal, held_files, resolve
from helix_lsp.cli.batch import FAIL, WARN, Refused, Request, given_file, heeded, print_refusal, run_batch
from helix_lsp.cli.opened import progress
from helix_lsp.cli.screen import Screen, clean
from helix_lsp.errors import UsageError
from helix_lsp.ide.mentions import View
from helix_lsp.ide.range_get import ground_of, refusal_words
from helix_lsp.index.freshness import Freshness
from helix_lsp.session.bundle.read import Bundle
from helix_lsp.session.bundle.write import BundleWriter, collect
from helix_lsp.session.disk.origin import root_of
from helix_lsp.session.disk.tree_state import tree_of
from helix_lsp.session.git.blobs import blobs_of
from helix_lsp.session.settings.settings import load, source_date_epoch
from helix_lsp.session.status import silent
from helix_lsp.session.workspace import Workspace
from helix_lsp.text.data_file import BrokenData, read_json
from helix_lsp.text.visible import counted
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
from helix_lsp.wire.range_ref import range_ref_from_wire, range_text_to_wire


def run(arguments: Namespace, screen: Screen) -> int:
    """Makes, checks or shows a bundle; 1 when one is not what its manifest says. Stores an index, or takes one over."""
    if arguments.act in ("push", "pull"):
        from helix_lsp.cli.help import pull_index, push_index

        return (push_index if arguments.act == "push" else pull_index)(arguments, screen)
    return {"create": _create, "verify": _verify, "show": _show}[arguments.act](arguments, screen)


def _create(arguments: Namespace, screen: Screen) -> int:
    epoch = source_date_epoch()
    created = _iso(int(time.time()) if epoch is None else epoch)
    with heeded(arguments, screen) as (workspace, seen):
        view = replace(seen, freshness=_still(seen.freshness, len(seen.snapshot.paths())))
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
    uncommitted = collect(writer, view, origin, held, report)
    return Provenance(
        repo_id=origin.repo_id,
        commit=origin.commit,
        snapshot=view.snapshot.digest(),
        config_sha256=view.config_digest(),
        files=len(view.snapshot.paths()),
        uncommitted=uncommitted,
        left_out=tuple((s.reason, s.count) for s in workspace.status().skipped),
    )


def _more(workspace: Workspace, view: View, writer: BundleWriter, arguments: Namespace) -> dict[str, str]:
    """Writes what a bundle may have beside its indexes; role -> why it is not there."""
    from helix_lsp.ide.lens import tree_export
    from helix_lsp.wire.trees import knowledge_to_wire, record_to_wire

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
    return msgspec.structs.replace(freshness, generation=0, files=files, doing="")


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


# `helix-lsp range get`: the exact bytes behind citations, or why they are not there any more.

_LARGEST = 1_000_000
_LOOK_AGAIN = 1.0  # seconds that a batch believes what it has read of a file


def run_range_get(arguments: Namespace, screen: Screen) -> int:
    """Prints the raw bytes, or text, hash, lines and provenance with `--json`; exit code 1 when a field of the
    reference is not true.
    """
    if bool(arguments.ref) == arguments.jsonl:
        raise UsageError("say what to get: --ref FILE for one reference, or --jsonl for one a line on stdin")
    if arguments.context and not (arguments.json or arguments.jsonl):
        raise UsageError("--context adds lines around the bytes: it goes with --json or --jsonl")
    if arguments.jsonl and arguments.json:
        raise UsageError("--jsonl prints JSON already: it does not go with --json")
    if arguments.manifest and arguments.root:
        raise UsageError("--manifest takes the bytes from a bundle: it does not go with --root")
    if arguments.manifest:
        return _print(_Bundled(Bundle(arguments.manifest)), arguments, screen)
    with _opened(arguments) as workspace:
        return _print(_Source(workspace), arguments, screen)


def _print(source: _Held, arguments: Namespace, screen: Screen) -> int:
    if arguments.jsonl:
        return run_batch(lambda request, _: _line(request, source, arguments), screen, root=None)
    ref = range_ref_from_wire(_read(arguments.ref))
    try:
        found = source.get(ref, arguments)
    except Refused as refusal:
        if arguments.json:
            print_refusal(refusal, screen)
        raise
    if found.bent and arguments.stale_policy == WARN:
        screen.note("not as cited: " + _words(found))
    if arguments.json:
        screen.json(_wire(found, source), indent=2)
    else:
        screen.raw(found.data)
    return 0


def _opened(arguments: Namespace) -> Workspace:
    root = root_of(arguments.root)
    return Workspace.open(root, load(root), writable=False)


class _Held(ABC):
    """What references are held against."""

    provenance: Mapping[str, Any]

    @abstractmethod
    def ground(self) -> Ground:
        """As it is now."""

    def as_cited(self, found: RangeText) -> RangeText:
        """The same, or better: what is not as cited any more may be kept elsewhere."""
        return found

    def get(self, ref: RangeRef, arguments: Namespace) -> RangeText:
        """The bytes of a reference by the policy of the call. Raises Refused."""
        lenient = (arguments.stale_policy or FAIL) != FAIL
        found = resolve(ref, self.ground(), lenient=lenient, around=arguments.context)
        if isinstance(found, RangeText):
            return self.as_cited(found)
        raise Refused(refusal_words(found), found.reason, wrong=found.wrong)


class _Source(_Held):
    """A workspace, looked at again when the last look is old."""

    provenance = MappingProxyType({"from": "workspace"})

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace
        self._looked = 0.0
        self._ground: Ground | None = None
        self._trees: dict[str, Mapping[str, str]] = {}

    def as_cited(self, found: RangeText) -> RangeText:
        """The bytes cited, where the commit or object that the reference names still has them; else what is
        there now.
        """
        ref, git = found.ref, self._workspace.git
        if not found.bent or not ref.blob or git is None:
            return found
        data = blobs_of(git, self._workspace.root, [ref.blob]).get(ref.blob)
        if data is None:
            return found
        old = resolve(
            msgspec.structs.replace(ref, chunk_id="", commit=""), Ground(file=held_files(lambda _: data))
        )
        return msgspec.structs.replace(old, ref=ref, bent=found.bent) if isinstance(old, RangeText) else found

    def ground(self) -> Ground:
        """Of a moment ago at most."""
        if self._ground is None or time.monotonic() - self._looked > _LOOK_AGAIN:
            view = self._workspace.view()
            origin = self._workspace.origin(view.texts)
            self._ground = ground_of(view, repo_id=origin.repo_id, committed=self._committed)
            self._looked = time.monotonic()
        return self._ground

    def _committed(self, commit: str, path: str) -> str:
        if commit not in self._trees:
            self._trees[commit] = tree_of(self._workspace.git, self._workspace.root, commit)
        return self._trees[commit].get(path, "")


class _Bundled(_Held):
    """A bundle, whatever has become of the project."""

    def __init__(self, bundle: Bundle) -> None:
        self._ground = bundle.ground()
        self.provenance = {
            "from": "bundle",
            "run_id": bundle.manifest.said["run_id"],
            "config_sha256": bundle.manifest.generator["config_sha256"],
        }

    def ground(self) -> Ground:
        """What it holds."""
        return self._ground


def _wire(found: RangeText, source: _Held) -> dict[str, Any]:
    return range_text_to_wire(found, source.provenance, reason=_words(found))


def _words(found: RangeText) -> str:
    """What did not hold, for a person."""
    return "; ".join(refusal_words(Refusal(ref=found.ref, reason=one)) for one in found.bent)


def _line(request: Request, source: _Held, arguments: Namespace) -> dict[str, Any]:
    """One line of a batch: a reference itself, or `{"id", "ref"}`."""
    ref = range_ref_from_wire(request.get("ref", {k: v for k, v in request.items() if k != "id"}))
    return {"range": _wire(source.get(ref, arguments), source)}


def _read(name: str) -> object:
    """The JSON in a file, or on stdin for `-`. Raises UsageError."""
    data = given_file(name, _LARGEST, f"--ref {name}", "; it must hold one range reference")
    try:
        return read_json(data)
    except BrokenData as error:
        raise UsageError(f"--ref {name} is not JSON: {error}") from error
