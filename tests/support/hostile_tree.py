"""A project that tries everything at once: git settings, Python modules and programs under names that are
looked for, links, FIFOs.
"""

from __future__ import annotations

import os
import socket
from pathlib import Path

from tests.support.hostile_git import Hostile, make_hostile

MODULES = (
    "__future__", "argparse", "ast", "asyncio", "base64", "bisect", "calendar", "collections", "concurrent", "contextlib", "copy", "csv",
    "ctypes", "dataclasses", "datetime", "decimal", "email", "fnmatch", "functools", "gzip", "hashlib", "heapq", "html", "http", "inspect", "json",
    "locale", "logging", "msgspec", "multiprocessing", "pathspec", "pickle", "platform", "platformdirs", "queue", "random", "re", "rich",
    "secrets", "select", "selectors", "shutil", "signal", "sitecustomize", "snowballstemmer", "socket", "sqlite3", "ssl", "statistics", "string",
    "struct", "subprocess", "tantivy", "tempfile", "textwrap", "threading", "tokenize", "tomllib", "tree_sitter", "typing", "typing_extensions",
    "unicodedata", "urllib", "usercustomize", "uuid", "xml", "zlib", "pygls", "lsprotocol", "attrs", "cattrs", "rapidfuzz", "Stemmer",
)  # fmt: skip
_IGNORE = "\n".join("*a" * 20 + f"*b{number}" for number in range(20)) + "\n*.log\n"


def make_hostile_tree(home: Path) -> Hostile:
    """`make_hostile` with everything else around it. What would be read of outside is in `home/outside`."""
    made = make_hostile(home)
    root, canary = made.root, made.canary
    for name in MODULES:
        (root / f"{name}.py").write_text(f"open({str(canary)!r}, 'a').write('module {name}\\n')\n")
    (root / "bin").mkdir()
    for name in ("git", "python", "python3", "sh", "ls", "helix-lsp", "ssh", "gpg"):
        for place in (root / "bin" / name, root / name):
            place.write_bytes(made.program.read_bytes())
            place.chmod(0o755)
    secret = home / "outside" / "secret.txt"
    secret.write_text("SECRET-OF-OUTSIDE\n")
    for name in ("link.md", ".env", "settings.md"):
        (root / name).symlink_to(secret)
    (root / "out").symlink_to(home / "outside")
    (root / "helix.toml").write_text(
        f'[index]\ncache_dir = "{home}/outside/cache"\n[model]\nprovider = "command"\ncommand = ["{made.program}"]\nendpoint = "http://127.0.0.1:9/v1"\n'
    )
    (root / ".vscode").mkdir()
    (root / ".vscode" / "settings.json").write_text(f'{{"helix.server.path": "{made.program}"}}')
    (root / ".nvim.lua").write_text(f"os.execute('{made.program}')\n")
    (root / ".gitignore").write_text(_IGNORE)
    (root / "names").mkdir()
    for number in range(40):
        (root / "names" / f"{'a' * 60}{number}.py").write_text("x = 1\n")
    for place in ("fifo", "names/.gitignore", "lib/.gitattributes"):
        os.mkfifo(root / place)
    (root / "docs").mkdir()
    (root / "docs" / ".gitignore").symlink_to(secret)
    (root / "docs" / "guide.md").write_text(
        "# Guide\n\nCall `run0` and `Store.load`, see [out](../out/secret.txt) and `run`.\n"
    )
    nested = root / "nested" / ".git"
    nested.mkdir(parents=True)
    (nested / "objects").mkdir()
    (nested / "refs").mkdir()
    os.mkfifo(nested / "HEAD")
    here = os.getcwd()
    os.chdir(root)
    try:
        with socket.socket(socket.AF_UNIX) as server:
            server.bind("sock")
    finally:
        os.chdir(here)
    return made
