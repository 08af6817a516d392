// Rules other than the all-different shapes: propagators on the domains of variables.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "problem.hpp"

namespace kernel {

/// Where among some cells the value of another cell stands, a choice that decides much.
struct Choice {
    int of;
    std::vector<int> among;
};

/// A hidden variable that says whether two cells are in the same region, 1, or not, 0. Cells
/// determine it, so that a search that guesses it finds no solution twice.
struct Border {
    int variable;
    int labels[2];  ///< those of the two cells
};

/// The state of a search's rules. Not shared between searches: it has scratch space, and
/// the weights that conflicts leave behind.
class RuleWork {
public:
    virtual ~RuleWork() = default;

    /// Narrows domains by the rules, to a common fixpoint or until a cell is fixed and the houses
    /// can say more at less cost; then rules are left to run, `pending()`.
    ///
    /// `domains` has one mask a variable, cells first; `changed` names variables that became
    /// smaller since the last call that succeeded on this line of the search (`all`: every rule
    /// is run). Cells that became smaller are appended to `narrowed`, perhaps repeatedly.
    /// False at a contradiction; the variables of the rule that failed then gain weight.
    virtual bool propagate(Mask* domains, const std::vector<int>& changed, bool all,
                           std::vector<int>& narrowed) = 0;

    /// Returns whether the last call left rules to run, which the next call does.
    virtual bool pending() const = 0;

    /// Leaves this line of the search, as the houses have found a contradiction. If rules are
    /// pending, they are forgotten, and the variables of the rule that ran last gain weight.
    virtual void abandon() = 0;

    /// With every cell fixed and propagated: whether the hidden variables have values that fit.
    virtual bool completes(const Mask* domains) = 0;

    /// Forgets the weights: what follows is another search.
    virtual void reset() = 0;

    /// For each variable how often rules that read it failed, recent failures counting more; for
    /// the choice of a cell.
    virtual const std::vector<double>& weights() const = 0;

    /// What the rules suggest to branch on.
    virtual const std::vector<Choice>& choices() const = 0;

    /// Borders that may be guessed.
    virtual const std::vector<Border>& borders() const = 0;
};

/// The compiled rules of a problem. Immutable, shared between threads.
class Rules {
public:
    virtual ~Rules() = default;
    virtual std::unique_ptr<RuleWork> work() const = 0;
    /// For each rule that is not derived, its cells, which connect parts of the grid. Cells that
    /// are connected by hidden variables are one entry.
    virtual const std::vector<std::vector<int>>& links() const = 0;
};

/// Null if the problem has no rules.
std::unique_ptr<const Rules> make_rules(const Problem& problem);

}  // namespace kernel
