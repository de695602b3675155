"""Damage: nothing wrong is ever said, a file that cannot be read is an error, and an indexing run makes
everything whole again.
"""

from __future__ import annotations

import contextlib
import random
import shutil
import sqlite3
from pathlib import Path

import pytest

from helix_lsp.index.store.schema import SCHEMA
from tests.index import sample

FILES = {
    **sample.FLASK,
    **{f"gen/m{i}.py": f"def unit_{i}(x):\n    return common + only_{i}\n".encode() * 3 for i in range(40)},
}
TERMS = ("flask", "common", "helper", "rout", "only")


@pytest.fixture(scope="module")
def pristine(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, object]]:
    """An index on disk and everything that it says."""
    folder = tmp_path_factory.mktemp("pristine")
    host = sample.host(folder)
    said = sample.dump(host.commit(sample.puts(FILES)), TERMS)
    host.close()
    return folder, said


@pytest.fixture
def expected(pristine: tuple[Path, dict[str, object]]) -> dict[str, object]:
    return pristine[1]


@pytest.fixture
def built(tmp_path: Path, pristine: tuple[Path, dict[str, object]]) -> Path:
    shutil.copytree(pristine[0] / "index", tmp_path / "index")
    return tmp_path


def _truth(snapshot: sample.Snapshot) -> None:
    """Everything that is said is true; things may be missing."""
    for path in snapshot.paths():
        facts = sample.facts(path, FILES[path])
        entry = snapshot.file(path)
        assert entry is not None
        assert entry.sha == facts.sha
        assert snapshot.outline(path) in (None, facts.outline)
        assert snapshot.units(path) in ((), facts.units)
    for name in ("helper", "route", "Flask", "unit_3"):
        for found in snapshot.defined(name):
            assert sample.facts(found.path, FILES[found.path]).outline.symbols[found.ordinal] == found.symbol
            assert found.symbol.name.strip("_").lower() == name.lower()
        for mention in snapshot.mentioned(name):
            assert (
                sample.facts(mention.path, FILES[mention.path]).outline.mentions[mention.ordinal]
                == mention.mention
            )
    for hit in snapshot.match(dict.fromkeys(TERMS, 1.0), 30):
        assert hit.unit in sample.facts(hit.path, FILES[hit.path]).units


def _heal(host: sample.Host) -> None:
    """What a session does: verify when idle, compare with the disk, bring what is not known."""
    host.verify()
    known = host.known()
    host.commit([c for c in sample.puts(FILES) if c.path not in known])
    assert set(host.known()) == set(FILES)


def _visit(built: Path, expected: dict[str, object]) -> None:
    """Open as a reader and as a writer, ask everything, heal, and end up whole."""
    reader = sample.host(built, writable=False)
    with contextlib.suppress(sample.StorageError):
        _truth(reader.snapshot())
    reader.close()
    host = sample.host(built)
    with contextlib.suppress(sample.StorageError):
        _truth(host.snapshot())
    with contextlib.suppress(sample.StorageError):
        _heal(host)
    _heal(host)
    _truth(host.snapshot())
    assert sample.dump(host.snapshot(), TERMS) == expected
    host.close()
    again = sample.host(built)
    assert sample.dump(again.snapshot(), TERMS) == expected
    again.close()


def _facts_file(built: Path) -> Path:
    return built / "index" / f"facts-{SCHEMA}.sqlite"


@pytest.mark.parametrize("seed", range(16))
def test_flipped_bytes_in_the_facts(built: Path, expected: dict[str, object], seed: int) -> None:
    chance = random.Random(seed)
    path = _facts_file(built)
    data = bytearray(path.read_bytes())
    for _ in range(chance.choice((1, 1, 4, 64))):
        at = chance.randrange(len(data)) if seed % 8 else chance.randrange(100)
        data[at] ^= 1 << chance.randrange(8)
    path.write_bytes(data)
    _visit(built, expected)


@pytest.mark.parametrize("part", [0.0, 0.001, 0.3, 0.9, 0.999])
def test_a_truncated_facts_file(built: Path, expected: dict[str, object], part: float) -> None:
    path = _facts_file(built)
    path.write_bytes(path.read_bytes()[: int(path.stat().st_size * part)])
    _visit(built, expected)


@pytest.mark.parametrize("seed", range(8))
def test_flipped_or_truncated_text_index(built: Path, expected: dict[str, object], seed: int) -> None:
    chance = random.Random(seed)
    path = chance.choice(
        sorted(p for p in (built / "index" / f"text-{SCHEMA}").iterdir() if p.stat().st_size)
    )
    data = bytearray(path.read_bytes())
    if seed % 3 == 0:
        data = data[: len(data) // 2]
    else:
        data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
    path.write_bytes(data)
    reader = sample.host(built, writable=False)
    _truth(reader.snapshot())
    reader.close()
    host = sample.host(built)
    _truth(host.snapshot())
    host.verify()
    host.commit([])
    assert sample.dump(host.snapshot(), TERMS) == expected
    assert host.verify()
    host.close()


@pytest.mark.parametrize("what", ["gone", "a file", "empty", "other index"])
def test_a_text_index_that_is_none(built: Path, expected: dict[str, object], what: str) -> None:
    text = built / "index" / f"text-{SCHEMA}"
    shutil.rmtree(text)
    if what == "a file":
        text.write_bytes(b"no folder")
    elif what == "empty":
        text.mkdir()
    elif what == "other index":
        other = sample.host(built / "other")
        for i in range(3):
            other.commit(sample.puts({f"x{i}.py": b"def x(): pass\n"}))
        other.close()
        shutil.copytree(built / "other" / "index" / f"text-{SCHEMA}", text)
    reader = sample.host(built, writable=False)
    assert (
        reader.problems or what == "empty"
    )  # which is what a writer leaves that died before its first commit
    assert sample.dump(reader.snapshot(), TERMS) == expected
    reader.close()
    host = sample.host(built)
    assert what == "empty" or any("text index" in p and "rebuilt" in p for p in host.problems)
    assert sample.dump(host.snapshot(), TERMS) == expected
    host.close()
    again = sample.host(built)
    assert again.problems == ()
    assert not list((built / "index").glob("*.aside"))
    again.close()


def test_text_files_from_before_the_last_commit(built: Path) -> None:
    """An older copy of the text index is brought up from the log; one that is older than the log is rebuilt."""
    text = built / "index" / f"text-{SCHEMA}"
    shutil.copytree(text, built / "older")
    for rounds in (1, 3):
        host = sample.host(built)
        for i in range(rounds):
            host.commit([sample.put("new.py", f"def newer_{rounds}_{i}(): return common\n".encode())])
        expected = sample.dump(host.snapshot(), TERMS)
        host.close()
        shutil.rmtree(text)
        shutil.copytree(built / "older", text)
        host = sample.host(built)
        assert sample.dump(host.snapshot(), TERMS) == expected
        host.close()


def _execute(built: Path, *statements: str) -> None:
    connection = sqlite3.connect(_facts_file(built))
    for statement in statements:
        connection.execute(statement)
    connection.commit()
    connection.close()


@pytest.mark.parametrize(
    "statement",
    [
        "PRAGMA user_version=99",
        "PRAGMA application_id=7",
        "UPDATE meta SET value='older' WHERE key='extractor'",
        "UPDATE meta SET value='9' WHERE key='generation'",
        "DELETE FROM meta",
        "DROP TABLE unit",
        "DROP TABLE spelled",
        "UPDATE spelled SET hash = hash + 1",
        "UPDATE spelled SET packed = zeroblob(9)",
        "DROP TABLE file",
        "UPDATE file SET blob = blob + 1",
        "UPDATE file SET sha = x'00' WHERE path = 'src/app.py'",
        "UPDATE file SET path = 'moved.py' WHERE path = 'src/app.py'",
    ],
)
def test_foreign_or_future_facts_are_set_aside(
    built: Path, expected: dict[str, object], statement: str
) -> None:
    _execute(built, statement)
    reader = sample.host(built, writable=False)
    with contextlib.suppress(sample.StorageError):
        _truth(reader.snapshot())
    reader.close()
    _visit(built, expected)


def test_a_file_that_cannot_be_read_is_an_error_and_new_after_it_was_closed(
    built: Path, expected: dict[str, object]
) -> None:
    """No answer without the rows of a table that is gone; whoever opens it next finds nothing known, and
    makes it whole.
    """
    _execute(built, "DROP TABLE name")
    host = sample.host(built)
    with pytest.raises(sample.StorageError, match=r"could not be read: it is damaged .* index --full"):
        host.snapshot().defined("helper")
    assert host.known() == {}
    host.close()
    host = sample.host(built)
    assert host.known() == {}
    assert sample.dump(host.commit(sample.puts(FILES)), TERMS) == expected
    host.close()


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE blob SET outline = substr(outline, 1, length(outline) - 1) WHERE id = 1",
        "UPDATE blob SET outline = (SELECT outline FROM blob WHERE id = 2) WHERE id = 1",
        "UPDATE unit SET packed = (SELECT packed FROM unit WHERE id = 32768) WHERE id = 16384",
        "DELETE FROM unit WHERE id = 16384",
        "UPDATE symbols SET packed = (SELECT max(packed) FROM symbols WHERE id > 32768) WHERE id = 32768",
        "DELETE FROM symbols WHERE id = 32768",
        "DELETE FROM blob WHERE id = 1",
        "UPDATE name SET packed = x'00' WHERE key = 'helper'",
    ],
)
def test_a_damaged_row_is_absent_reported_and_read_again(
    built: Path, expected: dict[str, object], statement: str
) -> None:
    _execute(built, statement)
    host = sample.host(built)
    sample.dump(host.snapshot(), TERMS)
    _truth(host.snapshot())
    assert any("to be read again" in p for p in host.problems)
    assert set(host.known()) < set(FILES)
    host.close()
    _visit(built, expected)


def test_another_program_s_file_under_our_name(tmp_path: Path) -> None:
    folder = tmp_path / "index"
    folder.mkdir()
    connection = sqlite3.connect(folder / f"facts-{SCHEMA}.sqlite")
    connection.execute("CREATE TABLE notes (text)")
    connection.commit()
    connection.close()
    host = sample.host(tmp_path)
    assert any("another program" in p for p in host.problems)
    assert (folder / f"facts-{SCHEMA}.sqlite.aside").exists()
    host.commit(sample.puts(FILES))
    host.close()
    again = sample.host(tmp_path)
    assert again.problems == ()
    assert set(again.known()) == set(FILES)
    assert not (folder / f"facts-{SCHEMA}.sqlite.aside").exists()
    again.close()


def test_facts_of_a_former_version_are_removed(built: Path) -> None:
    (built / "index" / f"facts-{SCHEMA - 1}.sqlite").write_bytes(b"old")
    (built / "index" / f"text-{SCHEMA - 1}").mkdir()
    (built / "index" / f"facts-{SCHEMA + 1}.sqlite").write_bytes(b"newer program")
    sample.host(built).close()
    assert sorted(p.name for p in (built / "index").iterdir() if f"-{SCHEMA}" not in p.name) == [
        f"facts-{SCHEMA + 1}.sqlite"
    ]


def test_options_that_change_the_facts_rebuild_them(built: Path) -> None:
    other = sample.IndexConfig(unit_lines=30)
    host = sample.host(built, cfg=other)
    assert any("other options" in p for p in host.problems)
    assert host.known() == {}
    host.close()
