// Sets of totals as bits, for sums whose least total is 0.
#pragma once

#include <cstddef>

#include "propagator.hpp"

namespace kernel {

/// A set of the numbers 0..64*W-1. Shifts lose what leaves that range.
template <std::size_t W>
struct Totals {
    Word words[W] = {};

    static Totals zero() {
        Totals t;
        t.words[0] = 1;
        return t;
    }
    static Totals one(std::size_t number) {
        Totals t;
        t.add(number);
        return t;
    }
    void add(std::size_t number) { words[number / 64] |= Word{1} << (number % 64); }
    bool any() const {
        Word all = 0;
        for (const Word word : words) all |= word;
        return all != 0;
    }
    Totals& operator|=(const Totals& other) {
        for (std::size_t i = 0; i < W; ++i) words[i] |= other.words[i];
        return *this;
    }
    Totals& operator&=(const Totals& other) {
        for (std::size_t i = 0; i < W; ++i) words[i] &= other.words[i];
        return *this;
    }
    friend Totals operator&(Totals one, const Totals& other) { return one &= other; }

    Totals operator<<(std::size_t by) const {
        if constexpr (W == 1) {
            return {{words[0] << by}};
        } else {
            Totals t;
            const std::size_t skip = by / 64, part = by % 64;
            for (std::size_t i = W; i-- > skip;) {
                t.words[i] = words[i - skip] << part;
                if (part && i > skip) t.words[i] |= words[i - skip - 1] >> (64 - part);
            }
            return t;
        }
    }
    Totals operator>>(std::size_t by) const {
        if constexpr (W == 1) {
            return {{words[0] >> by}};
        } else {
            Totals t;
            const std::size_t skip = by / 64, part = by % 64;
            for (std::size_t i = 0; i + skip < W; ++i) {
                t.words[i] = words[i + skip] >> part;
                if (part && i + skip + 1 < W) t.words[i] |= words[i + skip + 1] << (64 - part);
            }
            return t;
        }
    }
    /// Calls `visit` with each member.
    template <class Visit>
    void each(Visit&& visit) const {
        for (std::size_t i = 0; i < W; ++i)
            for (Word rest = words[i]; rest; rest &= rest - 1)
                visit(i * 64 + static_cast<std::size_t>(low(rest)));
    }
    std::size_t count() const {
        int n = 0;
        for (const Word word : words) n += std::popcount(word);
        return static_cast<std::size_t>(n);
    }
    /// All of low..high, both within range.
    static Totals range(std::size_t low, std::size_t high) {
        Totals t;
        for (std::size_t i = low / 64; i <= high / 64 && i < W; ++i) {
            Word word = ~Word{0};
            if (i == low / 64) word &= ~Word{0} << (low % 64);
            if (i == high / 64 && high % 64 != 63) word &= (Word{2} << (high % 64)) - 1;
            t.words[i] = word;
        }
        return t;
    }
};

/// The sums of a member of each.
template <std::size_t W>
Totals<W> added(const Totals<W>& one, const Totals<W>& other) {
    if (one.count() > other.count()) return added(other, one);
    Totals<W> sums;
    one.each([&](std::size_t n) { sums |= other << n; });
    return sums;
}

/// The differences, where not negative, of a member of `one` and a member of `other`.
template <std::size_t W>
Totals<W> less(const Totals<W>& one, const Totals<W>& other) {
    Totals<W> rest;
    other.each([&](std::size_t n) { rest |= one >> n; });
    return rest;
}

}  // namespace kernel
