"""Where the learned rankers of one index lie: each in a private file named by its digest, and one file that
says which is in force, which were before, and which is the candidate.

A ranker that the state does not name is never read, and one whose bytes are not those of its name is refused;
so a foreign file in the folder changes nothing.
"""

from __future__ import annotations

import contextlib
import os
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from helix_lsp.config.questions import SearchConfig
from helix_lsp.errors import StorageError
from helix_lsp.search.ranking.learned import Learned, LearnedSearch, baseline_digest
from helix_lsp.session.disk.scan import read_private, replace_private
from helix_lsp.session.learn import STATE
from helix_lsp.session.learn.build import Model, Refused, decode, encode, learned
from helix_lsp.text.digest import sha256_hex
from helix_lsp.tuning.search import LEARN

if TYPE_CHECKING:
    from helix_lsp.config import Config

_SCHEMA = "learned-state.v1"
_MOST_BEFORE = 5
_SHORT = 16
_LARGEST_STATE = 10_000


class State(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Digests, `` for none (the baseline). `before` are those that were in force, oldest first."""

    schema: str = _SCHEMA
    active: str = ""
    candidate: str = ""
    before: tuple[str, ...] = ()


_decoder = msgspec.json.Decoder(State)


class LearnedStore:
    """The rankers in one index folder; holds nothing open."""

    def __init__(self, directory: str, cfg: SearchConfig) -> None:
        self._folder = Path(directory)
        self.baseline = baseline_digest(cfg)
        self.problem = ""

    def state(self) -> State:
        """What is kept; a state that cannot be read is the baseline, and `problem` says so."""
        self.problem = ""
        try:
            state = _decoder.decode(read_private(self._folder / STATE, _LARGEST_STATE))
            if state.schema != _SCHEMA or any(
                digest and not _is_digest(digest) for digest in (state.active, state.candidate, *state.before)
            ):
                raise msgspec.ValidationError("another schema")
        except FileNotFoundError:
            return State()
        except (OSError, msgspec.MsgspecError, UnicodeError) as error:
            self.problem = f"{STATE} of the index cannot be read ({error}): the ranking is the baseline; helix-lsp learn build makes it anew"
            return State()
        return state

    def model(self, digest: str) -> Model:
        """A model by its digest. Raises Refused."""
        try:
            data = read_private(self._file(digest), LEARN.longest_model + 1)
        except OSError as error:
            raise Refused(f"its file cannot be read ({error.strerror or error})") from error
        return decode(data, digest, self.baseline)

    def active(self) -> Learned | None:
        """The ranker in force, None for the baseline. Where one is refused `problem` says why."""
        return self._opened(self.state().active)

    def candidate(self) -> Learned | None:
        """The candidate, as `active`."""
        return self._opened(self.state().candidate)

    def _opened(self, digest: str) -> Learned | None:
        if not digest:
            return None
        try:
            return learned(self.model(digest), digest)
        except Refused as refused:
            self.problem = f"the learned ranker {digest[:12]} is not used, {refused}: the ranking is the baseline; run helix-lsp learn build"
            return None

    def keep(self, model: Model) -> str:
        """Make a model the candidate; its digest. Raises StorageError."""
        data = encode(model)
        digest = sha256_hex(data)
        if len(data) > LEARN.longest_model:
            raise StorageError(
                f"the ranker is {len(data):,} bytes long, the limit is {LEARN.longest_model:,}"
            )
        self._write(self._file(digest), data)
        self._put(msgspec.structs.replace(self.state(), candidate=digest))
        return digest

    def promote(self, digest: str) -> State:
        """The candidate of this digest in force, and what was in force kept. Raises StorageError."""
        now = self.state()
        if now.active == digest:
            return now
        before = (*now.before, now.active)[-_MOST_BEFORE:]
        return self._put(State(active=digest, candidate=digest, before=before))

    def rollback(self) -> State | None:
        """What was in force before, in force again; None where nothing was. Raises StorageError."""
        now = self.state()
        if not now.before:
            return None
        return self._put(msgspec.structs.replace(now, active=now.before[-1], before=now.before[:-1]))

    def _put(self, state: State) -> State:
        self._write(self._folder / STATE, msgspec.json.encode(state))
        named = {self._file(d).name for d in (state.active, state.candidate, *state.before) if d}
        with contextlib.suppress(OSError):
            for file in self._folder.glob("learned-*.json"):
                if file.name not in named:
                    file.unlink()
        return state

    def _file(self, digest: str) -> Path:
        return self._folder / f"learned-{digest[:_SHORT]}.json"

    def _write(self, place: Path, data: bytes) -> None:
        try:
            replace_private(place, data)
        except OSError as error:
            raise StorageError(f"{place.name} cannot be written: {error.strerror or error}") from error


def _is_digest(text: str) -> bool:
    return len(text) == 64 and not set(text) - set("0123456789abcdef")


# Which ranker orders the results of one index: the promoted one, or what the user's environment names for a
# trial.
#
# `AGI_ROUTER_ADAPTER` chooses for every search and `AGI_ANSWERER_ADAPTER` for answers, `baseline` or
# `candidate`; anything else is the promoted one. What is kept is read again when its state file changes.

BASELINE, CANDIDATE = "baseline", "candidate"
_Sign = tuple[int, int, int] | None


class InForce:
    """Of one index folder; costs one look at a file where nothing was learned."""

    def __init__(self, directory: str, config: Config) -> None:
        self._directory, self._config = directory, config
        self._known: dict[str, tuple[_Sign, Learned | None, str]] = {}

    def config(self, adapter: str) -> Config:
        """The options with the ranker that is in force, or that the adapter names."""
        ranker = self._ranker(adapter)[0]
        cfg = self._config
        return cfg if ranker is None else replace(cfg, search=LearnedSearch.of(cfg.search, ranker))

    def problems(self) -> tuple[str, ...]:
        """Why a kept ranker is not used, () where it is or there is none."""
        problem = self._ranker("")[1]
        return (problem,) if problem else ()

    def _ranker(self, adapter: str) -> tuple[Learned | None, str]:
        if not self._config.search.learned or adapter == BASELINE:
            return None, ""
        wanted = CANDIDATE if adapter == CANDIDATE else ""
        sign = self._sign()
        if sign is None:
            return None, ""
        known = self._known.get(wanted)
        if known is None or known[0] != sign:
            store = LearnedStore(self._directory, self._config.search)
            ranker = store.candidate() if wanted else store.active()
            known = self._known[wanted] = (sign, ranker, store.problem)
        return known[1], known[2]

    def _sign(self) -> _Sign:
        try:
            seen = os.stat(os.path.join(self._directory, STATE), follow_symlinks=False)
        except OSError:
            return None
        return seen.st_mtime_ns, seen.st_size, seen.st_ino
