"""The server of a studio: one page, and a socket for each tab that shows it.

It listens to this machine alone. All addresses begin with a token, so that no other page of the
browser can guess them, and requests with the name of another host are refused.
"""

from __future__ import annotations

import asyncio
import gc
import json
from contextlib import suppress
from functools import cache
from hmac import compare_digest
from importlib.resources import files
from pathlib import Path
from secrets import token_urlsafe
from string import Template
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from sudokulib.cli.studio.completions import completions, drawables
from sudokulib.cli.studio.files import StudioFolder
from sudokulib.cli.studio.jobs import EXPORTS
from sudokulib.cli.studio.preview import preview, puzzle_in
from sudokulib.cli.studio.tab import Tab
from sudokulib.errors import SudokuError
from sudokulib.model.variable_sets import mask_of
from sudokulib.puzzles.geometries.library import geometry, geometry_names
from sudokulib.render.page import as_script, asset, explanation_data, page_background
from sudokulib.render.page.play import play_page
from sudokulib.render.picture import draw
from sudokulib.scene.palette import style_sheet
from sudokulib.solving.explaining.hints import SolverState, hint
from sudokulib.solving.solver import solve

MOST_BYTES = 2_000_000
"""The longest message that a tab may send."""

_MOST_TABS = 40
"""The most tabs at once: each may have a process of some 100 MB."""

_HINT_SECONDS = 5.0
"""A limit of each hint, half of which goes to the search for mistakes."""

_HOSTS = ("127.0.0.1", "localhost")

_HEADERS = {
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; "
    "script-src 'unsafe-inline'; img-src data: 'self'; connect-src 'self'; frame-ancestors 'none'; "
    "base-uri 'none'; form-action 'none'",
    "Cache-Control": "no-store",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}


def studio_app(folder: Path, name: str = "", token: str = "") -> Starlette:
    """Return the studio of a folder as an application for any ASGI server.

    Args:
        folder: whose files it reads and writes.
        name: of the file with which it begins; one that does not exist yet if there is none.
        token: with which all its addresses begin; absent: a random one, its ``state.token``.

    >>> import tempfile
    >>> app = studio_app(Path(tempfile.gettempdir()))
    >>> len(app.state.token) >= 20
    True
    """
    app = Starlette(
        routes=[
            Route("/{token}/", _page),
            Route("/{token}/geometries/{name}.svg", _thumbnail),
            Route("/{token}/play/{tab}", _play),
            Route("/{token}/hint", _hint, methods=["POST"]),
            WebSocketRoute("/{token}/tab", _serve_tab),
            Route("/{rest:path}", _nothing),
        ]
    )
    app.state.token = token or token_urlsafe(24)
    app.state.folder = StudioFolder(folder)
    app.state.name = name or app.state.folder.new_name()
    app.state.folder.file(app.state.name)  # refuses a name that leads elsewhere
    return app


def warm_up() -> None:
    """Load all that a picture needs, and keep it out of collections of garbage from now on.

    Else the first click takes some 0.3 s, and each tenth 65 ms instead of 20 (CPU, killer 9x9).
    """
    preview("geometry: 4x4\nshapes: [{kind: cage, cells: R1C1 R1C2, sum: 3}]", Path("a.yaml"))
    completions("geo", 3)
    gc.collect()
    gc.freeze()


def _is_ours(connection: Request | WebSocket) -> bool:
    """Return whether a request names this machine and has the token, from no other page."""
    host = connection.headers.get("host", "")
    origin = connection.headers.get("origin")
    given = connection.path_params.get("token", "")
    return (
        host.rpartition(":")[0] in _HOSTS
        and origin in (None, f"http://{host}")
        and compare_digest(given.encode(), connection.app.state.token.encode())
    )


async def _nothing(request: Request) -> Response:
    del request
    return PlainTextResponse("not found", 404, _HEADERS)


async def _page(request: Request) -> Response:
    if not _is_ours(request):
        return await _nothing(request)
    state = request.app.state
    data = {
        "name": state.name,
        "folder": str(state.folder.path),
        "exports": EXPORTS,
        "drawables": [one._asdict() for one in drawables()],
    }
    parts = {
        "inks": style_sheet("auto"),
        "style": _asset("studio.css"),
        "script": asset("board.js") + asset("moves.js") + _asset("studio.js"),
        "data": as_script(data),
    }
    return HTMLResponse(Template(_asset("studio.html")).substitute(parts), headers=_HEADERS)


async def _thumbnail(request: Request) -> Response:
    """Answer with a small picture of a geometry that has a name."""
    name = request.path_params["name"]
    if not _is_ours(request) or name not in geometry_names():
        return await _nothing(request)
    picture = await asyncio.to_thread(_picture_of, name)
    return Response(picture, media_type="image/svg+xml", headers=_HEADERS)


@cache
def _picture_of(name: str) -> str:
    return draw(geometry(name), caption=False).svg()


async def _play(request: Request) -> Response:
    """Answer with the page to solve by hand what a tab shows; its hints come from here."""
    folder: StudioFolder = request.app.state.folder
    name = folder.tabs.get(request.path_params["tab"])
    if not _is_ours(request) or name is None:
        return await _nothing(request)
    try:
        made = await asyncio.to_thread(_play_page, folder, name, request.path_params["tab"])
    except SudokuError as error:
        return PlainTextResponse(f"{error}\n\nMend it in the studio first.", 400, _HEADERS)
    return HTMLResponse(made, headers=_HEADERS)


def _play_page(folder: StudioFolder, name: str, tab: str) -> str:
    text = folder.shown(name, tab)
    puzzle = puzzle_in(text, folder.file(name))
    found = solve(puzzle, seconds=_HINT_SECONDS)
    live = {"address": "../hint", "text": text, "name": name}
    return play_page(puzzle, (), found.solution, live=live)


async def _hint(request: Request) -> Response:
    """Answer with a step of the state that a page to solve by hand has reached."""
    body = bytearray()
    async for part in request.stream():
        body += part
        if len(body) > MOST_BYTES:
            break
    if not _is_ours(request) or len(body) > MOST_BYTES:
        return await _nothing(request)
    try:
        said = json.loads(body)
        path = request.app.state.folder.file(str(said["name"]))
        answer = await asyncio.to_thread(_hint_data, said, path)
    except SudokuError as error:
        answer = {"text": str(error)}
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError):
        return await _nothing(request)
    return JSONResponse(answer, headers=_HEADERS)


def _hint_data(said: dict[str, Any], path: Path) -> dict[str, Any]:
    puzzle = puzzle_in(str(said["text"]), path)
    domains = puzzle.geometry.domains
    values = {cell: int(value) for cell, value in enumerate(said["values"]) if int(value) >= 0}
    marks = {int(cell): mask_of(tuple(map(int, left))) for cell, left in said["marks"].items()}
    if any(not 0 <= cell < len(domains) for cell in (*values, *marks)):
        raise ValueError("there is no such cell")
    if any(not domains[cell] >> value & 1 for cell, value in values.items()):
        raise ValueError("no cell holds such a value")
    state = SolverState(values, {cell: mask & domains[cell] for cell, mask in marks.items()})
    found = hint(puzzle, state, depth=4, seconds=_HINT_SECONDS)
    if found.explanation is None:
        return {"text": found.text}
    on = page_background(puzzle)
    return {
        "text": found.text,
        "step": explanation_data(on, on.scene([], rules=False).box, found.explanation),
    }


def _asset(name: str) -> str:
    return (files("sudokulib.cli.studio") / name).read_text("utf-8")


async def _serve_tab(socket: WebSocket) -> None:
    folder: StudioFolder = socket.app.state.folder
    if not _is_ours(socket) or len(folder.tabs) >= _MOST_TABS:
        await socket.close(1008)
        return
    await socket.accept()
    tab = Tab(folder, socket.send_json)
    reading = asyncio.create_task(_read(socket, tab))
    serving = asyncio.create_task(tab.serve())
    try:
        await asyncio.wait({reading, serving}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        reading.cancel()
        serving.cancel()
        tab.close()
        with suppress(Exception):
            await socket.close()


async def _read(socket: WebSocket, tab: Tab) -> None:
    """Pass the messages of a tab on, until it is gone or sends what is none."""
    with suppress(WebSocketDisconnect):
        while True:
            text = await socket.receive_text()
            try:
                message: Any = json.loads(text) if len(text) <= MOST_BYTES else None
            except (ValueError, RecursionError):
                message = None
            if not isinstance(message, dict):
                await socket.send_json({"is": "error", "message": "this is no message of ours"})
                continue
            tab.take(message)
