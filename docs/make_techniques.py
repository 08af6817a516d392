"""Write docs/techniques.md from the registry of strategies and the profiles.

python docs/make_techniques.py
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from sudokulib.solving.profiles import Profile, is_builtin, profile, profile_names
from sudokulib.strategies import Strategy, strategies

PAGE = Path(__file__).parent / "techniques.md"

HEAD = """\
# Techniques

<!-- Written by docs/make_techniques.py from the registry; change the strategies. -->

This page lists every technique in the library, easiest first. Techniques use cells and shapes,
never rows or boxes, so each works on any geometry with suitable shapes.

*Rating* is that of a technique's easiest steps, on the scale of Sudoku Explainer; longer chains and
larger patterns rate higher. *Score* is what a step adds to the total, on the scale of HoDoKu. A
technique that *assumes one solution* cannot prove that there is only one. One that is *not
monotone* may lose a conclusion once other candidates are gone. Techniques *without marks* can be
spotted without pencil marks.
"""

PROFILES = """\
## Profiles

A profile is a list of techniques in order, for `--profile` and `profile=`. The table above is
`everything`. Techniques of [plug-ins](plug-ins.md) join `classic`, `killer`, `without-marks` and
`everything` at the place of their rating.
"""


def page() -> str:
    """The whole page."""
    ours = [s for s in strategies() if is_builtin(s)]
    order = {name: place for place, name in enumerate(profile("everything").names)}
    ours.sort(key=lambda s: order[s.name])
    used = {name: profile(name) for name in profile_names()}
    parts = [HEAD, _table(ours), *map(_section, ours), PROFILES]
    parts += [_profile(one) for name, one in used.items() if name != "everything"]
    return "\n".join(parts)


def _table(ours: list[Strategy]) -> str:
    rows = [f"| [{s.name}](#{s.name}) | {s.family} | {s.rating:.1f} | {s.score} |\n" for s in ours]
    return f"| technique | family | rating | score |\n|---|---|--:|--:|\n{''.join(rows)}"


def _section(one: Strategy) -> str:
    return f"### {one.name}\n\n{one.summary} {' '.join(_facts(one))}\n"


def _facts(one: Strategy) -> Iterator[str]:
    if one.aliases:
        yield f"Also called {', '.join(name.replace('-', ' ') for name in one.aliases)}."
    yield f"Source: {one.source}."
    if one.assumes == "unique":
        yield "*Assumes one solution.*"
    if not one.monotone:
        yield "*Not monotone.*"
    if not one.pencil_marks:
        yield "*Without marks.*"


def _profile(one: Profile) -> str:
    return f"### The profile `{one.name}`\n\n{one.summary}\n\n{_order(one)}\n"


def _order(one: Profile) -> str:
    return ", ".join(f"[{name}](#{name})" for name in one.names)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
