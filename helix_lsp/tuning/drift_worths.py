"""What each check, evidence and rule is worth, as log-odds that a finding is true.

Measured: logistic regression with a ridge on labelled references of public repositories
(`bench/drift_census.py fit`, ADR 0012). The sum is a finding's confidence on the logistic scale. Worths that
no label met stand as they were set by hand, and say so.
"""

from __future__ import annotations

from types import MappingProxyType

ALARM = 0.8  # a finding of this confidence or more is an alarm: the lowest at which 95 % are right where worths are fitted on other repositories
TOLD = 0.2  # below it a finding is not told: nobody can know

CHECKS = MappingProxyType({
    "name-gone": 1.6, "member-gone": 2.6, "member-missing": 1.4, "name-unused": -1.2, "name-unknown": -0.4, "path-gone": 2.8,
    "heading-missing": 3.0, "parameter-unknown": 1.9, "returns-nothing": 1.6,
    "link-missing": 0.8, "command-gone": 1.9,
    # set by hand: no label met them
    "flag-gone": 1.8, "key-gone": 1.6, "path-late": 0.4, "default-differs": 1.4, "command-unknown": 0.4,
    "line-missing": 1.4, "label-missing": 1.8,
    # bench/claims.py, the half that was set aside, all three together: 41 of 41 right, and one more of each kind added
    "contradicted-value": 3.7, "contradicted": 3.7, "not-borne-out": 3.7,
})  # fmt: skip
UNLABELLED = frozenset(  # no label of either half met them, so nobody measured what they are worth
    "default-differs most-disagree own-company open-company imported-elsewhere made-text joined-pages made-by-code".split()
)
EVIDENCE = MappingProxyType({
    "written-before": 0.0, "written-after": -4.5, "whole-text": -1.3, "undated": -1.4, "replaced": 0.4, "renamed": 1.0, "moved": 1.4, "linked": 1.9,
    "alone": -2.5, "misspelt": 2.9,
    # set by hand
    "odd-one": 2.0, "inflected": 2.2, "set-out": 2.0, "own-family": 1.9, "own-company": 1.2, "open-company": -2.0,
    "most-disagree": -2.0, "foreign-base": -2.0,
    # set by hand: what an alarm about a value needs (verify/claim/document.py); one that is missing makes it a hint
    "everyday-kind": -3.2, "asks-more": -3.2, "no-owner": -3.2, "other-values": -3.2, "places-differ": -3.2,
    "beyond-package": -3.2, "one-branch": -3.2,
})  # fmt: skip
RULES = MappingProxyType({
    "past-section": -1.5, "past-sentence": -2.3, "past-lead": -1.7, "change-list": -1.3, "replacements": -1.0, "version-section": -1.0,
    "possessive": -1.2, "example-here": -1.1,
    # set by hand
    "imported-elsewhere": -2.8, "made-text": -4.5, "readers-place": -3.6, "own-folder": -3.6, "joined-pages": -2.2,
    # as readers-place, which they are forms of: large enough that a move of this tree's own does not outweigh them
    "made-place": -3.6, "told-to-make": -3.6, "made-by-code": -3.6,
})  # fmt: skip
