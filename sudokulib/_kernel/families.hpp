// Families of sets of values, a bit for each set: all at once where sums depend on the set alone.
#pragma once

#include <cstddef>
#include <cstring>
#include <type_traits>
#include <vector>

#include "totals.hpp"
#include "vectors.hpp"

namespace kernel {

/// A set of subsets of up to 6 + log2(N) numbered values.
template <std::size_t N>
struct Family {
    static_assert(N == 1 || N == 2 || N == 4 || N == 8);
    /// Words on which one instruction works: as wide a vector as the machine has.
    using Part = std::conditional_t<N == 1, Word, std::conditional_t<N == 2, Vec, Widest>>;
    static constexpr std::size_t lanes = sizeof(Part) / sizeof(Word), parts = N / lanes;

    Word words[N] = {};

    static constexpr Word lacking[6] = {0x5555555555555555, 0x3333333333333333,
                                        0x0f0f0f0f0f0f0f0f, 0x00ff00ff00ff00ff,
                                        0x0000ffff0000ffff, 0x00000000ffffffff};

    bool any() const {
        Part all = part(0);
        for (std::size_t i = 1; i < parts; ++i) all |= part(i);
        if constexpr (N == 1)
            return all != 0;
        else
            return kernel::any(all);
    }
    Family& operator|=(const Family& other) {
        for (std::size_t i = 0; i < parts; ++i) set(i, part(i) | other.part(i));
        return *this;
    }
    Family& operator&=(const Family& other) {
        for (std::size_t i = 0; i < parts; ++i) set(i, part(i) & other.part(i));
        return *this;
    }
    friend Family operator&(Family one, const Family& other) { return one &= other; }

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
    // Copied, as scratch space need not be aligned as vectors are.
    Part part(std::size_t i) const {
        Part p;
        std::memcpy(&p, words + i * lanes, sizeof p);
        return p;
    }
    void set(std::size_t i, Part p) { std::memcpy(words + i * lanes, &p, sizeof p); }

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
