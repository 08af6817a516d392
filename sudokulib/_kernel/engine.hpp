// A problem ready to be searched, whatever its size.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "problem.hpp"
#include "budget.hpp"
#include "random.hpp"
#include "rules.hpp"

namespace kernel {

/// Techniques that a switch of an engine disables, to measure their worth.
enum Technique : unsigned {
    locked_candidates = 1,
    weighted_branching = 2,
    leftovers_rule = 4,
    conflict_weights = 8,
    restarts = 16,
    derived_rules = 32,
    probing = 64,
    learning = 128,
};

/// How an engine searches; other than the default only to measure and to test it.
struct Options {
    unsigned without = 0;  ///< disabled techniques

    /// Nodes of a search with rules before its candidates are probed, or as many as there are of
    /// these if they are more. Of 49 strings of iss-half.jsonl that take 400 nodes and more, 5 are not
    /// decided within 8 s without probing, and 4 with 1,000, 2,000, 4,000 and 8,000; the time is 0.94,
    /// 0.93, 0.91 and 0.94 of that without (geometric mean; `solve(text, strategies=(), seconds=8)`,
    /// 2026-11). "Let there be chaos" (iss-50) takes 3,651 nodes instead of over a million, as no
    /// circle can hold 1. To probe again what is left, or to begin again at the root, which solves some
    /// of them twice as fast and others five times slower, gains nothing.
    std::uint64_t probe_after = 2000;

    /// Nodes without a solution after which a search learns clauses, if it can. By default 20,000 in
    /// large grids and none in others: of 24 25x25 with 0 to 35 givens less than minimal ones have, the
    /// slowest takes 0.47 s instead of 0.82, and of nine 36x36 with 48 to 52 % of the cells given eight
    /// are solved in 2 to 31 s, which none is in 20 s without. The three 9x9 of HARD_PENCILMARKS in
    /// iss-half.jsonl take 0.3, 1.2 and 7 s without, and 1.2, 1.7 and over 20 s with (`solve`, 2026-11).
    std::optional<std::uint64_t> learn_after = {};
};

/// One search for the solutions of one problem with some domains; resumable, not shared.
class Search {
public:
    virtual ~Search() = default;

    /// Starts a new search: domains as in Problem.
    virtual void start(const Word* domains) = 0;
    /// Starts a new search: a value index per cell, or `empty`, on top of the problem's domains.
    virtual void start(const std::uint8_t* givens) = 0;

    /// After `start` or `restore_state`: gives a cell a value.
    virtual void assign(int cell, int value) = 0;
    /// After these: saves the state with all deductions that need no guess, to be restored later.
    /// Marks are numbered from 0 on.
    virtual void save_state(int mark) = 0;
    virtual void restore_state(int mark) = 0;
    /// After one of these two: whether a cell may still have a value.
    virtual bool may(int cell, int value) const = 0;

    /// Advances to the next solution. False if there is none or the budget stopped the search;
    /// after a stop the next call resumes where it was.
    virtual bool next(Budget& budget) = 0;
    /// The values of all cells in the solution found last.
    virtual void values(int* out) const = 0;

    /// After `start` or `restore_state`: makes one random probe, without backtracking. Returns one
    /// over its probability, 0 at a dead end: the mean over many probes is the number of solutions.
    virtual double probe(Random& random, Budget& budget) = 0;
    /// From now on guesses try the values of a cell in random order; null: in the usual one.
    virtual void shuffle(Random* random) = 0;
    /// From now on locked candidates and the like, which cost more than they save where there is
    /// little to search, are not applied until there have been so many conflicts.
    virtual void delay_costly_techniques(std::uint64_t conflicts) = 0;
    /// From now on guesses first try the value that a cell has here, so that solutions near it are
    /// found first. Null: the usual order.
    virtual void prefer(const int* values) = 0;
    /// Sets the bits of those cells in which the solution found last differs from the preferred.
    virtual void differing(Word* cells) const = 0;
    /// After a solution: this cell has its preferred value in all further ones. False if the
    /// search must be restarted for that.
    virtual bool require_preferred(int cell) = 0;

    /// The byte of a cell without a given.
    static constexpr std::uint8_t empty = 255;
};

/// Immutable but for a spare search and the state at which searches begin; shared between threads.
class Engine {
    /// Keeps a search that is no longer needed as the spare one.
    struct Keep {
        const Engine* engine;
        void operator()(Search* search) const { delete engine->spare_.exchange(search); }
    };

public:
    virtual ~Engine() = default;
    virtual std::unique_ptr<Search> search() const = 0;

    /// A search for one call, to be started, which further calls use again: one line of 17clue a
    /// call takes 3.0 µs, with a new search 3.6 (2026-11).
    std::unique_ptr<Search, Keep> lent_search() const {
        Search* spare = spare_.exchange(nullptr);
        return {spare ? spare : search().release(), Keep{this}};
    }

    virtual std::size_t state_bytes() const = 0;
    virtual const Options& options() const = 0;
    /// Whether a state, and so a node, costs much.
    bool is_large() const { return state_bytes() > 4096; }
    const Problem& problem() const { return *problem_; }

protected:
    explicit Engine(std::shared_ptr<const Problem> problem) : problem_(std::move(problem)) {}
    /// For destructors of what searches refer to.
    void drop_spare() { delete spare_.exchange(nullptr); }

    std::shared_ptr<const Problem> problem_;

private:
    mutable std::atomic<Search*> spare_ = nullptr;
};

/// The engine whose state fits the problem best.
std::unique_ptr<const Engine> make_engine(std::shared_ptr<const Problem> problem, const Options& options);

}  // namespace kernel
