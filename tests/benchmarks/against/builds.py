"""Revisions of this repository, each built with its own kernel in an environment of its own.

An environment holds nothing but the revision; everything else is taken from the Python that runs
this, so that both revisions see the same packages and nothing is downloaded for them.
"""

from __future__ import annotations

import os
import shutil
import site
import subprocess
import sys
import sysconfig
import tarfile
import tempfile
import zipfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

__all__ = [
    "ComparisonError", "Revision", "build", "cache_folder", "checkout", "named_revision",
    "stale_kernel",
]  # fmt: skip

_READY = "ready"
"""The file that marks a finished build."""


class ComparisonError(RuntimeError):
    """Nothing can be compared: no such revision, no build of it, or nothing to compare on."""


@dataclass(frozen=True)
class Revision:
    """A state of the repository.

    Args:
        label: a short name.
        title: its commit, with date and subject.
        tree: the hash of its tree in git.
    """

    label: str
    title: str
    tree: str


def named_revision(root: Path, name: str) -> Revision:
    """Return the revision that git knows by this name.

    Raises:
        ComparisonError: git knows no such revision.
    """
    if shutil.which("git") is None:
        raise ComparisonError("git is not installed, and other revisions come from it; install it")
    try:
        commit = _git(root, "rev-parse", "--verify", "--quiet", f"{name}^{{commit}}")
    except ComparisonError:
        raise ComparisonError(
            f"git knows no revision {name!r} in {root}; name a commit, tag or branch of this "
            "repository (a shallow clone has few: git fetch --unshallow)"
        ) from None
    title = _git(root, "log", "-1", "--format=%h (%cs, %s)", commit)
    return Revision(title.split()[0], title, _git(root, "rev-parse", f"{commit}^{{tree}}"))


def checkout(root: Path) -> Revision:
    """Return the checkout as it is, with uncommitted changes, but without ignored files."""
    head = named_revision(root, "HEAD")
    with tempfile.TemporaryDirectory() as folder:
        # An index of our own leaves the user's staged changes alone.
        index = {"GIT_INDEX_FILE": str(Path(folder, "index"))}
        _git(root, "read-tree", "HEAD", **index)
        _git(root, "add", "--all", **index)
        tree = _git(root, "write-tree", **index)
    changed = "" if tree == head.tree else ", with changes that are not committed"
    return Revision("this one", head.title + changed, tree)


def _git(root: Path, *words: str, **variables: str) -> str:
    try:
        done = subprocess.run(
            ["git", "-C", str(root), *words],
            capture_output=True, check=True, encoding="utf-8", env={**os.environ, **variables},
        )  # fmt: skip
    except subprocess.CalledProcessError as error:
        raise ComparisonError(f"git {' '.join(words)} failed: {error.stderr.strip()}") from None
    return done.stdout.strip()


def cache_folder() -> Path:
    """Return the folder in which builds are kept unless another one is named."""
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "sudokulib" / "revisions"


def build(
    root: Path, revision: Revision, folder: Path, say: Callable[[str], object] = print
) -> Path:
    """Build a revision, unless that has been done already.

    Args:
        root: the checkout whose repository knows the revision.
        revision: what to build.
        folder: where builds are kept, by content and version of Python.
        say: called with messages about the progress.

    Returns:
        The Python of an environment in which `sudokulib` is this revision.

    Raises:
        ComparisonError: with the end of the build's output.
    """
    home = folder / f"{revision.tree[:16]}-{sys.implementation.cache_tag}"
    if not (home / _READY).exists() or not _python(home).exists():
        say(f"building {revision.title}; this takes some minutes, once")
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder, prefix="unfinished-") as unfinished:
            made = Path(unfinished, "made")
            _make(root, revision.tree, made)
            shutil.rmtree(home, ignore_errors=True)
            made.rename(home)
    _share_packages(home)
    return _python(home)


def _make(root: Path, tree: str, home: Path) -> None:
    source, wheels, log = home / "source", home / "wheels", home / "build.log"
    _export(root, tree, source)
    # Its python is a link to the base interpreter's: it stays right when the folder is renamed.
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(home)], check=True)
    with log.open("w", encoding="utf-8") as written:
        done = subprocess.run(
            [sys.executable, "-P", *_builder(source, wheels)],
            cwd=source, stdout=written, stderr=subprocess.STDOUT, check=False, env=_clean(),
        )  # fmt: skip
    found = list(wheels.glob("sudokulib-*.whl")) if wheels.exists() else []
    if done.returncode or len(found) != 1:
        said = log.read_text(encoding="utf-8", errors="replace").strip().splitlines()[-25:]
        raise ComparisonError(
            "\n".join([*said, "the revision could not be built; its build says why, above. "
                       "Building needs a C++20 compiler, and scikit-build-core and nanobind, "
                       "installed here or to be had by pip"])
        )  # fmt: skip
    with zipfile.ZipFile(found[0]) as wheel:
        wheel.extractall(_packages(home))
    shutil.rmtree(source)
    shutil.rmtree(wheels)
    (home / _READY).touch()


def _export(root: Path, tree: str, source: Path) -> None:
    source.mkdir(parents=True)
    with tempfile.TemporaryFile() as file:
        subprocess.run(["git", "-C", str(root), "archive", tree], stdout=file, check=True)
        file.seek(0)
        with tarfile.open(fileobj=file) as archive:
            archive.extractall(source, filter="data")


def _builder(source: Path, wheels: Path) -> Sequence[str]:
    """Return the words after `python -P` that build the wheel of a source folder.

    `build` goes first: pip asks for the metadata before the wheel, and while a failed compilation
    still gives a wheel (see pyproject.toml), that compiles everything twice.
    """
    present = all(find_spec(name) for name in ("scikit_build_core", "nanobind"))
    if find_spec("build"):
        isolation = ["--no-isolation", "--skip-dependency-check"] if present else []
        return ["-m", "build", "--wheel", *isolation, "--outdir", str(wheels), str(source)]
    if find_spec("pip"):
        isolation = ["--no-build-isolation"] if present else []
        return ["-m", "pip", "wheel", "--no-deps", *isolation, "-w", str(wheels), str(source)]
    raise ComparisonError(
        f"{sys.executable} has neither build nor pip; install one to build revisions"
    )


def _clean() -> dict[str, str]:
    """Return the environment without variables that could make another sudokulib importable."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}


def _share_packages(home: Path) -> None:
    """Let an environment see the packages of this one, after its own.

    Folders named in a .pth file are searched, but .pth files in them are not read: a checkout
    that is installed here for development stays out of sight.
    """
    ours = "\n".join(_folders_of_packages())
    (_packages(home) / "packages_of_the_caller.pth").write_text(f"{ours}\n", encoding="utf-8")


def _folders_of_packages() -> Iterator[str]:
    yield from dict.fromkeys([sysconfig.get_path("purelib"), sysconfig.get_path("platlib")])
    if site.ENABLE_USER_SITE:
        yield site.getusersitepackages()


def _packages(home: Path) -> Path:
    where = {"base": str(home), "platbase": str(home)}
    return Path(sysconfig.get_path("purelib", "venv", vars=where))


def _python(home: Path) -> Path:
    where = {"base": str(home), "platbase": str(home)}
    name = "python.exe" if os.name == "nt" else "python"
    return Path(sysconfig.get_path("scripts", "venv", vars=where), name)


def stale_kernel(root: Path) -> str:
    """Return what is wrong with the compiled kernel of a checkout; empty if nothing seems wrong."""
    folder = root / "sudokulib" / "_kernel"
    compiled = [p.stat().st_mtime for p in folder.glob("core*") if p.suffix in (".so", ".pyd")]
    sources = [path for ending in ("*.cpp", "*.hpp") for path in folder.glob(ending)]
    newest = max(sources, key=lambda path: path.stat().st_mtime)
    if compiled and newest.stat().st_mtime > min(compiled) + 60:
        return f"{newest.name} is newer than the compiled kernel: build it anew, or say --build"
    return ""
