"""Texts as vectors: an encoder in ONNX on the processor, at most two threads, released when nobody has asked
for a while.

Each text is read alone. In a batch an int8 model takes its scale from all texts together, so a vector would
hang on its neighbours; alone the same text has the same vector every time (on processors of one kind: another
instruction set rounds otherwise, in the third decimal).
Source: Reimers and Gurevych 2019 (mean of the last hidden states, length 1);
sentence-transformers/all-MiniLM-L6-v2, Apache-2.0. Khattab and Zaharia 2020 for one vector a token.
"""

from __future__ import annotations

import hashlib
import importlib
import threading
import unicodedata
from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

from helix_lsp.search.reading.likeness import Unusable
from helix_lsp.session.semantic.policy import Policy, packed, product, unit_rows
from helix_lsp.text.vocabulary import vocabulary
from helix_lsp.tuning.search import MEANING

# Text as the numbers that a BERT model reads: WordPiece over the uncased English vocabulary.
#
# The steps are those of the BERT paper's reference: control characters go, case and accents are folded,
# punctuation and Chinese characters stand alone, and each word becomes the longest known pieces from its
# left (`unreadable` is `un ##rea ##dable`); a word without such a division is unknown. `vocabulary.txt` is
# that of `bert-base-uncased` (30,522 lines, line n is piece n; Google, Apache-2.0).

_UNKNOWN, _FIRST, _LAST = "[UNK]", "[CLS]", "[SEP]"
_LONGEST = 100  # characters of a word
_CHINESE = (
    (0x4E00, 0x9FFF),
    (0x3400, 0x4DBF),
    (0x20000, 0x2A6DF),
    (0x2A700, 0x2B73F),
    (0x2B740, 0x2B81F),
    (0x2B820, 0x2CEAF),
    (0xF900, 0xFAFF),
    (0x2F800, 0x2FA1F),
)
_SYMBOLS = frozenset("$+<=>^`|~")  # punctuation to BERT, not to Unicode


def token_ids(text: str, most: int, known: Mapping[str, int] | None = None) -> list[int]:
    """The numbers of the pieces of `text` between the marks of its ends; at most `most` in all, cut behind.
    `known` is another vocabulary than that of the extra.
    """
    own, known = known is None, vocabulary() if known is None else known
    out = [known[_FIRST]]
    for word in _words(text):
        out += _pieces(word) if own else _divided(word, known)
        if len(out) >= most - 1:
            break
    return [*out[: most - 1], known[_LAST]]


def line_counts(text: str, most: int) -> tuple[int, ...]:
    """How many of the numbers that `token_ids` gives belong to each line of `text`, without the marks of its ends: no
    word goes over the end of a line. 0 for lines behind the cut.
    """
    left, out = most - 2, []
    for line in text.split("\n"):
        here = min(left, sum(len(_pieces(word)) for word in _words(line))) if left else 0
        left -= here
        out.append(here)
    return tuple(out)


def read_vocabulary(place: Path) -> dict[str, int]:
    """Number by piece of a `vocab.txt`. Raises `Unusable` for a file that cannot be read or lacks a mark."""
    try:
        lines = place.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise Unusable(f"{place.name} cannot be read ({type(error).__name__})") from error
    known = {piece.strip(): at for at, piece in enumerate(lines)}
    if missing := [mark for mark in (_UNKNOWN, _FIRST, _LAST) if mark not in known]:
        raise Unusable(
            f"{place.name} does not have {missing[0]}: it is not a vocabulary, or only a part of one"
        )
    return known


def _words(text: str) -> list[str]:
    folded = "".join(_character(c) for c in text)
    plain = "".join(
        c for c in unicodedata.normalize("NFD", folded) if unicodedata.category(c) != "Mn"
    ).lower()
    return "".join(f" {c} " if _mark(c) else c for c in plain).split()


@lru_cache(4_096)
def _character(c: str) -> str:
    """What a character becomes before case and accents are folded."""
    if c in "\t\n\r" or unicodedata.category(c) == "Zs":
        return " "
    if c == "\ufffd" or unicodedata.category(c) in ("Cc", "Cf", "Cn", "Co", "Cs"):
        return ""
    return f" {c} " if any(low <= ord(c) <= high for low, high in _CHINESE) else c


@lru_cache(4_096)
def _mark(c: str) -> bool:
    return c in _SYMBOLS or unicodedata.category(c)[0] == "P"


@lru_cache(20_000)
def _pieces(word: str) -> tuple[int, ...]:
    return _divided(word, vocabulary())


def _divided(word: str, known: Mapping[str, int]) -> tuple[int, ...]:
    unknown = (known[_UNKNOWN],)
    if len(word) > _LONGEST:
        return unknown
    out: list[int] = []
    start = 0
    while start < len(word):
        prefix = "##" if start else ""
        end = next((e for e in range(len(word), start, -1) if prefix + word[start:e] in known), start)
        if end == start:
            return unknown
        out.append(known[prefix + word[start:end]])
        start = end
    return tuple(out)


_THREADS = 2

Check = Callable[[], None]


class Encoder:
    """Used from any thread. The model is opened when first needed and put down `idle` seconds after its last
    use. `beside` is another encoder of the same file and adapter, whose open model this one reads.
    """

    batch = 1  # what is made before the time is up is kept

    def __init__(
        self, policy: Policy, *, idle: float = MEANING.idle_seconds, beside: Encoder | None = None
    ) -> None:
        self.policy = policy
        self._beside = beside
        self._idle = idle
        self._session: Any = None
        self._cut: Callable[[str], list[int]] | None = None
        self._projection: Any = None  # of an adapter, behind the last layer
        self._digest = ""
        self._mutex = threading.Lock()
        self._timer: threading.Timer | None = None

    @property
    def open(self) -> bool:
        """True while the model is in memory."""
        return self._session is not None

    @property
    def dimensions(self) -> int:
        """Length of one vector."""
        return self.policy.dimensions

    def told(self) -> dict[str, object]:
        """The policy with the digest of the file, `` for one that cannot be read."""
        return self.policy.told(self._digest or sha256_of(self.policy.file))

    def identity(self) -> str:
        """What the vectors hang on: the file and how it is read. Costs one reading of the file where the policy
        does not name its digest; where it does, no other file is ever opened.
        """
        with self._mutex:
            policy, digest = self.policy, self.policy.sha256 or self._checked()
            learned = f"/{sha256_of(policy.adapter)}" if policy.adapter is not None else ""
            return f"{digest}/{policy.form}/{policy.max_tokens}/{policy.question_prefix}/{policy.passage_prefix}{learned}"

    def encode(self, texts: tuple[str, ...], check: Check, *, question: bool = False) -> list[bytes]:
        """Each text as `vectors.packed`. `check` is called before each. Raises `Unusable` for another file than
        was named, a wrong dimension, or a tokenizer that cannot be read.
        """
        return [packed(self.rows(text, check, question=question)) for text in texts]

    def rows(self, text: str, check: Check, *, question: bool = False) -> Any:
        """The exact rows of one text, each of length 1, float32."""
        check()
        prefix = self.policy.question_prefix if question else self.policy.passage_prefix
        return self._formed((self._beside or self)._hidden(prefix + text))

    def _hidden(self, text: str) -> Any:
        """The last hidden states of one text, a row a token."""
        with self._mutex:
            if self._timer is not None:
                self._timer.cancel()
            try:
                return self._run(text)
            finally:
                self._timer = threading.Timer(self._idle, self._put_down)
                self._timer.daemon = True
                self._timer.start()

    def _run(self, text: str) -> Any:
        np = importlib.import_module("numpy")
        session = self._opened()
        assert self._cut is not None
        ids = np.array([self._cut(text)], dtype=np.int64)
        given = {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": np.zeros_like(ids)}
        inputs = [i.name for i in session.get_inputs()]
        if unknown := [name for name in inputs if name not in given]:
            raise Unusable(f"the model asks for {unknown[0]!r}, which nothing here can give it")
        hidden = session.run(None, {name: given[name] for name in inputs})[0]
        return hidden[0] if hidden.ndim == 3 else hidden

    def _formed(self, hidden: Any) -> Any:
        form = self.policy.form
        if form == "tokens" and self._projection is not None:
            hidden = product(hidden, self._projection)
        if hidden.ndim != 2 or hidden.shape[1] != self.policy.dimensions:
            raise Unusable(
                f"the model gives vectors of {hidden.shape[-1]} numbers, and the policy says {self.policy.dimensions}"
            )
        return unit_rows(
            hidden if form == "tokens" else hidden[:1] if form == "first" else hidden.mean(0, keepdims=True)
        )

    def _checked(self) -> str:
        """The digest of the file, read once. Raises `Unusable` for another than was named."""
        if not self._digest:
            found = sha256_of(self.policy.file)
            if not found or (self.policy.sha256 and found != self.policy.sha256):
                raise Unusable(f"{self.policy.file.name} is another file than the one that is known here")
            self._digest = found
        return self._digest

    def _opened(self) -> Any:
        if self._session is None:
            self._checked()
            self._cut = self._cut or tokenizer_of(self.policy)
            runtime = importlib.import_module("onnxruntime")
            options = runtime.SessionOptions()
            options.intra_op_num_threads = _THREADS
            options.inter_op_num_threads = 1
            options.enable_cpu_mem_arena = False
            options.log_severity_level = 4
            options.add_session_config_entry("session.intra_op.allow_spinning", "0")
            model: str | bytes = str(self.policy.file)
            if self.policy.adapter is not None:
                learned = read_adapter(self.policy.adapter)
                model, self._projection = adapted(self.policy.file.read_bytes(), learned), projection(learned)
            # Its second try prints to stdout, where the answer goes; here a failure is an error of ours.
            try:
                self._session = runtime.InferenceSession(
                    model, options, providers=["CPUExecutionProvider"], enable_fallback=0
                )
            except Exception as error:
                raise Unusable(
                    f"{self.policy.file.name} is not a model that can be opened: damaged, or only a part ({type(error).__name__})"
                ) from error
        return self._session

    def _put_down(self) -> None:
        with self._mutex:
            self._session, self._digest = None, ""


def tokenizer_of(policy: Policy) -> Callable[[str], list[int]]:
    """What makes numbers of a text. Raises `Unusable` for a file that cannot be read or a library that is not
    installed.
    """
    place, most = policy.tokenizer, policy.max_tokens
    if place.suffix == ".txt":
        known = read_vocabulary(place)
        return lambda text: token_ids(text, most, known)
    try:
        library = importlib.import_module("tokenizers")
    except ImportError:
        raise Unusable(f"{place.name} needs the library `tokenizers`: pip install tokenizers") from None
    try:
        read = library.Tokenizer.from_file(str(place))
    except Exception as error:
        raise Unusable(f"{place.name} is not a tokenizer ({type(error).__name__})") from error
    read.no_padding()
    read.enable_truncation(most)
    return lambda text: list(read.encode(text).ids)


def sha256_of(path: Path) -> str:
    """Of the bytes of a file, 64 hex digits, `` where it cannot be read."""
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError:
        return ""


# What the model of the extra learned from questions about code: small matrices that are added to its own.
#
# The file of the model stays as its maker published it. When it is opened for answers, a copy in memory gets
# the sums as its weights: W + (up down)^T, as int8 with one scale a column, at the places of the file where W
# stands. Behind the last layer, `projection` makes vectors of 96 numbers, one a token, of the hidden states.
#
# `adapter.npz` is data, written by `bench/train_meaning.py`, which also says from which questions it learned:
#
# at, scale_at where the weights and their scales begin in the file, in bytes, for each matrix shape rows and
# columns of each matrix down_N, up_N int8, of the Nth matrix: rank x rows, columns x rank; `down_scale_N`,
# `up_scale_N` a row projection int8, 96 x 384; `projection_scale` a row
#
# Source: Hu and others, LoRA, ICLR 2022; Khattab and Zaharia, ColBERT, SIGIR 2020.

_MOST = 127


def read_adapter(place: Path) -> Mapping[str, Any]:
    """The arrays by name. Raises `Unusable` for a file that cannot be read."""
    np = importlib.import_module("numpy")
    try:
        with np.load(place, allow_pickle=False) as held:
            return {name: held[name] for name in held.files}
    except (OSError, ValueError, KeyError, EOFError, BadZipFile) as error:
        raise Unusable(
            f"{place.name} cannot be read ({type(error).__name__}); install Helix Ask again"
        ) from error


def adapted(model: bytes, adapter: Mapping[str, Any]) -> bytes:
    """The bytes of the model with the weights that it learned. `model` is the file that the adapter was made for,
    which the caller has checked by its digest.
    """
    np = importlib.import_module("numpy")
    out = bytearray(model)
    for n, (at, scale_at, (rows, columns)) in enumerate(
        zip(adapter["at"].tolist(), adapter["scale_at"].tolist(), adapter["shape"].tolist(), strict=True)
    ):
        held = np.frombuffer(model, np.int8, rows * columns, at).reshape(rows, columns)
        scales = np.frombuffer(model, np.float32, columns, scale_at)
        sums = held * scales + (_wide(adapter, f"up_{n}") @ _wide(adapter, f"down_{n}")).T
        scales = (np.abs(sums).max(axis=0) / _MOST).astype(np.float32)
        out[at : at + rows * columns] = np.rint(sums / scales).astype(np.int8).tobytes()
        out[scale_at : scale_at + 4 * columns] = scales.tobytes()
    return bytes(out)


def projection(adapter: Mapping[str, Any]) -> Any:
    """What a row of hidden states is multiplied by: 384 x 96, float32."""
    return _wide(adapter, "projection").T


def _wide(adapter: Mapping[str, Any], name: str) -> Any:
    np = importlib.import_module("numpy")
    head, _, number = name.partition("_")
    scales = adapter[f"{head}_scale_{number}" if number else f"{head}_scale"]
    return adapter[name].astype(np.float32) * scales[:, None]
