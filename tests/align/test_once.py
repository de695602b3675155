"""What one question asks again and again is worked out once, and says the same as before."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from helix_lsp.align.edges.judge import judge_of
from helix_lsp.align.live import Live
from helix_lsp.align.uses import other_names
from helix_lsp.align.uses.occurrences import Occurrence, occurrences
from helix_lsp.align.uses.usage import usages_of
from helix_lsp.config.documents import AlignConfig
from helix_lsp.index.store.store import Store
from tests.support.check import indexed, read_fixture

_CLOSED = """
    //- /src/file.py
    class File:
        def close(self): ...
    //- /src/pipe.py
    class Pipe:
        def close(self): ...
    //- /src/use.py
    from file import File
    from pipe import Pipe
    shut = File.close
    def run(f: File, p: Pipe):
        f.close()
        p.close()
        return shut(f)
    """


def test_a_file_is_read_once_for_all_that_bear_a_name(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: Counter[tuple[str, str]] = Counter()

    def counted(path: str, name: str, *more: object) -> Iterator[Occurrence]:
        looked[path, name] += 1
        return occurrences(path, name, *more)  # type: ignore[arg-type]

    monkeypatch.setattr(other_names, "occurrences", counted)
    with indexed(read_fixture(_CLOSED).files) as world:
        every = [d for d in world.snapshot.defined("close") if d.symbol.kind == "method"]
        live = Live(world.snapshot, world.texts)
        together = [usages_of(one, live, AlignConfig()) for one in every]
        assert len(every) == 2
        assert looked["src/use.py", "close"] == 1
        assert set(looked.values()) == {1}
        alone = [usages_of(one, Live(world.snapshot, world.texts), AlignConfig()) for one in every]
    assert together == alone
    assert [sorted(use.name for use in uses.code if use.certain) for uses in together] == [
        ["close", "close", "shut"],
        ["close"],
    ]


def test_the_class_of_a_name_is_looked_for_once(monkeypatch: pytest.MonkeyPatch) -> None:
    with indexed(read_fixture(_CLOSED).files) as world:
        members = judge_of(Live(world.snapshot, world.texts))._values.members
        first = members.class_of("Pipe", "src/pipe.py"), members.class_of("Pipes", "src/pipe.py")
        monkeypatch.setattr(members, "_class_of", lambda *_: pytest.fail("looked for again"))
        assert (members.class_of("Pipe", "src/pipe.py"), members.class_of("Pipes", "src/pipe.py")) == first
    assert first[0] is not None
    assert first[0].symbol.kind == "class"
    assert first[1] is None


def test_a_row_of_symbols_is_fetched_once_for_several_names(monkeypatch: pytest.MonkeyPatch) -> None:
    fetched: list[int] = []
    fetch = Store.symbol_rows

    def counted(store: Store, ids: list[int]) -> list[tuple[int, bytes]]:
        fetched.extend(ids)
        return fetch(store, ids)

    monkeypatch.setattr(Store, "symbol_rows", counted)
    with indexed(read_fixture(_CLOSED).files) as world:
        named = [d.symbol.qualified for name in ("File", "close") for d in world.snapshot.defined(name)]
        again = [d.symbol.qualified for d in world.snapshot.apart().defined("close")]
    assert named == ["File", "File.close", "Pipe.close"]
    assert again == named[1:]
    assert len(fetched) == len(set(fetched)) == 2


def test_a_file_of_go_that_is_not_in_the_index_is_not_parsed_for_what_it_hands_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    text = """
        //- /go.mod
        module example.com/dock
        //- /ops/run.go
        package ops
        func Run() {}
        //- /ops/table.go
        package ops
        var Table = 1
        //- /main.go
        package main
        import "example.com/dock/ops"
        func main() { ops.Missing() }
        """
    with indexed(read_fixture(text).files) as world:
        live = Live(world.snapshot, world.texts)
        names = judge_of(live).names
        entry = world.snapshot.file
        monkeypatch.setattr(  # as a file is that is too large: known by its name only
            "helix_lsp.index.overlay.snapshot.Snapshot.file",
            lambda _, path: None if path == "ops/table.go" else entry(path),
        )
        found = names.in_files(("ops/run.go", "ops/table.go"), "Missing")
        assert "ops/table.go" not in names._sources
    assert found.kind == "unknown"
