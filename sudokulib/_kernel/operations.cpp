#include "operations.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <numeric>
#include <utility>

#include "search_with_learning.hpp"

namespace kernel {
namespace {

// Probes that a random solution is drawn from; see `SolutionSampler` for what few of them cost. If
// none of so many succeeds, the search takes over.
constexpr int default_probes = 64;
constexpr int most_tries = 512;  // probes that may fail on the way: a bound
// Nodes of a search before repair is tried, and moves of a repair before the search is resumed
// with four times the nodes: bounds on what is lost where only the other one succeeds. Shipped
// geometries do without both, and with 25,000 or 400,000 nodes 36x36, samurai-16x16 and 25x25 are
// filled at the same cost; `tabu.cpp` says how many moves a repair takes, some 1,500 on average.
constexpr std::uint64_t repair_after_nodes = 100'000;
constexpr std::uint64_t moves = 5'000'000;

void take(const Search& search, int cells, std::vector<int>& values) {
    values.resize(static_cast<std::size_t>(cells));
    search.values(values.data());
}

/// Counts solutions with one candidate, and tallies their other candidates.
class Support {
public:
    Support(const Engine& engine, const Word* domains, std::uint64_t cap, Budget& budget,
            std::vector<std::uint64_t>& counts)
        : p_(engine.problem()),
          search_(engine.search()),
          domains_(domains, domains + p_.variables * p_.words),
          cap_(cap),
          budget_(budget),
          counts_(counts) {}

    bool run() {
        counts_.assign(static_cast<std::size_t>(p_.cells) * static_cast<std::size_t>(p_.values), 0);
        for (int c = 0; c < p_.cells; ++c)
            for (int v = 0; v < p_.values; ++v)
                if (at(c, v) < cap_ && (word(c, v) >> (v % 64) & 1) && !look(c, v)) return false;
        return true;
    }

private:
    std::uint64_t& at(int c, int v) { return counts_[static_cast<std::size_t>(c * p_.values + v)]; }
    Word& word(int c, int v) { return domains_[static_cast<std::size_t>(c * p_.words + v / 64)]; }

    bool look(int c, int v) {
        if (!budget_.look()) return false;  // most candidates cost no node
        const std::vector<Word> before = domains_;
        for (int w = 0; w < p_.words; ++w) domains_[static_cast<std::size_t>(c * p_.words + w)] = 0;
        word(c, v) = Word{1} << (v % 64);
        search_->start(domains_.data());
        domains_ = before;
        std::uint64_t found = 0;
        while (found < cap_ && search_->next(budget_)) {
            ++found;
            if (cap_ == 1) note();
        }
        if (budget_.stop != Stop::none) return false;
        at(c, v) = found;
        if (found == 0) word(c, v) &= ~(Word{1} << (v % 64));  // helps the others
        return true;
    }

    void note() {
        take(*search_, p_.cells, solution_);
        for (int c = 0; c < p_.cells; ++c) at(c, solution_[static_cast<std::size_t>(c)]) = 1;
    }

    const Problem& p_;
    std::unique_ptr<Search> search_;
    std::vector<Word> domains_;
    std::vector<int> solution_;
    const std::uint64_t cap_;
    Budget& budget_;
    std::vector<std::uint64_t>& counts_;
};

}  // namespace

std::uint64_t count(const Engine& engine, const Word* domains, std::uint64_t limit, Budget& budget) {
    const Problem& problem = engine.problem();
    SearchWithLearning search(engine, {domains, domains + problem.variables * problem.words});
    std::uint64_t found = 0;
    while (found < limit && search.next(budget)) budget.found = ++found;
    return found;
}

bool support(const Engine& engine, const Word* domains, std::uint64_t cap, Budget& budget,
             std::vector<std::uint64_t>& counts) {
    return Support(engine, domains, cap, budget, counts).run();
}

bool random_solution(const Engine& engine, const Word* domains, std::uint64_t seed, Budget& budget,
                     std::vector<int>& values) {
    Random random(seed);
    return SolutionSampler(engine, domains, default_probes).draw(random, budget, values);
}

SolutionSampler::SolutionSampler(const Engine& engine, const Word* domains, int probes)
    : problem_(engine.problem()),
      search_(engine.search()),
      domains_(domains, domains + problem_.variables * problem_.words),
      probes_(probes) {
    search_->start(domains);
    if (const House* house = any_house(domains)) {
        interchangeable_ = interchangeable_houses(problem_);
        if (everywhere()) probes_ = (probes_ + 1) / 2;
        names_.resize(static_cast<std::size_t>(problem_.values));
        for (std::size_t n = 0; n < house->cells.size(); ++n)
            search_->assign(house->cells[n], static_cast<int>(n));
    }
    search_->save_state(0);
}

/// A house of all values if these could be renamed at will, so that any order stands in it as
/// often as any other; null if not.
const House* SolutionSampler::any_house(const Word* domains) const {
    if (!problem_.rules.empty() || problem_.variables != problem_.cells) return nullptr;
    for (int c = 0; c < problem_.cells; ++c) {
        int size = 0;
        for (int w = 0; w < problem_.words; ++w)
            size += std::popcount(domains[c * problem_.words + w]);
        if (size < problem_.values) return nullptr;
    }
    for (const House& house : problem_.houses)
        if (static_cast<int>(house.cells.size()) == problem_.values) return &house;
    return nullptr;
}

/// Returns whether each cell is in a house that can be exchanged with another.
bool SolutionSampler::everywhere() const {
    std::vector<char> reached(static_cast<std::size_t>(problem_.cells));
    for (const auto& earlier : interchangeable_)
        for (const auto& [one, other] : earlier)
            for (const auto* house : {&one, &other})
                for (const int c : *house) reached[static_cast<std::size_t>(c)] = 1;
    return std::find(reached.begin(), reached.end(), 0) == reached.end();
}

bool SolutionSampler::draw(Random& random, Budget& budget, std::vector<int>& values) {
    if (!found(random, budget, values)) return false;
    for (const auto& earlier : interchangeable_)
        if (const auto n = random.below(earlier.size() + 1); n < earlier.size())
            for (std::size_t place = 0; place < earlier[n].one.size(); ++place)
                std::swap(values[static_cast<std::size_t>(earlier[n].one[place])],
                          values[static_cast<std::size_t>(earlier[n].other[place])]);
    std::iota(names_.begin(), names_.end(), 0);
    for (std::size_t left = names_.size(); left > 1; --left)
        std::swap(names_[left - 1], names_[random.below(left)]);
    if (!names_.empty())
        for (int& value : values) value = names_[static_cast<std::size_t>(value)];
    return true;
}

bool SolutionSampler::found(Random& random, Budget& budget, std::vector<int>& values) {
    search_->shuffle(nullptr);
    search_->restore_state(0);
    double total = 0;
    int found = 0;
    for (int tries = 0; tries < most_tries && found < probes_; ++tries) {
        const double weight = budget.look() ? search_->probe(random, budget) : 0;
        if (budget.stop != Stop::none) return false;
        if (weight == 0) {
            if (tries >= default_probes && found == 0) break;
            continue;
        }
        ++found;
        total += weight;
        const double ticket = random.unit();
        // Weights beyond all numbers count alike.
        const bool taken = std::isinf(weight) ? ticket * found < 1 : ticket * total < weight;
        if (taken) take(*search_, problem_.cells, values);
    }
    if (found > 0) return true;
    search_->restore_state(0);  // the probes failed: search, in random order
    search_->shuffle(&random);
    bool some = false;
    for (std::uint64_t nodes = Tabu::possible(problem_) ? repair_after_nodes : endless;; nodes *= 4) {
        if (!budget.within(nodes, [&] { some = search_->next(budget); })) break;
        if (!tabu_) tabu_ = std::make_unique<Tabu>(problem_, domains_.data());
        if (tabu_->fill(random, moves, budget, values)) return true;
        if (budget.stop != Stop::none) return false;
    }
    if (some) take(*search_, problem_.cells, values);
    return some;
}

Estimate estimate(const Engine& engine, const Word* domains, std::uint64_t samples,
                  std::uint64_t seed, Budget& budget) {
    Random random(seed);
    const auto search = engine.search();
    search->start(domains);
    Estimate result;
    double squares = 0;  // of differences from the mean (Welford)
    while (result.samples < samples) {
        if (result.samples % 16 == 15 && !budget.look()) break;  // a probe may cost no node
        const double weight = search->probe(random, budget);
        if (budget.stop != Stop::none) break;
        ++result.samples;
        const double difference = weight - result.mean;
        result.mean += difference / static_cast<double>(result.samples);
        squares += difference * (weight - result.mean);
    }
    if (result.samples > 1) {
        const auto n = static_cast<double>(result.samples);
        result.error = std::sqrt(squares / (n - 1) / n);
    }
    return result;
}

std::size_t solve_lines(const Engine& engine, const std::uint8_t* givens, std::size_t lines,
                        const LineLimits& limits, Budget& budget, Verdict* verdicts,
                        std::uint8_t* solutions, std::uint64_t* nodes) {
    const auto cells = static_cast<std::size_t>(engine.problem().cells);
    const auto search = engine.lent_search();
    std::vector<int> solution(cells);
    for (std::size_t n = 0; n < lines; ++n) {
        budget.deadline = Budget::Clock::time_point::max();
        if (n % 16 == 15 && !budget.look()) return n;  // a line may cost no node
        budget.nodes_left = limits.nodes;
        if (limits.seconds >= 0)
            budget.deadline = Budget::Clock::now() +
                             std::chrono::duration_cast<Budget::Clock::duration>(
                                 std::chrono::duration<double>(std::min(limits.seconds, 1e9)));
        budget.stop = Stop::none;
        const std::uint64_t before = budget.spent;
        search->start(givens + n * cells);
        std::size_t found = 0;
        std::uint8_t* out = solutions + 2 * n * cells;
        std::memset(out, Search::empty, 2 * cells);
        for (; found < 2 && search->next(budget); ++found) {
            search->values(solution.data());
            out = std::transform(solution.begin(), solution.end(), out,
                                 [](int value) { return static_cast<std::uint8_t>(value); });
        }
        if (budget.stop == Stop::asked) return n;
        nodes[n] = budget.spent - before;
        verdicts[n] = found == 2                       ? Verdict::multiple
                      : budget.stop == Stop::nodes      ? Verdict::out_of_nodes
                      : budget.stop == Stop::time       ? Verdict::out_of_time
                      : found == 1                     ? Verdict::unique
                                                       : Verdict::none;
    }
    return lines;
}

}  // namespace kernel
