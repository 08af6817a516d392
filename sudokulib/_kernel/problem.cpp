#include "problem.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <string>
#include <utility>

#include "implied.hpp"

namespace kernel {
namespace {

/// The version of the description that `flatten` in Python writes; a change there raises both.
constexpr std::int64_t version = 3;
// Bounds against problems that are none, so that sizes fit an int, and sums of a million weights 64
// bits.
constexpr std::int64_t most_variables = 1'000'000;
/// Instead of a type: like an earlier rule, whose number follows.
constexpr int alike = 6;
constexpr int most_type = 12;
constexpr std::int64_t most_weight = std::int64_t{1} << 40;
constexpr std::int64_t most_total = std::int64_t{1} << 60;

void distinct_variables(const std::vector<int>& variables, const char* what) {
    if (std::is_sorted(variables.begin(), variables.end(), std::less_equal<>())) return;
    std::vector<int> sorted(variables);
    std::sort(sorted.begin(), sorted.end());
    if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end())
        throw BadStream(std::string(what) + " names a variable twice");
}

class Builder {
public:
    Builder(Problem& problem, Reader& in) : p_(problem), in_(in) {}

    void read() {
        in_.within(version, version, "the version");
        p_.cells = static_cast<int>(in_.within(0, most_variables, "the number of cells"));
        p_.values = static_cast<int>(in_.within(0, most_variables, "the number of values"));
        p_.variables =
            static_cast<int>(in_.within(p_.cells, most_variables, "the number of variables"));
        p_.words = static_cast<int>(in_.within(1, most_variables, "the width of a domain"));
        if (p_.values > std::int64_t{64} * p_.words)
            throw BadStream("the domains are too narrow for the values of the cells");
        houses();
        cliques();
        peers();
        p_.leftovers.resize(in_.count(2, "the number of leftovers"));
        for (auto& leftover : p_.leftovers) {
            leftover.one = in_.indices(p_.cells, "a cell of a leftover");
            leftover.other = in_.indices(p_.cells, "a cell of a leftover");
        }
        const std::size_t rules = in_.count(3, "the number of rules");
        if (rules > 0 && p_.words > 1)
            throw BadStream("rules are for variables of at most 64 values");
        p_.rules.reserve(rules);
        for (std::size_t i = 0; i < rules; ++i) p_.rules.push_back(rule(0));
        implied_sums();
        if (!in_.done()) throw BadStream("the description of the model goes on after its end");
    }

private:
    void houses() {
        p_.houses.resize(in_.count(2, "the number of houses"));
        for (auto& house : p_.houses) {
            house.cells = in_.indices(p_.cells, "a cell of a house");
            house.values = in_.indices(p_.values, "a value of a house");
            distinct_variables(house.cells, "a house");
            distinct_variables(house.values, "a house");
            if (house.cells.size() != house.values.size())
                throw BadStream("a house has as many cells as values");
        }
    }

    /// The houses, and then the cliques that are read.
    void cliques() {
        const std::size_t more = in_.count(1, "the number of cliques");
        p_.cliques.reserve(p_.houses.size() + more);
        for (const House& house : p_.houses) p_.cliques.push_back(house.cells);
        for (std::size_t i = 0; i < more; ++i) {
            p_.cliques.push_back(in_.indices(p_.cells, "a cell of a clique"));
            distinct_variables(p_.cliques.back(), "a clique");
        }
    }

    /// The peers of a cell are all that are in a clique with it.
    void peers() {
        const auto cells = static_cast<std::size_t>(p_.cells);
        std::vector<std::vector<const std::vector<int>*>> cliques_of(cells);
        for (const auto& clique : p_.cliques)
            for (const int cell : clique) cliques_of[static_cast<std::size_t>(cell)].push_back(&clique);
        p_.peers.resize(cells);
        std::vector<Word> seen(cells / 64 + 1);
        std::vector<int> peers;
        for (std::size_t cell = 0; cell < cells; ++cell) {
            std::size_t first = seen.size(), last = 0;
            for (const auto* clique : cliques_of[cell])
                for (const int other : *clique) {
                    const std::size_t word = static_cast<std::size_t>(other) / 64;
                    seen[word] |= Word{1} << (other % 64);
                    first = std::min(first, word);
                    last = std::max(last, word);
                }
            seen[cell / 64] &= ~(Word{1} << (cell % 64));
            peers.clear();
            for (std::size_t word = first; word <= last; ++word)
                for (Word left = std::exchange(seen[word], 0); left; left &= left - 1)
                    peers.push_back(static_cast<int>(64 * word) + std::countr_zero(left));
            p_.peers[cell] = peers;
        }
    }

    Rule rule(int depth) {
        if (depth > 20) throw BadStream("rules within rules go too deep");
        Rule rule;
        const auto type = static_cast<int>(in_.within(1, most_type, "the type of a rule"));
        const bool derived = in_.within(0, 1, "the flag of a derived rule") != 0;
        auto variables = in_.indices(p_.variables, "a variable of a rule");
        if (type == alike) return another(derived, std::move(variables));
        rule.type = static_cast<Rule::Type>(type);
        rule.derived = derived;
        rule.variables = std::move(variables);
        switch (rule.type) {
            case Rule::Type::different: break;
            case Rule::Type::sum: sum(rule); break;
            case Rule::Type::word: word(rule); break;
            case Rule::Type::table: table(rule); break;
            case Rule::Type::rank: rank(rule); break;
            case Rule::Type::connected: connected(rule); break;
            case Rule::Type::areas: areas(rule); break;
            case Rule::Type::loop: loop(rule); break;
            case Rule::Type::pairs: pairs(rule.edges, rule.variables.size()); break;
            case Rule::Type::regions: regions(rule); break;
            case Rule::Type::when:
                rule.selector = static_cast<int>(in_.within(0, p_.variables - 1, "a selector"));
                rule.chosen = static_cast<int>(in_.within(0, 64 * p_.words - 1, "a case"));
                rule.then = std::make_shared<const Rule>(this->rule(depth + 1));
                break;
        }
        if (rule.type != Rule::Type::different) distinct_variables(rule.variables, "a rule");
        if (rule.type == Rule::Type::different || rule.then) return rule;
        rule.content = static_cast<int>(known_.size());
        known_.push_back(rule);
        return rule;
    }

    /// Reads a rule that repeats an earlier one for other variables.
    Rule another(bool derived, std::vector<int> variables) {
        const auto count = static_cast<std::int64_t>(known_.size());
        Rule rule = known_[static_cast<std::size_t>(in_.within(0, count - 1, "a rule alike"))];
        if (rule.variables.size() != variables.size())
            throw BadStream("rules that are alike have as many variables");
        distinct_variables(variables, "a rule");
        rule.derived = derived;
        rule.variables = std::move(variables);
        return rule;
    }

    void sum(Rule& rule) {
        std::vector<std::vector<std::int64_t>> weights;
        for (std::size_t i = 0; i < rule.variables.size(); ++i)
            weights.push_back(in_.numbers(most_weight, "a weight"));
        rule.weights = std::move(weights);
        rule.totals = in_.numbers(most_total, "a total");
        if (!std::is_sorted(rule.totals.begin(), rule.totals.end()))
            throw BadStream("the totals of a sum are not sorted");
        rule.parts.resize(in_.count(1, "the number of parts"));
        std::vector<int> all;
        for (auto& part : rule.parts) {
            part = in_.indices(static_cast<std::int64_t>(rule.variables.size()), "a part");
            if (part.empty() || part.size() > 64)
                throw BadStream("a part of a sum has no variable, or more than values");
            all.insert(all.end(), part.begin(), part.end());
        }
        distinct_variables(all, "the parts of a sum");
        if (all.size() != rule.variables.size())
            throw BadStream("the parts of a sum leave variables out");
    }

    void word(Rule& rule) {
        rule.distinct = in_.within(0, 1, "the flag of a word") != 0;
        rule.states = static_cast<int>(in_.within(0, 1'000'000, "the number of states"));
        rule.word_values = static_cast<int>(in_.within(0, most_variables, "the values of a word"));
        rule.start = in_.indices(rule.states, "a state");
        rule.accept = in_.indices(rule.states, "a state");
        const auto steps = static_cast<std::int64_t>(rule.states) * rule.word_values;
        std::vector<std::vector<int>> all;
        for (std::int64_t i = 0; i < steps; ++i) all.push_back(in_.indices(rule.states, "a state"));
        rule.steps = std::move(all);
    }

    void table(Rule& rule) {
        const std::size_t tuples = in_.count(rule.variables.size(), "the number of tuples");
        std::vector<std::vector<int>> all;
        all.reserve(tuples);
        for (std::size_t i = 0; i < tuples; ++i) {
            std::vector<int> tuple(rule.variables.size());
            for (int& value : tuple)
                value = static_cast<int>(in_.within(0, 64 * p_.words - 1, "a value of a tuple"));
            all.push_back(std::move(tuple));
        }
        rule.tuples = std::move(all);
    }

    void rank(Rule& rule) {
        const auto places = static_cast<std::int64_t>(rule.variables.size());
        rule.ties = in_.within(0, 1, "the flag of a rank") != 0;
        rule.order = in_.indices(64, "the order of a value");
        if (rule.order.empty() || rule.order.size() > 64)
            throw BadStream("a rank is among 1 to 64 values");
        rule.lines.resize(in_.count(1, "the number of lines"));
        for (auto& line : rule.lines) {
            line = in_.indices(places, "a place of a line");
            distinct_variables(line, "a line");
            if (line.empty() || line.size() != rule.lines[0].size())
                throw BadStream("the lines of a rank are empty or of different lengths");
        }
        const auto lines = static_cast<std::int64_t>(rule.lines.size());
        rule.clues.resize(in_.count(2, "the number of clues"));
        for (auto& [line, lower] : rule.clues) {
            line = static_cast<int>(in_.within(0, lines - 1, "a line with a clue"));
            lower = static_cast<int>(in_.within(0, lines - 1, "a number of lower lines"));
        }
        rule.sides.resize(in_.count(1, "the number of sides"));
        std::vector<int> all;
        for (auto& side : rule.sides) {
            side = in_.indices(lines, "a line of a side");
            all.insert(all.end(), side.begin(), side.end());
        }
        distinct_variables(all, "the sides of a rank");
    }

    void pairs(std::vector<std::pair<int, int>>& pairs, std::size_t of) {
        const auto places = static_cast<std::int64_t>(of);
        pairs.resize(in_.count(2, "the number of pairs"));
        for (auto& [one, other] : pairs) {
            one = static_cast<int>(in_.within(0, places - 1, "a place of a pair"));
            other = static_cast<int>(in_.within(0, places - 1, "a place of a pair"));
        }
    }

    void edges(Rule& rule, std::size_t of) {
        pairs(rule.edges, of);
        for (const auto& [one, other] : rule.edges)
            if (one == other) throw BadStream("an edge joins a place with itself");
    }

    void regions(Rule& rule) {
        const auto count = rule.variables.size();
        rule.vertices = static_cast<int>(in_.within(1, static_cast<std::int64_t>(count), "vertices"));
        const auto vertices = static_cast<std::size_t>(rule.vertices);
        const auto region = in_.within(1, rule.vertices, "the size of a region");
        if (rule.vertices % region || rule.vertices / region > 63)
            throw BadStream("regions are of one size, and at most 63");
        rule.sizes = {static_cast<int>(region)};
        rule.in_order = in_.within(0, 1, "the flag of the order") != 0;
        const bool valued = in_.within(0, 1, "the flag of values") != 0;
        edges(rule, vertices);
        pairs(rule.links, vertices);
        if (count != (valued ? 2 : 1) * vertices + rule.links.size())
            throw BadStream("regions have other variables than labels, values and links");
    }

    void areas(Rule& rule) {
        const auto places = static_cast<std::int64_t>(rule.variables.size());
        for (const int value : in_.indices(64, "a value of members"))
            rule.members |= Mask{1} << value;
        edges(rule, rule.variables.size());
        rule.sizes = in_.indices(places + 1, "a number of members");
        if (!std::is_sorted(rule.sizes.begin(), rule.sizes.end()))
            throw BadStream("the numbers of members are not sorted");
    }

    void connected(Rule& rule) {
        areas(rule);
        rule.roots = in_.indices(static_cast<std::int64_t>(rule.variables.size()), "a root");
        distinct_variables(rule.roots, "the roots");
    }

    void loop(Rule& rule) {
        const std::size_t count = rule.variables.size();
        for (const int value : in_.indices(64, "a value of members"))
            rule.members |= Mask{1} << value;
        const auto most = static_cast<std::int64_t>(2 * count) - 1;
        for (std::size_t e = 0; e < count; ++e) {
            const auto one = static_cast<int>(in_.within(0, most, "a vertex of an edge"));
            rule.edges.emplace_back(one, static_cast<int>(in_.within(0, most, "a vertex of an edge")));
        }
        int vertices = 0;
        for (const auto& [a, b] : rule.edges) vertices = std::max({vertices, a + 1, b + 1});
        rule.roots = in_.indices(vertices, "a vertex to visit");
        rule.closed = in_.within(0, 1, "the flag of a loop that is closed") != 0;
        rule.sizes = in_.indices(vertices, "an end of a path");
        rule.touching = in_.within(0, 1, "the flag of a loop that may touch itself") != 0;
    }

    /// Adds the sums that follow from others: how many of them at most, and what they follow from.
    void implied_sums() {
        derived::Bounds bounds{};
        bounds.facts = static_cast<std::size_t>(in_.within(0, most_variables, "the derived sums"));
        if (bounds.facts == 0) return;
        bounds.split = static_cast<std::size_t>(in_.within(0, most_variables, "facts to split"));
        bounds.cells = static_cast<int>(in_.within(0, 16, "the cells of a derived sum"));
        bounds.open_cells = static_cast<int>(in_.within(0, 16, "the cells of a derived sum"));
        bounds.houses = static_cast<int>(in_.within(1, 16, "the houses of a derived sum"));
        const auto values = in_.numbers(most_weight, "a value");
        if (values.size() != static_cast<std::size_t>(p_.values))
            throw BadStream("the integers are not as many as the values");
        std::vector<KnownSum> sums(in_.count(3, "the number of sums"));
        for (KnownSum& sum : sums) {
            sum.plus = in_.indices(p_.variables, "a variable of a sum");
            sum.minus = in_.indices(p_.variables, "a variable of a sum");
            sum.total = in_.within(-most_total, most_total, "a total");
        }
        if (p_.words > 1) throw BadStream("rules are for variables of at most 64 values");
        within_bounds(values, sums);
        add_implied_sums(p_, values, sums, bounds);
    }

    /// Sums of all totals fit 64 bits.
    void within_bounds(const std::vector<std::int64_t>& values,
                       const std::vector<KnownSum>& sums) const {
        double all = 0, house = 0;
        for (const std::int64_t value : values) house += std::abs(static_cast<double>(value));
        for (const KnownSum& sum : sums) all += std::abs(static_cast<double>(sum.total));
        if (all + house * static_cast<double>(p_.houses.size()) > static_cast<double>(most_total))
            throw BadStream("the totals to derive sums from are too large");
        if (p_.variables == 0) throw BadStream("sums of no variables");
    }

    Problem& p_;
    Reader& in_;
    std::vector<Rule> known_;  ///< sums, words and tables that were read in full
};

}  // namespace

Problem::Problem(const std::int64_t* stream, std::size_t size, const Word* masks,
                 std::size_t domain_words) {
    Reader in(stream, size);
    Builder(*this, in).read();
    const auto wanted = static_cast<std::size_t>(variables) * static_cast<std::size_t>(words);
    if (domain_words != wanted)
        throw BadStream("the domains have " + std::to_string(domain_words) + " words instead of " +
                        std::to_string(wanted));
    domains.assign(masks, masks + domain_words);
    const auto stride = static_cast<std::size_t>(words);
    for (int c = 0; c < cells; ++c)  // a cell has no values but these
        for (int v = values; v < 64 * words; ++v)
            domains[static_cast<std::size_t>(c) * stride + static_cast<std::size_t>(v / 64)] &=
                ~(Word{1} << (v % 64));
}

}  // namespace kernel
