// Crossings of houses and other sets of different cells: locked candidates.
#pragma once

#include <vector>

#include "problem.hpp"

namespace kernel {

/// Groups of a slot at most: a bound on the stack. 9x9 needs 3. 8 takes no more nodes than 32, nor does
/// it with rules (constants.py `--nodes examples iss-half.jsonl --limit 400`, 2026-11).
constexpr int most_groups = 32;

/// Sets of cells that some houses share with other cliques, in slots of disjoint ones a house.
struct Crossing {
    int house, slot, number;
    std::vector<int> cells, loses;  ///< if a value of the house stands in `cells`, `loses` lose it
};

/// House after house: at most `most_slots` slots of each, its largest crossings first.
std::vector<Crossing> crossings(const Problem& problem, int most_slots);

}  // namespace kernel
