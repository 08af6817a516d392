// Removing givens from a solution as long as it stays the only one.
//
// The cells in which another solution differs from the wanted one are a set of which a given must
// stay. Groups of givens are dropped in order, so such a set decides by itself at the last group
// that meets it: that group stays unless a member stayed before. The groups that the known sets
// let go among the next few are tried together, and each attempt either proves all of it or finds
// a further set. The outcome is that of dropping one group after the other, whatever sets are
// found: known sets never keep a group that could go, and groups that a proof drops together could
// be dropped one by one as well.
#pragma once

#include "engine.hpp"
#include "exchanges.hpp"
#include "operations.hpp"

namespace kernel {

struct ThinningPlan {
    std::vector<std::vector<int>> groups;  ///< disjoint; a group goes as a whole
    std::size_t least = 0;                 ///< givens that are wanted
    std::uint64_t node_budget = std::numeric_limits<std::uint64_t>::max();  ///< nodes of an attempt
};

/// Thins solutions of one problem; not shared between threads.
class Thinning {
public:
    /// Throws BadStream if the plan is none for the problem.
    Thinning(std::shared_ptr<const Engine> engine, std::vector<Word> domains, ThinningPlan plan);

    /// Drops groups in their order, until the budget stops it.
    void thin(const std::vector<int>& solution, Budget& budget);
    /// The same of a random solution, in random order.
    void draw(std::uint64_t seed, Budget& budget);

    /// Returns whether the givens are known to leave one solution: false if there is none, if even
    /// all groups leave several, or if the budget ran out first.
    bool unique() const { return unique_; }
    const std::vector<int>& solution() const { return solution_; }
    std::vector<int> givens() const;
    /// Returns whether a group stayed because an attempt reached the node budget.
    bool unsettled() const { return unsettled_; }

private:
    enum class Outcome { unique, other, unsettled, stopped };

    const std::vector<int>& group(int position) const {
        const auto number = order_[static_cast<std::size_t>(position)];
        return plan_.groups[static_cast<std::size_t>(number)];
    }
    void begin();
    /// `sure`: all groups are known to leave one solution.
    void run(bool sure, Budget& budget);
    bool learn(const Word* set);
    bool needed(int position) const;
    bool look_ahead(Budget& budget);
    void prepare(int to);
    void decide();
    void settle();
    Outcome attempt(std::uint64_t node_budget, Budget& budget);
    Outcome search(Budget& budget);
    bool require_preferred();
    void assign(int position);

    std::shared_ptr<const Engine> engine_;
    const Problem& problem_;
    const std::vector<Word> domains_;
    const ThinningPlan plan_;
    const std::size_t words_;  ///< of a set of cells
    std::unique_ptr<Search> search_;
    std::unique_ptr<SolutionSampler> grids_;
    bool all_ = false;  ///< whether every cell is in a group
    std::unique_ptr<Exchanges> exchanges_;  ///< null if none are known

    std::vector<int> solution_, order_;
    std::vector<int> turn_;  ///< by cell, where its group is in the order; -1 if it is in none
    bool unique_ = false, unsettled_ = false;

    // Positions before `proved_` are decided for good; those before `tried_` for an attempt.
    int proved_ = 0, tried_ = 0;
    int first_step_ = 0;  ///< how many are tried at first
    std::vector<char> stays_;                    ///< by position
    std::vector<Word> kept_, keeping_;           ///< cells that stay for good, and in the attempt
    std::size_t left_ = 0, leaving_ = 0;         ///< how many givens there are then

    std::vector<Word> sets_;         ///< that hold a given, one after the other
    std::vector<int> first_, next_;  ///< by position, by set: the sets that end there
};

}  // namespace kernel
