#include "witnesses.hpp"

#include <utility>

namespace kernel {
namespace {

// Nodes for each candidate in the first round, and searches for which they may not suffice before
// that round ends. Not critical. The 162 states of `python tests/benchmarks --only editing`, at most
// 200,000 nodes each, take 1.21 million nodes with 300 and 20 and leave 764 candidates open; with
// the last solution as the preferred one in later rounds 1.29 million and 813, with 1,000 and 20
// then 1.27 and 795, with 300 and 60 1.26 and 786, with 300 and 5 1.26 and 812; rounds of 100 nodes
// and four times as many each time 1.47 and 802; the last solution always, 30 and 20 1.33 and 821.
// (2026-11).
constexpr std::uint64_t easy_nodes = 300;
constexpr int most_unfinished = 20;
constexpr int settled_state = 0;

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

bool Witnesses::check(const std::vector<int>& values, Budget& budget, bool& fits) {
    std::vector<Word> given = domains_;
    fits = false;
    for (int c = 0; c < p_.cells; ++c) {
        const int v = values[static_cast<std::size_t>(c)];
        if (!has(domains_, c, v)) return true;
        for (int w = 0; w < p_.words; ++w) given[static_cast<std::size_t>(c * p_.words + w)] = 0;
        word(given, c, v) = Word{1} << (v % 64);
    }
    settled_ = false;
    search_->start(given.data());
    fits = search_->next(budget);
    return budget.stop == Stop::none && budget.look();
}

bool Witnesses::round(std::uint64_t nodes, Budget& budget) {
    unfinished_ = 0;
    for (int c = 0; c < p_.cells; ++c)
        for (int v = 0; v < p_.values; ++v) {
            if (!settled_) settle();
            if (!unknown(c, v)) continue;
            if (!decide(c, v, nodes, budget)) return false;
            if (unfinished_ == most_unfinished) return true;
        }
    return true;
}

/// Refutes what needs no guess, and saves the state that all further searches begin with.
void Witnesses::settle() {
    search_->start(domains_.data());
    search_->save_state(settled_state);
    for (int c = 0; c < p_.cells; ++c)
        for (int v = 0; v < p_.values; ++v)
            if (!search_->may(c, v)) word(domains_, c, v) &= ~(Word{1} << (v % 64));
    settled_ = true;
}

bool Witnesses::decide(int cell, int value, std::uint64_t nodes, Budget& budget) {
    if (!budget.look()) return false;  // most candidates cost no node
    search_->restore_state(settled_state);
    search_->assign(cell, value);
    prefer_unknown();
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
        word(domains_, cell, value) &= ~(Word{1} << (value % 64));
        settled_ = false;
    }
    return true;
}

/// Makes the search try candidates that no solution shows yet, at random, and those of the
/// solution found last elsewhere.
void Witnesses::prefer_unknown() {
    if (solutions_.empty()) {
        search_->prefer(nullptr);
        return;
    }
    preferred_ = solutions_.back();
    for (int c = 0; c < p_.cells; ++c) {
        std::uint64_t seen = 0;
        for (int v = 0; v < p_.values; ++v)
            if (unknown(c, v) && random_.below(++seen) == 0)
                preferred_[static_cast<std::size_t>(c)] = v;
    }
    search_->prefer(preferred_.data());
}

}  // namespace kernel
