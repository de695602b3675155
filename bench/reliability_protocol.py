"""Gates on the protocol itself: probes, the generated corpus, what is emitted, edits, damaged frames,
cancels.
"""

from __future__ import annotations

import random
import resource
import time
from typing import Any

from reliability_figure import Figure, at_most, count, percentile

from helix_lsp.config.server import ServeConfig
from helix_lsp.lsp.documents import Documents, Edit, to_text
from helix_lsp.lsp.server import ServeOptions, messages
from helix_lsp.lsp.stream.message import encode
from tests.lsp.test_documents import ALPHABETS, ENCODINGS, Model
from tests.lsp.test_frames import pieces
from tests.lsp.test_probes import PROBES, test_probe
from tests.support.fake_backend import FakeBackend
from tests.support.generated_messages import Made, generated
from tests.support.metamodel import faults
from tests.support.raw_client import Inside

ROOT = "file:///w/x"
_BATCH = 40
_SETTLED = "helix/test/echo"
_seen: list[str] = []
_judged = 0


def client(**options: Any) -> Inside:
    """A server in this process that has shaken hands and offers everything."""
    made = Inside(ServeOptions(test_hooks=True, open_service=FakeBackend, config=ServeConfig()))
    wanted = {"codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": []}}}}
    made.initialize(
        folders=[ROOT], capabilities={"textDocument": wanted, "window": {"workDoneProgress": True}}, **options
    )
    return made


def judge(made: Inside) -> None:
    """Hold what it emitted against the meta model, for G3."""
    global _judged  # noqa: PLW0603  (one sum over the gates of one run)
    _judged += len(made.messages)
    _seen.extend(faults(made.messages, made.methods))


def probes(scale: float, seed: int) -> list[Figure]:
    """G1: the probes of the test suite, one server each."""
    del scale, seed
    passed = 0
    for probe in PROBES:
        try:
            test_probe(probe)
            passed += 1
        except AssertionError as error:
            print(f"      {probe.name}: {str(error)[:120]}")
    return [count("probes of life cycle, envelope, params and framing", passed, len(PROBES), of=len(PROBES))]


def corpus(scale: float, seed: int) -> list[Figure]:
    """G2: the whole corpus, whatever the scale; a batch is sent at once, each answer is timed from its own
    sending.
    """
    del scale, seed
    made = client()
    made.open(f"{ROOT}/a.md", "# A\n\nUse `word` here.\n")
    corpus_ = list(generated())
    sent: dict[int, float] = {}
    slowest = 0.0
    for first in range(0, len(corpus_), _BATCH):
        batch = [
            number
            for one in corpus_[first : first + _BATCH]
            if (number := _send(made, one, sent)) is not None
        ]
        for number in batch:
            made.wait(number, 20)
        slowest = max([slowest, *(time.monotonic() - sent[number] for number in batch)])
    made.result(_SETTLED, {"text": "x"})
    answers: dict[Any, int] = {}
    for message in made.messages:
        if "method" not in message and message.get("id") is not None:
            answers[message["id"]] = answers.get(message["id"], 0) + 1
    inner = [m for m in made.messages if m.get("error", {}).get("code") == -32603]
    for message in inner[:5]:
        print(f"      internal error on {made.methods.get(message['id'])}")
    pop_ups = len(made.notes("window/showMessage"))
    code = made.stop()
    judge(made)
    once = sum(answers.get(number) == 1 for number in sent)
    return [
        count("ids answered exactly once", once, len(sent), of=len(sent)),
        Figure(
            what="messages",
            value=f"{len(corpus_):,}, {sum(one.valid for one in corpus_):,} of them valid",
            goal="all",
            holds=True,
        ),
        at_most("slowest answer, its batch of 40 included", slowest * 1e3, 1_000, "ms"),
        count("pop-ups", pop_ups),
        count("internal errors", len(inner)),
        count("crashes", len(made.exits) + (code != 0)),
    ]


def _send(made: Inside, one: Made, sent: dict[int, float]) -> int | None:
    if not one.request:
        made.notify(one.method, None if one.bare else one.params)
        return None
    number = made.start(one.method, None if one.bare else one.params)
    sent[number] = time.monotonic()
    return number


def emitted(scale: float, seed: int) -> list[Figure]:
    """G3: everything that the servers of the gates before emitted; alone it runs G2 and G8 first."""
    if not _judged:
        corpus(scale, seed)
        cancels(scale, seed)
    for fault in _seen[:5]:
        print(f"      {fault}")
    return [count(f"faults in {_judged:,} emitted messages", len(_seen))]


def edits(scale: float, seed: int) -> list[Figure]:
    """G4: the document store against a plain model, in and out of range; a tenth of them through the wire."""
    total, dice, wrong, done, sessions = int(1_000_000 * scale), random.Random(seed), 0, 0, 0
    while done < total:
        encoding, letters = (
            ENCODINGS[sessions % 3],
            sorted(set(list(ALPHABETS.values())[sessions // 3 % len(ALPHABETS)])),
        )
        sessions += 1
        store, text = Documents(), "".join(dice.choices(letters, k=dice.randrange(60)))
        store.encoding = encoding
        model = Model(text, encoding)
        store.open("u", "", 0, text)
        for version in range(1, 41):
            new = "".join(dice.choices(letters, k=dice.randrange(6)))
            start, end = _range(dice)
            model.edit(start, end, new)
            document = store.take_in("u", version, [Edit(text=new, start=start, end=end)])
            done += 1
            if document is None or to_text(document.text.data) != model.text:
                wrong += 1
                break
    return [
        count(
            f"lost edits in the store ({sessions:,} documents, 3 encodings, {len(ALPHABETS)} alphabets)",
            wrong,
            of=done,
        ),
        *_wire(scale, dice),
    ]


def _range(dice: random.Random) -> tuple[tuple[int, int], tuple[int, int]]:
    """Ordered places, now and then far outside."""
    far = 2**31 - 1
    places = [
        (dice.randrange(6), dice.randrange(14)) if dice.random() < 0.93 else (dice.choice((0, far)), far)
        for _ in range(2)
    ]
    return min(places), max(places)


def _wire(scale: float, dice: random.Random) -> list[Figure]:
    total, done, wrong = int(100_000 * scale), 0, 0
    for encoding in ENCODINGS:
        made = Inside(ServeOptions(test_hooks=True, open_service=FakeBackend))
        made.initialize(folders=[ROOT], encodings=[encoding])
        for turn in range(max(1, total // 3 // 100)):
            letters = sorted(set(list(ALPHABETS.values())[turn % len(ALPHABETS)]))
            text = "".join(dice.choices(letters, k=30))
            model = Model(text, encoding)
            document = made.open(f"{ROOT}/{turn}.md", text)
            for version in range(2, 102):
                new, (start, end) = "".join(dice.choices(letters, k=dice.randrange(5))), _range(dice)
                model.edit(start, end, new)
                places = {
                    name: {"line": at[0], "character": at[1]} for name, at in (("start", start), ("end", end))
                }
                made.change(document["uri"], version, {"range": places, "text": new})
                done += 1
            wrong += made.text(document["uri"]) != model.text
            made.notify("textDocument/didClose", {"textDocument": document})
        made.stop()
        judge(made)
    return [count("documents out of step through the wire", wrong, of=done)]


def frames(scale: float, seed: int) -> list[Figure]:
    """G5: mutated streams through the reader and the envelope."""
    total, dice, done, slowest, escaped = int(2_000_000 * scale), random.Random(seed), 0, 0.0, 0
    config = ServeConfig(max_message_bytes=100_000)
    sound = [
        encode(
            {
                "jsonrpc": "2.0",
                "id": n,
                "method": "textDocument/hover",
                "params": {"a": [1, "x\u2028"], "b": {"c": "é" * n}},
            }
        )
        for n in range(9)
    ]
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    while done < total:
        data = bytearray(b"".join(dice.choices(sound, k=8)))
        for _ in range(dice.randrange(1, 9)):
            at = dice.randrange(max(1, len(data)))
            match dice.randrange(4):
                case 0:
                    data[at : at + 1] = bytes([dice.randrange(256)])
                case 1:
                    del data[at : at + dice.randrange(1, 30)]
                case 2:
                    data[at:at] = dice.randbytes(dice.randrange(20))
                case _:
                    data[at:at] = data[: dice.randrange(60)]
        began = time.monotonic()
        try:
            for _ in messages(pieces(bytes(data), [dice.randrange(1, 999)]), config):
                pass
        except Exception as error:
            print(f"      {type(error).__name__}")
            escaped += 1
        slowest = max(slowest, time.monotonic() - began)
        done += 8
    grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
    return [
        count("escaped exceptions in mutated frames", escaped, of=done),
        at_most("slowest stream of 8 frames", slowest * 1e3, 1_000, "ms"),
        at_most("growth", grown, 50, "MB"),
    ]


def cancels(scale: float, seed: int) -> list[Figure]:
    """G8: random requests of which most are cancelled; the time is from the cancel to the answer."""
    total, dice = int(10_000 * scale), random.Random(seed)
    made = client()
    numbers, waits = [], []
    for _ in range(total):
        method, params = dice.choice(
            [
                ("helix/test/slow", {"seconds": 30}),
                ("helix/ask", {"question": "wait 30"}),
                ("helix/test/echo", {"text": "a"}),
            ]
        )
        number = made.start(method, params)
        numbers.append(number)
        if method != "helix/test/echo":
            time.sleep(dice.random() * 0.002)
            began = time.monotonic()
            made.notify("$/cancelRequest", {"id": number})
            made.wait(number, 10)
            waits.append((time.monotonic() - began) * 1e3)
    for number in numbers:
        made.wait(number, 10)
    answered: dict[Any, int] = {}
    for message in made.messages:
        if "method" not in message:
            answered[message.get("id")] = answered.get(message.get("id"), 0) + 1
    began = time.monotonic()
    quiet = made.stop() == 0 and made.exits == []
    judge(made)
    return [
        count(
            "requests not answered exactly once",
            sum(answered.get(number) != 1 for number in numbers),
            of=total,
        ),
        at_most("from cancel to answer, p99", percentile(waits, 0.99), 100, "ms"),
        at_most(
            "until the work had stopped and the server ended",
            (time.monotonic() - began) * 1e3 if quiet else 9e9,
            500,
            "ms",
        ),
    ]
