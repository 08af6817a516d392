// Other solutions near a solution that need no search.
//
// Two values change places in cells that are tied together by being peers. Or two houses do, such
// as two rows of a band, in cells whose values are the same ones: nothing else tells such houses
// apart.
#pragma once

#include <vector>

#include "problem.hpp"

namespace kernel {

class Exchanges {
public:
    /// Of a problem of cells that differ, in domains of one word, and nothing else.
    Exchanges(const Problem& problem, const Word* domains);

    static bool possible(const Problem& problem) {
        return problem.rules.empty() && problem.variables == problem.cells && problem.words == 1;
    }

    /// Sets of cells, one after the other, whose values exchanged make another solution.
    const std::vector<Word>& around(const std::vector<int>& solution);

private:
    /// What is in a place of one house changes with what is there in the other.
    struct Twins {
        std::vector<int> one, other;
    };

    bool has(const Word* set, int c) const { return set[c / 64] >> (c % 64) & 1; }
    static void add(Word* set, int c) { set[c / 64] |= Word{1} << (c % 64); }
    const Word* peers(int c) const { return &peers_[static_cast<std::size_t>(c) * words_]; }
    bool may(int c, int v) const { return domains_[static_cast<std::size_t>(c)] >> v & 1; }
    bool twins(const std::vector<int>& one, const std::vector<int>& other, Twins& found) const;
    template <std::size_t W>
    void exchange_values(const std::vector<int>& solution);
    void exchange_houses(const std::vector<int>& solution);
    Word* fresh();

    const std::size_t cells_, values_, words_;  ///< words of a set
    const std::vector<Word> domains_;
    std::vector<Word> peers_;
    std::vector<Twins> twins_;
    std::vector<Word> holding_, left_, next_, sets_;
    std::vector<int> place_;
};

}  // namespace kernel
