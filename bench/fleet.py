"""One question over many repositories: how long it takes, what it costs in memory, how long the build takes.

    python bench/fleet.py [--repositories 60] [--files 6000] [--mirror DIR] [--workers N] [--keep DIR] [--routing FILE]

SCALE is `--files`, of all repositories together; 500000 is the size of the goal. The repositories are made in a temporary
folder (or in `--keep`, which is used again): synthetic ones, small files in four languages that import each other, and with
`--mirror` trees of real projects from bare clones (`OWNER+NAME/repo`), one in three. 100 questions are put to one process
(`ask --fleet --jsonl`), without the model of meaning: half are about names that one repository has, half about words that
many have. A second run names the repository in each question. With `--routing`, lines of {repository, question} are also
routed, and how often the right repository is among those that are asked is printed.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import quantiles

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench.shards import HELIX, WORDS

QUESTIONS = 100
KINDS = (
    ("py", ('from lib_{other} import {b}_{other}\n\n\ndef {a}_{n}(timeout={n}):\n    """The {a} of the {b} in {name}."""\n'
     "    return {b}_{other}(timeout)\n")),
    ("go", "package lib\n\n// {A}{n} opens the {a} for the {b}.\nfunc {A}{n}(timeout int) int {{\n\treturn {A}{other}(timeout + {n})\n}}\n"),
    ("ts", ("import {{ {b}{other} }} from './lib_{other}'\n\n/** The {a} of a {b}. */\n"
     "export function {a}{n}(timeout = {n}) {{\n  return {b}{other}(timeout)\n}}\n")),
    ("md", "# The {a} {n}\n\nThe `{a}_{n}` of {name} waits for the {b}; see `{b}_{other}`.\n"),
)  # fmt: skip


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--repositories", type=int, default=60)
    parser.add_argument("--files", type=int, default=6_000)
    parser.add_argument("--mirror", default="")
    parser.add_argument("--workers", type=int, default=0)
    parser.add_argument("--keep", default="")
    parser.add_argument("--routing", default="")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as made:
        work = Path(given.keep or made)
        work.mkdir(parents=True, exist_ok=True)
        wanted = [Path(given.routing)] if given.routing else []
        names = make(work, given.repositories, given.files, given.mirror, wanted)
        environment = {
            **os.environ,
            "HELIX_ASK_CACHE_DIR": str(work / "cache"),
            "HELIX_ASK_SEARCH_MEANING": "false",
        }
        files = build(work, given.workers, environment)
        asked = questions(names, named=False)
        ask(work, asked, environment, f"{len(names)} repositories, {files:,} files")
        ask(work, questions(names, named=True), environment, "the same, each question names its repository")
        if given.routing:
            route(work, Path(given.routing), environment)
    return 0


def make(work: Path, repositories: int, files: int, mirror: str, routed: list[Path]) -> list[str]:
    """The trees and the fleet file; names in its order. Of the clones the smallest third is taken, and what is asked about."""
    clones = sorted(Path(mirror).glob("*/repo")) if mirror else []
    held = {place: len(git(place, "ls-tree", "-r", "--name-only", "HEAD").splitlines()) for place in clones}
    asked = {
        json.loads(line)["repository"].replace("/", "+")
        for file in routed
        for line in file.read_text().splitlines()
    }
    real = sorted(clones, key=lambda place: (place.parent.name not in asked, held[place], place.parent.name))
    real = [place for place in real if held[place]]
    rnd = random.Random(11)
    names: list[str] = []
    written = 0
    for place in real:
        name = place.parent.name.rpartition("+")[2]
        target = work / "trees" / name
        if len(names) >= repositories // 3:
            break
        if not target.exists():
            if not (archive := git(place, "archive", "HEAD")):
                continue
            target.mkdir(parents=True)
            subprocess.run(["tar", "-x", "-C", str(target)], input=archive, check=True)
        written += sum(1 for one in target.rglob("*") if one.is_file())
        names.append(name)
    left = repositories - len(names)
    for number in range(left):
        name = f"harbour-{number}"
        share = max(1, (files - written) // left)
        synthetic(work / "trees" / name, name, share, number, rnd)
        names.append(name)
    text = "".join(f'[repositories."{name}"]\nroot = "trees/{name}"\n\n' for name in names)
    (work / "fleet.toml").write_text(text)
    return names


def git(place: Path, *words: str) -> bytes:
    """What git prints; nothing where it fails, as in a clone without all of its contents."""
    done = subprocess.run(["git", "-C", str(place), *words], capture_output=True, check=False)
    return done.stdout if done.returncode == 0 else b""


def synthetic(root: Path, name: str, files: int, number: int, rnd: random.Random) -> None:
    """Files of a repository; every number belongs to one repository alone, so a name with it does too."""
    if root.exists():
        return
    for n in range(files):
        ending, text = KINDS[n % len(KINDS)]
        a, b, own = rnd.choice(WORDS), rnd.choice(WORDS), number * 100_000 + n
        place = root / f"part_{n % 97}" / f"lib_{own}.{ending}"
        place.parent.mkdir(parents=True, exist_ok=True)
        other = number * 100_000 + rnd.randrange(files)
        place.write_text(text.format(a=a, b=b, A=a.title(), n=own, other=other, name=name.replace("-", " ")))


def build(work: Path, workers: int, environment: dict[str, str]) -> int:
    """Files of all that were built."""
    flags = ["--workers", str(workers)] if workers else []
    began = time.perf_counter()
    done = subprocess.run(
        [*HELIX, "fleet", "build", str(work / "fleet.toml"), "--json", *flags],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    rows = json.loads(done.stdout)["repositories"]
    failed = [row["name"] for row in rows if row["problem"]]
    files, read = sum(row["files"] for row in rows), sum(row["read"] for row in rows)
    print(
        f"build: {files:,} files, {read:,} of them read, in {time.perf_counter() - began:.1f} s; {len(failed)} not built {failed[:3]}"
    )
    return files


def questions(names: list[str], *, named: bool) -> list[str]:
    rnd = random.Random(5)
    asked: list[str] = []
    for n in range(QUESTIONS):
        name, number = rnd.choice(names), rnd.randrange(4)
        a, b = rnd.choice(WORDS), rnd.choice(WORDS)
        own = name.startswith("harbour-") and n % 2 == 0
        text = (
            f"what does lib_{int(name.partition('-')[2]) * 100_000 + number} do with the timeout?"
            if own
            else f"how does the {a} wait for the {b}?"
        )
        asked.append(f"in {name}, {text}" if named else text)
    return asked


def ask(work: Path, asked: list[str], environment: dict[str, str], told: str) -> None:
    """Questions one by one, so that a time is that of a question."""
    process = subprocess.Popen(
        [*HELIX, "ask", "--fleet", str(work / "fleet.toml"), "--jsonl", "--stale-policy", "warn"],
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        bufsize=1,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    times: list[float] = []
    spent: list[float] = []
    failed = looked = 0
    for number, question in enumerate(asked):
        began, before = time.perf_counter(), processor(process.pid)
        process.stdin.write(json.dumps({"id": number, "question": question}) + "\n")
        process.stdin.flush()
        reply = json.loads(process.stdout.readline())
        times.append((time.perf_counter() - began) * 1_000)
        spent.append((processor(process.pid) - before) * 1_000)
        failed += "error" in reply
        looked = max(looked, reply.get("result", {}).get("repositories", {}).get("looked_at", 0))
    peak = resident(process.pid)
    process.stdin.close()
    process.wait()
    cut, used = (quantiles(sorted(one[1:]), n=100, method="inclusive") for one in (times, spent))
    print(
        f"{told}: the first question {times[0]:.0f} ms, then p50 {cut[49]:.0f} ms, p99 {cut[98]:.0f} ms "
        f"(of a processor: {spent[0]:.0f}, p50 {used[49]:.0f}, p99 {used[98]:.0f}); "
        f"{failed} of {len(asked)} failed, {looked} indexes looked into, resident set at most {peak:.0f} MB"
    )


def resident(pid: int) -> float:
    """Megabytes at most so far, where the system tells."""
    try:
        text = Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return 0.0
    return int(text.partition("VmHWM:")[2].split()[0]) / 1024


def processor(pid: int) -> float:
    """Seconds of a processor that a process has used, where the system tells; steps of 10 ms."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def route(work: Path, file: Path, environment: dict[str, str]) -> None:
    """How often the repository that a question is of is the first, and among those that are asked."""
    fleet = (work / "fleet.toml").read_text()
    rows = [json.loads(line) for line in file.read_text().splitlines() if line.strip()]
    rows = [r for r in rows if f'"{r["repository"].rpartition("/")[2]}"' in fleet]
    lines = "".join(json.dumps({"question": r["question"]}) + "\n" for r in rows)
    done = subprocess.run(
        [*HELIX, "ask", "--fleet", str(work / "fleet.toml"), "--jsonl", "--stale-policy", "warn"],
        env=environment,
        input=lines,
        capture_output=True,
        text=True,
        check=True,
    )
    first = among = best = 0
    for row, line in zip(rows, done.stdout.splitlines(), strict=True):
        name = row["repository"].rpartition("/")[2]
        result = json.loads(line).get("result", {})
        asked = result.get("repositories", {}).get("asked", [])
        first += asked[:1] == [name]
        among += name in asked
        best += [r["repository"] for r in result.get("results", [])][:1] == [name]
    print(
        f"routing: {len(rows)} questions; the right repository is looked at first {first}, asked {among}, its answer is first {best}"
    )


if __name__ == "__main__":
    raise SystemExit(main())
