#include "listing.hpp"

#include <algorithm>

namespace kernel::exact {
namespace {

Mask lowest(Mask mask) { return mask & (~mask + 1); }

}  // namespace

std::uint64_t next_random(std::uint64_t& state) {
    state += 0x9e3779b97f4a7c15U;
    return mix(state);
}

Listing::Listing(const PeerGraph& net, const std::vector<int>& cells) : near_(cells.size()) {
    std::vector<int> place(at(net.size()), -1);
    for (std::size_t i = 0; i < cells.size(); ++i) place[at(cells[i])] = static_cast<int>(i);
    for (std::size_t i = 0; i < cells.size(); ++i)
        for (const int other : net.near[at(cells[i])])
            if (place[at(other)] >= 0) near_[i].push_back(place[at(other)]);
    levels_.resize(cells.size() + 2);
}

/// Position in `left` of a cell with fewest values; of these, of one with most neighbours left.
int Listing::narrowest(const Level& level) const {
    int best = 0, fewest = 65;
    for (std::size_t i = 0; i < level.left.size(); ++i) {
        const int values = __builtin_popcountll(level.domains[at(level.left[i])]);
        if (values < fewest) {
            fewest = values;
            best = static_cast<int>(i);
            if (values <= 1) break;
        }
    }
    return best;
}

/// The level below, with a value placed in a cell; false if a cell has none left.
bool Listing::place(const Level& from, int index, Mask value, Level& to) const {
    to.domains = from.domains;
    to.left = from.left;
    const int cell = from.left[at(index)];
    to.left.erase(to.left.begin() + index);
    to.domains[at(cell)] = 0;  // filled
    for (const int other : near_[at(cell)]) {
        auto& domain = to.domains[at(other)];
        if (!(domain & value)) continue;
        domain &= ~value;
        if (!domain) return false;
    }
    return true;
}

bool Listing::enter() {
    if (outcome_ != Outcome::done) return false;
    if (nodes_left_ == 0) {
        outcome_ = Outcome::too_long;
        return false;
    }
    --nodes_left_;
    if (!budget_->spend()) {
        outcome_ = Outcome::stopped;
        return false;
    }
    return true;
}

Outcome Listing::count(const std::vector<Mask>& domains, std::uint64_t nodes, Budget& budget,
                       WideInteger& total) {
    budget_ = &budget;
    nodes_left_ = nodes;
    outcome_ = Outcome::done;
    auto& top = levels_[0];
    top.domains = domains;
    top.left.clear();
    for (std::size_t i = 0; i < domains.size(); ++i) {
        if (!domains[i]) {
            total = WideInteger(0);
            return Outcome::done;
        }
        top.left.push_back(static_cast<int>(i));
    }
    total = symmetric(0);
    return outcome_;
}

std::uint64_t Listing::plain(std::size_t depth) {
    const auto& here = levels_[depth];
    if (here.left.empty()) return 1;
    if (!enter()) return 0;
    const int index = narrowest(here);
    const Mask values = here.domains[at(here.left[at(index)])];
    if (here.left.size() == 1) return static_cast<std::uint64_t>(__builtin_popcountll(values));
    std::uint64_t total = 0;
    for (Mask left = values; left && outcome_ == Outcome::done; left &= left - 1)
        if (place(here, index, lowest(left), levels_[depth + 1])) total += plain(depth + 1);
    return total;
}

/// As `plain`, but of values that no domain distinguishes only one is tried.
WideInteger Listing::symmetric(std::size_t depth) {
    const auto& here = levels_[depth];
    if (here.left.empty()) return WideInteger(1);
    if (!enter()) return WideInteger(0);
    std::uint64_t holders[64] = {};
    for (const int cell : here.left) {
        const Mask domain = here.domains[at(cell)];
        for (Mask left = domain; left; left &= left - 1) {
            auto& holder = holders[__builtin_ctzll(left)];
            holder = holder * 0x9e3779b97f4a7c15U + static_cast<std::uint64_t>(cell) + 1;
        }
    }
    const auto same = [&](int v, int w) {
        return holders[v] == holders[w] &&
               std::all_of(here.left.begin(), here.left.end(), [&](int cell) {
                   const Mask domain = here.domains[at(cell)];
                   return (domain >> v & 1) == (domain >> w & 1);
               });
    };
    const int index = narrowest(here);
    Mask values = here.domains[at(here.left[at(index)])];
    bool all_alone = true;
    for (int v = 0; v < 64 && all_alone; ++v)
        for (int w = 0; holders[v] && w < v && all_alone; ++w)
            if (holders[v] == holders[w] && same(v, w)) all_alone = false;
    if (all_alone) {
        ++nodes_left_;  // `plain` enters the same node
        return WideInteger(plain(depth));
    }
    WideInteger total;
    while (values && outcome_ == Outcome::done) {
        const int v = __builtin_ctzll(values);
        std::uint64_t alike = 0;
        for (Mask left = values; left; left &= left - 1) {
            const int w = __builtin_ctzll(left);
            if (!same(v, w)) continue;
            ++alike;
            values &= ~(Mask{1} << w);
        }
        if (!place(here, index, Mask{1} << v, levels_[depth + 1])) continue;
        WideInteger below = symmetric(depth + 1);
        if (!below.multiply(WideInteger(alike)) || !total.add(below)) {
            outcome_ = Outcome::too_large;
            return total;
        }
    }
    return total;
}

double Listing::guess(const std::vector<Mask>& domains, int descents,
                      std::uint64_t& random) const {
    double sum = 0;
    for (int k = 0; k < descents; ++k) {
        auto& top = levels_[0];
        top.domains = domains;
        top.left.clear();
        for (std::size_t i = 0; i < domains.size(); ++i) top.left.push_back(static_cast<int>(i));
        double width = 1;
        for (std::size_t depth = 0; !levels_[depth].left.empty(); ++depth) {
            const auto& here = levels_[depth];
            const int index = narrowest(here);
            const Mask values = here.domains[at(here.left[at(index)])];
            const int size = __builtin_popcountll(values);
            width *= size;
            sum += width;
            if (size == 0) break;
            Mask left = values;
            for (auto skip = next_random(random) % static_cast<std::uint64_t>(size); skip; --skip)
                left &= left - 1;
            if (!place(here, index, lowest(left), levels_[depth + 1])) break;
        }
    }
    return sum / descents;
}

}  // namespace kernel::exact
