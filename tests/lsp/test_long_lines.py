"""Files that are one line, minified, or data in text: what somebody asks of another document is answered
meanwhile, and the server stops.
"""

from __future__ import annotations

import base64
import random
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.raw_client import PATIENCE, ServerProcess

MEGABYTE = 1_000_000
GUIDE = "# Bells\n\nThe tower calls `ring_bell` at noon.\n"


def minified(size: int) -> str:
    parts = (
        f'function a{i}(b,c){{return b.get("/x{i}")||e.f{i}(c,"k{i}")||g[h].route("/p/{i}",{{method:"GET"}})}};'
        for i in range(size // 60)
    )
    return "".join(parts)[:size]


def encoded(size: int) -> str:
    return base64.b64encode(random.Random(7).randbytes(size * 3 // 4)).decode()


FILES: dict[str, Callable[[], str]] = {
    "one_line.py": lambda: "x = '" + "a" * (MEGABYTE - 100) + "'\n",
    "minified.js": lambda: minified(MEGABYTE),
    "encoded.py": lambda: "DATA = '" + encoded(MEGABYTE - 100) + "'\n",
    "blanks.py": lambda: "x = 1\n" + " " * (MEGABYTE - 100) + "\n" + "\n" * 50,
    "empty_lines.go": lambda: "package a\n" + "\n" * (MEGABYTE - 100),
    "setup.py": lambda: "setup(" + "tests_require=(a" * (MEGABYTE // 20) + "\n",
    "conf.json": lambda: '{"routes": "' + "b" * (MEGABYTE - 100) + '"}\n',
    "long.md": lambda: "# Long\n\n" + "<!-- `ring_bell` " * (MEGABYTE // 20) + "\n",
    "huge.py": lambda: "x = '" + "a" * (50 * MEGABYTE) + "'\n",
    "huge.js": lambda: minified(MEGABYTE) * 50,
}


def fresh(server: ServerProcess) -> bool:
    """Every new file is known; the two that are larger than what is parsed, by their names."""
    status = server.result("helix/status")
    return status["index"]["fresh"] and status["files"] >= len(FILES)


@pytest.mark.parametrize("while_indexing", [True, False], ids=["while it indexes", "when it is done"])
def test_an_answer_and_an_end_beside_long_lines(while_indexing: bool, tmp_path: Path):
    tower = tmp_path / "tower"
    tower.mkdir()
    (tower / "bell.py").write_text("def ring_bell():\n    '''Rings twice.'''\n")
    (tower / "guide.md").write_text(GUIDE)
    with ServerProcess(environment={"HELIX_ASK_CACHE_DIR": str(tmp_path / "cache")}) as server:
        server.initialize(folders=[tower.as_uri()], capabilities={"window": {"workDoneProgress": True}})
        server.wait_for(
            lambda m: m.get("method") == "$/progress" and m["params"]["value"]["kind"] == "end",
            what="the first index",
        )
        uri = (tower / "guide.md").as_uri()
        server.notify(
            "textDocument/didOpen",
            {"textDocument": {"uri": uri, "languageId": "markdown", "version": 1, "text": GUIDE}},
        )
        for name, made in FILES.items():
            (tower / name).write_text(made())
        server.notify(
            "workspace/didChangeWatchedFiles",
            {"changes": [{"uri": (tower / name).as_uri(), "type": 1} for name in FILES]},
        )
        place = {
            "textDocument": {"uri": uri},
            "position": {"line": 2, "character": GUIDE.splitlines()[2].index("ring_bell") + 1},
        }
        limit = time.monotonic() + 3 * PATIENCE
        while not while_indexing and not fresh(server):
            assert time.monotonic() < limit
            time.sleep(0.2)
        assert "Rings twice" in str(server.result("textDocument/hover", place))
        assert "bell.py" in server.result("helix/ask", {"question": "what does ring_bell do?"})["answer"]
        assert server.stop() == 0
        assert "Traceback" not in server.logged()
