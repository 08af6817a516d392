// Blocks of words, on which vectors as wide as the machine's work.
#pragma once

#include <cstddef>
#include <cstring>
#include <type_traits>

#include "problem.hpp"
#include "vectors.hpp"

namespace kernel {

#ifdef __AVX2__
typedef Word Vec4 __attribute__((vector_size(32), may_alias));

inline bool any(Vec4 v) {
    typedef long long Test __attribute__((vector_size(32)));
    return !__builtin_ia32_ptestz256(reinterpret_cast<Test>(v), reinterpret_cast<Test>(v));
}
using Widest = Vec4;
#else
using Widest = Vec;
#endif
inline bool any(Word word) { return word != 0; }

/// Some elements of a vector in a new order; one past its end is zero.
template <int... at, class V>
inline V shuffled(V v) {
#if defined(__has_builtin) && __has_builtin(__builtin_shufflevector)
    return __builtin_shufflevector(v, V{}, at...);
#else
    return __builtin_shuffle(v, V{}, V{at...});
#endif
}

/// A bit set of N words.
template <std::size_t N>
struct Block {
    static_assert(N == 1 || N == 2 || N == 4 || N == 8);
    /// Words on which one instruction works.
    using Part = std::conditional_t<N == 1, Word, std::conditional_t<N == 2, Vec, Widest>>;
    static constexpr std::size_t lanes = sizeof(Part) / sizeof(Word), parts = N / lanes;

    Word words[N] = {};

    bool any() const {
        Part all = part(0);
        for (std::size_t i = 1; i < parts; ++i) all |= part(i);
        return kernel::any(all);
    }
    void operator|=(const Block& other) {
        for (std::size_t i = 0; i < parts; ++i) set(i, part(i) | other.part(i));
    }
    void operator&=(const Block& other) {
        for (std::size_t i = 0; i < parts; ++i) set(i, part(i) & other.part(i));
    }
    /// Takes what is in another one.
    void operator-=(const Block& other) {
        for (std::size_t i = 0; i < parts; ++i) set(i, part(i) & ~other.part(i));
    }

    // Copied, as memory need not be aligned as vectors are.
    Part part(std::size_t i) const {
        Part p;
        std::memcpy(&p, words + i * lanes, sizeof p);
        return p;
    }
    void set(std::size_t i, Part p) { std::memcpy(words + i * lanes, &p, sizeof p); }
};

}  // namespace kernel
