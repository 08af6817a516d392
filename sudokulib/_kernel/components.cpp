#include "components.hpp"

#include <algorithm>

namespace kernel {
namespace {

using Set = std::vector<Vec>;

bool all_empty(const Set& set) {
    return std::none_of(set.begin(), set.end(), [](Vec part) { return any(part); });
}

int size(const Set& set) {
    int sum = 0;
    for (const Vec part : set) sum += popcount(part);
    return sum;
}

}  // namespace

std::vector<std::vector<Vec>> components(const GridTables& grid, const Layout<Sized>& at,
                                         const Vec* s) {
    const auto width = static_cast<std::size_t>(at.plane());
    std::vector<Set> found;
    Set left(at.open(s), at.open(s) + width);
    while (!all_empty(left)) {
        Set part(width, Vec{0, 0}), fresh(width, Vec{0, 0});
        each_bit(left.data(), at.plane(), [&](int c) {
            fresh[static_cast<std::size_t>(c >> 7)] |= single_bit(c & 127);
            return false;
        });
        while (!all_empty(fresh)) {
            Set near(width, Vec{0, 0});
            for (std::size_t i = 0; i < width; ++i) part[i] |= fresh[i];
            each_bit(fresh.data(), at.plane(), [&](int c) {
                const Vec* peers = &grid.peers[static_cast<std::size_t>(c) * width];
                for (int v = 0; v < at.values(); ++v)
                    if (at.has(at.plane_of(s, v), c))
                        for (std::size_t i = 0; i < width; ++i)
                            near[i] |= peers[i] & at.plane_of(s, v)[i];
                for (const Vec* link : grid.links_of[static_cast<std::size_t>(c)])
                    for (std::size_t i = 0; i < width; ++i) near[i] |= link[i];
                return true;
            });
            for (std::size_t i = 0; i < width; ++i) fresh[i] = near[i] & left[i] & ~part[i];
        }
        for (std::size_t i = 0; i < width; ++i) left[i] &= ~part[i];
        found.push_back(std::move(part));
    }
    std::sort(found.begin(), found.end(),
              [](const Set& a, const Set& b) { return size(a) < size(b); });
    return found;
}

}  // namespace kernel
