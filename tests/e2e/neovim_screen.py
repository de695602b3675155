"""A Neovim with a screen: a user interface is attached, keys are typed, and what is drawn is kept cell by
cell, as text and as a picture (SVG).

Source: Neovim's UI protocol, `:help ui-linegrid`.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from html import escape
from pathlib import Path
from typing import Any

import pynvim

_FORE, _BACK = 0xD0D0D0, 0x1C1C1C
_CELL, _LINE = 8.4, 18


class Screen:
    """One embedded editor. `type` sends keys as a person would; `text` is the screen now."""

    def __init__(
        self,
        binary: Path,
        env: dict[str, str],
        *,
        width: int = 120,
        height: int = 36,
        arguments: tuple[str, ...] = (),
    ) -> None:
        self.width, self.height = width, height
        self._cells = [[(" ", 0)] * width for _ in range(height)]
        self._looks: dict[int, dict[str, Any]] = {0: {}}
        self._colours = (_FORE, _BACK)
        self._lock = threading.Lock()
        self._ready = threading.Event()
        self._binary, self._env, self._arguments = binary, env, arguments
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()
        assert self._ready.wait(240), "the editor did not start"

    def _run(self) -> None:
        """The editor belongs to this thread: its event loop runs here until the editor ends."""
        import os

        kept = dict(os.environ)
        os.environ.update(self._env)
        self._nvim = pynvim.attach("child", argv=[str(self._binary), "--embed", *self._arguments])
        os.environ.clear()
        os.environ.update(kept)
        self._nvim.ui_attach(self.width, self.height, rgb=True, ext_linegrid=True)
        self._ready.set()
        try:
            self._nvim.run_loop(lambda *_: None, self._heard)
        except (OSError, EOFError):  # it ended
            return

    def _heard(self, name: str, batches: list[Any]) -> None:
        if name != "redraw":
            return
        with self._lock:
            for event, *calls in batches:
                handler = getattr(self, f"_on_{event}", None)
                for call in calls if handler else ():
                    handler(*call)

    def _on_default_colors_set(self, fore: int, back: int, *_: Any) -> None:
        self._colours = (fore if fore >= 0 else _FORE, back if back >= 0 else _BACK)

    def _on_hl_attr_define(self, number: int, rgb: dict[str, Any], *_: Any) -> None:
        self._looks[number] = rgb

    def _on_grid_clear(self, _grid: int) -> None:
        self._cells = [[(" ", 0)] * self.width for _ in range(self.height)]

    def _on_grid_line(self, _grid: int, row: int, column: int, cells: list[list[Any]], *_: Any) -> None:
        look = 0
        for text, *more in cells:
            look = more[0] if more else look
            for _ in range(more[1] if len(more) > 1 else 1):
                self._cells[row][column] = (text, look)
                column += 1

    def _on_grid_scroll(
        self, _grid: int, top: int, bottom: int, left: int, right: int, rows: int, _columns: int
    ) -> None:
        order = range(top, bottom - rows) if rows > 0 else range(bottom - 1, top - rows - 1, -1)
        for row in order:
            self._cells[row][left:right] = self._cells[row + rows][left:right]

    def _ask(self, act: Callable[[], Any]) -> Any:
        """Run on the editor's thread and wait for the result."""
        done, box = threading.Event(), []

        def run() -> None:
            try:
                box.append(act())
            except Exception as error:  # handed to the caller
                box.append(error)
            done.set()

        self._nvim.async_call(run)
        assert done.wait(240), "the editor does not answer\n" + self.text()
        if isinstance(box[0], Exception):
            raise box[0]
        return box[0]

    def type(self, keys: str) -> None:
        """Keys in Neovim's notation: `<CR>`, `<C-c>`."""
        self._ask(lambda: self._nvim.input(keys))

    def lua(self, code: str) -> Any:
        """The value of a piece of Lua."""
        return self._ask(lambda: self._nvim.exec_lua(code))

    def text(self) -> str:
        """The screen as lines of text."""
        with self._lock:
            return "\n".join("".join(cell for cell, _ in row).rstrip() for row in self._cells)

    def until(self, *needles: str, seconds: float = 240) -> str:
        """Wait until all of these stand on the screen; the screen."""
        end = time.monotonic() + seconds
        while any(needle not in self.text() for needle in needles):
            assert time.monotonic() < end, f"{needles} not on the screen:\n{self.text()}"
            time.sleep(0.02)
        return self.text()

    def picture(self, path: Path) -> None:
        """Write the screen as SVG: rectangles for backgrounds, one text for each run of one look."""
        with self._lock:
            rows = [list(row) for row in self._cells]
        width, height = self.width * _CELL, self.height * _LINE
        size = f'width="{width:.0f}" height="{height}" viewBox="0 0 {width:.0f} {height}"'
        font = 'font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="14"'
        out = [
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} {font}>',
            f'<rect width="100%" height="100%" fill="#{self._colours[1]:06x}"/>',
        ]
        for at, row in enumerate(rows):
            out += self._runs(at, row)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("\n".join([*out, "</svg>", ""]), encoding="utf-8")

    def _runs(self, at: int, row: list[tuple[str, int]]) -> list[str]:
        out: list[str] = []
        start = 0
        for column in range(1, self.width + 1):
            if column < self.width and row[column][1] == row[start][1]:
                continue
            out += self._run_of(at, start, row[start:column])
            start = column
        return out

    def _run_of(self, at: int, column: int, cells: list[tuple[str, int]]) -> list[str]:
        look = self._looks.get(cells[0][1], {})
        fore, back = look.get("foreground", self._colours[0]), look.get("background", self._colours[1])
        if look.get("reverse"):
            fore, back = back, fore
        x, text = column * _CELL, "".join(cell for cell, _ in cells)
        out: list[str] = []
        if back != self._colours[1]:
            out.append(
                f'<rect x="{x:.1f}" y="{at * _LINE}" width="{len(cells) * _CELL:.1f}" height="{_LINE}" fill="#{back:06x}"/>'
            )
        if text.strip():
            style = ' font-weight="bold"' if look.get("bold") else ""
            style += ' font-style="italic"' if look.get("italic") else ""
            style += ' text-decoration="underline"' if look.get("underline") else ""
            out.append(
                f'<text x="{x:.1f}" y="{at * _LINE + 14}" textLength="{len(text) * _CELL:.1f}" xml:space="preserve" '
                f'fill="#{fore:06x}"{style}>{escape(text)}</text>'
            )
        return out

    def close(self) -> None:
        """End the editor, whatever it shows."""
        try:
            self._nvim.async_call(lambda: self._nvim.command("qall!", async_=True))
            self._thread.join(5)
        except OSError:
            return
