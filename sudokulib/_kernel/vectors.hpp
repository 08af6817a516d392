// Vectors of bits, the compiler's own.
#pragma once

#include <bit>
#include <cstdint>

// Code that is compiled once for all machines has no vectors: how they are passed to functions
// depends on the machine that code is compiled for. See CMakeLists.txt.
#ifdef KERNEL_SHARED
#error "a source that reads vectors.hpp belongs to the list `per_machine` in CMakeLists.txt"
#endif

namespace kernel {

typedef std::uint64_t Vec __attribute__((vector_size(16), may_alias));
typedef std::uint32_t Vec32 __attribute__((vector_size(16), may_alias));
typedef std::uint32_t Lane __attribute__((may_alias));
typedef std::uint64_t Bits __attribute__((may_alias));

inline bool any(Vec v) {
#ifdef __SSE4_1__
    typedef long long Test __attribute__((vector_size(16)));
    return !__builtin_ia32_ptestz128(reinterpret_cast<Test>(v), reinterpret_cast<Test>(v));
#else
    return (v[0] | v[1]) != 0;
#endif
}
inline int popcount(Vec v) { return std::popcount(v[0]) + std::popcount(v[1]); }
/// The same pointer, but the compiler does not know its origin: otherwise it would compute the
/// address of each vector behind it anew instead of using an offset.
template <class T>
inline T* opaque(T* pointer) {
    asm("" : "+r"(pointer));
    return pointer;
}
/// A vector with one bit alone. Read, not computed: without a branch on the half that it is in.
inline Vec single_bit(int index) {
    struct Bits128 {
        std::uint64_t halves[128][2] __attribute__((aligned(16))) = {};
        constexpr Bits128() {
            for (int i = 0; i < 128; ++i) halves[i][i / 64] = std::uint64_t{1} << (i % 64);
        }
    };
    static constexpr Bits128 bits;
    return *reinterpret_cast<const Vec*>(bits.halves[index & 127]);
}
/// One lane of four, all its bits.
inline Vec lane_alone(int lane) {
    static constexpr std::uint32_t lanes[4][4] __attribute__((aligned(16))) = {
        {~0u, 0, 0, 0}, {0, ~0u, 0, 0}, {0, 0, ~0u, 0}, {0, 0, 0, ~0u}};
    return *reinterpret_cast<const Vec*>(lanes[lane]);
}
inline Vec spread(std::uint32_t lane) { return reinterpret_cast<Vec>(Vec32{} | lane); }

/// Calls `f(index)` for every set bit of a vector, lowest first, until it returns false; whether it
/// never did.
template <class F>
inline bool each_bit(Vec set, F&& f) {
    for (std::uint64_t word = set[0]; word; word &= word - 1)
        if (!f(std::countr_zero(word))) return false;
    for (std::uint64_t word = set[1]; word; word &= word - 1)
        if (!f(64 + std::countr_zero(word))) return false;
    return true;
}

/// The same for `size` vectors.
template <class F>
inline bool each_bit(const Vec* set, int size, F&& f) {
    for (int i = 0; i < size; ++i)
        if (!each_bit(set[i], [&](int bit) { return f(128 * i + bit); })) return false;
    return true;
}

/// The same for at most `most` vectors, most of them empty: one loop over all, as the end of each
/// loop is mispredicted. For locked candidates; hardest1106 takes 5 % more time where hidden singles
/// are read so, 18 % more with naked ones, for which the way through memory is too long (`solve_lines`
/// alone, CPU time, best of three, in turn; 2026-11).
template <int most, class F>
inline bool each_bit_of_few(const Vec* set, int size, F&& f) {
    static_assert(most <= 16);
    std::uint64_t words[2 * most];
    std::uint32_t left = 0;
    for (int i = 0; i < size; ++i)
        for (int half = 0; half < 2; ++half) {
            words[2 * i + half] = set[i][half];
            left |= std::uint32_t{set[i][half] != 0} << (2 * i + half);
        }
    while (left) {
        const int i = std::countr_zero(left);
        const std::uint64_t word = words[i], rest = word & (word - 1);
        words[i] = rest;
        left = rest ? left : left & (left - 1);
        if (!f(64 * i + std::countr_zero(word))) return false;
    }
    return true;
}

}  // namespace kernel
