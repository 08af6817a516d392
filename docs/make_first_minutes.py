"""Write docs/first-minutes.md: what a newcomer types first, what comes back, and how long it takes.

python docs/make_first_minutes.py

It installs a copy of this checkout in a fresh virtual environment, with the first command of the
README, and types there what the pages of docs/start say, and then some common mistakes.
"""

from __future__ import annotations

import json
import os
import platform
import re
import resource
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

DOCS = Path(__file__).parent
CHECKOUT = DOCS.parent
PAGE = DOCS / "first-minutes.md"

WAYS = ("programmer", "setter", "solver")
SHOWN = 12
"""How many lines of an answer are shown: a drawn 4x4 is whole, of a samurai one sees the start."""

CLASSIC = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
MISTAKES = (
    ("$", "sudokulib solve"),
    ("$", "sudokulib slove 4x4"),
    ("$", "sudokulib count samuria"),
    ("$", f"sudokulib solve {CLASSIC[:-1]}"),
    ("$", f"sudokulib solve 55{CLASSIC[2:]} --plain"),
    ("$", f"sudokulib solve 5x{CLASSIC[2:]}"),
    (">>>", "import sudokulib"),
    (">>>", 'sudokulib.geometry("samuria")'),
    (">>>", f'sudokulib.solve("{CLASSIC[:-1]}")'),
    (">>>", f'sudokulib.solve("55{CLASSIC[2:]}").conflict'),
    (">>>", f'sudokulib.solve("5x{CLASSIC[2:]}")'),
    (">>>", "sudokulib.solve()"),
)

HEAD = """\
# The first minutes

<!-- Written by docs/make_first_minutes.py; change that. -->

This is a transcript of the three guides, on a machine without sudokulib: everything a newcomer
types, and the answers. Before each command are its elapsed seconds and, in brackets, its CPU
seconds. Long answers are cut after the first lines.
"""

SESSION = """\
import ast, contextlib, io, json, sys, time, traceback
names = {"__name__": "__main__"}
for line in sys.stdin:
    shown, clock, used = io.StringIO(), time.perf_counter(), time.process_time()
    with contextlib.redirect_stdout(shown):
        try:
            for node in ast.parse(json.loads(line)).body:
                exec(compile(ast.Interactive([node]), "<stdin>", "single"), names)
        except Exception as error:
            print("".join(traceback.format_exception_only(error)), end="")
    times = time.perf_counter() - clock, time.process_time() - used
    print(json.dumps([shown.getvalue(), *times]), flush=True)
"""
"""An interactive session: statements as lines of JSON in, answers and their times out."""


@dataclass(frozen=True)
class Typed:
    """Something typed (``$`` a command, ``>>>`` Python, ``save`` a file), or a heading (``#``)."""

    prompt: str
    text: str


@dataclass(frozen=True)
class Answer:
    """An answer, with the seconds of wall-clock and processor time that it took."""

    text: str
    clock: float
    used: float


def typed(way: str) -> Iterator[Typed]:
    """Yield all that a page of docs/start has to type, in order, under its headings."""
    page = (DOCS / "start" / f"{way}.md").read_text("utf-8")
    for part in re.finditer(r"^## ([^\n]*)$|^```(\w+)\n(.*?)^```$", page, re.MULTILINE | re.DOTALL):
        heading, language, block = part.groups()
        if heading:
            yield Typed("#", heading)
        elif language == "yaml":
            yield Typed("save", block)
        elif language == "console":
            yield from (Typed("$", command) for command in re.findall(r"^\$ (.*)$", block, re.M))
        else:
            yield from _python(block)


def _python(block: str) -> Iterator[Typed]:
    if not block.startswith(">>> "):
        yield Typed(">>>", block.strip())
        return
    for statement in re.findall(r"^>>> .*(?:\n\.\.\. .*)*", block, re.MULTILINE):
        yield Typed(">>>", "\n".join(line[4:] for line in statement.splitlines()))


def mistakes() -> Iterator[Typed]:
    """Yield what people type wrongly first."""
    return (Typed(*one) for one in MISTAKES)


class Newcomer:
    """Someone in a copy of the checkout, with a virtual environment and one Python session."""

    def __init__(self, folder: Path) -> None:
        """Copy the checkout into a folder, and make the virtual environment beside it."""
        self.checkout = folder / "sudokulib"
        for name in _files():
            (self.checkout / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(CHECKOUT / name, self.checkout / name)
        subprocess.run([sys.executable, "-m", "venv", folder / "env"], check=True)
        programs = folder / "env" / "bin"
        kept = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "SUDOKULIB"))}
        self.environment = kept | {
            "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}",
            "COLUMNS": "100",
            "NO_COLOR": "1",
            "PYTHONIOENCODING": "utf-8",
            "TERM": "dumb",
        }
        self.session: subprocess.Popen[str] | None = None

    def types(self, one: Typed) -> Answer:
        """Return the answer to something typed."""
        if one.prompt == "save":
            (self.checkout / file_name(one.text)).write_text(one.text, "utf-8")
            return Answer("", 0, 0)
        return self.runs(one.text) if one.prompt == "$" else self.asks_python(one.text)

    def runs(self, command: str) -> Answer:
        """Return the answer of a command of the shell."""
        clock, used = perf_counter(), _used_by_commands()
        done = subprocess.run(
            ["bash", "-c", command],
            cwd=self.checkout,
            env=self.environment,
            encoding="utf-8",
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            check=False,
        )
        return Answer(done.stdout, perf_counter() - clock, _used_by_commands() - used)

    def asks_python(self, statement: str) -> Answer:
        """Return the answer of the session to a statement, or to a block of them."""
        if self.session is None:
            self.session = subprocess.Popen(
                ["python", "-P", "-c", SESSION],
                cwd=self.checkout,
                env=self.environment,
                encoding="utf-8",
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
            )
        assert self.session.stdin
        assert self.session.stdout
        self.session.stdin.write(json.dumps(statement) + "\n")
        self.session.stdin.flush()
        return Answer(*json.loads(self.session.stdout.readline()))

    def leaves_python(self) -> None:
        """End the session; the next statement begins another."""
        if self.session:
            self.session.communicate()
        self.session = None


def _files() -> list[str]:
    """Return the files of the checkout that are not ignored."""
    listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    done = subprocess.run(listed, cwd=CHECKOUT, capture_output=True, encoding="utf-8", check=True)
    return [name for name in done.stdout.split("\0") if (CHECKOUT / name).is_file()]


def _used_by_commands() -> float:
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    return ended.ru_utime + ended.ru_stime


def file_name(text: str) -> str:
    """Return the name that the first line of a file says."""
    return text.partition("\n")[0].removeprefix("# ")


def first_command() -> str:
    """Return the first command of the README, without what it does after the installation."""
    readme = (CHECKOUT / "README.md").read_text("utf-8")
    found = re.search(r"^```sh\n(.*?)(?: && .*)?\n```$", readme, re.MULTILINE)
    assert found
    return found[1]


def shown(one: Typed, answer: Answer) -> str:
    """Return something typed with its times before it and its answer below."""
    if one.prompt == "save":
        return f"{'':16}(saved as {file_name(one.text)})"
    times = f"{answer.clock:7.2f} ({answer.used:.2f})"
    text = one.text.replace("\n", f"\n{'':16}... ")
    lines = [line.rstrip() for line in answer.text.splitlines()]
    left = len(lines) - SHOWN
    if left > 1:
        lines = [*lines[:SHOWN], f"[{left} more lines]"]
    return "\n".join(
        [f"{times:<16}{one.prompt} {text}", *(f"{'':16}{one}".rstrip() for one in lines)]
    )


def transcript(newcomer: Newcomer, all_typed: Iterator[Typed]) -> str:
    """Return a part of the page: what is typed, the answers, and the sums of the times."""
    parts: list[str] = []
    answers: list[Answer] = []
    for one in all_typed:
        if one.prompt == "#":
            parts.append(f"\n{'':16}# {one.text}")
            continue
        answers.append(newcomer.types(one))
        parts.append(shown(one, answers[-1]))
    newcomer.leaves_python()
    clock, used = (sum(getattr(one, name) for one in answers) for name in ("clock", "used"))
    text = "\n".join(parts).strip("\n")
    return f"{clock:.1f} s in total, {used:.1f} s of CPU time.\n\n```text\n{text}\n```\n"


def machine() -> str:
    """Return the kind of the machine, its cores and its Python."""
    try:
        information = Path("/proc/cpuinfo").read_text("utf-8")
    except OSError:
        information = ""
    found = re.search(r"^model name\s*: (.*)$", information, re.MULTILINE)
    processor = found[1] if found else platform.machine()
    load = os.getloadavg()[0]
    return (
        f"Measured on {processor}, {os.cpu_count()} cores, with Python "
        f"{platform.python_version()}, while the load was {load:.0f}.\n"
    )


def page() -> str:
    """Return the page."""
    parts = [HEAD, machine()]
    with TemporaryDirectory() as folder:
        newcomer = Newcomer(Path(folder))
        install = newcomer.runs(first_command())
        last = install.text.strip().splitlines()[-1]
        assert last.startswith("Successfully installed"), install.text
        text = shown(Typed("$", first_command()), Answer("[…]\n", install.clock, install.used))
        parts.append(f"## Installation\n\n```text\n{text}\n```\n")
        for way in WAYS:
            heading = f"## The {way}\n\nThe lines of [this page](start/{way}.md).\n"
            parts += [heading, transcript(newcomer, typed(way))]
        parts += ["## Mistakes\n", transcript(newcomer, mistakes())]
        written = "\n".join(parts)
        return written.replace(str(newcomer.checkout) + "/", "").replace(folder, "…")


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
