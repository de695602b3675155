"""Gates on a real server process: load held while it indexes, memory, start and idle."""

from __future__ import annotations

import random
import statistics
import tempfile
import time
from pathlib import Path
from typing import Any

import psutil
from reliability_figure import Figure, at_most, count, percentile

from tests.support.raw_client import ServerProcess

FAKE = ("tests/support/fake_backend.py",)
_RACY = 3.0
_EMPTY = "from pygls.lsp.server import LanguageServer; LanguageServer('empty', '1').start_io()"
_OPEN = 200
_NAMESAKES = 97
_RATES = {"edit": 100, "hover": 30, "action": 5, "ask": 2}
_LITERALS = {
    "textDocument": {"codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": []}}}}
}


class Timed(ServerProcess):
    """Keeps when each answer came. A list that notes the time is the least that can be in the way."""

    def __init__(self, *arguments: str, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self.messages = _Noting(self.messages)

    def came(self, number: int) -> float | None:
        """When the answer came, None when it has not."""
        assert isinstance(self.messages, _Noting)
        return self.messages.times.get(number)


class _Noting(list[dict[str, Any]]):
    def __init__(self, held: list[dict[str, Any]]) -> None:
        super().__init__(held)
        self.times: dict[Any, float] = {}
        self.failed: dict[Any, Any] = {}

    def append(self, message: dict[str, Any]) -> None:
        if "method" not in message:
            self.times[message.get("id")] = time.monotonic()
            if "error" in message:
                self.failed[message.get("id")] = message["error"]
        super().append(message)


def tree(root: Path, files: int) -> None:
    """Small files in folders of 200: five of code, one document, and so on. Methods share `_NAMESAKES` names."""
    for number in range(files):
        folder = root / f"p{number // 200}"
        folder.mkdir(parents=True, exist_ok=True)
        if number % 6 == 5:
            shared = (number - 2) % _NAMESAKES
            text = f"# Part {number}\n\nCall `part_{number - 1}` and `Part{number - 2}.run_{shared}`.\n\n## More of {number}\n\nWords.\n"
            (folder / f"d{number}.md").write_text(text)
        else:
            method = f"class Part{number}:\n    def run_{number % _NAMESAKES}(self, x):\n        return part_{number}(x)\n\n\n"
            body = f"{method}def part_{number}(x):\n    '''Part {number}.'''\n"
            (folder / f"m{number}.py").write_text(body + f"    return x + {number}\n")


def serving(root: Path, scratch: Path, *flags: str, environment: dict[str, str] | None = None) -> Timed:
    """A real server on a tree, hands shaken, not waited for."""
    around = {"HELIX_ASK_CACHE_DIR": str(scratch / "cache"), **(environment or {})}
    server = Timed(*flags, environment=around, started=True)  # a fork would have the limits of its parent
    server.initialize(
        folders=[root.as_uri()],
        encodings=["utf-16"],
        capabilities={**_LITERALS, "window": {"workDoneProgress": True}},
    )
    return server


def indexed(server: ServerProcess, timeout: float) -> None:
    """Until the first index is there."""
    server.wait_for(
        lambda m: m.get("method") == "$/progress" and m["params"]["value"]["kind"] == "end",
        timeout,
        "the index",
    )


def held(scale: float, seed: int) -> list[Figure]:
    """G7. An open loop: what is due is sent at its time, whatever is still unanswered."""
    files, seconds = (20_000, 120 * scale) if scale >= 0.25 else (2_000, 8)
    with tempfile.TemporaryDirectory(prefix="helix-load-") as folder:
        root = Path(folder) / "tree"
        tree(root, files)
        with serving(root, Path(folder), "--test-hooks") as server:
            server.wait_for(_counting, 60, "the beginning of the indexing")
            sent, texts, lost = _drive(server, root, seconds, files, random.Random(seed))
            busy = not [
                m
                for m in server.messages
                if m.get("method") == "$/progress" and m["params"]["value"]["kind"] == "end"
            ]
            figures = _figures(server, sent, lost, texts)
            print(
                f"      {files:,} files, {seconds:.0f} s; the index was {'still being built' if busy else 'ready'} at the end"
            )
            server.stop()
            slow = [line for line in server.logged().splitlines() if "turn " in line]
            turns = [int(line.rpartition("took ")[2].split()[0]) for line in slow if "took " in line]
            return [*figures, count("turns of the loop over 250 ms", sum(t > 250 for t in turns))]


def _counting(message: dict[str, Any]) -> bool:
    """A report of the first index: from here on the folder is open and being read."""
    return message.get("method") == "$/progress" and message["params"]["value"]["kind"] == "report"


def _drive(
    server: Timed, root: Path, seconds: float, files: int, dice: random.Random
) -> tuple[dict[str, list[tuple[int, float]]], int, int]:
    opened = [
        path
        for n in range(_OPEN)
        if (path := next((root / f"p{n * (files // _OPEN) // 200}").glob(f"*{n * (files // _OPEN)}.*"), None))
    ]
    texts = {path.as_uri(): path.read_text() for path in opened}
    for uri, text in texts.items():
        server.open(uri, text, language="markdown" if uri.endswith(".md") else "python")
    versions, lost = dict.fromkeys(texts, 1), 0
    sent: dict[str, list[tuple[int, float]]] = {name: [] for name in (*_RATES, "text")}
    checks: list[tuple[int, str]] = []
    due = [
        (0.5 * n / rate, kind)
        for kind, rate in _RATES.items()
        for n in range(int(2 * seconds * rate))
        if n % 2 == 0
    ]
    began = time.monotonic()
    for at, kind in sorted(due):
        time.sleep(max(0.0, began + at - time.monotonic()))
        uri = dice.choice(list(texts))
        line = dice.randrange(texts[uri].count("\n"))
        place = {"line": line, "character": dice.randrange(20)}
        document = {"textDocument": {"uri": uri}}
        now = time.monotonic()
        if kind == "edit":
            versions[uri] += 1
            new = dice.choice(["x", "é", "😀", " "])
            lines = texts[uri].split("\n")
            lines[line] = new + lines[line]
            texts[uri] = "\n".join(lines)
            here = {"line": line, "character": 0}
            server.change(uri, versions[uri], {"range": {"start": here, "end": here}, "text": new})
            if versions[uri] % 3 == 0:
                number = server.start("helix/test/text", document)
                sent["text"].append((number, now))
                checks.append((number, texts[uri]))
        elif kind == "hover":
            sent["hover"].append((server.start("textDocument/hover", {**document, "position": place}), now))
        elif kind == "action":
            params = {**document, "range": {"start": place, "end": place}, "context": {"diagnostics": []}}
            sent["action"].append((server.start("textDocument/codeAction", params), now))
        else:
            sent["ask"].append(
                (server.start("helix/ask", {"question": f"what does part_{dice.randrange(files)} do?"}), now)
            )
    for number, text in checks:
        lost += server.wait(number, 60).get("result", {}).get("text") != text
    for uri, text in texts.items():
        lost += server.text(uri) != text
    for pairs in sent.values():
        for number, _ in pairs:
            server.wait(number, 60)
    return sent, len(texts), lost


def _figures(server: Timed, sent: dict[str, list[tuple[int, float]]], lost: int, opened: int) -> list[Figure]:
    assert isinstance(server.messages, _Noting)
    took = {kind: [((server.came(n) or 9e9) - at) * 1e3 for n, at in pairs] for kind, pairs in sent.items()}
    for kind in ("hover", "action", "ask", "text"):
        print(
            f"      {kind:7}"
            + " ".join(f"p{int(100 * s)} {percentile(took[kind], s):.1f}" for s in (0.5, 0.95, 0.99, 1.0))
            + " ms"
        )
    return [
        at_most("hover p99", percentile(took["hover"], 0.99), 150, "ms"),
        at_most("code action p99", percentile(took["action"], 0.99), 150, "ms"),
        at_most("edit, until its text is read back, p99", percentile(took["text"], 0.99), 10, "ms"),
        at_most("ask p99", percentile(took["ask"], 0.99), 1_500, "ms"),
        count("errors", len(server.messages.failed)),
        count(f"lost edits in {opened} documents", lost),
    ]


def soak(scale: float, seed: int) -> list[Figure]:
    """G9: many messages of every kind; growth after a tenth of them, threads and descriptors at the end."""
    total, dice = int(150_000 * scale), random.Random(seed)
    with ServerProcess(script=FAKE) as server:
        server.initialize(folders=["file:///w/x"])
        document = server.open("file:///w/x/a.md", "word é\n" * 200)
        process = psutil.Process(server.process.pid)
        before, threads, files = 0, 0, 0
        place = {"line": 3, "character": 1}
        for version in range(2, total):
            match dice.randrange(8):
                case 0:
                    server.start("textDocument/hover", {"textDocument": document, "position": place})
                case 1:
                    server.notify("textDocument/didClose", {"textDocument": document})
                    server.open(document["uri"], "word é\n" * 200, version)
                case 2:
                    server.notify(
                        "workspace/didChangeWatchedFiles",
                        {"changes": [{"uri": "file:///w/x/b.md", "type": 2}]},
                    )
                case _:
                    change = {
                        "range": {"start": place, "end": {"line": 3, "character": 2}},
                        "text": dice.choice("ab"),
                    }
                    server.change(document["uri"], version, change)
            if version % 2_000 == 0:
                server.text(document["uri"])
                server.messages.clear()
            if version == total // 10:
                server.text(document["uri"])
                before, threads, files = process.memory_info().rss, process.num_threads(), process.num_fds()
        server.text(document["uri"])
        grown = (process.memory_info().rss - before) / 1e6
        figures = [
            at_most(f"growth over {total:,} messages", grown, 10, "MB"),
            count("threads more than before", max(0, process.num_threads() - threads)),
            count("descriptors more than before", max(0, process.num_fds() - files)),
        ]
        server.stop()
        return figures


def start(scale: float, seed: int) -> list[Figure]:
    """`initialize` beside an empty pygls server in turn, the first answer from a warm index, and what idling
    costs.
    """
    del seed
    rounds = 5
    ours, empty = [], []
    with tempfile.TemporaryDirectory(prefix="helix-bytecode-") as compiled:
        # Both as they are installed, with their modules compiled: where PYTHONDONTWRITEBYTECODE is set only
        # those of pygls would be.
        around = {"PYTHONPYCACHEPREFIX": compiled, "PYTHONDONTWRITEBYTECODE": ""}
        for number in range(rounds + 1):
            pair = _handshake(("-c", _EMPTY), around), _handshake(("-m", "helix_lsp", "serve"), around)
            if number:  # the first round compiles
                empty.append(pair[0])
                ours.append(pair[1])
        root = Path(compiled) / "tree"
        tree(root, 400)
        time.sleep(
            _RACY
        )  # else each start would read all files again, which were written in the moment of the first index
        first = []
        for number in range(rounds + 1):
            began = time.monotonic()
            with serving(root, Path(compiled), environment=around) as server:
                server.result("helix/ask", {"question": "what does part_7 do?"}, 60)
                if number:  # the first round makes the index
                    first.append((time.monotonic() - began) * 1e3)
                else:
                    indexed(server, 120)
                server.stop()
        idle = _idle(root, Path(compiled), max(10.0, 60 * scale))
    ratio = statistics.median(ours) / statistics.median(empty)
    print(
        f"      initialize {statistics.median(ours):.0f} ms, empty pygls {statistics.median(empty):.0f} ms (medians of {rounds})"
    )
    return [
        Figure(
            what="initialize beside an empty pygls server",
            value=f"{ratio:.2f} times",
            goal="<= 1.5 times",
            holds=ratio <= 1.5,
        ),
        at_most("process start to first answer, warm index, median", statistics.median(first), 500, "ms"),
        at_most("idle", 100 * idle, 0.5, "% of a core"),
    ]


def _handshake(script: tuple[str, ...], environment: dict[str, str]) -> float:
    began = time.monotonic()
    with ServerProcess(script=script, environment=environment) as server:
        server.initialize()
        took = (time.monotonic() - began) * 1e3
        server.process.kill()
    return took


def _idle(root: Path, scratch: Path, seconds: float) -> float:
    with serving(root, scratch) as server:
        indexed(server, 60)
        time.sleep(2)
        process = psutil.Process(server.process.pid)
        before = sum(process.cpu_times()[:2])
        time.sleep(seconds)
        used = (sum(process.cpu_times()[:2]) - before) / seconds
        server.stop()
    return used
