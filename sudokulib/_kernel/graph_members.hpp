// What the rules on graphs share: whose members are known, and lists by vertex in one array.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "propagator.hpp"

namespace kernel {

/// A vertex or an edge of a graph.
using Number = std::int32_t;

/// Whether a vertex or an edge is known to be a member.
enum State : Number { outside, open, member };

/// Returns what a variable's candidates tell, of which `values` make it a member.
inline State state_of(Mask candidates, Mask values) {
    const Mask inside = candidates & values;
    return !inside ? outside : inside == candidates ? member : open;
}

/// Removes the candidates that a state excludes.
inline void narrow_to(State state, Mask& candidates, Mask values) {
    if (state == member) candidates &= values;
    if (state == outside) candidates &= ~values;
}

inline std::size_t at(Number n) { return static_cast<std::size_t>(n); }

/// For each vertex a list of numbers: its neighbours, or the edges at it.
class ByVertex {
public:
    ByVertex() = default;
    explicit ByVertex(const std::vector<std::vector<Number>>& lists) {
        for (const auto& list : lists) {
            first_.push_back(static_cast<Number>(numbers_.size()));
            numbers_.insert(numbers_.end(), list.begin(), list.end());
        }
        first_.push_back(static_cast<Number>(numbers_.size()));
    }

    std::span<const Number> operator[](Number vertex) const {
        return {numbers_.data() + first_[at(vertex)], numbers_.data() + first_[at(vertex) + 1]};
    }

    /// The place of a vertex's first number among those of all vertices; `number` reads one.
    Number first(Number vertex) const { return first_[at(vertex)]; }
    Number number(Number place) const { return numbers_[at(place)]; }
    Number size() const { return static_cast<Number>(numbers_.size()); }

private:
    std::vector<Number> first_, numbers_;
};

/// Returns the neighbours of each vertex.
inline ByVertex neighbours(Number vertices, const std::vector<std::pair<int, int>>& edges,
                           const std::vector<int>& joined_to_last = {}) {
    std::vector<std::vector<Number>> beside(at(vertices));
    const auto join = [&](Number a, Number b) {
        beside[at(a)].push_back(b);
        beside[at(b)].push_back(a);
    };
    for (const auto& [a, b] : edges) join(a, b);
    for (const int vertex : joined_to_last) join(vertex, vertices - 1);
    return ByVertex(beside);
}

}  // namespace kernel
