// Sums that follow from houses and other sums, as rules of a problem.
#pragma once

#include <cstdint>
#include <vector>

#include "derived.hpp"
#include "problem.hpp"

namespace kernel {

/// A sum that others are derived from.
struct KnownSum {
    std::vector<int> plus, minus;
    std::int64_t total = 0;
};

/// Adds the rules that follow from sums and from the problem's houses; `values`: the integer behind
/// each value. Variables of which the problem says that they differ do so within these as well.
void add_implied_sums(Problem& problem, const std::vector<std::int64_t>& values,
                      const std::vector<KnownSum>& sums, const derived::Bounds& bounds);

}  // namespace kernel
