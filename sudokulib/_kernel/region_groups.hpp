// Groups of cells that are in one region: the state of one run of `Regions`.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

#include "propagator.hpp"

namespace kernel {

using Place = std::int32_t;

/// Values of a variable that says whether two cells are in the same region.
constexpr Mask apart = 1, together = 2;

/// Cells divided into connected regions of one size, as the rule states it.
class Division {
public:
    Division(const Rule& rule, const PlacePairs& same, const PlacePairs& different)
        : size(rule.vertices), region(rule.sizes.empty() ? 0 : rule.sizes[0]),
          valued(rule.variables.size() > static_cast<std::size_t>(size) + rule.links.size()),
          in_order(rule.in_order), links(rule.links), same(same), different(different),
          words((static_cast<std::size_t>(size) + 63) / 64) {
        std::vector<std::vector<Place>> beside(static_cast<std::size_t>(size));
        for (const auto& [a, b] : rule.edges) {
            beside[static_cast<std::size_t>(a)].push_back(b);
            beside[static_cast<std::size_t>(b)].push_back(a);
        }
        for (const auto& list : beside) {
            first_.push_back(static_cast<Place>(neighbours_.size()));
            neighbours_.insert(neighbours_.end(), list.begin(), list.end());
        }
        first_.push_back(static_cast<Place>(neighbours_.size()));
    }

    const Place* begin(Place c) const {
        return neighbours_.data() + first_[static_cast<std::size_t>(c)];
    }
    const Place* end(Place c) const {
        return neighbours_.data() + first_[static_cast<std::size_t>(c) + 1];
    }

    /// The words that a run needs.
    std::size_t scratch() const {
        const auto n = static_cast<std::size_t>(size);
        return 1 + masks * n + words * (sets * (n + 1) + 64 * of_values + 2 * n + 3) + arrays * n;
    }

    const Place size, region;
    const bool valued, in_order;
    const PlacePairs links, same, different;
    const std::size_t words;

private:
    static constexpr std::size_t masks = 4;      ///< arrays of masks, one for each cell
    static constexpr std::size_t sets = 6;       ///< arrays of sets, one for each cell and one more
    static constexpr std::size_t of_values = 3;  ///< arrays of sets, one for each value
    static constexpr std::size_t arrays = 14;    ///< arrays of numbers, two for each cell

    std::vector<Place> first_, neighbours_;
};

/// One run. *Groups* are the sets of cells that are known to be in one region; a *block* is a
/// connected part of the group whose region is being looked at. How groups grow is in regions.cpp.
///
/// `of_words`: the words of a set of groups, 0 if any number.
template <std::size_t of_words>
class RegionWork {
public:
    RegionWork(const Division& of, Mask* d, Word* scratch)
        : of_(of), n_(of.size), labels_(d), values_(of.valued ? d + n_ : nullptr),
          links_(d + (of.valued ? 2 : 1) * n_), words_(words_of(of)) {
        const auto n = static_cast<std::size_t>(n_);
        blame_ = reinterpret_cast<Place*>(scratch);
        scratch += 1;
        for (Mask** array : {&label_, &fixed_, &any_, &twice_}) {
            *array = scratch;
            scratch += n;
        }
        for (Word** array : {&fit_, &near_, &exits_, &at_, &sized_, &up_to_}) {
            *array = scratch;
            scratch += (n + 1) * words_;
        }
        for (Word** array : {&labelled_, &placed_, &holding_}) {
            *array = scratch;
            scratch += 64 * words_;
        }
        left_ = scratch;
        reached_ = left_ + 2 * n * words_;
        all_reached_ = reached_ + words_;
        met_ = all_reached_ + words_;
        auto* next = reinterpret_cast<Place*>(met_ + words_);
        for (Place** array :
             {&root_, &next_, &count_, &group_, &groups_, &block_, &joined_, &order_,
              &low_, &stack_, &next_block_, &below_, &lost_, &must_}) {
            *array = next;
            next += 2 * n;
        }
    }

    bool settle() {
        *blame_ = -1;
        for (Place c = 0; c < n_; ++c) {
            if (!labels_[c] || (values_ && !values_[c])) return blame(c);
            root_[c] = c;
        }
        for (const auto& [a, b] : of_.same) unite(a, b);
        do {
            do {  // what is cheap
                do {
                    changed_ = false;
                    if (of_.in_order && !order()) return false;
                    if (!gather() || !separate_values()) return false;
                } while (changed_);
                relate();
                if (!tell()) return false;
            } while (changed_);
            // Seven puzzles with unknown regions, each turned and mirrored in all eight ways, take
            // 0.104 s (geometric mean), 0.113 s with labels hosted before what grows, and 0.119 s
            // with all that is cheap and hosting in one loop (`solve(text, strategies=(),
            // seconds=4)`, 2026-11). To skip groups for which nothing has changed since the last
            // run gains nothing, as they are 8 to 27 % of all.
            if (!grow() || !tell() || !host()) return false;
        } while (changed_);
        return true;
    }

    /// The variables of the group of cells that could not be, and of its borders, and how many.
    std::size_t blamed(std::vector<int>& places) const {
        if (*blame_ < 0) return 0;
        for (Place c = 0; c < n_; ++c) {
            if (find(c) != find(*blame_)) continue;
            places.push_back(c);
            if (of_.valued) places.push_back(n_ + c);
        }
        const Place first = (of_.valued ? 2 : 1) * n_;
        for (std::size_t i = 0; i < of_.links.size(); ++i) {
            const auto& [a, b] = of_.links[i];
            if ((find(a) == find(*blame_)) != (find(b) == find(*blame_)))
                places.push_back(first + static_cast<Place>(i));
        }
        return places.size();
    }

private:
    static auto words_of(const Division& of) {
        if constexpr (of_words != 0) return std::integral_constant<std::size_t, of_words>();
        else return of.words;
    }

    bool blame(Place cell) {
        *blame_ = cell;
        return false;
    }

    Place find(Place c) const {
        while (root_[c] != c) c = root_[c];
        return c;
    }

    void unite(Place a, Place b) {
        a = find(a);
        b = find(b);
        if (a == b) return;
        root_[std::max(a, b)] = std::min(a, b);
        changed_ = true;
    }

    bool set(Mask& domain, Mask now) {
        if (now == domain) return true;
        domain = now;
        changed_ = true;
        return now != 0;
    }

    /// Numbers first occur in their order: `ahead` are the numbers of regions that may have
    /// begun before a cell, `behind` those from which the rest can be numbered.
    bool order() {
        const int last = n_ / of_.region;
        Mask* ahead = fixed_;
        Mask seen = 1;
        for (Place c = 0; c < n_; ++c) {
            ahead[c] = seen;
            seen = (seen & above(labels_[c])) | (seen & labels_[c]) << 1;
        }
        if (!(seen & bit(last))) return blame(n_ - 1);
        Mask behind = bit(last);
        for (Place c = n_; c-- > 0;) {
            const Mask more = behind >> 1;
            const Mask old = ahead[c] & behind;
            const Mask kept = (ahead[c] & more) | (old ? first(63 - std::countl_zero(old)) : 0);
            const Mask now = labels_[c];
            behind = (behind & above(now)) | (now & more);
            if (!set(labels_[c], now & kept)) return blame(c);
        }
        return true;
    }

    /// The numbers above the least in a mask.
    static Mask above(Mask mask) { return ~(((mask & -mask) << 1) - 1); }

    /// Finds the groups, and what is known of each.
    bool gather() {
        const bool before = changed_;
        Place known[64];
        std::fill_n(known, 64, -1);
        for (Place c = 0; c < n_; ++c) {
            if (!single(labels_[c])) continue;
            Place& other = known[low(labels_[c])];
            if (other < 0) other = c;
            else unite(other, c);
        }
        for (std::size_t i = 0; i < of_.links.size(); ++i)
            if (links_[i] == together) unite(of_.links[i].first, of_.links[i].second);
        changed_ = before;
        number_of_groups_ = 0;
        for (Place c = 0; c < n_; ++c) {
            const Place r = root_[c] = root_[root_[c]];
            if (r == c) {
                groups_[number_of_groups_++] = c;
                count_[c] = 0;
                label_[c] = ~Mask{0};
                fixed_[c] = any_[c] = 0;
                next_[c] = -1;
            } else {
                next_[c] = next_[r];
                next_[r] = c;
            }
            const Place g = group_[c] = r;
            if (++count_[g] > of_.region) return blame(c);
            label_[g] &= labels_[c];
        }
        for (Place c = 0; c < n_; ++c)
            if (!set(labels_[c], label_[group_[c]])) return blame(c);
        return true;
    }

    /// Takes the digits of a group's cells from its others.
    bool separate_values() {
        all_ = 0;
        if (!values_) return true;
        for (const Place g : groups()) {
            for (Mask before = ~Mask{0}; before != fixed_[g];) {
                before = fixed_[g];
                Mask fixed = 0;
                for (Place c = g; c >= 0; c = next_[c]) {
                    if (!single(values_[c]) && !set(values_[c], values_[c] & ~before))
                        return blame(c);
                    if (!single(values_[c])) continue;
                    if (fixed & values_[c]) return blame(c);
                    fixed |= values_[c];
                }
                fixed_[g] = fixed;
            }
            twice_[g] = 0;
            for (Place c = g; c >= 0; c = next_[c]) {
                twice_[g] |= any_[g] & values_[c];
                any_[g] |= values_[c];
            }
            if (std::popcount(any_[g]) < count_[g]) return blame(g);
            all_ |= any_[g];
        }
        return true;
    }

    /// The groups, each by its first cell.
    std::span<const Place> groups() const { return {groups_, groups_ + number_of_groups_}; }

    Word* fit(Place g) const { return fit_ + static_cast<std::size_t>(g) * words_; }
    Word* near(Place g) const { return near_ + static_cast<std::size_t>(g) * words_; }
    Word* exits(Place block) const { return exits_ + static_cast<std::size_t>(block) * words_; }
    static bool has(const Word* set, Place g) { return set[g / 64] >> (g % 64) & 1; }
    static void add(Word* set, Place g) { set[g / 64] |= bit(g % 64); }
    bool fits(Place g, Place h) const { return has(fit(g), h); }
    void part(Place g, Place h) {
        fit(g)[h / 64] &= ~bit(h % 64);
        fit(h)[g / 64] &= ~bit(g % 64);
    }

    Word* of_size(Place size) const { return sized_ + static_cast<std::size_t>(size) * words_; }
    Word* up_to(Place size) const { return up_to_ + static_cast<std::size_t>(size) * words_; }
    Word* labelled(int label) const { return labelled_ + static_cast<std::size_t>(label) * words_; }
    Word* placed(int value) const { return placed_ + static_cast<std::size_t>(value) * words_; }
    Word* holding(int value) const { return holding_ + static_cast<std::size_t>(value) * words_; }

    /// Sorts the groups by their sizes, labels and digits.
    void sort() {
        const auto sizes = static_cast<std::size_t>(of_.region) + 1;
        std::fill_n(sized_, sizes * words_, Word{0});
        std::fill_n(labelled_, 64 * words_, Word{0});
        std::fill_n(placed_, 64 * words_, Word{0});
        std::fill_n(holding_, 64 * words_, Word{0});
        for (const Place g : groups()) {
            add(of_size(count_[g]), g);
            for (Mask of = label_[g]; of; of &= of - 1) add(labelled(low(of)), g);
            for (Mask of = fixed_[g]; of; of &= of - 1) add(placed(low(of)), g);
            for (Mask of = any_[g]; of; of &= of - 1) add(holding(low(of)), g);
        }
        std::fill_n(up_to_, words_, Word{0});
        most_ = 0;
        for (Place size = 1; size <= of_.region; ++size)
            for (std::size_t w = 0; w < words_; ++w) {
                up_to(size)[w] = up_to(size - 1)[w] | of_size(size)[w];
                if (of_size(size)[w]) most_ = size;
            }
    }

    /// Finds which groups are neighbours, and which may be in the same region.
    void relate() {
        std::fill_n(near_, static_cast<std::size_t>(n_) * words_, Word{0});
        for (Place c = 0; c < n_; ++c)
            for (const Place* n = of_.begin(c); n != of_.end(c); ++n)
                add(near(group_[c]), group_[*n]);
        sort();
        for (const Place g : groups()) {
            Word* all = fit(g);
            std::fill_n(all, words_, Word{0});
            for (Mask of = label_[g]; of; of &= of - 1)
                for (std::size_t w = 0; w < words_; ++w) all[w] |= labelled(low(of))[w];
            for (Mask of = fixed_[g]; of; of &= of - 1)
                for (std::size_t w = 0; w < words_; ++w) all[w] &= ~placed(low(of))[w];
            const Word* small = up_to(of_.region - count_[g]);
            for (std::size_t w = 0; w < words_; ++w) all[w] &= small[w];
            all[g / 64] &= ~bit(g % 64);
        }
        for (const Place g : groups()) {
            // Two groups of one cell fit here: those of the same digit were parted above.
            if (!values_ || count_[g] == 1) continue;
            for (std::size_t w = 0; w < words_; ++w)
                for (Mask rest = fit(g)[w]; rest; rest &= rest - 1) {
                    const Place h = 64 * static_cast<Place>(w) + low(rest);
                    if (!enough_digits(g, h)) part(g, h);
                }
        }
        for (const auto& [a, b] : of_.different) part(group_[a], group_[b]);
        for (std::size_t i = 0; i < of_.links.size(); ++i)
            if (links_[i] == apart)
                part(group_[of_.links[i].first], group_[of_.links[i].second]);
    }

    /// Whether two groups with different digits placed may have digits enough for their cells.
    bool enough_digits(Place g, Place h) const {
        return any_[g] & ~fixed_[h] && any_[h] & ~fixed_[g] &&
               std::popcount(any_[g] | any_[h]) >= count_[g] + count_[h];
    }

    /// For each group: what its region may still hold, and what it must.
    bool grow();

    /// Parts from a group what is too far away; false if too little is left.
    bool reach(Place g);

    /// Finds the connected parts of a group, and which groups are their neighbours.
    void blocks(Place g);

    /// Marks in `reached_` the groups that paths of few enough cells join to a block of a
    /// group; false if another block is none of them. A path through a group has all its
    /// cells, and those of the group itself cost nothing more.
    bool measure(Place g, Place block);

    /// Whether two sets of groups have one in common.
    bool overlap(const Word* one, const Word* other) const {
        for (std::size_t w = 0; w < words_; ++w)
            if (one[w] & other[w]) return true;
        return false;
    }

    /// Places the digits that have a single cell in a group's region; false if one has none.
    bool require(Place g);

    static constexpr Place none = -1, several = -2;

    /// The only group of those that may be in a group's region that may hold a digit.
    Place only_holder(Place g, int value) const;

    /// Returns whether two sets of groups were found, each of them connected to a group of one
    /// block and with it large enough for a region, that have no other group in common: then
    /// none is needed. They are sought depth first, which leads the first one away from the
    /// group. Calm Construction (iss-266 of iss-half.jsonl) takes 0.95 s of CPU time instead of
    /// 1.55 for the same 2,915 nodes (`sudokulib.solve` with `strategies=()`, 2026-11).
    bool grows_two_ways(Place g);

    /// The first neighbour of a group that is in `reached_` and fits it; -1 if there is none.
    Place next_beside(Place g) const;

    /// Adds to a group those without which its blocks, or enough cells, are not connected:
    /// articulation points by their lowest links (Tarjan 1972), depth first from its first
    /// block. Vertices are groups, and after them the blocks.
    void cut(Place g);

    /// Writes what is known of the groups: to the links and the labels.
    bool tell() {
        for (std::size_t i = 0; i < of_.links.size(); ++i) {
            const auto& [a, b] = of_.links[i];
            const Place g = group_[a], h = group_[b];
            if (g != h && fits(g, h)) continue;
            if (!set(links_[i], links_[i] & (g == h ? together : apart))) return blame(a);
        }
        begun_ = 0;
        for (const Place g : groups()) {
            if (!label_[g] || !single(label_[g])) continue;
            begun_ |= label_[g];
            for (std::size_t w = 0; w < words_; ++w)
                for (Mask rest = labelled(low(label_[g]))[w] & ~fit(g)[w]; rest; rest &= rest - 1) {
                    const Place h = 64 * static_cast<Place>(w) + low(rest);
                    if (h != g && label_[h] & label_[g] && !refuse(h, label_[g])) return false;
                }
        }
        return true;
    }

    bool refuse(Place g, Mask label) {
        label_[g] &= ~label;
        for (Place c = g; c >= 0; c = next_[c])
            if (!set(labels_[c], labels_[c] & ~label)) return blame(c);
        return true;
    }

    /// Takes labels that no group has yet from connected parts that are too small for them; false
    /// if none is left.
    bool host();

    bool host(Mask label);

    /// The first group of a set; -1 if it is empty.
    Place first_of(const Word* set) const {
        for (std::size_t w = 0; w < words_; ++w)
            if (set[w]) return 64 * static_cast<Place>(w) + low(set[w]);
        return -1;
    }

    const Division& of_;
    const Place n_;
    Mask *labels_, *values_, *links_;  ///< domains
    /// Of a group: labels, and the digits that are placed, that some cell, that two may hold.
    Mask *label_, *fixed_, *any_, *twice_;
    Mask all_ = 0, begun_ = 0;  ///< `begun_`: the labels of groups
    const std::conditional_t<of_words != 0, std::integral_constant<std::size_t, of_words>,
                             std::size_t>
        words_;  ///< of a set of groups
    Word *fit_, *near_, *exits_, *at_, *left_, *reached_, *all_reached_, *met_;
    /// Sets of the groups of a size and of up to it, by label, by digit placed and by digit.
    Word *sized_, *up_to_, *labelled_, *placed_, *holding_;
    Place *blame_, *root_, *next_, *count_, *group_, *groups_, *block_, *joined_, *order_,
        *low_, *stack_, *next_block_, *below_, *lost_, *must_;
    Place number_of_groups_ = 0, blocks_ = 0, total_ = 0;
    Place most_ = 0;  ///< cells of the largest group
    bool changed_ = false;
};

}  // namespace kernel
