"""What a process runs that takes patches apart: frames as in `session/worker.py`, `[``, patches]` in and `[packed notes, ``, ``]` out."""

from __future__ import annotations

from helix_lsp.session.worker import serve


def main(most: int) -> None:
    """Serve until stdin ends; `most` rows are kept of each name."""
    from msgspec import msgpack

    from helix_lsp.session.notes import notes_of

    def answer(_path: str, patches: bytes) -> tuple[bytes | None, str, str]:
        try:
            return msgpack.encode(notes_of(patches, most, lambda: None)), "", ""
        except Exception:  # noqa: BLE001  the reader takes it apart itself, and sees why
            return None, "", "failed"

    serve(lambda _options: answer)
