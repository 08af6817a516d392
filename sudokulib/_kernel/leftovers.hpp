// The law of leftovers; does what `sudokulib.model.leftovers` does.
#pragma once

#include <utility>
#include <vector>

#include "derived.hpp"

namespace kernel {

/// Limits of the search for leftovers; see the constants of the same names in Python.
struct LeftoverBounds {
    int cells, houses;
    std::size_t pairs, many;
};

using LeftoverPair = std::pair<derived::Bits, derived::Bits>;

/// Pairs of small disjoint sets of cells that hold the same values, the smallest first.
///
/// `groups`: the cells of the houses, those of the same values together.
std::vector<LeftoverPair> leftover_pairs(const std::vector<std::vector<derived::Bits>>& groups,
                                         const LeftoverBounds& bounds);

}  // namespace kernel
