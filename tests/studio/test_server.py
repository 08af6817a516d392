"""The server of the studio: what it answers, and what it refuses."""

from __future__ import annotations

import json
import os
import re
import time
from base64 import b64decode
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("starlette")
pytest.importorskip("httpx")
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

import sudokulib
from sudokulib.cli.studio.files import StudioFolder
from sudokulib.cli.studio.preview import preview
from sudokulib.cli.studio.server import studio_app
from sudokulib.errors import SudokuError
from sudokulib.puzzles.loading import loads
from sudokulib.solving.explaining.hints import SolverState

FOUR = "# mine\ngeometry: 4x4\ngivens: 1.....2..3.....4\n"
TOKEN = "t" * 24
BASE = "http://127.0.0.1:8000"
Data = dict[str, Any]

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "four.yaml").write_text(FOUR)
    (tmp_path / "outside.yaml").write_text("geometry: 4x4\ntitle: secret\n")
    return tmp_path / "a"


@pytest.fixture
def client(folder: Path) -> Iterator[TestClient]:
    with TestClient(studio_app(folder, "four.yaml", TOKEN), BASE) as made:
        yield made


class Talk:
    """A tab that speaks to the server."""

    def __init__(self, socket: Any) -> None:
        self.socket = socket

    def ask(self, **message: Any) -> Data:
        self.socket.send_text(json.dumps({**message, "id": 7}))
        while (said := self.socket.receive_json()).get("id") != 7:
            pass
        return dict(said)

    def work(self, **message: Any) -> list[Data]:
        """Return all that the server says of a job."""
        job = self.ask(**message)["job"]
        heard: list[Data] = []
        while not heard or heard[-1]["is"] not in ("done", "stopped", "failed"):
            said = self.socket.receive_json()
            if said.get("job") == job and said["is"] != "progress":
                heard.append(said)
        return heard


@contextmanager
def tab(client: TestClient, name: str = "four.yaml", as_tab: str = "a" * 8) -> Iterator[Talk]:
    with client.websocket_connect(f"ws://127.0.0.1:8000/{TOKEN}/tab") as socket:
        talk = Talk(socket)
        assert talk.ask(do="open", name=name, tab=as_tab)["is"] == "opened"
        yield talk


def test_layers_stand_on_the_cells() -> None:
    text = (EXAMPLES / "chaos-construction" / "four-by-four.yaml").read_text("utf-8")
    board = preview(text, Path("four.yaml"))["board"]
    assert len(board["outlines"]) == len(board["middles"]) == len(board["radii"]) == 32
    assert sorted(map(int, board["layers"])) == list(range(16, 32))


def test_the_page_needs_nothing_from_elsewhere(client: TestClient) -> None:
    answer = client.get(f"/{TOKEN}/")
    assert answer.status_code == 200
    assert set(re.findall(r"https?://[^\s\"'<>`$]+", answer.text)) == {"http://www.w3.org/2000/svg"}
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    assert answer.headers["referrer-policy"] == "no-referrer"


@pytest.mark.parametrize(
    ("path", "headers"),
    [
        ("/", {}),
        ("/x/", {}),
        (f"/{TOKEN[:-1]}/", {}),
        (f"/{TOKEN}x/", {}),
        (f"/{TOKEN}/../outside.yaml", {}),
        (f"/{TOKEN}/four.yaml", {}),
        (f"/{TOKEN}/geometries/four.svg", {}),
        (f"/{TOKEN}/geometries/..%2Foutside.svg", {}),
        ("/x/geometries/4x4.svg", {}),
        (f"/{TOKEN}/", {"host": "evil.example:8000"}),
        (f"/{TOKEN}/", {"host": "127.0.0.1.evil.example:8000"}),
        (f"/{TOKEN}/", {"origin": "http://evil.example"}),
        (f"/{TOKEN}/", {"origin": "null"}),
        ("/%C3%A9/", {}),
    ],
)
def test_nobody_else_gets_an_answer(client: TestClient, path: str, headers: dict[str, str]) -> None:
    answer = client.get(path, headers=headers)
    assert (answer.status_code, answer.text) == (404, "not found")
    if path.endswith("/"):
        with (
            pytest.raises(WebSocketDisconnect),
            client.websocket_connect(f"ws://127.0.0.1:8000{path}tab", headers=headers) as socket,
        ):
            socket.receive_json()


@pytest.mark.parametrize(
    "name",
    ["../outside.yaml", "/etc/passwd", "a/b.yaml", "..", "", ".x.yaml", "four.txt", "x\0.yaml",
     "..\\outside.yaml", "C:x.yaml", "link.yaml", "x" * 300 + ".yaml", "a\n.yaml"],
)  # fmt: skip
def test_no_file_outside_the_folder_is_read_or_written(folder: Path, name: str) -> None:
    os.symlink(folder.parent / "outside.yaml", folder / "link.yaml")
    files = StudioFolder(folder)
    for call in (
        lambda: files.open(name, "a" * 8),
        lambda: files.keep(name, "a" * 8, "x"),
        lambda: files.save(name, "a" * 8, "x", None),
    ):
        with pytest.raises(SudokuError):
            call()
    with pytest.raises(SudokuError):
        files.open("four.yaml", "../../x")
    assert "secret" in (folder.parent / "outside.yaml").read_text()
    assert sorted(path.name for path in folder.iterdir()) == ["four.yaml", "link.yaml"]


def test_a_text_includes_no_file_outside_the_folder(client: TestClient) -> None:
    with tab(client) as talk:
        said = talk.ask(do="text", text="geometry: ../outside.yaml\ngivens: ''\n")
        assert "outside the folders" in said["problems"][0]["message"]


def test_a_text_is_shown_with_its_errors_at_their_lines(client: TestClient) -> None:
    with tab(client) as talk:
        said = talk.ask(do="text", text=FOUR)
        assert said["problems"] == []
        assert said["board"]["svg"].startswith("<svg")
        assert len(said["board"]["outlines"]) == 16
        bad = talk.ask(do="text", text=FOUR + "shapes:\n  - {kind: cagee, cells: R1C1}\n")
        assert [(p["line"], p["fix"].partition("?")[0]) for p in bad["problems"]] == [
            (5, "did you mean cage")
        ]
        start = talk.ask(do="complete", text="geometry: sam", at=13)
        assert start["found"][0][0] == "samurai"


def test_a_drawing_that_the_page_has_is_not_sent_again(client: TestClient) -> None:
    with tab(client) as talk:
        drawing = talk.ask(do="text", text=FOUR)["board"]["drawing"]
        given = {"what": "given", "cells": [1], "symbol": "3"}
        board = talk.ask(do="edit", text=FOUR, edit=given, drawing=drawing)["board"]
        assert board.keys() == {"drawing", "givens", "shapes"}
        assert [1, 2] in board["givens"]
        fog = talk.ask(do="text", text=FOUR + "fog: R1C1\n", drawing=drawing)["board"]
        assert fog["drawing"] != drawing
        cage = FOUR + "shapes: [{kind: cage, cells: R1C1 R1C2}]\n"
        assert "svg" in talk.ask(do="text", text=cage, drawing=fog["drawing"])["board"]
        assert "svg" in talk.ask(do="text", text=FOUR)["board"]


def test_edits_on_the_picture_change_the_text(client: TestClient) -> None:
    with tab(client) as talk:
        text = talk.ask(do="edit", text=FOUR, edit={"what": "given", "cells": [1], "symbol": "3"})
        assert text["text"] == FOUR.replace("1.....", "13....")
        fields = {"kind": "cage", "cells": "R1C1 R1C2", "sum": "4"}
        text = talk.ask(do="edit", text=text["text"], edit={"what": "shape", "fields": fields})
        assert loads(text["text"]).shapes[0].kind == "cage"
        assert text["board"]["shapes"][0]["line"] == 5
        gone = talk.ask(do="edit", text=text["text"], edit={"what": "remove", "number": 0})
        assert gone["text"].startswith(FOUR.replace("1.....", "13...."))
        other = talk.ask(do="edit", text=FOUR, edit={"what": "geometry", "name": "9x9"})
        assert other["problems"][0]["line"] == 3


@pytest.mark.parametrize(
    "raw",
    ["x", "[]", "{}", '"' + "x" * 10 + '"', "[" * 100_000, '{"do": "text", "text": 5}',
     '{"do": "edit", "text": "a: 1", "edit": 3}', '{"do": "edit", "text": "", "edit": {"what": 1}}',
     '{"do": "edit", "text": "geometry: 4x4", "edit": {"what": "given", "cells": [99]}}',
     '{"do": "edit", "text": "geometry: 4x4", "edit": {"what": "given", "cells": [1e9]}}',
     '{"do": "complete", "text": "x", "at": null}',
     '{"do": "save", "text": "x", "name": "../x.yaml"}',
     '{"do": "open", "name": "../outside.yaml", "tab": "aaaaaaaa"}', '{"do": "what"}'],
)  # fmt: skip
def test_messages_without_sense_are_answered_and_the_tab_goes_on(
    client: TestClient, raw: str
) -> None:
    with tab(client) as talk:
        talk.socket.send_text(raw)
        assert talk.socket.receive_json()["is"] == "error"
        assert talk.ask(do="text", text=FOUR)["problems"] == []


def test_a_crash_loses_nothing_and_a_save_ends_the_draft(client: TestClient, folder: Path) -> None:
    changed = FOUR + "title: Better\n"
    with tab(client) as talk:
        talk.ask(do="text", text=changed)
    assert (folder / "four.yaml").read_text() == FOUR
    with tab(client, as_tab="b" * 8) as talk:  # the next tab takes the draft over
        opened = talk.ask(do="open", name="four.yaml", tab="b" * 8)
        assert (opened["draft"], opened["text"]) == (True, changed)
        assert talk.ask(do="save", text=changed)["is"] == "saved"
    assert [path.name for path in folder.iterdir()] == ["four.yaml"]
    assert (folder / "four.yaml").read_text() == changed


def test_the_file_is_watched_and_not_overwritten_silently(client: TestClient, folder: Path) -> None:
    with tab(client) as talk:
        (folder / "four.yaml").write_text(FOUR + "title: Else\n")
        assert "changed elsewhere" in talk.ask(do="save", text=FOUR)["message"]
        said = talk.socket.receive_json()
        assert (said["is"], said["text"]) == ("changed", FOUR + "title: Else\n")
        assert talk.ask(do="save", text=FOUR)["is"] == "saved"


@pytest.mark.slow
def test_a_copy_of_a_tab_has_a_draft_of_its_own(client: TestClient, folder: Path) -> None:
    with tab(client) as one, tab(client) as other:
        one.ask(do="text", text=FOUR + "title: One\n")
        other.ask(do="text", text=FOUR + "title: Other\n")
        drafts = sorted(path.read_text() for path in folder.glob(".*.draft"))
        assert drafts == [FOUR + "title: One\n", FOUR + "title: Other\n"]


def test_facts_of_a_puzzle(client: TestClient) -> None:
    with tab(client) as talk:
        said = {one["is"]: one for one in talk.work(do="facts", text=FOUR)}
        assert said["solutions"]["status"] == "unique"
        assert said["clues"]["minimal"]
        assert [len(cell) for cell in said["candidates"]["cells"]] == [1] * 16
        assert said["candidates"]["borders"] == []
        chaos = "geometry: chaos-4\ngivens: '....2..3..1.3..........2........'\n"
        marked = {one["is"]: one for one in talk.work(do="facts", text=chaos)}["candidates"]
        assert [ink for ink, _ in marked["borders"]] == ["thick", "rim-teal threaded"]
        assert marked["cells"][16:] == [[]] * 16
        several = {one["is"]: one for one in talk.work(do="facts", text="geometry: 4x4\n")}
        first, second = several["solutions"]["solutions"]
        assert first != second
        none = talk.work(do="facts", text="geometry: 4x4\ngivens: 11..............\n")
        assert [one["is"] for one in none] == ["solutions", "done"]
        assert none[0]["conflict"]
        rating, _ = talk.work(do="rate", text=FOUR)
        assert rating["level"] == "easy"
        walk, *steps, _ = talk.work(do="steps", text=FOUR)
        assert walk["start"]["solved"] == [0, 6, 9, 15]
        wanted = [(step.title, step.text) for step in sudokulib.explain(FOUR)]
        assert [(one["title"], one["lines"][0][1]) for one in steps] == wanted


def test_hints_are_of_the_state_and_nothing_else_is_answered(client: TestClient) -> None:
    def ask(**said: Any) -> Any:
        content = json.dumps({"text": FOUR, "name": "four.yaml", "marks": {}, **said})
        return client.post(f"/{TOKEN}/hint", content=content)

    values = [-1] * 16
    first = sudokulib.hint(FOUR, depth=4)
    answer = ask(values=values).json()
    assert answer["text"] == first.text
    placed = answer["step"]["placed"][0]
    solution = sudokulib.solve(loads(FOUR)).solution
    assert solution is not None
    values[placed] = solution.indices[placed]
    assert placed not in ask(values=values).json()["step"]["placed"]
    values[placed] = (values[placed] + 1) % 4
    assert "step" not in ask(values=values).json()
    state = SolverState({}, {8: 1 << solution.indices[8]})
    marked = ask(values=[-1] * 16, marks={"8": [solution.indices[8]]}).json()["text"]
    assert marked == sudokulib.hint(FOUR, state, depth=4).text
    assert ask(values=[-1] * 16, text="geometry: 4x5\n").json().keys() == {"text"}
    for bad in ({"values": [9] * 16}, {"values": [-1], "marks": {"99": [1]}}, {}):
        assert ask(**bad).status_code == 404
    assert client.post(f"/{TOKEN}/hint", content=b"x" * 3_000_000).status_code == 404
    assert client.post("/x/hint", content=b"{}").status_code == 404
    assert client.get(f"/{TOKEN}/play/{'b' * 8}").status_code == 404
    with tab(client):
        page = client.get(f"/{TOKEN}/play/{'a' * 8}")
        assert page.status_code == 200
        assert "connect-src 'self'" in page.text


def test_geometries_have_small_pictures(client: TestClient) -> None:
    answer = client.get(f"/{TOKEN}/geometries/cube-full.svg")
    assert (answer.status_code, answer.headers["content-type"]) == (200, "image/svg+xml")
    assert answer.text.startswith("<svg")
    assert client.get(f"/{TOKEN}/geometries/four.svg").status_code == 404


@pytest.mark.slow
def test_puzzles_are_made_and_exported(client: TestClient) -> None:
    cages = "geometry: 4x4\nshapes:\n  - {kind: cage, cells: R1C1 R1C2}  # first\n"
    with tab(client) as talk:
        sums = talk.work(do="sums", text=cages)[0]["text"]
        assert loads(sums).shapes[0].rule.sum in range(3, 8)
        assert "# first" in sums
        full = talk.work(do="generate", text=sums)[0]["text"]
        assert talk.work(do="facts", text=full)[0]["status"] == "unique"
        more = FOUR.replace("1.....2..3.....4", "1.....2..3..2..4")
        assert len(loads(talk.work(do="thin", text=more)[0]["text"]).givens) == 4
        shapes = FOUR + "shapes:\n" + 2 * "  - {kind: cage, cells: R1C1 R1C2, sum: 3}\n"
        shapes += "  - {kind: house, cells: R1C1:R1C4}\n"
        few = loads(talk.work(do="thin", text=shapes, shapes=True)[0]["text"])
        left = [clue.shape for clue in sudokulib.lint(few).redundant]
        assert [shape and shape.kind for shape in left] == ["house"], "a row has it as well"
        drawn = talk.work(do="layout", text=FOUR, base="4x4")[0]["text"]
        assert loads(drawn).givens == loads(FOUR).givens
        assert drawn.startswith("# mine\n")
        link = talk.work(do="export", text=FOUR, to="sudokupad")[0]
        assert link["text"].startswith("https://sudokupad.app/")
        page = talk.work(do="export", text=FOUR, to="play")[0]
        assert b64decode(page["content"]).startswith(b"<!doctype html>")
        failed = talk.work(do="export", text=FOUR, to="../x")
        assert failed[0]["is"] == "failed"
        assert talk.work(do="thin", text="geometry: 4x4\n")[0]["is"] == "failed"


HARD = "geometry: 9x9\n"
"""Its generation with a rating that hardly any puzzle has takes minutes."""


@pytest.mark.slow
def test_long_work_is_stopped_and_replaced(client: TestClient) -> None:
    with tab(client) as talk:
        job = talk.ask(do="generate", text=HARD, low=11.5, high=11.6)["job"]
        while talk.socket.receive_json()["is"] != "progress":
            pass
        talk.socket.send_text('{"do": "stop"}')
        began = time.monotonic()
        while (said := talk.socket.receive_json())["is"] == "progress":
            pass
        assert (said["is"] in ("stopped", "written"), said["job"]) == (True, job)
        assert time.monotonic() - began < 10
        talk.ask(do="generate", text=HARD, low=11.5, high=11.6)
        assert talk.work(do="facts", text=FOUR)[0]["status"] == "unique"


def test_a_process_that_dies_is_replaced(client: TestClient) -> None:
    import signal

    with tab(client) as talk:
        before = _children()
        job = talk.ask(do="generate", text=HARD, low=11.5, high=11.6)["job"]
        while talk.socket.receive_json()["is"] != "progress":
            pass
        mine = _children() - before
        for one in mine:
            if "spawn_main" in Path(f"/proc/{one}/cmdline").read_text():
                os.kill(one, signal.SIGKILL)
        while (said := talk.socket.receive_json())["is"] == "progress":
            pass
        assert (said["is"], said["job"]) == ("failed", job)
        assert talk.work(do="facts", text=FOUR)[0]["status"] == "unique"


def _children() -> set[int]:
    """Return the processes that this one has begun."""
    if not Path("/proc/self/task").is_dir():
        pytest.skip("there is no /proc here")
    found: set[int] = set()
    for task in Path("/proc/self/task").iterdir():
        with suppress(FileNotFoundError, ProcessLookupError):  # the thread has ended meanwhile
            found.update(map(int, (task / "children").read_text().split()))
    return found
