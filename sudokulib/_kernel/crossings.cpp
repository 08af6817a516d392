#include "crossings.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace kernel {
namespace {

/// The cells of a set of this many words, in order.
std::vector<int> cells_of(const Word* set, std::size_t words) {
    std::vector<int> cells;
    std::size_t count = 0;
    for (std::size_t w = 0; w < words; ++w) count += static_cast<std::size_t>(std::popcount(set[w]));
    cells.reserve(count);
    for (std::size_t w = 0; w < words; ++w)
        for (Word left = set[w]; left; left &= left - 1)
            cells.push_back(static_cast<int>(64 * w) + std::countr_zero(left));
    return cells;
}

/// Finds the crossings of one house after the other.
class CrossingFinder {
public:
    CrossingFinder(const Problem& problem, int most_slots)
        : problem_(problem),
          most_slots_(most_slots),
          words_(at(problem.cells + 63) / 64),
          peers_(at(problem.cells) * words_),
          cliques_(problem.cliques.size() * words_),
          cliques_of_(at(problem.cells)),
          seen_in_(problem.cliques.size(), -1),
          loses_(words_) {
        for (std::size_t c = 0; c < problem.peers.size(); ++c)
            for (int peer : problem.peers[c]) add(&peers_[c * words_], peer);
        for (std::size_t q = 0; q < problem.cliques.size(); ++q)
            for (int c : problem.cliques[q]) {
                add(&cliques_[q * words_], c);
                cliques_of_[at(c)].push_back(q);
            }
    }

    std::vector<Crossing> run() {
        for (std::size_t h = 0; h < problem_.houses.size(); ++h) cross(static_cast<int>(h));
        return std::move(found_);
    }

private:
    static std::size_t at(int n) { return static_cast<std::size_t>(n); }
    static void add(Word* set, int c) { set[c / 64] |= Word{1} << (c % 64); }

    void cross(int h) {
        std::vector<Word> house(words_);
        for (int c : problem_.houses[at(h)].cells) add(house.data(), c);
        std::vector<Word> used;  // by slot: cells in a group
        std::vector<int> groups;
        share(h, house);
        for (const Part& part : parts_) {
            const Word* cells = &sets_[part.first];
            if (!see_outside(cells, house)) continue;
            std::size_t slot = 0;
            const auto overlaps = [&](std::size_t j) {
                bool any = false;
                for (std::size_t w = 0; w < words_; ++w) any |= (used[j * words_ + w] & cells[w]) != 0;
                return any;
            };
            while (slot < groups.size() && overlaps(slot)) ++slot;
            if (static_cast<int>(slot) >= most_slots_) continue;
            if (slot < groups.size() && groups[slot] == most_groups) continue;
            if (slot == groups.size()) {
                used.resize(used.size() + words_);
                groups.push_back(0);
            }
            for (std::size_t w = 0; w < words_; ++w) used[slot * words_ + w] |= cells[w];
            found_.push_back({h, static_cast<int>(slot), groups[slot]++, cells_of(cells, words_),
                              cells_of(loses_.data(), words_)});
        }
    }

    /// Cells that a house shares with a clique: their number, and where they stand in `sets_`.
    struct Part {
        int size;
        std::size_t first;
    };

    /// Sets `parts_`: the cells that a house shares with cliques, each set once, the largest first.
    void share(int h, const std::vector<Word>& house) {
        parts_.clear();
        sets_.clear();
        const auto& cells = problem_.houses[at(h)].cells;
        const auto count = static_cast<int>(cells.size());
        for (int c : cells)
            for (std::size_t q : cliques_of_[at(c)]) {
                if (seen_in_[q] == h) continue;
                seen_in_[q] = h;
                const std::size_t first = sets_.size();
                int size = 0;
                for (std::size_t w = 0; w < words_; ++w) {
                    sets_.push_back(cliques_[q * words_ + w] & house[w]);
                    size += std::popcount(sets_.back());
                }
                if (size >= 2 && size < count)
                    parts_.push_back({size, first});
                else
                    sets_.resize(first);
            }
        // Of sets of one size, the one with the first cell that is not in both comes first.
        const auto before = [&](const Part& a, const Part& b) {
            if (a.size != b.size) return a.size > b.size;
            for (std::size_t w = 0; w < words_; ++w)
                if (const Word one = sets_[a.first + w], differ = one ^ sets_[b.first + w]; differ)
                    return (one & differ & -differ) != 0;
            return false;
        };
        std::sort(parts_.begin(), parts_.end(), before);
        const auto same = [&](const Part& a, const Part& b) { return !before(a, b); };
        parts_.erase(std::unique(parts_.begin(), parts_.end(), same), parts_.end());
    }

    /// Sets `loses_`: the cells outside of a house that see all of some cells; whether there are any.
    bool see_outside(const Word* cells, const std::vector<Word>& house) {
        for (std::size_t w = 0; w < words_; ++w) loses_[w] = ~house[w];
        for (std::size_t v = 0; v < words_; ++v)
            for (Word rest = cells[v]; rest; rest &= rest - 1) {
                const std::size_t c = 64 * v + at(std::countr_zero(rest));
                for (std::size_t w = 0; w < words_; ++w) loses_[w] &= peers_[c * words_ + w];
            }
        return std::any_of(loses_.begin(), loses_.end(), [](Word word) { return word != 0; });
    }

    const Problem& problem_;
    const int most_slots_;
    const std::size_t words_;
    std::vector<Word> peers_, cliques_;                 ///< as bits
    std::vector<std::vector<std::size_t>> cliques_of_;  ///< by cell
    std::vector<int> seen_in_;                          ///< by clique: the last house that met it
    std::vector<Part> parts_;                           ///< of one house
    std::vector<Word> sets_, loses_;
    std::vector<Crossing> found_;
};

}  // namespace

std::vector<Crossing> crossings(const Problem& problem, int most_slots) {
    return CrossingFinder(problem, most_slots).run();
}

}  // namespace kernel
