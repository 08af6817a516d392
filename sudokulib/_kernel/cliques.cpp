// Cells of which each two are related alike, such as those of a line of consecutive values.
#include "cliques.hpp"

#include <algorithm>
#include <set>

namespace kernel {
namespace {

/// Sets of values beyond which a rule of them is not made, a bound on its time: as many as there are
/// sets of four of nine, and more than the 7 of a renban and the 35 of a nabner of three of nine.
constexpr std::size_t most_sets = 126;

/// Variables with different values, which are together one of some sets.
class OneOfSets : public Propagator {
public:
    OneOfSets(std::size_t size, std::vector<Mask> sets) : size_(size), sets_(std::move(sets)) {}

    bool narrow(Mask* d, Word* needed) const override {
        Mask any = 0;
        for (std::size_t i = 0; i < size_; ++i) any |= d[i];
        Mask some = 0, all = ~Mask{0};
        for (const Mask set : sets_) {
            if (set & ~any || !serves(set, d)) continue;
            some |= set;
            all &= set;
        }
        *needed = some ? all : 0;
        for (std::size_t i = 0; i < size_; ++i)
            if ((d[i] &= some) == 0) return false;
        return true;
    }
    std::vector<std::vector<std::size_t>> groups() const override {
        std::vector<std::size_t> all(size_);
        for (std::size_t i = 0; i < size_; ++i) all[i] = i;
        return {all};
    }
    void required(const Mask*, const Word* needed, Mask* values) const override {
        *values = *needed;
    }
    std::size_t scratch() const override { return 1; }
    double cost() const override { return static_cast<double>(size_ * sets_.size()) / 2; }
    bool settles() const override { return false; }

private:
    bool serves(Mask set, const Mask* d) const {
        for (std::size_t i = 0; i < size_; ++i)
            if (!(d[i] & set)) return false;
        return true;
    }

    std::size_t size_;
    std::vector<Mask> sets_;
};

/// Adds all sets of `left` values of `from` that are related to each other, each with `set`.
void grow(const std::vector<Mask>& partners, Mask set, Mask from, std::size_t left,
          std::vector<Mask>& sets) {
    if (left == 0) sets.push_back(set);
    for (; left && from && sets.size() <= most_sets; from &= from - 1) {
        const Mask value = from & -from;
        grow(partners, set | value, (from ^ value) & partners[static_cast<std::size_t>(low(from))],
             left - 1, sets);
    }
}

}  // namespace

std::vector<std::vector<int>> cliques(const std::vector<std::pair<int, int>>& pairs) {
    std::set<std::pair<int, int>> edges;
    for (const auto& [a, b] : pairs) edges.insert(std::minmax(a, b));
    std::vector<std::vector<int>> found;
    auto left = edges;
    while (!left.empty()) {
        const auto [one, other] = *left.begin();
        std::vector<int> clique{one, other};
        for (auto it = edges.lower_bound({one, 0}); it != edges.end() && it->first == one; ++it) {
            const int next = it->second;
            if (std::all_of(clique.begin() + 1, clique.end(), [&](int member) {
                    return edges.count(std::minmax(member, next)) != 0;
                }))
                clique.push_back(next);
        }
        std::sort(clique.begin(), clique.end());
        for (const int a : clique)
            for (const int b : clique) left.erase({a, b});
        if (clique.size() > 2) found.push_back(std::move(clique));
    }
    return found;
}

bool differ(const std::vector<Mask>& partners) {
    for (std::size_t v = 0; v < partners.size(); ++v)
        if (partners[v] >> v & 1) return false;
    return true;
}

PropagatorPtr make_related(std::size_t size, const std::vector<Mask>& partners) {
    if (!differ(partners)) return nullptr;
    Mask values = 0;
    for (std::size_t v = 0; v < partners.size(); ++v)
        if (partners[v]) values |= bit(static_cast<int>(v));
    std::vector<Mask> sets;
    grow(partners, 0, values, size, sets);
    if (sets.empty() || sets.size() > most_sets) return nullptr;
    return std::make_shared<const OneOfSets>(size, std::move(sets));
}

}  // namespace kernel
