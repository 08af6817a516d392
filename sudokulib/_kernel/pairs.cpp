// Pairs of variables that differ; see `DistinctPairs` in Python.
#include <algorithm>

#include "propagator.hpp"

namespace kernel {
namespace {

class Pairs : public Propagator {
public:
    explicit Pairs(const Rule& rule)
        : size_(rule.variables.size()), count_(rule.edges.size()), words_((count_ + 63) / 64) {
        for (const auto& [one, other] : rule.edges) {
            first_.push_back(static_cast<std::size_t>(one));
            second_.push_back(static_cast<std::size_t>(other));
        }
    }

    bool narrow(Mask* d, Word* scratch) const override {
        for (std::size_t v = 0; v < size_; ++v)
            if (!d[v]) return false;
        Sets sets{scratch, scratch + 64 * words_, words_};
        bool changed = true;
        while (changed) {
            Mask ones = 0, others = 0;
            if (!gather(d, sets, ones, others)) return false;
            changed = false;
            for (std::size_t i = 0; i < count_; ++i) {
                if (!single(d[first_[i]]) || !single(d[second_[i]])) continue;
                if (!alone(d, i, changed)) return false;
            }
            if (changed) continue;
            const auto pairs =
                static_cast<std::size_t>(std::popcount(ones) * std::popcount(others));
            if (pairs < count_) return false;
            if (pairs == count_ && !place(d, sets, ones, others, changed)) return false;
        }
        return true;
    }

    std::size_t scratch() const override { return 2 * 64 * words_; }
    double cost() const override { return 20.0 * static_cast<double>(count_); }

private:
    /// The pairs of which the first, or the second, variable may have a value, as bits.
    struct Sets {
        Word *ones, *others;
        std::size_t words;
    };

    bool gather(const Mask* d, Sets& sets, Mask& ones, Mask& others) const {
        std::fill_n(sets.ones, 64 * words_, Word{0});
        std::fill_n(sets.others, 64 * words_, Word{0});
        for (std::size_t i = 0; i < count_; ++i) {
            if (!d[first_[i]] || !d[second_[i]]) return false;
            ones |= d[first_[i]];
            others |= d[second_[i]];
            add(sets.ones, d[first_[i]], i);
            add(sets.others, d[second_[i]], i);
        }
        return true;
    }

    void add(Word* sets, Mask values, std::size_t i) const {
        for (; values; values &= values - 1)
            sets[static_cast<std::size_t>(low(values)) * words_ + i / 64] |= bit(int(i % 64));
    }

    /// Takes a fixed pair from the others.
    bool alone(Mask* d, std::size_t i, bool& changed) const {
        const Mask one = d[first_[i]], other = d[second_[i]];
        for (std::size_t j = 0; j < count_; ++j) {
            if (j == i) continue;
            Mask& left = d[first_[j]] == one ? d[second_[j]] : d[first_[j]];
            const Mask taken = d[first_[j]] == one ? other : d[second_[j]] == other ? one : 0;
            if (!(left & taken)) continue;
            if ((left &= ~taken) == 0) return false;
            changed = true;
        }
        return true;
    }

    /// Fixes the pairs of values that have a single place; false if one has none.
    bool place(Mask* d, const Sets& sets, Mask ones, Mask others, bool& changed) const {
        for (; ones; ones &= ones - 1)
            for (Mask rest = others; rest; rest &= rest - 1) {
                const Word* a = sets.ones + static_cast<std::size_t>(low(ones)) * words_;
                const Word* b = sets.others + static_cast<std::size_t>(low(rest)) * words_;
                std::size_t found = count_;
                bool several = false;
                for (std::size_t w = 0; w < words_ && !several; ++w) {
                    const Word both = a[w] & b[w];
                    if (!both) continue;
                    several = found < count_ || !single(both);
                    found = 64 * w + static_cast<std::size_t>(low(both));
                }
                if (found == count_) return false;
                if (several) continue;
                changed |= !single(d[first_[found]]) || !single(d[second_[found]]);
                d[first_[found]] &= bit(low(ones));
                d[second_[found]] &= bit(low(rest));
                if (!d[first_[found]] || !d[second_[found]]) return false;
            }
        return true;
    }

    std::size_t size_, count_, words_;
    std::vector<std::size_t> first_, second_;  ///< of each pair
};

}  // namespace

PropagatorPtr make_pairs(const Rule& rule) { return std::make_shared<const Pairs>(rule); }

}  // namespace kernel
