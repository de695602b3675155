"""`helix-lsp range get`: the exact bytes behind a citation, or why they are not there any more."""

from __future__ import annotations

import json
import sys
from argparse import Namespace

from helix_lsp.cli.root import root_of
from helix_lsp.cli.screen import Screen
from helix_lsp.errors import UsageError
from helix_lsp.ide.range_get import range_get
from helix_lsp.session.settings import load
from helix_lsp.session.workspace import Workspace
from helix_lsp.wire.range_ref import range_ref_from_wire, range_text_to_wire

_LARGEST = 1_000_000


def run(arguments: Namespace, screen: Screen) -> int:
    """Prints the raw bytes, or text, hash, lines and provenance with `--json`; exit code 1 when the bytes are not those cited."""
    ref = range_ref_from_wire(_read(arguments.ref))
    root = root_of(arguments.root)
    workspace = Workspace.open(root, load(root), writable=False)
    try:
        found = range_get(workspace.view(), ref)
    finally:
        workspace.close()
    if arguments.json:
        screen.json(range_text_to_wire(found), indent=2)
    else:
        screen.raw(found.data)
    return 0


def _read(name: str) -> object:
    """The JSON in a file, or on stdin for `-`. Raises UsageError."""
    try:
        if name == "-":
            data = sys.stdin.buffer.read(_LARGEST + 1)
        else:
            with open(name, "rb") as file:
                data = file.read(_LARGEST + 1)
    except (OSError, ValueError) as error:
        raise UsageError(f"--ref {name} cannot be read: {getattr(error, 'strerror', None) or error}") from error
    if len(data) > _LARGEST:
        raise UsageError(f"--ref {name} is larger than {_LARGEST:,} bytes; it must hold one range reference")
    try:
        return json.loads(data)
    except (ValueError, RecursionError) as error:
        raise UsageError(f"--ref {name} is not JSON: {error}") from error
