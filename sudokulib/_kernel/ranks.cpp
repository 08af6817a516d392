// Lines of which some have a given rank among all, read as numbers; see `LineRank` in Python.
#include <algorithm>

#include "propagator.hpp"

namespace kernel {
namespace {

/// How a line may compare with one that has a clue, as bits.
using Outcomes = unsigned;
constexpr Outcomes lower = 1, not_lower = 2, either = 3;

/// Places that two lines are compared at, that of the line with the clue first.
using Pairs = std::vector<std::pair<std::size_t, std::size_t>>;

Pairs pairs_of(const std::vector<int>& mine, const std::vector<int>& other) {
    Pairs pairs;
    for (std::size_t i = 0; i < mine.size(); ++i) {
        const auto a = static_cast<std::size_t>(mine[i]), b = static_cast<std::size_t>(other[i]);
        const bool known = a == b || std::any_of(pairs.begin(), pairs.end(), [&](const auto& p) {
            return p == std::pair(a, b) || p == std::pair(b, a);
        });
        if (!known) pairs.emplace_back(a, b);
    }
    return pairs;
}

/// The integers behind values, compared.
class Order {
public:
    explicit Order(const std::vector<int>& order) : order_(order) {
        const std::size_t size = order.size();
        below_.assign(size, 0), same_.assign(size, 0);
        for (std::size_t v = 0; v < size; ++v)
            for (std::size_t w = 0; w < size; ++w) {
                if (order[w] < order[v]) below_[v] |= bit(static_cast<int>(w));
                if (order[w] == order[v]) same_[v] |= bit(static_cast<int>(w));
            }
        for (std::size_t v = 1; v < size; ++v) ascending_ &= order[v - 1] < order[v];
    }

    Mask below(int value) const { return below_[static_cast<std::size_t>(value)]; }
    Mask same(int value) const { return same_[static_cast<std::size_t>(value)]; }
    int highest(Mask mask) const {
        if (ascending_) return std::bit_width(mask) - 1;
        return extreme(mask, [](int one, int best) { return one > best; });
    }
    int lowest(Mask mask) const {
        if (ascending_) return low(mask);
        return extreme(mask, [](int one, int best) { return one < best; });
    }
    /// The value of both of two that are tied, if only one is possible; else none.
    Mask tie(Mask one, Mask other) const {
        return ascending_ && single(one & other) ? one & other : 0;
    }
    /// For masks that are not empty.
    bool may_be_less(Mask one, Mask other) const {
        if (ascending_) return other >> 1 >= (one & -one);
        return one & below(highest(other));
    }
    bool may_equal(Mask one, Mask other) const {
        if (ascending_) return one & other;
        for (; one; one &= one - 1)
            if (same(low(one)) & other) return true;
        return false;
    }

private:
    template <class Better>
    int extreme(Mask mask, Better&& better) const {
        int best = low(mask);
        for (; mask; mask &= mask - 1)
            if (better(order_[static_cast<std::size_t>(low(mask))],
                       order_[static_cast<std::size_t>(best)]))
                best = low(mask);
        return best;
    }

    std::vector<int> order_;
    std::vector<Mask> below_, same_;
    bool ascending_ = true;
};

/// How many lines, which begin with different values, begin with one of some values.
struct Begins {
    std::int64_t sure = 0, possible = 0;

    void add(Mask domain, Mask values) {
        sure += !(domain & ~values);
        possible += (domain & values) != 0;
    }
    /// `all`: what these lines, so many, may begin with.
    void bound(std::int64_t lines, Mask all, Mask values) {
        sure = std::max<std::int64_t>(sure, lines - std::popcount(all & ~values));
        possible = std::min<std::int64_t>(possible, std::popcount(all & values));
    }
};

/// The lines of a side, which begin with different values, compared with one that has a clue.
struct Side {
    Begins less, not_more;            ///< values below the first one of that line, or not above it
    std::int64_t may = 0, must = 0;   ///< how many are lower, each by itself
    Outcomes rests = 0;               ///< of all lines that may begin like that line
    Outcomes decided = 0;             ///< of those of them that have one outcome
    std::int64_t undecided = 0;       ///< how many have two
    std::int64_t least = 0, most = 0; ///< how many are lower

    void bound() {
        least = std::max(must, rests & not_lower ? less.sure : not_more.sure);
        most = std::min(may, rests & lower ? not_more.possible : less.possible);
    }
};

class Ranking : public Propagator {
public:
    Ranking(const Rule& rule, std::vector<char> distinct)
        : size_(rule.variables.size()), values_(first(rule.order.size())), order_(rule.order),
          sides_(rule.sides), distinct_(std::move(distinct)), ties_(rule.ties) {
        std::vector<char> listed(rule.lines.size(), 0);
        for (const auto& line : rule.lines) starts_.push_back(static_cast<std::size_t>(line[0]));
        for (const auto& side : sides_)
            for (const int n : side) listed[static_cast<std::size_t>(n)] = 1;
        for (std::size_t n = 0; n < listed.size(); ++n)
            if (!listed[n]) sides_.push_back({static_cast<int>(n)});
        for (const auto& [number, rank] : rule.clues) clues_.push_back(clue(rule, number, rank));
    }

    bool narrow(Mask* d, Word* scratch) const override {
        for (std::size_t i = 0; i < size_; ++i)
            if ((d[i] &= values_) == 0) return false;
        Seen* seen = reinterpret_cast<Seen*>(scratch);
        Side* sides = reinterpret_cast<Side*>(scratch + words<Seen>(starts_.size()));
        return differ(d) && std::all_of(clues_.begin(), clues_.end(), [&](const Clue& clue) {
                   return meet(clue, d, seen, sides);
               });
    }

    std::size_t scratch() const override {
        return words<Seen>(starts_.size()) + words<Side>(sides_.size());
    }
    /// Which line of another side begins like one that has a clue.
    std::vector<Choice> choices() const override {
        std::vector<Choice> found;
        for (const Clue& clue : clues_)
            for (const auto& side : sides_) {
                if (std::find(side.begin(), side.end(), clue.number) != side.end()) continue;
                Choice& choice = found.emplace_back(Choice{static_cast<int>(clue.line[0]), {}});
                for (const int n : side) choice.among.push_back(static_cast<int>(start(n)));
            }
        return found;
    }
    double cost() const override {
        return static_cast<double>(20 * starts_.size() * clues_.size());
    }
    bool settles() const override { return false; }

private:
    /// A line that is compared with one that has a clue.
    struct Other {
        std::size_t start;
        Pairs pairs;
        std::size_t rest;  ///< where in these the first places are no more compared
        Mask distinct;     ///< all values if those of the line differ, else none
    };
    struct Clue {
        int number, rank;
        std::vector<std::size_t> line;
        Mask distinct;  ///< see `Other`
        std::vector<std::vector<Other>> sides;
        std::vector<Other> known_lower;
        std::size_t side;  ///< its own
    };
    /// The outcomes of comparing a line with the one that has the clue.
    struct Seen {
        Mask domain;    ///< the values that it may begin with
        Outcomes first, rest;  ///< of the first values if they differ, and of reading on if not
    };

    template <class T>
    static std::size_t words(std::size_t count) {
        return count * ((sizeof(T) + sizeof(Word) - 1) / sizeof(Word));
    }

    Clue clue(const Rule& rule, int number, int rank) const {
        const auto side = std::find_if(sides_.begin(), sides_.end(), [&](const auto& lines) {
            return std::find(lines.begin(), lines.end(), number) != lines.end();
        });
        Clue clue{number, rank, {}, all_if_distinct(number), {}, {},
                  static_cast<std::size_t>(side - sides_.begin())};
        const auto& mine = rule.lines[static_cast<std::size_t>(number)];
        clue.line.assign(mine.begin(), mine.end());
        const auto other = [&](int n) {
            const auto& line = rule.lines[static_cast<std::size_t>(n)];
            return Other{start(n), pairs_of(mine, line), mine[0] == line[0] ? 0u : 1u,
                         all_if_distinct(n)};
        };
        for (const auto& lines : sides_) {
            auto& others = clue.sides.emplace_back();
            for (const int n : lines)
                if (n != number) others.push_back(other(n));
        }
        for (const auto& [n, lower] : rule.clues)
            if (n != number && lower < rank) clue.known_lower.push_back(other(n));
        return clue;
    }
    Mask all_if_distinct(int line) const {
        return distinct_[static_cast<std::size_t>(line)] ? ~Mask{0} : 0;
    }

    /// Takes the values of fixed first places from the others of their sides.
    bool differ(Mask* d) const {
        for (const auto& side : sides_)
            for (const int one : side) {
                const Mask taken = d[start(one)];
                if (!single(taken)) continue;
                for (const int other : side)
                    if (other != one && (d[start(other)] &= ~taken) == 0) return false;
            }
        return true;
    }

    std::size_t start(int line) const { return starts_[static_cast<std::size_t>(line)]; }

    bool meet(const Clue& clue, Mask* d, Seen* seen, Side* sides) const {
        for (const Other& other : clue.known_lower)
            if (!hold(clue, other, d, lower)) return false;
        const auto compared = [&] { return look(clue, d, seen, sides) && fits(clue, sides); };
        if (!single(d[clue.line[0]])) {
            if (!narrow_place(clue.line[0], d, compared)) return false;
            if (!single(d[clue.line[0]])) return true;
        }
        if (!compared()) return false;
        const auto open = std::find_if(clue.line.begin(), clue.line.end(),
                                       [&](std::size_t place) { return !single(d[place]); });
        const bool decided = std::all_of(sides, sides + sides_.size(),
                                         [](const Side& side) { return side.undecided == 0; });
        if (open != clue.line.end() && !decided) {
            const Mask before = d[*open];
            if (!narrow_place(*open, d, [&] { return look_again(clue, d, seen, sides); })) return false;
            if (d[*open] != before && !compared()) return false;
        }
        const auto [least, most] = lower_lines(sides);
        return (clue.rank != most || hold_sides(clue, d, seen, sides, lower)) &&
               (clue.rank != least || hold_sides(clue, d, seen, sides, not_lower));
    }

    /// Takes those values from a place with which a test fails.
    template <class Test>
    static bool narrow_place(std::size_t place, Mask* d, Test&& test) {
        Mask kept = 0;
        for (Mask left = d[place]; left; left &= left - 1) {
            d[place] = left & -left;
            if (test()) kept |= left & -left;
        }
        return (d[place] = kept) != 0;
    }

    /// How many lines are lower than that of the clue, at least and at most.
    std::pair<std::int64_t, std::int64_t> lower_lines(const Side* sides) const {
        std::int64_t least = 0, most = 0;
        for (std::size_t n = 0; n < sides_.size(); ++n) {
            least += sides[n].least;
            most += sides[n].most;
        }
        return {least, most};
    }
    bool fits(const Clue& clue, const Side* sides) const {
        const auto [least, most] = lower_lines(sides);
        return least <= clue.rank && clue.rank <= most;
    }

    /// Compares all lines with one whose first value is known; false if one can be neither lower
    /// nor not.
    bool look(const Clue& clue, const Mask* d, Seen* seen, Side* sides) const {
        for (std::size_t n = 0; n < sides_.size(); ++n) {
            if (!look(clue, n, d, seen, sides[n])) return false;
            seen += clue.sides[n].size();
        }
        return true;
    }
    bool look(const Clue& clue, std::size_t number, const Mask* d, Seen* seen, Side& side) const {
        const int value = low(d[clue.line[0]]);
        const Mask below = order_.below(value), same = order_.same(value);
        const Mask taken = clue.side == number ? d[clue.line[0]] : 0;
        const Mask tied = order_.tie(d[clue.line[0]], d[clue.line[0]]);  // with what begins like it
        side = Side();
        Mask all = 0;
        for (const Other& other : clue.sides[number]) {
            Seen& one = *seen++;
            one.domain = d[other.start] & ~taken;
            one.rest = one.domain & same ? outcomes(clue, other, other.rest, d, tied) : 0;
            one.first = (one.domain & below ? lower : 0) |
                        (one.domain & ~(below | same) ? not_lower : 0);
            if (!count(one, one.rest, side)) return false;
            if (one.rest == either) ++side.undecided;
            else side.decided |= one.rest;
            side.less.add(one.domain, below);
            side.not_more.add(one.domain, below | same);
            all |= one.domain;
        }
        const auto lines = static_cast<std::int64_t>(clue.sides[number].size());
        side.less.bound(lines, all, below);
        side.not_more.bound(lines, all, below | same);
        side.bound();
        return true;
    }

    /// Adds a line with some outcomes of reading on; false if it can be neither lower nor not.
    static bool count(const Seen& one, Outcomes rest, Side& side) {
        const Outcomes all = one.first | rest;
        side.rests |= rest;
        side.may += (all & lower) != 0;
        side.must += all == lower;
        return all;
    }

    /// Whether the lines suit a clue after a place of its line was narrowed: those that had one
    /// outcome before, as seen, still have it. (One that begins there may still begin as before.)
    bool look_again(const Clue& clue, const Mask* d, const Seen* seen, const Side* sides) const {
        const Mask tied = order_.tie(d[clue.line[0]], d[clue.line[0]]);
        std::int64_t least = 0, most = 0;
        for (std::size_t number = 0; number < sides_.size(); ++number) {
            Side side = sides[number];
            if (side.undecided > 0) {
                side.rests = side.decided;
                side.may -= side.undecided;
                for (std::size_t i = 0; i < clue.sides[number].size(); ++i) {
                    const Other& other = clue.sides[number][i];
                    if (seen[i].rest == either &&
                        !count(seen[i], outcomes(clue, other, other.rest, d, tied), side))
                        return false;
                }
                side.bound();
            }
            seen += clue.sides[number].size();
            least += side.least;
            most += side.most;
        }
        return least <= clue.rank && clue.rank <= most;
    }

    /// How the rest of a line, from a pair of places on, may compare if all before are tied: what
    /// ties before, `gone`, is not repeated where values differ.
    Outcomes outcomes(const Clue& clue, const Other& other, std::size_t from, const Mask* d,
                      Mask gone) const {
        const Pairs& pairs = other.pairs;
        Outcomes found = 0;
        for (std::size_t i = from; i < pairs.size(); ++i) {
            const Mask x = d[pairs[i].first] & ~(gone & clue.distinct);
            const Mask y = d[pairs[i].second] & ~(gone & other.distinct);
            if (!x || !y) return found;
            if (order_.may_be_less(y, x)) found |= lower;
            if (order_.may_be_less(x, y)) found |= not_lower;
            if (found == either || !order_.may_equal(x, y)) return found;
            gone |= order_.tie(x, y);
        }
        return found | (ties_ ? not_lower : 0);
    }

    /// Holds lines to being lower where no fewer may be, or to not being lower where no more may.
    bool hold_sides(const Clue& clue, Mask* d, const Seen* seen, const Side* sides,
                    Outcomes order) const {
        const Mask same = order_.same(low(d[clue.line[0]]));
        for (std::size_t number = 0; number < sides_.size(); ++number) {
            const Side& side = sides[number];
            const bool starts = order == lower ? side.most == side.not_more.possible
                                               : side.least == side.less.sure;
            const bool all = order == lower ? side.most == side.may : side.least == side.must;
            for (const Other& other : clue.sides[number]) {
                const Seen& one = *seen++;
                if (starts && one.domain & same) {
                    if (!(one.rest & order) && (d[other.start] &= ~same) == 0) return false;
                    if (!(one.domain & ~same) && !hold(clue, other, d, order)) return false;
                }
                const bool known = one.first == order && !one.rest;  // by the first values
                if (all && !known && (one.first | one.rest) & order && !hold(clue, other, d, order))
                    return false;
            }
        }
        return true;
    }

    /// Narrows two lines to an order: the other one is lower than that of the clue, or it is not.
    bool hold(const Clue& clue, const Other& other, Mask* d, Outcomes order) const {
        const Pairs& pairs = other.pairs;
        Mask gone = 0;
        for (std::size_t i = 0; i < pairs.size(); ++i) {
            Mask& small = d[order == lower ? pairs[i].second : pairs[i].first];
            Mask& large = d[order == lower ? pairs[i].first : pairs[i].second];
            bool tie = false;  // whether both may be the same, and the rest in this order
            if (order_.may_equal(small, large)) {
                const Mask tied = gone | order_.tie(d[clue.line[0]], d[other.start]) |
                                  order_.tie(small, large);
                tie = (outcomes(clue, other, i + 1, d, tied) & order) != 0;
            }
            const int top = order_.highest(large);
            if ((small &= order_.below(top) | (tie ? order_.same(top) : 0)) == 0) return false;
            const int bottom = order_.lowest(small);
            if ((large &= ~(order_.below(bottom) | (tie ? 0 : order_.same(bottom)))) == 0)
                return false;
            if ((small | large) & ~order_.same(bottom)) return true;
            gone |= order_.tie(small, large);
        }
        return order == not_lower && ties_;
    }

    std::size_t size_;
    Mask values_;
    Order order_;
    std::vector<std::vector<int>> sides_;
    std::vector<char> distinct_;  ///< by line, whether its values differ
    bool ties_;
    std::vector<std::size_t> starts_;  ///< by line
    std::vector<Clue> clues_;
};

}  // namespace

PropagatorPtr make_rank(const Rule& rule, std::vector<char> distinct) {
    return std::make_shared<const Ranking>(rule, std::move(distinct));
}

}  // namespace kernel
