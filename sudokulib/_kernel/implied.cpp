#include "implied.hpp"

#include <algorithm>
#include <utility>

namespace kernel {
namespace {

using derived::Bits;
using derived::Fact;

class ImpliedSums {
public:
    ImpliedSums(Problem& problem, const std::vector<std::int64_t>& values)
        : problem_(problem), values_(values),
          words_((static_cast<std::size_t>(problem.variables) + 63) / 64) {
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

private:
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
    const auto facts = derived::residual_facts(houses, given, bounds);
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
