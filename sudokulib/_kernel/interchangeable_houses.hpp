// Houses that can be exchanged.
//
// Such as two rows of a band: if their contents are swapped as a whole, a solution becomes another
// solution, provided that all cells may hold all values and the only rules are that cells differ.
#pragma once

#include <vector>

#include "problem.hpp"

namespace kernel {

/// The value in a place of one house is swapped with that in the same place of the other.
struct InterchangeableHouses {
    std::vector<int> one, other;
};

/// All of a problem, by the later house: the pairs of one house with earlier ones together.
std::vector<std::vector<InterchangeableHouses>> interchangeable_houses(const Problem& problem);

}  // namespace kernel
