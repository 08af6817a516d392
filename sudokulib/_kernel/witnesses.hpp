// Solutions that show which candidates are possible.
#pragma once

#include <vector>

#include "engine.hpp"

namespace kernel {

/// Finds, for each candidate, a solution that has it or the proof that there is none.
///
/// A candidate that no solution shows yet is given to its cell, and a solution is sought. Few nodes
/// are spent on each in the first round: easy candidates come first, and what they show or refute is
/// not left to a limit that ends a hard one.
class Witnesses {
public:
    /// `domains`: as in Problem; candidates known to be impossible may be missing in them.
    Witnesses(const Engine& engine, const Word* domains);

    /// Takes over a solution that is known already.
    void add(std::vector<int> solution);
    /// False if the budget stopped it; what was found by then is kept.
    bool run(Budget& budget);
    /// Sets whether some values of all cells are a solution. False if the budget stopped it.
    bool check(const std::vector<int>& values, Budget& budget, bool& fits);

    const std::vector<std::vector<int>>& solutions() const { return solutions_; }
    /// Domains without the candidates that were refuted.
    const std::vector<Word>& domains() const { return domains_; }

private:
    bool round(std::uint64_t nodes, Budget& budget);
    bool decide(int cell, int value, std::uint64_t nodes, Budget& budget);
    void settle();
    void prefer_unknown();
    bool unknown(int c, int v) const { return has(domains_, c, v) && !has(shown_, c, v); }
    Word& word(std::vector<Word>& of, int c, int v) const;
    bool has(const std::vector<Word>& of, int c, int v) const;

    const Problem& p_;
    const std::unique_ptr<Search> search_;
    std::vector<Word> domains_, shown_;
    std::vector<std::vector<int>> solutions_;
    std::vector<int> preferred_;
    Random random_{1};
    bool settled_ = false;  ///< the saved state of the search has all that is known
    int unfinished_ = 0;  ///< searches of the last round that its nodes did not suffice for
};

}  // namespace kernel
