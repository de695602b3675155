"""The plan as text between its markers, in the format that `read_block` reads.

`INSTRUCTIONS` is what a model that plans is told; a model that repeats it back has said nothing.
"""

from __future__ import annotations

from helix_lsp.ask.plan.values import STRUCTURAL, SURFACES, Directives

START, END, QUERIES = "PLAN_START", "PLAN_END", "QUERIES_START"
INSTRUCTIONS = f"""\
Write only the block below. Each directive is optional and stands on one line. State no facts.
{START}
preferred_surfaces: <some of: {", ".join(SURFACES)}>
avoid_surfaces: <some of: {", ".join(SURFACES)}>
must_include_globs: <path or glob of this repository>, <another>
required_slots: <some of: {", ".join(STRUCTURAL)}>
concept_slots: <slot-id>, <slot-id>
evidence_criteria: <slot-id> => <phrase>, <phrase>
clarify: <one short question>
{QUERIES}
<one query hint a line>
{END}
"""


def write_block(directives: Directives) -> str:
    """The block; directives without a value do not have a line."""
    lines = [START]
    for key, values in (
        ("preferred_surfaces", directives.preferred_surfaces),
        ("avoid_surfaces", directives.avoid_surfaces),
        ("must_include_globs", directives.must_include_globs),
        ("required_slots", directives.required_slots),
        ("concept_slots", directives.concept_slots),
    ):
        if values:
            lines.append(f"{key}: {_listed(values)}")
    lines += [
        f"evidence_criteria: {slot} => {_listed(phrases)}"
        for slot, phrases in directives.evidence_criteria
        if phrases
    ]
    if directives.clarify:
        lines.append(f"clarify: {directives.clarify}")
    if directives.hints:
        lines += [QUERIES, *directives.hints]
    return "\n".join([*lines, END, ""])


def _listed(values: tuple[str, ...]) -> str:
    """Joined by commas; a value that holds a separator is in quotes."""
    return ", ".join(f'"{v}"' if any(c in v for c in ",|") else v for v in values)
