// States up to renaming of values and exchange of alike points.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "problem.hpp"
#include "symmetry.hpp"

namespace kernel::exact {

/// Points with a kind for every ordered pair of them. The permutations that keep all kinds are
/// exactly those that may be applied to a state.
struct Pattern {
    int points = 0;
    std::vector<std::uint16_t> kinds;  ///< points * points
    double order = 1;                  ///< number of permutations that keep the kinds

    std::uint16_t kind(int p, int q) const {
        return kinds[static_cast<std::size_t>(p * points + q)];
    }
};

/// Canonical forms of states of one pattern; has scratch space, so not shared between threads.
///
/// A state gives each point a set of values and a mark. Two states have equal keys exactly if a
/// renaming of values and a permutation that keeps the kinds turn one into the other.
class Canonical {
public:
    Canonical(const Pattern& pattern, int values);

    /// Writes the key of a state.
    void key(const Mask* sets, const std::uint8_t* marks, std::string& out);

    /// Writes a key that only renaming of values leaves the same; some twenty times faster.
    void quick_key(const Mask* sets, std::string& out);

private:
    using Numbers = std::vector<std::uint64_t>;
    struct Level {
        Numbers points, values;
        std::vector<int> order, tried;
    };

    void refine(Numbers& points, Numbers& values);
    void descend(std::size_t level);
    void leaf(std::size_t level);
    bool interchangeable(int p, int q) const;
    bool known_alike(std::size_t level, int p);
    void holders(const std::vector<int>& order, const Mask* sets, std::string& out);
    void write(const std::vector<int>& order, std::string& out);
    std::size_t kinds_in(const std::vector<int>& order);

    const Pattern& pattern_;
    std::size_t points_, values_;
    std::vector<std::uint64_t> salt_;       ///< one a kind of pair
    std::vector<char> swappable_;           ///< points * points: the kinds allow the swap
    std::unordered_map<std::string, std::size_t> arrangements_;  ///< of kinds, by number
    std::unordered_map<std::string, std::size_t> orders_;        ///< the same by order of points

    const Mask* sets_ = nullptr;
    const std::uint8_t* marks_ = nullptr;
    std::vector<Level> levels_;
    std::vector<int> path_, best_path_, best_order_, as_given_;
    std::vector<Permutation> found_;        ///< symmetries of this state
    std::string best_, trial_, in_order_;
    std::uint64_t best_trace_ = 0;
    bool any_ = false;
    std::size_t jump_ = 0;                  ///< levels above this one continue
    Numbers scratch_, next_;
};

}  // namespace kernel::exact
