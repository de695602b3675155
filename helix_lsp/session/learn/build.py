"""A candidate from what a repository says of itself: its newest changes are kept back to judge, the others
and the pairs of its text fit the weight.

Invariants: the same commit, files and options give the same bytes on every machine; the view that is asked is
ranked by the baseline, whatever is in force.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import prod
from typing import Final

import msgspec

from helix_lsp.errors import UsageError
from helix_lsp.ide.mentions import View
from helix_lsp.ide.query import QueryRequest, query
from helix_lsp.search.ranking.learned import (
    Change,
    Learned,
    LearnedSearch,
    Told,
    baseline_digest,
    without_learned,
)
from helix_lsp.search.ranking.rank import Ranked
from helix_lsp.session.git.git import Git
from helix_lsp.session.learn.pairs import KINDS, Pair, Subject, Subjects, read_subjects, text_pairs, together
from helix_lsp.text.digest import canonical_json, sha256_hex
from helix_lsp.text.paths import refuse
from helix_lsp.tuning.search import LEARN

# The file of a learned ranker: canonical JSON, so that the same model has the same bytes everywhere.
#
# What is read was checked; whatever is damaged, too long, of another version or made against another
# baseline is a reason in words, and ranking stays as it is without it.

SCHEMA: Final = "learned-ranker.v1"


class Refused(Exception):
    """A model that is not used; its words say why."""


class Model(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """`baseline` is the digest of the ranker that it was measured against, `commit` and `snapshot` what it was
    learned from. `pairs` are (kind, how many), `later` the changes kept back to judge it. `before` and `after`
    are the NDCG@10 of the training questions.
    `changes` are (commit, terms, positions in `paths`), newest first.
    """

    schema: str
    baseline: str
    commit: str
    snapshot: str
    weight: float
    before: float
    after: float
    read: int
    later: int
    pairs: dict[str, int]
    paths: list[str]
    changes: list[tuple[str, list[str], list[int]]]


_decoder = msgspec.json.Decoder(Model)


def encode(model: Model) -> bytes:
    """The bytes of its file."""
    return canonical_json(msgspec.to_builtins(model))


def decode(data: bytes, digest: str, baseline: str) -> Model:
    """The model of these bytes. Raises Refused."""
    if len(data) > LEARN.longest_model:
        raise Refused("it is too long")
    if sha256_hex(data) != digest:
        raise Refused("its bytes are not those that were kept")
    try:
        model = _decoder.decode(data)
    except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
        raise Refused(f"it is damaged ({error})") from error
    if model.schema != SCHEMA:
        raise Refused(f"it is a {model.schema[:40]}, not a {SCHEMA}")
    if model.baseline != baseline:
        raise Refused("it was learned against another version of the ranker")
    numbers = (model.weight, model.before, model.after)
    if not all(math.isfinite(n) and 0 <= n <= 100 for n in numbers):
        raise Refused("its weights are not numbers from 0 to 100")
    if any(not 0 <= at < len(model.paths) for _, _, files in model.changes for at in files):
        raise Refused("it names a file that it does not list")
    if any(refuse(path) for path in model.paths):
        raise Refused("it names what cannot be a file of a workspace")
    return model


def learned(model: Model, digest: str) -> Learned:
    """The model as ranking reads it."""
    return Learned(
        digest=digest,
        weight=model.weight,
        told=Told(
            [
                Change(commit, tuple(terms), tuple(model.paths[at] for at in files))
                for commit, terms, files in model.changes
            ]
        ),
    )


# The weight of what earlier changes say, from questions whose files are known: the smallest of a few that is as
# good as the best. No random start and no floating sum without an order, so that the same questions give the
# same weight on every machine.


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A question as it was ranked: for each file its path, what its features add up to, what earlier changes
    say, and the product of its demotions. `files` are the right ones; `history` is True for a question from a
    commit.
    """

    rows: tuple[tuple[str, float, float, float], ...]
    files: frozenset[str]
    history: bool


class Fitted(msgspec.Struct, frozen=True, kw_only=True):
    """`before` and `after` are the NDCG@10 of the questions from commits, 0..1."""

    weight: float
    before: float
    after: float


def asked(
    ranked: Sequence[Ranked], told: Mapping[str, float], files: Sequence[str], *, history: bool
) -> Asked:
    """A ranking as the fit reads it."""
    rows = [
        (
            one.file.path,
            math.fsum(f.contribution for f in one.features),
            told.get(one.file.path, 0.0),
            prod([d for _, d in one.demotions]),
        )
        for one in ranked[: LEARN.fitted_files]
    ]
    return Asked(rows=tuple(rows), files=frozenset(files), history=history)


def fit(questions: Sequence[Asked], check: Callable[[], None]) -> Fitted:
    """The weight; 0 where nothing gains. Raises what `check` raises."""
    history = [q for q in questions if q.history]
    anchors = [q for q in questions if not q.history]
    anchored = gain(anchors, 0.0) - LEARN.fit_loss

    def worth(weight: float) -> float:
        check()
        return gain(history, weight) if gain(anchors, weight) >= anchored else -1.0

    tried = {weight: worth(weight) for weight in LEARN.told_weights}
    enough = max(tried.values()) - LEARN.told_margin
    weight = min((w for w, value in tried.items() if value >= enough), default=0.0)
    return Fitted(weight=weight, before=gain(history, 0.0), after=gain(history, weight))


def gain(questions: Sequence[Asked], weight: float) -> float:
    """Mean NDCG@10 under this weight, rounded so that the last bits of a processor decide nothing."""
    if not questions:
        return 0.0
    return round(math.fsum(_ndcg(q, weight) for q in questions) / len(questions), 6)


def _ndcg(question: Asked, weight: float) -> float:
    scored = sorted(
        (-round((rest + weight * told) * demoted, 6), path) for path, rest, told, demoted in question.rows
    )
    found = [at for at, (_, path) in enumerate(scored[:10]) if path in question.files]
    ideal = range(min(10, len(question.files)))
    return _sum(found) / _sum(ideal) if ideal else 0.0


def _sum(places: Sequence[int]) -> float:
    return math.fsum(1 / math.log2(at + 2) for at in places)


Report = Callable[[str, int, int], None]
_SUSPECT: Mapping[str, str] = {
    "few-files": f"most of its changes touch nothing but the same {LEARN.few_files} files",
    "one-day": "most of its changes bear one day",
    "repeated": "most of its subjects repeat another",
}


class Taught(msgspec.Struct, frozen=True, kw_only=True):
    """What a repository says of itself at one commit. `commits` are (position in the history, pair), newest
    first; the first `later` of them are kept back.
    """

    subjects: Subjects
    commits: tuple[tuple[int, Pair], ...]
    texts: tuple[Pair, ...]
    companions: tuple[Pair, ...]
    later: int

    @property
    def told(self) -> Told:
        """All changes."""
        return Told([subject.change for subject in self.subjects.listed])

    @property
    def counts(self) -> dict[str, int]:
        """Pairs of each kind, those kept back too."""
        found = Counter(p.kind for p in (*(p for _, p in self.commits), *self.texts, *self.companions))
        return {kind: found[kind] for kind in KINDS}


def with_ranker(view: View, ranker: Learned | None) -> View:
    """The same view, ranked by a learned ranker or by the baseline."""
    cfg = without_learned(view.config.search)
    search = LearnedSearch.of(cfg, ranker) if ranker is not None else cfg
    return replace(view, config=replace(view.config, search=search))


def mine(git: Git | None, root: str, view: View, commit: str, report: Report) -> Taught:
    """Everything to learn and to judge from. Raises UsageError without a history, and what `report` raises."""
    if git is None or not commit:
        raise UsageError("a ranker is learned from the history of a git repository, and there is none here")
    snapshot = view.snapshot
    subjects = read_subjects(
        git, root, commit, snapshot.paths(), lambda done, of: report("reading the history", done, of)
    )
    commits = questions(subjects.listed, view)
    return Taught(
        subjects=subjects,
        commits=tuple(commits),
        texts=text_pairs(snapshot, view.texts, lambda: report("reading the text", 0, 0)),
        companions=together([(s.change.commit, s.change.files) for s in subjects.listed]),
        later=min(LEARN.most_later, int(len(commits) * LEARN.later_share)),
    )


def questions(subjects: Sequence[Subject], view: View) -> list[tuple[int, Pair]]:
    """(position, pair) of the subjects that are questions. What differs from a newer one in its numbers alone
    (`Release 1.2`) is none: a formula would teach that every question is answered by the file of the version.
    """
    found: list[tuple[int, Pair]] = []
    seen: set[tuple[str, ...]] = set()
    for at, subject in enumerate(subjects):
        words = tuple(term for term in subject.change.terms if not any(map(str.isdigit, term)))
        if (
            len(words) < LEARN.asked_words - 1
            or len(subject.text.split()) < LEARN.asked_words
            or words in seen
        ):
            continue
        seen.add(words)
        entries = [(path, view.snapshot.file(path)) for path in subject.change.files]
        code = tuple(
            p for p, e in entries if e is not None and e.surface.kind == "code" and not e.surface.test
        )
        if 1 <= len(code) <= LEARN.asked_files:
            found.append(
                (at, Pair(kind="commit", text=subject.text, files=code, commit=subject.change.commit))
            )
    return found


def build(taught: Taught, view: View, commit: str, report: Report) -> Model:
    """The candidate. Raises UsageError where there is too little to learn from or the history is suspect, and what `report` raises."""
    listed = taught.subjects.listed
    if taught.subjects.suspect:
        why = " and ".join(_SUSPECT[name] for name in taught.subjects.suspect)
        raise UsageError(f"nothing is learned from this history: {why}, as if it were written to teach")
    if len(listed) < LEARN.least_changes or taught.later < LEARN.least_later:
        raise UsageError(
            f"the history has {len(listed)} changes of these files to learn from and {taught.later} later ones to judge by; "
            f"it needs {LEARN.least_changes} and {LEARN.least_later}"
        )
    plain = with_ranker(view, None)
    told = taught.told
    training = taught.commits[taught.later :][: LEARN.most_questions]
    asking: list[tuple[Pair, Told]] = [(pair, told.before(at)) for at, pair in training]
    # a pair of the text is asked by what was known before the changes that are kept back
    kept = told.before(taught.commits[taught.later - 1][0])
    asking += [(pair, kept) for pair in taught.texts]
    fitted = fit(_ranked(asking, plain, report), lambda: report("fitting the weights", 0, 0))
    paths = sorted({path for subject in listed for path in subject.change.files})
    at = {path: position for position, path in enumerate(paths)}
    return Model(
        schema=SCHEMA,
        baseline=baseline_digest(view.config.search),
        commit=commit,
        snapshot=view.snapshot.digest(),
        weight=fitted.weight,
        before=fitted.before,
        after=fitted.after,
        read=taught.subjects.read,
        later=taught.later,
        pairs=taught.counts,
        paths=paths,
        changes=[
            (s.change.commit, list(s.change.terms), [at[path] for path in s.change.files]) for s in listed
        ],
    )


def _ranked(questions: Sequence[tuple[Pair, Told]], view: View, report: Report) -> list[Asked]:
    found: list[Asked] = []
    for done, (pair, told) in enumerate(questions):
        report("asking what the repository teaches", done, len(questions))
        results = query(view, QueryRequest(text=pair.text)).results
        found.append(
            asked(results.ranked, told.files(results.query.terms), pair.files, history=pair.kind == "commit")
        )
    return found
