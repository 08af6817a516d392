// Other solutions near a solution that are found without search.
//
// Two values are swapped in cells that are connected as peers. Or interchangeable houses are, in
// places that hold the same values in both.
#pragma once

#include <vector>

#include "problem.hpp"
#include "interchangeable_houses.hpp"

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
    const Word* peers(int c) const { return &peers_[static_cast<std::size_t>(c) * words_]; }
    bool may(int c, int v) const { return domains_[static_cast<std::size_t>(c)] >> v & 1; }
    template <std::size_t W>
    void exchange_values(const std::vector<int>& solution);
    void exchange_houses(const std::vector<int>& solution);
    Word* fresh();

    const std::size_t cells_, values_, words_;  ///< words of a set
    const std::vector<Word> domains_;
    std::vector<Word> peers_;
    std::vector<InterchangeableHouses> interchangeable_;
    std::vector<Word> holding_, left_, next_, sets_;
    std::vector<int> place_;
};

}  // namespace kernel
