"""The plan's block: written, read strictly, and never more than what stands between its markers
(docs/reference/ladder.md, S1-09).
"""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from helix_lsp.align.drift.verdict import because
from helix_lsp.ask.plan.read_block import read_block, say_problem
from helix_lsp.ask.plan.values import STRUCTURAL, SURFACES, Directives
from helix_lsp.ask.plan.write_block import INSTRUCTIONS, write_block
from helix_lsp.config.plan import PlanConfig

CFG = PlanConfig()
FULL = Directives(
    preferred_surfaces=("docs", "knowledge"),
    avoid_surfaces=("tests",),
    must_include_globs=("docs/a, b.md", "src/**/*.py"),
    required_slots=("definition", "failure_path"),
    concept_slots=("warp-bubble",),
    evidence_criteria=(("warp-bubble", ("thin shell", "metric, natario")),),
    clarify="Which bubble is meant?",
    hints=("warp bubble metric", "docs/warp.md"),
)


def read(text: str) -> Directives:
    return read_block(text, CFG)[0]


def block(*lines: str) -> str:
    return "\n".join(["PLAN_START", *lines, "PLAN_END"])


def test_the_block_is_written_in_the_format_of_the_seed():
    assert write_block(FULL) == (
        "PLAN_START\n"
        "preferred_surfaces: docs, knowledge\n"
        "avoid_surfaces: tests\n"
        'must_include_globs: "docs/a, b.md", src/**/*.py\n'
        "required_slots: definition, failure_path\n"
        "concept_slots: warp-bubble\n"
        'evidence_criteria: warp-bubble => thin shell, "metric, natario"\n'
        "clarify: Which bubble is meant?\n"
        "QUERIES_START\n"
        "warp bubble metric\n"
        "docs/warp.md\n"
        "PLAN_END\n"
    )


def test_what_was_written_is_read():
    assert read_block(write_block(FULL), CFG) == (FULL, ())


def test_nothing_outside_the_markers_counts():
    outside = "preferred_surfaces: code\nsecret hint\n"
    assert read(outside + write_block(FULL) + outside) == FULL
    for text in (
        outside,
        "PLAN_START\npreferred_surfaces: docs\n",
        "preferred_surfaces: docs\nPLAN_END",
        "say PLAN_START\ndocs\nPLAN_END",
        "",
    ):
        assert read_block(text, CFG)[0] == Directives()
        assert read_block(text, CFG)[1]


def test_only_the_first_block_counts_and_the_second_is_told():
    found, problems = read_block(
        block("preferred_surfaces: docs") + "\n" + block("preferred_surfaces: code"), CFG
    )
    assert found == Directives(preferred_surfaces=("docs",))
    assert problems == (because("second-block", line="4"),)


@pytest.mark.parametrize(
    "path",
    ["/etc/passwd", "../../x", "docs/../../x", "~/.ssh/id", "C:\\x", "a\\b", "docs/\x00", "x:y", "docs/./a", "<repo path>", "-rf", "!docs/**",
     "https://evil.example/x", "docs//a", "x" * 300],
)  # fmt: skip
def test_paths_that_leave_the_root_are_refused_with_their_line(path: str):
    found, problems = read_block(
        block("avoid_surfaces: tests", f"must_include_globs: {path}, docs/ok.md"), CFG
    )
    assert found.must_include_globs == ("docs/ok.md",)
    assert [(one.id, one.fact("line")) for one in problems] == [("unfit", "3")]


def test_unknown_surfaces_slots_and_directives_are_problems():
    found, problems = read_block(
        block(
            "preferred_surfaces: docs, ethos", "required_slots: definition, magic", "execute: rm -rf", "hello"
        ),
        CFG,
    )
    assert found == Directives(preferred_surfaces=("docs",), required_slots=("definition",))
    assert problems == (
        because("unfit", line="2", text="'ethos'", name="preferred_surfaces"),
        because("unfit", line="3", text="'magic'", name="required_slots"),
        because("no-directive", line="4", text="'execute: rm -rf'"),
        because("no-directive", line="5", text="'hello'"),
    )


def test_echoed_instructions_say_nothing():
    assert read_block(INSTRUCTIONS, CFG) == (Directives(), ())
    mixed = INSTRUCTIONS.replace("<one query hint a line>", "<one query hint a line>\nreal hint")
    assert read(mixed) == Directives(hints=("real hint",))


@pytest.mark.parametrize(
    "line",
    ["[click](https://evil.example)", "see https://evil.example", "<script>x</script>", "<img src=x>", "a\u202eb", "x\x1b[31m", "w " * 40, "z" * 500,
     "...", "<hint>"],
)  # fmt: skip
def test_markup_links_and_control_characters_are_no_hint(line: str):
    found, problems = read_block(block("QUERIES_START", line), CFG)
    assert found.hints == ()
    assert len(problems) == 1


def test_list_marks_are_taken_off_and_repeats_dropped():
    assert read(block("QUERIES_START", "- error handler", "2) `Error Handler`", "* * teardown")).hints == (
        "error handler",
        "teardown",
    )


@pytest.mark.parametrize(
    "line",
    ["clarify: tell me more", "clarify: a? b?", "clarify: " + "w" * 300 + "?", "clarify: see http://x?"],
)
def test_clarify_is_one_short_question(line: str):
    assert read(block(line)).clarify == ""


def test_limits_hold_and_are_told():
    found, problems = read_block(block("QUERIES_START", *(f"hint {n}" for n in range(40))), CFG)
    assert len(found.hints) == CFG.hints
    assert len(problems) == 21
    assert problems[-1] == because("more", many="14")


def test_separators_and_key_spellings_of_the_seed():
    text = block("- Preferred_Surfaces = docs | code", "must include: a.py", "slot_evidence: x -> y")
    assert read(text) == Directives(
        preferred_surfaces=("docs", "code"), must_include_globs=("a.py",), evidence_criteria=(("x", ("y",)),)
    )


LINES = st.one_of(
    st.text(max_size=60),
    st.sampled_from(
        [
            "PLAN_START",
            "PLAN_END",
            "QUERIES_START",
            " PLAN_END ",
            *INSTRUCTIONS.splitlines(),
            *write_block(FULL).splitlines(),
        ]
    ),
    st.builds(
        "{}: {}".format,
        st.sampled_from(
            [
                "preferred_surfaces",
                "must_include_globs",
                "required_slots",
                "concept_slots",
                "evidence_criteria",
                "clarify",
                "avoid_surfaces",
            ]
        ),
        st.text(max_size=60),
    ),
)


@settings(max_examples=400)
@given(st.lists(LINES, max_size=14), st.sampled_from(["\n", "\r\n", "\r"]))
def test_any_text_is_read_and_reading_again_changes_nothing(lines: list[str], end: str):
    found, problems = read_block(end.join(["PLAN_START", *lines, "PLAN_END"]), CFG)
    assert read_block(write_block(found), CFG) == (found, ())
    assert set(found.preferred_surfaces + found.avoid_surfaces) <= set(SURFACES)
    assert set(found.required_slots) <= set(STRUCTURAL)
    assert all(say_problem(p).startswith(("line ", "and ")) for p in problems)


@given(st.text(max_size=400))
def test_a_text_without_markers_is_no_plan(text: str):
    if "PLAN_START" not in text:
        assert read(text) == Directives()
