"""The project of the test with neighbours: flask with a guide in which every neighbour finds something."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

GUIDE = """\
# Session guide

The cookie is signed by `SecureCookieSessionInterface.get_signing_serializer`, which gives what
`SecureCookieSession` is written with. A request begins with `open_session` and ends with
`save_session`; more stands in [the notes](notes.md) and in [Washing](#washing).

* An item
+ Another item in another style

## Washing

Before a request is matched, `wash_path` takes doubled slashes out of its path. A line with trailing spaces.\x20\x20\x20

```python
import flask
from flask.sessions import SecureCookieSessionInterface
```
"""
NOTES = """\
# Notes

The [guide](guide.md#washing) says what `wash_path` does, and where `session_json_serializer` is used.

## More

Nothing yet.
"""
WASHING = '''"""Paths as people type them."""

from __future__ import annotations

import os


def wash_path(path: str) -> str:
    """Takes doubled slashes out of a path."""
    while "//" in path:
        path = path.replace("//", "/")
    return path


length: str = len("//")
'''
_DATED = {
    f"GIT_{who}_{what}": value
    for who in ("AUTHOR", "COMMITTER")
    for what, value in (("NAME", "Test"), ("EMAIL", "test@example.org"), ("DATE", "2026-01-05T10:00:00Z"))
}


def flask_with_a_guide(source: Path, folder: Path) -> Path:
    """flask in `folder`, two documents, and a function that the last commit renamed."""
    root = folder / "flask"
    shutil.copytree(source, root)
    washing = root / "src" / "flask" / "washing.py"
    for path, text in (
        (root / "docs" / "guide.md", GUIDE),
        (root / "docs" / "notes.md", NOTES),
        (washing, WASHING),
    ):
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    for arguments in (("init", "-q", "-b", "main", "."), ("add", "-A"), ("commit", "-q", "-m", "Flask")):
        _git(root, *arguments)
    washing.write_text(WASHING.replace("wash_path", "normalize_path"), encoding="utf-8")
    _git(root, "commit", "-q", "-a", "-m", "Say what it does")
    return root


def _git(root: Path, *arguments: str) -> None:
    subprocess.run(
        ["git", *arguments],
        cwd=root,
        env=os.environ | _DATED,
        check=True,
        stdin=subprocess.DEVNULL,
        capture_output=True,
    )
