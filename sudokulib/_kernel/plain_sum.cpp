#include "plain_sum.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

#include "families.hpp"

namespace kernel {

template <class Visit>
void PlainSum::each(std::size_t i, Visit&& visit) {
    for (Mask rest = domains[i]; rest; rest &= rest - 1)
        visit(weights[i][static_cast<std::size_t>(low(rest))]);
}

/// Makes the least weight 0; returns what it was.
std::int64_t PlainSum::shift(std::size_t i) {
    if (!domains[i]) return 0;
    std::int64_t lowest = std::numeric_limits<std::int64_t>::max();
    each(i, [&](std::int64_t& weight) { lowest = std::min(lowest, weight); });
    each(i, [&](std::int64_t& weight) { weight -= lowest; });
    for (std::size_t v = 0; v < weights[i].size(); ++v)  // never read
        if (v >= 64 || !(domains[i] >> v & 1)) weights[i][v] = 0;
    return lowest;
}

PlainSum::PlainSum(const Rule& rule, const std::vector<Mask>& known)
    : weights(rule.weights), domains(known) {
    for (const auto& part : rule.parts) parts.emplace_back(part.begin(), part.end());
    // Sums of some million weights below 2^40 stay far from the limits of 64 bits.
    std::int64_t least = 0, divisor = 0;
    for (std::size_t i = 0; i < domains.size(); ++i) {
        domains[i] &= first(weights[i].size());
        const std::int64_t lowest = shift(i);
        least += lowest;
        each(i, [&](std::int64_t& weight) { divisor = std::gcd(divisor, weight); });
    }
    for (std::size_t i = 0; i < domains.size(); ++i) {
        std::int64_t highest = 0;
        each(i, [&](std::int64_t& weight) {
            if (divisor > 1) weight /= divisor;
            highest = std::max(highest, weight);
        });
        most += highest;
    }
    if (divisor == 0) divisor = 1;
    for (const std::int64_t total : rule.totals) {
        const std::int64_t rest = total - least;
        if (rest >= 0 && rest % divisor == 0 && rest / divisor <= most)
            totals.push_back(rest / divisor);
    }
}

bool PlainSum::alike() const {
    return std::all_of(parts.begin(), parts.end(), [&](const auto& part) {
        return std::all_of(part.begin(), part.end(), [&](std::size_t i) {
            return domains[i] == domains[part[0]] && weights[i] == weights[part[0]] &&
                   std::popcount(domains[i]) <= SubsetSums::most_values;
        });
    });
}

}  // namespace kernel
