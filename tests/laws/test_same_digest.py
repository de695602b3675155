"""Law I4: same snapshot, question and options give the same envelope digest and steps, under any
PYTHONHASHSEED.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
PROGRAM = r"""
import json
from itertools import islice, permutations
from helix_lsp.ask.question.question import Question
from helix_lsp.ide.ask import ask
from helix_lsp.ide.query import QueryRequest, query
from tests.stories.test_stories import stories
from tests.support.check import indexed

story = next(stories())
tied = "\n".join(f"    {' = '.join(order)}" for order in islice(permutations("session cookie signing serializer secret digest".split()), 0, 720, 19))
out = []
with indexed({**story.files, "shop/sessions.py": f"def open_session(app):\n{tied}\n".encode()}) as world:
    for question in (
        "what does add_hold do?",
        "how is the kiln stopped",
        "where is the limit",
        "why",
        "zebra",
        "Schedule",
        "who calls stop_firing",
        "how does the session cookie get its signing serializer from the secret digest?",
        "where is the digest of the secret that signing serializers use for a session cookie?",
        "how is the secret of the signing serializer kept in the session cookie?",
    ):
        done = ask(world.view(), Question(text=question))
        hits = query(world.view(), QueryRequest(text=question, k=40)).hits
        steps = [s.digest for s in done.trace.answer.steps]
        out.append([done.envelope.digest, steps, [[h.range.path, h.range.span.start, h.hit.score] for h in hits]])
    out.append(world.snapshot.digest())
print(json.dumps(out))
"""


def _run(seed: str) -> list[object]:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        cwd=ROOT,
        env=os.environ | {"PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )
    return list(json.loads(done.stdout))


def test_I4_digests_do_not_depend_on_the_hash_seed() -> None:
    runs = [_run(seed) for seed in ("0", "1", "4242")]
    assert runs[0] == runs[1] == runs[2]
    assert len({json.dumps(r) for r in runs[0]}) == len(runs[0]), "different questions have different digests"
