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
#include <vector>

#include "crossings.hpp"
#include "problem.hpp"
#include "rules.hpp"
#include "vectors.hpp"

namespace kernel {

/// Sizes known to the compiler: vectors of a plane, values, words of houses, cells of a house,
/// slots of locked candidates.
template <int C, int V, int W, int K, int S>
struct Fixed {
    static constexpr int plane() { return C; }
    static constexpr int values() { return V; }
    static constexpr int words() { return W; }
    static constexpr int places() { return K; }
    static constexpr int slots() { return S; }
    static constexpr bool few = V <= 16;
    static constexpr bool dense = W <= 2;
    static constexpr bool small = W == 1;  ///< few enough for masks to be kept as vectors
    static constexpr int square = K == 9 ? 3 : K == 16 ? 4 : 0;  ///< the root of K, if it has one
};

/// Sizes known when the problem is.
struct Sized {
    int c = 0, v = 0, w = 0, k = 0, s = 0;
    int plane() const { return c; }
    int values() const { return v; }
    int words() const { return w; }
    int places() const { return k; }
    int slots() const { return s; }
    static constexpr bool few = false;
    static constexpr bool dense = false;
    static constexpr bool small = false;
    static constexpr int square = 0;
};

/// The same sizes, known when the problem is.
template <class D>
Sized sized(const D& sizes) {
    return {sizes.plane(), sizes.values(), sizes.words(), sizes.places(), sizes.slots()};
}

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

/// How masks of lanes are kept: as pairs of those that are not full, all, or all and as vectors.
enum class Lanes { sparse, dense, spread };

/// Sets of cells that lose a value together, each as what remains: of the cells, of the lanes of
/// their houses' places, and of the houses that need the value.
struct Cuts {
    std::vector<Vec> cells;            ///< a plane each
    std::vector<std::uint32_t> lanes;  ///< dense: by place and word; sparse: (lane, mask) pairs
    std::vector<Vec> spread;           ///< small: the plane of each, then its lanes as vectors
    std::vector<std::uint32_t> begin;  ///< sparse: where the pairs of each begin, and the end
};

/// The all-different part of a problem, as the tables that propagation reads.
struct GridTables {
    /// Houses of a cell, as bits, and at which vector of places or needs their lanes begin.
    struct LanePosition {
        std::uint32_t at, bits;
    };

    /// An entry of a slot: position `place` of `houses` (bits of one word) is in group `number`.
    struct Member {
        int place, number;
        std::uint32_t houses;
    };

    struct Slot {
        int groups = 0;
        std::vector<std::vector<Member>> members;  ///< by word
        std::vector<std::vector<Member>> loose;    ///< by word: positions in no group
        std::vector<std::uint32_t> alike;  ///< by word: its houses, if all have the same groups; else 0
        std::vector<int> cut;                      ///< by house * groups + group: the crossing; -1: none
    };

    /// The houses of a word whose groups in slot 0 are the rows of a square of their places, and
    /// those whose groups in slot 1 are its columns; no house of the word has other groups.
    struct Square {
        std::uint32_t by_row = 0, by_column = 0;
    };

    struct Pair {
        std::vector<Vec> one, other;
    };

    /// `crossings`: of the problem, in as many slots as the sizes have; `rules`: null if there are
    /// none.
    GridTables(const Problem& problem, const std::vector<Crossing>& crossings, const Sized& sizes,
               Lanes lanes, const Rules* rules);
    GridTables(const GridTables&) = delete;
    GridTables& operator=(const GridTables&) = delete;
    ~GridTables();

    int cells, values;
    std::vector<Vec> root;              ///< the state of the domains alone, not settled
    std::vector<Vec> peers;             ///< by cell
    Cuts peer_cuts;                     ///< by cell
    std::vector<LanePosition> lane_positions;            ///< of all cells, one after the other
    std::vector<std::uint32_t> first_seat;  ///< by cell, and the end
    std::vector<LanePosition> needed;               ///< the same for the needs, a word of houses each
    std::vector<std::uint32_t> first_needed;
    std::vector<Vec> house_cells;       ///< by house
    std::vector<double> one_over_root;  ///< by number, up to the largest house
    std::vector<Slot> slots;
    std::vector<Square> squares;  ///< by word; empty if the places of some word are none
    Cuts group_cuts;  ///< by crossing: the cells that lose what stands in it
    std::vector<Pair> leftovers;
    std::vector<std::vector<Vec>> links;              ///< cells that a rule ties together
    std::vector<std::vector<const Vec*>> links_of;    ///< by cell
    std::vector<Vec> crossing_cells;                  ///< by crossing: its own cells
};

/// By slot, for the rows and columns of squares of places: which values may stand there.
template <class D>
using SquareGroups = Vec[2][std::max(D::square, 1)];

/// The all-different part of a problem, compiled for states of one layout.
///
/// Propagation is compiled for each layout, the code that fills the tables only once: it would be
/// half of the machine code, and no faster.
template <class D>
class Grid : public GridTables {
public:
    Grid(const Problem& problem, const std::vector<Crossing>& crossings, const D& sizes,
         const Rules* rules)
        : GridTables(problem, crossings, sized(sizes),
                     D::small   ? Lanes::spread
                     : D::dense ? Lanes::dense
                                : Lanes::sparse,
                     rules),
          at(sizes) {}

    Layout<D> at;

    bool may(const Vec* s, int c, int v) const { return at.has(at.plane_of(s, v), c); }

    // Whole vectors are read and written throughout, even where one lane or half would do: a
    // vector load soon after a narrower store to it would stall until the store has finished.

    // For the same reason nothing is stored and loaded again within one call.

    /// Puts v into c, which may hold it. Its places in its houses are cleared for all values, v as
    /// well, which no house of the cell needs any more.
    void put(Vec* s, int c, int v) const {
        const Vec bit = single_bit(c & 127);
        Vec* part = s + std::ptrdiff_t{c >> 7};
        const Vec own = part[v * at.plane()];
        for (int u = 0; u < at.values(); ++u) part[u * at.plane()] &= ~bit;
        part[v * at.plane()] = own;
        each(lane_positions, first_seat, c, [&](const LanePosition seat) {
            const Vec house = spread(seat.bits);
            Vec* stripe = opaque(s + at.places_at() + static_cast<std::ptrdiff_t>(seat.at));
            for (int j = 0; j < at.block(); ++j) stripe[j] &= ~house;
        });
        s[at.open_at() + std::ptrdiff_t{c >> 7}] &= ~bit;
        place(s, c, v);
    }

    /// Memory to put many values at once.
    struct Givens {
        std::vector<Vec> planes;           ///< the cells that have each value
        std::vector<std::uint32_t> taken;  ///< by vector of places: the houses whose cell there has one
    };

    /// Puts all values that are given, one for each cell or `none`. A cell that may not hold its own
    /// is left without any. False if a value does not exist.
    bool put_all(Vec* s, const std::uint8_t* given, std::uint8_t none, Givens& memory) const {
        memory.planes.assign(static_cast<std::size_t>(at.open_at()), Vec{0, 0});
        memory.taken.assign(static_cast<std::size_t>(at.places() * at.stripe()), 0);
        Vec* planes = memory.planes.data();
        std::uint32_t* taken = memory.taken.data();
        for (int first = 0; first < cells; first += 64) {
            std::uint64_t word = 0;
            for (int c = first; c < std::min(cells, first + 64); ++c)
                word |= std::uint64_t{given[c] != none} << (c & 63);
            for (; word; word &= word - 1) {
                const int c = first + std::countr_zero(word), v = given[c];
                if (v >= at.values()) return false;
                at.word(at.plane_of(planes, v), c) |= at.bit(c);
                each(lane_positions, first_seat, c,
                     [&](const LanePosition seat) { taken[seat.at] |= seat.bits; });
                place(s, c, v);
            }
        }
        for (int i = 0; i < at.plane(); ++i) {
            Vec all{0, 0};
            for (int v = 0; v < at.values(); ++v) all |= planes[v * at.plane() + i];
            at.open(s)[i] &= ~all;
            for (int v = 0; v < at.values(); ++v) s[v * at.plane() + i] &= ~all | planes[v * at.plane() + i];
        }
        Vec* lanes = at.place(s, 0);
        for (int n = 0; n < at.places() * at.stripe(); n += at.block()) {
            const Vec houses = spread(taken[n]);
            for (int j = 0; j < at.block(); ++j) lanes[n + j] &= ~houses;
        }
        return true;
    }

    /// Takes v from the peers of c, which holds nothing else and is not open any more, and from the
    /// needs of its houses.
    void place(Vec* s, int c, int v) const { cut(s, v, peer_cuts, c); }

    /// Takes v from the cells of a cut, and from the needs of its houses: to the masks these are one
    /// more place.
    void cut(Vec* s, int v, const Cuts& cuts, int number) const {
        const auto n = static_cast<std::size_t>(number);
        const auto width = static_cast<std::size_t>(at.plane());
        const int rows = at.places() + 1;
        Vec* plane = at.plane_of(s, v);
        Vec* lanes = opaque(s + at.places_at() + std::ptrdiff_t{v >> 2});
        const Vec others = ~lane_alone(v & 3);
        const Vec* keep = D::small ? opaque(cuts.spread.data() + n * (width + static_cast<std::size_t>(rows)))
                                   : &cuts.cells[n * width];
        for (int i = 0; i < at.plane(); ++i) plane[i] &= keep[i];
        if constexpr (D::small) {
            for (int k = 0; k < rows; ++k) lanes[k * at.stripe()] &= keep[at.plane() + k] | others;
        } else if constexpr (D::dense) {
            const std::uint32_t* mask =
                opaque(cuts.lanes.data() + n * static_cast<std::size_t>(rows * at.words()));
            for (int k = 0; k < rows; ++k)
                for (int w = 0; w < at.words(); ++w)
                    lanes[k * at.stripe() + w * at.block()] &= spread(*mask++) | others;
        } else {
            for (std::uint32_t i = cuts.begin[n]; i < cuts.begin[n + 1]; i += 2)
                lanes[cuts.lanes[i]] &= spread(cuts.lanes[i + 1]) | others;
        }
    }

    /// Takes v from c.
    void drop(Vec* s, int c, int v) const {
        at.plane_of(s, v)[c >> 7] &= ~single_bit(c);
        const Vec lane = lane_alone(v & 3);
        Vec* lanes = s + at.places_at() + (v >> 2);
        each(lane_positions, first_seat, c,
             [&](const LanePosition seat) { lanes[seat.at] &= ~(spread(seat.bits) & lane); });
    }

    /// Leaves v to one crossing of a house, of two that may hold it. Not inlined: it is rare.
    [[gnu::noinline]] void put_in(Vec* s, int v, int one, int other) const {
        const Vec* set = &crossing_cells[static_cast<std::size_t>(other * at.plane())];
        for (int i = 0; i < at.plane(); ++i)
            each_bit(at.plane_of(s, v)[i] & set[i], [&](int bit) {
                drop(s, 128 * i + bit, v);
                return true;
            });
        cut(s, v, group_cuts, one);
    }

    /// Leaves the houses of a state only those needs that its open cells can meet.
    void need_only(Vec* s) const {
        std::vector<Vec> met(static_cast<std::size_t>(at.stripe()), Vec{0, 0});
        each_bit(at.open(s), at.plane(), [&](int c) {
            each(lane_positions, first_seat, c, [&](const LanePosition seat) {
                const std::size_t word = seat.at % static_cast<std::size_t>(at.stripe());
                for (int j = 0; j < at.block(); ++j)
                    met[word + static_cast<std::size_t>(j)] |=
                        s[at.places_at() + static_cast<std::ptrdiff_t>(seat.at) + j] & spread(seat.bits);
            });
            return true;
        });
        for (int j = 0; j < at.stripe(); ++j) at.needs(s)[j] &= met[static_cast<std::size_t>(j)];
    }

    /// The first cell of a house that may hold a value, -1 if there is none.
    int first_of(const Vec* s, int v, int h) const {
        const Vec* plane = at.plane_of(s, v);
        const Vec* house = &house_cells[static_cast<std::size_t>(h * at.plane())];
        for (int i = 0; i < at.plane(); ++i) {
            const Vec both = plane[i] & house[i];
            if (both[0]) return 128 * i + std::countr_zero(both[0]);
            if (both[1]) return 128 * i + 64 + std::countr_zero(both[1]);
        }
        return -1;
    }

    /// The first and the last cell of a house that may hold a value, of which there must be one.
    /// Without a branch on where they are, which would be mispredicted: with such branches, and a
    /// loop for each lane where it is called, hardest1106 takes 8 % more time (`solve_lines`, CPU
    /// time, best of three, in turn; 2026-11).
    std::pair<int, int> ends_of(const Vec* s, int v, int h) const {
        const Vec* plane = at.plane_of(s, v);
        const Vec* house = &house_cells[static_cast<std::size_t>(h * at.plane())];
        int first = -1, last = -1;
        for (int i = 0; i < at.plane(); ++i) {
            const Vec here = plane[i] & house[i];
            const std::uint64_t low = here[0], high = here[1];
            const int one = low ? std::countr_zero(low) : 64 + std::countr_zero(high);
            const int other = high ? 127 - std::countl_zero(high) : 63 - std::countl_zero(low);
            const bool some = (low | high) != 0;
            if (at.plane() == 1) return {one, other};
            first = first < 0 && some ? 128 * i + one : first;
            last = some ? 128 * i + other : last;
        }
        return {first, last};
    }

    /// Adds the j-th vector of lanes to the groups of squares of places, each place read once.
    void add_square_groups(const Vec* s, int j, SquareGroups<D>& groups) const {
        constexpr int root = std::max(D::square, 1);
        const Vec* place = at.place(s, 0) + j;
        for (int row = 0; row < root; ++row)
            for (int column = 0; column < root; ++column) {
                const Vec here = place[(row * root + column) * at.stripe()];
                groups[0][row] |= here;
                groups[1][column] |= here;
            }
    }

    /// The values that a cell may hold; at most 64 of them.
    Mask gather(const Vec* s, int c) const {
        Mask mask = 0;
        const int shift = c & 63;
        for (int v = 0; v < at.values(); ++v)
            mask |= (at.word(at.plane_of(s, v), c) >> shift & 1) << v;
        return mask;
    }

    /// The least value that a cell may hold, -1 if there is none.
    int value_of(const Vec* s, int c) const {
        if constexpr (D::few) {  // no branch to mispredict
            const Mask mask = gather(s, c);
            return mask ? std::countr_zero(mask) : -1;
        }
        for (int v = 0; v < at.values(); ++v)
            if (may(s, c, v)) return v;
        return -1;
    }

    /// Calls `f(c, v)` for cells of one vector, given as a set, that have a single value each, until
    /// it returns false; whether it never did. The value may have been lost since; -1 if all are.
    template <class F>
    bool each_single(const Vec* s, int vector, Vec single, F&& f) const {
        if constexpr (!D::few)
            return each_bit(single, [&](int bit) {
                return f(128 * vector + bit, value_of(s, 128 * vector + bit));
            });
        // The values as binary digits of all cells at once, which stay in registers.
        Vec digits[4] = {};
        for (int v = 1; v < at.values(); ++v)
            for (int d = 0; d < 4; ++d)
                if (v >> d & 1) digits[d] |= at.plane_of(s, v)[vector];
        const auto in_half = [&](int half) {
            const std::uint64_t one = digits[0][half], two = digits[1][half], four = digits[2][half],
                                eight = digits[3][half];
            for (std::uint64_t word = single[half]; word; word &= word - 1) {
                const int bit = std::countr_zero(word);
                const auto v = static_cast<int>((one >> bit & 1) | (two >> bit & 1) << 1 |
                                                (four >> bit & 1) << 2 | (eight >> bit & 1) << 3);
                if (!f(128 * vector + 64 * half + bit, v)) return false;
            }
            return true;
        };
        return in_half(0) && in_half(1);
    }

    /// The open cells of a vector that have two values.
    Vec bivalue(const Vec* s, int i) const {
        Vec once{0, 0}, twice{0, 0}, thrice{0, 0};
        for (int v = 0; v < at.values(); ++v) {
            const Vec plane = s[v * at.plane() + i];
            thrice |= twice & plane;
            twice |= once & plane;
            once |= plane;
        }
        return at.open(s)[i] & twice & ~thrice;
    }

    /// The next value that a cell may hold, of which there must be one.
    int value_after(const Vec* s, int c, int v) const {
        if constexpr (D::few) return std::countr_zero(gather(s, c) & (~Mask{1} << v));
        do ++v;
        while (!may(s, c, v));
        return v;
    }

    /// Calls `f(v)` for the values that a cell may hold, until it returns false.
    template <class F>
    void each_value(const Vec* s, int c, F&& f) const {
        if constexpr (D::few) {
            for (Mask mask = gather(s, c); mask; mask &= mask - 1)
                if (!f(std::countr_zero(mask))) return;
        } else {
            for (int v = 0; v < at.values(); ++v)
                if (may(s, c, v) && !f(v)) return;
        }
    }

    /// Calls `f(house)` for the houses of a cell.
    template <class F>
    void each_house(int c, F&& f) const {
        each(needed, first_needed, c, [&](const LanePosition seat) {
            const int first = 32 * (static_cast<int>(seat.at) / at.block());
            for (std::uint32_t bits = seat.bits; bits; bits &= bits - 1)
                f(first + std::countr_zero(bits));
        });
    }

private:
    template <class F>
    static void each(const std::vector<LanePosition>& list, const std::vector<std::uint32_t>& first, int c,
                     F&& f) {
        const LanePosition* seat = list.data() + first[static_cast<std::size_t>(c)];
        const LanePosition* end = list.data() + first[static_cast<std::size_t>(c) + 1];
        for (; seat != end; ++seat) f(*seat);
    }
};

}  // namespace kernel
