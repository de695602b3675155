"""The facts that speak to a claim about a value: looked up by its subject, never by likeness of words.

Names that stand for a constant (`timeout=DEFAULT_TIMEOUT`) are followed to it, two steps at most.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Literal

from msgspec.structs import replace

from helix_lsp.align.lineage import find_member
from helix_lsp.align.live import Live
from helix_lsp.index.overlay.snapshot import Defined
from helix_lsp.syntax.outline import Symbol
from helix_lsp.text.positions import Span
from helix_lsp.text.regex import regex
from helix_lsp.text.words import word_terms
from helix_lsp.verify.claim.claim import Subject
from helix_lsp.verify.facts.fact import Fact, Grade, environment_of, flag_facts, key_fact, keys_of
from helix_lsp.verify.facts.given import given_facts
from helix_lsp.verify.facts.parameters import (
    ParameterList,
    assigned_again,
    parameters_of,
    remark_beside,
    value_expression,
)
from helix_lsp.verify.facts.subject import named, of_document, of_keys, own, spoken, tied, told_once, words_of
from helix_lsp.verify.facts.value import Value, code_value

VALUED = frozenset({"constant", "variable", "field", "property", "enum_member"})
CALLABLE = frozenset({"function", "method", "constructor", "class", "struct"})
_CHOSEN = regex(
    r"\.(?:conf|env|j2|erb|tmpl|tpl)\Z|(?:^|/)(?:ansible|deploy\w*|docker\w*|k8s|kubernetes|helm|charts?|packaging|roles)/|(?:^|/)[\w-]*compose[\w.-]*\.ya?ml\Z",
    re.I,
)
_SETTINGS = regex(
    r"config|options?\b|opts|settings|params|parameters|props|defaults|arg(?:ument)?s|flags|\A(?:args|cli|app)\Z",
    re.I,
)
_STEPS = 2
_DEPTH = 6


def values_of(
    subject: Subject, live: Live, near: tuple[str, ...] = (), document: str = "", *, default: bool = False
) -> tuple[Fact, ...]:
    """Facts that give the subject a value. `near` are names of code that the text around the claim is about:
    a parameter that no definition bears the name of may be one of theirs. `document` is where the claim stands.
    `default` asks for what is given when nothing else is, which the field of some class does not surely tell.
    """
    snapshot = live.snapshot
    if subject.form == "flag":
        return flag_facts(subject.written, snapshot, live)
    if subject.form == "environment":
        return environment_of(subject.written, snapshot, live)
    if subject.form == "words":
        if subject.owner:
            return _of_owner(subject.owner, words_of(subject.written), "", live)
        meant = words_of(subject.written)
        every = (value_fact(d, live) for d in spoken(subject.written, snapshot))
        # what holds its own name (`EVENT_NAME = "event.name"`) is a key, and says nothing of the value behind it
        found = [
            f for f in every if f is not None and (f.value.kind != "text" or words_of(f.value.text) != meant)
        ]
        default = default or "default" in subject.written.lower()
        found = [f if _is_of_the_whole(f, near, document) else replace(f, sure=False) for f in found]
        return (*found, *_declaring(_keys_spoken(subject.written, live), default=default))
    if subject.owner:
        return _of_owner(subject.owner, frozenset(), subject.written, live)
    name = subject.written
    for around in near:
        if "." not in name and around != name and (of := _of_owner(around, frozenset(), name, live)):
            return of
    owner, dot, last = name.rpartition(".")
    said = frozenset((*owner.split("."), *(n.rpartition(".")[2] for n in near)))
    constants = _constants(name, live)
    given = given_facts(last, snapshot, live) if default else ()
    meant = of_document((*constants, *given), last, document, live)
    if found := tuple(f for f in meant if f.predicate == "value"):
        if not default:
            return found
        mine = tuple(
            replace(f, sure=f.sure and "." not in f.subject) for f in tied(found, last, said, document)
        )
        return told_once((*mine, *_given(meant, name, said, document, live)))
    if dot and (of := _of_owner(owner, frozenset(), last, live)):
        return of
    if name.isupper() and "_" in name and (read := environment_of(name, snapshot, live)):
        return read
    if ("." in name or "-" in name) and (keys := _declaring(_keys_named(name, live), default=default)):
        return keys
    if not default:
        meant = of_document(given_facts(last, snapshot, live), last, document, live)
    return told_once(_given(meant, name, said, document, live))


def _is_of_the_whole(fact: Fact, near: tuple[str, ...], document: str) -> bool:
    """Whether plain words (*the exit code*) surely mean a definition: one of a module, one of settings, or a member of
    what the text around names. The field of some other class is that of its instances.
    """
    owner = fact.subject.rpartition(".")[0].rpartition(".")[2]
    said = (
        *(n.rpartition(".")[2].lower() for n in near),
        document.rpartition("/")[2].partition(".")[0].lower(),
    )
    return not owner or _SETTINGS.search(owner) is not None or owner.lower() in said


def _constants(name: str, live: Live) -> tuple[Fact, ...]:
    """Literals of the definitions that bear the name; unsure where another of that name is computed: nobody knows
    which is meant.
    """
    every = tuple(
        f
        for d in named(name, live.snapshot)
        if d.symbol.kind in VALUED and (f := value_fact(d, live)) is not None
    )
    found = tuple(f for f in every if f.value.kind != "name")
    return found if len(found) == len(every) else tuple(replace(f, sure=False) for f in found)


def _given(
    meant: tuple[Fact, ...], name: str, said: frozenset[str], document: str, live: Live
) -> tuple[Fact, ...]:
    """What code gives an option by default, names of constants followed; unsure where one is computed."""
    out: list[Fact] = []
    owner, _, last = name.rpartition(".")
    given = tuple(f for f in meant if f.predicate == "default")
    for fact in tied(of_keys(given, owner.rpartition(".")[2], said), last, said, document):
        value = followed(fact.value, live) if fact.value.kind == "name" and fact.value.text else fact.value
        out.append(replace(fact, value=value, sure=fact.sure and value.kind != "name"))
    return tuple(out)


def value_fact(defined: Defined, live: Live, steps: int = _STEPS) -> Fact | None:
    """The literal of a definition; unsure where its file sets the name again."""
    symbol, data = live.symbol(defined), live.data(defined.path)
    entry = live.snapshot.file(defined.path)
    if symbol is None or data is None or entry is None:
        return None
    read = value_expression(symbol, data)
    value = code_value(read[0], symbol.name, remark_beside(symbol, data)) if read is not None else None
    if value is not None and value.kind == "name":
        value = followed(value, live, steps)
    if value is None:
        return None
    sure = not assigned_again(symbol, data, entry.language)
    return Fact(
        path=defined.path,
        subject=symbol.qualified,
        predicate="value",
        value=value,
        span=symbol.span,
        grade="A",
        sure=sure,
    )


def followed(value: Value, live: Live, steps: int = _STEPS) -> Value:
    """The literal that a name stands for, where the project has one; the name itself otherwise."""
    found = named(value.text, live.snapshot) if steps else ()
    facts = [
        f for d in found if d.symbol.kind in VALUED and (f := value_fact(d, live, steps - 1)) is not None
    ]
    values = {_same(f.value) for f in facts}
    sure = len(values) == 1 and len(facts) == len(found) and all(f.sure for f in facts)
    return replace(facts[0].value, written=value.written) if sure else value


def default_fact(parameters: ParameterList, name: str, live: Live) -> Fact | None:
    """The default of one parameter; None where it has none, or one that is computed."""
    if name not in parameters.defaults:
        return None
    value = code_value(parameters.defaults[name], name)
    if value is not None and value.kind == "name":
        value = followed(value, live)
    symbol = live.symbol(parameters.of)
    if value is None or symbol is None:
        return None
    subject = f"{symbol.qualified}.{name}"
    return Fact(
        path=parameters.of.path,
        subject=subject,
        predicate="default",
        value=value,
        span=head_span(symbol),
        grade="A",
    )


def head_span(symbol: Symbol) -> Span:
    """A definition without its body."""
    return Span(symbol.span.start, symbol.body.start) if symbol.body is not None else symbol.span


def _of_owner(owner: str, words: frozenset[str], name: str, live: Live) -> tuple[Fact, ...]:
    """Parameters and members of the owner that bear the name, or exactly the words."""
    out: list[Fact] = []
    for defined in named(owner, live.snapshot):
        parameters = parameters_of(defined, live) if defined.symbol.kind in CALLABLE else None
        for one in parameters.names if parameters is not None else ():
            if one == name or (words and words_of(one) == words):
                fact = default_fact(parameters, one, live) if parameters is not None else None
                out += [fact] if fact is not None else []
        if out:
            continue
        members = (
            [name] if name else [m for m in _member_names(defined, live) if words and words_of(m) == words]
        )
        for member in members:
            found = find_member(defined, member, live.snapshot, _DEPTH).found
            if found is not None and found.symbol.kind in VALUED and own(found.path, live.snapshot):
                fact = value_fact(found, live)
                out += [fact] if fact is not None else []
    return tuple(out)


def _member_names(owner: Defined, live: Live) -> tuple[str, ...]:
    outline = live.snapshot.skeleton(owner.path)
    inside = f"{owner.symbol.qualified}."
    return (
        ()
        if outline is None
        else tuple(dict.fromkeys(s.name for s in outline.symbols if s.qualified.startswith(inside)))
    )


def _declaring(facts: tuple[Fact, ...], *, default: bool) -> tuple[Fact, ...]:
    """Those that may declare a default: what a hidden file sets (`.github/workflows/a.yml`) is a use of a tool, and what
    a file of an installation sets (`app.conf`, a template of it) is what somebody chose for it, who may have changed a
    default. Such a file, and files that disagree, are unsure: none says what another installation has.
    """
    chosen = [f for f in facts if _CHOSEN.search(f.path) and "default" not in f.path.lower()]
    hidden = [f for f in facts if any(p.startswith(".") for p in f.path.split("/"))]
    kept = [f for f in facts if not default or f not in (*chosen, *hidden)]
    alone = len({_same(f.value) for f in kept}) == 1
    return tuple(f if alone and f not in chosen else replace(f, sure=False) for f in kept)


def _same(value: Value) -> tuple[object, ...]:
    """Equal for values that say the same, however they are written."""
    return value.kind, value.number, value.unit, value.text, value.names


def _keys_named(name: str, live: Live) -> tuple[Fact, ...]:
    found = [k for k in keys_of(live.snapshot, live) if k.key == name or k.key.endswith("." + name)]
    return tuple(f for k in found if (f := key_fact(k, live)) is not None)


def _keys_spoken(phrase: str, live: Live) -> tuple[Fact, ...]:
    """Keys whose last part, or last two parts, have exactly the words of the phrase."""
    wanted = words_of(phrase)
    if len(wanted) < 2:
        return ()
    out: list[Fact] = []
    for place in keys_of(live.snapshot, live):
        parts = place.key.split(".")
        if words_of(parts[-1]) == wanted or (len(parts) > 1 and words_of(" ".join(parts[-2:])) == wanted):
            fact = key_fact(place, live)
            out += [fact] if fact is not None else []
    return tuple(out)


# How well a claim stands: its sources on both sides, how many of them are independent, and what that is
# called.
#
# Two sources are one group when their words are nearly the same: a copy proves nothing that its original
# does not.

VerificationStatus = Literal["verified", "single_source", "contested", "refuted", "unverified"]
_SOURCES: frozenset[Grade] = frozenset({"A", "B", "C"})


def groups(texts: Sequence[str], least: float) -> tuple[int, ...]:
    """For each text the position of the first one that it repeats: `least` is the share of different words
    that both must have in common.
    """
    words = [frozenset(word_terms(t)) for t in texts]
    out: list[int] = []
    for at, mine in enumerate(words):
        first = at
        for other in range(at):
            union = len(mine | words[other])
            if out[other] == other and (not union or len(mine & words[other]) / union >= least):
                first = other
                break
        out.append(first)
    return tuple(out)


def status_of(supporting: Iterable[tuple[Grade, int]], *, contradicted: bool) -> VerificationStatus:
    """From (grade, group) of what supports: a definition, or two independent sources of grade B or C, verify;
    one such source is a single one; sources on both sides make a claim contested.
    """
    counted = [(grade, group) for grade, group in supporting if grade in _SOURCES]
    if contradicted:
        return "contested" if counted else "refuted"
    if not counted:
        return "unverified"
    independent = len({group for _, group in counted})
    return "verified" if independent > 1 or any(grade == "A" for grade, _ in counted) else "single_source"
