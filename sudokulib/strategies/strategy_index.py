"""The module that registers each strategy of the library, so that only what is used is imported."""

from __future__ import annotations

from sudokulib.basics.registry import index_of

_NAMES = {
    "als.chains": "als-xz als-xy-wing als-chain",
    "als.blossoms": "death-blossom",
    "fillings": (
        "shape-fillings derived-sums cell-rule pair-relation channeling counting line-fillings "
        "cases chained-relations"
    ),
    "sums.cages": "cage-bounds cage-combinations required-in-cage required-on-line",
    "chains.open_chains": "x-chain xy-chain aic grouped-aic als-aic",
    "colouring": "simple-colouring multi-colouring 3d-medusa",
    "common_exclusions": "forcing-cell locked-relation cage-overlap every-case",
    "sums.comparison": "cage-comparison",
    "singles": "full-house naked-single hidden-single",
    "overlaps": "overlapping-shapes",
    "direct": "direct-overlap direct-hidden-pair direct-hidden-triple",
    "chains.turbot": "skyscraper two-string-kite turbot-fish empty-rectangle grouped-turbot-fish",
    "chains.duals": "dual-two-string-kite dual-empty-rectangle",
    "aligned_exclusion": "aligned-pair-exclusion aligned-triple-exclusion",
    "fish.named": (
        "x-wing swordfish jellyfish squirmbag whale leviathan finned-x-wing finned-swordfish "
        "finned-jellyfish finned-squirmbag finned-whale finned-leviathan sashimi-x-wing "
        "sashimi-swordfish sashimi-jellyfish sashimi-squirmbag sashimi-whale sashimi-leviathan "
        "franken-x-wing franken-swordfish franken-jellyfish franken-squirmbag franken-whale "
        "franken-leviathan finned-franken-x-wing finned-franken-swordfish finned-franken-jellyfish "
        "finned-franken-squirmbag finned-franken-whale finned-franken-leviathan mutant-x-wing "
        "mutant-swordfish mutant-jellyfish mutant-squirmbag mutant-whale mutant-leviathan "
        "finned-mutant-x-wing finned-mutant-swordfish finned-mutant-jellyfish "
        "finned-mutant-squirmbag finned-mutant-whale finned-mutant-leviathan"
    ),
    "forcing.chains": "nishio contradiction-chain cell-forcing-chain region-forcing-chain",
    "sums.innies": "innies outies innies-and-outies cage-splitting",
    "sums.killer_sets": (
        "killer-pair hidden-killer-pair killer-triple hidden-killer-triple killer-quad "
        "hidden-killer-quad"
    ),
    "leftovers": "law-of-leftovers set-equivalence",
    "chains.loops": "continuous-loop grouped-continuous-loop als-continuous-loop",
    "forcing.nets": "forcing-net forcing-net-cases forcing-net-plus",
    "overlay": "pattern-overlay",
    "forcing.premises": "nested-forcing-net smallest-premises",
    "proving.prover": "truths-and-links",
    "rank0": "sue-de-coq subset-counting",
    "chains.remote_pairs": "remote-pair",
    "tuples": (
        "naked-tuples-fast naked-tuples hidden-tuples-fast hidden-tuples locked-pair locked-triple "
        "naked-pair naked-triple naked-quad naked-quintuple naked-sextuple hidden-pair "
        "hidden-triple hidden-quad hidden-quintuple"
    ),
    "uniqueness.patterns": (
        "unique-rectangle-1 unique-rectangle-2 unique-rectangle-3 unique-rectangle-4 "
        "unique-rectangle-5 unique-rectangle-6 hidden-rectangle avoidable-rectangle-1 "
        "avoidable-rectangle-2 unique-loop-1 unique-loop-2 unique-loop-3 unique-loop-4 bug-lite "
        "bug bug-2 bug-3 bug-4"
    ),
    "wings": "w-wing xy-wing xyz-wing wxyz-wing vwxyz-wing",
    "connection.cells": (
        "unreachable no-room area-complete area-too-large exact-fit only-way-out cut-cell"
    ),
    "connection.loops": (
        "no-branch dead-end only-way-on premature-loop loop-complete no-touching no-way-back "
        "even-crossings"
    ),
    "connection.squares": "no-2x2 no-checkerboard rim",
    "connection.islands": (
        "numbered-cell land-or-sea between-islands islands-apart complete-island unreachable-cell "
        "island-size"
    ),
    "connection.allowed": "allowed-fillings allowed-fillings-of-two",
    "connection.directions": "one-way",
    "connection.forms": "form-places room-for-forms",
    "connection.contradictions": "rule-contradiction",
    "connection.regions": (
        "region-order region-together region-borders region-repeat region-place"
    ),
}
"""For each module the strategies that it registers; a test checks it. Add yours at the end:
strategies of the same rating are tried in this order, so another order would change which step is
shown."""

STRATEGY_MODULES = index_of("sudokulib.strategies", _NAMES)
"""For each strategy of the library, in order, the full name of its module."""
