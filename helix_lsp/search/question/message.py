"""What a program said, in a pasted message or report: the words that a string literal of the program may
hold.

The class of the error, log prefixes and time stamps are cut off; values that were filled in stay, because
nothing tells them apart here.
"""

from __future__ import annotations

import re

from helix_lsp.text.regex import regex

_RAISED = regex(
    r"^\W*(?:PHP )?(?:fatal error: +)?(?:uncaught )?(?:exception in thread \"[^\"\n]*\" )?"
    r"(?:[\w.:\\]{0,120}(?:Error|Exception|Warning|Fault|Panic|Failure)|error|fatal(?: error)?|panic|warning)"
    r"(?:\[\w+\]| TS\d+)? ?[:(] ?(?P<said>\S[^\n]{2,600})",
    re.I,
)
_OTHERS = (
    regex(r"^\*\* \([\w.]+\) (?P<said>\S[^\n]{2,600})"),  # Elixir
    regex(r"panicked at ['\"](?P<said>[^\n]{2,600}?)['\"], "),  # Rust until 1.72
    regex(r"\.\w{1,6}:\d+:in [`'][^'`\n]{1,200}': (?P<said>\S[^\n]{2,600}?)(?: \([\w:]+\))?$"),  # Ruby
    regex(r"^\s*(?:lua\d*: )?[^\s:]{1,300}\.lua:\d+: (?!in )(?P<said>\S[^\n]{2,600})"),
)
_PANIC_PLACE = regex(r"panicked at \S+:\d+:\d+:\s*$")  # Rust from 1.73 on: the message is on the next line
_WHERE = regex(r"(?: in \S+(?::\d+| on line \d+)|: file \S+, line \d+)\s*$")
_PREFIX = regex(
    r"^\s*(?:\[?\d{4}-\d\d-\d\d[T ][\d:.,+Z-]+\]?\s*|\d\d:\d\d:\d\d[\d.,]*\s*|\[?(?:DEBUG|INFO|WARN(?:ING)?|ERROR|FATAL|CRITICAL)\]?[:\s]+)+",
    re.I,
)
_MOST = 3
_MOST_LINES = 600


def messages(text: str, *, whole: bool) -> tuple[str, ...]:
    """At most three messages, in reading order; with `whole` a text without an error class is one message."""
    found: list[str] = []
    lines = [_PREFIX.sub("", line) for line in text.split("\n")[:_MOST_LINES]]
    for number, line in enumerate(lines):
        if _PANIC_PLACE.search(line) and number + 1 < len(lines):
            found.append(lines[number + 1].strip())
            continue
        said = next(
            (
                s
                for pattern in (*_OTHERS, _RAISED)
                if (s := pattern.search(line) if pattern is not _RAISED else pattern.match(line))
            ),
            None,
        )
        if said is not None:
            found.append(_WHERE.sub("", said["said"].strip()))
    if not found and whole:
        found = [line.strip() for line in lines if line.strip()][:1]
    return tuple(dict.fromkeys(f for f in found if f))[-_MOST:]
