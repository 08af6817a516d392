// Sums within one house as one rule.
#pragma once

#include <utility>

#include "propagator.hpp"

namespace kernel {

/// Some cells of a house, what their values add up to, each as its number, and whether that
/// follows from other rules.
struct HouseSum {
    std::vector<int> cells;
    std::int64_t total;
    bool derived;
};

/// A rule and its variables.
using PlacedPropagator = std::pair<PropagatorPtr, std::vector<int>>;

/// Rules that see sums of one house together, each sum in one of them.
std::vector<PlacedPropagator> make_house_sums(const House& house, std::vector<HouseSum> sums);

}  // namespace kernel
