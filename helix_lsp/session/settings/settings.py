"""Which value each option has, and who said so. The only reader of the environment.

    defaults < user file < helix.toml at the root < HELIX_ASK_* < client settings

Invariants: from what a repository contains (helix.toml, workspace settings of a client) only options of scope
`workspace` are taken, and of those only values that are not looser than what the user has
(`config/option.py`, law I11): a repository can only narrow. An unknown key, a tuning value, a bad value and a
refused one are problems that name their place, and what stood before stands; a value under the old name of an
option counts, and the new name is said. Nothing here raises for bad input.
"""

from __future__ import annotations

import dataclasses
import math
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import cast

from helix_lsp.config import Config
from helix_lsp.config.documents import DriftConfig
from helix_lsp.config.option import check, narrowed
from helix_lsp.config.whole import Declared, declared, renamed, tuning
from helix_lsp.errors import UsageError
from helix_lsp.session.disk.disk import Refused, read_file
from helix_lsp.session.settings.settings_file import SECTION as TOPICS
from helix_lsp.session.settings.settings_file import Entry, flatten, parse_settings, read_topics
from helix_lsp.text.words import separated

ROOT_FILE = "helix.toml"
PREFIX = "HELIX_ASK_"
CACHE_VARIABLE = "HELIX_ASK_CACHE_DIR"
_EPOCH_DIGITS = 11
TRACEBACK_VARIABLE = "HELIX_ASK_TRACEBACK"
_MOST_BYTES = 1_000_000
_MOST_PROBLEMS = 50
_LONGEST_KEY = 100
_TRUE = frozenset({"1", "true", "yes", "on"})
_FALSE = frozenset({"0", "false", "no", "off"})
_UNKNOWN = "is not an option and is ignored"
_NO_SETTING = "is a measured tuning value, not a setting, and is ignored; remove it (all settings: `helix-lsp help settings`)"


@dataclass(frozen=True, slots=True, kw_only=True)
class Surroundings:
    """What the session takes from the environment: folders and search path, fixed when the settings were
    loaded; `router` and `answerer` name a ranker on trial (`learn/store.py`).
    """

    search_path: str
    home: str
    cache_home: str
    cache_dir: str = ""
    git_environment: Mapping[str, str] = field(default_factory=dict[str, str])
    router: str = ""
    answerer: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """The options in force, what was wrong on the way, and the surroundings."""

    config: Config = field(default_factory=Config)
    problems: tuple[str, ...] = ()
    surroundings: Surroundings = field(default_factory=lambda: surroundings(os.environ))


def load(
    root: str | None,
    *,
    client: Mapping[str, object] | None = None,
    env: Mapping[str, str] | None = None,
    workspace_client: Mapping[str, object] | None = None,
) -> Settings:
    """Settings for a root (None: no root yet). `client` is the user's own, `workspace_client` may come from
    the repository.
    """
    env = os.environ if env is None else env
    around = surroundings(env)
    values: dict[str, object] = {}
    problems: list[str] = []
    said = _user_file(env, problems)
    own: dict[
        str, object
    ] = {}  # the user's last word: it is over helix.toml, and what it names is not for a repository to loosen
    _take(_options(said), values, problems)
    repository = _root_file(root, problems)
    late: list[str] = []
    _take(_variables(env, late), own, late)
    _take(_client(client, "client settings"), own, late)
    _narrow(_options(repository), values, own, problems)
    problems += late
    values |= own
    _narrow(_client(workspace_client, "workspace settings"), values, {}, problems)
    values["plan.topics"] = read_topics([*said, *repository], problems)
    if len(problems) > _MOST_PROBLEMS:
        problems[_MOST_PROBLEMS:] = [f"settings: {len(problems) - _MOST_PROBLEMS} more problems"]
    return Settings(config=build_config(values), problems=tuple(problems), surroundings=around)


def switch(name: str, *, by_presence: bool = False) -> bool:
    """A yes-or-no variable that is not an option (`NO_COLOR`, `HELIX_ASK_TRACEBACK`): on when it says so, or when
    it is merely not empty.
    """
    value = os.environ.get(name, "").strip()
    return bool(value) if by_presence else value.lower() in _TRUE


def own_variables() -> dict[str, str]:
    """The environment of this process."""
    return dict(os.environ)


def exchange_variables(variables: Mapping[str, str]) -> None:
    """From here on this process has these and no others."""
    os.environ.clear()
    os.environ.update(variables)


def source_date_epoch() -> int | None:
    """The moment that a reproducible build says it is, in seconds since 1970; None where nothing is said.
    Raises UsageError for what is not a moment.
    """
    value = os.environ.get("SOURCE_DATE_EPOCH", "").strip()
    if not value:
        return None
    if not (value.isascii() and value.isdecimal() and len(value) <= _EPOCH_DIGITS):
        raise UsageError(f"SOURCE_DATE_EPOCH is {value[:40]!r}; it must be whole seconds since 1970")
    return int(value)


def variable(key: str) -> str:
    """The environment variable of an option: `index.max_files` -> `HELIX_ASK_INDEX_MAX_FILES`."""
    return PREFIX + key.replace(".", "_").upper()


def build_config(values: Mapping[str, object]) -> Config:
    """A Config from the names of options to values that were checked."""
    known = declared()
    return cast(
        "Config",
        _build(
            Config, "", {known[key].place if key in known else key: value for key, value in values.items()}
        ),
    )


def surroundings(env: Mapping[str, str]) -> Surroundings:
    """The part of an environment that the session uses."""
    import platformdirs

    home = env.get("HOME") or env.get("USERPROFILE") or os.path.expanduser("~")
    cache = env.get("XDG_CACHE_HOME", "")
    if not os.path.isabs(cache):
        given = os.name == "posix" and platformdirs.user_cache_dir() == os.path.join(
            os.path.expanduser("~"), ".cache"
        )
        cache = os.path.join(home, ".cache") if given else platformdirs.user_cache_dir()
    return Surroundings(
        search_path=env.get("PATH", os.defpath),
        home=home,
        cache_home=cache,
        cache_dir=env.get(CACHE_VARIABLE, ""),
        git_environment={name: value for name, value in env.items() if not name.upper().startswith("GIT_")},
        router=env.get("AGI_ROUTER_ADAPTER", ""),
        answerer=env.get("AGI_ANSWERER_ADAPTER", ""),
    )


def _build(kind: type, prefix: str, values: Mapping[str, object]) -> object:
    sample = kind()
    changed: dict[str, object] = {}
    for item in dataclasses.fields(kind):
        value = getattr(sample, item.name)
        if dataclasses.is_dataclass(value):
            changed[item.name] = _build(type(value), f"{prefix}{item.name}.", values)
        elif prefix + item.name in values:
            changed[item.name] = values[prefix + item.name]
    return kind(**changed)


def _options(entries: Iterable[Entry]) -> Iterable[Entry]:
    return (entry for entry in entries if not entry.key.startswith(TOPICS + "."))


def _take(entries: Iterable[Entry], values: dict[str, object], problems: list[str]) -> None:
    """What the user says, as it is said."""
    for entry, _, value in _read(entries, problems, trusted=True):
        values[entry.key] = value


def _narrow(
    entries: Iterable[Entry], values: dict[str, object], own: Mapping[str, object], problems: list[str]
) -> None:
    """What a repository says, as far as it narrows what is in `values`; what the user says `own`, later,
    is measured instead.
    """
    for entry, option, value in _read(entries, problems, trusted=False):
        mine = values.get(entry.key, option.default)
        kept, refused = narrowed(value, mine, option.metadata)
        if not refused:
            values[entry.key] = kept
        elif entry.key not in own or narrowed(value, own[entry.key], option.metadata)[1]:
            problems.append(f"{entry.place}: {entry.key}: {refused}; it stays as it was")


def _read(
    entries: Iterable[Entry], problems: list[str], *, trusted: bool
) -> Iterator[tuple[Entry, Declared, object]]:
    """Entries that name an option and hold a value of its kind; what is the user's only where the user is
    `trusted` to speak.
    """
    known = declared()
    for entry in _under_their_names(entries, problems):
        option = known.get(entry.key)
        if option is None:
            if entry.value != {} or not _section(entry.key):
                problems.append(
                    f"{entry.place}: {entry.key[:_LONGEST_KEY]} {_NO_SETTING if entry.key in tuning() else _UNKNOWN}"
                )
            continue
        if not trusted and option.metadata["scope"] != "workspace":
            problems.append(
                f"{entry.place}: {entry.key} is a user setting; set by a repository it is ignored"
            )
            continue
        value = _shaped(entry.value, option.default)
        wrong = check(value, option.default, option.metadata) or _unusable(value)
        if wrong:
            problems.append(f"{entry.place}: {entry.key}: {wrong}; it stays as it was")
        else:
            yield entry, option, value


def _section(key: str) -> bool:
    """True for a table that may hold options, however empty it is."""
    return key == TOPICS or any(known.startswith(f"{key}.") for known in declared())


def _under_their_names(entries: Iterable[Entry], problems: list[str]) -> Iterator[Entry]:
    """Entries under old names first, now under the new ones, so that a new name that is beside its old
    one wins.
    """
    new = renamed()
    for entry in sorted(entries, key=lambda entry: entry.key not in new):
        if entry.key in new:
            problems.append(
                f"{entry.place}: {entry.key} is called {new[entry.key]} now; the value counts, write the new name"
            )
        yield replace(entry, key=new.get(entry.key, entry.key))


def _shaped(value: object, default: object) -> object:
    """Lists become tuples and whole numbers become fractions where the option holds those."""
    if isinstance(default, tuple) and isinstance(value, list | tuple):
        return tuple(cast("Iterable[object]", value))
    if isinstance(default, float) and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    return value


def _unusable(value: object) -> str | None:
    if isinstance(value, float) and not math.isfinite(value):
        return "expected a finite number"
    if isinstance(value, tuple) and not all(
        isinstance(item, str) for item in cast("tuple[object, ...]", value)
    ):
        return "expected a list of texts"
    return "holds a NUL" if isinstance(value, str) and "\0" in value else None


def user_files(env: Mapping[str, str] | None = None) -> tuple[str, ...]:
    """Where the user's own settings may stand, absolute; the first that is there is read."""
    import platformdirs

    env = os.environ if env is None else env
    home, base = surroundings(env).home, env.get("XDG_CONFIG_HOME", "")
    first = base if os.path.isabs(base) else os.path.join(home, ".config")
    places = [os.path.join(first, "helix-lsp", "config.toml")]
    if os.name == "nt" or home == os.path.expanduser("~"):
        places.append(os.path.join(platformdirs.user_config_dir("helix-lsp", appauthor=False), "config.toml"))
    return tuple(dict.fromkeys(places))


def _user_file(env: Mapping[str, str], problems: list[str]) -> tuple[Entry, ...]:
    for place in user_files(env):
        try:
            if not os.path.isfile(place):
                continue
            with Path(place).open("rb") as file:
                data = file.read(_MOST_BYTES)
        except OSError as error:
            problems.append(f"{place}:1: cannot be read ({error.strerror}); the file is ignored")
            return ()
        entries, wrong = parse_settings(data, place)
        problems.extend(wrong)
        return entries
    return ()


def _root_file(root: str | None, problems: list[str]) -> tuple[Entry, ...]:
    if root is None:
        return ()
    data = read_file(root, ROOT_FILE, _MOST_BYTES)
    if isinstance(data, Refused):
        if data.reason != "vanished":
            problems.append(f"{ROOT_FILE}:1: cannot be read ({data.reason}); the file is ignored")
        return ()
    entries, wrong = parse_settings(data, ROOT_FILE)
    problems.extend(wrong)
    return entries


def _variables(env: Mapping[str, str], problems: list[str]) -> tuple[Entry, ...]:
    known, old = declared(), renamed()
    names = {variable(key): key for key in (*tuning(), *old, *known)}
    entries: list[Entry] = []
    for name in sorted(env):
        if not name.startswith(PREFIX) or name in (CACHE_VARIABLE, TRACEBACK_VARIABLE):
            continue
        if name in names:
            key = names[name]
            option = known.get(old.get(key, key))
            entries.append(
                Entry(
                    key=key,
                    value=_from_text(env[name], option.default if option else ""),
                    place=f"environment {name}",
                )
            )
        else:
            problems.append(f"environment {name}: not an option and is ignored")
    return tuple(entries)


def _from_text(text: str, default: object) -> object:
    """A variable's text as the option's type; the text itself when it is none, which `check` then names."""
    word = text.strip()
    if isinstance(default, bool):
        return True if word.lower() in _TRUE else False if word.lower() in _FALSE else text
    if isinstance(default, tuple):
        return tuple(part.strip() for part in text.split(",") if part.strip())
    if isinstance(default, int | float):
        try:
            return int(word) if isinstance(default, int) else float(word)
        except ValueError:
            return text
    return text


def _client(settings: Mapping[str, object] | None, place: str) -> tuple[Entry, ...]:
    """Nested or dotted keys, snake or camel case, with or without the `helixAsk` section; null means not set."""
    if not settings:
        return ()
    flat = ((separated(key.removeprefix("helixAsk."), "_"), value) for key, value in flatten(settings))
    return tuple(
        Entry(key=key, value=value, place=place) for key, value in flat if value is not None and value != {}
    )


# What `helix.toml` says of drift at this moment, saved or not: an ignore that was written just now counts at once.


def with_ignores(cfg: DriftConfig, texts: Callable[[str], bytes | None]) -> DriftConfig:
    """The options with the ignores of the current file: only its lists of documents and words to leave alone, and only
    added to what is held already; the same object where it adds none.
    """
    data = texts(ROOT_FILE)
    if data is None or len(data) > _MOST_BYTES or b"ignore_" not in data:
        return cfg
    found = {entry.key: entry.value for entry in parse_settings(data, ROOT_FILE)[0]}
    words = _added(cfg.ignore_words, found.get("drift.ignore_words"))
    paths = _added(cfg.ignore_paths, found.get("drift.ignore_paths"))
    same = words == cfg.ignore_words and paths == cfg.ignore_paths
    return cfg if same else replace(cfg, ignore_words=words, ignore_paths=paths)


def _added(held: tuple[str, ...], value: object) -> tuple[str, ...]:
    more = cast("Iterable[object]", value) if isinstance(value, list) else ()
    return tuple(dict.fromkeys((*held, *(one for one in more if isinstance(one, str)))))
