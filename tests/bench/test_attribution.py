"""The bench of labelled sentences on a small labelled set of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from tests.house.source import ROOT

TEXT = "The kiln fires at 1200 degrees for eight hours. The glaze is mixed with water and left to rest overnight."
RIGHT = ("The kiln fires at 1200 degrees.", "The glaze is mixed with water and rests overnight.")
WRONG = ("Porcelain was invented in China during the Tang dynasty.", "The potter sold 300 vases in Berlin.")
FILES = ("dev_all_subset_balanced", "test_all_subset_balanced_sampled500", "test_ood_all_subset_balanced")


def run(*words: str) -> subprocess.CompletedProcess[str]:
    kept = {key: value for key, value in os.environ.items() if not key.startswith(("BENCH_", "HELIX_"))}
    return subprocess.run(
        [sys.executable, str(ROOT / "bench" / "attribution.py"), *words],
        capture_output=True,
        text=True,
        env=kept | {"PYTHONPATH": str(ROOT)},
        check=False,
        timeout=120,
    )


def labelled(folder: Path) -> None:
    rows = [
        {
            "claim": claim,
            "references": [TEXT],
            "attribution_label": "attributable" if claim in RIGHT else "not attributable",
            "src_dataset": source,
        }
        for source in ("kilns", "glazes")
        for claim in (*RIGHT, *WRONG) * 5
    ]
    for name in FILES:
        (folder / f"{name}.jsonl").write_text("\n".join(map(json.dumps, rows)), "utf-8")


def test_figures_of_each_part_and_source_and_the_worth_of_each_sign(tmp_path: Path) -> None:
    labelled(tmp_path)
    told = run(str(tmp_path))
    assert told.returncode == 0, told.stderr
    for part in ("dev", "test", "ood", "  kilns", "  glazes"):
        assert f"\n{part} " in told.stdout
    assert told.stdout.count("PASS 1.000  1.000 1.000") == 9
    worth = run(str(tmp_path), "--worth")
    assert worth.returncode == 0, worth.stderr
    assert "without wording" in worth.stdout


def test_a_folder_without_the_data_is_named(tmp_path: Path) -> None:
    assert "say where AttributionBench is" in run().stderr
    assert "dev_all_subset_balanced.jsonl is missing" in run(str(tmp_path), "--fit").stderr
