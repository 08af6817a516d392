#include "crossings.hpp"

#include <algorithm>
#include <iterator>
#include <set>

namespace kernel {
namespace {

using Set = std::vector<int>;  // sorted

Set common(const Set& a, const Set& b) {
    Set both;
    std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(both));
    return both;
}

}  // namespace

std::vector<Crossing> crossings(const Problem& problem, int most_slots) {
    std::vector<Set> peers = problem.peers;
    for (Set& set : peers) std::sort(set.begin(), set.end());
    std::vector<std::vector<std::size_t>> cliques_of(static_cast<std::size_t>(problem.cells));
    for (std::size_t q = 0; q < problem.cliques.size(); ++q)
        for (int c : problem.cliques[q]) cliques_of[static_cast<std::size_t>(c)].push_back(q);
    std::vector<Crossing> found;
    for (std::size_t h = 0; h < problem.houses.size(); ++h) {
        Set house = problem.houses[h].cells;
        std::sort(house.begin(), house.end());
        std::set<Set> shared;
        std::set<std::size_t> near;
        for (int c : house)
            for (std::size_t q : cliques_of[static_cast<std::size_t>(c)]) near.insert(q);
        for (std::size_t q : near) {
            Set clique = problem.cliques[q];
            std::sort(clique.begin(), clique.end());
            Set both = common(house, clique);
            if (both.size() >= 2 && both.size() < house.size()) shared.insert(std::move(both));
        }
        std::vector<Set> ordered(shared.begin(), shared.end());
        std::stable_sort(ordered.begin(), ordered.end(),
                         [](const Set& a, const Set& b) { return a.size() > b.size(); });
        std::vector<std::vector<char>> used;  // by slot: cells in a group
        std::vector<int> groups;
        for (const Set& cells : ordered) {
            Set loses = peers[static_cast<std::size_t>(cells[0])];
            for (int c : cells) loses = common(loses, peers[static_cast<std::size_t>(c)]);
            Set outside;
            std::set_difference(loses.begin(), loses.end(), house.begin(), house.end(),
                                std::back_inserter(outside));
            if (outside.empty()) continue;
            std::size_t slot = 0;
            const auto overlaps = [&](std::size_t j) {
                return std::any_of(cells.begin(), cells.end(), [&](int c) {
                    return used[j][static_cast<std::size_t>(c)] != 0;
                });
            };
            while (slot < used.size() && overlaps(slot)) ++slot;
            if (static_cast<int>(slot) >= most_slots) continue;
            if (slot < used.size() && groups[slot] == most_groups) continue;
            if (slot == used.size()) {
                used.emplace_back(static_cast<std::size_t>(problem.cells), 0);
                groups.push_back(0);
            }
            for (int c : cells) used[slot][static_cast<std::size_t>(c)] = 1;
            found.push_back({static_cast<int>(h), static_cast<int>(slot), groups[slot]++, cells,
                             outside});
        }
    }
    return found;
}

}  // namespace kernel
