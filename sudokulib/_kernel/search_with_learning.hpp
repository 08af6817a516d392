// A search that learns clauses once it finds nothing for long.
#pragma once

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "clause_learning.hpp"
#include "engine.hpp"

namespace kernel {

/// The solutions of a problem one by one, each once. Resumable; see `Search`.
class SearchWithLearning {
public:
    SearchWithLearning(std::shared_ptr<const Engine> engine, std::vector<Word> domains)
        : engine_(std::move(engine)),
          search_(engine_->search()),
          domains_(std::move(domains)),
          patience_(engine_->options().learn_after.value_or(engine_->is_large() ? usual : endless)) {
        if (engine_->options().without & learning || !ClauseLearning::able(engine_->problem()))
            patience_ = endless;
        search_->start(domains_.data());
    }

    /// Advances to the next solution. False if there is none or the budget stopped the search.
    bool next(Budget& budget) {
        if (learning_) return learning_->next(budget);
        if (patience_ == endless) return search_->next(budget);
        bool found = false;
        const std::uint64_t before = budget.spent;
        if (budget.within(patience_ - idle_, [&] { found = search_->next(budget); })) {
            learn();
            return learning_->next(budget);
        }
        idle_ = found ? 0 : idle_ + (budget.spent - before);
        if (found) keep();
        return found;
    }

    /// The values of all cells in the solution found last.
    void values(int* out) const {
        if (learning_) learning_->values(out);
        else search_->values(out);
    }

private:
    static constexpr std::uint64_t usual = 20'000;  ///< see `Options`
    /// Solutions from which on all are listed, for which a clause each would be too much.
    static constexpr std::size_t many = 100;

    void keep() {
        if (known_.size() == many) {
            patience_ = endless;
            known_.clear();
            return;
        }
        search_->values(known_.emplace_back(static_cast<std::size_t>(engine_->problem().cells)).data());
    }

    void learn() {
        learning_.emplace(engine_->problem(), domains_.data());
        for (const auto& values : known_) learning_->exclude(values.data());
        search_.reset();
    }

    std::shared_ptr<const Engine> engine_;
    std::unique_ptr<Search> search_;
    std::optional<ClauseLearning> learning_;
    std::vector<Word> domains_;
    std::vector<std::vector<int>> known_;  ///< solutions found before it learns
    std::uint64_t patience_;               ///< nodes without a solution before it learns
    std::uint64_t idle_ = 0;               ///< nodes since the last one
};

}  // namespace kernel
