"""`make bench`: speed and memory, as ratios inside one run; prints figures, judges nothing.

    python bench/speed.py [--root DIR] [--questions N]

Without --root it takes three trees, fetched once and unpacked into .cache; nothing of them is run:
  large  Debian's package of the Go 1.19 sources (11,750 files): everything is measured here
  wide   the same beside Django and Rust's library, compiler and tools, without its tests and books (23,300 files): questions only
  small  flask's source distribution (230 files): questions only
Each pair of commands is run in turn, A B A B ..., and medians are compared, because these figures are taken
on noisy machines.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from itertools import pairwise
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CACHE = ROOT / ".cache" / "bench"
PACKAGE = "golang-1.19-src"
BESIDE = ("python3-django", "rust-src")
LEFT_OUT = ("src/test", "src/doc", "debian", "vendor")  # of the Rust sources
ROUNDS = 3
MISSPELLED = (
    "parsHeadr",
    "where is the reqest_contxt set",
    "conection pol",
)  # near names are looked for: the first of them loads what that needs


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--root", type=Path, help="a source tree to measure on")
    parser.add_argument("--questions", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    root = options.root.resolve() if options.root else large_source()
    with tempfile.TemporaryDirectory(prefix="helix-bench-") as scratch:
        files = described("tree", root, f"; {os.cpu_count()} processors; medians of {ROUNDS} rounds")
        cold(root, Path(scratch))
        first_answer(root, Path(scratch))
        second_question(root, Path(scratch), random.Random(options.seed))
        questions(root, Path(scratch), options.questions, random.Random(options.seed))
        memory(root, Path(scratch), files)
        keystrokes(random.Random(options.seed))
        for name, other in (
            () if options.root else (("wide tree", wide_source()), ("small tree", small_source()))
        ):
            described(name, other, "")
            subprocess.run(
                helix("index", "--root", str(other)),
                env=environment(Path(scratch) / "warm"),
                stdout=subprocess.DEVNULL,
                check=True,
            )
            questions(other, Path(scratch), options.questions, random.Random(options.seed))
    return 0


def described(what: str, root: Path, more: str) -> int:
    """Prints what the tree holds; its number of files."""
    found = [Path(folder) / name for folder, _, names in os.walk(root) for name in names]
    size = sum(path.stat().st_size for path in found if not path.is_symlink())
    print(f"{what}: {root.name}, {len(found):,} files, {size / 1e6:.0f} MB{more}")
    return len(found)


def unpacked(package: str, target: Path) -> None:
    """Debian's package of that name, fetched and unpacked into the folder beside what it holds."""
    CACHE.mkdir(parents=True, exist_ok=True)
    print(f"fetching {package} from Debian", file=sys.stderr)
    subprocess.run(["apt-get", "download", package], cwd=CACHE, check=True, stdout=subprocess.DEVNULL)
    archive = next(CACHE.glob(f"{package}_*.deb"))
    subprocess.run(["dpkg-deb", "-x", archive, target], check=True)
    archive.unlink()


def large_source() -> Path:
    """One package, fetched once."""
    target = CACHE / PACKAGE
    if not target.is_dir():
        unpacked(PACKAGE, target.with_suffix(".partial"))
        target.with_suffix(".partial").rename(target)
    return target


def wide_source() -> Path:
    """Several different trees under one root (copies of one would be stored once), fetched once."""
    target, partial = CACHE / "wide", CACHE / "wide.partial"
    if not target.is_dir():
        for package in (PACKAGE, *BESIDE):
            unpacked(package, partial)
        for rust in (partial / "usr" / "src").glob("rustc-*"):
            for name in LEFT_OUT:
                shutil.rmtree(rust / name, ignore_errors=True)
        partial.rename(target)
    return target


def small_source() -> Path:
    """The project that `make demo` takes."""
    sys.path.insert(0, str(ROOT / "scripts"))
    import demo

    return Path(demo.project())


def helix(*words: str) -> list[str]:
    return [sys.executable, "-m", "helix_lsp", *words]


def environment(cache: Path) -> dict[str, str]:
    """As it is installed: bytecode is kept (an installer makes it; compiling the sources at every start costs
    .25 s), here out of the tree.
    """
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return kept | {
        "HELIX_ASK_CACHE_DIR": str(cache),
        "PYTHONPATH": str(ROOT),
        "PYTHONPYCACHEPREFIX": str(CACHE / "bytecode"),
    }


def timed(command: list[str], **more: object) -> float:
    start = time.perf_counter()
    subprocess.run(
        command,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        stdin=subprocess.DEVNULL,
        check=False,
        **more,
    )  # type: ignore[call-overload]
    return time.perf_counter() - start


def tool(name: str, package: str) -> str | None:
    """The tool's path; where it is missing and apt can be used, it is installed."""
    if shutil.which(name) is None and shutil.which("apt-get") and os.geteuid() == 0:
        subprocess.run(
            ["apt-get", "install", "-y", "-qq", package],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            check=False,
        )
    found = shutil.which(name)
    if found is None:
        print(f"  {name} is not installed ({package}): its figures are left out")
    return found


def cold(root: Path, scratch: Path) -> None:
    ctags = tool("ctags", "universal-ctags")
    ours, theirs = [], []
    for at in range(ROUNDS):
        ours.append(timed(helix("index", "--root", str(root)), env=environment(scratch / f"cold{at}")))
        if ctags:
            theirs.append(timed([ctags, "-R", "-f", os.devnull, str(root)]))
    ratio = (
        f" = {statistics.median(ours) / statistics.median(theirs):.1f} x ctags -R ({statistics.median(theirs):.1f} s)"
        if theirs
        else ""
    )
    print(f"cold index: {statistics.median(ours):.1f} s{ratio}")
    (scratch / "cold0").rename(scratch / "warm")
    sizes = {f: f.stat().st_size for f in (scratch / "warm").rglob("*") if f.is_file()}
    source = sum(p.stat().st_size for p in root.rglob("*") if p.is_file() and not p.is_symlink())
    facts = sum(size for f, size in sizes.items() if f.name.startswith("facts"))
    print(
        f"index on disk: {sum(sizes.values()) / 1e6:.0f} MB = {sum(sizes.values()) / source:.2f} x source"
        f" (SQLite {facts / source:.2f}, the rest is the text index)"
    )


def first_answer(root: Path, scratch: Path) -> None:
    env = environment(scratch / "warm")
    rg = tool("rg", "ripgrep")
    question = "how are request headers parsed"
    ours, bare, grep = [], [], []
    for _ in range(2 * ROUNDS + 1):
        ours.append(timed(helix("ask", question, "--root", str(root)), env=env))
        bare.append(timed([sys.executable, "-c", "pass"]))
        if rg:
            grep.append(timed([rg, "-i", "request|headers|parsed", str(root)]))
    note = f"; one rg of its words {statistics.median(grep) * 1e3:.0f} ms" if grep else ""
    print(
        f"warm first answer (a process started for it, files verified): {statistics.median(ours) * 1e3:.0f} ms;",
        end=" ",
    )
    print(f"an empty interpreter {statistics.median(bare) * 1e3:.0f} ms{note}")


def second_question(root: Path, scratch: Path, chance: random.Random) -> None:
    """The second of two questions in a row from the command line, each a process of its own beside the resident one."""
    env = environment(scratch / "warm")
    subprocess.run(helix("resident", "start"), env=env, stdout=subprocess.DEVNULL, check=True)
    try:
        medians = {}
        for verb in ("query", "ask"):
            asked = spoken(root, 2 * (2 * ROUNDS + 1), chance)
            times = [timed(helix(verb, text, "--root", str(root)), env=env) for text in asked]
            medians[verb] = statistics.median(times[1::2]) * 1e3
    finally:
        subprocess.run(helix("resident", "stop"), env=env, stdout=subprocess.DEVNULL, check=True)
    bare = statistics.median(timed([sys.executable, "-c", "pass"]) for _ in range(2 * ROUNDS + 1)) * 1e3
    print(
        "second question with the resident process:"
        f" query {medians['query']:.0f} ms, ask {medians['ask']:.0f} ms; an empty interpreter {bare:.0f} ms"
    )


def spoken(root: Path, count: int, chance: random.Random) -> list[str]:
    """Questions cut from comments of the tree itself, three to eight words each, each once (a licence stands
    in every file). A speed set, not a relevance set.
    """
    comment = re.compile(r"(?:#|//|\*)\s+((?:[A-Za-z_]\w+[ ,]+){3,8})")
    files = sorted(
        p
        for p in root.rglob("*")
        if p.suffix in {".go", ".py", ".c", ".js", ".ts", ".java", ".rs"}
        and p.is_file()
        and not p.is_symlink()
    )
    found: dict[str, None] = {}
    for _ in range(100 * count if files else 0):
        text = chance.choice(files).read_text("utf-8", "replace")
        if match := chance.choice([*comment.finditer(text), None]):
            found[match[1].strip(" ,")] = None
        if len(found) == count:
            break
    return list(found)


def processor(pid: int) -> float:
    """Seconds of processor time that a process has had (steps of 10 ms); on a loaded machine they say more
    than the clock.
    """
    if not Path("/proc").is_dir():
        return float("nan")
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def resident_size(pid: int) -> float:
    """Megabytes that a process holds in memory."""
    status = Path(f"/proc/{pid}/status").read_text() if Path("/proc").is_dir() else ""
    match = re.search(r"VmRSS:\s+(\d+)", status)
    return int(match[1]) / 1024 if match else float("nan")


def questions(root: Path, scratch: Path, count: int, chance: random.Random) -> None:
    asked = spoken(root, count, chance)
    rg = tool("rg", "ripgrep")
    for verb, key in (("query", "question"), ("ask", "question")):
        child = subprocess.Popen(
            helix(verb, "--jsonl"),
            env=environment(scratch / "warm"),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            bufsize=1,
        )
        assert child.stdin
        assert child.stdout
        times, grep, spent = [], [], [processor(child.pid)]
        for at, text in enumerate(["warm up", *asked, *MISSPELLED]):
            start = time.perf_counter()
            child.stdin.write(json.dumps({"id": at, "root": str(root), key: text, "k": 10}) + "\n")
            child.stdout.readline()
            times.append(time.perf_counter() - start)
            spent.append(processor(child.pid))
            if rg and at and at % 4 == 0:
                grep.append(timed([rg, "-i", "|".join(re.findall(r"\w+", text)), str(root)]))
        size = resident_size(child.pid)
        child.stdin.close()
        child.wait()
        first, near = times[0] * 1e3, [t * 1e3 for t in times[1 + len(asked) :]]
        times = sorted(times[1 : 1 + len(asked)])
        p50, p99 = times[len(times) // 2] * 1e3, times[int(len(times) * 0.99)] * 1e3
        used = sorted(b - a for a, b in pairwise(spent[1 : 2 + len(asked)]))
        ratio = (
            f"; p50 = {p50 / 1e3 / statistics.median(grep):.2f} x one rg of the same words ({statistics.median(grep) * 1e3:.0f} ms)"
            if grep
            else ""
        )
        print(
            f"{verb} ({len(times)} questions, through the batch): p50 {p50:.1f} ms, p99 {p99:.1f} ms{ratio}"
        )
        print(
            f"  processor: median {used[len(used) // 2] * 1e3:.0f} ms, most {used[-1] * 1e3:.0f} ms; opening and very first question"
            f" {first:.0f} ms; questions with misspelled names {', '.join(f'{t:.0f}' for t in near)} ms; resident at the end {size:.0f} MB"
        )


def memory(root: Path, scratch: Path, files: int) -> None:
    def resident(target: Path) -> float:
        child = subprocess.Popen(
            helix("query", "--jsonl"),
            env=environment(scratch / "warm"),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            bufsize=1,
        )
        assert child.stdin
        assert child.stdout
        for at, text in enumerate(["read header", "parse request", "open file", "http client"] * 25):
            child.stdin.write(json.dumps({"id": at, "root": str(target), "question": text, "k": 10}) + "\n")
            child.stdout.readline()
        size = resident_size(child.pid)
        child.stdin.close()
        child.wait()
        return size

    small = scratch / "small"
    small.mkdir()
    (small / "only.py").write_text("def only() -> None:\n    pass\n")
    base, large = resident(small), resident(root)
    print(
        f"resident after 100 questions: {large:.0f} MB; one-file workspace {base:.0f} MB; {(large - base) / files * 1e4:.0f} MB per 10,000 files"
    )


def keystrokes(chance: random.Random) -> None:
    """An edit in a 5,000-line Python file until the definition it made is found, in process; against
    extracting the whole file.
    """
    from helix_lsp.config import Config
    from helix_lsp.config.index import IndexConfig
    from helix_lsp.index.units.units import facts_of
    from helix_lsp.session.settings.settings import Settings
    from helix_lsp.session.workspace import Workspace

    source = "".join(
        f'class Thing{n}:\n    """Holds part {n} of it."""\n\n    def act_{n}(self, left, right=None):\n        """Do step {n}."""\n'
        f"        total = self.other_{n}(left)\n        if right is None:\n            return total\n        return call_{n}(total, right)\n\n"
        for n in range(500)
    ).encode()
    with tempfile.TemporaryDirectory(prefix="helix-keys-") as folder:
        root = Path(folder) / "work"
        root.mkdir()
        (root / "large.py").write_bytes(source)
        settings = Settings(
            config=Config(index=IndexConfig(cache_dir=str(Path(folder) / "cache"))), problems=()
        )
        workspace = Workspace.open(str(root), settings)
        workspace.refresh()
        times, full = [], []
        data = source
        workspace.edit("large.py", data)
        workspace.view()
        for at in range(200):
            line = data.index(b"    def act_%d(" % chance.randrange(500))
            new = data[:line] + b"    def typed_%d(self): pass\n" % at + data[line:]
            start = time.perf_counter()
            workspace.edit("large.py", new)
            assert workspace.view().snapshot.defined(f"typed_{at}")
            times.append(time.perf_counter() - start)
            data = new
        for _ in range(10):
            start = time.perf_counter()
            facts_of("large.py", data, IndexConfig())
            full.append(time.perf_counter() - start)
        workspace.close()
    times.sort()
    p50, p99 = times[len(times) // 2] * 1e3, times[int(len(times) * 0.99)] * 1e3
    whole = statistics.median(full) * 1e3
    print(
        f"keystroke to visible, 5,000-line file: p50 {p50:.1f} ms, p99 {p99:.1f} ms = {p50 / whole:.2f} x extracting it whole ({whole:.0f} ms)"
    )


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    raise SystemExit(main())
