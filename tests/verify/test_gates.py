"""Each gate, passing and failing."""

from __future__ import annotations

from dataclasses import replace

import pytest

from helix_lsp.config.documents import VerifyConfig
from helix_lsp.verify.gates import belief, coverage, denial, denies, rattling
from helix_lsp.verify.ledger import Cited, Claim, Weighed, claim_type, keep_ledger, weigh
from helix_lsp.verify.lints import asked_for, definition_lint, physics_lint, quantity_rules

CFG = VerifyConfig()


def told(*pairs: tuple[str, str], around: tuple[str, ...] = ("src/kiln.py",)) -> tuple[Weighed, ...]:
    """(sentence, cited text; `` for none) as weighed claims, each of its own place."""
    out: list[Weighed] = []
    for n, (text, source) in enumerate(pairs, 1):
        cited = (
            (
                Cited(
                    path=f"src/f{n}.py",
                    start_line=n,
                    end_line=n,
                    text=source,
                    around=(f"src/f{n}.py", *around),
                ),
            )
            if source
            else ()
        )
        out.append(weigh(Claim(id=f"claim:{n}", text=text, cited=cited), CFG))
    return tuple(out)


@pytest.mark.parametrize(
    ("text", "cited", "expected"),
    [
        ("The kiln stops.", "The kiln stops.", "fact"),
        ("The file may be missing.", "The file may be missing.", "fact"),
        ("The file may be missing.", "The file is read.", "hypothesis"),
        ("This is probably a cache.", "a cache", "hypothesis"),
        ("We assume that the relay is open.", "relay", "assumption"),
        ("Therefore the kiln goes cold.", "kiln", "inference"),
        ("`may_fail` runs.", "may_fail", "fact"),
    ],
)
def test_a_cue_counts_where_the_source_does_not_use_it(text: str, cited: str, expected: str):
    assert claim_type(text, (cited,)) == expected


def test_a_question_is_no_fact():
    assert claim_type("Which kiln is meant?", ()) == "question"


def test_the_ledger_asks_facts_for_evidence_and_support():
    """docs/reference/ladder.md, S0-32: claim_ledger marks a claim supported only if evidence_refs is
    non-empty.
    """
    ledger = keep_ledger(
        told(
            ("The kiln stops.", "The kiln stops."),
            ("The kiln stops.", ""),
            ("The kiln melts.", "The kiln stops."),
        )
    )
    assert [(e.supported, e.evidence_refs, e.proof) for e in ledger.entries] == [
        (True, ("src/f1.py:1",), "source:src/f1.py:1 -> cite -> claim:1"),
        (False, (), "source:missing -> verify -> claim:2"),
        (False, ("src/f3.py:3",), "source:src/f3.py:3 -> not_supported -> claim:3"),
    ]
    assert [(u.id, u.kind) for u in ledger.uncertain] == [
        ("claim:2", "missing_evidence"),
        ("claim:3", "missing_evidence"),
    ]


def test_an_inference_is_supported_only_by_its_own_place():
    """Another supported fact on the same lines does not make it true."""
    fact, drawn = told(
        ("The relay opens when the kiln is hot.", "The relay opens when the kiln is hot."),
        ("Therefore the kiln is the fastest one.", "The relay opens when the kiln is hot."),
    )
    ledger = keep_ledger((fact, drawn))
    assert [(e.type, e.label, e.supported) for e in ledger.entries] == [
        ("fact", "carried", True),
        ("inference", "open", False),
    ]


@pytest.mark.parametrize(
    ("text", "cited", "label"),
    [
        ("The kiln stops.", "The kiln stops.", "carried"),
        ("The kiln stops slowly at night.", "The kiln stops.", "open"),
        ("The kiln does not stop.", "The kiln stops.", "against"),
        ("The kiln stops after 3 hours.", "The kiln stops after 2 hours.", "against"),
        ("The kiln stops.", "", "against"),
    ],
)
def test_every_statement_has_one_of_three_labels(text: str, cited: str, label: str):
    (entry,) = keep_ledger(told((text, cited))).entries
    assert entry.label == label
    assert bool(entry.rule) is (label != "carried")


def test_hypotheses_are_listed_and_never_supported():
    ledger = keep_ledger(told(("The kiln is probably a cache.", "The kiln is a cache.")))
    assert not ledger.entries[0].supported
    assert ledger.uncertain[0].kind == "hypothesis"


def test_belief_is_the_share_of_unsupported_statements():
    good, bad = ("The kiln stops.", "The kiln stops."), ("The kiln melts away.", "The relay opens.")
    assert belief(keep_ledger(told(good, good)), CFG).verdict == "pass"
    one = belief(keep_ledger(told(good, good, bad)), CFG)
    assert (one.verdict, one.act, one.claims) == ("pass", "drop", ("claim:3",))
    most = belief(keep_ledger(told(good, bad, bad)), CFG)
    assert (most.verdict, most.act) == ("fail", "replace")
    assert belief(keep_ledger(()), CFG).verdict == "skipped"


def test_coverage_names_hard_slots_that_the_answer_does_not_speak_of():
    weighed = told(("The kiln stops.", "The kiln stops when it is hot."))
    assert coverage((("kiln", "oven"),), (), weighed, CFG, evidence_ok=True).verdict == "pass"
    assert coverage((("oven", "kiln"),), (), weighed, CFG, evidence_ok=True).verdict == "pass"
    missing = coverage((("kiln",), ("relay board",)), (), weighed, CFG, evidence_ok=True)
    assert (missing.verdict, missing.act, missing.detail) == ("fail", "label", "missing: relay board")
    assert coverage((("relay board",),), (), weighed, CFG, evidence_ok=False).act == "replace"


def test_words_of_the_question_never_replace_an_answer():
    """I6: only hard slots decide."""
    weighed = told(("The kiln stops.", "The kiln stops when it is hot."))
    gate = coverage((), ("relay", "thermocouple", "probe"), weighed, CFG, evidence_ok=False)
    assert (gate.verdict, gate.act) == ("fail", "label")
    assert coverage((), ("kiln", "hot"), weighed, CFG, evidence_ok=True).verdict == "pass"


@pytest.mark.parametrize(
    ("question", "stems"),
    [
        ("What is a Blueprint?", ("blueprint",)),
        ("Define TS_ratio in this repo.", ("ts", "ratio")),
        ("What does solar restoration mean in this repo?", ("solar", "restor")),
        ("What is the default value of MAX_COOKIE_SIZE?", ()),
        ("What is the difference between Route and Mount?", ()),
        ("How are handlers registered?", ()),
    ],
)
def test_what_a_definition_question_asks_for(question: str, stems: tuple[str, ...]):
    assert asked_for(question) == stems


def test_a_definition_must_come_from_what_bears_the_name():
    inside = told(("Keeps the heat.", "Keeps the heat."), around=("Kiln\na class",))
    copula = told(("A kiln is an oven for clay.", "A kiln is an oven for clay."))
    beside = told(
        ("Opens the relay of the kiln.", "Opens the relay of the kiln."), around=("Relay.open\na method",)
    )
    assert definition_lint("What is a kiln?", inside).verdict == "pass"
    assert definition_lint("What is a kiln?", copula).verdict == "pass"
    gate = definition_lint("What is a kiln?", beside)
    assert (gate.verdict, gate.act) == ("fail", "label")


@pytest.mark.parametrize(
    ("sentence", "source", "why"),
    [
        ("The gap is 3 mm wide.", "gap: 3 nm", "wrong prefix"),
        ("The gap is 3 V wide.", "gap: 3 nm", "wrong dimension"),
        ("A pressure of 3 GHz acts.", "3 of them act", "wrong dimension"),
        ("It is 1 GPa (1e6 Pa).", "1 GPa, 1e6 Pa", "is not"),
    ],
)
def test_wrong_units_are_dropped(sentence: str, source: str, why: str):
    gate = physics_lint(told((sentence, source)), CFG)
    assert (gate.verdict, gate.act, gate.claims) == ("fail", "drop", ("claim:1",))
    assert why in gate.detail


def test_what_the_source_has_wrong_is_said_and_kept():
    gate = physics_lint(told(("The pressure is 3 GHz.", "The pressure is 3 GHz.")), CFG)
    assert (gate.verdict, gate.act) == ("fail", "label")


def test_right_units_pass_and_no_units_are_not_looked_at():
    assert physics_lint(told(("The pressure is 3 GPa (3e9 Pa).", "pressure 3 GPa")), CFG).verdict == "pass"
    assert physics_lint(told(("There are 3 kilns.", "3 kilns")), CFG).verdict == "skipped"


def test_rules_of_a_repository_are_data():
    """Repository rules as data."""
    cfg = VerifyConfig(quantity_rules=("tile pressure: GPa 0.1..10",))
    assert physics_lint(told(("The tile pressure is 3 GPa.", "tile pressure 3 GPa")), cfg).verdict == "pass"
    gate = physics_lint(told(("The tile pressure is 30 GPa.", "tile pressure 30 GPa")), cfg)
    assert "out of bounds" in gate.detail
    rules, problems = quantity_rules(("tile pressure: GPa", "nonsense", "x: frobs"))
    assert rules[0].name == "tile pressure"
    assert len(problems) == 2


@pytest.mark.parametrize(
    "text",
    [
        "There is no evidence in the repository for this.",
        "I could not find anything about kilns in the provided context.",
        "The code base does not mention a relay.",
        "No information about this was found in the sources.",
        "I'm unable to find it in the files.",
    ],
)
def test_denials_are_told(text: str):
    assert denies(text)
    assert denial(told((text, "")), evidence_ok=True).act == "replace"


@pytest.mark.parametrize(
    "text",
    ["The lock does not include the file's name twice.", "No cookie is sent.", "The relay is not open."],
)
def test_other_negations_are_none(text: str):
    assert not denies(text)


def test_a_source_that_says_it_is_missing_is_quoted_freely():
    text = "No documentation of the relay was found in the repository."
    assert denial(told((text, text)), evidence_ok=True).verdict == "pass"


def test_facts_without_evidence_are_denied_too():
    """The other direction of design-decisions.md#no-denial."""
    assert denial(told(("The kiln stops.", "The kiln stops.")), evidence_ok=False).act == "replace"
    assert (
        denial(told(("There is no evidence for it in the repository.", "")), evidence_ok=False).verdict
        == "pass"
    )


def test_rattling_is_about_stitched_and_vague_statements_not_about_length():
    """A score that does not grow with size."""
    pieces = [
        f"The {a} of the {b} is kept in the {c}. It was written with care and is read every morning by nobody else."
        for a, b, c in (
            ("heat", "kiln", "clay"),
            ("light", "lamp", "glass"),
            ("sound", "bell", "bronze"),
            ("water", "river", "valley"),
        )
    ]
    good = told(*[(p.split(". ")[0] + ".", "\n\n".join([p] * n)) for n, p in enumerate(pieces, 1)])
    assert rattling(good, CFG).value == 0.0
    block = "\n\n".join(pieces)
    strict = replace(CFG, covered_share=0.9)
    words = (
        "The heat of the kiln is kept in the clay, glass and bronze.",
        "The light of the lamp is kept in the glass, clay and valley.",
    )
    stitched = told(*((one, block) for one in words))
    assert rattling(stitched, strict).verdict == "fail"
