// Exact counting by dynamic programming over separators.
//
// A part of the grid is cut into a block and a rest. A filling of the block affects the rest only
// by the values in each set of cells that see the same cells of the rest. So
//     ways(part) = sum over choices of such sets: ways(block, sets) * ways(rest, what they leave)
// where choices that become equal by renaming values and exchanging alike points are summed
// together, and ways() of parts is cached up to the same, and across parts of the same form.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "listing.hpp"
#include "ordering.hpp"
#include "parts.hpp"
#include "budget.hpp"
#include "wide_integer.hpp"

namespace kernel::exact {

/// How a count ended.
enum class Counted {
    exact,
    stopped,       ///< by the budget
    out_of_reach,  ///< by the estimate, or the memory
};

class SeparatorCount {
public:
    /// `memory`: bytes of states to keep at most. `cuts`: whether parts that are too long to list
    /// are cut; the search for cuts takes up to a second.
    SeparatorCount(PeerGraph net, int values, Budget& budget, std::size_t memory, bool cuts);
    ~SeparatorCount();

    /// The number of fillings of a connected set of cells with these values for each cell.
    Counted count(const std::vector<int>& cells, const std::vector<Mask>& domains, WideInteger& total);

    std::uint64_t states() const { return states_; }   ///< kept so far
    double cost() const { return cost_; }              ///< logarithm of the steps foreseen

private:
    struct CanonicalPart;
    struct Step;
    struct Layer;
    struct Place {  ///< where a part's points are in its form
        CanonicalPart* form = nullptr;
        std::vector<int> to;
    };

    Place place(Part part);
    bool ways(CanonicalPart& form, const std::vector<Mask>& sets, WideInteger& total);
    bool compute(CanonicalPart& form, const std::vector<Mask>& sets, WideInteger& total);
    bool list(CanonicalPart& form, const std::vector<Mask>& sets, std::uint64_t nodes, WideInteger& total,
              bool& done);
    bool product(CanonicalPart& form, const std::vector<Mask>& sets, WideInteger& total);
    bool plan(CanonicalPart& form, const std::vector<Mask>& sets);
    bool by_steps(CanonicalPart& form, const std::vector<Mask>& sets, WideInteger& total);
    bool expand(Step& step, int from, int to, const std::vector<Mask>& sets, const WideInteger& times,
                Layer* next, WideInteger& total);
    bool finish(Step& step, const std::vector<Mask>& sets, const WideInteger& times, WideInteger& total);
    bool fail(Counted why);
    bool charge(std::size_t bytes);

    PeerGraph net_;
    int values_;
    Budget& budget_;
    std::size_t memory_;
    bool cuts_;
    Counted failed_ = Counted::exact;
    std::uint64_t states_ = 0;
    double cost_ = 0;
    std::vector<std::unique_ptr<CanonicalPart>> forms_;
};

}  // namespace kernel::exact
