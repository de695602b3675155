"""The English of drift: a sentence for each check, for what bears on how sure it is, and for why a reference is
live or unknown. Also the report: stale references of the documents, told from the tree and its history.

Rules bring their own half of a sentence (`drift/rules`). Nothing reads these texts back: programs read the
ids and facts of a `Reason`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from types import MappingProxyType

import msgspec

from helix_lsp.align.drift.decide import weighed
from helix_lsp.align.drift.find import Finding, below, causes_of, find_drift, grouped
from helix_lsp.align.drift.history import History
from helix_lsp.align.drift.rules import RULES
from helix_lsp.align.drift.verdict import Judged, Reason
from helix_lsp.align.drift.world import World, build_world
from helix_lsp.align.live import Texts
from helix_lsp.config.documents import DriftConfig
from helix_lsp.index.freshness import Freshness
from helix_lsp.index.overlay.snapshot import Snapshot

CHECKS = MappingProxyType({
    "name-gone": "{word} is not defined anywhere any more: it left {path} in {commit}",
    "flag-gone": "{word} is not defined anywhere any more: it left {path} in {commit}",
    "key-gone": "{word} is not read anywhere any more: it left {path} in {commit}",
    "member-gone": "{owner} lost {word}: it left {path} in {commit}",
    "member-missing": "{owner} does not have {word}",
    "name-unused": "{word} does not occur any more: {path} used it last",
    "name-unknown": "{word} does not occur in this tree",
    "path-gone": "{path} was removed in {commit}",
    "path-late": "{path} had been removed in {commit} when this was written",
    "link-missing": "{path} is not in this tree",
    "heading-missing": "{path} does not have a heading #{anchor}",
    "label-missing": "no page sets the label {label}",
    "line-missing": "{path} has {many} lines, and not a line {line}",
    "parameter-unknown": "{owner} does not have a parameter {word}",
    "default-differs": "{owner} has {word}={real}, not {told}",
    "returns-nothing": "{owner} returns nothing",
    "command-unknown": "the project does not declare {command}",
    "command-gone": "the project does not declare {command}; {word} left {path} in {commit}",
    "contradicted-value": "the code sets {owner} to {real}, not to {told}",
    "contradicted": "the code has {real} as the {what} of {owner}, not {told}",
    "not-borne-out": "the code does not bear out what is said of {owner}",
})  # fmt: skip
"""What can be wrong with a reference; these are the ids that `drift.select` and `drift.ignore` take, beside those of the rules."""

ABOUT = MappingProxyType({
    "name-gone": "The text names something of which history saw the definition go.",
    "flag-gone": "The text names a command line option of which history saw the definition go.",
    "key-gone": "The text names a configuration key or a variable of the environment that history saw the code stop reading.",
    "member-gone": "A class or module of this repository lost the member that the text names.",
    "member-missing": "A class or module of this repository does not have the member that the text names.",
    "name-unused": "History saw the last use of the name go; a definition of it was never seen.",
    "name-unknown": "The name does not occur in this tree.",
    "path-gone": "History saw the path go.",
    "path-late": "The link was written when its target was already gone.",
    "link-missing": "The link leads to a file that is not in this tree.",
    "heading-missing": "The link leads to a heading that its document does not have.",
    "label-missing": "The reference leads to a label that no page sets.",
    "line-missing": "The text names a line of a file that has fewer lines.",
    "parameter-unknown": "A docstring or doc comment speaks of a parameter that the signature does not have.",
    "default-differs": "A docstring or doc comment tells another default than the signature.",
    "returns-nothing": "A doc comment tells what is returned by a function that returns nothing.",
    "command-unknown": "The project does not declare the command.",
    "command-gone": "The project does not declare the command, and history saw its name go.",
    "contradicted-value": "A sentence gives a value that the definition does not have.",
    "contradicted": "A sentence gives a default, a base, a parameter, a number of things, a file or a version that the code has otherwise.",
    "not-borne-out": "A sentence says something of a definition that its own lines deny.",
})  # fmt: skip
"""What each check looks for, in a sentence."""

EVIDENCE = MappingProxyType({
    "renamed": "renamed to {new}",
    "replaced": "perhaps replaced by {new}",
    "moved": "moved to {new}",
    "written-before": "the text is older than the removal",
    "written-after": "the text was written after the removal",
    "whole-text": "the document was added after the removal, so the text may be older",
    "undated": "nobody knows when the text was written",
    "linked": "it is a cross-reference, whose writer says that it exists",
    "misspelt": "it is a slip of {new}",
    "inflected": "the code has {new}",
    "own-family": "the code has others that begin with {lead}",
    "own-company": "{what} is of this project",
    "set-out": "the page sets it out as the project's own",
    "odd-one": "all that it is listed with is there",
    "open-company": "what it is listed with may be given to any program",
    "alone": "nothing but the text of its owner says so",
    "most-disagree": "most comments of this file disagree, so its signatures may be misread",
    "foreign-base": "a class of another package may have it",
    "everyday-kind": "the word may say what it does, not what it is",
    "no-owner": "the sentence does not say what needs it",
    "asks-more": "the text asks for more than the manifest",
    "other-values": "the sentence gives other values, too",
    "places-differ": "several things of the code have that name",
    "beyond-package": "the code is of another package than the text",
    "one-branch": "the code sets it for one case",
})  # fmt: skip
"""What bears on how sure a finding is."""
_QUIET = frozenset({"written-before", "linked", "alone"})  # a finding does not tell them

SETTLED = MappingProxyType({
    "occurs": "the name occurs",
    "occurs-unowned": "the name occurs, and its owner is not known",
    "owner-has": "{owner} has it",
    "owner-unknown": "neither the name nor {owner} is known here",
    "as-text": "the code holds it as a text, or asks for the member by its name",
    "not-a-name": "it is not a name",
    "language": "it is a name of the language's data model",
    "file-name": "it is a file name",
    "placeholder": "it is a placeholder",
    "path-exists": "the path exists",
    "path-ends": "a path that exists ends like it",
    "heading-exists": "the heading exists",
    "label": "it is a label of a page",
    "alias": "a page that exists names it as its alias",
    "declared": "the project declares it",
    "signature": "the signature has it",
    "other-distribution": "{owner} is another distribution",
    "open-owner": "{owner} has parts that are not in this tree",
    "library-option": "it is an option that a library may bring",
    "plain-word": "it is a word that this tree does not hold",
    "label-or-term": "it is a label, not code",
    "in-comment": "it stands in a comment",
    "nothing-to-check": "it is not a name, a path or an option",
    "not-a-path": "it is not a path of this tree",
    "never-a-path": "this tree never had the path",
    "built-page": "it is a page that a build makes",
    "built": "a build makes it",
    "site-route": "a page of this name stands there, and a site may leave its ending out",
    "foreign-headings": "the page may get its headings from elsewhere",
    "site-link": "the project's own site makes the link",
    "sphinx-object": "Sphinx may document an object of that name",
    "included-page": "another page includes it",
    "undeclared": "the project does not declare {tool} commands, or not by name",
    "build-target": "the build system makes the target",
    "no-subcommand": "it is not a subcommand, or it is declared in another way",
    "open-signature": "the signature may be another",
    "attribute": "{owner} has an attribute of that name",
    "left-out": "the settings leave the check {check} out",
})  # fmt: skip
"""Why a reference is live, or why nobody can know."""

RULE_SAYS = MappingProxyType({rule.id: rule.says for rule in RULES})
_SENTENCES = MappingProxyType({**RULE_SAYS, **EVIDENCE, **SETTLED, **CHECKS})
_SHORT = 10  # characters of a commit
_HELD = 64  # texts that stay in memory: one document asks for the same few files again and again


def say(reason: Reason) -> str:
    """The sentence, or half of one, of a reason."""
    facts = {
        key: value[:_SHORT] if key == "commit" and " " not in value else value for key, value in reason.facts
    }
    return _SENTENCES[reason.id].format_map(facts)


def say_all(reasons: Sequence[Reason]) -> str:
    """All reasons in a row: the check with what took the place of what went, then what speaks against it."""
    became = [say(r) for r in reasons[1:] if r.id in ("renamed", "replaced", "moved")]
    rest = [say(r) for r in reasons[1:] if r.id not in ("renamed", "replaced", "moved", *_QUIET)]
    return "; ".join([", ".join([say(reasons[0]), *became]), *rest]) if reasons else ""


def reason_of(judged: Judged) -> str:
    """Why, in English."""
    return say_all(judged.reasons)


# What drifted: stale references of the documents, told from the tree and its history; mentions that are
# fine are only counted.

Known = frozenset[tuple[str, str]]


class DriftReport(msgspec.Struct, frozen=True, kw_only=True):
    """`findings` are stale and at or above `min_confidence`; `checked` counts all judged references, `hints`
    the stale ones below it.

    `silenced` are findings that would be likelier right than wrong, had nothing spoken against them. `known`
    counts findings that the baseline holds.
    `history_missed` says why git did not read all of the history, `` where nothing failed.
    `copies` are, finding by finding, the same one in copies of its document (`drift/find.py`);
    `causes` number, finding by finding, what brought it about (`drift/find.py`).
    """

    findings: tuple[Finding, ...]
    copies: tuple[tuple[Finding, ...], ...]
    causes: tuple[int, ...]
    checked: int
    hints: int
    known: int
    cannot_know: int
    silenced: tuple[Finding, ...]
    min_confidence: float
    history: bool
    history_missed: str
    freshness: Freshness


def report_drift(
    snapshot: Snapshot,
    texts: Texts,
    history: History,
    cfg: DriftConfig,
    freshness: Freshness,
    paths: Iterable[str] = (),
    *,
    min_confidence: float | None = None,
    baseline: Known = frozenset(),
    beside: Callable[[World, str], Iterable[Finding]] = lambda _world, _path: (),
) -> DriftReport:
    """Judges all references below `paths` (everything when empty); `baseline` holds (path, text) pairs that
    are known and not told; `beside` gives further findings of a file.
    """
    least = cfg.min_confidence if min_confidence is None else min_confidence
    world, paths = build_world(snapshot, lru_cache(_HELD)(texts), cfg), tuple(paths)
    more = [one for path in below(paths, world) for one in beside(world, path)]
    found = sorted(
        (*find_drift(world, history, cfg, paths), *more),
        key=lambda f: (f.reference.path, f.reference.span.start, f.reference.span.end, f.reference.kind),
    )
    stale = [f for f in found if f.judged.verdict == "stale"]
    loud = [f for f in stale if f.judged.confidence >= least]
    fresh = tuple(f for f in loud if (f.reference.path, f.reference.text) not in baseline)
    told = grouped(fresh)
    findings = tuple(one for one, _ in told)
    return DriftReport(
        findings=findings,
        copies=tuple(copies for _, copies in told),
        causes=causes_of(findings),
        checked=len(found),
        hints=len(stale) - len(loud),
        known=len(loud) - len(fresh),
        cannot_know=sum(f.judged.verdict == "cannot_know" for f in found),
        silenced=tuple(f for f in found if f.judged.verdict == "cannot_know" and _would_stand(f)),
        min_confidence=least,
        history=history.known,
        history_missed=history.missed,
        freshness=freshness,
    )


def _would_stand(found: Finding) -> bool:
    """True where the check alone says that the reference is likelier stale than not."""
    told = weighed(found.judged)
    return bool(told) and told[0][1] > 0
