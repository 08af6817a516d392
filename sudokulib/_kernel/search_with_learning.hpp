// A search that learns clauses once it finds nothing for long.
#pragma once

#include <memory>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "clause_learning.hpp"
#include "engine.hpp"

namespace kernel {

/// The solutions of a problem one by one, each once. Resumable; see `Search`.
class SearchWithLearning {
public:
    /// `engine` must outlive it.
    SearchWithLearning(const Engine& engine, std::vector<Word> domains)
        : engine_(engine),
          search_(engine.search()),
          domains_(std::move(domains)),
          patience_(engine.options().learn_after.value_or(engine.is_large() ? usual : endless)) {
        if (engine.options().without & learning || !ClauseLearning::able(engine.problem()))
            patience_ = endless;
        search_->start(domains_.data());
    }

    /// Advances to the next solution. False if there is none or the budget stopped the search.
    bool next(Budget& budget) {
        if (learning_ && known_.size() >= many) list_others();
        if (learning_) return next_learning(budget);
        if (patience_ == endless) return next_other(budget);
        bool is_found = false;
        const std::uint64_t before = budget.spent;
        if (budget.within(patience_ - idle_, [&] { is_found = search_->next(budget); })) {
            learn();
            return next_learning(budget);
        }
        idle_ = is_found ? 0 : idle_ + (budget.spent - before);
        if (!is_found) return false;
        known_.insert(found());
        if (known_.size() > many) {
            patience_ = endless;
            known_.clear();
        }
        return true;
    }

    /// The values of all cells in the solution found last.
    void values(int* out) const {
        if (learning_) learning_->values(out);
        else search_->values(out);
    }

private:
    static constexpr std::uint64_t usual = 20'000;  ///< see `Options`
    /// Solutions beyond which the others are listed: to learn takes a clause for each.
    static constexpr std::size_t many = 100;

    std::vector<int> found() const {
        std::vector<int> found(static_cast<std::size_t>(engine_.problem().cells));
        values(found.data());
        return found;
    }

    void learn() {
        learning_.emplace(engine_.problem(), domains_.data());
        for (const auto& solution : known_) learning_->exclude(solution.data());
        search_.reset();
    }

    bool next_learning(Budget& budget) {
        if (!learning_->next(budget)) return false;
        known_.insert(found());
        return true;
    }

    /// Searches as before, first near the solution found last, for those that are not known yet.
    void list_others() {
        preferred_ = found();
        learning_.reset();
        patience_ = endless;
        search_ = engine_.search();
        search_->start(domains_.data());
        search_->prefer(preferred_.data());
    }

    bool next_other(Budget& budget) {
        do {
            if (!search_->next(budget)) return false;
        } while (!known_.empty() && known_.erase(found()));
        return true;
    }

    const Engine& engine_;
    std::unique_ptr<Search> search_;
    std::optional<ClauseLearning> learning_;
    std::vector<Word> domains_;
    std::set<std::vector<int>> known_;  ///< solutions to be left out later
    std::vector<int> preferred_;
    std::uint64_t patience_;  ///< nodes without a solution before it learns
    std::uint64_t idle_ = 0;  ///< nodes since the last one
};

}  // namespace kernel
