"""The user's own model: a folder with `embedding-policy.json` (`embedding-policy.v1`, wire/schema), which says
how a model is to be read: an ONNX file and a tokenizer beside it, or a server of embeddings.

Invariant: whatever is wrong is one sentence that names the file and the remedy; nothing here raises or loads
a library.
"""

from __future__ import annotations

import importlib
import math
import struct
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Literal, cast

import msgspec
from msgspec.structs import replace

from helix_lsp.search.reading.likeness import Late, Unusable
from helix_lsp.session.model.endpoint import BadEndpoint, Endpoint, Key, read_endpoint, read_key
from helix_lsp.session.model.post import encode
from helix_lsp.session.settings.settings import Surroundings
from helix_lsp.text.data_file import BrokenData, read_json
from helix_lsp.tuning.search import MEANING

SCHEMA = "embedding-policy.v1"
POLICY_FILE = "embedding-policy.json"
TOKENIZERS = ("tokenizer.json", "vocab.txt")
FORMS = ("mean", "first", "tokens")
_MOST_BYTES = 100_000
_MOST_TOKENS = 160  # ten lines of code are some hundred
_KNOWN = frozenset(
    {
        "schema", "model_name", "provider", "file", "form", "dimensions", "similarity_metric", "fallback_behavior",
        "max_tokens", "question_prefix", "passage_prefix", "sha256", "bytes", "seconds", "url", "key_env", "consent",
    }
)  # fmt: skip

Form = Literal["mean", "first", "tokens"]


class Policy(msgspec.Struct, frozen=True, kw_only=True):
    """`form` is how the last hidden states become vectors: their `mean`, the `first` of them, or all `tokens`
    for late interaction. `adapter` is the file with what is added to its weights, None for nothing. `dimensions` is
    the length of one vector, `max_tokens` what a text is cut to, both ends included. `sha256` are the 64 hex digits
    that the file must have, `` where any will do; the prefixes stand before every question and every passage;
    `seconds` is the time for the passages of one answer. A model on this machine does not have a `url`, a server
    (`provider` api) neither `file` nor `tokenizer`; `key_env` names the variable with its key, `consent` says that
    passages may go to a server elsewhere.
    """

    model_name: str
    form: Form
    dimensions: int
    file: Path = Path()
    adapter: Path | None = None
    tokenizer: Path = Path()
    max_tokens: int = _MOST_TOKENS
    question_prefix: str = ""
    passage_prefix: str = ""
    sha256: str = ""
    provider: Literal["local", "api"] = "local"
    seconds: float = MEANING.seconds
    url: str = ""
    key_env: str = ""
    consent: bool = False

    def told(self, digest: str) -> dict[str, object]:
        """As data, with the digest of the file that is there; no path of this machine."""
        return {
            "schema": SCHEMA,
            "model_name": self.model_name,
            "provider": self.provider,
            "form": self.form,
            "dimensions": self.dimensions,
            "similarity_metric": "cosine",
            "fallback_behavior": "ignore",
            "max_tokens": self.max_tokens,
            "sha256": digest,
        }


def read_policy(folder: str) -> Policy | str:
    """The policy of a folder, or why the folder cannot be used."""
    place = Path(folder)
    if not place.is_absolute():
        return f"meaning.folder is {folder!r}; write an absolute path"
    if not place.is_dir():
        return f"meaning.folder: {folder} is not a folder"
    at = place / POLICY_FILE
    try:
        with at.open("rb") as file:
            data: object = read_json(file.read(_MOST_BYTES))
    except OSError as error:
        return f"{at} cannot be read ({error.strerror}); write it as use-meaning.md shows"
    except BrokenData as error:
        return f"{at} is not JSON: {error}"
    if not isinstance(data, dict):
        return f"{at}: an object is expected"
    said = cast("dict[str, object]", data)
    if wrong := _wrong(said):
        return f"{at}: {wrong}"
    common = Policy(
        model_name=str(said["model_name"]),
        form=cast("Form", said.get("form", "mean")),
        dimensions=cast("int", said["dimensions"]),
        max_tokens=cast("int", said.get("max_tokens", _MOST_TOKENS)),
        question_prefix=str(said.get("question_prefix", "")),
        passage_prefix=str(said.get("passage_prefix", "")),
        seconds=float(cast("float", said.get("seconds", MEANING.seconds))),
    )
    if said.get("provider") == "api":
        return replace(
            common,
            provider="api",
            url=str(said["url"]),
            key_env=str(said.get("key_env", "")),
            consent=said.get("consent") is True,
        )
    model = place / str(said.get("file", "model.onnx"))
    if not model.is_file():
        return f"{model} is not there; put the ONNX file of the model there, or name it in `file`"
    size = said.get("bytes")
    if isinstance(size, int) and model.stat().st_size != size:
        return f"{model} has {model.stat().st_size:,} bytes instead of {size:,}: it is only a part, or another file; fetch it again"
    tokenizer = next((place / name for name in TOKENIZERS if (place / name).is_file()), None)
    if tokenizer is None:
        return f"{folder} does not have a tokenizer; put {' or '.join(TOKENIZERS)} of the model there"
    return replace(common, file=model, tokenizer=tokenizer, sha256=str(said.get("sha256", "")).lower())


def _wrong(said: dict[str, object]) -> str:
    """What does not fit the schema, `` where all does."""
    if said.get("schema") != SCHEMA:
        return f"`schema` must be {SCHEMA}"
    if unknown := sorted(said.keys() - _KNOWN):
        return f"{unknown[0]!r} is not a field of {SCHEMA}; remove it"
    name = said.get("model_name")
    if not isinstance(name, str) or not name.strip() or not name.isprintable() or len(name) > 200:
        return "`model_name` must be a name of at most 200 characters"
    if wrong := _wrong_provider(said):
        return wrong
    seconds = said.get("seconds", MEANING.seconds)
    if not isinstance(seconds, int | float) or isinstance(seconds, bool) or not 0.05 <= seconds <= 120:
        return "`seconds` must be a number from 0.05 to 120"
    if said.get("form", "mean" if said.get("provider") == "api" else "") not in FORMS:
        return f"`form` must be one of {', '.join(FORMS)}"
    if said.get("similarity_metric", "cosine") != "cosine":
        return "`similarity_metric` must be `cosine`, which is the only one there is"
    if said.get("fallback_behavior", "ignore") != "ignore":
        return "`fallback_behavior` must be `ignore`: without the model, the order of words stands"
    for key, low, high in (("dimensions", 1, 16_384), ("max_tokens", 8, 8_192)):
        value = said.get(key, _MOST_TOKENS if key == "max_tokens" else None)
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            return f"`{key}` must be a whole number from {low} to {high:,}"
    file = said.get("file", "model.onnx")
    if not isinstance(file, str) or not file or Path(file).is_absolute() or ".." in Path(file).parts:
        return "`file` must be a path inside the folder"
    digest = said.get("sha256", "")
    if not isinstance(digest, str) or (digest and not _is_digest(digest)):
        return "`sha256` must be 64 hexadecimal digits"
    texts = (said.get(key, "") for key in ("question_prefix", "passage_prefix"))
    return (
        "" if all(isinstance(t, str) and len(t) <= 1_000 for t in texts) else "a prefix must be a short text"
    )


def _wrong_provider(said: dict[str, object]) -> str:
    provider = said.get("provider", "local")
    if provider not in ("local", "api"):
        return "`provider` must be `local` or `api`"
    if provider == "api" and not (isinstance(said.get("url"), str) and said["url"]):
        return "`url` must be the address of the server"
    if provider == "local" and (sent := sorted(said.keys() & {"url", "key_env", "consent"})):
        return f"`{sent[0]}` is for `provider` api"
    if provider == "api" and said.get("form", "mean") != "mean":
        return "`form` of a server is `mean`: it gives one vector a text"
    if not isinstance(said.get("key_env", ""), str) or not isinstance(said.get("consent", False), bool):
        return "`key_env` must be the name of a variable, `consent` true or false"
    return ""


def _is_digest(text: str) -> bool:
    return len(text) == 64 and all(c in "0123456789abcdefABCDEF" for c in text)


# Vectors as bytes, and how alike two texts are by theirs.
#
# A text is a matrix: one row for a model of sentences, one a token for late interaction. It is kept as int8
# with one scale a row (cosine to the exact row above .99), and compared as it is kept, so that an answer
# does not depend on whether a vector was kept or made just now. Source: Khattab and Zaharia, ColBERT, SIGIR
# 2020 (for each token of the question its best token of the passage; the mean here, so that the values of
# questions of different lengths can be compared).

_HEAD = struct.Struct("<II")
_ALONE = 262_144  # multiplications up to which OpenBLAS takes one thread


def packed(matrix: Any) -> bytes:
    """Rows of float as bytes: number of rows, their length, scales as float32, values as int8."""
    np = importlib.import_module("numpy")
    rows = np.atleast_2d(np.asarray(matrix, dtype=np.float32))
    most = np.abs(rows).max(axis=1)
    scale = np.where(most > 0, most / 127, 1).astype(np.float32)
    values = np.clip(np.rint(rows / scale[:, None]), -127, 127).astype(np.int8)
    return _HEAD.pack(*rows.shape) + scale.tobytes() + values.tobytes()


def join_rows(some: Sequence[bytes]) -> bytes:
    """What `packed` wrote, one below the other; of one length, at least one."""
    shapes = [_HEAD.unpack_from(data) for data in some]
    cuts = [_HEAD.size + 4 * count for count, _ in shapes]
    return b"".join(
        (
            _HEAD.pack(sum(count for count, _ in shapes), shapes[0][1]),
            *(data[_HEAD.size : cut] for data, cut in zip(some, cuts, strict=True)),
            *(data[cut:] for data, cut in zip(some, cuts, strict=True)),
        )
    )


def unpacked(data: bytes, dimensions: int) -> Any:
    """The rows, each of length 1, float32. Raises ValueError for bytes that `packed` did not write or rows of
    another length.
    """
    values, scales = as_kept(data, dimensions)
    return unit_rows(values * scales[:, None])


def as_kept(data: bytes, dimensions: int) -> tuple[Any, Any]:
    """(values, int8, a row a vector; the scale of each row, float32). Raises ValueError as `unpacked` does."""
    np = importlib.import_module("numpy")
    if len(data) < _HEAD.size:
        raise ValueError("half a vector")
    count, length = _HEAD.unpack_from(data)
    if length != dimensions or len(data) != _HEAD.size + count * (4 + length):
        raise ValueError("a vector of another length, or half of one")
    scales = np.frombuffer(data, np.float32, count, _HEAD.size)
    return np.frombuffer(data, np.int8, count * length, _HEAD.size + 4 * count).reshape(count, length), scales


def unit_rows(rows: Any) -> Any:
    """Each row with length 1; a row of zeros stays one. Raises ValueError for what is not finite."""
    np = importlib.import_module("numpy")
    rows = np.atleast_2d(np.asarray(rows, dtype=np.float32))
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    if not np.isfinite(lengths).all():
        raise ValueError("the model gives values that are not finite")
    return rows / np.where(lengths > 0, lengths, 1)


def alike(question: Any, passage: Any) -> float:
    """MaxSim, -1..1: for each row of the question its best row of the passage, and the mean of these; the
    cosine where each has one row. 0 where one of them does not have a row.
    """
    if not len(question) or not len(passage):
        return 0.0
    return float(product(question, passage.T).max(axis=1).mean())


def product(left: Any, right: Any) -> Any:
    """Left @ right, a few rows at a time. As a whole, OpenBLAS would wake a thread on every core, which then spins for
    twenty times as long as the product takes.
    """
    np = importlib.import_module("numpy")
    some = max(1, _ALONE // max(1, right.size))
    return np.concatenate([left[at : at + some] @ right for at in range(0, len(left), some)])


# Vectors from a server of embeddings (`POST /embeddings`, the interface of OpenAI), which the user named.
#
# Invariants (law I11): only options of scope `user` decide where anything goes; one request for all texts
# that are missing, bounded in time and size, without a retry; an answer that does not hold exactly one
# finite vector of one length for each text is refused whole.

_PATH = "/embeddings"
_LONGEST = 16_384


class Served:
    """The server of a policy with `provider` api."""

    batch = MEANING.most_candidates + 1

    def __init__(self, policy: Policy, endpoint: Endpoint, key: Key) -> None:
        self.policy = policy
        self._endpoint, self._key = endpoint, key

    @property
    def dimensions(self) -> int:
        """Length of one vector, as the policy says."""
        return self.policy.dimensions

    def told(self) -> dict[str, object]:
        """The policy; a server does not give a digest."""
        return self.policy.told("")

    def identity(self) -> str:
        """The address and the model's name: a server does not tell more of itself."""
        return f"{self._endpoint.url} {self.policy.model_name}"

    def encode(
        self, texts: tuple[str, ...], check: Callable[[], None], *, question: bool = False
    ) -> list[bytes]:
        """Raises `Late`, and `Unusable` for what does not answer."""
        from helix_lsp.session.model.post import Posting, post

        prefix = self.policy.question_prefix if question else self.policy.passage_prefix
        secret = self._key.reveal()
        posted = post(
            Posting(
                url=self._endpoint.at(_PATH),
                headers={"Authorization": f"Bearer {secret}"} if secret else {},
                body=encode(
                    {
                        "model": self.policy.model_name,
                        "input": [prefix + text for text in texts],
                        "encoding_format": "float",
                    }
                ),
                seconds=self.policy.seconds,
                most=MEANING.reply_max_bytes,
                loopback=self._endpoint.loopback,
            ),
            check,
        )
        if posted.status in ("timeout", "cancelled"):
            check()
            raise Late
        if posted.status != "ok":
            raise Unusable(posted.reason)
        rows = _vectors(posted.data, len(texts))
        if len(rows[0]) != self.dimensions:
            raise Unusable(
                f"the server gives vectors of {len(rows[0])} numbers, and the policy says {self.dimensions}"
            )
        return [packed(row) for row in rows]


def open_served(policy: Policy, around: Surroundings) -> Served | str:
    """The server of a policy, or why it is not asked."""
    endpoint = read_endpoint(policy.url, "url in embedding-policy.json")
    if isinstance(endpoint, BadEndpoint):
        return endpoint.reason
    if not endpoint.loopback and not policy.consent:
        return f"nothing was sent to {endpoint.host}: write `consent`: true in embedding-policy.json if passages may go there"
    key = read_key(policy.key_env, "", lambda name: around.git_environment.get(name, ""))
    return key if isinstance(key, str) else Served(policy, endpoint, key)


def _vectors(data: bytes, count: int) -> list[list[float]]:
    """The vectors in the order of the texts. Raises `Unusable`."""
    try:
        answer: object = read_json(data)
    except BrokenData:
        raise Unusable("the server of embeddings answered with something that is not JSON") from None
    listed = cast("dict[str, object]", answer).get("data") if isinstance(answer, dict) else None
    items = cast("list[object]", listed) if isinstance(listed, list) else []
    rows: dict[int, list[float]] = {}
    for at, item in enumerate(items):
        said = cast("dict[str, object]", item) if isinstance(item, dict) else {}
        index, vector = said.get("index", at), said.get("embedding")
        if isinstance(index, int) and isinstance(vector, list) and _finite(cast("list[object]", vector)):
            rows[index] = cast("list[float]", vector)
    if len(items) != count or sorted(rows) != list(range(count)):
        raise Unusable(f"the server of embeddings did not answer with one vector for each of {count} texts")
    if len({len(row) for row in rows.values()}) != 1:
        raise Unusable("the server of embeddings answered with vectors of different lengths")
    return [rows[at] for at in range(count)]


def _finite(vector: list[object]) -> bool:
    return 0 < len(vector) <= _LONGEST and all(
        isinstance(v, int | float) and not isinstance(v, bool) and math.isfinite(v) for v in vector
    )
