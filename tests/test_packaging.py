"""The contents of an installed sudokulib, and the cost of importing it."""

from __future__ import annotations

import os
import platform
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tomllib
import zipfile
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from support import with_slow

import sudokulib

ROOT = Path(__file__).parents[1]
PACKAGE = Path(str(sudokulib.__file__)).parent
HEAVY = ("networkx", "pydantic", "regex", "rich", "typer", "yaml")


def project() -> dict[str, Any]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def run(code: str) -> str:
    """Return the output of a fresh interpreter."""
    path = f"import sys; sys.path[:0] = {[str(PACKAGE.parent)]!r}\n"
    done = subprocess.run(
        [sys.executable, "-c", path + code], capture_output=True, encoding="utf-8", check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_importing_the_library_loads_nothing_heavy() -> None:
    loaded = run(f"import sudokulib\nprint([m for m in {HEAVY!r} if m in sys.modules])")
    assert loaded == "[]"


def test_solving_a_geometry_needs_no_graphs_and_no_command_line() -> None:
    code = 'import sudokulib\nsudokulib.solve(sudokulib.geometry("4x4").puzzle())\n'
    heavy = ("networkx", "rich", "typer")
    assert run(f"{code}print([m for m in {heavy!r} if m in sys.modules])") == "[]"


@pytest.mark.parametrize(
    "order",
    with_slow(
        ["names", "reversed(names)", "names[1::2] + names[::2]", "['solve', *names]"],
        "names",
        "names[1::2] + names[::2]",
    ),
)
def test_every_public_name_is_there_whatever_was_imported_before(order: str) -> None:
    """`solution` is a function, and could be a module; the function must win in any order."""
    code = (
        "import sudokulib\n"
        "names = sorted(set(sudokulib.__all__) - {'__version__'})\n"
        f"for name in {order}: assert callable(getattr(sudokulib, name)), name\n"
        "for name in names: assert callable(getattr(sudokulib, name)), name\n"
        "print(sudokulib.__version__)"
    )
    assert run(code) == sudokulib.__version__


def test_a_geometry_opens_after_its_package_was_imported() -> None:
    code = (
        "import sudokulib.shapes.topology\n"
        "import sudokulib\n"
        'print(len(sudokulib.geometry("4x4").cells), sudokulib.shapes.topology.TOP)'
    )
    assert run(code) == "16 0"


def test_the_version_is_reported_the_same_everywhere() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    versions = re.findall(r"^## \[(\d[^\]]*)\]", changelog, re.MULTILINE)
    assert project()["project"]["version"] == sudokulib.__version__ == versions[0]


def test_the_package_says_that_it_is_typed() -> None:
    assert (PACKAGE / "py.typed").exists()


def test_the_wheel_maps_package_and_geometries() -> None:
    packages = project()["tool"]["scikit-build"]["wheel"]["packages"]
    assert packages == {"sudokulib": "sudokulib", "sudokulib/shipped/geometries": "geometries"}


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with an sdist and the wheel built from it.

    Both take a minute to build: SUDOKULIB_DIST names a folder where this has been done.
    """
    if known := os.environ.get("SUDOKULIB_DIST"):
        return Path(known)
    folder = tmp_path_factory.mktemp("dist")
    build = ["-m", "build", "--outdir", str(folder), str(ROOT)]
    subprocess.run([sys.executable, *build], check=True, capture_output=True)
    return folder


def contents(folder: Path) -> tuple[str, set[str]]:
    """The tag and the files of the wheel in a folder."""
    (path,) = folder.glob("*.whl")
    return path.stem.split("-", 2)[2], set(zipfile.ZipFile(path).namelist())


def read_by_the_library() -> set[str]:
    """The files that every wheel must hold, compiled search or not."""
    geometries = {
        f"sudokulib/shipped/geometries/{p.name}" for p in (ROOT / "geometries").glob("*.yaml")
    }
    modules = {f"sudokulib/{p.relative_to(PACKAGE)}" for p in PACKAGE.rglob("*.py*") if p.is_file()}
    schemas = {f"sudokulib/schema/{p.name}" for p in (PACKAGE / "schema").glob("*.json")}
    assert schemas
    return {m for m in modules if m.endswith((".py", ".pyi"))} | geometries | schemas


def is_source_of_the_kernel(name: str) -> bool:
    return name.endswith((".cpp", ".hpp", ".c", "CMakeLists.txt"))


@pytest.mark.slow
def test_a_wheel_holds_all_that_the_library_reads(dist: Path) -> None:
    tag, names = contents(dist)
    assert read_by_the_library() | {"sudokulib/py.typed"} <= names
    assert not [name for name in names if is_source_of_the_kernel(name)]
    version = f"cp{sys.version_info.major}{sys.version_info.minor}"
    assert tag.startswith(f"{version}-{version}-")
    suffix = sysconfig.get_config_var("EXT_SUFFIX")
    assert f"sudokulib/_kernel/core{suffix}" in names
    if platform.machine() == "x86_64":
        parts = ("core_v3", "cpu")
        assert {f"sudokulib/_kernel/{part}{suffix}" for part in parts} <= names


@pytest.mark.slow
def test_without_a_compiler_a_wheel_is_pure_python(tmp_path: Path) -> None:
    build = ["-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", str(tmp_path), str(ROOT)]
    without = os.environ | {"CC": "/bin/false", "CXX": "/bin/false"}
    subprocess.run([sys.executable, *build], check=True, env=without)
    tag, names = contents(tmp_path)
    assert tag == "py3-none-any"
    assert read_by_the_library() | {"sudokulib/py.typed"} <= names
    assert not [name for name in names if name.endswith((".so", ".pyd"))]
    assert not [name for name in names if is_source_of_the_kernel(name)]


@pytest.mark.slow
def test_an_sdist_holds_the_sources_of_the_kernel(dist: Path) -> None:
    (path,) = dist.glob("*.tar.gz")
    with tarfile.open(path) as archive:
        names = {name.split("/", 1)[1] for name in archive.getnames()}
    kernel = {p.name for p in (PACKAGE / "_kernel").iterdir() if p.is_file()}
    assert {f"sudokulib/_kernel/{name}" for name in kernel} <= names
    assert "pyproject.toml" in names


def instructions(module: Path) -> str:
    """The machine code of an extension module, as text."""
    tool = ["objdump", "--disassemble", "--no-show-raw-insn", str(module)]
    return subprocess.run(tool, check=True, capture_output=True, text=True).stdout


@pytest.mark.skipif(
    platform.machine() != "x86_64" or shutil.which("objdump") is None,
    reason="looks at x86-64 instructions with objdump",
)
def test_no_code_for_newer_machines_is_in_the_portable_build() -> None:
    """Instructions of AVX begin with v and have registers for operands; older ones never do."""
    newer = re.compile(r"\tv[a-z]\w+ +.*%[xyz]mm|\t(?:sarx|shlx|shrx|andn|bzhi|pdep|pext) ")
    portable = find_spec("sudokulib._kernel.core")
    fast = find_spec("sudokulib._kernel.core_v3")
    if portable is None or portable.origin is None:
        pytest.skip("no compiled search")
    assert not newer.search(instructions(Path(portable.origin)))
    if fast is not None and fast.origin is not None:
        assert newer.search(instructions(Path(fast.origin)))


def test_the_sources_are_one_folder() -> None:
    """An editable install with a mapped folder would add the folder above the checkout.

    Another folder may hold what was compiled.
    """
    others = [Path(folder) for folder in sudokulib.__path__ if folder != str(PACKAGE)]
    assert str(PACKAGE) in sudokulib.__path__
    assert not [source for folder in others for source in folder.rglob("*.py")]


def test_what_the_checks_run_exists() -> None:
    named = re.findall(r"tests/[\w/]+(?:\.py)?(?=\s)", (ROOT / ".ci" / "run").read_text("utf-8"))
    assert len(named) > 10
    assert [path for path in named if not (ROOT / path).exists()] == []
