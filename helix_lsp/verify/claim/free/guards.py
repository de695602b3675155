"""The condition of a free sentence against the conditions in the source: under which one something is done.

Only a condition with a word to look for is read (`if x is not set`, `only in strict mode`, `that is shared`, `if a is at
least b`), and only where the guarded lines have a word of what is said to be done.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from helix_lsp.align.drift.reason import Reason
from helix_lsp.align.live import Live
from helix_lsp.verify.claim.claim import Claim
from helix_lsp.verify.claim.free.scope import Scope, scope_of, unscoped
from helix_lsp.verify.claim.free.sentence import plain
from helix_lsp.verify.claim.free.spoken import content
from helix_lsp.verify.claim.seen import Seen, unknown

_N = r"`(?P<name>[:$@]{0,2}[A-Za-z_][\w.]{0,60})`"
_TRUE = r"set|given|passed|true|on|enabled|turned\s+on"
_FALSE = r"unset|missing|false|off|disabled|turned\s+off|omitted"
_SAID = tuple(
    re.compile(p, re.I)
    for p in (
        rf"(?<!\beven )\b(?P<word>if|when|unless)\s+{_N}\s+is\s+(?P<not>not\s+)?(?:(?:{_TRUE})|(?P<off>{_FALSE}))\b",
        r"\b(?:for|of|on)\s+an?\s+[a-z]+\s+that\s+is\s+(?P<not>not\s+)?(?P<name>[a-z]{3,20})(?=\s*[.,;]|\s*\Z)",
        r"\bonly\s+(?:in|(?P<off>outside|outside\s+of))\s+(?:the\s+)?(?P<name>[a-z]{4,20})\s+mode\b",
    )
)
_SIGNS = {
    "at least": ">=", "not below": ">=", "at most": "<=", "below": "<", "less than": "<", "smaller than": "<", "above": ">",
    "greater than": ">", "more than": ">", "larger than": ">",
}  # fmt: skip
_COMPARED = re.compile(
    rf"\b(?:if|when)\s+`(?P<a>[\w.]+)`\s+is\s+(?P<sign>{'|'.join(_SIGNS)})\s+`(?P<b>[\w.]+)`", re.I
)
_OPPOSITE = {">=": "<", "<": ">=", ">": "<=", "<=": ">"}
_TURNED = {">=": "<=", "<=": ">=", ">": "<", "<": ">"}
_GUARD = re.compile(r"(?<![\w$])(?P<word>if|elif|elsif|unless|when)(?![\w$])(?P<cond>[^\n]{1,200})")


def told_condition(text: str) -> bool:
    """True for a sentence with a condition that can be looked up."""
    return _COMPARED.search(text) is not None or any(s.search(text) for s in _SAID)


def agrees(claim: Claim, scope: Scope) -> bool | None:
    """Whether the source does what the sentence says under its condition, or under the opposite; None where it is
    not told.
    """
    compared = _COMPARED.search(claim.words)
    if compared is not None:
        return _compared(compared, claim, scope)
    found = next((m for s in _SAID if (m := s.search(claim.words)) is not None), None)
    if found is None:
        return None
    groups = found.groupdict()
    unless = str(groups.get("word")).lower() == "unless"
    denied = bool(groups.get("not")) ^ bool(groups.get("off")) ^ unless
    name = plain(found["name"]).rpartition(".")[2]
    said = content(claim.words[: found.start()]) - content(claim.subject.written) - content(name)
    seen = {
        _denied(cond, word, name)
        for word, cond, guarded in _guards(scope)
        if _names(cond, name) and said & content(guarded)
    }
    return None if len(seen) != 1 else seen == {denied}


def _compared(found: re.Match[str], claim: Claim, scope: Scope) -> bool | None:
    sign = _SIGNS[found["sign"].lower()]
    said = content(claim.words[: found.start()]) - content(claim.subject.written)
    seen: set[str] = set()
    for word, cond, guarded in _guards(scope):
        for a, b, turned in ((found["a"], found["b"], False), (found["b"], found["a"], True)):
            m = re.search(rf"\b{re.escape(a)}\s*(?P<sign>[<>]=?)\s*(?:\w+\.)*{re.escape(b)}\b", cond)
            if m is not None and said & content(guarded):
                real = _TURNED[m["sign"]] if turned else m["sign"]
                seen.add(_OPPOSITE[real] if word == "unless" else real)
    if len(seen) != 1:
        return None
    real = seen.pop()
    return True if real == sign else False if _OPPOSITE[real] == sign else None


def _guards(scope: Scope) -> Iterator[tuple[str, str, str]]:
    """(word, condition, what it guards) of each condition, those behind their statement (Ruby) too."""
    lines = scope.code.split("\n")
    for at, line in enumerate(lines):
        for m in _GUARD.finditer(line):
            ahead = line[: m.start()].strip()
            behind = (
                "" if ahead and not ahead.endswith(("}", "else", "(")) else "\n".join(lines[at + 1 : at + 3])
            )
            yield m["word"], m["cond"], f"{ahead}\n{m['cond']}\n{behind}"


def _names(cond: str, name: str) -> bool:
    either = f"[{name[:1].lower()}{name[:1].upper()}]{re.escape(name[1:])}"
    return re.search(rf"(?:\b|_|(?<=[a-z])){either}(?![a-z])", cond) is not None


def _denied(cond: str, word: str, name: str) -> bool:
    before = re.search(rf"(?:!|\bnot\s+)\(?(?:[$@]|\w+(?:\.|->))*_?(?:is)?{re.escape(name)}", cond, re.I)
    nothing = re.search(
        rf"{re.escape(name)}\w*\)?\s*(?:={{2,3}}\s*(?:false|null|nil|undefined)|is\s+None)\b", cond, re.I
    )
    return bool(before or nothing) != (word == "unless")


def guard(claim: Claim, live: Live) -> Seen:
    """A condition alone: what is done under it."""
    scope = scope_of(claim.subject.written, live)
    if scope is None:
        return unscoped(claim.subject.written, live)
    held = agrees(claim, scope)
    fact = scope.fact("guard", "", live)
    return (
        unknown("guard-open", fact) if held is None else Seen(facts=(fact,), holds=held, why=Reason("guard"))
    )
