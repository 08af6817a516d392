"""Work on a Dask cluster: an executor for whatever takes one, and the workers' side of it.

A task brings the versions of the program that began it and the modules with its own kinds,
strategies and searches, so that a worker which joins later, or replaces a lost one, is checked and
equipped like all others. Scheduling, and doing again what a lost worker did, is left to Dask.
"""

from __future__ import annotations

import pickle
import platform
import signal
import sys
from _thread import interrupt_main
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import CancelledError, Executor, Future
from contextlib import ExitStack, contextmanager, suppress
from functools import cache, partial
from importlib import import_module
from pathlib import Path
from pickle import PickleBuffer
from threading import Lock, Timer, main_thread
from time import monotonic
from types import ModuleType
from typing import TYPE_CHECKING, Any, SupportsIndex, TypeVar

from sudokulib._kernel import core
from sudokulib.basics.budget import Token, cancelled_by
from sudokulib.basics.late_binding import lazy_module
from sudokulib.basics.version import VERSION
from sudokulib.errors import SudokuError
from sudokulib.search.backend import backend_factories, drop_backends
from sudokulib.shapes.registry import KINDS
from sudokulib.solving.batch.executors import RemoteExecutor
from sudokulib.strategies.registry import STRATEGIES

if TYPE_CHECKING:
    from importlib import metadata

    import dask
    import distributed
else:
    metadata = lazy_module("importlib.metadata")
    dask = lazy_module("dask")  # an extra, with distributed
    distributed = lazy_module("distributed")

_LOCAL = "local"
_IGNORE_CTRL_C = "import signal; signal.signal(signal.SIGINT, signal.SIG_IGN)"
"""For workers on this machine: Ctrl-C reaches all processes, but only the first one reports it."""
_SETTINGS = {
    "distributed.admin.low-level-log-length": 10,
    "distributed.admin.system-monitor.interval": "10s",
    "distributed.admin.tick.interval": "1s",
    "distributed.admin.tick.cycle": "10s",
    "distributed.worker.memory.monitor-interval": "1s",
    "distributed.worker.profile.enabled": False,
}
"""Settings of Dask for workers on this machine.

A scheduler remembers 1,000 messages to each worker, up to a megabyte each, in the end a gigabyte.
The profiler looks at a worker every hundredth of a second, and monitors at all processes up to
fifty times a second, most of it for a page that nobody sees. With two workers that do nothing, the
monitors took 10.6 % of a processor, and take 1.4 now (`psutil.Process.cpu_times` over five seconds,
2026-11).
"""
_CONNECT_SECONDS = 5
"""Seconds for which a scheduler is tried, perhaps while it starts; Dask itself tries for 30."""
_CLOSE_SECONDS = 20
"""Seconds that workers on this machine have to end: Dask 2024.1 was seen to wait for ever for one
when others had been killed. They end with this process in any case."""
_SLOTS_AGE = 2.0
"""Seconds after which the scheduler is asked again how many threads its workers have: a cluster
that grows gets more to do, and the question, which takes a millisecond, costs nothing."""

_AGAIN_SECONDS = 0.01
"""Seconds after which a dropped Ctrl-C is raised again: the finalizer that dropped it has ended."""

_T = TypeVar("_T")


class ClusterError(SudokuError):
    """A cluster that cannot be used, or that has been lost."""


class ClusterExecutor(RemoteExecutor):
    """An executor that works on the cluster of a Dask client.

    Args:
        client: the client.
    """

    def __init__(self, client: distributed.Client) -> None:
        self._client = client
        # Keys that are drawn, not computed: hashing the arguments would take longer than sending
        # them, and two equal tasks would be cancelled together.
        self._tasks: Executor = client.get_executor(pure=False)
        self._versions = _versions()
        self._modules = _own_modules()
        self._slots, self._asked = 0, float("-inf")

    @property
    def slots(self) -> int:
        """The number of tasks that the workers do at once; at least 1, for they may yet come."""
        if monotonic() > self._asked + _SLOTS_AGE:
            self._slots = sum(self._client.nthreads().values())
            self._asked = monotonic()
        return max(1, self._slots)

    def submit(self, fn: Callable[..., _T], /, *args: Any, **kwargs: Any) -> Future[_T]:
        """Do a task on a worker; cancelling the future ends it there, even if it has begun."""
        # Pickled here, since the scheduler unpickles what it is given, and workers must compare
        # versions before they read it. Bytes need no pickle, and are not copied into one.
        beside = {n: _Uncopied(one) for n, one in enumerate(args) if isinstance(one, bytes)}
        rest = [None if n in beside else one for n, one in enumerate(args)]
        task = pickle.dumps((fn, rest, kwargs))
        return self._tasks.submit(_run, self._versions, self._modules, task, beside)


@contextmanager
def cluster(
    where: str | distributed.Client = _LOCAL, *, workers: int | None = None
) -> Iterator[ClusterExecutor]:
    """Provide an executor on a Dask cluster, for `solve_many`, `generate_set` and `write_set`.

    The workers need the same versions of Python, of sudokulib and of the plug-ins installed here.
    Geometries travel with the puzzles, and so do the modules that register kinds, strategies or
    searches without being installed. A task of a worker that is lost is done by another one.

    Args:
        where: the address of a scheduler, such as ``tcp://10.0.0.1:8786``; a client that is
            connected already; or ``local`` for worker processes on this machine.
        workers: the number of those processes; by default one for each processor.

    Raises:
        ClusterError: there is no such cluster, it does not fit, or it is lost during the work.
    """
    with _ctrl_c_in_finalizers(), ExitStack() as ends:
        client = where if not isinstance(where, str) else _connected(where, workers, ends)
        pool = ClusterExecutor(client)
        try:
            yield pool
        except CancelledError:
            raise ClusterError(
                "the scheduler of the cluster is gone; start it again, and repeat or resume"
            ) from None
        except distributed.KilledWorker as error:
            raise ClusterError(
                f"{error.allowed_failures + 1} workers died while they did the same task; give "
                "them more memory, or limit each puzzle with seconds, and repeat or resume"
            ) from error


@contextmanager
def _ctrl_c_in_finalizers() -> Iterator[None]:
    """Raise Ctrl-C again where Python drops it.

    An exception in a ``__del__`` is printed and dropped, and those of Dask's futures, each of
    which sends a message, take a good part of the main thread's time: of 12 runs that were
    interrupted, 2 went on.
    """
    former = sys.unraisablehook

    def hook(dropped: sys.UnraisableHookArgs) -> None:
        if dropped.exc_type is KeyboardInterrupt:
            # Not at once: an exception in this hook would be dropped as well.
            Timer(_AGAIN_SECONDS, _interrupt).start()
        else:
            former(dropped)

    sys.unraisablehook = hook
    try:
        yield
    finally:
        sys.unraisablehook = former


def _interrupt() -> None:
    """Raise Ctrl-C in the main thread, which wakes up if it sleeps where the system allows that."""
    if hasattr(signal, "pthread_kill"):
        signal.pthread_kill(main_thread().ident or 0, signal.SIGINT)
    else:
        interrupt_main()


def _connected(address: str, workers: int | None, ends: ExitStack) -> distributed.Client:
    """Return a client of a scheduler, or of one that is started here; `ends` closes both."""
    if workers is not None and (address != _LOCAL or workers < 1):
        what = "it must be at least 1" if address == _LOCAL else "it is for a local cluster"
        raise ClusterError(f"workers is {workers}; {what}")
    try:
        place: Any = address
        if address == _LOCAL:
            ends.enter_context(dask.config.set(_SETTINGS))
            place = distributed.LocalCluster(
                n_workers=workers, threads_per_worker=1, dashboard_address=":0",
                silence_logs="CRITICAL", preload=[_IGNORE_CTRL_C],
            )  # fmt: skip
            ends.callback(_close, place)
        return ends.enter_context(
            distributed.Client(
                place,
                timeout=_CONNECT_SECONDS,
                set_as_default=False,
                direct_to_workers=address == _LOCAL,
            )
        )
    except ImportError:
        raise ClusterError(
            "a cluster needs dask, which is not installed; pip install 'sudokulib[dask]'"
        ) from None
    except (OSError, ValueError) as error:
        raise ClusterError(
            f"no scheduler answers at {address!r} ({error}); write the address that "
            "'dask scheduler' prints, such as tcp://10.0.0.1:8786, or 'local'"
        ) from error


def _close(local: distributed.LocalCluster) -> None:
    """End the workers on this machine."""
    with suppress(TimeoutError):
        local.close(timeout=_CLOSE_SECONDS)


def _run(
    versions: Mapping[str, str],
    modules: Mapping[str, str],
    task: bytes,
    beside: Mapping[int, _Uncopied],
) -> Any:
    """Do a task on a worker.

    Args:
        versions, modules: of the program that sent it.
        task: the function and its arguments, pickled, but for those that are bytes.
        beside: these, by their places.
    """
    _check_versions(versions)
    _adopt(modules)
    with cancelled_by(_TaskToken()):
        fn, args, kwargs = pickle.loads(task)
        for place, one in beside.items():
            args[place] = bytes(one.data)
        return fn(*args, **kwargs)


class _Uncopied:
    """Bytes that are sent on their own, not as a part of a pickle, and so without being copied.

    A `PickleBuffer` is that on the way to the scheduler only: there it becomes a `memoryview`,
    which cannot be pickled, so that Dask copies it several times on its way to a worker.

    Args:
        data: the bytes.
    """

    __slots__ = ("data",)

    def __init__(self, data: bytes | memoryview) -> None:
        self.data = data

    def __reduce_ex__(self, protocol: SupportsIndex) -> tuple[Any, ...]:
        data = PickleBuffer(self.data) if protocol.__index__() >= 5 else bytes(self.data)
        return _Uncopied, (data,)


class _TaskToken(Token):
    """A token that is cancelled when the task of this thread is no longer wanted."""

    def __init__(self) -> None:
        super().__init__()
        worker = distributed.get_worker()
        self._task = worker.state.tasks[worker.get_current_task()]

    @property
    def cancelled(self) -> bool:
        """True once the task was cancelled: by its client, or because that is gone."""
        return bool(self._task.state == "cancelled")


# What is installed does not change while a process runs.
@cache
def _versions() -> Mapping[str, str]:
    """Return all that must be the same on workers for the results to be the same."""
    plugins = (point.dist for name in _GROUPS for point in metadata.entry_points(group=name))
    return {
        "sudokulib": VERSION,
        "the compiled search of sudokulib": "available" if core else "",
        "Python": ".".join(platform.python_version_tuple()[:2]),
        **{one.name: one.version for one in plugins if one is not None},
    }


def _check_versions(there: Mapping[str, str]) -> None:
    here = _versions()
    if here == there:
        return
    name = next(name for name in {**there, **here} if here.get(name) != there.get(name))
    raise ClusterError(
        f"{name} is {here.get(name) or 'missing'} on the worker "
        f"{distributed.get_worker().address}, but {there.get(name) or 'missing'} in the program "
        "that sent the task; install the same on both"
    )


_GROUPS = ("sudokulib.kinds", "sudokulib.strategies")


def _own_modules() -> dict[str, str]:
    """Return the modules that registered something here, without being announced as plug-ins.

    Returns:
        The source of each module that is one file; empty for others, which workers must have.

    Raises:
        ClusterError: it is the script itself, which cannot be imported elsewhere.
    """
    found = {place for _, place in _registered()} - {
        point.module for name in _GROUPS for point in metadata.entry_points(group=name)
    }
    if "__main__" in found:
        names = ", ".join(sorted(name for name, place in _registered() if place == "__main__"))
        raise ClusterError(
            f"{names}: registered by the script itself, which workers cannot import; move it to a "
            "module, which is sent to them"
        )
    return {name: _source(sys.modules[name]) for name in sorted(found)}


def _registered() -> Iterator[tuple[str, str]]:
    """Yield the name and module of each kind, strategy and search that is not the library's."""
    every: dict[str, Any] = {
        **KINDS.entries,
        **{name: one.find for name, one in STRATEGIES.entries.items()},
        **backend_factories(),
    }
    for name, one in every.items():
        place = getattr(one.func if isinstance(one, partial) else one, "__module__", "")
        if not place.startswith("sudokulib."):
            yield name, place


def _source(module: ModuleType) -> str:
    file = getattr(module, "__file__", None) or ""
    if "." in module.__name__ or not file.endswith(".py"):
        return ""
    return Path(file).read_text(encoding="utf-8")


_ADOPTING = Lock()


def _adopt(modules: Mapping[str, str]) -> None:
    """Load the modules of a program, in place of those that another one sent under these names."""
    with _ADOPTING:
        for name, source in modules.items():
            try:
                if not source:
                    import_module(name)
                elif getattr(sys.modules.get(name), "__source__", None) != source:
                    _load(name, source)
            except ImportError as error:
                raise ClusterError(
                    f"{error}, on the worker {distributed.get_worker().address}; install it there"
                ) from None


def _load(name: str, source: str) -> None:
    for entries in (KINDS.entries, STRATEGIES.entries):
        for known in [k for k, place in _registered() if place == name and k in entries]:
            del entries[known]
    drop_backends(name)
    sys.modules[name] = module = ModuleType(name)
    module.__dict__["__source__"] = source
    exec(compile(source, f"{name}.py", "exec"), module.__dict__)
