"""Answer documents for editors that cannot show text that is in no file: a few Markdown files beside the
index, never in the project.
"""

from __future__ import annotations

import contextlib
import os
import tempfile
from pathlib import Path

from helix_lsp.errors import StorageError
from helix_lsp.text.regex import regex

FOLDER = "answers"
_MOST = 20
_NAME = regex(r"answer-(\d{1,9})\.md\Z")


def keep_answer(directory: str, text: str) -> str:
    """Write `text` as the next answer beside the index in `directory`; the absolute path. Older ones beyond
    20 are removed.

    Raises StorageError when the folder cannot be written.
    """
    folder = Path(directory) / FOLDER
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        numbers = sorted(int(match.group(1)) for name in os.listdir(folder) if (match := _NAME.match(name)))
        target = folder / f"answer-{(numbers[-1] if numbers else 0) + 1}.md"
        descriptor, draft = tempfile.mkstemp(dir=folder)
        with os.fdopen(descriptor, "w", encoding="utf-8", errors="backslashreplace", newline="\n") as file:
            file.write(text)
        os.replace(draft, target)
    except OSError as error:
        raise StorageError(f"the answer could not be written to {folder}: {error.strerror}") from error
    for number in numbers[: max(0, len(numbers) - _MOST + 1)]:
        with contextlib.suppress(OSError):
            os.unlink(folder / f"answer-{number}.md")
    return str(target)
