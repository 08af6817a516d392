// Counting the fillings of a part one by one, interchangeable values once.
#pragma once

#include <cstdint>
#include <vector>

#include "parts.hpp"
#include "budget.hpp"
#include "wide_integer.hpp"

namespace kernel::exact {

enum class Outcome { done, too_long, stopped, too_large };

/// Lists the fillings of some cells of a net.
class Listing {
public:
    Listing(const PeerGraph& net, const std::vector<int>& cells);

    /// The number of fillings with these values for each cell, within so many nodes.
    Outcome count(const std::vector<Mask>& domains, std::uint64_t nodes, Budget& budget,
                  WideInteger& total);

    /// An estimate of the nodes that this would take: the mean of some random descents.
    double guess(const std::vector<Mask>& domains, int descents, std::uint64_t& random) const;

private:
    struct Level {
        std::vector<Mask> domains;
        std::vector<int> left;  ///< cells without a value
    };

    int narrowest(const Level& level) const;
    bool place(const Level& from, int index, Mask value, Level& to) const;
    std::uint64_t plain(std::size_t depth);
    WideInteger symmetric(std::size_t depth);
    bool enter();

    std::vector<std::vector<int>> near_;
    mutable std::vector<Level> levels_;
    Budget* budget_ = nullptr;
    std::uint64_t nodes_left_ = 0;
    Outcome outcome_ = Outcome::done;
};

/// The next number of a fixed sequence.
std::uint64_t next_random(std::uint64_t& state);

}  // namespace kernel::exact
