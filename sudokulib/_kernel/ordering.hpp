// The choice of cuts through a part on which few states lie.
#pragma once

#include <vector>

#include "listing.hpp"
#include "parts.hpp"

namespace kernel::exact {

/// A way to fill a part block by block, and what it may cost.
struct Ordering {
    std::vector<std::vector<int>> blocks;  ///< cells; a single one: better listed than cut
    double cost = 0;                       ///< logarithm of about how many steps
};

/// Searches for good blocks, trying several orders of the cells from one typical state.
///
/// All is estimated by random descents of a fixed sequence, so the result is always the same.
Ordering find_ordering(const PeerGraph& net, const Part& part, const std::vector<Mask>& sets,
                       Budget& budget);

/// Logarithm of about how many choices of sets a cut has, alike values counted once.
///
/// `sets` by points of the cut; on return they are those of one descent.
double choices(const Cut& cut, std::vector<Mask>& sets, int descents, std::uint64_t& random);

}  // namespace kernel::exact
