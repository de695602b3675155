"""`helix-lsp verify claim TEXT` and `verify answer FILE`: the citation audit. Exit code 1 when a claim does not pass."""

from __future__ import annotations

import json
import sys
from argparse import Namespace

from helix_lsp.cli.opened import Opened
from helix_lsp.cli.screen import Screen, clean
from helix_lsp.errors import UsageError
from helix_lsp.ide.verify import ClaimAudit, verify_claims, verify_text
from helix_lsp.wire.claim_audit import claim_audit_to_wire, stated_from_envelope

_LARGEST = 4_000_000
_MARKS = {"PASS": "pass   ", "REVIEW": "review ", "SOURCE_NOT_INDEXED": "no source"}


def run(arguments: Namespace, screen: Screen) -> int:
    """Prints a report, or the claim-audit.v1 with `--json`."""
    text = " ".join(arguments.text) if arguments.act == "claim" else _read(arguments.file)
    if not text.strip():
        raise UsageError('the claim is empty; write a sentence: helix-lsp verify claim "sessions last 31 days (src/app.py:12)"')
    with Opened(screen) as opened:
        view = opened.at(arguments.root).view()
        stated = stated_from_envelope(_json(text)) if arguments.act == "answer" and text.lstrip().startswith("{") else ()
        found = verify_claims(view, stated) if stated else verify_text(view, text)
    if arguments.json:
        screen.json(claim_audit_to_wire(found), indent=2)
    else:
        _report(found, screen)
    return 0 if found.passed else 1


def _report(found: ClaimAudit, screen: Screen) -> None:
    """One block a claim: verdict, claim, why, and where it was looked at."""
    for one in found.results:
        screen.styled(f"{screen.strong(_MARKS[one.verdict])} {clean(one.claim)}")
        if one.reason:
            screen.text(f"          {one.reason}")
        if one.passage is not None:
            at = one.passage
            screen.text(f"          {at.path}:{at.start_line}" + (f"-{at.end_line}" if at.end_line > at.start_line else ""))
    passed = sum(r.verdict == "PASS" for r in found.results)
    screen.text(f"{passed} of {len(found.results)} claims are carried by their sources.")


def _json(text: str) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise UsageError(f"it begins like JSON and is none: {error}") from error


def _read(name: str) -> str:
    """A file's text, or stdin's for `-`. Raises UsageError."""
    try:
        if name == "-":
            if sys.stdin is None:
                raise UsageError("- reads the answer from stdin, and stdin is closed; name a file")
            data = sys.stdin.buffer.read(_LARGEST + 1)
        else:
            with open(name, "rb") as file:
                data = file.read(_LARGEST + 1)
    except (OSError, ValueError) as error:
        raise UsageError(f"{name} cannot be read: {getattr(error, 'strerror', None) or error}") from error
    if len(data) > _LARGEST:
        raise UsageError(f"{name} is larger than {_LARGEST:,} bytes; give one answer")
    return data.decode("utf-8", "replace")
