// A problem ready to be searched, whatever its size.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "problem.hpp"
#include "budget.hpp"
#include "random.hpp"
#include "rules.hpp"

namespace kernel {

/// What a switch of an engine leaves out, to measure what it is worth.
enum Technique : unsigned {
    locked_candidates = 1,
    weighted_branching = 2,
    leftovers_rule = 4,
    conflict_weights = 8,
    restarts = 16,
    derived_rules = 32,
};

/// One search for the solutions of one problem with some domains; resumable, not shared.
class Search {
public:
    virtual ~Search() = default;

    /// Begins anew: domains as in Problem.
    virtual void start(const Word* domains) = 0;
    /// Begins anew: a value index a cell, or `empty`, on top of the problem's own domains.
    virtual void start(const std::uint8_t* givens) = 0;

    /// After `start` or `restore_state`: gives a cell a value.
    virtual void assign(int cell, int value) = 0;
    /// After these: keeps what follows from them without a guess, to begin with it again. Marks
    /// are numbered from 0 on.
    virtual void save_state(int mark) = 0;
    virtual void restore_state(int mark) = 0;

    /// Goes to the next solution. False if there is none or the pulse stopped the search; after
    /// a stop the next call goes on where it was.
    virtual bool next(Budget& budget) = 0;
    /// The values of all cells in the solution found last.
    virtual void values(int* out) const = 0;

    /// After `start` or `restore_state`: dives once at random, without ever turning back. One over how
    /// likely it was to come this way, 0 at a dead end: the mean over many dives is the number of
    /// solutions.
    virtual double probe(Random& random, Budget& budget) = 0;
    /// From now on guesses try the values of a cell in random order; null: in the usual one.
    virtual void shuffle(Random* random) = 0;
    /// From now on locked candidates and the like, which cost more than they save where there is
    /// little to search, are left alone until there have been so many conflicts.
    virtual void delay_costly_techniques(std::uint64_t conflicts) = 0;
    /// From now on guesses try first what a cell holds here: solutions near it are found first.
    /// Null: the usual order.
    virtual void prefer(const int* values) = 0;
    /// Sets the bits of those cells in which the solution found last is another than what leads.
    virtual void differing(Word* cells) const = 0;
    /// After a solution: this cell holds what leads in all further ones. False if the search must
    /// begin anew for that.
    virtual bool require_preferred(int cell) = 0;

    static constexpr std::uint8_t empty = 255;
};

/// Immutable; shared between threads.
class Engine {
public:
    virtual ~Engine() = default;
    virtual std::unique_ptr<Search> search() const = 0;
    virtual std::size_t state_bytes() const = 0;
    const Problem& problem() const { return *problem_; }

protected:
    explicit Engine(std::shared_ptr<const Problem> problem) : problem_(std::move(problem)) {}
    std::shared_ptr<const Problem> problem_;
};

/// The engine whose state fits the problem best. `without`: techniques left out, to measure them.
std::unique_ptr<const Engine> make_engine(std::shared_ptr<const Problem> problem, unsigned without);

}  // namespace kernel
