"""One tab of a studio: its file, what it is told, and the work it has begun."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import suppress
from secrets import token_hex
from typing import Any

from sudokulib.basics.budget import Budget
from sudokulib.basics.interruption import interruptible
from sudokulib.cli.studio.completions import completions
from sudokulib.cli.studio.files import StudioFolder, stamp_of
from sudokulib.cli.studio.preview import preview, traced_puzzle
from sudokulib.cli.studio.text_edits import (
    with_field,
    with_given,
    with_shape,
    without_shape,
)
from sudokulib.cli.studio.worker import Worker
from sudokulib.errors import SudokuError
from sudokulib.puzzles.geometries.library import geometry_names

Data = dict[str, Any]

_LOOK_EVERY = 0.5
"""Seconds between two looks at the file, which an editor beside the studio may change."""

_MOST_WAITING = 200
"""Messages of a tab that may wait; a page sends the next after the answer."""

_WAITS = 10
"""Tenths of a second to wait for a tab of the same name to close."""

_JOBS = ("facts", "rate", "steps", "generate", "thin", "sums", "layout", "export")


class Tab:
    """One tab.

    Args:
        folder: the files.
        send: sends a message to the page.
    """

    def __init__(self, folder: StudioFolder, send: Callable[[Data], Awaitable[None]]) -> None:
        self._folder = folder
        self._send = send
        self._name = self._tab = ""
        self._stamp = ""
        self._waiting: deque[Data] = deque(maxlen=_MOST_WAITING)
        self._wake = asyncio.Event()
        self._loop = asyncio.get_running_loop()
        self._worker = Worker(self._report)
        self._heard: deque[Data] = deque()

    def take(self, message: Data) -> None:
        """Put a message of the page in the queue."""
        self._waiting.append(message)
        self._wake.set()

    def _report(self, said: Data) -> None:
        """Take a part of an answer from the thread of the worker."""
        with suppress(RuntimeError):  # the server has ended
            self._loop.call_soon_threadsafe(self._hear, said)

    def _hear(self, said: Data) -> None:
        self._heard.append(said)
        self._wake.set()

    def close(self) -> None:
        """End the work of the tab; its draft stays."""
        self._worker.close()
        self._folder.close(self._tab)

    async def serve(self) -> None:
        """Answer messages in order, and watch the file, until the tab is gone."""
        while True:
            try:
                await asyncio.wait_for(self._wake.wait(), _LOOK_EVERY)
            except TimeoutError:
                await self._watch()
                continue
            self._wake.clear()
            while self._heard or self._waiting:
                while self._heard:
                    await self._send(self._heard.popleft())
                if self._waiting:
                    await self._answer(self._waiting.popleft())

    async def _watch(self) -> None:
        if not self._name:
            return
        try:
            text = await asyncio.to_thread(self._folder.read, self._name)
        except SudokuError:
            return  # it is being written
        if text is not None and stamp_of(text) != self._stamp:
            self._stamp = stamp_of(text)
            await self._send({"is": "changed", "text": text, "stamp": self._stamp})

    async def _answer(self, message: Data) -> None:
        number = message.get("id")
        try:
            said = await self._done(message)
        except SudokuError as error:
            said = {"is": "error", "message": str(error)}
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            said = {"is": "error", "message": f"a message without sense: {error!r}"[:200]}
        except Exception as error:  # a tab goes on after a mistake of ours
            logging.getLogger(__name__).exception("a message was not answered")
            said = {"is": "error", "message": f"{type(error).__name__}: {error}"[:200]}
        if said is not None:
            await self._send({**said, "id": number})

    async def _done(self, message: Data) -> Data | None:
        """Do what a message wants, and return the answer."""
        what = message.get("do")
        if what == "open":
            return await self._open(str(message["name"]), str(message["tab"]))
        if not self._name:
            raise SudokuError("open a file first")
        if what == "stop":
            self._worker.stop()
            return None
        text = message.get("text", "")
        if not isinstance(text, str):
            raise SudokuError("a text is expected")
        return await self._done_with(text, message, what)

    async def _done_with(self, text: str, message: Data, what: object) -> Data:
        """Do what a message wants of a text, and return the answer."""
        if what == "revert":
            opened = self._folder.revert(self._name, self._tab)
            self._stamp = opened.stamp
            return {"is": "reverted", "text": opened.text}
        if what == "complete":
            start, found = await asyncio.to_thread(completions, text, int(message["at"]))
            return {"is": "completions", "start": start, "found": found[:60]}
        if what in _JOBS:
            path = str(self._folder.file(self._name))
            return {"is": "started", "job": self._worker.start({**message, "path": path})}
        if what == "save":
            return await asyncio.to_thread(self._save, message, text)
        if what not in ("text", "edit"):
            raise SudokuError(f"there is no message {str(what)[:40]!r}")
        if what == "edit":
            text = await asyncio.to_thread(self._edited, text, message["edit"])
        known = int(message.get("drawing") or 0)
        return await self._show(text, known, edited=what == "edit")

    async def _open(self, name: str, tab: str) -> Data:
        for _ in range(_WAITS):  # a page that is loaded again may be here before it is gone
            if tab not in self._folder.tabs or tab == self._tab:
                break
            await asyncio.sleep(0.1)
        else:
            tab = token_hex(8)  # a copy of a tab, which has its name too
        opened = await asyncio.to_thread(self._folder.open, name, tab)
        if self._tab and self._tab != tab:
            self._folder.close(self._tab)
        self._name, self._tab, self._stamp = name, tab, opened.stamp
        self._worker.stop()
        return {
            "is": "opened",
            "name": name,
            "tab": tab,
            "text": opened.text,
            "draft": opened.draft,
            "names": self._folder.names(),
            "geometries": list(geometry_names()),
        }

    async def _show(self, text: str, known: int, *, edited: bool) -> Data:
        """Keep a text as draft, and return its preview; not of one that is out of date already."""
        await asyncio.to_thread(self._folder.keep, self._name, self._tab, text)
        newer = any(one.get("do") in ("text", "edit") for one in self._waiting)
        if newer and not edited:
            return {"is": "skipped"}
        said = await asyncio.to_thread(preview, text, self._folder.file(self._name), known)
        return {"is": "shown", "text": text, **said}

    def _save(self, message: Data, text: str) -> Data:
        name = str(message.get("name") or self._name)
        stamp = None if message.get("force") else self._stamp if name == self._name else ""
        saved = self._folder.save(name, self._tab, text, stamp)
        if name != self._name:
            self._folder.revert(self._name, self._tab)
            self._name = self._folder.tabs[self._tab] = name
        self._stamp = saved
        return {"is": "saved", "name": name, "names": self._folder.names()}

    def _edited(self, text: str, edit: Data) -> str:
        """Return a text after a change that was made on the picture."""
        what = edit["what"]
        if what == "given":
            with interruptible(Budget(5.0).check):
                puzzle = traced_puzzle(text, self._folder.file(self._name))[0]
            for cell in map(int, edit["cells"]):
                if not 0 <= cell < len(puzzle.geometry.cells):
                    raise SudokuError(f"there is no cell {cell}")
                text = with_given(text, puzzle.geometry, cell, str(edit["symbol"]))
            return text
        if what == "shape":
            return with_shape(text, {str(name): str(one) for name, one in edit["fields"].items()})
        if what == "remove":
            return without_shape(text, int(edit["number"]))
        if what == "geometry":
            return with_field(text, "geometry", str(edit["name"]))
        raise SudokuError(f"there is no edit {str(what)[:40]!r}")
