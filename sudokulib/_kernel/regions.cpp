// Cells divided into connected regions of one size; see `Regions` in Python.
#include <memory>
#include <utility>

#include "region_groups.hpp"

namespace kernel {

template <std::size_t of_words>
bool RegionWork<of_words>::grow() {
    for (const Place g : groups()) {
        blocks(g);
        const bool whole = count_[g] == of_.region;
        if (whole ? blocks_ > 1 : !reach(g)) return blame(g);
        if (values_ && !require(g)) return blame(g);
        if (!whole) cut(g);
    }
    return true;
}

template <std::size_t of_words>
bool RegionWork<of_words>::reach(Place g) {
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
    if (total_ < of_.region) return false;
    if (total_ == of_.region)
        for (const Place h : groups())
            if (fits(g, h)) unite(g, h);
    return true;
}

template <std::size_t of_words>
void RegionWork<of_words>::blocks(Place g) {
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

template <std::size_t of_words>
bool RegionWork<of_words>::measure(Place g, Place block) {
    const Place most = of_.region - count_[g];
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

template <std::size_t of_words>
bool RegionWork<of_words>::require(Place g) {
    Mask once = fixed_[g], lonely = 0;
    for (Mask rest = all_ & ~fixed_[g]; rest; rest &= rest - 1) {
        const Mask value = rest & -rest;
        const Place h = only_holder(g, low(value));
        if (h != none) once |= value;
        if (h >= 0 && !(twice_[h] & value)) lonely |= value;
    }
    if (std::popcount(once) < of_.region) return false;
    if (std::popcount(all_) > of_.region) return true;
    for (; lonely; lonely &= lonely - 1) {
        const Mask value = lonely & -lonely;
        Place c = only_holder(g, low(value));
        while (c >= 0 && !(values_[c] & value)) c = next_[c];
        if (c < 0 || !set(values_[c], value)) return false;
        unite(g, c);
    }
    return true;
}

template <std::size_t of_words>
Place RegionWork<of_words>::only_holder(Place g, int value) const {
    Place found = any_[g] >> value & 1 ? g : none;
    for (std::size_t w = 0; w < words_; ++w) {
        const Word all = fit(g)[w] & holding(value)[w];
        if (!all) continue;
        if (found != none || !single(all)) return several;
        found = 64 * static_cast<Place>(w) + low(all);
    }
    return found;
}

template <std::size_t of_words>
bool RegionWork<of_words>::grows_two_ways(Place g) {
    std::copy_n(fit(g), words_, reached_);
    for (int way = 0; way < 2; ++way) {
        Place depth = 0, h = g;
        for (Place cells = count_[g]; cells < of_.region;) {
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

template <std::size_t of_words>
Place RegionWork<of_words>::next_beside(Place g) const {
    for (std::size_t w = 0; w < words_; ++w)
        if (const Word all = near(g)[w] & fit(g)[w] & reached_[w])
            return 64 * static_cast<Place>(w) + low(all);
    return -1;
}

template <std::size_t of_words>
void RegionWork<of_words>::cut(Place g) {
    if (total_ == of_.region || (blocks_ == 1 && grows_two_ways(g))) return;
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
        if (v < n_ && total_ - count_[v] - lost_[v] < of_.region)
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

template <std::size_t of_words>
bool RegionWork<of_words>::host() {
    for (int label = 0; label < n_ / of_.region; ++label)
        if (!(begun_ & bit(label)) && !host(bit(label))) return false;
    return true;
}

template <std::size_t of_words>
bool RegionWork<of_words>::host(Mask label) {
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
        found |= cells >= of_.region;
        for (Place i = 0; cells < of_.region && i < count; ++i)
            if (!refuse(stack_[i], label)) return false;
    }
    return found;
}

namespace {

class DivisionPropagator : public Propagator {
public:
    explicit DivisionPropagator(Division division) : division_(std::move(division)) {}

    bool narrow(Mask* d, Word* scratch) const override {
        if (division_.words == 1) return RegionWork<1>(division_, d, scratch).settle();
        if (division_.words == 2) return RegionWork<2>(division_, d, scratch).settle();
        return RegionWork<0>(division_, d, scratch).settle();
    }

    std::size_t scratch() const override { return division_.scratch(); }
    double cost() const override { return 100.0 * division_.size; }

    std::size_t blamed(const Word* scratch, std::vector<int>& places) const override {
        auto* memory = const_cast<Word*>(scratch);
        return RegionWork<0>(division_, memory, memory).blamed(places);
    }

private:
    const Division division_;
};

}  // namespace

PropagatorPtr make_regions(const Rule& rule, const PlacePairs& same, const PlacePairs& different) {
    return std::make_shared<const DivisionPropagator>(Division(rule, same, different));
}

}  // namespace kernel
