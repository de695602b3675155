"""The few exceptions. Broken input is never one of them: it is data (`Outline.problems`, reasons in a
verdict).

    HelixError                what the outside world refused; always one line that says what, where, and what to do
     |- ConfigError           a setting that cannot be used
     |- UsageError            wrong flags, an empty or oversized question, a bad request line
     |- WorkspaceError        a root that does not exist, is not a folder, may not be indexed
     |- StorageError          the index directory cannot be written, is full, or is held by another process
     |    `- GivenUp          the index that was being read was closed meanwhile
     |- CompanionLost         the process beside the server ended again and again
     |- StaleError            evidence is older than the caller allows
     `- Cancelled             the caller gave up; not a failure
"""

import errno

# Numbers of the system that say nothing of the file that was asked for, only that there is no more to give
# just now: descriptors, memory, processes.
EXHAUSTED = frozenset({errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.EAGAIN})


class HelixError(Exception):
    """One line for a person: what happened, where, and what to do about it."""

    exit_code = 2


class ConfigError(HelixError):
    """A setting that cannot be used; names the file or flag."""


class UsageError(HelixError):
    """The call itself is wrong."""


class WorkspaceError(HelixError):
    """The root cannot be used as a workspace."""


class StorageError(HelixError):
    """The index cannot be read or written."""


class GivenUp(StorageError):
    """The index that was being read was closed meanwhile. Where it was made anew, a newer view can be read."""


class CompanionLost(HelixError):
    """The process that indexes and answers ended again and again."""


class StaleError(HelixError):
    """The evidence is older than the caller allows (policy `fail`)."""

    exit_code = 1


class Cancelled(HelixError):
    """The caller cancelled; partial work is discarded."""

    exit_code = 130
