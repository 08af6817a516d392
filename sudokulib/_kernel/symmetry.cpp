#include "symmetry.hpp"

#include <algorithm>
#include <numeric>

namespace kernel::exact {
namespace {

constexpr std::uint64_t singled_out = 0x6a09e667f3bcc909U;
// Tries of one match: a bound, beyond which equal parts count as different. With 100 the counts of
// separators.cpp take the same nodes.
constexpr int most_tries = 4000;

std::size_t classes(Colours sorted) {
    std::sort(sorted.begin(), sorted.end());
    return static_cast<std::size_t>(std::unique(sorted.begin(), sorted.end()) - sorted.begin());
}

/// The smallest set of several vertices of one colour; empty if there is none.
std::vector<int> target(const Colours& colours) {
    std::vector<int> order(colours.size());
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(), [&](int a, int b) {
        const auto x = colours[static_cast<std::size_t>(a)];
        const auto y = colours[static_cast<std::size_t>(b)];
        return x != y ? x < y : a < b;
    });
    std::size_t best = 0, size = 0;
    for (std::size_t start = 0, end = 0; start < order.size(); start = end) {
        const auto colour = colours[static_cast<std::size_t>(order[start])];
        while (end < order.size() && colours[static_cast<std::size_t>(order[end])] == colour)
            ++end;
        if (end - start > 1 && (size == 0 || end - start < size)) {
            best = start;
            size = end - start;
        }
    }
    return {order.begin() + static_cast<std::ptrdiff_t>(best),
            order.begin() + static_cast<std::ptrdiff_t>(best + size)};
}

bool same_colours(Colours one, Colours other) {
    std::sort(one.begin(), one.end());
    std::sort(other.begin(), other.end());
    return one == other;
}

bool maps(const Graph& one, const Graph& other, const Permutation& to) {
    for (int v = 0; v < one.size(); ++v) {
        auto moved = one.arcs[static_cast<std::size_t>(v)];
        for (auto& arc : moved) arc.to = to[static_cast<std::size_t>(arc.to)];
        auto there =
            other.arcs[static_cast<std::size_t>(to[static_cast<std::size_t>(v)])];
        const auto less = [](const Graph::Arc& a, const Graph::Arc& b) { return a.to < b.to; };
        std::sort(moved.begin(), moved.end(), less);
        std::sort(there.begin(), there.end(), less);
        if (moved != there) return false;
    }
    return true;
}

class Match {
public:
    Match(const Graph& one, const Graph& other, Budget& budget)
        : one_(one), other_(other), budget_(budget) {}

    bool search(Colours one, Colours other) {
        if (++tries_ > most_tries || budget_.stop != Stop::none || !budget_.look())
            return false;
        refine(one_, one);
        refine(other_, other);
        if (!same_colours(one, other)) return false;
        const auto cell = target(one);
        if (cell.empty()) return discrete(one, other);
        const int first = cell.front();
        const auto colour = one[static_cast<std::size_t>(first)];
        one[static_cast<std::size_t>(first)] = mix(colour ^ singled_out);
        for (std::size_t v = 0; v < other.size(); ++v) {
            if (other[v] != colour) continue;
            other[v] = mix(colour ^ singled_out);
            if (search(one, other)) return true;
            other[v] = colour;
        }
        return false;
    }

    Permutation found;

private:
    bool discrete(const Colours& one, const Colours& other) {
        const auto order = [](const Colours& colours) {
            std::vector<int> by(colours.size());
            std::iota(by.begin(), by.end(), 0);
            std::sort(by.begin(), by.end(), [&](int a, int b) {
                return colours[static_cast<std::size_t>(a)] < colours[static_cast<std::size_t>(b)];
            });
            return by;
        };
        const auto from = order(one), to = order(other);
        Permutation map(one.size());
        for (std::size_t i = 0; i < from.size(); ++i) map[static_cast<std::size_t>(from[i])] = to[i];
        if (!maps(one_, other_, map)) return false;
        found = std::move(map);
        return true;
    }

    const Graph& one_;
    const Graph& other_;
    Budget& budget_;
    int tries_ = 0;
};

}  // namespace

void refine(const Graph& graph, Colours& colours) {
    std::size_t before = classes(colours);
    Colours next(colours.size());
    while (before < colours.size()) {
        for (std::size_t v = 0; v < colours.size(); ++v) {
            std::uint64_t sum = 0;
            for (const auto& arc : graph.arcs[v])
                sum += mix(colours[static_cast<std::size_t>(arc.to)] + arc.colour);
            next[v] = mix(colours[v] ^ mix(sum));
        }
        colours.swap(next);
        const std::size_t after = classes(colours);
        if (after == before) return;
        before = after;
    }
}

std::uint64_t invariant(const Graph& graph, Colours colours) {
    refine(graph, colours);
    std::uint64_t sum = static_cast<std::uint64_t>(graph.size());
    for (std::size_t v = 0; v < colours.size(); ++v)
        sum += mix(colours[v] + graph.arcs[v].size());
    return sum;
}

Permutation isomorphism(const Graph& one, Colours colours_of_one, const Graph& other,
                        Colours colours_of_other, Budget& budget) {
    if (one.size() != other.size()) return {};
    Match match(one, other, budget);
    match.search(std::move(colours_of_one), std::move(colours_of_other));
    return match.found;
}

Group automorphisms(const Graph& graph, Colours colours, Budget& budget) {
    Group group;
    const int size = graph.size();
    std::vector<int> base;  // vertices fixed so far
    for (;;) {
        refine(graph, colours);
        const auto cell = target(colours);
        if (cell.empty()) return group;
        const int first = cell.front();
        Orbits orbits(size);
        const auto fixes = [&](const Permutation& g) {
            return std::all_of(base.begin(), base.end(),
                               [&](int v) { return g[static_cast<std::size_t>(v)] == v; });
        };
        for (const auto& g : group.generators)
            if (fixes(g))
                for (int v = 0; v < size; ++v) orbits.join(v, g[static_cast<std::size_t>(v)]);
        const auto colour = colours[static_cast<std::size_t>(first)];
        Colours left = colours;
        left[static_cast<std::size_t>(first)] = mix(colour ^ singled_out);
        for (const int other : cell) {
            if (orbits.find(other) == orbits.find(first)) continue;
            Colours right = colours;
            right[static_cast<std::size_t>(other)] = mix(colour ^ singled_out);
            auto g = isomorphism(graph, left, graph, std::move(right), budget);
            if (g.empty()) continue;
            for (int v = 0; v < size; ++v) orbits.join(v, g[static_cast<std::size_t>(v)]);
            group.generators.push_back(std::move(g));
        }
        const int root = orbits.find(first);
        group.order *= static_cast<double>(std::count_if(
            cell.begin(), cell.end(), [&](int v) { return orbits.find(v) == root; }));
        base.push_back(first);
        colours = std::move(left);
    }
}

Orbits::Orbits(int size) : parent_(static_cast<std::size_t>(size)) {
    std::iota(parent_.begin(), parent_.end(), 0);
}

int Orbits::find(int item) {
    auto at = static_cast<std::size_t>(item);
    while (parent_[at] != static_cast<int>(at)) {
        parent_[at] = parent_[static_cast<std::size_t>(parent_[at])];
        at = static_cast<std::size_t>(parent_[at]);
    }
    return static_cast<int>(at);
}

void Orbits::join(int one, int other) {
    parent_[static_cast<std::size_t>(find(one))] = find(other);
}

}  // namespace kernel::exact
