"""The user's own model: a folder with `embedding-policy.json` (`embedding-policy.v1`, wire/schema), which says
how a model is to be read: an ONNX file and a tokenizer beside it, or a server of embeddings.

Invariant: whatever is wrong is one sentence that names the file and the remedy; nothing here raises or loads
a library.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal, cast

from helix_lsp.text.data_file import BrokenData, read_json
from helix_lsp.tuning.meaning import MEANING

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


@dataclass(frozen=True, slots=True, kw_only=True)
class Policy:
    """`form` is how the last hidden states become vectors: their `mean`, the `first` of them, or all `tokens`
    for late interaction. `dimensions` is the length of one vector, `max_tokens` what a text is cut to, both
    ends included. `sha256` are the 64 hex digits that the file must have, `` where any will do; the prefixes
    stand before every question and every passage; `seconds` is the time for the passages of one answer. A model
    on this machine does not have a `url`, a server (`provider` api) neither `file` nor `tokenizer`; `key_env`
    names the variable with its key, `consent` says that passages may go to a server elsewhere.
    """

    model_name: str
    form: Form
    dimensions: int
    file: Path = Path()
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
