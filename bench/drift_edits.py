"""From an edit in a 5,000-line file to the diagnostics of the documents that mention it: a real server, a
real client, a repository with a past.

    python bench/drift_edits.py [--lines 5000] [--documents 200] [--edits 40]

Each edit renames one function (or gives it its name back). Measured is the time until the client is asked to
pull again and has pulled the one document that mentions it; the goal, chosen by hand, is 300 ms. Beside it
stands, as a ratio of this run, a pull of a document that nothing concerned, and the CPU time of the server
for each edit, which a busy machine changes less than the wall time.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "bench")]

import psutil  # noqa: E402
from reliability_figure import percentile  # noqa: E402  (found through the line above)

from tests.lsp.drift_world import PULLS, pull, repository, serving, told  # noqa: E402

GOAL = 300.0  # milliseconds


def worked(process: psutil.Process) -> float:
    """Milliseconds of CPU that a process and those it started have used."""
    return sum(sum(one.cpu_times()[:2]) for one in (process, *process.children(recursive=True))) * 1e3


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--lines", type=int, default=5_000)
    parser.add_argument("--documents", type=int, default=200)
    parser.add_argument("--edits", type=int, default=40)
    options = parser.parse_args()
    functions = options.lines // 5
    code = "".join(
        f"def fire_{n}(kiln, heat):\n    '''Fire {n}.'''\n    return kiln + heat + {n}\n\n\n"
        for n in range(functions)
    )
    files = {"kiln.py": code} | {
        f"docs/d{n}.md": f"# Kiln {n}\n\nCall `fire_{n}` with `heat_{n}`.\n" for n in range(options.documents)
    }
    files |= {f"more/m{n}.py": f"def heat_{n}():\n    return {n}\n" for n in range(options.documents)}
    took: list[float] = []
    idle: list[float] = []
    cpu: list[float] = []
    with tempfile.TemporaryDirectory(prefix="helix-edits-") as folder:
        root = repository(Path(folder), files)
        with serving(root, Path(folder) / "cache", PULLS) as server:
            kiln = (root / "kiln.py").as_uri()
            process = psutil.Process(server.process.pid)
            server.open(kiln, code, language="python")
            documents = [(root / f"docs/d{n}.md").as_uri() for n in range(options.documents)]
            for number, uri in enumerate(documents):
                server.open(uri, files[f"docs/d{number}.md"])
                told(server, uri, 0)

            def refreshes() -> int:
                return sum(m.get("method") == "workspace/diagnostic/refresh" for m in list(server.messages))

            version = 1
            for turn in range(options.edits):
                number = (turn // 2) % options.documents
                line, gone = 5 * number, turn % 2 == 0
                version += 1
                before = refreshes()
                used = worked(process)
                began = time.perf_counter()
                old = f"fire_{number}" if gone else f"burn_{number}"
                span = {
                    "start": {"line": line, "character": 4},
                    "end": {"line": line, "character": 4 + len(old)},
                }
                server.change(
                    kiln, version, {"range": span, "text": f"burn_{number}" if gone else f"fire_{number}"}
                )
                while refreshes() == before and time.perf_counter() < began + 10:
                    time.sleep(0.001)
                items = pull(server, documents[number])["items"]
                took.append((time.perf_counter() - began) * 1e3)
                cpu.append(worked(process) - used)
                if len(items) != gone:
                    print(f"      turn {turn}: {len(items)} findings")
                    return 1
                began = time.perf_counter()
                pull(server, documents[number - 1])
                idle.append((time.perf_counter() - began) * 1e3)
    p50, p95, calm = percentile(took, 0.5), percentile(took, 0.95), percentile(idle, 0.5)
    good = p95 <= GOAL
    print(
        f"{'ok  ' if good else 'MISS'} edit in {options.lines:,} lines to the diagnostics of the document that mentions it: p50 {p50:.0f} ms, "
        f"p95 {p95:.0f} ms, longest {max(took):.0f} ms of {len(took)} (goal: {GOAL:.0f} ms); a pull that nothing concerned "
        f"takes {calm:.1f} ms, p50 is {p50 / calm:.0f} times that; CPU of the server p50 {percentile(cpu, 0.5):.0f} ms, "
        f"p95 {percentile(cpu, 0.95):.0f} ms"
    )
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
