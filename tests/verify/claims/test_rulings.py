"""A sentence against the code: supported, contradicted, and not found wherever nothing can be known."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from helix_lsp.verify.claim.read import read
from tests.support.check import World, indexed, read_fixture
from tests.support.claims import rulings

FILES = """
//- /src/limits.py
RETRY_LIMIT = 5  # attempts
DEFAULT_TIMEOUT = 30
MAX_BODY = 32 << 20
FLOAT = compute()
depth = 3
depth = 4

class Base: ...
class Child(Base):
    def stop(self, now): ...
class Foreign(other.Thing): ...

def connect(host, port=8000, *, timeout=DEFAULT_TIMEOUT, retries=None):
    return None

def anything(*args, **kwargs): ...

async def fetch(url): ...

def parse(text):
    raise ValueError("no")

def careful(text):
    other(text)
    raise ValueError("no")
//- /src/cli.py
parser.add_argument("--max-lines", type=int, default=40)
PORT = os.environ.get("APP_PORT", "8080")
//- /src/mode.ts
export enum Mode { Fast, Slow }
export interface Shape { size: number }
const defaultOptions = { linger: 250, router: { caseSensitive: true } };
//- /src/kiln.go
package kiln
const firingTime = 12 * time.Hour
//- /src/kiln.rs
pub const GLAZE: u32 = 3;
pub struct Oven { pub size: u32 }
//- /src/Kiln.java
public final class Kiln extends Oven { public static final int MAX = 5; }
class Oven {}
//- /src/kiln.php
<?php
namespace Kilns;
class TooHot extends FiringFault {}
class Lukewarm extends FiringFault {}
class FiringFault extends RuntimeException {}
final class Bisque {}
abstract class Ware {}
//- /src/Muffle.kt
internal class Muffle
class Saggar { private fun seal() {} }
//- /src/Retort.cs
public sealed class Retort { public static void Vent() {} }
//- /src/kiln.rb
class CrackError < RangeError
end
class Draught < CrackError
end
//- /src/faults.py
class Unknown(NameError): ...
class Fault(Exception): ...
//- /tests/test_limits.py
RETRY_LIMIT = 9
//- /vendor/limits.py
RETRY_LIMIT = 8
//- /pyproject.toml
[project]
requires-python = ">=3.9"
[tool.kiln]
line-length = 110
"""


@pytest.fixture(scope="module")
def world() -> Iterator[World]:
    with indexed(read_fixture(FILES).files) as made:
        yield made


def verdicts(sentence: str, world: World) -> set[str]:
    return {ruling.verdict for ruling in rulings(read(sentence), world)}


@pytest.mark.parametrize(
    ("true", "false"),
    [
        ("The retry limit is 5 attempts.", "The retry limit is 7 attempts."),
        ("`RETRY_LIMIT` is five.", "`RETRY_LIMIT` defaults to 6."),
        ("`MAX_BODY` is 32 MB.", "`MAX_BODY` is 32 KB."),
        ("The `port` parameter of `connect` defaults to 8000.", "The `port` parameter of `connect` defaults to 80."),
        ("The default timeout of `connect` is 30 seconds.", "`connect` has a default timeout of 60 seconds."),
        ("`connect` takes a `host` argument.", "`connect` takes a `proxy` argument."),
        ("`connect` takes 4 parameters.", "`connect` takes three parameters."),
        ("The first parameter of `connect` is `host`.", "The first parameter of `connect` is `port`."),
        ("`Child` inherits from `Base`.", "`Base` inherits from `Child`."),
        ("`TooHot` extends `FiringFault`.", "`TooHot` extends `Lukewarm`."),
        ("`TooHot` extends `RuntimeException`.", "`TooHot` extends `LogicException`."),
        ("`TooHot` extends `FiringFault` directly.", "`TooHot` extends `RuntimeException` directly."),
        ("`CrackError` inherits from `RangeError`.", "`CrackError` inherits from `ArgumentError`."),
        ("`Bisque` is declared `final`.", "`Bisque` is declared `abstract`."),
        (r"`Kilns\Bisque` is declared `final`.", r"`Kilns\Bisque` is declared `abstract`."),
        ("`Ware` is abstract.", "`Ware` is final."),
        ("`Muffle` is internal.", "`Muffle` is public."),
        ("`Saggar` is public.", "`Saggar` is internal."),
        ("`Retort` is sealed.", "`Retort` is abstract."),
        ("`Retort.Vent` is static.", "`Retort` is static."),
        ("`Kiln` is final.", "`Kiln` is abstract."),
        ("`Child` is a class.", "`connect` is a class."),
        ("`fetch` is async.", "`connect` is async."),
        ("`fetch` is not deprecated and `connect` takes a `host` argument.", "`connect` does not take a `host` argument."),
        ("`connect` is defined in `limits.py`.", "`connect` is defined in `cli.py`."),
        ("`parse` raises `ValueError`.", "`parse` raises `KeyError`."),
        ("`parse` raises `Exception`.", "`parse` raises `OSError`."),
        ("`stop` is a method of `Child`.", "`stop` is a method of `Base`."),
        ("`Mode` has two members.", "`Mode` has 3 members."),
        ("`Shape` is an interface.", "`Shape` is a class."),
        ("`linger` defaults to 250.", "`linger` defaults to 300."),
        ("`caseSensitive` defaults to `true`.", "`caseSensitive` defaults to `false`."),
        ("`--max-lines` defaults to 40.", "The `--max-lines` option defaults to 50."),
        ("The environment variable `APP_PORT` defaults to 8080.", "The `APP_PORT` environment variable defaults to 80."),
        ("`firingTime` is 12 hours.", "The firing time is 12 minutes."),
        ("`GLAZE` is 3.", "`GLAZE` is 4."),
        ("`Oven` is a struct.", "`Oven` is a function."),
        ("`Kiln` extends `Oven`.", "`Kiln` extends `Child`."),
        ("It requires Python 3.9 or newer.", "Requires Python 3.8 or newer."),
        ("The line length is 110.", "The line length is 100."),
    ],
)  # fmt: skip
def test_a_definition_bears_out_what_is_true_and_contradicts_what_is_not(true: str, false: str, world: World):
    assert "contradicted" not in verdicts(true, world)
    assert verdicts(false, world) == {"contradicted"}


@pytest.mark.parametrize(
    ("true", "false"),
    [
        ("`TooHot` extends `FiringFault`, not `RuntimeException`.", "`TooHot` extends `RuntimeException`, not `FiringFault`."),
        ("`Draught` builds on `CrackError`, not directly on `RangeError`.", "`Draught` builds on `RangeError`, not on `CrackError`."),
        ("`Unknown` is a `NameError` rather than a `Fault`.", "`Unknown` is a `LookupError` rather than a `Fault`."),
        ("`Muffle` is an internal class.", "`Muffle` is a public class."),
        ("`Ware` is an abstract class.", "`Ware` is a final class."),
    ],
)  # fmt: skip
def test_every_part_of_what_is_said_is_looked_up(true: str, false: str, world: World):
    assert verdicts(true, world) == {"supported"}
    assert "contradicted" in verdicts(false, world)


@pytest.mark.parametrize(
    "sentence",
    [
        "`FLOAT` is 7.",  # computed
        "`depth` is 9.",  # set again
        "`connect` has a default `retries` of 3.",  # unset, and set where it is used
        "`anything` takes a `proxy` argument.",  # whatever is given
        "`Foreign` inherits from `Thing2`.",  # a base of another package
        "`careful` raises `KeyError`.",  # what it calls may
        "`RETRY_LIMIT` is 7 on Windows.",  # a condition
        "When the kiln is hot, `RETRY_LIMIT` is 7.",
        "`nowhere` is 7.",
    ],
)
def test_what_cannot_be_known_is_not_found(sentence: str, world: World):
    assert verdicts(sentence, world) <= {"not_found"}


@pytest.mark.parametrize(
    "sentence",
    [
        "The retry limit was 7 attempts.",
        "The retry limit is usually 7 attempts.",
        "Is the retry limit 7?",
        "The retry limit is 7 or more.",
        "The retry limit should be 7.",
        "This option requires Python 3.8 or newer.",
        "Retries are limited.",
    ],
)
def test_what_hedges_asks_or_tells_of_a_part_makes_no_claim(sentence: str, world: World):
    assert verdicts(sentence, world) <= {"not_found"}


def test_a_member_that_stands_where_the_file_does_not_parse_is_not_missing():
    with indexed({"src/Mode.java": b"enum Mode { FAST, SLOW }"}) as world:
        assert verdicts("`Mode` has 3 members.", world) == {"contradicted"}
    with indexed({"src/Mode.java": b"enum Mode { FAST, SLOW, ((, LAST }"}) as world:
        assert verdicts("`Mode` has 3 members.", world) == {"not_found"}


def test_a_key_that_stands_in_many_places_is_not_judged_by_the_first_of_them():
    files = {f"conf/a{n:02}.toml": b"[kiln]\nshelf-width = 3\n" for n in range(12)}
    files["conf/z.toml"] = b"[kiln]\nshelf-width = 4\n"
    with indexed(files) as world:
        assert verdicts("The shelf width is 4.", world) == {"not_found"}


def test_keys_of_more_files_than_are_read_contradict_nothing(monkeypatch: pytest.MonkeyPatch):
    files = {"conf/a.toml": b"[kiln]\nshelf-width = 3\n", "conf/b.toml": b"[kiln]\ndepth = 4\n"}
    with indexed(files) as world:
        assert verdicts("The shelf width is 4.", world) == {"contradicted"}
    monkeypatch.setattr("helix_lsp.verify.facts.fact._MOST_FILES", 1)
    with indexed(files) as world:
        assert verdicts("The shelf width is 4.", world) == {"not_found"}
        assert verdicts("The shelf width is 3.", world) == {"supported"}


def test_what_a_type_is_said_to_do_as_a_function_is_not_its_kind(world: World):
    assert verdicts("An `Oven` is a function that takes wares.", world) == {"not_found"}
    assert verdicts("`connect` is a function that opens a port.", world) == {"supported"}
    assert verdicts("`connect` is a class that opens a port.", world) == {"contradicted"}


def test_what_an_installation_chose_contradicts_nothing_and_is_no_default():
    for path in ("kiln.conf", "roles/kiln/templates/kiln.conf.j2", "docker-compose.yml"):
        with indexed(
            {path: b"SHELF_WIDTH=15\n" if path.endswith(".conf") else b"shelf_width: 15\n"}
        ) as world:
            assert verdicts("The shelf width is 60.", world) == {"not_found"}
            assert verdicts("The default shelf width is 15.", world) == {"not_found"}


def test_settings_that_disagree_contradict_nothing():
    """Each says what one installation chose; a file of defaults says what the program has."""
    for second, verdict in ((b"15", "contradicted"), (b"10", "not_found")):
        files = {"a.properties": b"POLLING_FREQUENCY=15\n", "b.properties": b"POLLING_FREQUENCY=" + second}
        with indexed(files) as world:
            assert verdicts("The polling frequency is 60.", world) == {verdict}
    with indexed({"kiln.default.conf": b"SHELF_WIDTH=15\n"}) as world:
        assert verdicts("The shelf width is 60.", world) == {"contradicted"}


def test_plain_words_do_not_surely_mean_the_field_of_some_class():
    """*The exit code* of a program is not that of each job; the settings of the program are its own."""
    job = b"class Job:\n    exit_code = 2\n\n\nclass Probe:\n    exit_code = 2\n"
    with indexed(
        {"b/job.py": job, "a/run.py": b"def run():\n    exit_code = 1\n    return exit_code\n"}
    ) as world:
        assert verdicts("The exit code is 0.", world) == {"not_found"}
    with indexed({"a.py": b"class RunConfig:\n    exit_code = 2\n"}) as world:
        assert verdicts("The exit code is 0.", world) == {"contradicted"}
    with indexed({"a.py": b"EXIT_CODE = 2\n"}) as world:
        assert verdicts("The exit code is 0.", world) == {"contradicted"}
