"""A repository can only narrow (law I11): whatever its helix.toml says, what is in force is never looser than
without it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from helix_lsp.cli.help import option_words
from helix_lsp.config import Config
from helix_lsp.config.option import MAY, looser, option
from helix_lsp.config.whole import Declared, declared
from helix_lsp.session.settings.settings import load, variable

OPTIONS = declared()
OWN = {key: o for key, o in OPTIONS.items() if o.metadata["scope"] == "workspace"}
JUDGING = ("ask.gates", "ask.passes", "verify.")


def test_every_option_says_what_a_repository_may_do_with_it():
    for key, one in OPTIONS.items():
        assert one.metadata["repository"] in MAY, key
        assert (one.metadata["repository"] == "nothing") == (one.metadata["scope"] == "user"), key


def test_no_gate_and_no_budget_is_taste():
    """What a repository may set freely carries no unit of cost, and is no part of a judgement."""
    free = {key: one for key, one in OWN.items() if one.metadata["repository"] == "set"}
    assert [key for key in free if key.startswith(JUDGING)] == []
    assert [
        key
        for key, one in free.items()
        if option_words()[one.place][0]
        in ("bytes", "seconds", "milliseconds", "commits", "processes", "passes")
    ] == []


@pytest.mark.parametrize(
    ("scope", "repository", "default"),
    [
        ("workspace", "nothing", 1),
        ("user", "lower", 1),
        ("workspace", "lower", "text"),
        ("workspace", "add", 1),
        ("workspace", "tighten", "x"),
    ],
)
def test_a_declaration_that_does_not_say_it_is_refused(scope: Any, repository: Any, default: object):
    with pytest.raises(TypeError):
        option(default, scope=scope, repository=repository)


def loose(one: Declared) -> object:
    """The loosest value that the option's range allows, as TOML holds it."""
    default, meta = one.default, one.metadata
    word = meta["repository"]
    if word == "tighten":
        return meta["choices"][-1]
    if isinstance(default, bool):
        return word == "lower"
    if isinstance(default, tuple):
        return []
    return meta["high"] if word == "lower" else meta["low"]


def toml(values: Mapping[str, object]) -> str:
    return "".join(
        f"{key} = {json.dumps(list(cast('tuple[str, ...]', v)) if isinstance(v, tuple) else v)}\n"
        for key, v in values.items()
    )


def in_force(config: Config, key: str) -> object:
    section, _, name = OPTIONS[key].place.partition(".")
    return getattr(getattr(config, section), name)


def loaded(
    folder: Path, *, repository: str, user: str = "", env: Mapping[str, str] | None = None, **more: Any
) -> tuple[Config, tuple[str, ...]]:
    (folder / ".config" / "helix-lsp").mkdir(parents=True, exist_ok=True)
    (folder / ".config" / "helix-lsp" / "config.toml").write_text(user)
    (folder / "work").mkdir(exist_ok=True)
    (folder / "work" / "helix.toml").write_text(repository)
    got = load(str(folder / "work"), env={"HOME": str(folder), **(env or {})}, **more)
    return got.config, got.problems


@pytest.mark.parametrize("way", ["helix.toml", "workspace settings"])
def test_the_loosest_value_of_each_option_is_refused_with_file_line_and_reason(tmp_path: Path, way: str):
    narrow = [
        key
        for key, one in OWN.items()
        if one.metadata["repository"] in ("lower", "raise", "tighten") and loose(one) != one.default
    ]
    assert len(narrow) >= 20
    for key in narrow:
        value = loose(OWN[key])
        if way == "helix.toml":
            config, problems = loaded(tmp_path, repository=f"# why not\n{toml({key: value})}")
        else:
            config, problems = loaded(tmp_path, repository="", workspace_client={key: value})
        assert config == Config(), key
        (problem,) = problems
        assert problem.startswith(
            f"{way}{':2' if way == 'helix.toml' else ''}: {key}: a repository may only "
        ), problem
        assert problem.endswith("is set; it stays as it was"), problem


def test_what_is_said_of_a_gate(tmp_path: Path):
    wide = '[ask]\ngates = "off"\n[index]\nmax_files = 2000000\n[drift]\nhistory = true\n'
    _, problems = loaded(tmp_path, repository=wide, user="drift.history = false")
    assert problems == (
        "helix.toml:2: ask.gates: a repository may only tighten it, in the order off, shadow, enforce; enforce is set; it stays as it was",
        "helix.toml:4: index.max_files: a repository may only lower it, and 200,000 is set; it stays as it was",
        "helix.toml:6: drift.history: a repository may only lower it, and off is set; it stays as it was",
    )


def test_stricter_values_count_and_the_user_has_the_last_word(tmp_path: Path):
    strict = '[ask]\ngates = "enforce"\n[index]\nmax_files = 10\nexclude = ["a/**"]\n[verify]\ncovered_share = 0.9\n[drift]\nhistory = false\n'
    config, problems = loaded(
        tmp_path, repository=strict, user='[ask]\ngates = "off"\n[index]\nexclude = ["b/**"]\n'
    )
    assert (
        config.control.mode,
        config.index.max_files,
        config.verify.covered_share,
        config.drift.history,
    ) == ("enforce", 10, 0.9, False)
    assert config.index.exclude == ("b/**", "a/**")
    assert problems == ()
    config, problems = loaded(
        tmp_path, repository=strict, env={"HELIX_ASK_INDEX_MAX_FILES": "20", "HELIX_ASK_ASK_GATES": "off"}
    )
    assert (config.index.max_files, config.control.mode, problems) == (20, "off", ())


def test_a_repository_may_use_what_its_user_allowed_it(tmp_path: Path):
    wide = "[index]\nmax_files = 900000\n"
    assert (
        loaded(tmp_path, repository=wide, user="[index]\nmax_files = 1000000\n")[0].index.max_files == 900_000
    )
    assert loaded(tmp_path, repository=wide, env={variable("index.max_files"): "1000000"}) == (
        load(None, env={"HOME": str(tmp_path / "none"), variable("index.max_files"): "1000000"}).config,
        (),
    )


def values_of(one: Declared) -> st.SearchStrategy[object]:
    default, meta = one.default, one.metadata
    if meta["choices"]:
        return st.sampled_from(meta["choices"])
    if isinstance(default, bool):
        return st.booleans()
    if isinstance(default, tuple):
        return st.lists(st.sampled_from(meta["entries"] or ("a/**", "*.md", "b: Pa", "c")), max_size=3).map(
            tuple
        )
    if isinstance(default, int):
        return st.integers(meta["low"], meta["high"])
    if isinstance(default, float):
        return st.floats(meta["low"], meta["high"], allow_nan=False)
    return st.just(default)


KEYS = st.sampled_from([key for key, one in OWN.items() if one.metadata["repository"] != "set"])
CHOSEN = st.lists(KEYS, max_size=12, unique=True).flatmap(
    lambda keys: st.fixed_dictionaries({key: values_of(OPTIONS[key]) for key in keys})
)


@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(repository=CHOSEN, user=CHOSEN, variables=CHOSEN, client=CHOSEN)
def test_law_nothing_is_looser_than_without_the_repository(
    tmp_path: Path, repository: Any, user: Any, variables: Any, client: Any
):
    env = {
        variable(k): ",".join(cast("tuple[str, ...]", v)) if isinstance(v, tuple) else str(v)
        for k, v in variables.items()
    }
    without, _ = loaded(tmp_path, repository="", user=toml(user), env=env)
    config, _ = loaded(
        tmp_path, repository=toml(repository), user=toml(user), env=env, workspace_client=client
    )
    for key in OPTIONS:
        now, before = in_force(config, key), in_force(without, key)
        assert not looser(now, before, OPTIONS[key].metadata), (key, now, before)
