"""Sentences as vectors: a BERT encoder in ONNX on the processor, at most two threads, released when nobody
has asked for a while.

Each text is read alone. In a batch the int8 model takes its scale from all texts together, so a vector would
hang on its neighbours; alone the same text has the same vector every time (on processors of one kind: another
instruction set rounds otherwise, in the third decimal).
Source: Reimers and Gurevych 2019 (mean of the last hidden states, length 1);
sentence-transformers/all-MiniLM-L6-v2, Apache-2.0.
"""

from __future__ import annotations

import hashlib
import importlib
import threading
from collections import OrderedDict
from collections.abc import Callable
from pathlib import Path
from typing import Any

from helix_lsp.session.semantic.wordpiece import token_ids
from helix_lsp.text.digest import digest_of

MOST_TOKENS = 160  # ten lines of code are some hundred
_KEPT = 4_000  # vectors of 1.5 kB
_THREADS = 2
_IDLE = 60.0  # seconds; the model holds 140 MB, and opens in a quarter of a second


class Encoder:
    """`vectors` from any thread. The model is opened when first needed and put down `idle` seconds after its
    last use.

    `digest` is the SHA-256 that the file must have, 64 hex digits.
    """

    def __init__(self, model: Path, digest: str, *, idle: float = _IDLE) -> None:
        self._model = model
        self._digest = digest
        self._idle = idle
        self._session: Any = None
        self._held: OrderedDict[str, Any] = OrderedDict()
        self._mutex = threading.Lock()
        self._timer: threading.Timer | None = None

    @property
    def open(self) -> bool:
        """True while the model is in memory."""
        return self._session is not None

    def vectors(self, texts: tuple[str, ...], check: Callable[[], None]) -> list[Any]:
        """A vector of length 1 for each text. `check` is called before each that is not known. Raises
        ValueError for another file than was named.
        """
        np = importlib.import_module("numpy")
        with self._mutex:
            if self._timer is not None:
                self._timer.cancel()
            try:
                return [self._vector(text, np, check) for text in texts]
            finally:
                self._timer = threading.Timer(self._idle, self._put_down)
                self._timer.daemon = True
                self._timer.start()

    def _vector(self, text: str, np: Any, check: Callable[[], None]) -> Any:
        key = digest_of([text])
        if (known := self._held.get(key)) is not None:
            self._held.move_to_end(key)
            return known
        check()
        ids = np.array([token_ids(text, MOST_TOKENS)], dtype=np.int64)
        session = self._opened()
        given = {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": np.zeros_like(ids)}
        hidden = session.run(None, {i.name: given[i.name] for i in session.get_inputs()})[0][0]
        mean = hidden.mean(0)
        length = float(np.linalg.norm(mean))
        vector = mean / length if length else mean
        self._held[key] = vector
        if len(self._held) > _KEPT:
            self._held.popitem(last=False)
        return vector

    def _opened(self) -> Any:
        if self._session is None:
            if sha256_of(self._model) != self._digest:
                raise ValueError(f"{self._model.name} is another file than the one that is known here")
            runtime = importlib.import_module("onnxruntime")
            options = runtime.SessionOptions()
            options.intra_op_num_threads = _THREADS
            options.inter_op_num_threads = 1
            options.enable_cpu_mem_arena = False
            options.log_severity_level = 3
            options.add_session_config_entry("session.intra_op.allow_spinning", "0")
            # Its second try prints to stdout, where the answer goes; here a failure is an error of ours.
            self._session = runtime.InferenceSession(
                str(self._model), options, providers=["CPUExecutionProvider"], enable_fallback=0
            )
        return self._session

    def _put_down(self) -> None:
        with self._mutex:
            self._session = None


def sha256_of(path: Path) -> str:
    """Of the bytes of a file, 64 hex digits, `` where it cannot be read."""
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError:
        return ""
