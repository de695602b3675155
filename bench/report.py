"""`make report`: every measured figure beside its goal, with the machine and the versions.

    python bench/report.py [RUN ...] [--minutes 30] [--write]

`figures.toml` names the runs, their commands and the figures in what they print. A run whose folders are not given, or
that takes longer than `--minutes`, is left out, and the report says so; no figure is taken over from an earlier run.
`--write` keeps the figures of this version in `bench/report.json` (one entry for a version: what was measured again
replaces what was there), and writes `docs/reference/figures.md` and its picture from it.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import re
import subprocess
import sys
import time
import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from report_plot import plot, share

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
FIGURES, KEPT, PAGE = HERE / "figures.toml", HERE / "report.json", ROOT / "docs" / "reference" / "figures.md"
PICTURE = ROOT / "docs" / "images" / "figures.svg"
_GOAL = re.compile(r"(>=|<=) ([\d.]+)\Z")
_HEAD = """# Measured figures

`make report` writes this page: it runs the scripts of `bench/` that `bench/figures.toml` names and reads their figures.
A figure that misses its goal is listed like any other. Where another tool was measured in the same run, its figure
is beside ours.

![Measured figures as shares of their goals](../images/figures.svg)
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """One figure of one run. `value` is None where the output did not hold it; `peer` names another tool's number."""

    run: str
    part: str
    says: str
    value: float | None
    goal: str
    peer: str = ""

    @property
    def holds(self) -> bool:
        """Whether the goal is met; a figure that was not found meets none."""
        if self.value is None:
            return False
        way, number = wanted(self.goal)
        return self.value >= number if way == ">=" else self.value <= number


def wanted(goal: str) -> tuple[str, float]:
    """`>=` or `<=`, and the number. Raises ValueError for anything else."""
    if (found := _GOAL.match(goal)) is None:
        raise ValueError(f"{goal!r} is not `>= N` or `<= N`")
    return found[1], float(found[2])


def runs() -> list[dict[str, Any]]:
    return tomllib.loads(FIGURES.read_text(encoding="utf-8"))["run"]


def unmeasured() -> str:
    """Markdown: the goals that no run measures, each with what was measured by hand and the reason; the same words
    that `figures.toml` has.
    """
    rows = tomllib.loads(FIGURES.read_text(encoding="utf-8")).get("open", ())
    lines = [
        f"| {one['part']} | {one['says']} | {one.get('by_hand', '')} | {one['goal']} | {one['why']} |"
        for one in rows
    ]
    head = [
        "",
        "## Goals that no run measures",
        "",
        "| part | goal | measured by hand | | why |",
        "|---|---|---:|---:|---|",
    ]
    return "\n".join([*head, *lines]) + "\n"


def number(pattern: str, output: str) -> float | None:
    """The first group of the first match; 0 where the pattern matches without it, None where it does not match."""
    found = re.search(pattern, output)
    return None if found is None else float((found[1] or "0").replace(",", ""))


def figures(run: dict[str, Any], output: str) -> list[Measured]:
    """What the output of a run says, in the order of the registry."""
    out: list[Measured] = []
    for one in run["figure"]:
        others = ((number(peer["find"], output), peer["whose"]) for peer in one.get("peers", ()))
        out.append(
            Measured(
                run=run["id"],
                part=run["part"],
                says=one["says"],
                value=number(one["find"], output),
                goal=one["goal"],
                peer=", ".join(f"{value:g} ({whose})" for value, whose in others if value is not None),
            )
        )
    return out


def command(run: dict[str, Any], given: dict[str, str]) -> list[str]:
    """The words of a command, with the folders of `given` in the place of their variables."""
    words: list[str] = []
    for word in run["command"]:
        filled = re.sub(r"\$([A-Z_]+)", lambda m: given[m[1]], word)
        folders = (
            sorted(p for p in Path(filled[:-2]).iterdir() if p.is_dir()) if filled.endswith("/*") else ()
        )
        words += [str(folder) for folder in folders] if folders else [filled]
    return [sys.executable, str(HERE / words[0]), *words[1:]]


def measured(run: dict[str, Any], seconds: float) -> tuple[list[Measured], str]:
    """(the figures of a run, why there are none). Its output is passed on."""
    missing = [name for name in run.get("needs", ()) if not os.environ.get(name)]
    if missing:
        return [], f"{', '.join(missing)} not given"
    begun = time.monotonic()
    try:
        done = subprocess.run(
            command(run, dict(os.environ)),
            cwd=ROOT,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            timeout=seconds,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return [], f"it took longer than {seconds / 60:.0f} minutes"
    print(done.stdout, flush=True)
    print(f"== {run['id']}: exit code {done.returncode}, {time.monotonic() - begun:.0f} s", flush=True)
    return figures(run, done.stdout), ""


def machine() -> str:
    """The processors and the memory of this machine, in words; no name of it."""
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 1e9 if hasattr(os, "sysconf") else 0.0
    return (
        f"{platform.system()} {platform.machine()}, {os.cpu_count()} processors, {memory:.0f} GB, "
        f"Python {platform.python_version()}"
    )


def table(some: Iterable[Measured]) -> str:
    """Markdown: one table for each part, in the order of the registry."""
    lines: list[str] = []
    part = ""
    for one in some:
        if one.part != part:
            part = one.part
            lines += [
                "",
                f"## {part}",
                "",
                "| figure | measured | goal | | other tools |",
                "|---|---:|---:|---|---|",
            ]
        value = "not found" if one.value is None else f"{one.value:g}"
        lines.append(
            f"| {one.says} | {value} | {one.goal} | {'holds' if one.holds else '**missed**'} | {one.peer} |"
        )
    return "\n".join(lines) + "\n"


def keep(entry: dict[str, Any], some: Sequence[Measured]) -> list[Measured]:
    """Adds figures to the entry of this version and writes both files; all figures of the version."""
    kept: dict[str, Any] = json.loads(KEPT.read_text(encoding="utf-8")) if KEPT.exists() else {}
    before = [Measured(**one) for one in kept.get(entry["version"], {}).get("figures", ())]
    again = {one.run for one in some}
    every = {(one.run, one.says): one for one in (*(b for b in before if b.run not in again), *some)}
    order = [(run["id"], one["says"]) for run in runs() for one in run["figure"]]
    whole = [every[key] for key in order if key in every]
    kept[entry["version"]] = entry | {"figures": [asdict(one) for one in whole]}
    KEPT.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")
    said = f"\nVersion {entry['version']}, {entry['date']}; {entry['machine']}.\n"
    PAGE.write_text(_HEAD + said + table(whole) + unmeasured(), encoding="utf-8")
    bars = [
        (
            one.part,
            one.says,
            one.value if one.value is None else share(one.value, *wanted(one.goal)),
            _told(one),
        )
        for one in whole
    ]
    PICTURE.write_text(plot(bars), encoding="utf-8")
    return whole


def _told(one: Measured) -> str:
    return f"{'not found' if one.value is None else f'{one.value:g}'} (goal {one.goal})"


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    every = runs()
    parser.add_argument("run", nargs="*", choices=[*(run["id"] for run in every), []], help="all without")
    parser.add_argument("--minutes", type=float, default=30, help="at most, for one run")
    parser.add_argument("--write", action="store_true", help="keep the figures, and write the page")
    given = parser.parse_args()
    some: list[Measured] = []
    left: list[str] = []
    for run in every:
        if not given.run or run["id"] in given.run:
            print(f"\n== {run['id']}: {' '.join(run['command'])}", flush=True)
            found, why = measured(run, 60 * given.minutes)
            some += found
            left += [f"{run['id']}: {why}"] * bool(why)
    from helix_lsp import __version__

    entry = {"version": __version__, "date": time.strftime("%Y-%m-%d"), "machine": machine()}
    if given.write:
        keep(entry, some)
    print(f"\nVersion {entry['version']}, {entry['date']}; {entry['machine']}")
    print(table(some))
    print(unmeasured())
    for line in left:
        print(f"left out: {line}")
    missed = sum(not one.holds for one in some)
    print(f"{len(some)} figures, {missed} miss their goal")
    return 0


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    raise SystemExit(main())
