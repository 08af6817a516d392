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

Every technique that comes with the library. None of them knows a geometry: they see cells, shapes,
and what follows from these, so each works on every puzzle that has what it needs.

*Rating* is how hard the easiest steps of a technique are, on the scale of Sudoku Explainer; longer
chains and larger patterns are rated higher, step by step. *Score* is what a step adds to the total,
on the scale of HoDoKu. `sudokulib rate` adds them up. The order is that of the profile
`everything`.

A technique that *assumes one solution* proves nothing about how many there are. One that is *not
monotone* may lose a conclusion when other candidates go first. Those *without marks* people see
without noting candidates.
"""

PROFILES = """\
## Profiles

A profile says which techniques take part, and in which order. `sudokulib rate --profile NAME` and
`sudokulib.solving.profiles.profile(NAME)` take one. Techniques of [plug-ins](plug-ins.md) join
`classic`, `killer`, `without-marks` and `everything` in the place that their rating gives them.
"""


def page() -> str:
    """The whole page."""
    ours = [s for s in strategies() if is_builtin(s)]
    order = {name: place for place, name in enumerate(profile("everything").names)}
    ours.sort(key=lambda s: order[s.name])
    used = {name: profile(name) for name in profile_names()}
    parts = [HEAD, _table(ours), *(_section(s, used) for s in ours), PROFILES]
    parts += [_profile(one) for name, one in used.items() if name != "everything"]
    return "\n".join(parts)


def _table(ours: list[Strategy]) -> str:
    rows = [
        f"| [`{s.name}`](#{s.name}) | {s.family} | {s.rating:.1f} | {s.score} | {s.summary} |\n"
        for s in ours
    ]
    return f"| technique | family | rating | score | |\n|---|---|--:|--:|---|\n{''.join(rows)}"


def _section(one: Strategy, used: dict[str, Profile]) -> str:
    return "\n".join([f"### {one.name}\n", f"{one.summary}\n", *_facts(one, used), ""])


def _facts(one: Strategy, used: dict[str, Profile]) -> Iterator[str]:
    yield f"- Family: {one.family}. Rating {one.rating:.1f}, score {one.score}."
    if one.aliases:
        yield f"- Also called: {', '.join(name.replace('-', ' ') for name in one.aliases)}."
    yield f"- Source: {one.source}."
    if one.assumes == "unique":
        yield "- Assumes one solution."
    if not one.monotone:
        yield "- Not monotone."
    if not one.pencil_marks:
        yield "- Without marks."
    names = [f"`{name}`" for name, own in used.items() if one.name in own.names]
    yield f"- Profiles: {', '.join(names)}."


def _profile(one: Profile) -> str:
    return f"### The profile `{one.name}`\n\n{one.summary}\n\n{_order(one)}\n"


def _order(one: Profile) -> str:
    return " → ".join(f"[{name}](#{name})" for name in one.names)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
