// The choice of a guess: which cell, which value.
#pragma once

#include <algorithm>
#include <cstdint>

#include "conflicts.hpp"
#include "random.hpp"
#include "rules.hpp"

namespace kernel {

/// What is assumed first: that a cell has a value, or that a value stands in one of two crossings of
/// a house. `cell`: from the number of cells on a hidden variable or, where there are no rules, a
/// crossing. In few bytes, and with what is rare behind one test: with fields of its own for
/// crossings, and a test for them first, hardest1106, rated11plus and top1465 take 1 to 6 % more time
/// (`solve_lines`, CPU time, best of six and seven, in turn; 2026-11).
struct Guess {
    int cell, value;
    bool bilocal = false;  ///< chosen is where the value stands in some set, not what the cell holds
    std::int16_t other = 0;  ///< the number of the other crossing, less that of this one

    /// Returns the same for the other crossing.
    Guess opposite() const {
        return {cell + other, value, false, static_cast<std::int16_t>(-other)};
    }
};

/// A value of a cell that is narrowed at random, and its likelihood relative to the others.
struct Share {
    int value;
    double size;
};

template <class D>
class Branching {
public:
    /// `work`: null if there are no rules.
    Branching(const Grid<D>& grid, const Conflicts<D>& conflicts, const RuleWork* work,
              unsigned without)
        : g_(grid), at_(grid.at), conflicts_(conflicts), work_(work),
          rule_weights_(work ? &work->weights() : nullptr), without_(without) {
        pairs_.resize(static_cast<std::size_t>(at_.plane()), Vec{0, 0});
        shares_.resize(static_cast<std::size_t>(at_.values()));
    }

    /// `hasty`: the first cell with two values is as good as any.
    /// `masks`: the domains of variables, if there are rules.
    Guess choose(const Vec* s, const Mask* masks, bool hasty) {
        const int pair = note_pairs(s);
        if (work_ || conflicts_.learning()) {
            const auto [guess, weight] = choose_weighted(s, masks);
            return work_ ? heaviest_border(s, masks, guess, weight) : guess;
        }
        if ((without_ & weighted_branching) || hasty)
            return pair < 0 ? bilocal_or_fewest(s) : Guess{pair, g_.value_of(s, pair)};
        const Scored cell = best_pair(s);
        int pairs = 0;
        for (const Vec cells : pairs_) pairs += popcount(cells);
        if (pairs > few_pairs) return cell.guess;
        const Scored bilocal = two_places<true>(s);
        if (pairs == 0) return without_pairs(s, bilocal);
        return bilocal.score * favour > cell.score ? bilocal.guess : cell.guess;
    }

    /// Narrows a state at random; returns one over the probability of this choice. `masks`: see
    /// `choose`.
    double narrow(Vec* s, const Mask* masks, Random& random) {
        int c = note_pairs(s);
        if (work_ || c < 0) {
            const Guess guess = work_ ? choose_weighted(s, masks).first : bilocal_or_fewest(s);
            if (guess.bilocal) {
                if (random.below(2)) g_.put(s, guess.cell, guess.value);
                else g_.drop(s, guess.cell, guess.value);
                return 2;
            }
            c = guess.cell;
        }
        double sum = 0;
        std::size_t count = 0;
        g_.each_value(s, c, [&](int v) {
            sum += (shares_[count++] = {v, share(s, c, v)}).size;
            return true;
        });
        double ticket = random.unit() * sum;
        std::size_t n = 0;
        for (; n + 1 < count && ticket >= shares_[n].size; ++n) ticket -= shares_[n].size;
        g_.put(s, c, shares_[n].value);
        return sum / shares_[n].size;
    }

    /// Any value that a cell may hold, each as likely.
    int random_value(const Vec* s, int c, Random& random) const {
        auto skip = random.below(static_cast<std::uint64_t>(size(s, c)));
        int v = 0;
        for (;; ++v)
            if (g_.may(s, c, v) && skip-- == 0) return v;
    }

private:
    /// A guess, and how much it removes.
    struct Scored {
        Guess guess;
        int score;
    };

    /// What to guess where no cell has two values: the value with two places, or with two crossings, in
    /// a house that removes most. Without crossings hardest1106 takes 39,493 nodes instead of 35,650 and
    /// the first 5,000 of rated11plus 266,263 instead of 257,698, in 6 and 1 to 4 % more time. With what
    /// they remove times 0.7, 0.8, 0.9 and 1.1 hardest1106 takes 38,737, 38,263, 35,917 and 36,794 nodes,
    /// 11 % more if only the smaller side counts, and 1 % more if the larger does. Beside cells with two
    /// values crossings never pay: 14 nodes more times 1, 2 % more times 1.5 (`solve_many` and
    /// `solve_lines`; 2026-11).
    [[gnu::noinline]] Guess without_pairs(const Vec* s, const Scored& bilocal) const {
        const Scored crossing = two_crossings(s);
        if (crossing.score > bilocal.score) return crossing.guess;
        return bilocal.score >= 0 ? bilocal.guess : fewest_values(s);
    }

    /// The same where the choice should cost little: without crossings.
    [[gnu::noinline]] Guess bilocal_or_fewest(const Vec* s) const {
        const Guess bilocal = two_places<false>(s).guess;
        return bilocal.cell >= 0 ? bilocal : fewest_values(s);
    }

    Guess fewest_values(const Vec* s) const {
        const int c = fewest(s);
        return {c, g_.value_of(s, c)};
    }

    /// Finds the open cells with two values; the first of them, -1 if there are none.
    int note_pairs(const Vec* s) {
        int first = -1;
        for (int i = at_.plane(); i-- > 0;) {
            const Vec pairs = pairs_[static_cast<std::size_t>(i)] = g_.bivalue(s, i);
            each_bit(pairs, [&](int bit) {
                first = 128 * i + bit;
                return false;
            });
        }
        return first;
    }

    /// How much putting v into c removes from its peers: 2 for each cell, and a bonus for cells with
    /// two values, which become singles. With a bonus of 6, and before values with two places were
    /// considered as well, the first 375 of hardest1106, each proved unique, took 49,860 instead of
    /// 47,026 nodes with only the first eight cells compared, and 52,957 with those alone that had more
    /// values at the choice before: no time is saved (2026-11).
    int reach(const Vec* s, int c, int v) const {
        const Vec* plane = at_.plane_of(s, v);
        const Vec* peers = &g_.peers[static_cast<std::size_t>(c * at_.plane())];
        int sum = 0;
        for (int i = 0; i < at_.plane(); ++i) {
            const Vec hit = plane[i] & peers[i];
            if (at_.plane() == 1 || any(hit))
                sum += 2 * popcount(hit) + pair_bonus * popcount(hit & pairs_[static_cast<std::size_t>(i)]);
        }
        return sum;
    }

    /// Calls `visit` with each value that has two places in a house, and that house.
    template <class Visit>
    void each_two_places(const Vec* s, Visit visit) const {
        for (int j = 0; j < at_.stripe(); ++j) {
            const Vec* place = at_.place(s, 0) + j;
            Vec once{0, 0}, twice{0, 0}, thrice{0, 0};
            for (int k = 0; k < at_.places(); ++k) {
                const Vec here = place[k * at_.stripe()];
                thrice |= twice & here;
                twice |= once & here;
                once |= here;
            }
            const Vec two = at_.needs(s)[j] & twice & ~thrice;
            if (!any(two)) continue;
            each_bit(two, [&](int index) {
                visit(4 * (j % at_.block()) + (index >> 5), 32 * (j / at_.block()) + (index & 31));
                return true;
            });
        }
    }

    /// The cell with two values that removes most, counted for both, from its peers.
    Scored best_pair(const Vec* s) const {
        Scored best{{-1, -1}, -1};
        each_bit(pairs_.data(), at_.plane(), [&](int c) {
            const int v = g_.value_of(s, c), u = g_.value_after(s, c, v);
            const int a = reach(s, c, v), b = reach(s, c, u);
            if (a + b > best.score) best = {{c, a >= b ? v : u}, a + b};
            return true;
        });
        return best;
    }

    /// The value with two places in a house that removes most, from the peers of the first or, if
    /// `both`, counted for both; a score of -1 if there is none.
    template <bool both>
    Scored two_places(const Vec* s) const {
        Scored best{{-1, -1}, -1};
        each_two_places(s, [&](int v, int h) {
            const auto [c, d] = g_.ends_of(s, v, h);
            const int a = reach(s, c, v), b = both ? reach(s, d, v) : 0;
            if (a + b > best.score) best = {{a >= b ? c : d, v, true}, a + b};
        });
        return best;
    }

    /// Calls `visit` with each value whose places in a house are in two crossings, and with these.
    template <class Visit>
    void each_two_crossings(const Vec* s, Visit visit) const {
        if (D::square && !g_.squares.empty()) {
            for (int j = 0; j < at_.stripe(); ++j) {
                const auto& houses = g_.squares[static_cast<std::size_t>(j / at_.block())];
                SquareGroups<D> groups = {};
                g_.add_square_groups(s, j, groups);
                for (int way = 0; way < std::min(at_.slots(), 2); ++way)
                    two_groups(s, way, j, groups[way],
                               spread(way == 0 ? houses.by_row : houses.by_column), visit);
            }
            return;
        }
        for (int number = 0; number < at_.slots(); ++number)
            for (int j = 0; j < at_.stripe(); ++j) {
                const auto& slot = g_.slots[static_cast<std::size_t>(number)];
                const auto word = static_cast<std::size_t>(j / at_.block());
                const Vec* place = at_.place(s, 0) + j;
                Vec groups[most_groups], loose{0, 0};
                std::fill_n(groups, slot.groups, Vec{0, 0});
                for (const auto& member : slot.members[word])
                    groups[member.number] |= place[member.place * at_.stripe()] & spread(member.houses);
                for (const auto& member : slot.loose[word])
                    loose |= place[member.place * at_.stripe()] & spread(member.houses);
                two_groups(s, number, j, groups, ~loose, visit);
            }
    }

    /// The same for one slot and the j-th vector of lanes. `groups`: those that may hold a value;
    /// `only`: the lanes looked at.
    template <class Visit>
    void two_groups(const Vec* s, int slot_number, int j, const Vec* groups, Vec only,
                    Visit visit) const {
        const auto& slot = g_.slots[static_cast<std::size_t>(slot_number)];
        Vec once{0, 0}, twice{0, 0}, thrice{0, 0};
        for (int n = 0; n < slot.groups; ++n) {
            thrice |= twice & groups[n];
            twice |= once & groups[n];
            once |= groups[n];
        }
        each_bit(at_.needs(s)[j] & twice & ~thrice & only, [&](int index) {
            int first = -1, last = -1;
            for (int n = 0; n < slot.groups; ++n) {
                if (!any(groups[n] & single_bit(index))) continue;
                if (first < 0) first = n;
                last = n;
            }
            const int house = 32 * (j / at_.block()) + (index & 31);
            const int* crossings = &slot.cut[static_cast<std::size_t>(house * slot.groups)];
            visit(4 * (j % at_.block()) + (index >> 5), crossings[first], crossings[last]);
            return true;
        });
    }

    /// The value with two crossings in a house that removes most, counted for both, and the one
    /// that removes more; a score of -1 if there is none. No cell may have two values.
    Scored two_crossings(const Vec* s) const {
        Scored best{{-1, -1}, -1};
        each_two_crossings(s, [&](int v, int one, int other) {
            // What either removes is counted at once, as they hardly ever remove the same, and twice,
            // as for cells.
            const int score = 2 * removed(s, v, [&](int i) {
                return gone(one, other, i) | gone(other, one, i);
            });
            const auto further = static_cast<std::int16_t>(other - one);
            if (score > best.score) best = {{g_.cells + one, v, false, further}, score};
        });
        if (best.score < 0) return best;
        const int v = best.guess.value, one = best.guess.cell - g_.cells;
        const int other = one + best.guess.other;
        if (removed(s, v, [&](int i) { return gone(other, one, i); }) >
            removed(s, v, [&](int i) { return gone(one, other, i); }))
            best.guess = best.guess.opposite();
        return best;
    }

    /// The cells of the i-th vector that lose what stands in one crossing of a house, not in the other.
    Vec gone(int one, int other, int i) const {
        return ~g_.group_cuts.cells[static_cast<std::size_t>(one * at_.plane() + i)] |
               g_.crossing_cells[static_cast<std::size_t>(other * at_.plane() + i)];
    }

    /// How many of some cells, given by vector, may hold v.
    template <class Cells>
    int removed(const Vec* s, int v, Cells cells) const {
        int sum = 0;
        for (int i = 0; i < at_.plane(); ++i) sum += popcount(at_.plane_of(s, v)[i] & cells(i));
        return sum;
    }

    /// The value with two places of which one weighs most, if that is more than `least`: put there.
    Guess heaviest_two_places(const Vec* s, double least) const {
        Guess best{-1, -1};
        double most = least;
        each_two_places(s, [&](int v, int h) {
            const auto [first, last] = g_.ends_of(s, v, h);
            for (const int c : {first, last})
                if (const double weight = weight_of(c); weight > most) {
                    most = weight;
                    best = {c, v, true};
                }
        });
        return best;
    }

    int size(const Vec* s, int c) const {
        int count = 0;
        for (int v = 0; v < at_.values(); ++v) count += g_.may(s, c, v);
        return count;
    }

    /// Roughly how often a value stands in a cell, relative to its other values: the fewer places
    /// it has in the houses, the oftener. Roots, since the houses of a cell are not independent.
    double share(const Vec* s, int c, int v) const {
        double product = 1;
        const Vec* plane = at_.plane_of(s, v);
        g_.each_house(c, [&](int h) {
            const Vec* house = &g_.house_cells[static_cast<std::size_t>(h * at_.plane())];
            int places = 0;
            for (int i = 0; i < at_.plane(); ++i) places += popcount(plane[i] & house[i]);
            product *= g_.one_over_root[static_cast<std::size_t>(places)];
        });
        return product;
    }

    /// The first open cell with the fewest values, which are counted in bits of all cells at once.
    int fewest(const Vec* s) const {
        const int digits = std::bit_width(static_cast<unsigned>(at_.values()));
        int least = 1 << 30, cell = -1;
        for (int i = 0; i < at_.plane(); ++i) {
            Vec set = at_.open(s)[i];
            if (!any(set)) continue;
            Vec count[32] = {};
            for (int v = 0; v < at_.values(); ++v) {
                Vec carry = s[v * at_.plane() + i];
                for (int d = 0; d < digits; ++d) {
                    const Vec both = count[d] & carry;
                    count[d] ^= carry;
                    carry = both;
                }
            }
            int n = 0;
            for (int d = digits; d-- > 0;) {
                const Vec fewer = set & ~count[d];
                if (any(fewer)) set = fewer;
                else n |= 1 << d;
            }
            if (n < least) {
                least = n;
                each_bit(set, [&](int bit) {
                    cell = 128 * i + bit;
                    return false;
                });
            }
        }
        return cell;
    }

    /// Returns the weight of a cell from conflicts in its houses and in its rules.
    double weight_of(int c) const {
        if (without_ & conflict_weights) return 1;
        const double weight = conflicts_.weight(c) + 1;
        return work_ ? weight + (*rule_weights_)[static_cast<std::size_t>(c)] : weight;
    }

    /// The cell with the fewest values for its weight, or a value with two places: where there are
    /// rules only one whose cells outweigh that cell by far. Also the weight for each value.
    std::pair<Guess, double> choose_weighted(const Vec* s, const Mask* masks) {
        // Weight over n - 1 would take a cell with two values nearly always. Of 164 puzzles of
        // iss-half.jsonl (`python tests/benchmarks --against`) 130 are proved unique within 5,000
        // nodes by weight over n, 128 over n - 1 (2026-11). Without rules n - 1 is kept.
        const int taken = work_ ? 0 : 1;
        double most = -1;
        int cell = -1, values = 0;
        each_bit(at_.open(s), at_.plane(), [&](int c) {
            const int n = work_ ? std::popcount(masks[c]) : size(s, c);
            const double weight = weight_of(c);
            if (weight > most * (n - taken)) {
                most = weight / (n - taken);
                cell = c;
                values = n;
            }
            return true;
        });
        if (work_) {
            const Guess suggested = heaviest_choice(s, most);
            if (suggested.cell >= 0) return {suggested, most};
        }
        if (values > 2) {
            const Guess bilocal =
                work_ ? heaviest_two_places(s, outweighs * most) : two_places<false>(s).guess;
            if (bilocal.cell >= 0) return {bilocal, outweighs * most};
        }
        return {{cell, g_.value_of(s, cell)}, most};
    }

    /// A border that outweighs a guess: that there is one; otherwise the guess. Its weight is for
    /// each of its two values, as those of cells are. Of the 12 strings of iss-half.jsonl with
    /// unknown regions 10 are proved unique within 20,000 nodes: 7 without borders, 9 if 0.3 of its
    /// weight and that of the two cells at it counts (2026-11).
    Guess heaviest_border(const Vec* s, const Mask* masks, Guess best, double most) const {
        for (const Border& border : work_->borders()) {
            if (std::has_single_bit(masks[border.variable])) continue;
            const auto& [one, other] = border.labels;
            if (!at_.has(at_.open(s), one) && !at_.has(at_.open(s), other)) continue;
            const double weight = 1 + (*rule_weights_)[static_cast<std::size_t>(border.variable)];
            if (weight / 2 > most) {
                most = weight / 2;
                best = {border.variable, 0};
            }
        }
        return best;
    }

    /// The place in a rule's choice, in the heaviest cell, that weighs more than `most` for each
    /// place that is left.
    Guess heaviest_choice(const Vec* s, double most) const {
        Guess best{-1, -1};
        for (const Choice& choice : work_->choices()) {
            if (size(s, choice.of) != 1) continue;
            const int v = g_.value_of(s, choice.of);
            double heaviest = -1;
            int cell = -1, places = 0;
            for (const int c : choice.among) {
                if (!g_.may(s, c, v)) continue;
                ++places;
                if (const double weight = decides * weight_of(c); weight > heaviest) {
                    heaviest = weight;
                    cell = c;
                }
            }
            if (places < 2 || heaviest <= most * places) continue;
            most = heaviest / places;
            best = {cell, v, true};
        }
        return best;
    }

    /// What a cell with two values counts beside the 2 of every cell from which a value is removed.
    /// Before crossings were guessed, with 0, 2, 4, 5, 6 and 8, hardest1106 took 44,648, 40,191,
    /// 39,276, 39,493, 40,281 and 42,900 nodes, top1465 17,724, 15,201, 13,965, 13,569, 13,401 and
    /// 13,269, and the first 5,000 of rated11plus 320,792, 283,375, 268,015, 266,263, 268,828 and
    /// 277,411 (`solve_many`, nodes of all answers; 2026-11). A bonus for cells with three values,
    /// weights of conflicts from the first on, and products instead of sums of both sides change
    /// nodes by some 3 % at most.
    static constexpr int pair_bonus = 5;

    /// The most cells with two values beside which values with two places are considered as well.
    /// Before crossings were guessed, without, and with 2, 4, 6 and 8, hardest1106 took 46,250,
    /// 41,888, 39,493, 38,806 and 38,886 nodes and the first 5,000 of rated11plus 279,529, 275,400,
    /// 266,263, 260,130 and 257,406; but each comparison takes a seventh of a node: instructions of
    /// hardest1106 are 653, 643 and 659 thousand a puzzle with 2, 4 and 6, of rated11plus 414, 413
    /// and 416 (`solve_many` and `solve_lines` under callgrind; 2026-11). First solutions of other
    /// geometries take 76.2 and 74.0 nodes, in the geometric mean, with 0 and 2 (`python
    /// tests/benchmarks/constants.py _kernel/branching.hpp:few_pairs 0 2 --nodes geometries`).
    static constexpr int few_pairs = 4;

    /// How much more a value with two places counts than a cell with two values. Before crossings
    /// were guessed, with 1, 1.25, 1.5, 1.75 and 2, hardest1106 took 44,527, 41,071, 39,493, 39,114
    /// and 39,757 nodes, and the first 5,000 of rated11plus 276,988, 270,972, 266,263, 266,950 and
    /// 267,826 (`solve_many`; 2026-11).
    static constexpr double favour = 1.5;

    /// How much more the places of a rule's choice weigh than the values of a cell. Full rank with
    /// six clues (iss-158 of iss-half.jsonl) takes over 20,000 nodes with 0, 982 with 1, 37 with 2
    /// and with 8; that of 6x6 (iss-184) 34, 34, 53 and 47 (2026-11).
    static constexpr double decides = 2;

    /// The weight of the heavier of a value's two cells, relative to that of the best cell for each
    /// of its values, from which it is branched on before that cell. Of 197 strings of iss-half.jsonl,
    /// up to 10,000 nodes each, 22 are not decided with 2, 2.5, 3 and 4, in 47.2, 46.7, 45.9 and 45.8
    /// nodes (geometric mean; `python tests/benchmarks/constants.py _kernel/branching.hpp:outweighs
    /// 2 2.5 3 4 --nodes iss-half.jsonl --limit 10000`, 2026-11). A kind of magic (iss-178) takes the
    /// fewer the less it is. 124 instead of 130 of 164 puzzles were proved unique within 5,000 nodes
    /// if any value with two places came first.
    static constexpr double outweighs = 2.5;

    const Grid<D>& g_;
    const Layout<D>& at_;
    const Conflicts<D>& conflicts_;
    const RuleWork* const work_;
    const std::vector<double>* const rule_weights_;  ///< by variable; null without rules
    const unsigned without_;
    std::vector<Vec> pairs_;  ///< the cells with two values, of the state that is being branched
    std::vector<Share> shares_;  ///< of the values of a cell that is narrowed at random
};

}  // namespace kernel
