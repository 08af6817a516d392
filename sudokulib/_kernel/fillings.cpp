// All fillings of a sum, one by one, where they are few: such a sum is a table.
#include <algorithm>

#include "plain_sum.hpp"

namespace kernel {
namespace {

/// Fillings up to which a sum is a table: more if parts mix weights, where the set of values does
/// not determine the sum. And steps to find them: a quarter and four times as many change 3 of 26,324
/// nodes, of `most_alike` 67 and 56 (examples/ as well). For iss-half.jsonl, up to 400 nodes a puzzle, a
/// quarter of `most_mixed` takes 29,697 nodes, this and four times as many 29,604 (2026-11; the
/// file of `python tests/benchmarks --against`).
constexpr std::size_t most_alike = 256;
constexpr std::size_t most_mixed = 1024;
constexpr std::size_t most_steps = 20000;

class Fillings {
public:
    explicit Fillings(const PlainSum& plain)
        : plain_(plain),
          most_(plain.alike() ? most_alike : most_mixed),
          rest_(plain.domains.size() + 1, 0),
          part_(plain.domains.size()),
          used_(plain.parts.size(), 0),
          tuple_(plain.domains.size()),
          tuples_(plain.domains.size()) {
        for (std::size_t p = 0; p < plain.parts.size(); ++p)
            for (const std::size_t i : plain.parts[p]) part_[i] = p;
        for (std::size_t i = plain.domains.size(); i-- > 0;) {
            std::int64_t most = 0;
            for (Mask left = plain.domains[i]; left; left &= left - 1)
                most = std::max(most, plain.weights[i][static_cast<std::size_t>(low(left))]);
            rest_[i] = rest_[i + 1] + most;
        }
        complete_ = few() && add(0, 0);
    }

    bool complete() const { return complete_; }
    const Tuples& tuples() const { return tuples_; }

private:
    /// Estimates whether there are few enough, assuming that the share of fillings with an allowed
    /// total is the same among those without repeats.
    bool few() const {
        if (plain_.most > 1000) return true;
        std::vector<double> ways(static_cast<std::size_t>(plain_.most) + 1, 0), next(ways);
        ways[0] = 1;
        double share = 1;
        for (std::size_t i = 0; i < tuple_.size(); ++i) {
            std::fill(next.begin(), next.end(), 0.0);
            for (Mask left = plain_.domains[i]; left; left &= left - 1) {
                const auto weight = static_cast<std::size_t>(
                    plain_.weights[i][static_cast<std::size_t>(low(left))]);
                for (std::size_t n = 0; n + weight < ways.size(); ++n) next[n + weight] += ways[n];
            }
            ways.swap(next);
            const auto& part = plain_.parts[part_[i]];
            const auto before = std::find(part.begin(), part.end(), i) - part.begin();
            share *= std::max(0.1, 1 - static_cast<double>(before) /
                                           std::max(1, std::popcount(plain_.domains[i])));
        }
        double found = 0;
        for (const std::int64_t total : plain_.totals)
            found += ways[static_cast<std::size_t>(total)] * share;
        return found < 2 * static_cast<double>(most_);
    }

    bool reaches(std::int64_t least, std::int64_t most) const {
        const auto& totals = plain_.totals;
        if (totals.size() == 1) return least <= totals[0] && totals[0] <= most;
        const auto total = std::lower_bound(totals.begin(), totals.end(), least);
        return total != totals.end() && *total <= most;
    }

    bool add(std::size_t place, std::int64_t sum) {
        if (place == tuple_.size()) {
            if (!reaches(sum, sum)) return true;
            tuples_.add(tuple_.data());
            return tuples_.count <= most_;
        }
        Mask& used = used_[part_[place]];
        for (Mask left = plain_.domains[place] & ~used; left; left &= left - 1) {
            const int value = low(left);
            const std::int64_t next =
                sum + plain_.weights[place][static_cast<std::size_t>(value)];
            if (++steps_ > most_steps) return false;
            if (!reaches(next, next + rest_[place + 1])) continue;
            tuple_[place] = static_cast<std::uint8_t>(value);
            used ^= bit(value);
            const bool fine = add(place + 1, next);
            used ^= bit(value);
            if (!fine) return false;
        }
        return true;
    }

    const PlainSum& plain_;
    std::size_t most_;
    std::vector<std::int64_t> rest_;  ///< the greatest sum of the variables from here on
    std::vector<std::size_t> part_;   ///< by variable
    std::vector<Mask> used_;          ///< by part
    std::vector<std::uint8_t> tuple_;
    Tuples tuples_;
    std::size_t steps_ = 0;
    bool complete_;
};

}  // namespace

std::optional<Tuples> all_fillings(const PlainSum& plain) {
    const Fillings fillings(plain);
    return fillings.complete() ? std::optional(fillings.tuples()) : std::nullopt;
}

}  // namespace kernel
