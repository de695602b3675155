"""Which topics a question touches: a built-in table for any software repository, and the repository's own as
data.

Invariant: a topic only steers (boosts, tiers) and raises the expectation; the built-in ones are weak hints,
because their words occur in questions about anything. A repository's topic of the same name stands in for a
built-in one.
See design-decisions.md#topics-are-data; the fields of a profile are those of casimirbot.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from helix_lsp.config.topic import TopicProfile
from helix_lsp.text.words import stem

_TOKEN = re.compile(r"[^\W_]+")
_LONGEST = 4_000


def _built_in(name: str, matchers: str, boosts: str = "", *, docs_first: bool = False) -> TopicProfile:
    return TopicProfile(
        name=name,
        matchers=tuple(m.strip() for m in matchers.split(",")),
        docs_first=docs_first,
        boosts=tuple(boosts.split()),
        repository=False,
    )


BUILT_IN: tuple[TopicProfile, ...] = (
    _built_in(
        "architecture",
        "architecture*, layer, design decision, overview of the, component, data flow, pipeline, subsystem, module structure",
        "ARCHITECTURE* docs/**/architecture* docs/adr/** **/design*/**",
    ),
    _built_in(
        "api",
        "api, endpoint, public interface, signature, rest, graphql, rpc, http method, request handler, route, sdk",
        "**/api/** **/*api* **/routes/** **/*.proto **/openapi*",
    ),
    _built_in(
        "configuration",
        "config*, setting, environment variable, env var, option, default value, feature flag, command line flag",
        "**/config*/** **/*config* **/settings* *.toml *.cfg *.ini",
    ),
    _built_in(
        "build_and_release",
        "build system, build step, build process, build script, building the project, how to build, compil*, release, packaging, deploy*, ci, "
        "continuous integration, version bump, publish, docker*, install, installation",
        ".github/** .ci/** Makefile Dockerfile* **/package.json **/pyproject.toml **/Cargo.toml **/go.mod **/CHANGELOG* **/CHANGES*",
    ),
    _built_in(
        "testing",
        "test, unit test, fixture, mock, coverage, assertion, regression, benchmark",
        "**/test*/** **/*test* **/spec/**",
    ),
    _built_in(
        "errors_and_debugging",
        "error, exception, traceback, crash*, bug, fail*, debug*, log, logging, logger, retry, timeout, raise & error",
        "**/*error* **/*exception* **/*log*",
    ),
    _built_in(
        "security",
        "security, secure, auth, authenticat*, authoriz*, permission, token & secret, secret, csrf, xss, sql injection, code injection, "
        "sanitiz*, encrypt*, credential, password, vulnerab*, sign & cookie",
        "SECURITY* **/*auth* **/*security* **/*secret* **/*crypt*",
    ),
    _built_in(
        "data",
        "database, schema, migration, query & sql, sql, serializ*, deserializ*, data model, cache, storage, index & column, table",
        "**/model*/** **/migration*/** **/*schema* **/*.sql **/db/**",
    ),
    _built_in(
        "user_interface",
        "user interface, ui, frontend, button, widget, css, render & page, layout, dialog, screen, panel, theme",
        "**/ui/** **/client/** **/components/** **/*.css **/*.scss **/*.tsx **/*.vue",
    ),
    _built_in(
        "performance",
        "performance, slow, fast, latency, throughput, memory usage, optimi*, profil*, bottleneck, cpu",
        "**/bench*/** **/*perf*",
    ),
    _built_in(
        "docs_and_policy",
        "documentation, docs, readme, changelog, licen*, contribut*, code of conduct, policy, tutorial, style guide",
        "README* CHANGELOG* CONTRIBUTING* LICENSE* **/docs/**",
        docs_first=True,
    ),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Topic:
    """A profile that a question touches, with the matcher that did it (`card` and `tree` when these brought
    it).
    """

    profile: TopicProfile
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """A text's words as (lower-case, stem), and the stems as a set."""

    words: tuple[tuple[str, str], ...]
    stems: frozenset[str]


def topics_of(text: str, own: tuple[TopicProfile, ...]) -> tuple[Topic, ...]:
    """The topics of a text: the repository's first, then built-in ones, each in the order of its table."""
    said = tokens_of(text)
    named = {profile.name for profile in own}
    table = (*own, *(p for p in BUILT_IN if p.name not in named))
    return tuple(
        Topic(profile=p, why=hit) for p in table if (hit := _first_hit(p.matchers, said)) is not None
    )


def tokens_of(text: str) -> Said:
    """The words of a text's first 4,000 characters; underscores part words."""
    words = tuple((low, stem(low)) for low in (w.lower() for w in _TOKEN.findall(text[:_LONGEST])))
    return Said(words=words, stems=frozenset(base for _, base in words))


def says(matcher: str, said: Said) -> bool:
    """True when the phrase is in the words; `a & b` asks for both, anywhere. An empty phrase stands
    nowhere.
    """
    parts = _phrases(matcher)
    if not parts or any(not begins and word not in said.stems for part in parts for word, begins in part):
        return False
    return all(_stands(part, said.words) for part in parts)


def _first_hit(matchers: tuple[str, ...], said: Said) -> str | None:
    return next((m for m in matchers if says(m, said)), None)


@lru_cache(5_000)
def _phrases(matcher: str) -> tuple[tuple[tuple[str, bool], ...], ...]:
    """Per `&` part: (word or stem, whether it is the beginning of a word)."""
    parts: list[tuple[tuple[str, bool], ...]] = []
    for part in matcher.split("&"):
        words = [(w.lower(), bool(star)) for w, star in re.findall(r"([^\W_]+)(\*?)", part)]
        parts.append(tuple((w if begins else stem(w), begins) for w, begins in words))
    return tuple(parts) if all(parts) else ()


def _stands(phrase: tuple[tuple[str, bool], ...], words: tuple[tuple[str, str], ...]) -> bool:
    size = len(phrase)
    return any(
        all(
            (low.startswith(word) if begins else base == word)
            for (word, begins), (low, base) in zip(phrase, words[at : at + size], strict=True)
        )
        for at in range(len(words) - size + 1)
    )
