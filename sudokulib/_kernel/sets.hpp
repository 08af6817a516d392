// Sets of small numbers as words of bits.
#pragma once

#include <concepts>
#include <cstddef>

#include "problem.hpp"

namespace kernel {

bool has(const Word* set, std::integral auto member) {
    const auto n = static_cast<std::size_t>(member);
    return set[n / 64] >> (n % 64) & 1;
}

void add(Word* set, std::integral auto member) {
    const auto n = static_cast<std::size_t>(member);
    set[n / 64] |= Word{1} << (n % 64);
}

}  // namespace kernel
