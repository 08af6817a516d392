// A model as flat arrays: what Python compiled, checked once. Immutable.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>
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

/// Something immutable that many rules have in common; empty to begin with.
template <class T>
class Shared {
public:
    Shared() = default;
    Shared(T what) : what_(std::make_shared<const T>(std::move(what))) {}

    const T& operator*() const { return what_ ? *what_ : none(); }
    operator const T&() const { return **this; }
    decltype(auto) operator[](std::size_t i) const { return (**this)[i]; }
    auto begin() const { return (**this).begin(); }
    auto end() const { return (**this).end(); }
    std::size_t size() const { return (**this).size(); }

private:
    static const T& none() {
        static const T nothing;
        return nothing;
    }

    std::shared_ptr<const T> what_;
};

/// A rule beside the all-different shapes; see `Primitive` in Python for the meanings.
struct Rule {
    enum class Type { different = 1, sum = 2, word = 3, table = 4, when = 5, rank = 7, connected = 8, pairs = 9, regions = 10, loop = 11, areas = 12 };

    Type type{};
    std::vector<int> variables;
    bool derived = false;  ///< follows from the others; only helps
    /// Equal for sums, words and tables that say the same, each of its own variables.
    int content = -1;

    // sum: weights[i][value] of variable i, sorted totals, and parts (positions in `variables`)
    // whose members all differ.
    Shared<std::vector<std::vector<std::int64_t>>> weights;
    std::vector<std::int64_t> totals;
    std::vector<std::vector<int>> parts;

    // word: for each state, for each value, the next states; distinct: no value twice.
    int states = 0;
    std::vector<int> start, accept;
    Shared<std::vector<std::vector<int>>> steps;  ///< steps[state * values + value]
    int word_values = 0;
    bool distinct = false;

    Shared<std::vector<std::vector<int>>> tuples;  ///< table

    // rank: lines as places in `variables`, of one length; some of them, each with how many others
    // are lower; sets of lines whose first variables differ; the order of the values.
    std::vector<std::vector<int>> lines, sides;
    std::vector<std::pair<int, int>> clues;
    std::vector<int> order;
    bool ties = false;  ///< whether other lines may read the same

    // connected, areas: the values of members, edges and roots as places in `variables`, numbers of
    // members, sorted; areas have no roots.
    Mask members = 0;
    std::vector<std::pair<int, int>> edges;  ///< pairs: of places, those that differ
    std::vector<int> sizes, roots;

    // loop: `members`, the vertices that each variable joins (`edges`), those to visit (`roots`),
    // whether it is no path, the known ends of one (`sizes`), whether it may touch itself.
    bool closed = true, touching = true;

    // regions: the labels of so many vertices, then perhaps their values, then whether the vertices
    // of each link are in the same region; `edges` and `sizes` as above.
    int vertices = 0;
    std::vector<std::pair<int, int>> links;
    bool in_order = false;

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
