"""Lines of code as steps, each with the conditions under which it runs. Blocks are told from indentation, so
every well laid out language is read.

A step below `else` runs where the condition does not hold; so does what follows a block that leaves the
function. Comments are not steps.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache

import msgspec
from msgspec.structs import replace

from helix_lsp.text.regex import regex
from helix_lsp.tuning.verify import VerifyTuning
from helix_lsp.verify.clauses.lexicon import CODE_KINDS, code_words, words_of
from helix_lsp.verify.clauses.predicate import IDENTIFIER, Condition, spoken, written


class Guard(msgspec.Struct, frozen=True, kw_only=True):
    """`direct` is False for what only follows from an earlier exit; `caught` for a block that handles a
    failure; `told` for what a comment at the head of the block says of it.
    """

    condition: Condition
    direct: bool = True
    caught: bool = False
    told: Condition | None = None


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """`index` counts lines from 0, with all lines before those that are put off (`defer`); `kinds` say what it does
    (`raise`, `return`, `log`, `close`). `about` are the words of the comment right above it, and of what its variables
    were made from; `asks` marks the test of a condition; `of` counts the definitions that begin above it.
    """

    index: int
    text: str
    words: frozenset[str]
    kinds: frozenset[str]
    guards: tuple[Guard, ...]
    about: frozenset[str] = frozenset()
    asks: bool = False
    of: int = 0


@dataclass(slots=True)
class _Block:
    """`loops` is how many steps were read before a loop with a condition, -1 for another block."""

    indent: int
    guards: tuple[Guard, ...]
    condition: Condition | None = None
    exits: bool = False
    chain: tuple[Guard, ...] = field(default=())
    loops: int = -1
    fresh: bool = True
    late: bool = False


class _Out(msgspec.Struct):
    """What was read so far; `made` has the words of what each variable was made from last."""

    steps: list[Step] = msgspec.field(default_factory=list[Step])
    made: dict[str, frozenset[str]] = msgspec.field(default_factory=dict[str, frozenset[str]])
    said: frozenset[str] = frozenset()
    remark: str = ""
    asks: bool = False
    of: int = 0


_COMMENT = regex(r"^\s*(?://|#(?!\[|include|define)|/?\*|--\s|\"\"\"|''')")
_TAIL = regex(r"\s(?://|#)\s.*$")
_HEAD = regex(
    r"^(?:\}\s*)?(?:(?P<elif>else if|elif|elsif)|(?P<else>else|default)|(?P<if>if|when|while|case)|(?P<unless>unless|until)|"
    r"(?P<catch>catch|except|rescue)|(?P<other>for|try|finally|ensure|match|switch|do|loop|begin|with))\b(?P<rest>[^\n]*)$"
)
_DEFINES = regex(
    r"^(?:(?:export|default|pub(?:\([a-z]+\))?|public|private|protected|static|final|async|abstract|override|const|unsafe)\s+){0,4}"
    r"(?:def|fn|func|function|class|interface|struct|enum|trait|impl|module|type)\s(?![=:])|^(?:@|(?:public|private|protected)\s[^=;]{1,200}\{$)"
)
_ARM = regex(r"^(?P<pattern>[A-Z_][\w:(){}, &.]{0,80}?(?:\sif\s[^=\n]{1,160})?)\s=>\s?(?P<body>.*)$")
_ONE_LINE = regex(r"^\((?P<cond>[^{}\n]{1,200})\)\s*(?P<body>[^{\s)&|][^{]*);?$")
_BRACED = regex(r"^(?P<cond>[^{}\n]{1,200})\{(?P<body>[^{}]*)\}\s*$")
_INLINE = regex(r"^(?P<cond>[^:\n]{1,160}):\s(?P<body>\S[^\n]*)$")
_BEHIND = regex(r"^(?P<body>\S[^\n]{0,200}?)\s(?P<word>if|unless)\s(?P<cond>[^\n]{1,200})$")
_TERNARY = regex(
    r"(?P<cond>[\w.()\[\]' =!><&|]{1,120}?)\s\?\s(?P<yes>[^?:\n]{1,100})\s:\s(?P<no>[^?:\n;]{1,100})"
)
_TOLD = regex(r"^return\s(?P<cond>[^?{}\n]{3,200}?);?$")
_ASKS = regex(r"\s(?:[!=]==?|[<>]=?|&&|\|\||and|or|is|in|instanceof)\s|^(?:!|not\s)|\bis[A-Z_]\w*\(")
_EXIT = regex(r"^\s*(?:return|raise|throw|continue|break|panic|halt|process::exit|next|exit)\b")
_CHAINED = regex(r"^\s+\??\.\w")
_BEGINS = regex(r"(?:[{;:]|=>|->|\bdo|\|)$")
_MOST_LINES = 400
_LONGEST = 400


@lru_cache(512)
def steps(text: str) -> tuple[Step, ...]:
    """The steps in order; empty for a text without code."""
    blocks: list[_Block] = [_Block(indent=-1, guards=())]
    closed: dict[int, _Block] = {}
    out = _Out()
    for index, line in enumerate(_joined(text)):
        if _COMMENT.match(line):
            out.said |= words_of(line[:_LONGEST])
            out.remark = f"{out.remark} {line[:_LONGEST].strip(' /#*-')}".strip()
            continue
        body = _TAIL.sub("", line[:_LONGEST]).rstrip()
        if not body.strip():
            continue
        indent = len(body) - len(body.lstrip())
        body = body.strip()
        while blocks[-1].indent >= indent:
            done = blocks.pop()
            closed[done.indent] = done
        parent = blocks[-1]
        if out.remark and parent.guards and parent.indent < indent and parent.fresh:
            *outer, last = parent.guards
            parent.guards = (*outer, replace(last, told=spoken(out.remark)))
        parent.fresh = False
        if body.strip("});,] \t") in ("", "end") or _DEFINES.match(body):
            out.of += _DEFINES.match(body) is not None
            continue
        head = _HEAD.match(body)
        before = closed.pop(indent, None)
        if (
            before is not None
            and (head is None or not (head["else"] or head["elif"]))
            and before.condition is not None
            and (before.exits or (before.loops >= 0 and not _broken(out.steps[before.loops :])))
        ):
            left = Guard(condition=before.condition.denied(), direct=False)
            parent.guards = (*parent.guards, left)
        if head is not None:
            _open(head, indent, parent, before, blocks, out, index)
        elif (arm := _ARM.match(body)) is not None and parent.indent >= 0:
            guard = Guard(condition=written(arm["pattern"], out.made), caught="Err" in arm["pattern"])
            blocks.append(_Block(indent=indent, guards=(*parent.guards, guard)))
            if arm["body"].strip(" {"):
                _step(arm["body"], index, blocks[-1], out)
        else:
            late = parent.late or body.startswith("defer ")
            _step(body, index + _MOST_LINES * late, parent, out)
            if late and body.endswith("{"):
                blocks.append(_Block(indent=indent, guards=parent.guards, late=True))
        out.said, out.remark = frozenset(), ""
    return tuple(out.steps)


def _joined(text: str) -> list[str]:
    """Lines, with a statement that goes on over several of them drawn together: what a parenthesis opens up to where
    it is closed or a block begins, and the calls of a chain.
    """
    out: list[str] = []
    depth, at = 0, -1
    for whole in text.splitlines()[:_MOST_LINES]:
        line = whole[:_LONGEST]
        bare = re.sub(r"'[^'\n]*'|\"[^\"\n]*\"", "''", _TAIL.sub("", line)).rstrip()
        goes_on = depth > 0 or (at >= 0 and _CHAINED.match(bare) is not None)
        if goes_on and at >= 0 and len(out[at]) < _LONGEST:
            out[at] += " " + _TAIL.sub("", line).strip()
            out.append("")
        else:
            at, depth = len(out), 0
            out.append(line)
        head = _HEAD.match(out[at].strip()) is not None
        depth += bare.count("(") + bare.count("[") - bare.count(")") - bare.count("]")
        if not bare.strip() or _COMMENT.match(line) or (not head and _BEGINS.search(bare)):
            depth = 0
        if not bare.strip() or _BEGINS.search(bare) or _COMMENT.match(line):
            at = -1
    return out


def _open(
    head: re.Match[str],
    indent: int,
    parent: _Block,
    before: _Block | None,
    blocks: list[_Block],
    out: _Out,
    index: int,
) -> None:
    """A header line: what is below it runs under its condition."""
    rest = head["rest"].strip()
    chain = before.chain if before is not None and (head["else"] or head["elif"]) else ()
    if head["else"] or head["other"]:
        block = _Block(indent=indent, guards=(*parent.guards, *chain))
        _inline(rest.removeprefix(":").strip(" {"), index, block, out) if head["else"] else _raised(
            block, rest, head
        )
        blocks.append(block)
        return
    body = ""
    for form in (_ONE_LINE, _BRACED, _INLINE):
        if (found := form.match(rest)) is not None and (
            form is not _INLINE or rest.count("(") == rest.count(")")
        ):
            rest, body = found["cond"], found["body"].strip()
            break
    test = rest.rpartition(";")[2] if ";" in rest and "{" in rest else rest
    _note(rest, out)
    condition = written(test.strip(), out.made)
    if head["unless"]:
        condition = condition.denied()
    caught = bool(head["catch"]) or _failure(test)
    guard = Guard(condition=condition, caught=caught)
    denied = Guard(condition=condition.denied())
    block = _Block(
        indent=indent,
        guards=(*parent.guards, *chain, guard),
        condition=None if head["catch"] else condition,
        chain=(*chain, denied),
        loops=len(out.steps) if head["if"] == "while" and "True" not in test and "true" not in test else -1,
    )
    out.asks = True
    _step(rest, index, _Block(indent=indent, guards=(*parent.guards, *chain)), out)
    out.asks = False
    blocks.append(block)
    if caught and not body and rest.endswith("{}"):
        body = "pass"
    if body:
        _step(body, index, block, out)


def _broken(some: list[Step]) -> bool:
    """True for a loop that may end before its condition does."""
    return any(re.match(r"break\b", s.text) for s in some)


def _raised(block: _Block, rest: str, head: re.Match[str]) -> None:
    """A loop or a plain block does not have a condition of its own."""
    if head["other"] == "for":
        block.guards = (
            *block.guards,
            Guard(condition=Condition(atoms=(), joined="", text=rest), direct=False),
        )


def _failure(test: str) -> bool:
    return re.search(r"\berr(?:or)?\b\s*!=\s*(?:nil|null|None)|\bErr\(", test) is not None


def _inline(body: str, index: int, block: _Block, out: _Out) -> None:
    if body and body not in ("{", "}"):
        _step(body, index, block, out)


def _step(body: str, index: int, block: _Block, out: _Out) -> None:
    """One line, or the parts of a line that chooses between two."""
    if (behind := _BEHIND.match(body)) is not None and " else " not in body:
        condition = written(behind["cond"], out.made)
        guard = Guard(condition=condition.denied() if behind["word"] == "unless" else condition)
        _add(behind["body"], index, (*block.guards, guard), out)
        if _EXIT.match(behind["body"]):
            block.guards = (*block.guards, Guard(condition=guard.condition.denied(), direct=False))
        return
    if (chosen := _chosen(body)) is not None:
        yes, test, no = chosen
        test = test.rpartition(" = ")[2].removeprefix("return ")
        while test.count("(") > test.count(")"):  # the choice is an argument
            test = test.partition("(")[2]
        condition = written(test, out.made)
        lead = "return " if body.startswith("return") else ""
        _add(lead + yes, index, (*block.guards, Guard(condition=condition)), out)
        _add(lead + no, index, (*block.guards, Guard(condition=condition.denied())), out)
        return
    _add(body, index, block.guards, out)
    if (told := _TOLD.match(body)) is not None and _ASKS.search(told["cond"]):
        condition = written(told["cond"], out.made)
        _add("return true", index, (*block.guards, Guard(condition=condition)), out)
        _add("return false", index, (*block.guards, Guard(condition=condition.denied())), out)
    block.exits = _EXIT.match(body) is not None


def _chosen(body: str) -> tuple[str, str, str] | None:
    """(what is taken, the condition, what is taken otherwise) of `a if c else b` and `c ? a : b`."""
    before, mark, rest = body.partition(" if ")
    test, other, no = rest.partition(" else ")
    yes = before.rpartition("=")[2]
    if mark and other and yes and test and no:
        return yes, test, no
    found = _TERNARY.search(body)
    return None if found is None else (found["yes"], found["cond"], found["no"])


def _add(body: str, index: int, guards: tuple[Guard, ...], out: _Out) -> None:
    kinds = frozenset(kind for kind, pattern in CODE_KINDS.items() if pattern.search(body))
    of = out.said.union(*(out.made.get(name, ()) for name in IDENTIFIER.findall(body)))
    step = Step(
        index=index,
        text=body,
        words=code_words(body),
        kinds=kinds,
        guards=guards,
        about=of,
        asks=out.asks,
        of=out.of,
    )
    out.steps.append(step)
    _note(body, out)


_MADE = regex(
    r"(?:^|[;(]\s?|\b(?:const|let|var|val|auto|final|my|local|case|if|for)\s)\$?(?P<name>[A-Za-z_]\w*)(?:\s?:\s?[^=:\n]{1,60}?)?\s(?::=|=|in)\s(?P<value>[^;\n]{1,160})"
)


def _note(body: str, out: _Out) -> None:
    """Remember what a variable was made from."""
    for found in _MADE.finditer(body):
        of = words_of(found["value"])
        for name in IDENTIFIER.findall(found["value"]):
            of |= out.made.get(name, frozenset())
        out.made[found["name"]] = of if len(of) <= _MOST_MADE else frozenset()


_MOST_MADE = VerifyTuning().made_most
