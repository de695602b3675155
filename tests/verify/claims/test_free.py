"""A sentence in free words against the source of its subject."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from helix_lsp.verify.claim.judge import claims_of, say
from tests.support.check import World, indexed, read_fixture
from tests.support.claims import rulings

FILES = """
//- /src/oven.py
class Check: ...
class Width(Check):
    def __init__(self, most): ...
class Depth(Check):
    def __init__(self, most): ...

class Oven:
    CALM = "calm"
    FIERCE = "fierce"
    MARK = "x-fired"

    def __init__(self, shelves=12, *, vent=True, mode=CALM, firings_per_second=40):
        if not shelves:
            raise ValueError("an oven needs shelves")
        self.check = Width(shelves)
        self.vent = vent

    def fire(self, wares, grade=None):
        # the kiln log says 900 here
        if grade is None and not wares:
            raise LookupError("no wares and no grade")
        self.warm_shelves(wares)
        self.seal_door()
        return 451, ["GET", "HEAD", "OPTIONS"], self.MARK

    def close(self):
        self.store()

    def open(self):
        self.ready = True

STEPS = 7

def scaled(value):
    return warmed(value / 1000)

def warmed(value):
    if value in SEEN:
        return SEEN[value]
    raise RuntimeError("value was never warmed")

def port():
    return os.environ.get("OVEN_PORT", "8080")
//- /src/guard.rb
class Guard
  def initialize(app, options = {})
    @sync = options.fetch(:sync, true)
    raise ArgumentError, "Both app and block given!" if app && block_given?
  end
end
//- /src/Keeper.kt
class Keeper : Thread() {
  init { isDaemon = true }
  private var maxShelves: Long = 64 * 1024
}
//- /src/Valve.php
<?php
class Valve {
  public function set($ware) {
    if ($this->strictMode) { throw new RuntimeException('Invalid ware'); }
    if (!$ware->dry) { return; }
    if ($ware->width >= WIDEST) { $this->split($ware); }
  }
}
//- /src/order.js
export const FILES = [".ovenrc.js", ".ovenrc.json"];
//- /src/codec.py
def commonAsUtf8ToBytes(text):
    return text


def encode_text(text):
    return text
//- /docs/guide.md
The `x-burnt` header is gone.
"""


@pytest.fixture(scope="module")
def world() -> Iterator[World]:
    with indexed(read_fixture(FILES).files) as made:
        yield made


def verdicts(sentence: str, world: World) -> set[str]:
    return {ruling.verdict for ruling in rulings(claims_of(sentence), world)}


@pytest.mark.parametrize(
    ("true", "false"),
    [
        (
            "`Oven` vents by default, since `vent` is `True` unless overridden.",
            "`Oven` does not vent by default, since `vent` is `False` unless overridden.",
        ),
        ("`Oven` switches `vent` on unless it is told otherwise.", "`Oven` switches `vent` off unless it is told otherwise."),
        (
            "`Guard` waits only when `:sync` is set, which is on by default.",
            "`Guard` waits only when `:sync` is set, which is off by default.",
        ),
        ("`Oven` holds 12 shelves unless told otherwise.", "`Oven` holds 15 shelves unless told otherwise."),
        ("`Keeper` caps its shelves at 64 KiB.", "`Keeper` caps its shelves at 32 KiB."),
        ("If the wares are cold, `Oven.fire` answers with status 451.", "If the wares are cold, `Oven.fire` answers with status 404."),
        ("`Oven.fire` allows `GET`, `HEAD` and `OPTIONS` only.", "`Oven.fire` allows `GET`, `HEAD` and `POST` only."),
        ("`FILES` prefers `.ovenrc.js` to `.ovenrc.json`.", "`FILES` prefers `.ovenrc.json` to `.ovenrc.js`."),
        ("`Oven.fire` warms the shelves before it seals the door.", "`Oven.fire` seals the door before it warms the shelves."),
        ("`scaled` divides the value by 1000.", "`scaled` multiplies the value by 1000."),
        (
            "The `Oven` constructor raises a `ValueError` if it gets no shelves.",
            "The `Oven` constructor raises a `FiringError` if it gets no shelves.",
        ),
        (
            "`Oven.fire` raises a `LookupError` if there are neither wares nor a grade.",
            "`Oven.fire` raises a `TypeError` if there are neither wares nor a grade.",
        ),
        (
            "`warmed` raises a `RuntimeError` when the value was never warmed.",
            "`warmed` raises a `TimeoutError` when the value was never warmed.",
        ),
        (
            "`Guard` raises an `ArgumentError` if it gets both an app and a block.",
            "`Guard` raises a `TypeError` if it gets both an app and a block.",
        ),
        ("`Oven` checks its shelves with the `Width` check.", "`Oven` checks its shelves with the `Depth` check."),
        ("`Oven` uses the `CALM` mode if it is not given another one.", "`Oven` uses the `FIERCE` mode if it is not given another one."),
        ("`Oven.fire` writes the grade into the `x-fired` header.", "`Oven.fire` writes the grade into the `x-burnt` header."),
        ("`Oven` stores its wares in `close`.", "`Oven` stores its wares in `open`."),
        (
            "The port can be changed with the environment variable `OVEN_PORT`.",
            "The port can be changed with the environment variable `KILN_SOCKET`.",
        ),
        (
            "`Valve.set` throws a `RuntimeException` for an invalid ware only in strict mode.",
            "`Valve.set` throws a `RuntimeException` for an invalid ware only outside strict mode.",
        ),
        ("`Valve.set` returns early for a ware that is not dry.", "`Valve.set` returns early for a ware that is dry."),
        (
            "`Valve.set` splits the ware if `width` is at least `WIDEST`.",
            "`Valve.set` splits the ware if `width` is below `WIDEST`.",
        ),
        (
            "`Oven` waits while it is warm; its `vent` parameter defaults to `True`.",
            "`Oven` waits while it is warm; its `vent` parameter defaults to `False`.",
        ),
        (
            "When `Oven.fire` gets neither wares nor a grade, it raises a `LookupError` about the missing grade.",
            "When `Oven.fire` gets neither wares nor a grade, it raises a `FiringError` about the missing grade.",
        ),
        ("A call of `scaled` divides the value by 1000.", "A call of `scaled` multiplies the value by 1000."),
        (
            "The `fire` method of `Oven` writes the grade into the `x-fired` header.",
            "The `fire` method of `Oven` writes the grade into the `x-burnt` header.",
        ),
        (
            "An empty shelf makes `Oven` raise a `ValueError` about shelves.",
            "An empty shelf makes `Oven` raise a `FiringError` about shelves.",
        ),
        (
            "`Oven` vents unless `vent` is set to `False`; it is on by default.",
            "`Oven` vents unless `vent` is set to `False`; it is off by default.",
        ),
        (
            "`Valve.set` refuses an invalid ware with a `RuntimeException`.",
            "`Valve.set` refuses an invalid ware with a `KilnException`.",
        ),
        ("The oven has 12 shelves (`Oven.shelves`).", "The oven has 15 shelves (`Oven.shelves`)."),
        ("`Oven` allows 40 firings per second.", "`Oven` allows 30 firings per second."),
        ("`STEPS` is 7 unless it is set.", "`STEPS` is 9 unless it is set."),
        ("`Keeper` is a daemon thread.", "`Keeper` is not a daemon thread."),
    ],
)  # fmt: skip
def test_the_source_of_the_subject_bears_out_a_detail_or_has_it_otherwise(
    true: str, false: str, world: World
):
    assert verdicts(true, world) == {"supported"}
    assert "contradicted" in verdicts(false, world)


@pytest.mark.parametrize(
    "sentence",
    [
        "`Oven.fire` usually answers with status 404.",  # a hedge
        "Does `Oven.fire` answer with status 404?",
        "`Oven.fire` raises a `KeyError` if a shelf is missing.",  # what it calls may raise it
        "`Oven.fire` calls `repr` on what it was given.",  # of the language
        "`Oven.fire` reaches 900 degrees.",  # a comment says so, and no code
        "`Oven` writes into the `OVEN_PORT` file.",
        "`Nobody` uses the `Depth` check.",
        "`Oven` uses a `Check` of its own.",
        "`Oven.fire` seals the door after some time.",
        "`Keeper` is a busy thread.",
        "`port` reads the variable `OVEN_` and what follows it.",  # put together
        "`Oven` waits at the door, and its `vent` is `False` if the door is open.",
        "The door of `Oven` should be 404 wide.",
        "`Valve.set` returns early even if `dry` is set.",  # no condition
        "`Oven` and `Kiln` raise a `FiringError` about shelves.",  # of which of them?
    ],
)  # fmt: skip
def test_what_the_source_does_not_settle_is_not_contradicted(sentence: str, world: World):
    assert "contradicted" not in verdicts(sentence, world)


def test_a_verb_that_nothing_tells_bears_out_nothing(world: World):
    assert verdicts("`Oven` polishes its shelves with a `Width` cloth.", world) != {"contradicted"}
    assert verdicts("`scaled` greets people with `warmed`.", world) <= {"not_found"}


def test_a_detail_that_nothing_settles_is_not_borne_out(world: World):
    assert verdicts("`Oven` removes the `MARK` of a ware.", world) <= {"not_found"}
    assert verdicts("`Oven.fire` reaches 900 degrees.", world) == {"not_found"}


def test_a_name_with_a_number_inside_is_looked_for_by_its_parts(world: World):
    assert verdicts("`encode_text` calls `commonAsUtf8ToBytes`.", world) == {"not_found"}
    assert verdicts("`encode_text` calls `commonAsUtf9ToBytes`.", world) == {"contradicted"}


SENTENCE = "`fire` calls `seal_hatch`."
FIRE = "def fire():\n    warm_up()\n\n\ndef warm_up():\n    return 1\n"


@pytest.mark.parametrize(
    "path",
    ["tests/test_hatch.py", "examples/hatch.py", "vendor/hatch/hatch.py", "src/hatch_pb2.py", "src/page.html", "LISTS/words.txt"],
)  # fmt: skip
def test_a_name_in_any_file_but_prose_keeps_a_sentence_from_being_wrong(path: str):
    files = {"src/oven.py": FIRE.encode(), path: b"seal_hatch()\n"}
    with indexed(files) as world:
        assert verdicts(SENTENCE, world) == {"not_found"}


def test_a_name_that_only_prose_has_is_not_in_the_code():
    with indexed({"src/oven.py": FIRE.encode(), "CHANGES.md": b"`seal_hatch` is gone.\n"}) as world:
        assert verdicts(SENTENCE, world) == {"contradicted"}


@pytest.mark.parametrize(
    "sentence", [SENTENCE, "The port is set with the environment variable `KILN_SOCKET`."]
)
@pytest.mark.parametrize("path", ["src/wide.py", "tests/test_hatch.py"])
def test_nothing_is_said_to_be_nowhere_while_a_file_was_not_read(sentence: str, path: str):
    text = "seal_hatch = KILN_SOCKET\n"
    files = {"src/oven.py": FIRE.encode(), path: text.encode("utf-16" if path == "src/wide.py" else "utf-8")}
    with indexed(files) as world:
        assert verdicts(sentence, world) == {"not_found"}
        world.files[path] = None  # gone, or not to be opened
        (ruling,) = rulings(claims_of(sentence), world)
        assert ruling.verdict == "not_found"
        assert f"{path} was not read" in say(ruling)


def test_a_file_of_two_bytes_a_character_that_does_not_have_the_name_speaks_for_nothing():
    with indexed({"src/oven.py": FIRE.encode(), "src/wide.py": "door = 1\n".encode("utf-16")}) as world:
        assert verdicts(SENTENCE, world) == {"contradicted"}


def test_a_subject_whose_source_is_too_long_to_be_compared_is_not_judged_by_its_beginning():
    code = (
        "def fire(wares):\n    limit = 30\n" + "    wares.warm_up_once_more()\n" * 5_000 + "    return 45\n"
    )
    with indexed({"src/oven.py": code.encode()}) as world:
        (ruling,) = rulings(claims_of("`fire` has a limit of 45 wares."), world)
        assert ruling.verdict == "not_found"
        assert "too long" in say(ruling)
