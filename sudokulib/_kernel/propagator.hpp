// The interface of compiled rules: a function that narrows the domains of its own variables.
#pragma once

#include <bit>
#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "problem.hpp"
#include "rules.hpp"

namespace kernel {

/// One rule on variables 0..n-1, which the network maps to those of the problem. Immutable.
class Propagator {
public:
    virtual ~Propagator() = default;

    /// Narrows `d`, one domain a variable; false if no assignment fits. Never takes a value that
    /// an assignment within the domains has; where all domains are single it is an exact check.
    virtual bool narrow(Mask* d, Word* scratch) const = 0;

    /// How many words of memory `narrow` may write to.
    virtual std::size_t scratch() const { return 0; }

    /// Roughly how many steps a run takes; what is cheap runs first.
    virtual double cost() const = 0;

    /// Sets of variables, by place, of which `required` tells what they need.
    virtual std::vector<std::vector<std::size_t>> groups() const { return {}; }

    /// Writes for each group the values that it has in every assignment left. Called right after
    /// `narrow` succeeded, with its result and its memory.
    virtual void required(const Mask* d, const Word* scratch, Mask* values) const {
        (void)d, (void)scratch, (void)values;
    }

    /// Returns what to branch on, variables by place.
    virtual std::vector<Choice> choices() const { return {}; }

    /// Adds the places of variables that a failure of `narrow` is due to, and returns how many they
    /// are; 0 if it may be due to any. Called right after `narrow` failed, with its memory.
    virtual std::size_t blamed(const Word* scratch, std::vector<int>& places) const {
        (void)scratch, (void)places;
        return 0;
    }

    /// Returns whether a second run on the result of the first finds nothing.
    virtual bool settles() const { return true; }
};

using PropagatorPtr = std::shared_ptr<const Propagator>;

inline int low(Mask mask) { return std::countr_zero(mask); }
inline bool single(Mask mask) { return (mask & (mask - 1)) == 0; }
inline Mask bit(int value) { return Mask{1} << value; }
/// The first `count` values.
inline Mask first(std::size_t count) { return count >= 64 ? ~Mask{0} : bit(int(count)) - 1; }

/// Takes the values of fixed variables from the others until nothing changes; false if a domain
/// becomes empty.
bool settle(Mask* d, std::size_t size);

/// All tuples of values that a relation holds, one after the other.
struct Tuples {
    std::size_t arity, count = 0;
    std::vector<std::uint8_t> values;

    explicit Tuples(std::size_t arity_) : arity(arity_) {}
    void add(const std::uint8_t* tuple) {
        values.insert(values.end(), tuple, tuple + arity);
        ++count;
    }
    const std::uint8_t* operator[](std::size_t number) const {
        return values.data() + number * arity;
    }
};

/// A list of tuples as a propagator of domain consistency.
/// `selectors`: how many of the first places select cases; `required` tells of the others alone.
PropagatorPtr make_table(const Tuples& tuples, std::size_t selectors = 0);

class SubsetSums;
/// Tables shared by sums of one problem: by the weights of values, the sums of all sets of values.
using SumMemory = std::map<std::vector<std::size_t>, std::shared_ptr<const SubsetSums>>;

/// A sum, perhaps as a table; see `Rule`. `domains` are those of its variables.
PropagatorPtr make_sum(const Rule& rule, const std::vector<Mask>& domains, SumMemory& shared);

/// A sum that finds less in a fraction of the time, and whether that is enough; null if there is
/// none.
struct CheapSumResult {
    PropagatorPtr sum;
    bool enough = false;
    /// Where it is one part of variables that count alike: what the numbers of their values add
    /// up to.
    std::optional<std::int64_t> set_total = std::nullopt;
};
CheapSumResult make_cheap_sum(const Rule& rule, const std::vector<Mask>& domains);

/// How many words may be listed yet, and how many steps taken to find them.
struct WordLimits {
    std::int64_t words, steps;
};

/// Adds all words of a rule to tuples, each after some other values; false if there are too many.
/// `differ`: by place the earlier ones, as bits, that have another value.
bool add_words(const Rule& rule, const std::vector<Mask>& domains, const std::vector<Word>& differ,
               std::vector<std::uint8_t> before, Tuples& found, WordLimits& left);

/// A word; see `Rule`. `differ`: as for `add_words`.
PropagatorPtr make_word(const Rule& rule, const std::vector<Mask>& domains,
                        const std::vector<Word>& differ);

/// Lines of given ranks; see `Rule`. `distinct`: by line, whether all of its variables differ.
PropagatorPtr make_rank(const Rule& rule, std::vector<char> distinct);

/// Variables that are connected in a graph if their values lie in a set; see `Rule`.
PropagatorPtr make_connected(const Rule& rule);

/// Variables whose connected areas have some sizes if their values lie in a set; see `Rule`.
PropagatorPtr make_areas(const Rule& rule);

/// Edges that form one loop or path if their values lie in a set; see `Rule`.
PropagatorPtr make_loop(const Rule& rule);

using PlacePairs = std::vector<std::pair<int, int>>;
/// Variables that say in which region each cell is; see `Rule`. Of some pairs of cells it is known
/// that they are in the same region, or in different ones.
PropagatorPtr make_regions(const Rule& rule, const PlacePairs& same, const PlacePairs& different);

/// Pairs of variables that differ; see `Rule`.
PropagatorPtr make_pairs(const Rule& rule);

/// All variables differ.
PropagatorPtr make_different(std::size_t size);

/// Propagators of one case, each with the places of its variables.
struct Branch {
    int chosen;
    std::vector<std::pair<PropagatorPtr, std::vector<int>>> rules;
};

/// If variable 0 has the value of a branch, its rules hold; keeps what some branch allows.
PropagatorPtr make_union(std::size_t size, std::vector<Branch> branches);

/// If variable `selector` has the value `chosen`, `then` holds; `places` are its variables here.
PropagatorPtr make_case(int chosen, std::vector<int> places, PropagatorPtr then);

}  // namespace kernel
