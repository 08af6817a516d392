// Families of sets of values, a bit for each set: all at once where sums depend on the set alone.
#pragma once

#include <cstddef>
#include <vector>

#include "blocks.hpp"
#include "totals.hpp"

namespace kernel {

/// A set of subsets of up to 6 + log2(N) numbered values.
template <std::size_t N>
struct Family : Block<N> {
    using Block<N>::lanes, Block<N>::part, Block<N>::parts, Block<N>::words;
    using typename Block<N>::Part;

    static constexpr Word lacking[6] = {0x5555555555555555, 0x3333333333333333,
                                        0x0f0f0f0f0f0f0f0f, 0x00ff00ff00ff00ff,
                                        0x0000ffff0000ffff, 0x00000000ffffffff};

    friend Family operator&(Family one, const Family& other) {
        one &= other;
        return one;
    }

    /// The sets that lack a value, with it.
    Family with(int value) const {
        if (N == 1 || value < 6) {
            const Word lack = lacking[value];
            return each([&](Part p) { return (p & lack) << (1 << value); });
        }
        if constexpr (lanes == 2)
            if (value == 6) return each([](Part p) { return shuffled<2, 0>(p); });
        if constexpr (lanes == 4) {
            if (value == 6) return each([](Part p) { return shuffled<4, 0, 4, 2>(p); });
            if (value == 7) return each([](Part p) { return shuffled<4, 4, 0, 1>(p); });
        }
        Family f;
        const std::size_t step = (std::size_t{1} << (value - 6)) / lanes;
        for (std::size_t i = 0; i < parts; ++i)
            if (i & step) f.set(i, part(i ^ step));
        return f;
    }
    /// The sets that have a value, without it.
    Family without(int value) const {
        if (N == 1 || value < 6) {
            const Word lack = lacking[value];
            return each([&](Part p) { return (p >> (1 << value)) & lack; });
        }
        if constexpr (lanes == 2)
            if (value == 6) return each([](Part p) { return shuffled<1, 2>(p); });
        if constexpr (lanes == 4) {
            if (value == 6) return each([](Part p) { return shuffled<1, 4, 3, 4>(p); });
            if (value == 7) return each([](Part p) { return shuffled<2, 3, 4, 4>(p); });
        }
        Family f;
        const std::size_t step = (std::size_t{1} << (value - 6)) / lanes;
        for (std::size_t i = 0; i < parts; ++i)
            if (!(i & step)) f.set(i, part((i ^ step) & (parts - 1)));
        return f;
    }
    /// Returns whether each of the sets contains a value.
    bool always(int value) const {
        Word lack = 0;
        for (std::size_t i = 0; i < N; ++i) {
            if (value < 6)
                lack |= words[i] & lacking[value];
            else if (!(i >> (value - 6) & 1))
                lack |= words[i];
        }
        return lack == 0;
    }

private:
    template <class F>
    Family each(F&& f) const {
        Family made;
        for (std::size_t i = 0; i < parts; ++i) made.set(i, f(part(i)));
        return made;
    }
};

/// All subsets of up to nine values, by their size and the sum of their weights.
class SubsetSums {
public:
    static constexpr int most_values = 9;  ///< of whose 512 subsets `Sets` has a bit each
    using Sets = Family<8>;

    explicit SubsetSums(const std::vector<std::size_t>& weights) {
        const std::size_t count = std::size_t{1} << weights.size();
        std::vector<std::size_t> sums(count, 0);
        for (std::size_t s = 1; s < count; ++s) {
            sums[s] = sums[s & (s - 1)] +
                      weights[static_cast<std::size_t>(std::countr_zero(s))];
            range_ = std::max(range_, sums[s] + 1);
        }
        sets_.resize((weights.size() + 1) * range_);
        for (std::size_t s = 0; s < count; ++s) {
            Sets& sets = sets_[static_cast<std::size_t>(std::popcount(s)) * range_ + sums[s]];
            sets.words[s / 64] |= Word{1} << (s % 64);
        }
    }

    /// The sums of some of the sets, all of `members` values.
    template <std::size_t W>
    Totals<W> totals(const Sets& sets, std::size_t members) const {
        Totals<W> found;
        for (std::size_t sum = 0; sum < range_; ++sum)
            if ((sets & sets_[members * range_ + sum]).any()) found.add(sum);
        return found;
    }

    /// The sets of `members` values whose sum is one of the totals.
    template <std::size_t W>
    Sets sets(const Totals<W>& totals, std::size_t members) const {
        Sets found;
        totals.each([&](std::size_t sum) {
            if (sum < range_) found |= sets_[members * range_ + sum];
        });
        return found;
    }

private:
    std::size_t range_ = 1;
    std::vector<Sets> sets_;
};

}  // namespace kernel
