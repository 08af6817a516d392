// Cells of which each two are related alike, such as those of a line of consecutive values.
#pragma once

#include <utility>

#include "propagator.hpp"

namespace kernel {

/// Sets of three and more of which each two are a pair, not always the largest: together all pairs
/// that are in such sets, each as its first cell finds it.
std::vector<std::vector<int>> cliques(const std::vector<std::pair<int, int>>& pairs);

/// Whether no value is its own partner, else rules of cliques are not made.
bool differ(const std::vector<Mask>& partners);

/// Variables whose values are partners of each other, the same for each pair of them; null where
/// equal values may be partners, or sets of partners are too many.
PropagatorPtr make_related(std::size_t size, const std::vector<Mask>& partners);

}  // namespace kernel
