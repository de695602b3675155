"""Prose that describes a symbol without naming it: sentences of real documents, labelled by hand before
anything was run on them.

    BENCH_MIRROR=clones BENCH_REPOS=trees python bench/described.py

Prints for each document how many sentences got a right symbol, how many got a wrong one only, and how many
that mean none got one. A sentence is asked as `helix-lsp align --text` asks it. `described.json` names
repository, commit and document, and says how each set was labelled; "unseen" sets were read by no rule's
author before the rules stood.
"""

from __future__ import annotations

import sys
from pathlib import Path

from labelled import labelled

from helix_lsp.ide.lens import AlignRequest, Scope, align, aligner

SETS = Path(__file__).with_name("described.json")


def main() -> int:
    loud = "-v" in sys.argv
    for one, _, workspace in labelled(SETS):
        view = workspace.view()
        scope = Scope()
        prepared = aligner(view, scope)
        right = given = good = wrong = 0
        described = [r for r in one["rows"] if r["symbols"]]
        for row in one["rows"]:
            found = align(view, AlignRequest(scope=scope, text=row["text"]), prepared).symbols
            names = {f.name for f in found}
            hit = names & set(row["symbols"])
            right, given = right + bool(hit), given + bool(names)
            good, wrong = good + len(hit), wrong + len(names - hit)
            if loud:
                print(
                    "+" if hit else "-" if names else " ",
                    row["text"][:80],
                    "|",
                    row["symbols"],
                    "|",
                    [(f.name, f.why) for f in found][:3],
                )
        print(
            f"{one['repo']:<16} {one['set']:<7} described {len(described):>3}: found {right:>3} (recall {right / len(described):.2f})"
            f"  links {good} right, {wrong} wrong (precision {good / max(1, good + wrong):.2f})  sentences answered {given} of {len(one['rows'])}"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
