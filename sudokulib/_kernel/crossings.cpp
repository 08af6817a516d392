#include "crossings.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace kernel {
namespace {

using Set = std::vector<int>;  // sorted

/// Finds the crossings of one house after the other.
class CrossingFinder {
public:
    CrossingFinder(const Problem& problem, int most_slots)
        : problem_(problem),
          most_slots_(most_slots),
          words_(at(problem.cells + 63) / 64),
          peers_(at(problem.cells) * words_),
          cliques_(problem.cliques),
          cliques_of_(at(problem.cells)),
          seen_in_(cliques_.size(), -1) {
        for (std::size_t c = 0; c < problem.peers.size(); ++c)
            for (int peer : problem.peers[c]) add(&peers_[c * words_], peer);
        for (std::size_t q = 0; q < cliques_.size(); ++q) {
            std::sort(cliques_[q].begin(), cliques_[q].end());
            for (int c : cliques_[q]) cliques_of_[at(c)].push_back(q);
        }
    }

    std::vector<Crossing> run() {
        for (std::size_t h = 0; h < problem_.houses.size(); ++h) cross(static_cast<int>(h));
        return std::move(found_);
    }

private:
    static std::size_t at(int n) { return static_cast<std::size_t>(n); }
    static void add(Word* set, int c) { set[c / 64] |= Word{1} << (c % 64); }
    static bool has(const std::vector<Word>& set, int c) {
        return set[at(c) / 64] >> (c % 64) & 1;
    }

    void cross(int h) {
        std::vector<Word> house(words_);
        for (int c : problem_.houses[at(h)].cells) add(house.data(), c);
        std::vector<std::vector<char>> used;  // by slot: cells in a group
        std::vector<int> groups;
        for (Set& cells : shared(h, house)) {
            Set loses = outside(cells, house);
            if (loses.empty()) continue;
            std::size_t slot = 0;
            const auto overlaps = [&](std::size_t j) {
                return std::any_of(cells.begin(), cells.end(),
                                   [&](int c) { return used[j][at(c)] != 0; });
            };
            while (slot < used.size() && overlaps(slot)) ++slot;
            if (static_cast<int>(slot) >= most_slots_) continue;
            if (slot < used.size() && groups[slot] == most_groups) continue;
            if (slot == used.size()) {
                used.emplace_back(at(problem_.cells), 0);
                groups.push_back(0);
            }
            for (int c : cells) used[slot][at(c)] = 1;
            found_.push_back({h, static_cast<int>(slot), groups[slot]++, std::move(cells),
                              std::move(loses)});
        }
    }

    /// Returns the sets of cells that a house shares with cliques, each once, the largest first.
    std::vector<Set> shared(int h, const std::vector<Word>& house) {
        std::vector<Set> sets;
        Set both;
        const auto& cells = problem_.houses[at(h)].cells;
        for (int c : cells)
            for (std::size_t q : cliques_of_[at(c)]) {
                if (seen_in_[q] == h) continue;
                seen_in_[q] = h;
                both.clear();
                for (int other : cliques_[q])
                    if (has(house, other)) both.push_back(other);
                if (both.size() >= 2 && both.size() < cells.size()) sets.push_back(both);
            }
        std::sort(sets.begin(), sets.end(), [](const Set& a, const Set& b) {
            return a.size() != b.size() ? a.size() > b.size() : a < b;
        });
        sets.erase(std::unique(sets.begin(), sets.end()), sets.end());
        return sets;
    }

    /// The cells outside of a house that see all of some cells.
    Set outside(const Set& cells, const std::vector<Word>& house) const {
        Set found;
        for (std::size_t w = 0; w < words_; ++w) {
            Word left = ~house[w];
            for (int c : cells) left &= peers_[at(c) * words_ + w];
            for (; left; left &= left - 1)
                found.push_back(static_cast<int>(64 * w) + std::countr_zero(left));
        }
        return found;
    }

    const Problem& problem_;
    const int most_slots_;
    const std::size_t words_;
    std::vector<Word> peers_;   ///< by cell, as bits
    std::vector<Set> cliques_;
    std::vector<std::vector<std::size_t>> cliques_of_;  ///< by cell
    std::vector<int> seen_in_;                          ///< by clique: the last house that met it
    std::vector<Crossing> found_;
};

}  // namespace

std::vector<Crossing> crossings(const Problem& problem, int most_slots) {
    return CrossingFinder(problem, most_slots).run();
}

}  // namespace kernel
