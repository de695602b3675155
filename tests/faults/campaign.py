"""What the harness runs, with `shim.c` loaded before libc: a journey of a small project, again and again, and
in each run another call fails.

    python -m tests.faults.campaign JOURNEY {"KIND": STRIDE, ...} FOLDER      one line of JSON for each run

Every run is a fork of a process that has imported everything, so that what is counted are the calls of the
journey. After it the same journey is made by a fork without a fault, on the index that the first one left.
"""

from __future__ import annotations

import contextlib
import ctypes
import errno
import faulthandler
import importlib
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from tests.faults.journeys import ARMING, JOURNEYS, LIMIT, armed, project, shim

KINDS = ("open", "read", "write", "sync", "rename", "mmap", "thread")
ERRORS: dict[str, tuple[int, ...]] = {
    "open": (errno.EMFILE, errno.EIO, errno.EACCES), "read": (errno.EIO,), "write": (errno.ENOSPC, errno.EIO), "sync": (errno.EIO,),
    "rename": (errno.EIO, errno.EACCES), "mmap": (errno.ENOMEM,), "thread": (errno.EAGAIN,),
}  # fmt: skip
GOOD = ("right", "error", "told")


def state(root: Path) -> Any:
    """What the stored index says, as plain data."""
    from helix_lsp.session.settings.settings import load
    from helix_lsp.session.workspace import Workspace

    with Workspace.open(str(root), load(str(root)), writable=False) as workspace:
        snapshot = workspace.view().snapshot
        return {
            "digest": snapshot.digest(),
            "outlines": [repr(snapshot.outline(p)) for p in snapshot.paths()],
            "units": [repr(snapshot.units(p)) for p in snapshot.paths()],
            "match": repr(snapshot.match({"bell": 1.0, "rope": 2.0}, 9)),
            "names": snapshot.names(),
        }


def forked(work: Callable[[], Any]) -> dict[str, Any]:
    """What `work` gives in a fork of this process; {"died": how} when it does not come back with anything."""
    with tempfile.TemporaryFile() as box:
        pid = os.fork()
        if pid == 0:
            signal.alarm(LIMIT)
            faulthandler.enable()
            code = 1
            try:
                said = json.dumps(work()).encode()
                os.pwrite(box.fileno(), said, 0)
                code = 0
            except BaseException as error:
                import traceback

                shim().shim_disarm()
                os.pwrite(
                    box.fileno(),
                    json.dumps({"died": "".join(traceback.format_exception(error))[-1_500:]}).encode(),
                    0,
                )
                code = 0
            finally:
                os._exit(code)
        _, ended = os.waitpid(pid, 0)
        data = os.pread(box.fileno(), 10_000_000, 0)
        return json.loads(data) if data else {"died": f"ended with {ended}"}


def once(journey: str, root: Path, cache: Path, arming: tuple[int, int, int, int] | None) -> dict[str, Any]:
    """One run in a fork: the outcome, how often the fault fired, the state of the index afterwards."""

    def work() -> dict[str, Any]:
        os.environ["HELIX_ASK_CACHE_DIR"] = str(cache)
        if arming is not None:
            ARMING.append(arming)
        with armed() if journey != "hover" else contextlib.nullcontext():
            said = JOURNEYS[journey](root)
        kind = 0 if arming is None else arming[0]
        where = shim().shim_where
        where.restype = ctypes.c_char_p
        return {
            **said,
            "fired": shim().shim_fired(),
            "calls": shim().shim_count(kind),
            "where": where().decode(errors="replace"),
        }

    return forked(work)


def judge(said: dict[str, Any], expected: dict[str, Any]) -> str:
    """What a run with a fault was worth: `right`; `error`, a clear one; `told`, less and it says so; else
    what is wrong.
    """
    if "died" in said:
        return f"died: {said['died']}"
    if "Traceback" in said["err"] or "unexpected" in said["err"]:
        return f"unclear: {said['err'][-400:]}"
    if said["code"] == 2:
        return "error" if said["err"].strip() else "silent: exit code 2 and no word"
    if said["code"] != expected["code"]:
        return f"wrong exit code {said['code']}: {said['err'][-300:]}"
    got, wanted = said["result"], expected["result"]
    if "answers" not in wanted:
        if got == wanted:
            return "right"
        left_out = got is not None and any(one["reason"] == "unreadable" for one in got.get("skipped", ()))
        told = got is not None and (not got["fresh"] or said["err"].strip())
        return "told" if told or left_out else f"silent: {_differing(got, wanted)}"
    verdict = "right" if got["fresh"] else "told"
    for one, right in zip(got["answers"], wanted["answers"], strict=True):
        if one == right:
            continue
        if not (isinstance(one, dict) and "code" in one):
            return (
                "told"
                if not got["fresh"] or said["err"]
                else f"silent: {json.dumps(one)[:300]} instead of {json.dumps(right)[:300]}"
            )
        if one["code"] == -32603:
            return f"unclear: {one['message']}"
        verdict = "error"
    return verdict


def _differing(got: Any, wanted: Any) -> str:
    """The fields of a result that are not as expected, each with what it should be."""
    if not (isinstance(got, dict) and isinstance(wanted, dict)):
        return f"{json.dumps(got)[:300]} instead of {json.dumps(wanted)[:300]}"
    wrong = [name for name in wanted if got.get(name) != wanted[name]]
    return "; ".join(
        f"{name}: {json.dumps(got.get(name))[:600]} instead of {json.dumps(wanted[name])[:600]}"
        for name in wrong
    )


def preload(root: Path, folder: Path, journeys: list[str]) -> None:
    """Import what the journeys import."""
    for journey in journeys:

        def names(journey: str = journey) -> dict[str, Any]:
            os.environ["HELIX_ASK_CACHE_DIR"] = str(folder / "preload")
            JOURNEYS[journey](root)
            return {"modules": sorted(sys.modules)}

        seen = forked(names)
        if "died" in seen:
            raise SystemExit(f"the journey does not work without a fault: {seen['died']}")
        for name in seen["modules"]:
            if name != "__main__" and not name.startswith("tests."):
                with contextlib.suppress(Exception):
                    importlib.import_module(name)


def run(
    journey: str, strides: Mapping[str, int], folder: Path, tell: Callable[[dict[str, Any]], None]
) -> None:
    """Every so many-th N of every kind and error, until no fault fires any more; once, and from the N-th on."""
    root = project(folder)
    preload(root, folder, [journey])
    first = once(journey, root, folder / "cold", None)
    warm = folder / "cold"
    os.environ["HELIX_ASK_CACHE_DIR"] = str(warm)
    expected = once(journey, root, warm, None) if journey != "index" else first
    right_state = forked(lambda: state(root))
    if "died" in expected or "died" in first:
        raise SystemExit(f"the journey does not work without a fault: {expected}")
    for kind, stride in strides.items():
        for number in ERRORS[kind]:
            for sticky in (0, 1):
                n = 1
                while True:
                    with tempfile.TemporaryDirectory(dir=folder) as scratch:
                        cache = Path(scratch, "cache")
                        if journey != "index":
                            shutil.copytree(warm, cache)
                        said = once(journey, root, cache, (KINDS.index(kind), n, number, sticky))
                        fired = said.get("fired", 1)
                        verdict = judge(said, expected)
                        again = once(journey, root, cache, None)
                        os.environ["HELIX_ASK_CACHE_DIR"] = str(cache)
                        after = forked(lambda: state(root))
                        os.environ["HELIX_ASK_CACHE_DIR"] = str(warm)
                        healed = judge(again, expected) == "right" and after == right_state
                    line = {
                        "kind": kind,
                        "errno": errno.errorcode[number],
                        "sticky": sticky,
                        "n": n,
                        "fired": fired,
                        "where": said.get("where", ""),
                    }
                    tell(
                        {
                            **line,
                            "verdict": verdict,
                            "healed": healed or _not_whole(judge(again, expected), after == right_state),
                        }
                    )
                    if not fired:
                        break
                    n += stride


def _not_whole(verdict: str, equal: bool) -> str:
    return f"{verdict}; state {'equal' if equal else 'differs'}"


def main() -> int:
    """See the head of this file."""
    journey, strides, folder = sys.argv[1:4]
    out = os.fdopen(os.dup(1), "w", buffering=1)
    run(journey, json.loads(strides), Path(folder), lambda line: print(json.dumps(line), file=out))
    return 0


def compiled(folder: Path) -> Path | None:
    """The shim as a library; None where there is no compiler, or no system on which it can be loaded before
    libc.
    """
    compiler = shutil.which("cc") or shutil.which("gcc")
    if sys.platform != "linux" or compiler is None:
        return None
    library = folder / "shim.so"
    done = subprocess.run(
        [
            compiler,
            "-shared",
            "-fPIC",
            "-O1",
            "-o",
            str(library),
            str(Path(__file__).with_name("shim.c")),
            "-ldl",
            "-lpthread",
        ],
        capture_output=True,
        check=False,
    )
    return library if done.returncode == 0 else None


def campaign(journey: str, strides: Mapping[str, int], folder: Path, library: Path) -> list[dict[str, Any]]:
    """`main` in a process of its own with the shim: one row for each run, with kind, errno, n, fired,
    verdict, and healed (True, or what is not).
    """
    root = str(Path(__file__).resolve().parent.parent.parent)
    around = {
        **os.environ,
        "LD_PRELOAD": str(library),
        "HELIX_FAULTS_SHIM": str(library),
        "PYTHONPATH": root,
        "PYTHONHASHSEED": "0",
    }
    done = subprocess.run(
        [sys.executable, "-m", "tests.faults.campaign", journey, json.dumps(dict(strides)), str(folder)],
        env=around,
        capture_output=True,
        text=True,
        cwd=root,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3_000:]
    return [json.loads(line) for line in done.stdout.splitlines()]


if __name__ == "__main__":
    sys.exit(main())
