"""What `make test` runs, in order: what the tests need from registries, lint, types, import contracts, the
laws under a second hash seed, then every test that is not marked `drive` or `campaign`.

    python scripts/check.py [lint | laws | missing | tests | drives | campaigns]

Ends with the seconds of each part, the flaky editor sessions, and pytest's own summary line. Exit code 0 only
when every part passed; then the tree is recorded as green (`green.py`). With CI=true a missing editor is a
failure; elsewhere its tests are left out and that is said.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Generator
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

import green

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent
FIRST_SEED, SECOND_SEED = "1", "20261"
WORKERS = os.environ.get("HELIX_TEST_WORKERS", "5")
FORKS = sys.platform.startswith("linux")
SIDE_BY_SIDE = (
    ("-p", "tests.support.side_by_side", "-p", "no:xdist", "--forks", WORKERS)
    if FORKS
    else ("-n", WORKERS, "--dist", "loadfile", "--no-loadscope-reorder")
)
"""Five workers on two processors: a test that drives an editor or a server mostly waits. `tests/support/order.py` says
which file is handed out first.
"""
EDITORS = {"HELIX_TEST_NVIM": "neovim", "HELIX_TEST_EMACS": "emacs", "HELIX_TEST_HX": "helix"}
HERE = "-c|import sys; sys.path[:0] = ['.', 'scripts']; "
COMPLETE = (
    "tests/house/test_complete.py",
    "tests/house/test_documented.py",
    "tests/house/test_options.py",
    "tests/house/test_vscode_generated.py",
    "tests/house/test_neovim_generated.py",
    "tests/align/drift/test_rules.py",
    "tests/search/test_kind.py",
    "tests/verify/test_clauses.py",
)
OLD_EDITORS = {"HELIX_TEST_OLD_NVIM": "old-neovim"}
MEMORY = Path("/dev/shm")
ROOM, SPARE = 8, 4
"""Gigabytes that the file system in memory must have free, and that must then be left of the memory. The tests write
some thousand small indexes, and each commit of one waits for a disk; a whole run leaves about three gigabytes.
"""
_FLAKY = re.compile(r"^flaky: (.+)$")
_SUMMARY = re.compile(r"^=*\s*\d+ (?:passed|failed|error|skipped|deselected)\b.*\bin [\d.]+s")


@dataclass
class Run:
    """What the parts of one run told: (title, seconds, passed) in order, flaky sessions, pytest's last line."""

    parts: list[tuple[str, float, bool]] = field(default_factory=list[tuple[str, float, bool]])
    flaky: list[str] = field(default_factory=list[str])
    summary: str = ""

    def part(self, title: str, *command: str, reads: tuple[int, ...] = (), **more: str) -> bool:
        """Runs one part with its output passed on as it comes; True when it succeeded. It inherits the descriptors
        that it `reads`.
        """
        print(f"\n== {title}", flush=True)
        start = time.monotonic()
        with subprocess.Popen(
            command,
            cwd=ROOT,
            env=os.environ | more,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            pass_fds=reads,
        ) as process:
            assert process.stdout is not None
            for line in process.stdout:
                print(line, end="", flush=True)
                if (found := _FLAKY.match(line)) is not None:
                    self.flaky.append(found[1].strip())
                elif _SUMMARY.match(line):
                    self.summary = line.strip()
        return self.done(title, start, process.returncode == 0)

    def done(self, title: str, start: float, passed: bool) -> bool:
        seconds = time.monotonic() - start
        self.parts.append((title, seconds, passed))
        print(f"== {title}: {'ok' if passed else 'FAILED'} in {seconds:.1f} s", flush=True)
        return passed

    def tell(self) -> None:
        """Seconds of each part, what was flaky, and the summary of the tests last."""
        print("\n== seconds")
        for title, seconds, passed in self.parts:
            print(f"{seconds:8.1f}  {title}{'' if passed else '  FAILED'}")
        print(f"{sum(seconds for _, seconds, _ in self.parts):8.1f}  all")
        print(
            f"flaky editor sessions: {len(self.flaky)}{''.join(f'{chr(10)}  {name}' for name in self.flaky)}"
        )
        if self.summary:
            print(self.summary)
        sys.stdout.flush()


def tool(name: str) -> str:
    return str(BIN / name)


def lint(run: Run) -> bool:
    """With the second opinion on types, which needs ten times as long."""
    strict = run.part("basedpyright", tool("basedpyright"), "--level", "error")
    return quick_lint(run) and strict


def quick_lint(run: Run) -> bool:
    held = [
        run.part("ruff", tool("ruff"), "check", "."),
        run.part("format (make fmt mends it)", tool("ruff"), "format", "--check", "."),
        run.part("types", tool("pyrefly"), "check", "--min-severity", "error", "--output-format", "min-text"),
        run.part("import contracts", tool("lint-imports"), "--no-cache", PYTHONPATH=str(ROOT)),
    ]
    return all(held)


def pytest(
    run: Run, title: str, seed: str, *arguments: str, reads: tuple[int, ...] = (), **more: str
) -> bool:
    command = [sys.executable, "-m", "pytest", "-q", *SIDE_BY_SIDE, *arguments]
    return run.part(title, *command, reads=reads, PYTHONHASHSEED=seed, **more)


def laws(run: Run) -> bool:
    first = pytest(run, f"laws, hash seed {FIRST_SEED}", FIRST_SEED, "tests/laws")
    return pytest(run, f"laws, hash seed {SECOND_SEED}", SECOND_SEED, "tests/laws") and first


def fetched(script: str, what: str) -> tuple[str, bool]:
    """(what the script printed last, whether the run may go on): fetched once, before the tests run side by
    side.
    """
    done = subprocess.run(
        [sys.executable, *script.split("|")],
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        text=True,
        check=False,
    )
    path = done.stdout.strip().rpartition("\n")[2] if done.returncode == 0 else ""
    may = bool(path) or os.environ.get("CI", "").lower() not in ("1", "true")
    if not path:
        print(
            f"== {what} could not be had here: {'its tests are left out' if may else 'a failure where CI=true'}",
            flush=True,
        )
    return path, may


def fetch(run: Run, editors: dict[str, str]) -> tuple[dict[str, str], bool]:
    """(environment that names what was fetched, whether the run may go on). VS Code takes as long as all else."""
    print("\n== fetch", flush=True)
    start = time.monotonic()
    scripts = {key: (f"scripts/get_editor.py|{name}", name) for key, name in editors.items()}
    with ThreadPoolExecutor(1) as beside:
        code = beside.submit(
            fetch_each,
            {"HELIX_TEST_CODE_SERVER": ("scripts/get_code_server.py", "VS Code")}
            | {
                "": (
                    HERE + "from tests.e2e.vscode_editor import ready; print(ready())",
                    "the packages of the VS Code extension",
                )
            },
        )
        environment, good = fetch_each(
            scripts
            | {
                "flask": (HERE + "import demo; print(demo.project())", "flask's source"),
                "strace": (
                    HERE + "from tests.support.tracing import strace; print(strace() or '')",
                    "strace",
                ),
            }
        )
        more, also = code.result()
    named = {key: value for key, value in (environment | more).items() if key.startswith("HELIX_TEST_")}
    return named, run.done("fetch", start, good and also)


def fetch_each(scripts: dict[str, tuple[str, str]]) -> tuple[dict[str, str], bool]:
    """One after the other, what each script printed last by its key, and whether the run may go on."""
    got = {key: fetched(script, what) for key, (script, what) in scripts.items()}
    return {key: path for key, (path, _) in got.items()}, all(may for _, may in got.values())


def tests(run: Run) -> bool:
    """The laws and the rules of the house need nothing from a registry, so they run while it is waited for; all
    other tests are collected meanwhile, and of them only those wait that use what is fetched. Where everything was
    fetched before, the others begin at once: the longest rule of the house would leave a processor idle.
    """
    early = f"laws and rules of the house, hash seed {SECOND_SEED}", SECOND_SEED, "tests/laws", "tests/house"
    rest = "all other tests, and the laws again", FIRST_SEED, "tests", "--ignore=tests/house"
    if not FORKS:
        good = pytest(run, *early)
        environment, fetched_all = fetch(run, EDITORS)
        return pytest(run, *rest, **environment) and good and fetched_all
    told, telling = os.pipe()
    with ThreadPoolExecutor(3) as beside, os.fdopen(telling, "w", encoding="utf-8") as begin:
        fetching = beside.submit(fetch, run, EDITORS)
        others = beside.submit(pytest, run, *rest, "--forks-wait", str(told), reads=(told,))
        rules = beside.submit(pytest, run, *early)
        wait((fetching, rules), return_when=FIRST_COMPLETED)
        print("begin", file=begin, flush=True)
        environment, fetched_all = fetching.result()
        print(json.dumps(environment), file=begin, flush=True)
        passed, good = others.result(), rules.result()
    os.close(told)
    return passed and good and fetched_all


def everything(run: Run) -> bool:
    """The code is looked at while the registries are waited for."""
    with ThreadPoolExecutor(1) as beside:
        linted = beside.submit(quick_lint, run)
        tested = tests(run)
    return linted.result() and tested


def drives(run: Run) -> bool:
    environment, good = fetch(run, EDITORS | OLD_EDITORS)
    return pytest(run, "drives", FIRST_SEED, "-m", "drive", "tests", **environment) and good


def campaigns(run: Run) -> bool:
    return pytest(run, "campaigns", FIRST_SEED, "-m", "campaign", "tests")


def missing(run: Run) -> bool:
    """What was forgotten when something was added: each failure is a sentence with a file and what to do there."""
    return run.part(
        "what is missing", sys.executable, "-m", "pytest", "-q", "--no-header", "--tb=short", *COMPLETE
    )


PARTS: dict[str, tuple[Callable[[Run], bool], ...]] = {
    "lint": (lint,),
    "laws": (laws,),
    "missing": (missing,),
    "tests": (tests,),
    "drives": (drives,),
    "campaigns": (campaigns,),
    "": (everything,),
}


@contextlib.contextmanager
def temporary_folder() -> Generator[None]:
    """Lets everything that is started write its temporary files into memory, where there is room and programs in it
    may be started; else they go where the system puts them.
    """
    if os.environ.get("TMPDIR") or not _has_room(MEMORY):
        yield
        return
    for old in MEMORY.glob("helix[0-9]*"):  # of a run that was killed
        if not Path("/proc", old.name.removeprefix("helix")).exists():
            shutil.rmtree(old, ignore_errors=True)
    folder = MEMORY / f"helix{os.getpid()}"  # short: the address of a socket has a hundred characters
    folder.mkdir()
    folder.chmod(0o1777)  # as that of the system: a test asks as another user, who has temporary files, too
    os.environ["TMPDIR"] = str(folder)
    try:
        yield
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _has_room(folder: Path) -> bool:
    try:
        info = os.statvfs(folder)
        memory = Path("/proc/meminfo").read_text(encoding="ascii")
    except (OSError, AttributeError):  # another system
        return False
    available = re.search(r"^MemAvailable: +(\d+) kB", memory, re.MULTILINE)
    return (
        os.access(folder, os.W_OK)
        and not info.f_flag & os.ST_NOEXEC
        and info.f_bavail * info.f_frsize >= ROOM << 30
        and available is not None
        and int(available[1]) << 10 >= (ROOM + SPARE) << 30
    )


def main() -> int:
    os.environ.pop("PYTHONSTARTUP", None)
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # else each of some 500 processes compiles 700 modules
    if shutil.which("git") is None:
        sys.exit("check: git is needed (the index reads what git tracks)")
    part = sys.argv[1] if len(sys.argv) > 1 else ""
    if part not in PARTS:
        sys.exit(__doc__)
    tree = green.clean_tree() if not part else None
    if tree is not None and green.recorded(tree):
        print(f"this tree has already passed: {tree}", flush=True)
    run = Run()
    with temporary_folder():
        held = [step(run) for step in PARTS[part]]  # all of them, whatever the first says
    good = all(held)
    if good and tree is not None and green.clean_tree() == tree:
        green.record(tree)
    run.tell()
    if not good:
        print("\nFAILED", file=sys.stderr)
    return 0 if good else 1


if __name__ == "__main__":
    raise SystemExit(main())
