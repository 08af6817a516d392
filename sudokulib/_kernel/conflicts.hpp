// The conflicts of a search, and the cells to blame for them.
//
// Cells in conflicts gain weight, recent ones more (Boussemart, Hemery, Lecoutre and Sais, Boosting
// systematic search by weighting constraints, 2004).
#pragma once

#include "blame.hpp"
#include "engine.hpp"
#include "grid.hpp"

namespace kernel {

template <class D>
class Conflicts {
public:
    /// `rules`: whether there are rules: with them weights help from the first conflict on.
    Conflicts(const Grid<D>& grid, bool rules, unsigned without)
        : g_(grid), rules_(rules), without_(without),
          weights_(rules ? BlameWeights::of_rules : BlameWeights::of_houses) {
        reset();
    }

    void reset() {
        count_ = 0;
        weights_.reset(static_cast<std::size_t>(g_.cells));
    }

    void count() { ++count_; }
    std::uint64_t number() const { return count_; }
    double weight(int c) const { return weights_[static_cast<std::size_t>(c)]; }

    /// Returns whether the search is hard enough for weights to save time.
    bool learning() const {
        return !(without_ & conflict_weights) && (rules_ || count_ > hard / 2);
    }

    void blame(int c) {
        if (!learning()) return;
        weights_.add(static_cast<std::size_t>(c), rules_ ? of_cell : 1);
        weights_.end_conflict();
    }

    /// The first of a set of cells, of the vector that begins with this one.
    void blame_first(Vec cells, int offset) {
        if (!learning()) return;
        each_bit(cells, [&](int bit) {
            blame(offset + bit);
            return false;
        });
    }

    void blame_house(int h) {
        if (!learning()) return;
        const Vec* cells = &g_.house_cells[static_cast<std::size_t>(h * g_.at.plane())];
        int size = 0;
        for (int i = 0; i < g_.at.plane(); ++i) size += popcount(cells[i]);
        const double share = rules_ ? of_house / size : 1;
        each_bit(cells, g_.at.plane(), [&](int c) {
            weights_.add(static_cast<std::size_t>(c), share);
            return true;
        });
        weights_.end_conflict();
    }

    /// The weight of a cell without values where there are rules. Less than of a failing rule, as the
    /// rule that brought it about is blamed as well (`of_last_rule`). With 0.3, 0.5 and 1 the killers
    /// of iss-half.jsonl, up to 10,000 nodes each, take 353, 362 and 371 nodes (geometric means), its
    /// other puzzles 28.0, 27.3 and 27.4; ten hard killers 685, 888 and 945 thousand in all, twenty
    /// other hard ones 986, 939 and 906 thousand (`solve(text, strategies=(), nodes=...)` with an
    /// `of_last_rule` of 2, 2026-11).
    static constexpr double of_cell = 0.5;

    /// A cell that was guessed where there are rules, which led to a conflict at once.
    void blame_guess(int c) { weights_.add(static_cast<std::size_t>(c), of_guess); }

    /// Conflicts after which a grid is searched anew; classic puzzles do not reach it. Not critical:
    /// 1000, 2000 and 4000 take 4,739, 5,743 and 4,833 nodes (`python tests/benchmarks/constants.py
    /// _kernel/conflicts.hpp:hard 1000 2000 4000 --nodes geometries`, 2026-11).
    static constexpr std::uint64_t hard = 2000;

    /// The weight that the cells of a house without a place for a value share where there are rules.
    /// Of 197 strings of iss-half.jsonl, up to 10,000 nodes each, 24, 26 and 24 are not decided with
    /// 0.5, 1, and 9, which is a whole weight for each cell of nine; they take 50.3, 50.5 and 51.6
    /// nodes (`python tests/benchmarks/constants.py _kernel/conflicts.hpp:of_house 9 1 0.5 --nodes
    /// iss-half.jsonl --limit 10000`, 2026-11). "Hailstone, little killer" (iss-82) is proved unique
    /// in 27,925 nodes, with 9 not within 50 s; A kind of magic (iss-178) in 614,568 instead of
    /// 179,462 (all before guesses were blamed).
    static constexpr double of_house = 0.5;

    /// The weight of a guess that fails at once, beside that of the rule or house which fails: the
    /// Interactive Sudoku Solver blames such cells alone. Of 197 strings of iss-half.jsonl, up to
    /// 10,000 nodes each, 24, 22, 22 and 23 are not decided with 0, 0.3, 0.4 and 0.5, in 50.5, 46.6,
    /// 46.7 and 46.3 nodes (geometric mean; `python tests/benchmarks/constants.py
    /// _kernel/conflicts.hpp:of_guess 0 0.3 0.4 0.5 --nodes iss-half.jsonl --limit 10000`, 2026-11).
    /// Thirty hard ones of them, up to 150,000 nodes each, take 24,601, 23,283, 21,507 and 19,848; but
    /// Calm Construction (iss-266) 14,017, 4,688, 5,894 and 25,951. To blame the cell of every refuted
    /// guess, or to prefer cells that may hold the value that fails most, gains nothing.
    static constexpr double of_guess = 0.4;

private:
    const Grid<D>& g_;
    const bool rules_;
    const unsigned without_;
    std::uint64_t count_ = 0;
    BlameWeights weights_;  ///< by cell
};

}  // namespace kernel
