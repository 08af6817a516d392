"""``sudokulib studio``: a puzzle as text beside its picture, in a browser."""

from __future__ import annotations

import socket
import webbrowser
from pathlib import Path
from threading import Timer
from typing import TYPE_CHECKING, Annotated

import typer

from sudokulib.basics.late_binding import lazy_module
from sudokulib.cli.options import Json, seconds_option
from sudokulib.cli.output import answering
from sudokulib.errors import SudokuError

if TYPE_CHECKING:
    import uvicorn

    from sudokulib.cli.studio import server
else:  # an extra
    uvicorn = lazy_module("uvicorn")
    server = lazy_module("sudokulib.cli.studio.server")


def studio(
    file: Annotated[
        Path | None,
        typer.Argument(
            metavar="[FILE]",
            help="A YAML file, which may not exist yet; the studio stays in its folder.",
            show_default=False,
        ),
    ] = None,
    *,
    port: Annotated[int, typer.Option("--port", min=0, max=65535, help="0: any that is free.")] = 0,
    seconds: Annotated[float | None, seconds_option("; absent: Ctrl-C ends it")] = None,
    show: Annotated[bool, typer.Option("--browser/--no-browser", help="Open a browser.")] = True,
    as_json: Json = False,
) -> None:
    """Set a puzzle in a browser: its text beside its picture, with all that follows.

    It shows errors, solutions, candidates and redundant clues while you write, and writes what you
    draw. Nothing leaves this machine, and files outside the folder are neither read nor written.
    """
    with answering("studio", as_json) as answer:
        place = Path() if file is None else file.parent
        if not place.is_dir():
            raise SudokuError(f"there is no folder {str(place)!r}; make it first")
        try:
            app = server.studio_app(place, "" if file is None else file.name)
            config = uvicorn.Config(
                app,
                log_level="warning",
                ws="auto",
                ws_max_size=server.MOST_BYTES,
                timeout_graceful_shutdown=1,
            )
        except ModuleNotFoundError as error:
            raise SudokuError(
                f"the studio needs {error.name}; run: pip install 'sudokulib[studio]'"
            ) from None
        with socket.socket() as listening:
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listening.bind(("127.0.0.1", port))
            listening.listen()  # a browser that is quicker than the server waits for it
            number = listening.getsockname()[1]
            address = f"http://127.0.0.1:{number}/{app.state.token}/"
            if as_json:
                answer.data({"address": address, "folder": str(app.state.folder.path)})
            else:
                answer.say(f"{address}\nCtrl-C ends the studio")
            if show:
                webbrowser.open(address)
            server.warm_up()  # while the browser starts
            running = uvicorn.Server(config)
            _end_after(running, seconds)
            running.run(sockets=[listening])


def _end_after(running: uvicorn.Server, seconds: float | None) -> None:
    """Let a server end after some seconds, None for never."""
    if seconds is None:
        return
    timer = Timer(seconds, setattr, (running, "should_exit", True))
    timer.daemon = True
    timer.start()
