// A model as flat arrays: what Python compiled, checked once. Immutable.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "stream.hpp"

namespace kernel {

using Word = std::uint64_t;
/// The values of one variable where there are at most 64.
using Mask = std::uint64_t;

struct House {
    std::vector<int> cells;
    std::vector<int> values;  ///< each stands in exactly one of the cells
};

/// Two sets of cells that hold the same values, each equally often (law of leftovers).
struct Leftover {
    std::vector<int> one, other;
};

/// A rule beside the all-different shapes; see `Primitive` in Python for the meanings.
struct Rule {
    enum class Type { different = 1, sum = 2, word = 3, table = 4, when = 5 };

    Type type{};
    std::vector<int> variables;
    bool derived = false;  ///< follows from the others; only helps

    // sum: weights[i][value] of variable i, sorted totals, and parts (positions in `variables`)
    // whose members all differ.
    std::vector<std::vector<std::int64_t>> weights;
    std::vector<std::int64_t> totals;
    std::vector<std::vector<int>> parts;

    // word: for each state, for each value, the next states; distinct: no value twice.
    int states = 0;
    std::vector<int> start, accept;
    std::vector<std::vector<int>> steps;  ///< steps[state * values + value]
    int word_values = 0;
    bool distinct = false;

    std::vector<std::vector<int>> tuples;  ///< table

    // when: if `selector` has value `chosen`, `then` holds.
    int selector = -1, chosen = 0;
    std::shared_ptr<const Rule> then;
};

struct Problem {
    int cells = 0;      ///< variables 0..cells-1 are the cells
    int values = 0;     ///< of the cells
    int variables = 0;  ///< cells and hidden variables
    int words = 0;      ///< 64-bit words of one variable's domain
    std::vector<Word> domains;             ///< variables * words: without givens
    std::vector<std::vector<int>> peers;   ///< by cell
    std::vector<House> houses;
    std::vector<std::vector<int>> cliques;  ///< cells that all differ, houses included
    std::vector<Leftover> leftovers;
    std::vector<Rule> rules;

    /// Reads and checks; throws BadStream.
    Problem(const std::int64_t* stream, std::size_t size, const Word* domains,
            std::size_t domain_words);
};

}  // namespace kernel
