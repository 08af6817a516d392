// Cells divided into connected regions of one size; see `Regions` in Python.
#include <algorithm>
#include <span>

#include "propagator.hpp"

namespace kernel {
namespace {

using Place = std::int32_t;

/// Values of a variable that says whether two cells are in the same region.
constexpr Mask apart = 1, together = 2;

class Division : public Propagator {
public:
    Division(const Rule& rule, const PlacePairs& same, const PlacePairs& different)
        : size_(rule.vertices), region_(rule.sizes.empty() ? 0 : rule.sizes[0]),
          valued_(rule.variables.size() > static_cast<std::size_t>(size_) + rule.links.size()),
          in_order_(rule.in_order), links_(rule.links), same_(same), different_(different),
          words_((static_cast<std::size_t>(size_) + 63) / 64) {
        std::vector<std::vector<Place>> beside(static_cast<std::size_t>(size_));
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

    bool narrow(Mask* d, Word* scratch) const override {
        return with_words([&]<std::size_t words>() {
            return Work<words>(*this, d, scratch).settle();
        });
    }

    std::size_t scratch() const override {
        const auto n = static_cast<std::size_t>(size_);
        return 1 + masks * n + words_ * (sets * (n + 1) + 64 * of_values + 2 * n + 3) +
               arrays * n;
    }
    double cost() const override { return 100.0 * size_; }

    std::size_t blamed(const Word* scratch, std::vector<int>& places) const override {
        auto* memory = const_cast<Word*>(scratch);
        return Work<0>(*this, memory, memory).blamed(places);
    }

private:
    static constexpr std::size_t masks = 4;    ///< arrays of masks, one for each cell
    static constexpr std::size_t sets = 6;     ///< arrays of sets, one for each cell and one more
    static constexpr std::size_t of_values = 3;  ///< arrays of sets, one for each value
    static constexpr std::size_t arrays = 14;  ///< arrays of numbers, two for each cell

    /// One run. *Groups* are the sets of cells that are known to be in one region; a *block* is a
    /// connected part of the group whose region is being looked at.
    ///
    /// `of_words`: the words of a set of groups, 0 if any number.
    template <std::size_t of_words>
    class Work {
    public:
        Work(const Division& of, Mask* d, Word* scratch)
            : of_(of), n_(of.size_), labels_(d), values_(of.valued_ ? d + n_ : nullptr),
              links_(d + (of.valued_ ? 2 : 1) * n_), words_(words_of(of)) {
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
            for (const auto& [a, b] : of_.same_) unite(a, b);
            do {
                do {  // what is cheap
                    do {
                        changed_ = false;
                        if (of_.in_order_ && !order()) return false;
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
                if (of_.valued_) places.push_back(n_ + c);
            }
            const Place first = (of_.valued_ ? 2 : 1) * n_;
            for (std::size_t i = 0; i < of_.links_.size(); ++i) {
                const auto& [a, b] = of_.links_[i];
                if ((find(a) == find(*blame_)) != (find(b) == find(*blame_)))
                    places.push_back(first + static_cast<Place>(i));
            }
            return places.size();
        }

    private:
        static auto words_of(const Division& of) {
            if constexpr (of_words != 0) return std::integral_constant<std::size_t, of_words>();
            else return of.words_;
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
            const int last = n_ / of_.region_;
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
            for (std::size_t i = 0; i < of_.links_.size(); ++i)
                if (links_[i] == together) unite(of_.links_[i].first, of_.links_[i].second);
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
                if (++count_[g] > of_.region_) return blame(c);
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
            const auto sizes = static_cast<std::size_t>(of_.region_) + 1;
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
            for (Place size = 1; size <= of_.region_; ++size)
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
                const Word* small = up_to(of_.region_ - count_[g]);
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
            for (const auto& [a, b] : of_.different_) part(group_[a], group_[b]);
            for (std::size_t i = 0; i < of_.links_.size(); ++i)
                if (links_[i] == apart)
                    part(group_[of_.links_[i].first], group_[of_.links_[i].second]);
        }

        /// Whether two groups with different digits placed may have digits enough for their cells.
        bool enough_digits(Place g, Place h) const {
            return any_[g] & ~fixed_[h] && any_[h] & ~fixed_[g] &&
                   std::popcount(any_[g] | any_[h]) >= count_[g] + count_[h];
        }

        /// For each group: what its region may still hold, and what it must.
        bool grow() {
            for (const Place g : groups()) {
                blocks(g);
                const bool whole = count_[g] == of_.region_;
                if (whole ? blocks_ > 1 : !reach(g)) return blame(g);
                if (values_ && !require(g)) return blame(g);
                if (!whole) cut(g);
            }
            return true;
        }

        /// Parts from a group what is too far away; false if too little is left.
        bool reach(Place g) {
            std::copy_n(fit(g), words_, all_reached_);
            for (Place b = 0; b < blocks_; ++b) {
                if (!measure(g, b)) return false;
                for (std::size_t w = 0; w < words_; ++w) all_reached_[w] &= reached_[w];
            }
            total_ = count_[g];
            for (std::size_t w = 0; w < words_; ++w) {
                total_ += std::popcount(all_reached_[w] & of_size(1)[w]);
                for (Mask rest = all_reached_[w] & ~of_size(1)[w]; rest; rest &= rest - 1)
                    total_ += count_[64 * static_cast<Place>(w) + low(rest)];
                for (Mask rest = fit(g)[w] & ~all_reached_[w]; rest; rest &= rest - 1)
                    part(g, 64 * static_cast<Place>(w) + low(rest));
            }
            if (total_ < of_.region_) return false;
            if (total_ == of_.region_)
                for (const Place h : groups())
                    if (fits(g, h)) unite(g, h);
            return true;
        }

        /// Finds the connected parts of a group, and which groups are their neighbours.
        void blocks(Place g) {
            blocks_ = 0;
            if (count_[g] == 1) {
                block_[g] = blocks_++;
                std::copy_n(near(g), words_, exits(0));
                return;
            }
            for (Place c = g; c >= 0; c = next_[c]) block_[c] = -1;
            for (Place start = g; start >= 0; start = next_[start]) {
                if (block_[start] >= 0) continue;
                std::fill_n(exits(blocks_), words_, Word{0});
                Place depth = 0;
                stack_[depth++] = start;
                block_[start] = blocks_;
                while (depth > 0) {
                    const Place c = stack_[--depth];
                    for (const Place* n = of_.begin(c); n != of_.end(c); ++n) {
                        add(exits(blocks_), group_[*n]);
                        if (group_[*n] == g && block_[*n] < 0) {
                            block_[*n] = blocks_;
                            stack_[depth++] = *n;
                        }
                    }
                }
                ++blocks_;
            }
        }

        /// Marks in `reached_` the groups that paths of few enough cells join to a block of a
        /// group; false if another block is none of them. A path through a group has all its
        /// cells, and those of the group itself cost nothing more.
        bool measure(Place g, Place block) {
            const Place most = of_.region_ - count_[g];
            std::fill_n(reached_, words_, Word{0});
            std::fill_n(at_, static_cast<std::size_t>(most + 1) * words_, Word{0});
            const auto at = [&](Place distance) {
                return at_ + static_cast<std::size_t>(distance) * words_;
            };
            std::fill_n(joined_, blocks_, 0);
            Place joined = 0;
            const auto join = [&](Place b) {
                joined_[b] = 1;
                ++joined;
                for (std::size_t w = 0; w < words_; ++w) met_[w] |= exits(b)[w];
            };
            // As entering a group costs the same from everywhere, it is first met on a shortest path.
            const auto enter = [&](Place distance) {
                for (std::size_t w = 0; w < words_; ++w) met_[w] &= fit(g)[w] & ~reached_[w];
                for (Place size = std::min(most - distance, most_); size > 0; --size)
                    for (std::size_t w = 0; w < words_; ++w) {
                        const Word now = met_[w] & of_size(size)[w];
                        at(distance + size)[w] |= now;
                        reached_[w] |= now;
                    }
            };
            std::fill_n(met_, words_, Word{0});
            join(block);
            enter(0);
            for (Place distance = 1; distance <= most; ++distance) {
                std::fill_n(met_, words_, Word{0});
                const Word* ring = at(distance);
                for (Place b = 0; joined < blocks_ && b < blocks_; ++b)
                    if (!joined_[b] && overlap(exits(b), ring)) join(b);
                if (distance == most) break;
                for (std::size_t w = 0; w < words_; ++w)
                    for (Mask rest = ring[w]; rest; rest &= rest - 1) {
                        const Place h = 64 * static_cast<Place>(w) + low(rest);
                        for (std::size_t i = 0; i < words_; ++i) met_[i] |= near(h)[i] & fit(h)[i];
                    }
                enter(distance);
            }
            return joined == blocks_;
        }

        /// Whether two sets of groups have one in common.
        bool overlap(const Word* one, const Word* other) const {
            for (std::size_t w = 0; w < words_; ++w)
                if (one[w] & other[w]) return true;
            return false;
        }

        /// Places the digits that have a single cell in a group's region; false if one has none.
        bool require(Place g) {
            Mask once = fixed_[g], lonely = 0;
            for (Mask rest = all_ & ~fixed_[g]; rest; rest &= rest - 1) {
                const Mask value = rest & -rest;
                const Place h = only_holder(g, low(value));
                if (h != none) once |= value;
                if (h >= 0 && !(twice_[h] & value)) lonely |= value;
            }
            if (std::popcount(once) < of_.region_) return false;
            if (std::popcount(all_) > of_.region_) return true;
            for (; lonely; lonely &= lonely - 1) {
                const Mask value = lonely & -lonely;
                Place c = only_holder(g, low(value));
                while (c >= 0 && !(values_[c] & value)) c = next_[c];
                if (c < 0 || !set(values_[c], value)) return false;
                unite(g, c);
            }
            return true;
        }

        static constexpr Place none = -1, several = -2;

        /// The only group of those that may be in a group's region that may hold a digit.
        Place only_holder(Place g, int value) const {
            Place found = any_[g] >> value & 1 ? g : none;
            for (std::size_t w = 0; w < words_; ++w) {
                const Word all = fit(g)[w] & holding(value)[w];
                if (!all) continue;
                if (found != none || !single(all)) return several;
                found = 64 * static_cast<Place>(w) + low(all);
            }
            return found;
        }

        /// Returns whether two sets of groups were found, each of them connected to a group of one
        /// block and with it large enough for a region, that have no other group in common: then
        /// none is needed. They are sought depth first, which leads the first one away from the
        /// group. Calm Construction (iss-266 of iss-half.jsonl) takes 0.95 s of CPU time instead of
        /// 1.55 for the same 2,915 nodes (`sudokulib.solve` with `strategies=()`, 2026-11).
        bool grows_two_ways(Place g) {
            std::copy_n(fit(g), words_, reached_);
            for (int way = 0; way < 2; ++way) {
                Place depth = 0, h = g;
                for (Place cells = count_[g]; cells < of_.region_;) {
                    if (const Place next = next_beside(h); next >= 0) {
                        reached_[next / 64] &= ~bit(next % 64);
                        cells += count_[next];
                        stack_[depth++] = h;
                        h = next;
                    } else if (depth > 0) {
                        h = stack_[--depth];
                    } else {
                        return false;
                    }
                }
            }
            return true;
        }

        /// The first neighbour of a group that is in `reached_` and fits it; -1 if there is none.
        Place next_beside(Place g) const {
            for (std::size_t w = 0; w < words_; ++w)
                if (const Word all = near(g)[w] & fit(g)[w] & reached_[w])
                    return 64 * static_cast<Place>(w) + low(all);
            return -1;
        }

        /// Adds to a group those without which its blocks, or enough cells, are not connected:
        /// articulation points by their lowest links (Tarjan 1972), depth first from its first
        /// block. Vertices are groups, and after them the blocks.
        void cut(Place g) {
            if (total_ == of_.region_ || (blocks_ == 1 && grows_two_ways(g))) return;
            std::fill_n(order_, n_ + blocks_, -1);
            Place depth = 0, time = 0;
            const auto left = [&](Place v) { return left_ + static_cast<std::size_t>(v) * words_; };
            const auto enter = [&](Place v) {
                const bool block = v >= n_;
                order_[v] = low_[v] = time++;
                const Word* to = block ? exits(v - n_) : near(v);
                const Word* within = block ? fit(g) : fit(v);
                for (std::size_t w = 0; w < words_; ++w) left(v)[w] = to[w] & within[w] & fit(g)[w];
                next_block_[v] = block ? blocks_ : 0;
                below_[v] = block ? 0 : count_[v];
                must_[v] = block;
                lost_[v] = 0;
                stack_[depth++] = v;
            };
            // The next neighbour of a vertex, -1 if there is none.
            const auto next = [&](Place v) {
                for (std::size_t w = 0; w < words_; ++w)
                    if (const Mask rest = left(v)[w]) {
                        left(v)[w] = rest & (rest - 1);
                        return 64 * static_cast<Place>(w) + low(rest);
                    }
                while (next_block_[v] < blocks_)
                    if (has(exits(next_block_[v]++), v)) return n_ + next_block_[v] - 1;
                return -1;
            };
            enter(n_);
            while (depth > 0) {
                const Place v = stack_[depth - 1];
                if (const Place w = next(v); w >= 0) {
                    if (order_[w] < 0) enter(w);
                    else low_[v] = std::min(low_[v], order_[w]);
                    continue;
                }
                --depth;
                if (v < n_ && total_ - count_[v] - lost_[v] < of_.region_)
                    unite(g, v);
                if (depth == 0) break;
                const Place parent = stack_[depth - 1];
                low_[parent] = std::min(low_[parent], low_[v]);
                below_[parent] += below_[v];
                must_[parent] += must_[v];
                if (low_[v] < order_[parent]) continue;
                lost_[parent] += below_[v];
                if (parent < n_ && must_[v]) unite(g, parent);
            }
        }

        /// Writes what is known of the groups: to the links and the labels.
        bool tell() {
            for (std::size_t i = 0; i < of_.links_.size(); ++i) {
                const auto& [a, b] = of_.links_[i];
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
        bool host() {
            for (int label = 0; label < n_ / of_.region_; ++label)
                if (!(begun_ & bit(label)) && !host(bit(label))) return false;
            return true;
        }

        bool host(Mask label) {
            std::fill_n(reached_, words_, Word{0});
            for (std::size_t w = 0; w < words_; ++w)
                for (Mask rest = labelled(low(label))[w]; rest; rest &= rest - 1) {
                    const Place g = 64 * static_cast<Place>(w) + low(rest);
                    if (label_[g] & label) add(reached_, g);
                }
            bool found = false;
            for (Place start = 0; (start = first_of(reached_)) >= 0;) {
                Place count = 0, cells = 0;
                const auto meet = [&](Place g) {
                    reached_[g / 64] &= ~bit(g % 64);
                    stack_[count++] = g;
                    cells += count_[g];
                };
                meet(start);
                for (Place i = 0; i < count; ++i) {
                    const Place g = stack_[i];
                    for (std::size_t w = 0; w < words_; ++w)
                        for (Mask rest = near(g)[w] & fit(g)[w] & reached_[w]; rest; rest &= rest - 1)
                            meet(64 * static_cast<Place>(w) + low(rest));
                }
                found |= cells >= of_.region_;
                for (Place i = 0; cells < of_.region_ && i < count; ++i)
                    if (!refuse(stack_[i], label)) return false;
            }
            return found;
        }

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
        const std::conditional_t<of_words != 0, std::integral_constant<std::size_t, of_words>, std::size_t>
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

    template <class F>
    bool with_words(F call) const {
        if (words_ == 1) return call.template operator()<1>();
        if (words_ == 2) return call.template operator()<2>();
        return call.template operator()<0>();
    }

    const Place* begin(Place c) const { return neighbours_.data() + first_[static_cast<std::size_t>(c)]; }
    const Place* end(Place c) const { return neighbours_.data() + first_[static_cast<std::size_t>(c) + 1]; }

    Place size_, region_;
    bool valued_, in_order_;
    PlacePairs links_, same_, different_;
    std::size_t words_;
    std::vector<Place> first_, neighbours_;
};

}  // namespace

PropagatorPtr make_regions(const Rule& rule, const PlacePairs& same, const PlacePairs& different) {
    return std::make_shared<const Division>(rule, same, different);
}

}  // namespace kernel
