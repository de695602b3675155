"""`helix-lsp doctor`: what is wrong with this set-up and how to mend it."""

from __future__ import annotations

from argparse import Namespace

from helix_lsp.cli.root import root_of
from helix_lsp.cli.screen import Screen, clean
from helix_lsp.session.doctor import doctor
from helix_lsp.wire.status import diagnosis_to_wire

_MARKS = {"ok": "ok   ", "note": "note ", "wrong": "WRONG"}


def run(arguments: Namespace, screen: Screen) -> int:
    """One line a finding with its remedy below, or the doctor.v1 with `--json`; 1 when something is wrong."""
    diagnosis = doctor(root_of(arguments.root))
    if arguments.json:
        screen.json(diagnosis_to_wire(diagnosis), indent=2)
        return 0 if diagnosis.good else 1
    screen.text(f"{diagnosis.root}")
    for finding in diagnosis.findings:
        mark = _MARKS[finding.state]
        screen.styled(
            f"{screen.strong(mark) if finding.state == 'wrong' else mark}  {finding.name:<9} {clean(finding.text)}"
        )
        if finding.remedy:
            screen.text(f"{'':<17}-> {finding.remedy}")
    wrong = sum(finding.state == "wrong" for finding in diagnosis.findings)
    screen.text(
        "nothing is wrong" if diagnosis.good else f"{wrong} thing{'s are' if wrong > 1 else ' is'} wrong"
    )
    return 0 if diagnosis.good else 1
