"""Rule by rule: what a clause adds to its words is carried, denied or left open by the place that it cites."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helix_lsp.verify.clauses.predicate import agree, spoken, written
from helix_lsp.verify.clauses.settle import RULES, settle
from helix_lsp.verify.clauses.steps import steps
from helix_lsp.verify.support import support

GUARD = (
    "def open(self, key):\n    if key is None:\n        raise ValueError(key)\n    return self.door(key)\n"
)
BRANCH = "if (fast) {\n\treturn shortWay(map);\n} else {\n\treturn longWay(map);\n}\n"
RUBY = "def miss\n  raise NotFound unless @app\n\n  forward\nend\n"
ORDER = "    self.lock()\n    self.write(data)\n    self.unlock()\n"
SWALLOWED = "try:\n    parse(text)\nexcept SyntaxError:\n    pass\n"
RAISED = "begin\n  parse(text)\nrescue ParseError => e\n  log(e)\n  raise\nend\n"
GO = "func load(p string) error {\n\tif err := read(p); err != nil {\n\t\treturn err\n\t}\n\treturn nil\n}\n"
WRAPPED = "try {\n  read(path);\n} catch (OSError e) {\n  throw new LockError(e);\n}\n"
INSTEAD = "def read(path):\n    # Return nothing instead of raising `OSError`.\n    go()\n"
EITHER = "if user or password:\n    return basic(user, password)\n"
NAMED = ("src/a.py", "Gate.open\na method")
SPREAD = 'reply = send(\n    letter,\n    sealed=True,\n    stamped=False,\n    fee="express",\n)\n'
LAMP = (
    "if lamp is None:\n    shout(crew)\nelif lamp.dim:\n    # The wick has burned down.\n    sail = trim(\n        mast,\n"
    "        depth=7,\n    )\nelse:\n    rest(crew)\n"
)
SWITCH = "if light.seen:\n    harbour.add_pilot(boat)\nif light.red:\n    anchor.drop(boat)\n"
TWO = "def a(x):\n    x.head = sign(x)\n    return x\n\n\ndef b(x):\n    x.tail = sign(x)\n    return x\n"
LATE = "gate.lock()\ndefer gate.free()\ngate.paint(wall)\n"
SMALL = "if len(load) < self.least and more:\n    # Do not weigh a small load.\n    await self.ship(load)\n"
WHOSE = "/// `Ferry` is local.\n/// `Tanker` is applied to all cargo, regardless of the port.\n"

CASES = [  # rule, sentence, place, verdict
    ("condition", "`open` raises a `ValueError` if `key` is None.", GUARD, "carried"),
    ("condition", "`open` raises a `ValueError` unless `key` is None.", GUARD, "against"),
    ("condition", "When no key is given, `open` raises a `ValueError`.", GUARD, "carried"),
    ("condition", "`open` calls `door` unless `key` is None.", GUARD, "carried"),
    ("condition", "`open` raises a `ValueError` if the moon is full.", GUARD, "open"),
    ("condition", "If `fast` is set, `shortWay` is returned; otherwise `longWay` is.", BRANCH, "carried"),
    ("condition", "If `fast` is set, `longWay` is returned.", BRANCH, "against"),
    ("condition", "Without an app, `NotFound` is raised.", RUBY, "carried"),
    ("condition", "`NotFound` is raised if there is an app.", RUBY, "against"),
    ("condition", "`basic` is returned if either a user or a password is given.", EITHER, "carried"),
    ("condition", "`basic` is returned only if both a user and a password are given.", EITHER, "against"),
    ("order", "It locks before it writes the data.", ORDER, "carried"),
    ("order", "It unlocks before it writes the data.", ORDER, "against"),
    ("order", "It writes the data first and only then locks.", ORDER, "against"),
    ("order", "After it writes the data, it unlocks.", ORDER, "carried"),
    ("role", "`open` calls `door`.", GUARD, "carried"),
    ("role", "`door` calls `open`.", GUARD, "against"),
    ("role", "`Child` extends `Parent`.", "class Child extends Parent {", "carried"),
    ("role", "`Parent` extends `Child`.", "class Child extends Parent {", "against"),
    (
        "role",
        "It writes the output stream to the input stream.",
        "Writes the input stream to the output stream.",
        "against",
    ),
    (
        "role",
        "Use `call` instead of `call!` for the same instance.",
        "For the same instance use `call!` instead of `call`.",
        "against",
    ),
    ("handling", "A `SyntaxError` is swallowed.", SWALLOWED, "carried"),
    ("handling", "A `SyntaxError` is logged.", SWALLOWED, "against"),
    ("handling", "A `ParseError` is logged and re-raised.", RAISED, "carried"),
    ("handling", "A `ParseError` is ignored.", RAISED, "against"),
    ("handling", "An error of `read` is propagated.", GO, "carried"),
    ("handling", "An error of `read` is printed.", GO, "against"),
    ("negation", "It does not forward the request.", RUBY, "open"),
    (
        "negation",
        "The door is locked.",
        "def leave(self):\n    # The door is not locked.\n    self.go = True\n",
        "against",
    ),
    (
        "negation",
        "The door is not locked.",
        "def leave(self):\n    # The door is not locked.\n    self.go = True\n",
        "carried",
    ),
    (
        "place",
        "The door leaves with code 3.",
        "if broken:\n    leave_door(code=0)\nelse:\n    shut(3)\n",
        "open",
    ),
    (
        "place",
        "The door leaves with code 0.",
        "if broken:\n    leave_door(code=0)\nelse:\n    shut(3)\n",
        "carried",
    ),
    ("condition", "The door opens whenever it may, otherwise never again.", GUARD, "open"),
    ("branch", "A null key is passed to the door.", GUARD, "open"),
    ("branch", "A missing key raises a `ValueError`.", GUARD, "carried"),
    (
        "branch",
        "A null flag is stored as a `Text`.",
        "rows.add(flag == null ? Nothing.IT : new Text(flag));\n",
        "open",
    ),
    (
        "condition",
        "If a key is given and allowed, `refuse` is called.",
        "if key:\n    if not allowed:\n        refuse(key)\n",
        "against",
    ),
    (
        "place",
        "The broken door leaves with the final code 3.",
        "if broken:\n    leave_door(code=0)\nelse:\n    shut(3)\n",
        "open",
    ),
    ("place", "`read` raises an `OSError` for missing files.", INSTEAD, "open"),
    (
        "role",
        "Alpha rules take precedence over beta rules.",
        "Beta rules take precedence over alpha rules when they differ.",
        "against",
    ),
    ("handling", "An `OSError` is rethrown as a `LockError`.", WRAPPED, "carried"),
    ("handling", "A `LockError` is rethrown as an `OSError`.", WRAPPED, "open"),
    # what a block does under its condition
    ("condition", "When the wick has burned down, the crew rests.", LAMP, "open"),
    ("condition", "The pilot is added to the harbour only if the light was seen.", SWITCH, "carried"),
    ("condition", "The pilot is added to the harbour only if the light is red.", SWITCH, "open"),
    ("condition", "The boat drops the anchor if the light was seen.", SWITCH, "open"),
    # a statement goes on over several lines
    ("place", "The letter is sent with an express fee.", SPREAD, "carried"),
    # in each definition that has both
    ("order", "`x` is returned after it was signed.", TWO, "carried"),
    ("order", "`x` is signed after it was returned.", TWO, "against"),
    ("order", "It frees the gate after it has painted the wall.", LATE, "carried"),
    ("order", "It frees the gate before it paints the wall.", LATE, "against"),
    ("place", "A load that is smaller than `least` is shipped.", SMALL, "carried"),
    ("place", "A load that is larger than `least` is shipped.", SMALL, "open"),
    # what another name of code does
    (
        "quantity",
        "`BigTanker` applies to all cargo, whichever port.",
        WHOSE.replace("Tanker", "BigTanker"),
        "carried",
    ),
    (
        "quantity",
        "`BigFerry` applies to all cargo, whichever port.",
        WHOSE.replace("Tanker", "BigTanker"),
        "open",
    ),
    ("quantity", "All keys are copied.", "for key in keys:\n    copy(key)\n", "carried"),
    ("quantity", "Only the first key is copied.", "copy(keys[0])\n", "open"),
]


@pytest.mark.parametrize(("rule", "sentence", "place", "verdict"), CASES)
def test_each_rule(rule: str, sentence: str, place: str, verdict: str):
    found = settle(sentence, (place,), NAMED)
    assert (found.verdict, rule in found.spoke) == (verdict, True), (
        f"{found}: `{rule}` must speak, and `against` needs its id in AGAINST of helix_lsp/tuning/verify.py"
    )


@pytest.mark.parametrize(("value", "label"), [("False", "carried"), ("True", "against")])
def test_a_literal_that_a_name_is_given(value: str, label: str):
    told = support(f"The letter is sent with `stamped` set to `{value}`.", (SPREAD,), NAMED)
    assert (told.label, told.rule) == (label, "" if label == "carried" else "value-other")


@pytest.mark.parametrize(
    ("said", "place", "label"),
    [
        ("The tower sends `Keel` with `Mast`.", "tower.send(Keel, Mast)\n", "open"),
        ("`open` sends `Keel`.", "tower.send(Keel)\n", "carried"),
        ("The tower sends `Keel`, `Mast` and `Boom`.", "tower.send(Keel, Mast, Boom)\n", "carried"),
        (
            "The anchor of the ship is replaced by the default one.",
            "anchor = pick(ship.anchor || defaults.anchor)\n",
            "open",
        ),
        ("The anchor is dropped.", "pilot.drop(anchor)\n", "carried"),
    ],
)
def test_two_things_that_could_change_places_unseen(said: str, place: str, label: str):
    told = support(said, (place,), NAMED)
    assert (told.label, told.rule) == (label, "" if label == "carried" else "exchange-open")


def test_every_rule_has_cases():
    assert {rule for rule, *_ in CASES} == set(RULES)


@pytest.mark.parametrize(
    ("said", "held", "sign"),
    [
        ("the key is missing", "key is None", 1), ("no key is given", "!key", 1), ("the list of keys is empty", "len(keys) == 0", 1),
        ("there are keys", "keys.length > 0", 1), ("the key is not empty", "key == ''", -1), ("the count exceeds the limit", "count > limit", 1),
        ("the count is below the limit", "count > limit", -1), ("the mode differs from the default mode", "mode != default_mode", 1),
        ("the key is there", "not (key is None)", 1), ("a moon is full", "key is None", 0),
    ],
)  # fmt: skip
def test_conditions_in_words_and_in_code(said: str, held: str, sign: int):
    assert agree(spoken(said), written(held))[0] == sign


def test_steps_know_what_they_stand_under():
    text = "if alpha:\n    return b\nif gamma:\n    d()\nelif epsilon:\n    f()\nelse:\n    g()\n"
    under = {
        s.text: [(g.condition.text, g.condition.atoms[0].sign, g.direct) for g in s.guards]
        for s in steps(text)
        if "(" in s.text
    }
    assert under["d()"] == [("alpha", -1, False), ("gamma", 1, True)]
    assert under["f()"] == [("alpha", -1, False), ("gamma", -1, True), ("epsilon", 1, True)]
    assert under["g()"] == [("alpha", -1, False), ("gamma", -1, True), ("epsilon", -1, True)]


def test_a_variable_that_is_called_like_a_keyword_begins_no_definition():
    assert [(s.text, s.of) for s in steps("const func = handler.func;\nfunc(bell);\n")] == [
        ("const func = handler.func;", 0),
        ("func(bell);", 0),
    ]


def test_open_is_neither_carried_nor_contradicted():
    told = support("`open` calls `door` only when the moon is full.", (GUARD,), NAMED)
    assert (told.supported, told.open) == (False, True)
    told = support("`open` raises a `ValueError` unless `key` is None.", (GUARD,), NAMED)
    assert (told.supported, told.open) == (False, False)


@given(st.text(max_size=300), st.text(max_size=400))
def test_it_never_fails(sentence: str, place: str):
    assert settle(sentence, (place,), NAMED).verdict in ("carried", "against", "open")


TOKENS = "if key is None : { } else return raise unless ( ) && || not no without before after ; , \n   = keys door".split(
    " "
)
PIECES = st.lists(st.sampled_from(TOKENS), max_size=40)


@given(PIECES.map(" ".join), PIECES.map(" ".join))
def test_odd_sentences_and_odd_code(sentence: str, place: str):
    assert settle(sentence, (place,), NAMED).verdict in ("carried", "against", "open")
