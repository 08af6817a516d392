#include "implied.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace kernel {
namespace {

using derived::Bits;
using derived::Fact;

/// The fewest cells of sums that are combined, of which as many see cells of the other sum. Of
/// `--nodes iss-half.jsonl --limit 10000` (constants.py) it changes four: a little killer without a
/// solution is decided in 6,450 nodes, not in over 500,000, and the others take 2,505, 2,902 and 680
/// nodes instead of 3,788, 3,929 and 439 (2026-11).
constexpr int fewest_combined = 6;

/// The most sums that are combined with one another, more than 9x9 has: a bound on time. With the 42
/// long diagonals of 16x16 `kernel.build` takes 10 ms more with 40, 1 ms more with 16 (2026-11).
constexpr std::size_t most_combined = 16;

class ImpliedSums {
public:
    ImpliedSums(Problem& problem, const std::vector<std::int64_t>& values)
        : problem_(problem), values_(values),
          words_((static_cast<std::size_t>(problem.variables) + 63) / 64), ascending_(values) {
        std::sort(ascending_.begin(), ascending_.end());
        for (const auto& cells : problem.cliques) groups_.push_back(set_of(cells));
        for (const auto& cells : problem.peers) peers_.push_back(set_of(cells));
        for (const std::int64_t value : values) negative_.push_back(-value);
    }

    /// The facts of the sums, and those of the houses, numbered in this order.
    std::pair<std::vector<Fact>, std::vector<Fact>> facts(const std::vector<KnownSum>& sums) const {
        const std::size_t size = (sums.size() + problem_.houses.size() + 63) / 64;
        std::size_t number = 0;
        const auto numbered = [&](Fact fact) {
            fact.used.add(number++);
            return fact;
        };
        std::pair<std::vector<Fact>, std::vector<Fact>> found;
        for (const KnownSum& sum : sums)
            found.first.push_back(
                numbered({set_of(sum.plus), set_of(sum.minus), sum.total, Bits(size)}));
        for (const House& house : problem_.houses) {
            std::int64_t total = 0;
            for (const int value : house.values) total += values_[static_cast<std::size_t>(value)];
            found.second.push_back(numbered({set_of(house.cells), Bits(words_), total, Bits(size)}));
        }
        return found;
    }

    Rule rule(const Fact& fact) {
        Rule rule;
        rule.type = Rule::Type::sum;
        rule.derived = true;
        std::vector<std::vector<std::int64_t>> weights;
        for (int v = 0; v < problem_.variables; ++v) {
            const bool up = fact.plus.has(static_cast<std::size_t>(v));
            if (!up && !fact.minus.has(static_cast<std::size_t>(v))) continue;
            rule.variables.push_back(v);
            weights.push_back(up ? values_ : negative_);
        }
        rule.weights = std::move(weights);
        rule.totals = {fact.total};
        rule.parts = parts(rule.variables);
        return rule;
    }

    /// A rule that nothing fulfils: the totals contradict one another.
    Rule impossible(int variable) const {
        Rule rule;
        rule.type = Rule::Type::sum;
        rule.derived = true;
        rule.variables = {variable};
        rule.weights = std::vector<std::vector<std::int64_t>>{values_};
        rule.parts = {{0}};
        return rule;
    }

    /// Disjoint sums of many cells that see one another, added up where that says more than each
    /// alone: cells that differ have larger least and smaller greatest sums together.
    std::vector<Fact> combined(const std::vector<Fact>& sums) const {
        std::vector<Combined> pool;
        for (const Fact& fact : sums)
            if (fact.minus.count() == 0 && fact.plus.count() >= fewest_combined && all_cells(fact.plus) &&
                pool.size() < most_combined)
                pool.push_back(original(fact));
        std::vector<Merger> mergers;
        for (std::size_t b = 0; b < pool.size(); ++b) add_mergers(pool, b, mergers);
        while (!mergers.empty()) {
            const auto best = std::max_element(
                mergers.begin(), mergers.end(),
                [](const Merger& x, const Merger& y) { return x.whole.worth < y.whole.worth; });
            pool[best->one].open = pool[best->other].open = false;
            pool.push_back(best->whole);
            std::erase_if(mergers, [&](const Merger& m) { return !pool[m.one].open || !pool[m.other].open; });
            add_mergers(pool, pool.size() - 1, mergers);
        }
        std::vector<Fact> found;
        for (const Combined& one : pool)
            if (one.open && one.merged && one.worth > 0) found.push_back(one.fact);
        return found;
    }

private:
    /// A sum; `worth`: by how much the sums of its parts of different cells range more than its
    /// bounds allow, added up.
    struct Combined {
        Fact fact;
        std::vector<int> cells;
        Bits seen;  ///< by some of the cells
        double worth = 0;
        bool merged = false, open = true;
    };
    struct Merger {
        std::size_t one, other;  ///< in the pool
        Combined whole;
    };

    bool all_cells(const Bits& set) const {
        for (int v = problem_.cells; v < problem_.variables; ++v)
            if (set.has(static_cast<std::size_t>(v))) return false;
        return true;
    }

    Combined original(const Fact& fact) const {
        Combined found{fact, {}, Bits(words_)};
        for (std::size_t c = 0; c < peers_.size(); ++c) {
            if (!fact.plus.has(c)) continue;
            found.cells.push_back(static_cast<int>(c));
            found.seen |= peers_[c];
        }
        weigh(found);
        return found;
    }

    Combined merged(const Combined& one, const Combined& other) const {
        Combined both = one;
        both.fact.plus |= other.fact.plus;
        both.fact.total += other.fact.total;
        both.seen |= other.seen;
        both.cells.clear();
        std::merge(one.cells.begin(), one.cells.end(), other.cells.begin(), other.cells.end(),
                   std::back_inserter(both.cells));
        both.merged = true;
        weigh(both);
        return both;
    }

    void weigh(Combined& sum) const {
        std::int64_t least = 0, most = 0;
        const auto split = parts(sum.cells);
        for (const auto& part : split)
            for (std::size_t i = 0; i < std::min(part.size(), ascending_.size()); ++i) {
                least += ascending_[i];
                most += ascending_[ascending_.size() - 1 - i];
            }
        const std::int64_t slack = std::min(sum.fact.total - least, most - sum.fact.total);
        sum.worth = static_cast<double>(most - least) -
                    static_cast<double>(split.size()) * static_cast<double>(slack);
    }

    /// Adds the mergers of a sum with each before it.
    void add_mergers(const std::vector<Combined>& pool, std::size_t other,
                     std::vector<Merger>& mergers) const {
        for (std::size_t one = 0; one < other; ++one) {
            if (!pool[one].open || !near(pool[one], pool[other])) continue;
            Combined whole = merged(pool[one], pool[other]);
            const double x = pool[one].worth, y = pool[other].worth;
            if (whole.worth > std::min(x + y, std::max(x, y)))
                mergers.push_back({one, other, std::move(whole)});
        }
    }

    /// Whether two sums are disjoint, and enough cells of the smaller one see the larger one.
    static bool near(const Combined& one, const Combined& other) {
        if (one.fact.plus.meets(other.fact.plus)) return false;
        if (one.cells.size() > other.cells.size()) return near(other, one);
        return one.fact.plus.common(other.seen) >= fewest_combined;
    }

    Bits set_of(const std::vector<int>& variables) const {
        Bits set(words_);
        for (const int v : variables) set.add(static_cast<std::size_t>(v));
        return set;
    }

    /// Variables, by place, as few sets of different ones: each begins with the largest part of a
    /// clique, and takes what else differs from all in it.
    std::vector<std::vector<int>> parts(const std::vector<int>& variables) const {
        std::vector<std::vector<int>> found;
        Bits left = set_of(variables);
        while (left.count() > 0) {
            Bits part = largest(left, variables);
            std::vector<int> places;
            for (std::size_t i = 0; i < variables.size(); ++i) {
                const auto v = static_cast<std::size_t>(variables[i]);
                if (!left.has(v)) continue;
                if (!part.has(v)) {
                    if (v >= peers_.size() || !part.within(peers_[v])) continue;
                    part.add(v);
                }
                places.push_back(static_cast<int>(i));
            }
            left ^= part;
            found.push_back(std::move(places));
        }
        return found;
    }

    /// The largest part of a clique in a set, or else its first variable.
    Bits largest(const Bits& left, const std::vector<int>& variables) const {
        Bits best(words_);
        for (const int v : variables)
            if (left.has(static_cast<std::size_t>(v))) {
                best.add(static_cast<std::size_t>(v));
                break;
            }
        int size = 1;
        for (const Bits& group : groups_) {
            const int count = group.common(left);
            if (count < 2 || count < size) continue;
            Bits here(words_);
            for (const int v : variables) {
                const auto at = static_cast<std::size_t>(v);
                if (left.has(at) && group.has(at)) here.add(at);
            }
            if (count > size || here < best) {
                best = here;
                size = count;
            }
        }
        return best;
    }

    const Problem& problem_;
    const std::vector<std::int64_t>& values_;
    std::vector<std::int64_t> negative_;
    std::size_t words_;
    std::vector<std::int64_t> ascending_;  ///< the values
    std::vector<Bits> groups_, peers_;  ///< the cliques; by cell
};

/// Returns whether two sums are the same apart from their variables.
bool alike(const Rule& one, const Rule& other) {
    return one.totals == other.totals && one.parts == other.parts &&
           *one.weights == *other.weights;
}

}  // namespace

void add_implied_sums(Problem& problem, const std::vector<std::int64_t>& values,
                      const std::vector<KnownSum>& sums, const derived::Bounds& bounds) {
    ImpliedSums implied(problem, values);
    int contents = 0;
    std::vector<const Rule*> known;  // by content
    for (const Rule& rule : problem.rules) {
        contents = std::max(contents, rule.content + 1);
        if (rule.type == Rule::Type::sum) known.push_back(&rule);
    }
    std::vector<Rule> added;
    const auto [given, houses] = implied.facts(sums);
    auto facts = derived::residual_facts(houses, given, bounds);
    auto combined = implied.combined(given);
    std::move(combined.begin(), combined.end(), std::back_inserter(facts));
    added.reserve(facts.size());
    for (const derived::Fact& fact : facts) {
        Rule rule = fact.plus.count() + fact.minus.count() > 0 ? implied.rule(fact)
                                                               : implied.impossible(0);
        const auto same = std::find_if(known.begin(), known.end(),
                                       [&](const Rule* one) { return alike(*one, rule); });
        if (same != known.end()) {
            rule.content = (*same)->content;
            rule.weights = (*same)->weights;
        } else {
            rule.content = contents++;
        }
        added.push_back(std::move(rule));
        if (same == known.end()) known.push_back(&added.back());
    }
    problem.rules.insert(problem.rules.end(), std::make_move_iterator(added.begin()),
                         std::make_move_iterator(added.end()));
}

}  // namespace kernel
