"""An index in a store: what one checkout pushes another takes over, and a store that tears, lies, forgets or is slow
never leaves a wrong byte behind.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from helix_lsp.errors import Cancelled, StorageError, UsageError
from helix_lsp.index.store.folder import Folder
from helix_lsp.session.kept.cache import index_directory
from helix_lsp.session.settings.settings import Settings, load
from helix_lsp.session.shards import exchange as pushing
from helix_lsp.session.shards import object_store
from helix_lsp.session.shards.exchange import Pulled, Pushed, push, take
from helix_lsp.session.shards.manifest import Unfit, cut, each, manifests_key, piece_key, read_manifest
from helix_lsp.session.shards.object_store import ObjectStore, open_store, shown
from helix_lsp.session.status import Report
from helix_lsp.session.workspace import Workspace
from helix_lsp.tuning.server import SHARDS
from tests.index.sample import dump
from tests.support.repository import git, make_repository

TREE = """
//- /bell.py
def ring():
    '''Rings the tower bell.'''
//- /tower.py
from bell import ring
class Tower:
    def stand(self):
        ring()
//- /docs/guide.md
# Bells

Use `ring` in the tower.
"""
TERMS = ("ring", "bell", "tower", "choir")


def quiet(*_: object) -> None:
    """A report that nobody reads."""


class Kept(dict[str, bytes]):
    """A store in memory; `spoil` changes what is given out."""

    spoil: Callable[[str, bytes], bytes | None] = staticmethod(lambda key, data: data)

    def get(self, key: str, most: int) -> bytes | None:  # type: ignore[override]
        found = dict.get(self, key)
        data = None if found is None else self.spoil(key, found)
        if data is not None and len(data) > most:
            raise StorageError("more than was asked for")
        return data

    def put(self, key: str, data: bytes) -> None:
        self[key] = bytes(data)

    def size(self, key: str) -> int | None:
        return len(self[key]) if key in self else None

    def names(self, prefix: str) -> Iterator[str]:
        yield from [key for key in self if key.startswith(prefix + "/")]


@pytest.fixture
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Settings:
    monkeypatch.setenv("HELIX_ASK_CACHE_DIR", str(tmp_path / "cache"))
    return load(None)


@pytest.fixture
def main(tmp_path: Path) -> Path:
    return make_repository(tmp_path / "main", TREE)


def clone(main: Path, name: str = "clone") -> Path:
    git(main.parent, "clone", "-q", str(main), name)
    return main.parent / name


def pushed(root: Path, settings: Settings, store: ObjectStore, *, again: bool = False) -> Pushed:
    return push(str(root), settings, store, quiet, again=again)


def taken(root: Path, settings: Settings, store: ObjectStore) -> Pulled:
    return take(str(root), settings, store, quiet)


def refreshed(root: Path, settings: Settings) -> tuple[Report, object]:
    with Workspace.open(str(root), settings) as workspace:
        report = workspace.refresh()
        return report, dump(workspace.view().snapshot, TERMS)


def has_index(root: Path, settings: Settings) -> bool:
    folder = Folder(index_directory(str(root), settings))
    return folder.identity() is not None or folder.has_text()


def test_a_checkout_begins_with_what_another_pushed(main: Path, settings: Settings):
    store = Kept()
    done = pushed(main, settings, store)
    other = clone(main)
    assert taken(other, settings, store).commit == done.commit
    report, held = refreshed(other, settings)
    assert (report.extracted, report.changed, report.unchanged) == (0, 0, 3)
    assert held == refreshed(main, settings)[1]  # of an index that read every file


def test_only_what_came_since_is_read(main: Path, settings: Settings):
    store = Kept()
    pushed(main, settings, store)
    other = clone(main)
    (other / "choir.py").write_text("def choir():\n    '''Sings.'''\n")
    git(other, "add", ".")
    git(other, "commit", "-q", "-m", "a choir")
    done = taken(other, settings, store)
    assert done.behind == 1
    report, held = refreshed(other, settings)
    assert (report.extracted, report.added, report.unchanged) == (1, 1, 3)
    assert held == refreshed(clone(other, "third"), settings)[1]


def test_a_second_push_sends_what_is_new(main: Path, settings: Settings):
    store = Kept()
    first = pushed(main, settings, store)
    assert first.sent
    assert pushed(main, settings, store).sent == 0
    assert pushed(main, settings, store, again=True).sent


def test_what_no_commit_holds_is_not_pushed(main: Path, settings: Settings):
    (main / "secret.py").write_text("def secret():\n    pass\n")
    store = Kept()
    with pytest.raises(UsageError, match=r"1 file .*secret\.py"):
        pushed(main, settings, store)
    assert not store
    left = Path(index_directory(str(main), pushing._apart(settings)))
    assert not [entry.name for entry in left.iterdir() if entry.name.startswith(("facts", "text", "push"))]
    (main / "secret.py").unlink()
    pushed(main, settings, store)
    assert not any(b"secret" in data for data in store.values())


def test_an_index_that_is_here_stays(main: Path, settings: Settings):
    store = Kept()
    pushed(main, settings, store)
    refreshed(main, settings)
    done = taken(main, settings, store)
    assert not done.commit
    assert "already" in done.why


def test_another_repository_or_a_later_commit_is_not_taken_for_this_one(
    main: Path, settings: Settings, tmp_path: Path
):
    store = Kept()
    other = clone(main)
    (main / "choir.py").write_text("def choir():\n    pass\n")
    git(main, "add", ".")
    git(main, "commit", "-q", "-m", "later")
    pushed(main, settings, store)
    assert "none of the 1 commits" in taken(other, settings, store).why
    stranger = make_repository(tmp_path / "stranger", "//- /a.py\ndef a():\n    pass\n")
    assert "does not hold an index" in taken(stranger, settings, store).why
    assert not has_index(stranger, settings)


def spoiled(where: str, how: Callable[[bytes], bytes | None]) -> Callable[[str, bytes], bytes | None]:
    return lambda key, data: how(data) if where in key else data


SPOILT = {
    "a piece is gone": spoiled("/pieces/", lambda data: None),
    "a piece is torn": spoiled("/pieces/", lambda data: data[: len(data) // 2]),
    "a piece lies": spoiled("/pieces/", lambda data: data[:-1] + bytes([data[-1] ^ 1])),
    "a piece is longer": spoiled("/pieces/", lambda data: data + b"x"),
    "a piece is empty": spoiled("/pieces/", lambda data: b""),
    "the manifest is gone": spoiled(".json", lambda data: None),
    "the manifest is torn": spoiled(".json", lambda data: data[:-20]),
    "the manifest is nonsense": spoiled(".json", lambda data: b"[]"),
    "the manifest is changed": spoiled(
        ".json", lambda data: data.replace(b'"generation":', b'"generation":1')
    ),
}


@pytest.mark.parametrize("spoil", SPOILT.values(), ids=SPOILT)
def test_a_store_that_is_wrong_leaves_no_index_and_the_next_one_is_right(
    spoil: Callable[[str, bytes], bytes | None], main: Path, settings: Settings
):
    store = Kept()
    pushed(main, settings, store)
    other = clone(main)
    store.spoil = spoil
    with pytest.raises(StorageError):
        taken(other, settings, store)
    assert not has_index(other, settings)
    del store.spoil
    assert taken(other, settings, store).commit


def manifest_of(store: Kept) -> tuple[str, bytes]:
    return next((key, data) for key, data in store.items() if key.endswith(".json"))


def test_a_manifest_names_nothing_but_files_of_an_index(main: Path, settings: Settings):
    import msgspec

    store = Kept()
    done = pushed(main, settings, store)
    found = msgspec.json.decode(manifest_of(store)[1])
    extractor, repository = found["extractor"], found["repo_id"]
    sound = read_manifest(manifest_of(store)[1], repository, done.commit, extractor)
    assert manifests_key(repository, extractor) in manifest_of(store)[0]
    piece = sound.files[0].pieces[0]
    for name, size, pieces in (
        ("../evil", 1, (piece,)),
        ("text/../../evil", 1, (piece,)),
        ("text/" + "0" * 32 + ".idx", 5_000_000, (piece,)),
        ("text/" + "0" * 32 + ".idx", -1, ()),
        ("text/" + "0" * 32 + ".idx", 1, ("../../etc/passwd",)),
    ):
        odd = type(sound.files[0])(name=name, bytes=size, pieces=pieces)
        with pytest.raises(Unfit):
            read_manifest(
                msgspec.structs.replace(sound, files=(*sound.files, odd)).sealed(),
                repository,
                done.commit,
                extractor,
            )
    for wrong in (
        ("git:0", done.commit, extractor),
        (repository, "0" * 40, extractor),
        (repository, done.commit, "0"),
    ):
        with pytest.raises(Unfit):
            read_manifest(manifest_of(store)[1], *wrong)


def test_facts_with_other_tables_are_refused(main: Path, settings: Settings, tmp_path: Path):
    import msgspec

    store = Kept()
    done = pushed(main, settings, store)
    found = msgspec.json.decode(manifest_of(store)[1])
    sound = read_manifest(manifest_of(store)[1], found["repo_id"], done.commit, found["extractor"])
    facts = tmp_path / "facts"
    facts.write_bytes(
        b"".join(store[piece_key(p)] for file in sound.files if file.name == "facts" for p in file.pieces)
    )
    with sqlite3.connect(facts) as connection:
        connection.execute("CREATE TRIGGER odd AFTER INSERT ON file BEGIN DELETE FROM blob; END")
    connection.close()
    changed = cut(facts, "facts")
    for digest, read in each(facts, changed):
        store.put(piece_key(digest), read())
    files = tuple(changed if file.name == "facts" else file for file in sound.files)
    store.put(manifest_of(store)[0], msgspec.structs.replace(sound, files=files).sealed())
    other = clone(main)
    with pytest.raises(StorageError, match="other tables"):
        taken(other, settings, store)
    assert not has_index(other, settings)


def test_a_pull_that_is_ended_leaves_no_index(main: Path, settings: Settings):
    store = Kept()
    pushed(main, settings, store)
    other = clone(main)

    def end(what: str, done: int, total: int) -> None:
        if done:
            raise Cancelled

    with pytest.raises(Cancelled):
        take(str(other), settings, store, end)
    assert not has_index(other, settings)
    assert not list(Path(index_directory(str(other), settings)).glob("pull-*"))


def test_what_a_killed_pull_or_push_left_is_swept_by_the_next_one(main: Path, settings: Settings):
    store = Kept()
    other = clone(main)
    left = [
        Path(index_directory(str(main), pushing._apart(settings))) / "push-killed",
        Path(index_directory(str(other), settings)) / "pull-killed",
    ]
    for folder in left:
        folder.mkdir(parents=True)
        (folder / "facts").write_bytes(b"half")
    pushed(main, settings, store)
    taken(other, settings, store)
    assert not [folder for folder in left if folder.exists()]


def test_a_read_whose_bytes_stop_coming_goes_on_from_there(monkeypatch: pytest.MonkeyPatch):
    """The server says no more until it is asked again."""
    data = bytes(range(256)) * 2_000
    again, asked = threading.Event(), []

    class Stalls(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.headers.get("Range"))
            first = int(asked[-1].split("=")[1].split("-")[0]) if asked[-1] else 0
            self.send_response(206 if first else 200)
            self.send_header("Content-Length", str(len(data) - first))
            self.send_header("Content-Range", f"bytes {first}-{len(data) - 1}/{len(data)}")
            self.send_header("ETag", '"whole"')
            self.send_header("Last-Modified", "Wed, 21 Oct 2015 07:28:00 GMT")
            self.end_headers()
            if len(asked) > 1:
                again.set()
                self.wfile.write(data[first:])
                return
            self.wfile.write(data[: len(data) // 2])
            self.wfile.flush()
            assert again.wait(120)

        def log_message(self, *_: object) -> None:  # type: ignore[override]
            """Nothing is printed."""

    monkeypatch.setattr(object_store, "SHARDS", replace(SHARDS, stalled_seconds=1))
    server = ThreadingHTTPServer(("127.0.0.1", 0), Stalls)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        store = open_store(f"http://127.0.0.1:{server.server_port}/")
        assert store.get("piece", len(data)) == data
    finally:
        server.shutdown()
        server.server_close()
    assert len(asked) == 2


def test_a_push_that_dies_names_nothing_that_is_not_there(
    main: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch
):
    store = Kept()
    full = Kept.put

    def dies(self: Kept, key: str, data: bytes) -> None:
        if len(self) >= 2:
            raise StorageError("no space")
        full(self, key, data)

    monkeypatch.setattr(Kept, "put", dies)
    with pytest.raises(StorageError):
        pushed(main, settings, store)
    assert not any(key.endswith(".json") for key in store)
    assert "does not hold" in taken(clone(main), settings, store).why


def test_two_writers_leave_an_index_that_can_be_taken(main: Path, settings: Settings):
    store = Kept()
    places = [main, clone(main, "second")]
    ready = threading.Barrier(2)
    sends = pushing._send

    def together(*args: object, **more: object) -> int:
        ready.wait()
        return sends(*args, **more)  # type: ignore[arg-type]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pushing, "_send", together)
        threads = [threading.Thread(target=pushed, args=(place, settings, store)) for place in places]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    third = clone(main, "third")
    assert taken(third, settings, store).commit
    assert refreshed(third, settings)[0].unchanged == 3


def test_a_folder_is_a_store(main: Path, settings: Settings, tmp_path: Path):
    store = open_store(str(tmp_path / "store"))
    pushed(main, settings, store)
    other = clone(main)
    assert taken(other, settings, open_store((tmp_path / "store").as_uri())).commit
    assert store.get("helix-index/v1/no-such", 10) is None
    store.put("long", b"12345")
    with pytest.raises(StorageError, match="more than"):
        store.get("long", 4)


def test_an_address_is_shown_without_what_may_be_secret():
    assert shown("https://me:word@host/bucket?sig=1") == "https://host/bucket"
    with pytest.raises(UsageError, match="ftp://"):
        open_store("ftp://host/x")
