// How a grid is built; included by grid.hpp.
#pragma once

#include <array>
#include <cmath>
#include <map>
#include <set>

namespace kernel {

/// Groups of a slot at most.
constexpr int most_groups = 32;

/// Sets of cells that some houses share with other cliques, in slots of disjoint ones a house.
struct Crossing {
    int house, slot, number;
    std::vector<int> cells, loses;  ///< if a value of the house stands in `cells`, `loses` lose it
};

/// At most `most_slots` slots, the largest crossings first.
std::vector<Crossing> crossings(const Problem& problem, int most_slots);

template <class D>
void Grid<D>::add_cut(Cuts& cuts, const std::vector<Vec>& set) const {
    for (const Vec part : set) cuts.cells.push_back(~part);
    if (cuts.begin.empty()) cuts.begin.push_back(0);
    const std::size_t houses = house_lists_.size();
    for (int k = 0; k < at.places(); ++k)
        for (int w = 0; w < at.words(); ++w) {
            std::uint32_t mask = 0;
            const auto first = static_cast<std::size_t>(32 * w);
            for (std::size_t h = first; h < std::min(houses, first + 32); ++h)
                if (k < static_cast<int>(house_lists_[h].size()) &&
                    at.has(set.data(), house_lists_[h][static_cast<std::size_t>(k)]))
                    mask |= std::uint32_t{1} << (h % 32);
            if (!D::dense && mask)
                cuts.lanes.push_back(
                    static_cast<std::uint32_t>(k * at.stripe() + w * at.block()));
            if (D::dense || mask) cuts.lanes.push_back(~mask);
            if (D::small) cuts.spread.push_back(spread(~mask));
        }
    cuts.begin.push_back(static_cast<std::uint32_t>(cuts.lanes.size()));
}

template <class D>
Grid<D>::Grid(const Problem& problem, const D& sizes, const Rules* rules)
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
        add_cut(peer_cuts, set);
        peers.insert(peers.end(), set.begin(), set.end());
    }
    std::vector<std::vector<Seat>> seats_of(static_cast<std::size_t>(cells));
    std::vector<std::vector<Seat>> needed_of(static_cast<std::size_t>(cells));
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
            const auto need = static_cast<std::uint32_t>(word * at.block());
            const auto stripe = static_cast<std::uint32_t>(at.stripe());
            seats_of[static_cast<std::size_t>(c)].push_back(
                {static_cast<std::uint32_t>(k) * stripe + need, bit});
            auto& own = needed_of[static_cast<std::size_t>(c)];
            if (own.empty() || own.back().at != need) own.push_back({need, 0});
            own.back().bits |= bit;
            for (int v = 0; v < values; ++v)
                if (may(root.data(), c, v))
                    at.lanes(at.place(root.data(), static_cast<int>(k)), word)[v] |= bit;
        }
    }
    const auto join = [](const std::vector<std::vector<Seat>>& lists, std::vector<Seat>& all,
                         std::vector<std::uint32_t>& first) {
        for (const auto& list : lists) {
            first.push_back(static_cast<std::uint32_t>(all.size()));
            all.insert(all.end(), list.begin(), list.end());
        }
        first.push_back(static_cast<std::uint32_t>(all.size()));
    };
    join(seats_of, seats, first_seat);
    join(needed_of, needed, first_needed);
    for (int n = 0; n <= std::max(at.places(), values); ++n)
        one_over_root.push_back(1 / std::sqrt(std::max(n, 1)));
    alone.assign(static_cast<std::size_t>(at.values() * at.block()), Vec{0, 0});
    for (int v = 0; v < at.values(); ++v)
        alone[static_cast<std::size_t>(v * at.block() + v / 4)] = lane_alone(v % 4);
    slots.resize(static_cast<std::size_t>(at.slots()));
    for (const Crossing& crossing : found) {
        Slot& slot = slots[static_cast<std::size_t>(crossing.slot)];
        slot.groups = std::max(slot.groups, crossing.number + 1);
    }
    int cuts = 0;
    for (std::size_t j = 0; j < slots.size(); ++j) {
        Slot& slot = slots[j];
        slot.cut.assign(house_lists_.size() * static_cast<std::size_t>(slot.groups), -1);
        std::map<std::array<int, 3>, std::uint32_t> members;  // (word, group, place) -> houses
        std::map<std::array<int, 2>, std::uint32_t> taken;    // (house, place)
        for (const Crossing& crossing : found) {
            if (crossing.slot != static_cast<int>(j)) continue;
            const auto h = static_cast<std::size_t>(crossing.house);
            slot.cut[h * static_cast<std::size_t>(slot.groups) +
                     static_cast<std::size_t>(crossing.number)] = cuts++;
            add_cut(group_cuts, set_of(crossing.loses));
            for (int c : crossing.cells) {
                const auto k = static_cast<int>(
                    std::find(house_lists_[h].begin(), house_lists_[h].end(), c) -
                    house_lists_[h].begin());
                const std::uint32_t bit = std::uint32_t{1} << (h % 32);
                members[{static_cast<int>(h / 32), crossing.number, k}] |= bit;
                taken[{crossing.house, k}] = bit;
            }
        }
        slot.members.resize(static_cast<std::size_t>(at.words()));
        slot.loose.resize(static_cast<std::size_t>(at.words()));
        for (const auto& [key, houses] : members)
            slot.members[static_cast<std::size_t>(key[0])].push_back({key[2], key[1], houses});
        std::map<std::array<int, 2>, std::uint32_t> loose;  // (word, place), of houses with groups
        for (std::size_t h = 0; h < house_lists_.size(); ++h) {
            const auto own = taken.lower_bound({static_cast<int>(h), 0});
            if (own == taken.end() || own->first[0] != static_cast<int>(h)) continue;
            for (int k = 0; k < static_cast<int>(house_lists_[h].size()); ++k)
                if (!taken.contains({static_cast<int>(h), k}))
                    loose[{static_cast<int>(h / 32), k}] |= std::uint32_t{1} << (h % 32);
        }
        for (const auto& [key, houses] : loose)
            slot.loose[static_cast<std::size_t>(key[0])].push_back({key[1], -1, houses});
    }
    links_of.resize(static_cast<std::size_t>(cells));
    if (rules) {
        for (const auto& link : rules->links()) links.push_back(set_of(link));
        for (const auto& link : links)
            each_bit(link.data(), at.plane(), [&](int c) {
                links_of[static_cast<std::size_t>(c)].push_back(link.data());
                return true;
            });
    }
    for (const Leftover& pair : problem.leftovers)
        leftovers.push_back({set_of(pair.one), set_of(pair.other)});
}

}  // namespace kernel
