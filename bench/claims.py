"""Claims checked against code, measured: 412 sentences about fifteen repositories, half with one thing changed.

    CLAIMS_REPOS=folder python bench/claims.py tuning|set_aside|all [--missed]

`claims.jsonl` names the repository, the commit, the sentence, whether it is true, what was changed and, from row
102 on, the place in the code that decides it. Rows 102 and later belong to whole repositories of one half. The folder
holds a checkout of each repository at that commit under its bare name. Printed are precision and recall of
*contradicted*, the share of true sentences that are flagged, the share of true ones that are borne out, and the
time of the process for one claim.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from helix_lsp.align.live import Live
from helix_lsp.config import Config
from helix_lsp.session.settings.settings import Settings, Surroundings
from helix_lsp.session.workspace import Workspace
from helix_lsp.verify.claim.judge import claims_of, rule

ROWS = Path(__file__).with_name("claims.jsonl")


def verdict(sentence: str, live: Live) -> tuple[str, str]:
    """(contradicted, supported, not_found or unread; why) of a sentence: one contradicted claim is enough."""
    rulings = [rule(claim, live) for claim in claims_of(sentence)]
    if not rulings:
        return "unread", ""
    for one in rulings:
        if one.verdict == "contradicted":
            return "contradicted", one.why.id
    settled = all(r.verdict == "supported" for r in rulings)
    return ("supported" if settled else "not_found"), ", ".join(r.why.id for r in rulings)


def checkout(folder: Path, row: dict[str, str]) -> Path:
    """The tree of a row; stops where it is another state than the rows were written for."""
    root = folder / row["repository"].rpartition("/")[2]
    head = subprocess.run(
        ["git", "-C", str(root), "rev-parse", "HEAD"], capture_output=True, text=True, check=False
    ).stdout.strip()
    if head != row["commit"]:
        sys.exit(f"{root} is at {head or 'no commit'}; check out {row['commit']} of {row['repository']}")
    return root


def main() -> None:
    half = sys.argv[1] if len(sys.argv) > 1 else "tuning"
    missed = "--missed" in sys.argv
    folder = Path(os.environ.get("CLAIMS_REPOS", ""))
    if not os.environ.get("CLAIMS_REPOS"):
        sys.exit("name the folder of the checkouts: CLAIMS_REPOS=folder python bench/claims.py")
    rows = [json.loads(line) for line in ROWS.read_text(encoding="utf-8").splitlines()]
    rows = [r for r in rows if half in ("all", r["half"])]
    counts: Counter[tuple[bool, str]] = Counter()
    spent: list[float] = []
    with tempfile.TemporaryDirectory() as cache:
        for name in sorted({r["repository"] for r in rows}):
            own = [r for r in rows if r["repository"] == name]
            around = Surroundings(search_path=os.defpath, home=cache, cache_home=cache)
            settings = Settings(config=Config(), surroundings=around)
            with Workspace.open(str(checkout(folder, own[0])), settings) as workspace:
                workspace.refresh()
                view = workspace.view()
                live = Live(view.snapshot, view.texts)
                verdict("The retry limit is 1.", live)  # what is worked out once for a snapshot
                for row in own:
                    begun = time.process_time()
                    said, why = verdict(row["sentence"], live)
                    spent.append(time.process_time() - begun)
                    counts[row["true"], said] += 1
                    if missed and said != ("supported" if row["true"] else "contradicted"):
                        print(f"{row['id']} {row['changed']:10s} {said:12s} {why:20s} {row['sentence']}")
    told(counts, spent)


def told(counts: Counter[tuple[bool, str]], spent: list[float]) -> None:
    true = sum(n for (t, _), n in counts.items() if t)
    false = sum(n for (t, _), n in counts.items() if not t)
    caught, flagged = counts[False, "contradicted"], counts[True, "contradicted"]
    print(f"{true} true, {false} changed")
    print(
        f"contradicted: precision {caught / max(1, caught + flagged):.3f}, recall {caught / max(1, false):.3f}"
    )
    print(
        f"true ones flagged {flagged / max(1, true):.3f}, borne out {counts[True, 'supported'] / max(1, true):.3f}"
    )
    print(f"changed ones borne out {counts[False, 'supported'] / max(1, false):.3f}")
    spent.sort()
    print(
        f"a claim takes {1000 * spent[len(spent) // 2]:.2f} ms (median), {1000 * spent[len(spent) * 95 // 100]:.1f} ms (95 %)"
    )


if __name__ == "__main__":
    main()
