// How a grid is built; included by grid.hpp.
#pragma once

#include <map>
#include <set>

namespace kernel {

/// Sets of cells that some houses share with other cliques, in slots of disjoint ones a house.
struct Crossing {
    int house, slot, number;
    std::vector<int> cells, loses;  ///< if a value of the house stands in `cells`, `loses` lose it
};

/// At most `most_slots` slots, the largest crossings first.
std::vector<Crossing> crossings(const Problem& problem, int most_slots);

template <class D>
Cut Grid<D>::make_cut(const std::vector<Vec>& set) const {
    Cut cut;
    cut.cells = set;
    const std::size_t houses = house_lists_.size();
    for (int k = 0; k < at.places(); ++k)
        for (int w = 0; w < at.words(); ++w) {
            std::uint32_t mask = 0;
            const auto first = static_cast<std::size_t>(32 * w);
            for (std::size_t h = first; h < std::min(houses, first + 32); ++h)
                if (k < static_cast<int>(house_lists_[h].size()) &&
                    at.has(set.data(), house_lists_[h][static_cast<std::size_t>(k)]))
                    mask |= std::uint32_t{1} << (h % 32);
            if (D::dense) {
                cut.lanes.push_back(mask);
            } else if (mask) {
                cut.lanes.push_back(
                    static_cast<std::uint32_t>(4 * (k * at.stripe() + w * at.block())));
                cut.lanes.push_back(mask);
            }
        }
    return cut;
}

template <class D>
Grid<D>::Grid(const Problem& problem, const D& sizes)
    : at(sizes), cells(problem.cells), values(problem.values) {
    const auto found = crossings(problem, at.slots());
    std::vector<std::map<int, int>> first(problem.houses.size());  // cell -> group in slot 0
    for (const Crossing& crossing : found)
        if (crossing.slot == 0)
            for (int c : crossing.cells)
                first[static_cast<std::size_t>(crossing.house)][c] = crossing.number;
    for (std::size_t h = 0; h < problem.houses.size(); ++h) {
        std::vector<int> list = problem.houses[h].cells;
        std::sort(list.begin(), list.end());
        std::stable_sort(list.begin(), list.end(), [&](int a, int b) {
            const auto group = [&](int c) {
                const auto entry = first[h].find(c);
                return entry == first[h].end() ? 1 << 20 : entry->second;
            };
            return group(a) < group(b);
        });
        house_lists_.push_back(std::move(list));
    }
    for (int c = 0; c < cells; ++c) {
        const auto set = set_of(problem.peers[static_cast<std::size_t>(c)]);
        peer_cuts.push_back(make_cut(set));
        peers.insert(peers.end(), set.begin(), set.end());
    }
    seats.resize(static_cast<std::size_t>(cells));
    root.assign(static_cast<std::size_t>(at.vectors()), Vec{0, 0});
    for (int c = 0; c < cells; ++c) {
        at.word(at.open(root.data()), c) |= at.bit(c);
        for (int v = 0; v < values; ++v)
            if (problem.domains[static_cast<std::size_t>(c * problem.words + v / 64)] >> (v % 64) & 1)
                at.word(at.plane_of(root.data(), v), c) |= at.bit(c);
    }
    for (std::size_t h = 0; h < house_lists_.size(); ++h) {
        const auto set = set_of(house_lists_[h]);
        house_cells.insert(house_cells.end(), set.begin(), set.end());
        const int word = static_cast<int>(h / 32);
        const std::uint32_t bit = std::uint32_t{1} << (h % 32);
        for (int v : problem.houses[h].values) at.lanes(at.needs(root.data()), word)[v] |= bit;
        for (std::size_t k = 0; k < house_lists_[h].size(); ++k) {
            const int c = house_lists_[h][k];
            seats[static_cast<std::size_t>(c)].push_back({word, static_cast<int>(k), bit});
            for (int v = 0; v < values; ++v)
                if (may(root.data(), c, v))
                    at.lanes(at.place(root.data(), static_cast<int>(k)), word)[v] |= bit;
        }
    }
    slots.resize(static_cast<std::size_t>(at.slots()));
    for (const Crossing& crossing : found) {
        Slot& slot = slots[static_cast<std::size_t>(crossing.slot)];
        slot.groups = std::max(slot.groups, crossing.number + 1);
    }
    const auto words = static_cast<std::size_t>(at.words());
    for (std::size_t j = 0; j < slots.size(); ++j) {
        Slot& slot = slots[j];
        slot.cut.assign(house_lists_.size() * static_cast<std::size_t>(slot.groups), -1);
        std::map<std::pair<int, int>, std::vector<std::uint32_t>> members;  // (group, place)
        std::vector<std::vector<std::uint32_t>> taken(static_cast<std::size_t>(at.places()),
                                                      std::vector<std::uint32_t>(words, 0));
        for (const Crossing& crossing : found) {
            if (crossing.slot != static_cast<int>(j)) continue;
            const auto h = static_cast<std::size_t>(crossing.house);
            slot.cut[h * static_cast<std::size_t>(slot.groups) +
                     static_cast<std::size_t>(crossing.number)] =
                static_cast<int>(group_cuts.size());
            group_cuts.push_back(make_cut(set_of(crossing.loses)));
            for (int c : crossing.cells) {
                const auto k = static_cast<std::size_t>(
                    std::find(house_lists_[h].begin(), house_lists_[h].end(), c) -
                    house_lists_[h].begin());
                auto& houses = members[{crossing.number, static_cast<int>(k)}];
                houses.resize(words, 0);
                houses[h / 32] |= std::uint32_t{1} << (h % 32);
                taken[k][h / 32] |= std::uint32_t{1} << (h % 32);
            }
        }
        for (auto& [key, houses] : members) slot.members.push_back({key.second, key.first, houses});
        for (int k = 0; k < at.places(); ++k) {  // places of these houses outside every group
            std::vector<std::uint32_t> rest(words, 0);
            bool some = false;
            for (std::size_t h = 0; h < house_lists_.size(); ++h)
                if (k < static_cast<int>(house_lists_[h].size()) &&
                    !(taken[static_cast<std::size_t>(k)][h / 32] >> (h % 32) & 1)) {
                    rest[h / 32] |= std::uint32_t{1} << (h % 32);
                    some = true;
                }
            if (some) slot.loose.push_back({k, -1, rest});
        }
    }
    for (const Leftover& pair : problem.leftovers)
        leftovers.push_back({set_of(pair.one), set_of(pair.other)});
}

}  // namespace kernel
