#include "joint.hpp"

#include <algorithm>

#include "propagator.hpp"

namespace kernel {
namespace {

/// One rule as a test of full assignments.
class Test {
public:
    explicit Test(const Rule& rule) : rule_(rule), tuples_(rule.tuples) {
        std::sort(tuples_.begin(), tuples_.end());
        if (rule.then) then_.emplace_back(*rule.then);
    }

    /// The variable with the greatest number that it reads; -1 if it reads none.
    int last() const {
        const auto& read = rule_.variables;
        return read.empty() ? -1 : *std::max_element(read.begin(), read.end());
    }

    bool operator()(const std::vector<int>& values) const {
        switch (rule_.type) {
            case Rule::Type::different: return all_differ(values);
            case Rule::Type::sum: return adds_up(values);
            case Rule::Type::word: return (!rule_.distinct || all_differ(values)) && reads(values);
            case Rule::Type::table: return is_listed(values);
            case Rule::Type::when:
                return values[static_cast<std::size_t>(rule_.selector)] != rule_.chosen ||
                       then_[0](values);
            case Rule::Type::rank: return is_ranked(values);
            case Rule::Type::connected: return holds(make_connected(rule_), values);
            case Rule::Type::areas: return holds(make_areas(rule_), values);
            case Rule::Type::loop: return holds(make_loop(rule_), values);
            case Rule::Type::regions: return holds(make_regions(rule_, {}, {}), values);
            case Rule::Type::pairs: return holds(make_pairs(rule_), values);
        }
        return false;
    }

private:
    int value(const std::vector<int>& values, std::size_t place) const {
        return values[static_cast<std::size_t>(rule_.variables[place])];
    }

    bool all_differ(const std::vector<int>& values) const {
        Mask used = 0;
        for (const int v : rule_.variables) {
            const Mask here = bit(values[static_cast<std::size_t>(v)]);
            if (used & here) return false;
            used |= here;
        }
        return true;
    }

    bool adds_up(const std::vector<int>& values) const {
        std::int64_t total = 0;
        for (std::size_t i = 0; i < rule_.variables.size(); ++i)
            total += rule_.weights[i][static_cast<std::size_t>(value(values, i))];
        if (!std::binary_search(rule_.totals.begin(), rule_.totals.end(), total)) return false;
        for (const auto& part : rule_.parts) {
            Mask used = 0;
            for (const int place : part) {
                const Mask here = bit(value(values, static_cast<std::size_t>(place)));
                if (used & here) return false;
                used |= here;
            }
        }
        return true;
    }

    bool reads(const std::vector<int>& values) const {
        std::vector<int> now = rule_.start, next;
        for (std::size_t i = 0; i < rule_.variables.size() && !now.empty(); ++i) {
            next.clear();
            for (const int state : now) {
                const auto& after = rule_.steps[static_cast<std::size_t>(state) *
                                                    static_cast<std::size_t>(rule_.word_values) +
                                                static_cast<std::size_t>(value(values, i))];
                next.insert(next.end(), after.begin(), after.end());
            }
            std::sort(next.begin(), next.end());
            next.erase(std::unique(next.begin(), next.end()), next.end());
            now.swap(next);
        }
        return std::any_of(now.begin(), now.end(), [&](int state) {
            return std::find(rule_.accept.begin(), rule_.accept.end(), state) !=
                   rule_.accept.end();
        });
    }

    bool is_listed(const std::vector<int>& values) const {
        std::vector<int> tuple;
        for (const int v : rule_.variables) tuple.push_back(values[static_cast<std::size_t>(v)]);
        return std::binary_search(tuples_.begin(), tuples_.end(), tuple);
    }

    bool is_ranked(const std::vector<int>& values) const {
        std::vector<std::vector<int>> words;
        for (const auto& line : rule_.lines) {
            auto& word = words.emplace_back();
            for (const int place : line) word.push_back(read(values, place));
        }
        for (const auto& [line, lower] : rule_.clues) {
            const auto& mine = words[static_cast<std::size_t>(line)];
            if (std::count_if(words.begin(), words.end(),
                              [&](const auto& word) { return word < mine; }) != lower)
                return false;
            if (!rule_.ties && std::count(words.begin(), words.end(), mine) > 1) return false;
        }
        return std::all_of(rule_.sides.begin(), rule_.sides.end(), [&](const auto& side) {
            Mask used = 0;
            for (const int line : side) {
                const int place = rule_.lines[static_cast<std::size_t>(line)][0];
                const Mask here = bit(value(values, static_cast<std::size_t>(place)));
                if (used & here) return false;
                used |= here;
            }
            return true;
        });
    }

    /// Asks a propagator, which is exact where all values are known.
    bool holds(const PropagatorPtr& what, const std::vector<int>& values) const {
        std::vector<Mask> domains;
        for (std::size_t i = 0; i < rule_.variables.size(); ++i)
            domains.push_back(bit(value(values, i)));
        std::vector<Word> scratch(what->scratch());
        return what->narrow(domains.data(), scratch.data());
    }

    /// The integer behind the value at a place.
    int read(const std::vector<int>& values, int place) const {
        const int found = value(values, static_cast<std::size_t>(place));
        return rule_.order[static_cast<std::size_t>(found)];
    }

    const Rule& rule_;
    std::vector<std::vector<int>> tuples_;
    std::vector<Test> then_;
};

/// Every value that a variable may take must have a weight and a step of its own.
void check_values(const Rule& rule, const std::vector<Word>& domains) {
    for (std::size_t i = 0; i < rule.variables.size(); ++i) {
        const Mask domain = domains[static_cast<std::size_t>(rule.variables[i])];
        const auto size = static_cast<std::size_t>(std::bit_width(domain));
        if (rule.type == Rule::Type::sum && rule.weights[i].size() < size)
            throw BadStream("a value of a sum has no weight");
        if (rule.type == Rule::Type::word && static_cast<std::size_t>(rule.word_values) < size)
            throw BadStream("a value of a word has no step");
        if (rule.type == Rule::Type::rank && rule.order.size() < size)
            throw BadStream("a value of a rank has no place in the order");
    }
    if (rule.then) check_values(*rule.then, domains);
}

class Fillings {
public:
    Fillings(const Problem& problem, std::size_t most)
        : p_(problem), most_(most), values_(problem.domains.size(), -1),
          due_(problem.domains.size()) {
        for (const Rule& rule : problem.rules) {
            check_values(rule, problem.domains);
            Test test(rule);
            if (test.last() >= 0) due_[static_cast<std::size_t>(test.last())].push_back(test);
        }
        complete_ = add(0);
    }

    bool complete() const { return complete_; }
    std::vector<std::int64_t>& found() { return found_; }

private:
    /// False once there are too many.
    bool add(std::size_t place) {
        if (place == values_.size()) {
            found_.insert(found_.end(), values_.begin(), values_.end());
            return ++count_ <= most_;
        }
        for (Mask left = p_.domains[place]; left; left &= left - 1) {
            values_[place] = low(left);
            if (fits(place) && !add(place + 1)) return false;
        }
        return true;
    }

    bool fits(std::size_t place) const {
        for (const int other : p_.peers[place]) {
            const auto before = static_cast<std::size_t>(other);
            if (before < place && values_[before] == values_[place]) return false;
        }
        return std::all_of(due_[place].begin(), due_[place].end(),
                           [this](const Test& test) { return test(values_); });
    }

    const Problem& p_;
    std::size_t most_, count_ = 0;
    std::vector<int> values_;
    std::vector<std::vector<Test>> due_;  ///< rules by the last variable that they read
    std::vector<std::int64_t> found_;
    bool complete_;
};

}  // namespace

std::optional<std::vector<std::int64_t>> joint_fillings(const Problem& problem, std::size_t most) {
    constexpr int most_cells = 8;  // a bound: all combinations are tried; Python asks for four at most
    if (problem.words != 1 || problem.variables != problem.cells || problem.cells > most_cells)
        throw BadStream("joint rules are on a few cells of at most 64 values");
    Fillings fillings(problem, most);
    if (!fillings.complete()) return std::nullopt;
    return std::move(fillings.found());
}

}  // namespace kernel
