"""Law I4 for what a model is told: the same source gives the same prompt, item hashes and reading of an
answer, under any PYTHONHASHSEED.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
PROGRAM = """
from tests.ask.prompt.sources import BELLS
from tests.ask.test_hostile_answers import run
from helix_lsp.ask.model.prompt.assemble import assemble
from helix_lsp.ask.model.redact import redact
from helix_lsp.config.questions import ModelConfig
from helix_lsp.text.digest import sha256_hex

prompt = assemble(BELLS, redact, ModelConfig())
read = [repr((made.draft, made.repaired, made.refused)) for _, made in map(run, range(80))]
print([i.id for i in prompt.items], prompt.results.hash, sha256_hex(prompt.request.prompt.encode()), sha256_hex(repr(read).encode()))
"""


def _run(seed: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        cwd=ROOT,
        env=os.environ | {"PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


def test_I4_prompts_do_not_depend_on_the_hash_seed() -> None:
    first, *others = [_run(seed) for seed in ("0", "1", "4242")]
    assert "proof_spans:" in first
    assert others == [first, first]
