// Filled grids by repair: values that clash are exchanged for others until none do.
//
// TabuCol (Hertz and de Werra, Using tabu search techniques for graph coloring, 1987; tenure as
// Galinier and Hao, Hybrid evolutionary algorithms for graph coloring, 1999): the best change of a
// clashing cell is made, even if it is for the worse, and its old value is not put back for some
// moves. It fills grids on which search fails, but proves nothing if there is no solution.
#pragma once

#include <vector>

#include "problem.hpp"
#include "budget.hpp"
#include "random.hpp"

namespace kernel {

class Tabu {
public:
    /// Of a problem of cells that differ, and nothing else.
    Tabu(const Problem& problem, const Word* domains);

    static bool possible(const Problem& problem) {
        return problem.rules.empty() && problem.variables == problem.cells;
    }

    /// Fills the cells; a move counts as a node. False after so many moves without success, or if
    /// the budget stopped it.
    bool fill(Random& random, std::uint64_t moves, Budget& budget, std::vector<int>& values);

private:
    int& beside(int c, int v) {
        return beside_[static_cast<std::size_t>(c) * values_ + static_cast<std::size_t>(v)];
    }
    void change(int c, int v, std::vector<int>& values);
    void note(int c, bool clashes);

    const Problem& problem_;
    const std::size_t values_;
    std::vector<std::vector<int>> domains_;  ///< by cell
    std::vector<int> beside_;                ///< by cell and value: peers that hold it
    std::vector<std::uint64_t> until_;       ///< by cell and value: the move before which it is taboo
    std::vector<int> clashing_, where_;      ///< cells, and by cell its place among them or -1
};

}  // namespace kernel
