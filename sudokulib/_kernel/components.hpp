// Parts of a state that can be searched for themselves.
#pragma once

#include "grid.hpp"

namespace kernel {

/// Sets of open cells that have nothing to do with one another, each as small as can be.
template <class D>
std::vector<std::vector<Vec>> components(const Grid<D>& grid, const Vec* s) {
    const auto width = static_cast<std::size_t>(grid.at.plane());
    std::vector<std::vector<Vec>> found;
    std::vector<Vec> left(grid.at.open(s), grid.at.open(s) + width);
    const auto all_empty = [&](const std::vector<Vec>& set) {
        return std::none_of(set.begin(), set.end(), [](Vec part) { return any(part); });
    };
    while (!all_empty(left)) {
        std::vector<Vec> part(width, Vec{0, 0}), fresh(width, Vec{0, 0});
        each_bit(left.data(), grid.at.plane(), [&](int c) {
            fresh[static_cast<std::size_t>(c >> 7)] |= single_bit(c & 127);
            return false;
        });
        while (!all_empty(fresh)) {
            std::vector<Vec> near(width, Vec{0, 0});
            for (std::size_t i = 0; i < width; ++i) part[i] |= fresh[i];
            each_bit(fresh.data(), grid.at.plane(), [&](int c) {
                const Vec* peers = &grid.peers[static_cast<std::size_t>(c) * width];
                for (int v = 0; v < grid.at.values(); ++v)
                    if (grid.may(s, c, v))
                        for (std::size_t i = 0; i < width; ++i)
                            near[i] |= peers[i] & grid.at.plane_of(s, v)[i];
                for (const Vec* link : grid.links_of[static_cast<std::size_t>(c)])
                    for (std::size_t i = 0; i < width; ++i) near[i] |= link[i];
                return true;
            });
            for (std::size_t i = 0; i < width; ++i) fresh[i] = near[i] & left[i] & ~part[i];
        }
        for (std::size_t i = 0; i < width; ++i) left[i] &= ~part[i];
        found.push_back(std::move(part));
    }
    return found;
}

}  // namespace kernel
