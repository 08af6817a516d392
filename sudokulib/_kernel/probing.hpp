// Candidates that lead to a contradiction at once, and so belong to no solution.
#pragma once

#include <cstdint>
#include <vector>

#include "budget.hpp"
#include "settling.hpp"

namespace kernel {

/// Tries each candidate at the start of a search that has rules and takes long, once (singleton
/// consistency: Debruyne and Bessière, Some practicable filtering techniques for the constraint
/// satisfaction problem, 1997). What weights lead a search to late, if ever, is excluded then.
template <class D>
class Probing {
public:
    /// `work`: null if there are no rules; then nothing is to be tried.
    Probing(const Grid<D>& grid, Conflicts<D>& conflicts, const RuleWork* work, Settling<D>& settling)
        : g_(grid), at_(grid.at), conflicts_(conflicts), work_(work), settling_(settling) {}

    void reset() {
        begun_ = done_ = false;
        least_ = unknown;
        refuted_.clear();
    }

    /// Returns whether a search has taken enough nodes: so many, unless these are none, and as many
    /// as there are candidates at its start. So to try them at most doubles its work.
    bool due(std::uint64_t nodes, std::uint64_t after, Vec* start) {
        if (!work_ || done_ || nodes < after) return false;
        if (least_ == unknown) least_ = after == 0 ? 0 : candidates(start);
        return nodes >= least_;
    }

    /// Tries the candidates of a settled state of so many vectors, which is not changed. It goes on
    /// where a budget stopped it. Each trial is a node.
    void run(const Vec* start, std::size_t stride, Budget& budget) {
        if (!begun_) {
            begun_ = true;
            root_.assign(start, start + stride);
            next_ = 0;
        }
        for (; next_ < count(); ++next_) {
            const Guess guess = candidate(next_);
            if (!open(root_.data(), guess)) continue;
            if (!budget.spend()) return;
            trial_ = root_;
            settling_.take(trial_.data(), guess, true);
            if (settling_.settle(trial_.data(), false, true)) continue;
            conflicts_.count();
            refuted_.push_back(guess);
            settling_.take(root_.data(), guess, false);
            if (!settling_.settle(root_.data(), false, true)) break;  // as will the root of the search
        }
        done_ = true;
    }

    /// Excludes all candidates that were refuted from a state on the path of the search, and settles
    /// it; false at a contradiction.
    bool exclude(Vec* s) const {
        for (const Guess& guess : refuted_) {
            if (open(s, guess)) settling_.take(s, guess, false);
            else if (holds(s, guess)) return false;
        }
        return settling_.settle(s, true, true);
    }

private:
    static constexpr std::uint64_t unknown = ~std::uint64_t{0};

    /// The candidates by number: those of cells, whether or not they are left, then those of borders.
    std::size_t count() const { return of_cells() + 2 * work_->borders().size(); }
    std::size_t of_cells() const {
        return static_cast<std::size_t>(g_.cells) * static_cast<std::size_t>(g_.values);
    }
    Guess candidate(std::size_t n) const {
        const auto values = static_cast<std::size_t>(g_.values);
        if (n < of_cells()) return {static_cast<int>(n / values), static_cast<int>(n % values)};
        n -= of_cells();
        return {work_->borders()[n / 2].variable, static_cast<int>(n % 2)};
    }

    /// How many candidates of a state are open.
    std::uint64_t candidates(Vec* s) const {
        std::uint64_t found = 0;
        for (std::size_t n = 0; n < count(); ++n) found += open(s, candidate(n));
        return found;
    }

    /// Whether a guess and its opposite are both possible.
    bool open(Vec* s, const Guess& guess) const {
        if (guess.cell >= g_.cells) return !std::has_single_bit(settling_.masks(s)[guess.cell]);
        return at_.has(at_.open(s), guess.cell) && g_.may(s, guess.cell, guess.value);
    }

    /// Whether what was guessed is certain.
    bool holds(Vec* s, const Guess& guess) const {
        if (guess.cell < g_.cells) return g_.may(s, guess.cell, guess.value);
        return settling_.masks(s)[guess.cell] >> guess.value & 1;
    }

    const Grid<D>& g_;
    const Layout<D>& at_;
    Conflicts<D>& conflicts_;
    const RuleWork* const work_;
    Settling<D>& settling_;
    bool begun_ = false, done_ = false;
    std::uint64_t least_ = unknown;  ///< nodes before candidates are tried
    std::size_t next_ = 0;           ///< which candidate is tried next
    std::vector<Vec> root_, trial_;
    std::vector<Guess> refuted_;
};

}  // namespace kernel
