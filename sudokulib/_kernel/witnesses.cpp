#include "witnesses.hpp"

#include <utility>

namespace kernel {
namespace {

// Nodes for each candidate in the first round, and searches for which they may not suffice before
// that round ends. With 30 and 20 the slowest 19 of the 138 states (rules of the f-puzzles records
// of puzzles.jsonl added in sixths) take 6.6 s together, 3 s for each at most; with 30 and 60 6.5,
// with 60 and 20 7.4, with 10 and 60 5.8 but fewer candidates known where a limit ends it (2026-11).
constexpr std::uint64_t easy_nodes = 30;
constexpr int most_unfinished = 20;

}  // namespace

Witnesses::Witnesses(const Engine& engine, const Word* domains)
    : p_(engine.problem()),
      search_(engine.search()),
      domains_(domains, domains + p_.variables * p_.words),
      shown_(static_cast<std::size_t>(p_.cells * p_.words)) {}

Word& Witnesses::word(std::vector<Word>& of, int c, int v) const {
    return of[static_cast<std::size_t>(c * p_.words + v / 64)];
}

bool Witnesses::has(const std::vector<Word>& of, int c, int v) const {
    return of[static_cast<std::size_t>(c * p_.words + v / 64)] >> (v % 64) & 1;
}

void Witnesses::add(std::vector<int> solution) {
    for (int c = 0; c < p_.cells; ++c) {
        const int v = solution[static_cast<std::size_t>(c)];
        word(shown_, c, v) |= Word{1} << (v % 64);
    }
    solutions_.push_back(std::move(solution));
}

bool Witnesses::run(Budget& budget) {
    return round(easy_nodes, budget) && (unfinished_ == 0 || round(endless, budget));
}

bool Witnesses::round(std::uint64_t nodes, Budget& budget) {
    unfinished_ = 0;
    for (int c = 0; c < p_.cells; ++c)
        for (int v = 0; v < p_.values; ++v) {
            if (!has(domains_, c, v) || has(shown_, c, v)) continue;
            if (!decide(c, v, nodes, budget)) return false;
            if (unfinished_ == most_unfinished) return true;
        }
    return true;
}

bool Witnesses::decide(int cell, int value, std::uint64_t nodes, Budget& budget) {
    if (!budget.look()) return false;  // most candidates cost no node
    std::vector<Word> given = domains_;
    for (int w = 0; w < p_.words; ++w) given[static_cast<std::size_t>(cell * p_.words + w)] = 0;
    word(given, cell, value) = Word{1} << (value % 64);
    search_->start(given.data());
    search_->prefer(solutions_.empty() ? nullptr : solutions_.back().data());
    bool found = false;
    if (budget.within(nodes, [&] { found = search_->next(budget); })) {
        ++unfinished_;
    } else if (budget.stop != Stop::none) {
        return false;
    } else if (found) {
        std::vector<int> solution(static_cast<std::size_t>(p_.cells));
        search_->values(solution.data());
        add(std::move(solution));
    } else {
        word(domains_, cell, value) &= ~(Word{1} << (value % 64));  // helps the others
    }
    return true;
}

}  // namespace kernel
