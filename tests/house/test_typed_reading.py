"""What msgspec knows of a class is worked out before threads can meet.

msgspec works out the fields of a class at its first use and puts the half-made result where other threads see it:
two that read the same class for the first time end the process. So every class that is read has a decoder that is
made while its module is imported, and nothing is read by `decode(..., type=...)`.
"""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import helix_lsp

PACKAGE = Path(helix_lsp.__file__).parent
PLAIN = frozenset({"tuple", "dict", "list", "str", "int", "bytes", "float", "bool", "None", "Any", "Message"})
CONVERTS = {
    "index/mirror.py": "the twin and the record of a `Mirror` have decoders",
    "wire/answer_envelope.py": "`Question` has a decoder",
    "session/processes/worker.py": "the process has one thread",
    "cli/init.py": "one thread imports a module",
}
RACE = """
import sys, threading
from dataclasses import make_dataclass
from helix_lsp.index.mirror import Mirror
sys.setswitchinterval(1e-6)
for _ in range(60):
    kind = make_dataclass("Leaf", [(f"f{n}", int) for n in range(5)])
    value = kind(*range(5))
    for depth in range(6):
        kind = make_dataclass(f"Level{depth}", [(f"a{n}", kind) for n in range(3)])
        value = kind(value, value, value)
    mirror = Mirror(kind)
    packed = mirror.pack(value)
    together = threading.Barrier(4)
    def read():
        together.wait()
        assert mirror.unpack(packed) == value
    threads = [threading.Thread(target=read) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
print("read")
"""


def typed(path: Path) -> list[str]:
    """Calls that name a class of ours when they read."""
    found: list[str] = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        kinds = [k.value for k in node.keywords if k.arg == "type"] if name == "decode" else []
        classes = {n.id for kind in kinds for n in ast.walk(kind) if isinstance(n, ast.Name)} - PLAIN
        if classes or (name == "convert" and path.relative_to(PACKAGE).as_posix() not in CONVERTS):
            found.append(f"{path.relative_to(PACKAGE)}:{node.lineno} {name} {sorted(classes)}")
    return found


def test_no_class_is_read_without_a_decoder() -> None:
    assert [call for path in sorted(PACKAGE.rglob("*.py")) for call in typed(path)] == []


def test_threads_read_a_record_for_the_first_time_together() -> None:
    done = subprocess.run([sys.executable, "-c", RACE], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "read\n"), done.stderr


@pytest.mark.parametrize("path", CONVERTS)
def test_what_is_let_through_still_converts(path: str) -> None:
    assert "convert(" in (PACKAGE / path).read_text(encoding="utf-8")
