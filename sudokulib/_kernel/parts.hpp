// Parts of a graph of cells: their points, their symmetries, and how a part is cut in two.
#pragma once

#include <cstdint>
#include <vector>

#include "canonical.hpp"
#include "problem.hpp"
#include "symmetry.hpp"

namespace kernel::exact {

/// A cell's number as an index.
inline std::size_t at(int i) { return static_cast<std::size_t>(i); }

/// A set of cells, or of anything else, by number.
class Bits {
public:
    explicit Bits(std::size_t size = 0) : words_((size + 63) / 64) {}
    void set(int i) { words_[static_cast<std::size_t>(i) / 64] |= Word{1} << (i % 64); }
    bool has(int i) const { return words_[static_cast<std::size_t>(i) / 64] >> (i % 64) & 1; }
    bool any() const;
    Bits operator&(const Bits& other) const;
    auto operator<=>(const Bits&) const = default;

private:
    std::vector<Word> words_;
};

/// Cells of which some must differ.
struct PeerGraph {
    std::vector<std::vector<int>> near;
    std::vector<Bits> peers;                 ///< the same as sets
    std::vector<std::vector<int>> cliques;   ///< sets of cells that all differ; cover all pairs

    int size() const { return static_cast<int>(near.size()); }
    bool adjacent(int a, int b) const { return peers[static_cast<std::size_t>(a)].has(b); }
};

/// Cells of a net sorted into points. A state gives every cell the set of its point.
struct Part {
    std::vector<int> cells;
    std::vector<int> point_of;  ///< of the cell at the same position
    int points = 0;
};

/// Cells and points as vertices, each cell joined to its point; colours tell cells from points.
Graph graph_of(const PeerGraph& net, const Part& part, Colours& colours);

/// Which permutations of its points the part allows: those that come from symmetries of its cells.
Pattern pattern_of(const PeerGraph& net, const Part& part, Budget& budget);

/// A part cut into a block and a rest, with its cells sorted into finer points.
///
/// Cells of a point of the block see the same cells of the rest, and the other way round, so a
/// filling of the block affects the rest only by the set of values in each of its points.
/// Points are numbered: those of the block that the rest sees (to be chosen, in this order), then
/// other points of the block, then points of the rest.
struct Cut {
    Part whole;                            ///< the cells of the part, by the finer points
    std::vector<std::vector<int>> members; ///< cells of each point
    std::vector<int> origin;               ///< the point of the part that each belongs to
    int chosen = 0;                        ///< points to be chosen
    int block_points = 0;                  ///< points of the block
    std::vector<std::vector<int>> rivals;  ///< chosen points that differ from a point wholly
    std::vector<std::vector<int>> seen;    ///< rest's points that see a chosen point
    std::vector<int> need;                 ///< fewest values that each point takes
    struct Group {
        std::vector<int> points;
        int cells;
    };
    std::vector<Group> groups;             ///< sets of cells of the part that all differ
    std::vector<Group> cover;              ///< disjoint ones that make up the block's seen cells

    Cut(const PeerGraph& net, const Part& part, const std::vector<char>& in_block);

    /// Chooses values for a point: its set becomes `values`, others lose them; false if one
    /// keeps too few.
    bool choose(int point, Mask values, std::vector<Mask>& sets) const;

    /// Returns whether every set of cells that all differ still has enough values, and each value
    /// is chosen as often as the block can hold it.
    bool feasible(const std::vector<Mask>& sets, int done) const;

private:
    void sort_points(const PeerGraph& net, const Part& part, const std::vector<char>& in_block);
    void order_points(const PeerGraph& net);
    void relate(const PeerGraph& net);
    void gather(const PeerGraph& net);
};

}  // namespace kernel::exact
