// What follows from a guess: houses and rules in turn, until neither excludes anything more.
#pragma once

#include <vector>

#include "branching.hpp"
#include "deduction.hpp"
#include "rules.hpp"

namespace kernel {

/// A state consists of the vectors of the grid and, where there are rules, of the planes that these
/// saw last and a mask for each variable.
template <class D>
class Settling {
public:
    /// `work`: null if there are no rules.
    Settling(const Grid<D>& grid, Conflicts<D>& conflicts, RuleWork* work, unsigned without)
        : g_(grid),
          at_(grid.at),
          conflicts_(conflicts),
          work_(work),
          without_(without),
          deduction_(grid, conflicts),
          seen_at_(static_cast<std::size_t>(at_.vectors())),
          masks_at_(seen_at_ + static_cast<std::size_t>(at_.open_at())) {}

    /// The vectors of a state.
    static std::size_t vectors(const Layout<D>& at, int variables, bool rules) {
        const auto grid = static_cast<std::size_t>(at.vectors());
        if (!rules) return grid;
        return grid + static_cast<std::size_t>(at.open_at()) +
               (static_cast<std::size_t>(variables) + 1) / 2;
    }

    /// The domains of variables, if there are rules.
    Mask* masks(Vec* s) const { return reinterpret_cast<Mask*>(s + masks_at_); }

    /// Begins with a state of the grid alone, of which rules have seen nothing.
    void begin(Vec* s) const {
        if (work_) std::copy_n(s, at_.open_at(), s + seen_at_);
    }

    /// Conflicts before locked candidates and leftovers are applied.
    void delay_costly_techniques(std::uint64_t conflicts) { easy_ = conflicts; }
    std::uint64_t delay() const { return easy_; }

    bool solved(const Vec* s) const {
        const Vec* open = at_.open(s);
        for (int i = 0; i < at_.plane(); ++i)
            if (any(open[i])) return false;
        return true;
    }

    /// Makes a guess, or its opposite.
    void take(Vec* s, const Guess& guess, bool so) {
        if (guess.cell < g_.cells) {
            if (so) g_.put(s, guess.cell, guess.value);
            else g_.drop(s, guess.cell, guess.value);
            return;
        }
        if (!work_) {
            const int one = guess.cell - g_.cells, other = one + guess.other;
            return so ? g_.put_in(s, guess.value, one, other) : g_.put_in(s, guess.value, other, one);
        }
        const Mask value = Mask{1} << guess.value;
        masks(s)[guess.cell] &= so ? value : ~value;
        hidden_ = guess.cell;
    }

    /// Makes all deductions without a guess, the cheapest first; false at a contradiction.
    ///
    /// `all`: every rule is propagated, not only those of what has changed. `guessed`: whether the
    /// state is that of a guess. Inlined, as a call of it takes 3 % of the time of 17clue.
    [[gnu::always_inline]] bool settle(Vec* s, bool all, bool guessed) {
        for (;;) {
            if (!deduction_.singles(s)) {
                if (work_) work_->abandon();
                return false;
            }
            if (work_) {
                if (!propagate_rules(s, all)) return false;
                all = false;
                if (!narrowed_.empty() || work_->pending()) continue;
            }
            if ((without_ & locked_candidates) || conflicts_.number() < easy_ || careless(s, guessed))
                return true;
            if (solved(s)) return true;
            bool changed = deduction_.locked(s);
            if (!changed && !(without_ & leftovers_rule)) changed = deduction_.leftovers(s);
            if (!changed) return true;
        }
    }

private:
    /// Returns whether locked candidates cost more than they save: where no guess has failed yet,
    /// after the first guess, and before it if few cells are open and many of these have two values.
    /// With less than three fifths open and a fifth of two values 5,000 grids with several solutions
    /// take 9 % less time and 10,000 of 17clue 2 % more (without the second condition 5 % more);
    /// after a depth, from 0 to 9, they are never worth leaving out (`solve_lines`, 2026-11).
    bool careless(const Vec* s, bool guessed) const {
        if (guessed || work_ || conflicts_.number() > 0) return guessed && conflicts_.number() == 0;
        int open = 0, pairs = 0;
        for (int i = 0; i < at_.plane(); ++i) {
            open += popcount(at_.open(s)[i]);
            pairs += popcount(g_.bivalue(s, i));
        }
        return 5 * open < 3 * g_.cells && 5 * pairs >= open;
    }

    /// Propagates the rules on what has changed; `narrowed_` are the cells that lost values then.
    bool propagate_rules(Vec* s, bool all) {
        changed_.clear();
        narrowed_.clear();
        note_changes(s);
        if (hidden_ >= 0) changed_.push_back(hidden_);
        hidden_ = -1;
        if (changed_.empty() && !all && !work_->pending()) return true;
        if (!work_->propagate(masks(s), changed_, all, narrowed_)) return false;
        for (int c : narrowed_) apply_mask(s, c);
        return true;
    }

    /// Updates the masks of cells from the planes.
    void note_changes(Vec* s) {
        Vec* seen = s + seen_at_;
        for (int i = 0; i < at_.plane(); ++i) {
            Vec difference{0, 0};
            for (int v = 0; v < at_.values(); ++v) {
                const int n = v * at_.plane() + i;
                difference |= s[n] ^ seen[n];
                seen[n] = s[n];
            }
            if (any(difference))
                each_bit(difference, [&](int bit) {
                    const int c = 128 * i + bit;
                    masks(s)[c] = g_.gather(s, c);
                    changed_.push_back(c);
                    return true;
                });
        }
    }

    /// Reduces the planes to the mask of a cell.
    void apply_mask(Vec* s, int c) {
        Vec* seen = s + seen_at_;
        for (Mask gone = g_.gather(s, c) & ~masks(s)[c]; gone; gone &= gone - 1) {
            const int v = std::countr_zero(gone);
            g_.drop(s, c, v);
            at_.word(at_.plane_of(seen, v), c) &= ~at_.bit(c);
        }
    }

    const Grid<D>& g_;
    const Layout<D>& at_;
    Conflicts<D>& conflicts_;
    RuleWork* const work_;
    const unsigned without_;
    Deduction<D> deduction_;
    const std::size_t seen_at_, masks_at_;
    std::uint64_t easy_ = 0;
    int hidden_ = -1;  ///< a hidden variable that a guess narrowed, not yet propagated
    std::vector<int> changed_, narrowed_;
};

}  // namespace kernel
