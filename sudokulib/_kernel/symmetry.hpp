// Symmetries of small coloured graphs, found by refinement and search. For build time.
#pragma once

#include <cstdint>
#include <vector>

#include "budget.hpp"

namespace kernel::exact {

using Permutation = std::vector<int>;

/// Spreads a number over all bits; the invariants of vertices are made of it.
inline std::uint64_t mix(std::uint64_t x) {
    x ^= x >> 31;
    x *= 0x9e3779b97f4a7c15U;
    x ^= x >> 29;
    x *= 0xbf58476d1ce4e5b9U;
    return x ^ (x >> 32);
}

/// An undirected graph whose arcs have colours (from one end, perhaps another from the other).
struct Graph {
    struct Arc {
        int to;
        std::uint64_t colour;
        bool operator==(const Arc&) const = default;
    };

    explicit Graph(int size) : arcs(static_cast<std::size_t>(size)) {}
    int size() const { return static_cast<int>(arcs.size()); }

    std::vector<std::vector<Arc>> arcs;  ///< sorted by `to` when a search starts
};

/// One number a vertex; equal graphs with equal colours give equal numbers however numbered.
using Colours = std::vector<std::uint64_t>;

/// Colours that distinguish what the neighbours' colours distinguish.
void refine(const Graph& graph, Colours& colours);

/// A number that is the same for isomorphic graphs.
std::uint64_t invariant(const Graph& graph, Colours colours);

/// A map of the vertices of one graph to those of the other that keeps arcs and colours.
///
/// Empty if there is none, or none is found within a bounded effort or before the budget stops it.
Permutation isomorphism(const Graph& one, Colours colours_of_one, const Graph& other,
                        Colours colours_of_other, Budget& budget);

struct Group {
    std::vector<Permutation> generators;
    double order = 1;
};

/// The symmetries of a graph (perhaps not all, if the effort would be great or the budget stops it).
Group automorphisms(const Graph& graph, Colours colours, Budget& budget);

/// Disjoint sets.
class Orbits {
public:
    explicit Orbits(int size);
    int find(int item);
    void join(int one, int other);

private:
    std::vector<int> parent_;
};

}  // namespace kernel::exact
