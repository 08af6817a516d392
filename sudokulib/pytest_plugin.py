"""A pytest plug-in that runs the checks of `sudokulib.testing` on what a package registers.

In the configuration of pytest::

    addopts = "-p sudokulib.pytest_plugin --sudokulib-check=my_package"

One test is collected for every strategy, kind of shape, search and format of the package and each
check that applies to it. The library is imported when tests are collected.
"""

# Not an entry point of pytest: those are loaded in every run wherever sudokulib is installed, and
# have pytest rewrite the assertions of the whole distribution, which takes seconds the first time.

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from sudokulib.basics.late_binding import lazy_module

if TYPE_CHECKING:
    import sudokulib.search.backend as backends
    from sudokulib import formats, shapes, strategies
else:
    # not before tests are collected, or their coverage would miss what an import runs
    backends = lazy_module("sudokulib.search.backend")
    formats = lazy_module("sudokulib.formats")
    shapes = lazy_module("sudokulib.shapes")
    strategies = lazy_module("sudokulib.strategies")

_GROUPS = ("sudokulib.kinds", "sudokulib.strategies")
"""Groups of entry points under which packages announce their extensions."""

_MARKER = "sudokulib"

_STRATEGY_CHECKS = (
    "check_sound",
    "check_explained",
    "check_terminates",
    "check_relabelling",
    "check_symmetry",
)
"""Checks of every strategy."""

_MONOTONE_CHECKS = ("check_monotone", "check_confluent")
"""Checks of strategies that are registered as monotone."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options and settings."""
    packages = "check the strategies, kinds, searches and formats that this package registers"
    number = "how many cases each check tries (default: the check's own number)"
    group = parser.getgroup("sudokulib")
    group.addoption("--sudokulib-check", action="append", metavar="PACKAGE", help=packages)
    group.addoption("--sudokulib-examples", type=int, metavar="NUMBER", help=number)
    parser.addini("sudokulib_check", f"{packages}; separate several by blanks", "args")
    parser.addini("sudokulib_examples", number)


def pytest_configure(config: pytest.Config) -> None:
    """Register the mark."""
    config.addinivalue_line(
        "markers", f"{_MARKER}: checks of what a package registers in sudokulib"
    )


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(
    session: pytest.Session, config: pytest.Config, items: list[pytest.Item]
) -> None:
    """Add the checks, before other plug-ins select among the tests, so that -k and -m apply."""
    names = dict.fromkeys([*config.getini("sudokulib_check"), *(_option(config, "check") or ())])
    if not names or not _wanted(config):
        return
    if find_spec("hypothesis") is None:
        raise pytest.UsageError(
            "sudokulib_check needs hypothesis; run: pip install 'sudokulib[testing]'"
        )
    examples = _examples(config)
    for name in names:
        found = list(_items(session, name, examples))
        items += found
        report = pytest.CollectReport(f"sudokulib:{name}", "passed", None, [*found])
        config.hook.pytest_collectreport(report=report)  # so that pytest counts them


def _option(config: pytest.Config, name: str) -> Any:
    return config.getoption(f"sudokulib_{name}")


def _wanted(config: pytest.Config) -> bool:
    """Return whether the command line asks for all tests or for these checks."""
    asked = any(str(word).startswith("--sudokulib-check") for word in config.invocation_params.args)
    return asked or config.args_source is not pytest.Config.ArgsSource.ARGS


def _examples(config: pytest.Config) -> int | None:
    said = _option(config, "examples") or config.getini("sudokulib_examples") or None
    try:
        number = None if said is None else int(said)
    except ValueError:
        number = 0
    if number is not None and number < 1:
        raise pytest.UsageError(f"sudokulib_examples is {said!r}; write a number from 1 on")
    return number


def _items(session: pytest.Session, name: str, examples: int | None) -> Iterator[CheckItem]:
    found = list(subjects(name))
    if not found:
        raise pytest.UsageError(
            f"sudokulib_check names {name!r}, which registers nothing; name the module that "
            "defines and registers a kind, strategy, search or format"
        )
    parent = _Package.from_parent(session, name=name, nodeid=f"sudokulib:{name}")
    for subject in found:
        for check in subject.checks:
            yield CheckItem.of(parent, subject, check, examples)


@dataclass(frozen=True, slots=True)
class RegisteredObject:
    """An object that a package registered.

    Args:
        name: the name under which it is registered.
        what: the object: a `Strategy`, a kind, the name of a search, or a `Format`.
        checks: the names of the checks of `sudokulib.testing` that apply.
        defined_in: the function or class that has its code.
        missing: what must be installed before it can be checked; empty if nothing is missing.
    """

    name: str
    what: Any
    checks: tuple[str, ...]
    defined_in: Any
    missing: str = ""


def subjects(package: str) -> Iterator[RegisteredObject]:
    """Yield the subjects that a package registers: its kinds, strategies, searches and formats.

    Args:
        package: the name of a module or package, which is imported, or of a distribution that
            announces some by entry points. Everything defined in its modules belongs to it.

    Raises:
        pytest.UsageError: there is no such module.

    >>> [subject.name for subject in subjects("sudokulib.shapes.thermometers")]
    ['slow-thermometer', 'thermometer']
    """
    modules = _modules(package)
    for find in (_kinds, _strategies, _searches, _formats):
        for subject in find():
            defined_in = _module_of(subject.defined_in)
            if any(
                defined_in == module or defined_in.startswith(f"{module}.") for module in modules
            ):
                yield subject


def _modules(package: str) -> set[str]:
    """Import and return the modules that a name stands for."""
    points = [point for group in _GROUPS for point in entry_points(group=group)]
    announced = {point.module for point in points if point.dist and _same(point.dist.name, package)}
    try:
        import_module(package)
    except ModuleNotFoundError as error:
        if not announced:
            raise pytest.UsageError(
                f"sudokulib_check names {package!r}, which cannot be imported: {error}"
            ) from None
        return announced
    return announced | {package}


def _same(one: str, other: str) -> bool:
    """Return whether two names of distributions are the same."""
    return one.lower().replace("_", "-") == other.lower().replace("_", "-")


def _module_of(defined_in: Any) -> str:
    while isinstance(defined_in, partial):
        defined_in = defined_in.func
    return str(getattr(defined_in, "__module__", "") or type(defined_in).__module__)


def _kinds() -> Iterable[RegisteredObject]:
    return (RegisteredObject(kind.name, kind, ("check_kind",), kind) for kind in shapes.kinds())


def _strategies() -> Iterable[RegisteredObject]:
    for one in strategies.strategies():
        yield RegisteredObject(
            one.name, one, _STRATEGY_CHECKS + _MONOTONE_CHECKS * one.monotone, one.find
        )


def _searches() -> Iterable[RegisteredObject]:
    for name, make in backends.backend_factories().items():
        yield RegisteredObject(
            name, name, ("check_backend",), make, backends.missing().get(name, "")
        )


def _formats() -> Iterable[RegisteredObject]:
    return (
        RegisteredObject(one.name, one, ("check_format",), one.read) for one in formats.formats()
    )


class _Package(pytest.Collector):
    """The parent node of the checks of a package."""

    def collect(self) -> Iterable[pytest.Item]:
        """Return nothing: the plug-in itself adds the items."""
        return ()


class CheckItem(pytest.Item):
    """One check of one subject; a failure shows the check's own message."""

    subject: RegisteredObject
    check: str
    examples: int | None

    @classmethod
    def of(
        cls, parent: _Package, subject: RegisteredObject, check: str, examples: int | None
    ) -> CheckItem:
        """Return the test of a check, with a number of examples if one is given."""
        item: CheckItem = cls.from_parent(parent, name=f"{check}[{subject.name}]")
        item.subject, item.check, item.examples = subject, check, examples
        item.add_marker(_MARKER)
        return item

    def runtest(self) -> None:
        """Run the check.

        Raises:
            AssertionError: with the counterexample.
        """
        if self.subject.missing:
            pytest.skip(f"{self.subject.name} is not installed; {self.subject.missing}")
        run: Callable[..., None] = getattr(import_module("sudokulib.testing"), self.check)
        what = [self.subject.what] if self.check == "check_confluent" else self.subject.what
        run(what, max_examples=self.examples)

    def repr_failure(
        self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None
    ) -> str | Any:
        """Return the message of the check, with a traceback only if it is not a counterexample."""
        if isinstance(excinfo.value, AssertionError):
            return str(excinfo.value)
        if type(excinfo.value).__name__ == "InvalidArgument":
            return f"{self.check} does not apply: {excinfo.value}"
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """Return the place where the subject is defined, so that editors jump there."""
        defined_in = self.subject.defined_in
        try:
            path, line = (
                inspect.getsourcefile(defined_in),
                inspect.getsourcelines(defined_in)[1] - 1,
            )
        except (OSError, TypeError):
            path, line = None, 0
        return Path(path) if path else self.config.rootpath, line, self.name
