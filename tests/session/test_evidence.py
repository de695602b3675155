"""Documents from outside the repository: what is kept of them, and everything that is refused."""

from __future__ import annotations

import os
from datetime import date
from pathlib import Path

import pytest

from helix_lsp.errors import StorageError, UsageError
from helix_lsp.session.kept.evidence import NAME, EvidenceStore
from helix_lsp.session.kept.kept_indexes import clear_index

TODAY = date(2026, 11, 27)
RULES = "# Harbour rules\n\nA ferry must signal twice before it leaves the harbour.\n"


@pytest.fixture
def store(tmp_path: Path) -> EvidenceStore:
    (tmp_path / "index").mkdir()
    return EvidenceStore(str(tmp_path / "index"))


def written(place: Path, text: str | bytes = RULES) -> str:
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_bytes(text if isinstance(text, bytes) else text.encode())
    return str(place)


def test_a_source_has_grade_title_date_and_hash(store: EvidenceStore, tmp_path: Path) -> None:
    spec = written(tmp_path / "spec.md")
    done = store.add(spec, "A", source="https://harbour.example/rules", dated="2019-04-01", today=TODAY)
    [one] = store.sources()
    assert done.added == (one,)
    assert (one.source, one.title, one.grade) == ("https://harbour.example/rules", "Harbour rules", "A")
    assert (one.dated, one.added, len(one.sha256)) == ("2019-04-01", "2026-11-27", 64)
    assert (tmp_path / "index" / NAME).stat().st_mode & 0o077 == 0


def test_the_copy_stays_when_the_file_goes(store: EvidenceStore, tmp_path: Path) -> None:
    spec = written(tmp_path / "spec.md")
    store.add(spec, "B", today=TODAY)
    os.unlink(spec)
    assert [s.text for s in store.sources()] == [RULES]


def test_the_same_content_is_one_source(store: EvidenceStore, tmp_path: Path) -> None:
    store.add(written(tmp_path / "spec.md"), "A", source="https://a.example", dated="2020-01-01", today=TODAY)
    done = store.add(written(tmp_path / "copy.md"), "B", today=TODAY)
    [one] = store.sources()
    assert (done.added, done.known) == ((), (one,))
    assert (one.grade, one.source, one.dated) == ("B", "https://a.example", "2020-01-01")


def test_a_source_without_a_date_is_kept_as_one(store: EvidenceStore, tmp_path: Path) -> None:
    store.add(written(tmp_path / "spec.md"), "C", today=TODAY)
    assert store.sources()[0].dated == ""


def test_a_folder_gives_its_documents_and_says_what_it_left_out(store: EvidenceStore, tmp_path: Path) -> None:
    folder = tmp_path / "docs"
    for name, text in (
        ("a.md", "# One\n"),
        ("b/c.txt", "Two\n"),
        ("d.png", b"\0"),
        ("e.rst", b"a\0b"),
        ("f.md", " "),
    ):
        written(folder / name, text)
    written(folder / ".hidden" / "g.md", "Three")
    done = store.add(str(folder), "C", today=TODAY)
    assert sorted(s.title for s in done.added) == ["One", "Two"]
    assert sorted(os.path.basename(path) for path, _ in done.refused) == ["e.rst", "f.md"]


@pytest.mark.parametrize(
    ("grade", "more", "words"),
    [
        ("F", {}, "must be one of A, B, C, D, E"),
        ("A", {"dated": "1.4.2019"}, "write it as 2026-11-27"),
        ("A", {"dated": "2027-01-01"}, "yet to come"),
    ],
)
def test_what_is_said_wrongly(
    store: EvidenceStore, tmp_path: Path, grade: str, more: dict[str, str], words: str
) -> None:
    with pytest.raises(UsageError, match=words):
        store.add(written(tmp_path / "spec.md"), grade, today=TODAY, **more)
    assert store.sources() == ()


def test_what_is_no_document(store: EvidenceStore, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="nothing is fetched"):
        store.add("https://harbour.example/rules", "A", today=TODAY)
    (tmp_path / "empty").mkdir()
    with pytest.raises(UsageError, match="holds no document"):
        store.add(str(tmp_path / "empty"), "A", today=TODAY)
    with pytest.raises(UsageError, match="is not a text"):
        store.add(written(tmp_path / "spec.md", b"\0\1"), "A", today=TODAY)


@pytest.mark.parametrize(
    "damage", [b"", b"{", b'{"schema": "other", "sources": []}', b'{"sources": [{}]}', None]
)
def test_a_damaged_store_is_refused_and_never_overwritten(
    store: EvidenceStore, tmp_path: Path, damage: bytes | None
) -> None:
    spec = written(tmp_path / "spec.md")
    store.add(spec, "A", today=TODAY)
    place = tmp_path / "index" / NAME
    data = place.read_bytes().replace(b"twice", b"thrice") if damage is None else damage
    place.write_bytes(data)
    for act in (store.sources, lambda: store.add(spec, "A", today=TODAY), lambda: store.remove(spec)):
        with pytest.raises(StorageError, match="is damaged"):
            act()
    assert place.read_bytes() == data


def test_a_source_is_taken_out_by_address_or_hash(store: EvidenceStore, tmp_path: Path) -> None:
    spec = written(tmp_path / "spec.md")
    store.add(spec, "A", today=TODAY)
    store.add(written(tmp_path / "other.md", "Other"), "B", source="https://b.example", today=TODAY)
    with pytest.raises(UsageError, match="there is no source"):
        store.remove("https://c.example")
    [first] = store.remove("https://b.example")
    assert first.title == "Other"
    [last] = store.remove(store.sources()[0].sha256[:8])
    assert (last.title, store.sources()) == ("Harbour rules", ())


def test_an_index_made_anew_keeps_them(store: EvidenceStore, tmp_path: Path) -> None:
    store.add(written(tmp_path / "spec.md"), "A", today=TODAY)
    clear_index(str(tmp_path / "index"))
    assert len(store.sources()) == 1
