// Deductions in a state of a grid without a guess.
#pragma once

#include "conflicts.hpp"
#include "crossings.hpp"

namespace kernel {

template <class D>
class Deduction {
public:
    Deduction(const Grid<D>& grid, Conflicts<D>& conflicts)
        : g_(grid), at_(grid.at), conflicts_(conflicts) {}

    /// Puts naked and hidden singles until there are none; false at a contradiction.
    bool singles(Vec* s) {
        const Vec* const all = at_.open(g_.root.data());
        for (;;) {
            bool placed = false;
            for (int i = 0; i < at_.plane(); ++i) {
                Vec once = s[i], twice{0, 0};
                for (int v = 1; v < at_.values(); ++v) {
                    const Vec plane = s[v * at_.plane() + i];
                    twice |= once & plane;
                    once |= plane;
                }
                // Closed cells too: two that were given the same value at once may see each other.
                const Vec empty = all[i] & ~once;
                if (any(empty)) {
                    conflicts_.blame_first(empty, 128 * i);
                    return false;
                }
                const Vec open = at_.open(s)[i], single = open & ~twice;
                if (any(single)) {
                    placed = true;
                    at_.open(s)[i] = open & ~single;
                    const bool fine = g_.each_single(s, i, single, [&](int c, int v) {
                        if (v < 0) {
                            conflicts_.blame(c);
                            return false;
                        }
                        g_.place(s, c, v);
                        return true;
                    });
                    if (!fine) return false;
                }
            }
            if (placed) continue;
            for (int from = 0; from < at_.stripe(); from += together) {
                Vec single[together], missing{0, 0}, some{0, 0};
                const int count = std::min(together, at_.stripe() - from);
                for (int n = 0; n < count; ++n) {
                    const Vec* place = at_.place(s, 0) + from + n;
                    Vec once = *place, twice{0, 0};
                    for (int k = 1; k < at_.places(); ++k) {
                        const Vec here = place[k * at_.stripe()];
                        twice |= once & here;
                        once |= here;
                    }
                    const Vec need = at_.needs(s)[from + n];
                    missing |= need & ~once;
                    single[n] = need & ~twice;
                    some |= single[n];
                }
                if (any(missing)) {
                    blame_missing(s, from, count);
                    return false;
                }
                if (!any(some)) continue;
                placed = true;
                for (int n = 0; n < count; ++n)
                    if (!put_hidden(s, from + n, single[n])) return false;
            }
            if (!placed) return true;
        }
    }

    /// Where all places of a value in a house are in one crossing, other cells lose it.
    bool locked(Vec* s) {
        bool changed = false;
        if (D::square && !g_.squares.empty())
            for (int word = 0; word < at_.words(); ++word) changed |= locked_squares(s, word);
        else
            for (int slot = 0; slot < at_.slots(); ++slot) changed |= locked(s, slot);
        return changed;
    }

    /// Two sets of cells with the same values: a value that one cannot hold leaves the other.
    bool leftovers(Vec* s) {
        bool changed = false;
        for (const auto& pair : g_.leftovers)
            for (int v = 0; v < at_.values(); ++v) {
                const bool one = meets(s, v, pair.one), other = meets(s, v, pair.other);
                if (one == other) continue;
                const Vec* plane = at_.plane_of(s, v);
                const std::vector<Vec>& set = one ? pair.one : pair.other;
                for (int i = 0; i < at_.plane(); ++i) {
                    // Placed values stay; a conflict with one is found elsewhere.
                    const Vec gone = plane[i] & set[static_cast<std::size_t>(i)] & at_.open(s)[i];
                    changed |= any(gone);
                    each_bit(gone, [&](int bit) {
                        g_.drop(s, 128 * i + bit, v);
                        return true;
                    });
                }
            }
        return changed;
    }

private:
    /// Vectors of lanes examined before a branch. No node depends on it. 3,000 lines of rated11plus
    /// take 7 % more time with 2 and 20 % more with 8; 10,000 of 17clue the same with 2 and 15 % more
    /// with 8 (`solve_many`, CPU time, best of five, in turn; 2026-11).
    static constexpr int together = 4;

    /// Puts the values of hidden singles, given as lanes of the j-th vector of a stripe.
    bool put_hidden(Vec* s, int j, Vec single) {
        return each_bit(single, [&](int index) {
            const int v = 4 * (j % at_.block()) + (index >> 5);
            const int h = 32 * (j / at_.block()) + (index & 31);
            if (!any(at_.needs(s)[j] & single_bit(index))) return true;  // put for another house
            const int c = g_.first_of(s, v, h);
            if (c < 0) {
                conflicts_.blame_house(h);
                return false;
            }
            g_.put(s, c, v);
            return true;
        });
    }

    /// Some value has no place left in a house of these vectors of lanes.
    void blame_missing(const Vec* s, int from, int count) {
        if (!conflicts_.learning()) return;
        for (int j = from; j < from + count; ++j) {
            Vec once{0, 0};
            for (int k = 0; k < at_.places(); ++k) once |= at_.place(s, k)[j];
            const bool none = each_bit(at_.needs(s)[j] & ~once, [&](int index) {
                conflicts_.blame_house(32 * (j / at_.block()) + (index & 31));
                return false;
            });
            if (!none) return;
        }
    }

    /// In one word of houses of which all groups are rows or columns of squares of places: both at
    /// once, each place read once.
    bool locked_squares(Vec* s, int word) {
        constexpr int root = std::max(D::square, 1);
        constexpr int most = D::square ? lane_vectors(root * root) : 1;
        const auto& houses = g_.squares[static_cast<std::size_t>(word)];
        const Vec having[2] = {spread(houses.by_row), spread(houses.by_column)};
        SquareGroups<D> group[most] = {};
        Vec fires[2 * most];
        for (int block = 0; block < at_.block(); ++block) {
            const int j = word * at_.block() + block;
            g_.add_square_groups(s, j, group[block]);
            for (int way = 0; way < 2; ++way) {
                const Vec* groups = group[block][way];
                Vec once = groups[0], twice{0, 0};
                for (int n = 1; n < root; ++n) {
                    twice |= once & groups[n];
                    once |= groups[n];
                }
                Vec& applied = at_.applied(s, way)[j];
                fires[2 * block + way] = at_.needs(s)[j] & once & ~twice & having[way] & ~applied;
                applied |= fires[2 * block + way];
            }
        }
        bool changed = false;
        each_bit_of_few<2 * most>(fires, 2 * at_.block(), [&](int index) {
            const int way = index >> 7 & 1, block = index >> 8, lane = index >> 5 & 3, bit = index & 31;
            int n = 0;
            for (int m = 1; m < root; ++m)
                n += m * static_cast<int>(reinterpret_cast<Vec32&>(group[block][way][m])[lane] >> bit & 1);
            const auto h = static_cast<std::size_t>(32 * word + bit);
            changed |= apply(s, 4 * block + lane,
                             g_.slots[static_cast<std::size_t>(way)].cut[h * root + static_cast<std::size_t>(n)]);
            return true;
        });
        return changed;
    }

    /// Cuts what the groups of a slot lock that have all places of a value in a house, unless they
    /// have been cut. `only`: such values and houses, as lanes of the j-th vector of a stripe.
    template <class Groups>
    bool fire(Vec* s, int slot_number, int j, Vec only, const Groups& group) {
        Vec& applied = at_.applied(s, slot_number)[j];
        const Vec fires = only & ~applied;
        if (!any(fires)) return false;
        applied |= fires;
        const auto& slot = g_.slots[static_cast<std::size_t>(slot_number)];
        const auto groups = static_cast<std::size_t>(slot.groups);
        bool changed = false;
        for (std::size_t n = 0; n < groups; ++n)
            each_bit(fires & group(n), [&](int index) {
                const int v = 4 * (j % at_.block()) + (index >> 5);
                const auto h = static_cast<std::size_t>(32 * (j / at_.block()) + (index & 31));
                changed |= apply(s, v, slot.cut[h * groups + n]);
                return true;
            });
        return changed;
    }

    bool locked(Vec* s, int slot_number) {
        const auto& slot = g_.slots[static_cast<std::size_t>(slot_number)];
        bool changed = false;
        for (int word = 0; word < at_.words(); ++word) {
            if (slot.members[static_cast<std::size_t>(word)].empty()) continue;
            const std::uint32_t alike = slot.alike[static_cast<std::size_t>(word)];
            for (int from = 0; from < at_.block(); from += together)
                changed |= alike ? locked<true>(s, slot_number, word, from, spread(alike))
                                 : locked<false>(s, slot_number, word, from, spread(~0u));
        }
        return changed;
    }

    /// In some vectors of lanes of one word of houses. `alike`: whether the places of its houses are
    /// grouped alike, so that no group needs to be reduced to the houses that have it.
    template <bool alike>
    bool locked(Vec* s, int slot_number, int word, int from, Vec houses) {
        const auto& slot = g_.slots[static_cast<std::size_t>(slot_number)];
        const auto& members = slot.members[static_cast<std::size_t>(word)];
        const int first = word * at_.block() + from;
        const int count = at_.block() <= together ? at_.block() : std::min(together, at_.block() - from);
        const Vec* places = at_.place(s, 0) + first;
        const auto of = [&](const auto& member, int j) {
            const Vec place = places[member.place * at_.stripe() + j];
            return alike ? place : place & spread(member.houses);
        };
        Vec group[most_groups][together];
        const auto* member = members.data();  // by group
        const auto* end = member + members.size();
        Vec once[together] = {}, twice[together] = {};
        for (const auto& loose : slot.loose[static_cast<std::size_t>(word)])
            for (int j = 0; j < count; ++j) twice[j] |= of(loose, j);
        for (int n = 0; n < slot.groups; ++n) {
            Vec sum[together] = {};
            for (; member != end && member->number == n; ++member)
                for (int j = 0; j < count; ++j) sum[j] |= of(*member, j);
            for (int j = 0; j < count; ++j) {
                group[n][j] = sum[j];
                twice[j] |= once[j] & sum[j];
                once[j] |= sum[j];
            }
        }
        bool changed = false;
        for (int j = 0; j < count; ++j) {
            const auto groups = [&](std::size_t n) { return group[n][j]; };
            changed |= fire(s, slot_number, first + j,
                            at_.needs(s)[first + j] & once[j] & ~twice[j] & houses, groups);
        }
        return changed;
    }

    /// Takes v from the cells of a cut; whether some held it.
    bool apply(Vec* s, int v, int number) {
        const Vec* plane = at_.plane_of(s, v);
        const Vec* keep = &g_.group_cuts.cells[static_cast<std::size_t>(number * at_.plane())];
        bool some = false;
        for (int i = 0; i < at_.plane(); ++i) some |= any(plane[i] & ~keep[i]);
        if (some) g_.cut(s, v, g_.group_cuts, number);
        return some;
    }

    bool meets(const Vec* s, int v, const std::vector<Vec>& set) const {
        const Vec* plane = at_.plane_of(s, v);
        for (int i = 0; i < at_.plane(); ++i)
            if (any(plane[i] & set[static_cast<std::size_t>(i)])) return true;
        return false;
    }

    const Grid<D>& g_;
    const Layout<D>& at_;
    Conflicts<D>& conflicts_;
};

}  // namespace kernel
