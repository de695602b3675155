"""`make reliability`: what the server promises, measured; each gate prints its figure, its goal and whether
it holds. Exit code 1 when one fails.

    python bench/reliability.py [G1 G2 ...] [--scale X] [--seed N]

Each gate is one promise, chosen by hand; tests name them by these numbers ("Carries G4"):

    G1   life cycle, envelope, params and framing are as the protocol specifies them
    G2   each message that can be made from the meta model is answered exactly once, whatever is wrong with it
    G3   everything that the server sends is valid by the meta model
    G4   no edit is lost: the server's text is the editor's, in every encoding, in and out of range
    G5   damaged frames raise nothing, hang nothing, and the next sound one is found
    G6   an operation on any document fails nowhere and gives back places inside the text
    G7   hovers, edits and questions are answered in time while thousands of files are indexed
    G8   what is cancelled is answered at once and its work stops
    G9   nothing grows over many messages: memory, threads, descriptors
    G10  whatever it does, the server ends in time, with the right exit code, and leaves no process behind
    G12  a damaged index never gives a wrong fact, and mends itself
    G13  several windows share one index without a lock that anyone sees
    G14  a flood of changes with lost events ends in the index of the disk
    G15  a citation's bytes are those of its file at that version, or it is refused
    G16  the 32 faults of the world are survived (`reliability_faults.py` lists them)
    G17  nothing in a hostile repository starts a program, connects, or reads or writes outside
    G20  secrets of known shape are not sent (tests/ask/test_redact.py; no gate here)
    G26  an idle server costs next to nothing

The other gates have words for names. Numbers that are missing are promises that other tests carry, or nobody
yet.
`--scale` multiplies the counts of a pull request (0.25 on shared build machines;
`make fuzz` and `make soak` use far more). Seeds are fixed and printed; every gate can be run alone.
"""

from __future__ import annotations

import argparse
import logging
import sys
import time
import traceback
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "bench")]

import reliability_citations as citations  # noqa: E402  (found through the line above)
import reliability_faults as faults  # noqa: E402
import reliability_hostile as hostile  # noqa: E402
import reliability_kept as kept  # noqa: E402
import reliability_load as load  # noqa: E402
import reliability_owners as owners  # noqa: E402
import reliability_pathological as hard  # noqa: E402
import reliability_protocol as protocol  # noqa: E402
import reliability_ranges as ranges  # noqa: E402
import reliability_stops as stops  # noqa: E402
import reliability_world as world  # noqa: E402
from reliability_figure import Figure  # noqa: E402

from tests.support.fake_backend import FakeBackend  # noqa: E402

GATES: dict[str, Callable[[float, int], list[Figure]]] = {
    "G1": protocol.probes,
    "G2": protocol.corpus,
    "G3": protocol.emitted,
    "G4": protocol.edits,
    "G5": protocol.frames,
    "G6": world.document_operations,
    "G7": load.held,
    "G8": protocol.cancels,
    "G9": load.soak,
    "G10": stops.stops,
    "G12": world.damaged,
    "G13": world.windows,
    "G14": world.flood,
    "G15": citations.citations,
    "G16": faults.survived,
    "G17": hostile.hostile,
    "G26": owners.idle,
    "descriptors": owners.descriptors,
    "faults": owners.failures,
    "folders": kept.kept,
    "orphans": owners.orphans,
    "pathological": hard.pathological,
    "ranges": ranges.ranges,
    "start": load.start,
}


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("gates", nargs="*", choices=[*GATES, []], help="which gates; all without")
    parser.add_argument("--scale", type=float, default=0.25)
    parser.add_argument("--seed", type=int, default=20261)
    options = parser.parse_args()
    FakeBackend.stray = ""
    logging.disable(logging.CRITICAL)
    print(f"scale {options.scale}, seed {options.seed}")
    failed = 0
    for name in options.gates or GATES:
        began = time.monotonic()
        try:
            figures = GATES[name](options.scale, options.seed)
        except Exception:  # a gate that cannot be measured has not passed
            traceback.print_exc()
            figures = [
                Figure(
                    what="could not be measured",
                    value="an exception, see above",
                    goal="a figure",
                    holds=False,
                )
            ]
        for figure in figures:
            failed += not figure.holds
            print(
                f"{name:5} {'ok  ' if figure.holds else 'MISS'} {figure.what}: {figure.value} (goal: {figure.goal})",
                flush=True,
            )
        print(f"{name:5}      {time.monotonic() - began:.1f} s", flush=True)
    print(f"{failed} figures miss their goal" if failed else "every figure holds")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
