#include "interchangeable_houses.hpp"

#include <algorithm>

#include "sets.hpp"

namespace kernel {
namespace {

class Finder {
public:
    explicit Finder(const Problem& problem)
        : words_((static_cast<std::size_t>(problem.cells) + 63) / 64),
          peers_(static_cast<std::size_t>(problem.cells) * words_),
          both_(words_) {
        for (int c = 0; c < problem.cells; ++c)
            for (const int p : problem.peers[static_cast<std::size_t>(c)])
                add(&peers_[static_cast<std::size_t>(c) * words_], p);
    }

    /// Pairs each cell of one house with a cell of the other that has the same peers elsewhere;
    /// false if that is impossible.
    bool match(const std::vector<int>& one, const std::vector<int>& other, InterchangeableHouses& found) {
        if (one.size() != other.size() || meet(one, other)) return false;
        found.one = one;
        found.other.clear();
        for (const int a : one) {
            const auto fits = [&](int b) { return alike(a, b); };
            const auto b = std::find_if(other.begin(), other.end(), fits);
            if (b == other.end() || std::any_of(b + 1, other.end(), fits)) return false;
            found.other.push_back(*b);
        }
        for (std::size_t n = 0; n < one.size(); ++n)
            for (std::size_t m = 0; m < n; ++m)
                if (has(peers(one[n]), found.other[m]) != has(peers(one[m]), found.other[n]))
                    return false;
        return true;
    }

private:
    const Word* peers(int c) const { return &peers_[static_cast<std::size_t>(c) * words_]; }

    bool meet(const std::vector<int>& one, const std::vector<int>& other) {
        std::fill(both_.begin(), both_.end(), 0);
        for (const int c : one) add(both_.data(), c);
        for (const int c : other) {
            if (has(both_.data(), c)) return true;
            add(both_.data(), c);
        }
        return false;
    }

    bool alike(int a, int b) const {
        for (std::size_t i = 0; i < words_; ++i)
            if ((peers(a)[i] ^ peers(b)[i]) & ~both_[i]) return false;
        return true;
    }

    const std::size_t words_;  ///< of a set of cells
    std::vector<Word> peers_;
    std::vector<Word> both_;  ///< the cells of the two houses that are compared
};

}  // namespace

std::vector<std::vector<InterchangeableHouses>> interchangeable_houses(const Problem& problem) {
    Finder finder(problem);
    std::vector<std::vector<InterchangeableHouses>> all;
    InterchangeableHouses found;
    for (std::size_t h = 0; h < problem.houses.size(); ++h) {
        std::vector<InterchangeableHouses> earlier;
        for (std::size_t g = 0; g < h; ++g)
            if (finder.match(problem.houses[g].cells, problem.houses[h].cells, found))
                earlier.push_back(found);
        if (!earlier.empty()) all.push_back(std::move(earlier));
    }
    return all;
}

}  // namespace kernel
