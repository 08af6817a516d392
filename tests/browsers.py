"""A browser for tests of pages; they are skipped where there is none."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

__all__ = ["serious_findings", "started_browser"]

_NAMES = ("chromium", "chromium-browser", "google-chrome")


@contextmanager
def started_browser() -> Iterator[Any]:
    """Yield a Chromium of Playwright's, or skip what asks for it."""
    playwright = pytest.importorskip("playwright.sync_api")
    path = next(filter(None, map(shutil.which, _NAMES)), "")
    if not path:
        pytest.skip("there is no Chromium here")
    with playwright.sync_playwright() as started:
        running = started.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield running
        running.close()


def serious_findings(page: Any) -> list[str]:
    """Return what axe finds of serious or critical impact on a page, each with a place."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    return [
        f"{one['id']}: {one['nodes'][0]['html'][:120]}"
        for one in axe.run(page).response["violations"]
        if one["impact"] in ("serious", "critical")
    ]
