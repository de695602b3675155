"""Claims checked against code, measured: 532 sentences about 21 repositories, half with one thing changed.

    CLAIMS_REPOS=folder python bench/claims.py tuning|set_aside|all [--plain|--marked] [--audit] [--missed]

`claims.jsonl` names the repository, the commit, the sentence, whether it is true, what was changed and, from row
102 on, the place in the code that decides it. Rows 102 and later belong to whole repositories of one half. Rows with
`set` = `plain` are written without marks of code, as somebody types them at a prompt. The folder holds a checkout of
each repository at that commit under its bare name; a repository without one is left out, and named. Printed are
precision and recall of *contradicted*, the share of true sentences that are flagged, the share of true ones that are
borne out, and the time of the process for one claim: by the typed claims alone, with `--audit` by the whole audit,
which also weighs words (*borne out* is PASS then).
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
from helix_lsp.ide.mentions import View
from helix_lsp.ide.places import verify_text
from helix_lsp.session.settings.settings import Settings, Surroundings
from helix_lsp.session.workspace import Workspace
from helix_lsp.verify.claim.bare_names import marked
from helix_lsp.verify.claim.judge import claims_of, rule

ROWS = Path(__file__).with_name("claims.jsonl")


def verdict(sentence: str, live: Live) -> tuple[str, str]:
    """(contradicted, supported, not_found or unread; why) of a sentence: one contradicted claim is enough."""
    rulings = [rule(claim, live) for claim in claims_of(marked(sentence, live))]
    if not rulings:
        return "unread", ""
    for one in rulings:
        if one.verdict == "contradicted":
            return "contradicted", one.why.id
    settled = all(r.verdict == "supported" for r in rulings)
    return ("supported" if settled else "not_found"), ", ".join(r.why.id for r in rulings)


def audited(sentence: str, view: View) -> tuple[str, str]:
    """The same of the whole audit."""
    found = verify_text(view, sentence).results
    why = ", ".join(one.reason for one in found)
    if any(one.verdict == "CONTRADICTED" for one in found):
        return "contradicted", why
    return ("supported" if all(one.verdict == "PASS" for one in found) else "not_found"), why


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
    whole = "--audit" in sys.argv
    missed = "--missed" in sys.argv
    folder = Path(os.environ.get("CLAIMS_REPOS", ""))
    if not os.environ.get("CLAIMS_REPOS"):
        sys.exit("name the folder of the checkouts: CLAIMS_REPOS=folder python bench/claims.py")
    rows = [json.loads(line) for line in ROWS.read_text(encoding="utf-8").splitlines()]
    rows = [r for r in rows if half in ("all", r["half"])]
    if "--plain" in sys.argv or "--marked" in sys.argv:
        rows = [r for r in rows if ("set" in r) == ("--plain" in sys.argv)]
    counts: Counter[tuple[bool, str]] = Counter()
    spent: list[float] = []
    with tempfile.TemporaryDirectory() as cache:
        for name in sorted({r["repository"] for r in rows}):
            own = [r for r in rows if r["repository"] == name]
            if not (folder / name.rpartition("/")[2]).is_dir():
                print(f"left out, without a checkout: {name}")
                continue
            around = Surroundings(search_path=os.defpath, home=cache, cache_home=cache)
            settings = Settings(config=Config(), surroundings=around)
            with Workspace.open(str(checkout(folder, own[0])), settings) as workspace:
                workspace.refresh()
                view = workspace.view()
                live = Live(view.snapshot, view.texts)
                verdict("The retry limit is 1.", live)  # what is worked out once for a snapshot
                for row in own:
                    begun = time.process_time()
                    said, why = audited(row["sentence"], view) if whole else verdict(row["sentence"], live)
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
