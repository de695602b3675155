"""A model of the user's own in a folder: the whole path of a late-interaction model, and every way in which a
folder can be wrong.
"""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from helix_lsp.config import Config, MeaningConfig, SearchConfig
from helix_lsp.ide.query import QueryRequest, query
from helix_lsp.search.reading.likeness import likenesses
from helix_lsp.session.semantic.ahead import passages
from helix_lsp.session.semantic.by_meaning import NAME
from helix_lsp.session.semantic.encoder import sha256_of
from helix_lsp.session.semantic.open_likeness import Meaning, open_meaning
from helix_lsp.session.settings.settings import surroundings
from tests.cli.run import Shell
from tests.session.semantic.onnx_bytes import token_table, write_folder
from tests.support.check import indexed

WORDS = ("red", "anchor", "crimson", "lamp", "moors")
# red and crimson are the same colour to this model; marks and unknown words lie apart from all of them
TABLE = (
    *([0.0, 0.0, 0.0, 0.0, 1.0],) * 4,
    [1.0, 0.0, 0.0, 0.0, 0.0],
    [0.0, 1.0, 0.0, 0.0, 0.0],
    [0.9, 0.1, 0.0, 0.0, 0.0],
    [0.0, 0.0, 1.0, 0.0, 0.0],
    [0.0, 0.0, 0.0, 1.0, 0.0],
)
PASSAGES = ("lamp moors", "crimson anchor", "red lamp")


def opened(folder: Path, kept: str = "", **search: bool) -> Meaning:
    config = Config(meaning=MeaningConfig(folder=str(folder)), search=SearchConfig(**search))
    return open_meaning(config, kept, surroundings({"HOME": "/"}))


def values(meaning: Meaning, question: str = "red anchor") -> tuple[tuple[float, ...], str]:
    return likenesses(question, PASSAGES, meaning.likeness, lambda: None)


def test_each_word_of_the_question_finds_its_best_token(tmp_path: Path) -> None:
    meaning = opened(write_folder(tmp_path / "m", WORDS, TABLE))
    found, note = values(meaning)
    assert note == "applied"
    # CLS, red, anchor, SEP: the marks find each other
    assert found == pytest.approx((0.5, (2 + 0.9939 + 1) / 4, 0.75), abs=0.01)


def test_status_tells_the_model_and_the_digest_of_its_file(tmp_path: Path) -> None:
    folder = write_folder(tmp_path / "m", WORDS, TABLE)
    told = opened(folder).told()
    assert told is not None
    assert (told["model_name"], told["form"], told["dimensions"]) == ("tiny", "tokens", 5)
    assert told["sha256"] == sha256_of(folder / "model.onnx")
    assert str(tmp_path) not in json.dumps(told)


def test_a_list_of_places_is_weighed_by_it(tmp_path: Path) -> None:
    files = {
        f"src/part{n}.py": f"def moor_{n}(boat):\n    '''Moors the boat with a {word}.'''\n    return boat\n".encode()
        for n, word in enumerate(("lamp", "lamp", "crimson anchor", "lamp"))
    }
    meaning = opened(write_folder(tmp_path / "m", WORDS, TABLE), second_opinion=True)
    assert meaning.opinion is not None
    with indexed(files) as world:
        meaning.opinion.make(tuple(passages(world.snapshot, world.texts, lambda: None)), lambda: None)
        plain = query(world.view(), QueryRequest(text="moors a boat, red anchor"))
        view = replace(world.view(), opinion=meaning.opinion)
        weighed = query(view, QueryRequest(text="moors a boat, red anchor"))
    assert weighed.results.reranked == "applied"
    places = [[h.range.path for h in answer.hits].index("src/part2.py") for answer in (plain, weighed)]
    assert places[1] <= places[0]
    assert any(f.name == "rerank" for h in weighed.hits for f in h.hit.why.features) or places[0] == 0


def test_indexing_makes_the_vectors_that_a_list_then_uses(tmp_path: Path) -> None:
    root = tmp_path / "boats"
    root.mkdir()
    for n, word in enumerate(("lamp", "lamp", "crimson anchor", "lamp")):
        text = f"def moor_{n}(boat):\n    '''Moors the boat with a {word}.'''\n    return boat\n"
        (root / f"part{n}.py").write_text(text, encoding="utf-8")
    shell = Shell(here=root, cache=tmp_path / "cache")
    asked = ("query", "moors a boat, red anchor", "--json")
    with_model = {
        "HELIX_ASK_SEARCH_MEANING": "on",
        "HELIX_ASK_SEARCH_SECOND_OPINION": "on",
        "HELIX_ASK_MEANING_FOLDER": str(write_folder(tmp_path / "m", WORDS, TABLE)),
    }

    def weighed() -> str:
        return json.loads(shell.run(*asked, env=with_model).out)["engine"]["reranked"]

    assert shell.run("index").code == 0
    assert weighed() == "the vectors of these places are not made yet: the order of words stands"
    assert shell.run("index", env=with_model).err == ""
    assert weighed() == "applied"


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ({"schema": "other.v1"}, "`schema` must be embedding-policy.v1"),
        ({"form": "max"}, "`form` must be one of mean, first, tokens"),
        ({"dimensions": 0}, "`dimensions` must be a whole number"),
        ({"dimensions": None}, "`dimensions` must be a whole number"),
        ({"max_tokens": True}, "`max_tokens` must be a whole number"),
        ({"file": "../model.onnx"}, "`file` must be a path inside the folder"),
        ({"file": "other.onnx"}, "other.onnx is not there"),
        ({"sha256": "12"}, "`sha256` must be 64 hexadecimal digits"),
        ({"bytes": 7}, "it is only a part, or another file"),
        ({"model_name": ""}, "`model_name` must be a name"),
        ({"fallback_behavior": "fail"}, "`fallback_behavior` must be `ignore`"),
        ({"similarity_metric": "dot"}, "`similarity_metric` must be `cosine`"),
        ({"colour": "red"}, "'colour' is not a field"),
        ({"provider": "cloud"}, "`provider` must be `local` or `api`"),
        ({"provider": "api"}, "`url` must be the address"),
        ({"url": "http://localhost"}, "`url` is for `provider` api"),
        ({"seconds": 0}, "`seconds` must be a number"),
    ],
)
def test_a_policy_that_is_wrong_is_told_with_its_file(
    tmp_path: Path, said: dict[str, object], words: str
) -> None:
    meaning = opened(write_folder(tmp_path / "m", WORDS, TABLE, **said))
    assert meaning.likeness is None
    assert words in meaning.problem
    assert str(tmp_path) in meaning.problem


def test_folders_that_lack_something(tmp_path: Path) -> None:
    assert "absolute path" in opened(Path("models/mine")).problem
    assert "is not a folder" in opened(tmp_path / "nowhere").problem
    assert "cannot be read" in opened(tmp_path).problem
    folder = write_folder(tmp_path / "m", WORDS, TABLE)
    (folder / "vocab.txt").unlink()
    assert "does not have a tokenizer; put tokenizer.json or vocab.txt" in opened(folder).problem
    (folder / "embedding-policy.json").write_text("{half", encoding="utf-8")
    assert "is not JSON" in opened(folder).problem


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ("dimension", "the model gives vectors of 5 numbers, and the policy says 7"),
        ("damaged", "is not a model that can be opened: damaged, or only a part"),
        ("half", "is not a model that can be opened: damaged, or only a part"),
        ("replaced", "is another file than the one that is known here"),
        ("input", "the model asks for 'pixels', which nothing here can give it"),
        ("vocabulary", "does not have [CLS]: it is not a vocabulary"),
        ("tokenizer", "tokenizer.json is not a tokenizer"),
    ],
)
def test_what_shows_only_when_it_is_used_costs_the_order_by_meaning_alone(
    tmp_path: Path, change: str, words: str
) -> None:
    said: dict[str, object] = {"dimensions": 7} if change == "dimension" else {}
    if change in ("damaged", "half", "input"):
        said["sha256"] = None
    folder = write_folder(tmp_path / "m", WORDS, TABLE, **said)
    model = folder / "model.onnx"
    if change == "damaged":
        model.write_bytes(b"\xff" * 500)
    elif change == "half":
        model.write_bytes(model.read_bytes()[:60])
    elif change == "replaced":
        model.write_bytes(token_table([[1.0] * 5] * 9))
    elif change == "input":
        model.write_bytes(token_table(TABLE, asks="pixels"))
    elif change == "vocabulary":
        (folder / "vocab.txt").write_text("[PAD]\n[UNK]\n", encoding="utf-8")
    elif change == "tokenizer":
        (folder / "tokenizer.json").write_text("{}", encoding="utf-8")
    meaning = opened(folder)
    found, note = values(meaning)
    assert found == ()
    assert words in note
    assert note.endswith(": the order of words stands")
    assert words in meaning.tried()


def test_a_tokenizer_of_the_library_is_read(tmp_path: Path) -> None:
    library = pytest.importorskip("tokenizers")
    folder = write_folder(tmp_path / "m", WORDS, TABLE)
    made = library.Tokenizer(
        library.models.WordLevel(
            {"[UNK]": 1, "red": 4, "anchor": 5, "crimson": 6, "lamp": 7, "moors": 8}, "[UNK]"
        )
    )
    made.pre_tokenizer = library.pre_tokenizers.Whitespace()
    made.save(str(folder / "tokenizer.json"))
    found, note = values(opened(folder))
    assert note == "applied"
    assert found == pytest.approx((0.0, (0.9939 + 1) / 2, 0.5), abs=0.01)


def test_vectors_are_kept_and_a_damaged_store_costs_nothing_but_itself(tmp_path: Path) -> None:
    folder, store = write_folder(tmp_path / "m", WORDS, TABLE), tmp_path / "index"
    store.mkdir()
    first = opened(folder, str(store))
    before = values(first)
    assert first.likeness is not None
    assert first.likeness.make(PASSAGES, lambda: None) == 0
    second = opened(folder, str(store))
    assert second.likeness is not None
    assert second.likeness.make(PASSAGES, lambda: None) == 0
    (store / NAME).write_bytes(b"no database " * 400)
    third = opened(folder, str(store))
    assert values(third) == before
    assert values(opened(folder, str(store))) == before


def test_a_repository_names_no_model() -> None:
    from helix_lsp.config.whole import declared

    keys = [k for k in declared() if k.startswith("meaning.")]
    assert keys == ["meaning.folder"]
    assert all(declared()[k].metadata["scope"] == "user" for k in keys)


def test_a_folder_in_the_workspace_is_not_opened(tmp_path: Path) -> None:
    config = Config(meaning=MeaningConfig(folder=str(write_folder(tmp_path / "m", WORDS, TABLE))))
    found = open_meaning(config, "", surroundings({"HOME": "/"}), str(tmp_path))
    assert found.likeness is None
    assert "lies in the workspace" in found.problem
