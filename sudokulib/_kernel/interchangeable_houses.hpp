// Houses that nothing tells apart.
//
// Such as two rows of a band: what they hold may change places as a whole, and what was a solution
// is one again, where all cells may hold all values and nothing is asked but that cells differ.
#pragma once

#include <vector>

#include "problem.hpp"

namespace kernel {

/// What is in a place of one house changes with what is there in the other.
struct InterchangeableHouses {
    std::vector<int> one, other;
};

/// All of a problem, by the later house: the pairs of one house with earlier ones together.
std::vector<std::vector<InterchangeableHouses>> interchangeable_houses(const Problem& problem);

}  // namespace kernel
