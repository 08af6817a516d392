// The compiled rules of a problem, and which of them read what.
#pragma once

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "propagator.hpp"
#include "rules.hpp"

namespace kernel {

/// The values of one variable that each value of another one allows, in a relation of two.
class Images {
public:
    Images(const std::vector<Mask>& partners, int values) : chunks_((values + chunk - 1) / chunk) {
        const int width = std::min(values, chunk);
        size_ = std::size_t{1} << width;
        of_.assign(size_ * static_cast<std::size_t>(chunks_), 0);
        for (int c = 0; c < chunks_; ++c)
            for (std::size_t s = 1; s < size_; ++s) {
                const int value = c * chunk + low(s);
                const Mask more = value < values ? partners[static_cast<std::size_t>(value)] : 0;
                const std::size_t base = static_cast<std::size_t>(c) * size_;
                of_[base + s] = of_[base + (s & (s - 1))] | more;
            }
    }
    Mask operator()(Mask domain) const {
        Mask image = of_[domain & (size_ - 1)];
        for (int c = 1; c < chunks_; ++c)
            image |= of_[static_cast<std::size_t>(c) * size_ +
                         ((domain >> (c * chunk)) & (size_ - 1))];
        return image;
    }

private:
    /// Bits of a mask that one table of images is indexed by: one table serves up to ten values.
    static constexpr int chunk = 10;

    int chunks_;
    std::size_t size_;
    std::vector<Mask> of_;
};

/// Variables whose values follow from those of another variable, all by the same relation.
struct Arcs {
    const Images* images;
    Mask reach = 0;  ///< all that any of them may hold: an image with all of it excludes nothing
    int begin = 0, end = 0;  ///< of them in `Network::targets`
};

/// Variables of a rule, one of which must have each value that the rule needs.
struct Group {
    std::vector<std::size_t> places;  ///< of these variables in the rule; none if too many
    Word hidden = 0;                  ///< which of these are no cells, as bits
    /// By each set of them that are cells, as bits, the cells that see them all; empty for many.
    std::vector<Word> common;
};

struct Entry {
    PropagatorPtr what;
    std::vector<int> variables;
    bool late;  ///< runs after all that are not
    std::vector<Group> groups;  ///< see `Propagator::groups`
};

/// Entries that read a variable, as bits of one word of a set of entries.
struct Readers {
    std::size_t word;
    Word entries;
};

class Network : public Rules {
public:
    explicit Network(const Problem& problem);

    std::unique_ptr<RuleWork> work() const override;
    const std::vector<std::vector<int>>& links() const override { return links_; }

    int cells, variables;
    bool possible = true;
    std::vector<Mask> domains;  ///< with what rules of one variable leave
    std::vector<Arcs> arcs;
    std::vector<int> arc_start;  ///< by variable, where its arcs begin; one more at the end
    std::vector<int> targets;    ///< of arcs
    std::vector<Entry> entries;  ///< cheap ones first, derived ones last
    std::vector<Readers> readers;
    std::vector<int> reader_start;  ///< by variable, where its readers begin; one more at the end
    std::vector<std::vector<int>> hidden;  ///< sets of connected hidden variables
    std::vector<double> weights;           ///< to begin with
    std::vector<Choice> choices;           ///< of all rules
    std::vector<Border> borders;           ///< of all regions
    std::size_t scratch = 0, widest = 0;
    std::size_t words;               ///< of a set of cells
    std::vector<Word> peer_sets;     ///< by cell, `words` each

private:
    using Relation = std::vector<Mask>;
    using Key = std::vector<std::int64_t>;
    using Cases = std::map<int, std::vector<const Rule*>>;  ///< the rules of each case
    using BothWays = std::pair<const Relation*, const Relation*>;

    PropagatorPtr compile(const Rule& rule);
    PropagatorPtr compile_new(const Rule& rule, const std::vector<Mask>& known);
    std::vector<char> distinct_lines(const Rule& rule) const;
    Rule informed(const Rule& rule) const;
    PropagatorPtr listed(const Rule& rule, const std::vector<Mask>& known);
    BothWays relations(const PropagatorPtr& what, Mask one, Mask other, bool differ);
    const Relation* kept(Relation relation) { return &*kept_.insert(std::move(relation)).first; }
    void add(PropagatorPtr what, const Rule& rule, bool late);
    bool add_cheap(const Rule& rule);
    void place(const Rule& rule);
    void unite(const std::vector<const Rule*>& cases);
    PropagatorPtr listed_cases(int selector, const Cases& cases);
    std::vector<Word> earlier_peers(const std::vector<int>& variables) const;
    std::pair<PropagatorPtr, std::vector<int>> united(const std::vector<const Rule*>& cases);
    void unary(int variable, const Propagator& what);
    void binary(int one, int other, const PropagatorPtr& what);
    void place_regions(const Rule& rule);
    PlacePairs pairs_that(const Rule& rule, bool agree) const;
    void relate_cliques();
    void join_house_sums(const Problem& problem);
    void suggest(const Entry& entry);
    void connect();
    void draw_arcs();
    void find_readers();
    std::vector<Group> groups_of(const Propagator& what, const std::vector<int>& variables) const;
    void link(const Problem& problem);
    const Images* images(const Relation* partners, int values);
    bool peers(int one, int other) const {
        return one < cells && other < cells &&
               (peer_sets[static_cast<std::size_t>(one) * words +
                          static_cast<std::size_t>(other) / 64] >>
                    (other % 64) &
                1) != 0;
    }

    std::vector<std::vector<int>> links_;
    std::map<Key, PropagatorPtr> compiled_;  ///< by the content of a rule, without its variables
    std::set<Relation> kept_;  ///< each relation once
    std::map<std::tuple<const Propagator*, Mask, Mask, bool>, BothWays> both_ways_;
    SumMemory sums_;
    std::map<std::pair<int, int>, const Relation*> relations_;
    std::vector<const Rule*> regions_;  ///< placed once all rules of two are known
    /// Rules of two variables, with the pairs that they are on.
    std::vector<std::pair<PropagatorPtr, std::vector<std::pair<int, int>>>> pairs_;
    std::map<std::pair<const Relation*, int>, std::unique_ptr<const Images>> images_;
    std::vector<Word> memory_;
    std::int64_t words_left_;  ///< that may yet be listed for cases
};

}  // namespace kernel
