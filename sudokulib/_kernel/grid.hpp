// Houses and all-different shapes on bit planes.
//
// A plane P[v] is the set of cells that may hold value v. The transposed planes T[k] hold, for
// every value, the set of houses whose k-th cell may hold it: the values are lanes of 32 bits, the
// houses bits of a lane (several words of lanes where there are more than 32 houses). Running over
// the planes with "at least one" and "at least two" accumulators finds the naked singles of all
// cells, and running over the k the hidden singles of all houses, a few operations a plane.
//
// Sizes are template parameters where they are known (`Fixed`), so that the loops unroll, and
// members where they are not (`Sized`): the code is the same.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <vector>

#include "problem.hpp"

namespace kernel {

typedef std::uint64_t Vec __attribute__((vector_size(16), may_alias));
typedef std::uint32_t Vec32 __attribute__((vector_size(16), may_alias));
typedef std::uint32_t Lane __attribute__((may_alias));
typedef std::uint64_t Bits __attribute__((may_alias));

inline bool any(Vec v) { return (v[0] | v[1]) != 0; }
inline int popcount(Vec v) { return std::popcount(v[0]) + std::popcount(v[1]); }
inline Vec spread(std::uint32_t lane) { return reinterpret_cast<Vec>(Vec32{lane, lane, lane, lane}); }

/// Calls `f(index)` for every set bit of `size` vectors, lowest first, until it returns false;
/// whether it never did.
template <class F>
inline bool each_bit(const Vec* set, int size, F&& f) {
    for (int i = 0; i < size; ++i)
        for (int half = 0; half < 2; ++half)
            for (std::uint64_t word = set[i][half]; word; word &= word - 1)
                if (!f(128 * i + 64 * half + std::countr_zero(word))) return false;
    return true;
}

/// Sizes known to the compiler: vectors of a plane, values, words of houses, cells of a house,
/// slots of locked candidates.
template <int C, int V, int W, int K, int S>
struct Fixed {
    static constexpr int plane() { return C; }
    static constexpr int values() { return V; }
    static constexpr int words() { return W; }
    static constexpr int places() { return K; }
    static constexpr int slots() { return S; }
    static constexpr bool dense = W <= 2;
};

/// Sizes known when the problem is.
struct Sized {
    int c = 0, v = 0, w = 0, k = 0, s = 0;
    int plane() const { return c; }
    int values() const { return v; }
    int words() const { return w; }
    int places() const { return k; }
    int slots() const { return s; }
    static constexpr bool dense = false;
};

/// How many vectors of lanes the values take.
constexpr int lane_vectors(int values) { return (values + 3) / 4; }

/// A state: one block of vectors, copied as a whole.
template <class D>
class Layout : public D {
public:
    explicit Layout(const D& sizes = D()) : D(sizes) {}

    constexpr int block() const { return lane_vectors(this->values()); }
    constexpr int stripe() const { return this->words() * block(); }
    constexpr int open_at() const { return this->values() * this->plane(); }
    constexpr int places_at() const { return open_at() + this->plane(); }
    constexpr int needs_at() const { return places_at() + this->places() * stripe(); }
    constexpr int applied_at() const { return needs_at() + stripe(); }
    constexpr int vectors() const { return applied_at() + this->slots() * stripe(); }

    Vec* plane_of(Vec* s, int v) const { return s + v * this->plane(); }
    const Vec* plane_of(const Vec* s, int v) const { return s + v * this->plane(); }
    Vec* open(Vec* s) const { return s + open_at(); }
    const Vec* open(const Vec* s) const { return s + open_at(); }
    Vec* place(Vec* s, int k) const { return s + places_at() + k * stripe(); }
    const Vec* place(const Vec* s, int k) const { return s + places_at() + k * stripe(); }
    Vec* needs(Vec* s) const { return s + needs_at(); }
    const Vec* needs(const Vec* s) const { return s + needs_at(); }
    Vec* applied(Vec* s, int slot) const { return s + applied_at() + slot * stripe(); }

    /// The word of planes that a cell is in, and its bit there.
    static Bits& word(Vec* set, int c) { return reinterpret_cast<Bits*>(set)[c >> 6]; }
    static Bits word(const Vec* set, int c) { return reinterpret_cast<const Bits*>(set)[c >> 6]; }
    static std::uint64_t bit(int c) { return std::uint64_t{1} << (c & 63); }
    static bool has(const Vec* set, int c) { return (word(set, c) & bit(c)) != 0; }

    /// The lanes of value 0 in word w of a stripe of lanes.
    Lane* lanes(Vec* stripe, int w) const { return reinterpret_cast<Lane*>(stripe + w * block()); }
    const Lane* lanes(const Vec* stripe, int w) const {
        return reinterpret_cast<const Lane*>(stripe + w * block());
    }
};

/// Cells that lose a value together: as a set of cells, and as houses' places.
struct Cut {
    std::vector<std::uint32_t> lanes;  ///< dense: by place and word; sparse: (lane, mask) pairs
    std::vector<Vec> cells;
};

/// The all-different part of a problem, compiled for states of one layout.
template <class D>
class Grid {
public:
    struct Seat {
        int word, place;
        std::uint32_t bit;
    };

    struct Group {
        int slot, number;
        Cut cut;
    };

    /// An entry of a slot: position `place` of the houses in `houses` belongs to group `number`.
    struct Member {
        int place, number;
        std::vector<std::uint32_t> houses;  ///< by word
    };

    struct Slot {
        int groups = 0;
        std::vector<Member> members;
        std::vector<Member> loose;              ///< positions in no group
        std::vector<int> cut;                   ///< by house * groups + group; -1 for none
    };

    Grid(const Problem& problem, const D& sizes);

    Layout<D> at;
    int cells, values;
    std::vector<Vec> root;              ///< the state of the domains alone, not settled
    std::vector<Vec> peers;             ///< by cell
    std::vector<Cut> peer_cuts;         ///< by cell
    std::vector<std::vector<Seat>> seats;  ///< by cell: its houses
    std::vector<Vec> house_cells;       ///< by house
    std::vector<int> house_numbers;     ///< the problem's house behind each lane's bit
    std::vector<Slot> slots;
    std::vector<Cut> group_cuts;
    struct Pair {
        std::vector<Vec> one, other;
    };
    std::vector<Pair> leftovers;

    bool may(const Vec* s, int c, int v) const { return at.has(at.plane_of(s, v), c); }

    /// Puts v into c, which may hold it.
    void put(Vec* s, int c, int v) const {
        const std::uint64_t bit = at.bit(c);
        const int plane = at.plane();
        for (int u = 0; u < at.values(); ++u) at.word(at.plane_of(s, u), c) &= ~bit;
        at.word(at.open(s), c) &= ~bit;
        cut(s, v, peer_cuts[static_cast<std::size_t>(c)], &peers[static_cast<std::size_t>(c * plane)]);
        at.word(at.plane_of(s, v), c) |= bit;
        for (const Seat& seat : seats[static_cast<std::size_t>(c)]) {
            Vec* lanes = at.place(s, seat.place) + seat.word * at.block();
            const Vec keep = ~spread(seat.bit);
            for (int j = 0; j < at.block(); ++j) lanes[j] &= keep;
            reinterpret_cast<Lane*>(lanes)[v] |= seat.bit;
            at.lanes(at.needs(s), seat.word)[v] &= ~seat.bit;
        }
    }

    /// Takes v from the cells of a cut.
    void cut(Vec* s, int v, const Cut& cut, const Vec* cells) const {
        Vec* plane = at.plane_of(s, v);
        for (int i = 0; i < at.plane(); ++i) plane[i] &= ~cells[i];
        if constexpr (D::dense) {
            const std::uint32_t* mask = cut.lanes.data();
            for (int k = 0; k < at.places(); ++k)
                for (int w = 0; w < at.words(); ++w) at.lanes(at.place(s, k), w)[v] &= ~*mask++;
        } else {
            Lane* lanes = reinterpret_cast<Lane*>(at.place(s, 0));
            for (std::size_t i = 0; i < cut.lanes.size(); i += 2)
                lanes[cut.lanes[i] + static_cast<std::uint32_t>(v)] &= ~cut.lanes[i + 1];
        }
    }

    /// Takes v from c.
    void drop(Vec* s, int c, int v) const {
        at.word(at.plane_of(s, v), c) &= ~at.bit(c);
        for (const Seat& seat : seats[static_cast<std::size_t>(c)])
            at.lanes(at.place(s, seat.place), seat.word)[v] &= ~seat.bit;
    }

    /// The values that a cell may hold; at most 64 of them.
    Mask gather(const Vec* s, int c) const {
        Mask mask = 0;
        const int shift = c & 63;
        for (int v = 0; v < at.values(); ++v)
            mask |= (at.word(at.plane_of(s, v), c) >> shift & 1) << v;
        return mask;
    }

    int value_of(const Vec* s, int c) const {
        for (int v = 0; v < at.values(); ++v)
            if (may(s, c, v)) return v;
        return -1;
    }

private:
    Cut make_cut(const std::vector<Vec>& cells) const;
    void find_groups(const Problem& problem, const std::vector<std::vector<int>>& common);
    std::vector<Vec> set_of(const std::vector<int>& cells) const {
        std::vector<Vec> set(static_cast<std::size_t>(at.plane()), Vec{0, 0});
        for (int c : cells) at.word(set.data(), c) |= at.bit(c);
        return set;
    }

    std::vector<std::vector<int>> house_lists_;
};

}  // namespace kernel

#include "grid.ipp"
