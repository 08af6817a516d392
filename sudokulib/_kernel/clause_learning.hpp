// A search that learns from conflicts, for problems of houses alone.
#pragma once

#include <cstdint>
#include <vector>

#include "budget.hpp"
#include "problem.hpp"

namespace kernel {

/// Conflict-driven clause learning (Marques-Silva and Sakallah 1999) on candidates: the first unique
/// implication point, two watched literals and decisions on what took part in the latest conflicts
/// (MiniSat, Eén and Sörensson 2003), deletion by the number of levels (Glucose, Audemard and Simon
/// 2009), restarts by the sequence of Luby et al. (1993), and phases of the longest trail without a
/// conflict (CaDiCaL, Biere et al. 2020). That two candidates exclude each other is read off the grid
/// and needs no clause.
///
/// Each solution adds a clause, so it is not for listing many. Resumable, as `Search` is.
class ClauseLearning {
public:
    /// Whether it can search a problem: one without rules, of which there are no clauses, and not so
    /// large that the pairs of candidates which exclude each other take too much memory.
    static bool able(const Problem& problem);

    /// `domains`: as in Problem.
    ClauseLearning(const Problem& problem, const Word* domains);

    /// Before the first `next`: leaves out a solution that is known.
    void exclude(const int* values);

    /// Advances to the next solution. False if there is none or the budget stopped the search; each
    /// decision is a node.
    bool next(Budget& budget);

    /// The value of each cell in the solution found last.
    void values(int* out) const;

private:
    using Lit = int;      ///< twice a candidate if it is in, one more if it is out
    using Clause = int;   ///< the place of a clause in `arena_`: its size, its levels, its literals

    enum : int { decided = -1 };  ///< a reason; others are clauses, or `because(candidate)`

    struct Watch {
        Clause clause;
        Lit other;  ///< a literal of it; if that is true the clause need not be read
    };

    /// What each candidate was in a trail without a conflict: 1 in, -1 out, 0 not there.
    struct Phases {
        std::vector<std::int8_t> of;
        std::size_t length = 0;  ///< of the trail
    };

    static Lit in(int candidate) { return 2 * candidate; }
    static Lit out(int candidate) { return 2 * candidate + 1; }
    static int candidate_of(Lit lit) { return lit >> 1; }
    static int because(int candidate) { return -2 - candidate; }
    static int cause(int reason) { return -2 - reason; }  ///< the candidate of such a reason

    /// 1 if a literal is true, -1 if it is false, 0 if that is open.
    int truth(Lit lit) const {
        const int state = state_[static_cast<std::size_t>(lit >> 1)];
        return lit & 1 ? -state : state;
    }
    int levels() const { return static_cast<int>(starts_.size()); }
    const Lit* begin(Clause c) const { return arena_.data() + c + 2; }
    const Lit* end(Clause c) const { return begin(c) + arena_[static_cast<std::size_t>(c)]; }

    bool number_candidates(const Problem& problem, const Word* domains);
    void add(const std::vector<Lit>& clause, int levels);
    bool require(std::vector<Lit> clause);
    void assign(Lit lit, int reason);
    bool propagate();
    bool visit(Lit gone);
    void learn();
    void expand(int reason, Lit except);
    void meet(Lit lit);
    bool follows(Lit lit);
    void back_to(int level);
    int count_levels(const std::vector<Lit>& clause);
    bool leave_out_found();
    void forget_half();
    int choose();
    void note_phases();
    void note(Phases& phases);
    void rephase();
    void restart();

    void bump(int candidate);
    void rise(std::size_t place);
    void sink(std::size_t place);
    void push(int candidate);
    int pop();

    int cells_ = 0;
    std::vector<int> fixed_;                 ///< the value of a cell with one candidate, or -1
    std::vector<std::vector<int>> of_cell_;  ///< its candidates, by value or -1
    std::vector<int> cell_of_, value_of_;
    std::vector<int> apart_, apart_from_;    ///< for each candidate those that it excludes

    std::vector<std::int8_t> state_, phase_;  ///< 1 in, -1 out, 0 open; the latest that was not 0
    std::vector<int> level_, reason_;
    std::vector<Lit> trail_;
    std::vector<std::size_t> starts_;  ///< where each level begins in `trail_`
    std::size_t next_ = 0;             ///< the first of `trail_` that is not propagated
    int chosen_ = -1;                  ///< the candidate to be decided next, or -1
    bool ended_ = false, found_ = false;

    std::vector<Lit> arena_;
    std::vector<Clause> required_, learned_;
    std::vector<std::vector<Watch>> watches_;  ///< by the literal that is watched

    std::vector<Lit> conflict_, clause_, stack_;  ///< what fails; what is learned; to be looked at
    std::vector<std::uint8_t> seen_;              ///< candidates that take part in a conflict
    std::vector<int> all_seen_;
    int seen_here_ = 0;  ///< how many of them, on the last level, are to be explained
    std::vector<std::uint64_t> level_mark_;
    std::uint64_t mark_ = 0;

    std::vector<double> activity_;  ///< how much a candidate took part in the latest conflicts
    double step_ = 1;
    std::vector<int> heap_, place_;  ///< open candidates, the most active first; places in it, or -1
    Phases target_, best_;  ///< since the last change of phases, and since the last return to `best_`
    std::uint64_t conflicts_ = 0, restart_at_, rephase_at_, rephases_ = 0;
    std::uint64_t luby_[2] = {1, 1};
    std::size_t most_learned_;
};

}  // namespace kernel
