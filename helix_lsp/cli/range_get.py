"""`helix-lsp range get`: the exact bytes behind citations, or why they are not there any more."""

from __future__ import annotations

import sys
import time
from argparse import Namespace
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from helix_lsp.ask.claims.citation import Ground, RangeRef, RangeText, Refusal, held_files, resolve
from helix_lsp.cli.batch import Request, run_batch
from helix_lsp.cli.root import root_of
from helix_lsp.cli.screen import Screen
from helix_lsp.cli.stale import FAIL, WARN, Refused, print_refusal
from helix_lsp.errors import UsageError
from helix_lsp.ide.range_get import ground_of, refusal_words
from helix_lsp.session.bundle.read import Bundle
from helix_lsp.session.git.blobs import blobs_of
from helix_lsp.session.settings.settings import load
from helix_lsp.session.workspace import Workspace
from helix_lsp.text.data_file import BrokenData, read_json
from helix_lsp.wire.range_ref import range_ref_from_wire, range_text_to_wire

_LARGEST = 1_000_000
_LOOK_AGAIN = 1.0  # seconds that a batch believes what it has read of a file


def run(arguments: Namespace, screen: Screen) -> int:
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


def _print(source: _Source | _Bundled, arguments: Namespace, screen: Screen) -> int:
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


class _Source:
    """What references are held against, looked at again when the last look is old."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace
        self._looked = 0.0
        self._ground: Ground | None = None
        self._trees: dict[str, Mapping[str, str]] = {}
        self.provenance: dict[str, Any] = {"from": "workspace"}

    def get(self, ref: RangeRef, arguments: Namespace) -> RangeText:
        """The bytes of a reference by the policy of the call. Raises Refused."""
        lenient = (arguments.stale_policy or FAIL) != FAIL
        ground = self._now()
        found = resolve(ref, ground, lenient=lenient, around=arguments.context)
        if isinstance(found, RangeText):
            return self._as_committed(found) if found.bent else found
        raise Refused(refusal_words(found), found.reason, wrong=found.wrong)

    def _as_committed(self, found: RangeText) -> RangeText:
        """The bytes cited, where the commit or object that the reference names still has them; else what is
        there now.
        """
        ref, git = found.ref, self._workspace.git
        if not ref.blob or git is None:
            return found
        data = blobs_of(git, self._workspace.root, [ref.blob]).get(ref.blob)
        if data is None:
            return found
        old = resolve(replace(ref, chunk_id="", commit=""), Ground(file=held_files(lambda _: data)))
        return replace(old, ref=ref, bent=found.bent) if isinstance(old, RangeText) else found

    def _now(self) -> Ground:
        if self._ground is None or time.monotonic() - self._looked > _LOOK_AGAIN:
            view = self._workspace.view()
            origin = self._workspace.origin(view.texts)
            self._ground = ground_of(view, repo_id=origin.repo_id, committed=self._committed)
            self._looked = time.monotonic()
        return self._ground

    def _committed(self, commit: str, path: str) -> str:
        if commit not in self._trees:
            from helix_lsp.session.disk.origin import tree_of

            self._trees[commit] = tree_of(self._workspace.git, self._workspace.root, commit)
        return self._trees[commit].get(path, "")


class _Bundled:
    """The same from a bundle, whatever has become of the project."""

    def __init__(self, bundle: Bundle) -> None:
        said = bundle.manifest.said
        self._bundle, self._ground = bundle, bundle.ground()
        self.provenance: dict[str, Any] = {
            "from": "bundle",
            "run_id": said["run_id"],
            "config_sha256": bundle.manifest.generator["config_sha256"],
        }

    def get(self, ref: RangeRef, arguments: Namespace) -> RangeText:
        """The bytes of a reference by the policy of the call. Raises Refused."""
        found = resolve(
            ref, self._ground, lenient=(arguments.stale_policy or FAIL) != FAIL, around=arguments.context
        )
        if isinstance(found, RangeText):
            return found
        raise Refused(refusal_words(found), found.reason, wrong=found.wrong)


def _wire(found: RangeText, source: _Source | _Bundled) -> dict[str, Any]:
    return range_text_to_wire(found, source.provenance, reason=_words(found))


def _words(found: RangeText) -> str:
    """What did not hold, for a person."""
    return "; ".join(refusal_words(Refusal(ref=found.ref, reason=one)) for one in found.bent)


def _line(request: Request, source: _Source | _Bundled, arguments: Namespace) -> dict[str, Any]:
    """One line of a batch: a reference itself, or `{"id", "ref"}`."""
    ref = range_ref_from_wire(request.get("ref", {k: v for k, v in request.items() if k != "id"}))
    return {"range": _wire(source.get(ref, arguments), source)}


def _read(name: str) -> object:
    """The JSON in a file, or on stdin for `-`. Raises UsageError."""
    try:
        if name == "-":
            data = sys.stdin.buffer.read(_LARGEST + 1)
        else:
            with open(name, "rb") as file:
                data = file.read(_LARGEST + 1)
    except (OSError, ValueError) as error:
        raise UsageError(
            f"--ref {name} cannot be read: {getattr(error, 'strerror', None) or error}"
        ) from error
    if len(data) > _LARGEST:
        raise UsageError(f"--ref {name} is larger than {_LARGEST:,} bytes; it must hold one range reference")
    try:
        return read_json(data)
    except BrokenData as error:
        raise UsageError(f"--ref {name} is not JSON: {error}") from error
