"""The page on our protocol is read again whenever a handler of ours changes."""

from __future__ import annotations

import re
from pathlib import Path

from helix_lsp.text.digest import sha256_hex
from tests.support.raw_client import ROOT

PAGE = Path(ROOT) / "docs" / "reference" / "protocol.md"
SOURCES = (
    "capabilities.py",
    "handlers/ask.py",
    "diagnosing.py",
    "client.py",
    "handlers/commands.py",
    "handlers/forms.py",
    "handlers/diagnostics.py",
    "handlers/drift_actions.py",
    "handlers/code_action.py",
    "handlers/places.py",
    "handlers/session.py",
    "handlers/test_hooks.py",
    "failure.py",
    "progress.py",
    "last_answer.py",
)


def test_the_page_belongs_to_this_source():
    source = b"".join((Path(ROOT) / "helix_lsp" / "lsp" / name).read_bytes() for name in SOURCES)
    found = re.search(r"source hash: ([0-9a-f]{16})", PAGE.read_text(encoding="utf-8"))
    assert found is not None
    assert found.group(1) == sha256_hex(source)[:16], (
        "read docs/reference/protocol.md again, mend it, then put in the hash on the right"
    )
