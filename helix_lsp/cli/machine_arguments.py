"""The flags of what machines rely on: references, bundles, and whether a stale index may be used."""

from __future__ import annotations

import argparse
from collections.abc import Callable

from helix_lsp.cli.flags import as_json, root

FAIL, WARN, IGNORE = "fail", "warn", "ignore"
POLICIES = (WARN, FAIL, IGNORE)
STORE = "a folder, or an address s3://, gs://, az:// or https:// (needs the extra `team`)"
LEAST = 20  # tokens: fewer hold no place


def stale_flag(parser: argparse.ArgumentParser) -> None:
    """`--stale-policy` of a verb that answers from the index."""
    parser.add_argument(
        "--stale-policy",
        choices=POLICIES,
        default=None,
        help="if the index may be older than the files: answer and warn, fail with exit code 1, or ignore it "
        "(default: fail with --json and --jsonl, else warn)",
    )


def budget_flag(parser: argparse.ArgumentParser, what: str) -> None:
    """`--budget` of a verb that shows evidence."""
    parser.add_argument("--budget", metavar="N", type=_tokens, default=None, help=what)


def range_get_flags(parser: argparse.ArgumentParser) -> None:
    """`helix-lsp range get`."""
    parser.add_argument(
        "--ref", metavar="FILE|-", default=None, help="a file that holds one range-ref.v1; - reads stdin"
    )
    parser.add_argument(
        "--jsonl",
        action="store_true",
        help="batch: one range-ref.v1 a line on stdin, one JSON answer a line on stdout",
    )
    parser.add_argument(
        "--manifest",
        metavar="FILE",
        default=None,
        help="take the bytes from the bundle of this bundle-manifest.v1 instead of the project's folder",
    )
    parser.add_argument(
        "--context",
        metavar="N",
        type=_lines,
        default=0,
        help="with --json and --jsonl also the N lines before and after",
    )
    root(parser)
    parser.add_argument(
        "--stale-policy",
        choices=POLICIES,
        default=None,
        help="bytes that are not those cited: fail with exit code 1 (the default), warn and give what the reference's "
        "commit or the file holds there, or ignore it",
    )
    as_json(parser, "print text, sha256, bytes, lines and provenance instead of the raw bytes")


def bundle_verbs(verb: Callable[[str, str], argparse.ArgumentParser]) -> None:
    """`helix-lsp bundle create|verify|show|push|pull`; `verb` makes the parser of an act."""
    create = verb(
        "create", "write a bundle: the text of the project, its indexes, and a manifest that describes them"
    )
    create.add_argument(
        "--out", metavar="DIR", required=True, help="the bundle's folder; an existing bundle is replaced"
    )
    root(create)
    create.add_argument(
        "--gold", metavar="FILE", default=None, help="also the figures of these gold-queries.v1"
    )
    create.add_argument("--base", metavar="REV", default=None, help="also what changed since this commit")
    create.add_argument(
        "--stale-policy",
        choices=POLICIES,
        default=FAIL,
        help="what to do if the index may be older than the files (default: fail)",
    )
    as_json(create, "print the bundle-manifest.v1")
    for name, told, what in (
        (
            "verify",
            "name every difference between a bundle and its manifest; exit code 1 when there is one",
            "bundle-check.v1",
        ),
        ("show", "what a bundle holds, from its manifest alone", "bundle-manifest.v1"),
    ):
        act = verb(name, told)
        act.add_argument("manifest", metavar="MANIFEST", help="the manifest, or the bundle's folder")
        as_json(act, f"print the {what}")
    push = verb("push", "store the index of a clean checkout for others to take over (a build does this)")
    push.add_argument("url", metavar="URL", help=STORE)
    push.add_argument("--all", action="store_true", help="send also what the store has already")
    pull = verb(
        "pull", "take over the index of the nearest commit that a store has, where there is none here"
    )
    pull.add_argument("url", metavar="URL", help=STORE)
    for act in (push, pull):
        root(act)
        as_json(act, "print what was done")


def _tokens(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) <= 7 and int(text) >= LEAST):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of tokens from {LEAST} on")
    return int(text)


def _lines(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) <= 6):
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 0 on")
    return int(text)
