// Weighted sums as they are compiled: their least weights are 0, and they have no common divisor.
#pragma once

#include <algorithm>
#include <optional>

#include "propagator.hpp"

namespace kernel {

struct PlainSum {
    std::vector<std::vector<std::int64_t>> weights;  ///< from 0 on, by variable and value
    std::vector<std::int64_t> totals;                ///< within reach, sorted
    std::vector<std::vector<std::size_t>> parts;
    std::vector<Mask> domains;
    std::int64_t most = 0;  ///< the greatest sum

    PlainSum(const Rule& rule, const std::vector<Mask>& known);

    /// Returns whether a variable is a part of its own.
    bool alone(std::size_t i) const {
        return std::find(parts.begin(), parts.end(), std::vector{i}) != parts.end();
    }
    /// Returns whether the variables of each part have the same few values and weights.
    bool alike() const;

private:
    template <class Visit>
    void each(std::size_t i, Visit&& visit);
    std::int64_t shift(std::size_t i);
};

/// All fillings of a sum, if they are not too many.
std::optional<Tuples> all_fillings(const PlainSum& plain);

/// A sum that depends on where one value stands; null if it is none.
PropagatorPtr make_count(const PlainSum& plain);

/// A sum of huge numbers: each variable is bounded by the sums of the others.
PropagatorPtr make_bounded(const PlainSum& plain);

}  // namespace kernel
