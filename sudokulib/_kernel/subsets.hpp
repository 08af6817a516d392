// Sets of values used so far, as numbers: bit i stands for the i-th of a few values.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "propagator.hpp"

namespace kernel {

using Subset = std::uint32_t;

/// The next larger subset with as many members; past the last one it has a bit beyond the values.
inline Subset next_subset(Subset s) {
    const Subset lowest = s & (~s + 1);
    const Subset carried = s + lowest;
    return carried | (((carried ^ s) / lowest) >> 2);
}

/// Calls `visit` with every subset of `size` values that has `members`.
template <class Visit>
void each_subset(int size, int members, Visit&& visit) {
    if (members > size) return;
    if (members == 0) {
        visit(Subset{0});
        return;
    }
    const Subset end = Subset{1} << size;
    for (Subset s = (Subset{1} << members) - 1; s < end; s = next_subset(s)) visit(s);
}

/// How many subsets of `size` values have at most `members`, or `most` if more.
inline std::size_t subsets(int size, int members, std::size_t most) {
    std::size_t total = 0, here = 1;
    for (int n = 0; n <= members && n <= size; ++n) {
        total += here;
        if (total >= most) return most;
        here = here * static_cast<std::size_t>(size - n) / static_cast<std::size_t>(n + 1);
    }
    return total;
}

/// The values that some open variables may still take, numbered from 0.
struct Numbering {
    int size = 0;
    std::uint8_t value[64];   ///< by number
    std::uint8_t number[64];  ///< by value

    explicit Numbering(Mask values) {
        for (Mask rest = values; rest; rest &= rest - 1) {
            const int v = low(rest);
            number[v] = static_cast<std::uint8_t>(size);
            value[size++] = static_cast<std::uint8_t>(v);
        }
    }
    Subset shrink(Mask values) const {
        Subset s = 0;
        for (; values; values &= values - 1) s |= Subset{1} << number[low(values)];
        return s;
    }
    Mask widen(Subset s) const {
        Mask values = 0;
        for (; s; s &= s - 1) values |= bit(value[std::countr_zero(s)]);
        return values;
    }
};

}  // namespace kernel
