#include "separators.hpp"

#include <algorithm>
#include <cmath>

namespace kernel::exact {
namespace {

// Here and in ordering.cpp nodes are those of the empty 9x9, 9,540,903 as it stands, and of 13 smaller
// geometries, 1,035,125 together (2026-11). `python tests/benchmarks/constants.py --nodes counts`
// counts those of 9x9 and of 16 others, 10,581,873 together.

/// Nodes within which listing a part is tried first. 5,000 and 80,000 take 9,465,167 and 9,780,903
/// nodes, and 418,978 and 2,712,328: fewer would do for these.
constexpr std::uint64_t short_list = 20000;
constexpr double out_of_reach = 24;      ///< logarithm of steps: a bound on waiting
constexpr int most_points = 60;          ///< of a part: bits of a word
constexpr std::size_t most_cells = 300;  ///< of a part for which cuts are searched: a bound
constexpr std::size_t most_seen = std::size_t{1} << 19;  ///< quick keys of a form: memory

/// The next larger number with as many bits.
std::uint64_t next_subset(std::uint64_t bits) {
    const std::uint64_t low = bits & (~bits + 1), ripple = bits + low;
    return ripple | (((bits ^ ripple) / low) >> 2);
}

/// The bits of `from` that `number` selects by position.
Mask spread(std::uint64_t number, Mask from) {
    Mask result = 0;
    for (; number; number >>= 1, from &= from - 1)
        if (number & 1) result |= from & (~from + 1);
    return result;
}

}  // namespace

/// Parts of the same form, their symmetries, and what is known of them.
struct SeparatorCount::CanonicalPart {
    Part part;  ///< one of them; cells sorted
    std::uint64_t invariant = 0;
    Graph graph{0};
    Colours colours;
    Pattern pattern;
    std::unique_ptr<Canonical> canonical;
    std::unique_ptr<Listing> listing;
    std::unordered_map<std::string, WideInteger> known;
    std::unordered_map<std::string, const WideInteger*> seen;  ///< the same by quick keys
    std::vector<Place> components;  ///< if several
    std::vector<std::vector<int>> component_points;
    int too_long = 0;  ///< listings given up
    bool planned = false;
    std::vector<std::vector<int>> blocks;
    std::unique_ptr<Step> step;
};

/// A cut of a form, ready for use.
struct SeparatorCount::Step {
    Cut cut;
    Pattern pattern;
    std::unique_ptr<Canonical> canonical;
    std::vector<int> stops;  ///< after how many chosen points states are brought together
    Place block, rest;

    explicit Step(Cut c) : cut(std::move(c)) {}
};

/// States after the same number of chosen points.
struct SeparatorCount::Layer {
    std::unordered_map<std::string, std::size_t> number;
    std::vector<std::vector<Mask>> sets;
    std::vector<WideInteger> times;
    std::size_t bytes = 0;
};

SeparatorCount::SeparatorCount(PeerGraph net, int values, Budget& budget, std::size_t memory,
                               bool cuts)
    : net_(std::move(net)), values_(values), budget_(budget), memory_(memory), cuts_(cuts) {}

SeparatorCount::~SeparatorCount() = default;

bool SeparatorCount::fail(Counted why) {
    failed_ = why;
    return false;
}

bool SeparatorCount::charge(std::size_t bytes) {
    if (bytes > memory_) return fail(Counted::out_of_reach);
    memory_ -= bytes;
    return true;
}

Counted SeparatorCount::count(const std::vector<int>& cells, const std::vector<Mask>& domains,
                              WideInteger& total) {
    failed_ = Counted::exact;
    Part part;
    std::unordered_map<Mask, int> number;
    std::vector<Mask> sets;
    part.cells = cells;
    std::sort(part.cells.begin(), part.cells.end());
    for (const int cell : part.cells) {
        const Mask domain = domains[at(cell)];
        const auto [point, fresh] = number.try_emplace(domain, static_cast<int>(sets.size()));
        if (fresh) sets.push_back(domain);
        part.point_of.push_back(point->second);
    }
    part.points = static_cast<int>(sets.size());
    const Place where = place(std::move(part));
    std::vector<Mask> there(sets.size());
    for (std::size_t p = 0; p < sets.size(); ++p) there[at(where.to[p])] = sets[p];
    ways(*where.form, there, total);
    return budget_.stop != Stop::none ? Counted::stopped : failed_;
}

/// The form of a part, a new one if there is none yet.
SeparatorCount::Place SeparatorCount::place(Part part) {
    Place result;
    Colours colours;
    Graph graph = graph_of(net_, part, colours);
    const std::uint64_t mark = invariant(graph, colours);
    const std::size_t cells = part.cells.size();
    for (const auto& form : forms_) {
        if (form->invariant != mark || form->part.cells.size() != cells) continue;
        const auto map = isomorphism(graph, colours, form->graph, form->colours, budget_);
        if (map.empty()) continue;
        result.form = form.get();
        for (int p = 0; p < part.points; ++p)
            result.to.push_back(map[cells + at(p)] - static_cast<int>(cells));
        return result;
    }
    auto form = std::make_unique<CanonicalPart>();
    form->invariant = mark;
    form->graph = std::move(graph);
    form->colours = std::move(colours);
    form->part = std::move(part);
    if (form->part.points <= most_points) {
        form->pattern = pattern_of(net_, form->part, budget_);
        form->canonical = std::make_unique<Canonical>(form->pattern, values_);
    }
    form->listing = std::make_unique<Listing>(net_, form->part.cells);
    result.form = form.get();
    for (int p = 0; p < form->part.points; ++p) result.to.push_back(p);
    forms_.push_back(std::move(form));
    // Independent parts of it.
    Orbits connected(net_.size());
    CanonicalPart& made = *result.form;
    std::vector<char> in(at(net_.size()), 0);
    for (const int cell : made.part.cells) in[at(cell)] = 1;
    for (const int cell : made.part.cells)
        for (const int other : net_.near[at(cell)])
            if (in[at(other)]) connected.join(cell, other);
    std::unordered_map<int, Part> pieces;
    std::vector<int> roots;
    for (std::size_t i = 0; i < made.part.cells.size(); ++i) {
        const int root = connected.find(made.part.cells[i]);
        auto& piece = pieces[root];
        if (piece.cells.empty()) roots.push_back(root);
        piece.cells.push_back(made.part.cells[i]);
        piece.point_of.push_back(made.part.point_of[i]);
    }
    if (roots.size() < 2) return result;
    for (const int root : roots) {
        Part piece = pieces[root];
        std::vector<int> points(piece.point_of);
        std::sort(points.begin(), points.end());
        points.erase(std::unique(points.begin(), points.end()), points.end());
        for (int& p : piece.point_of)
            p = static_cast<int>(std::lower_bound(points.begin(), points.end(), p) -
                                 points.begin());
        piece.points = static_cast<int>(points.size());
        made.components.push_back(place(std::move(piece)));
        made.component_points.push_back(std::move(points));
    }
    return result;
}

bool SeparatorCount::ways(CanonicalPart& form, const std::vector<Mask>& sets, WideInteger& total) {
    for (const Mask set : sets)
        if (!set) {
            total = WideInteger(0);
            return true;
        }
    if (!form.canonical) return compute(form, sets, total);
    std::string quick, key;
    form.canonical->quick_key(sets.data(), quick);
    if (const auto seen = form.seen.find(quick); seen != form.seen.end()) {
        total = *seen->second;
        return true;
    }
    const std::uint8_t unmarked[most_points] = {};
    form.canonical->key(sets.data(), unmarked, key);
    auto found = form.known.find(key);
    if (found == form.known.end()) {
        if (!compute(form, sets, total)) return false;
        if (!charge(key.size() + 120)) return false;
        ++states_;
        found = form.known.emplace(std::move(key), total).first;
    }
    total = found->second;
    if (form.seen.size() >= most_seen) return true;
    form.seen.emplace(std::move(quick), &found->second);
    return charge(quick.size() + 80);
}

bool SeparatorCount::compute(CanonicalPart& form, const std::vector<Mask>& sets, WideInteger& total) {
    if (!form.components.empty()) return product(form, sets, total);
    bool done = false;
    if (form.too_long < 8 && !form.step) {  // a bound: 1 and 64 change no node
        if (!list(form, sets, short_list, total, done)) return false;
        if (done) return true;
        ++form.too_long;
    }
    if (!form.planned && !plan(form, sets)) return false;
    if (form.step) return by_steps(form, sets, total);
    if (!list(form, sets, ~std::uint64_t{0}, total, done)) return false;
    return true;
}

bool SeparatorCount::list(CanonicalPart& form, const std::vector<Mask>& sets, std::uint64_t nodes,
                          WideInteger& total, bool& done) {
    std::vector<Mask> domains;
    for (const int point : form.part.point_of) domains.push_back(sets[at(point)]);
    switch (form.listing->count(domains, nodes, budget_, total)) {
        case Outcome::done: done = true; return true;
        case Outcome::too_long: return true;
        case Outcome::stopped: return fail(Counted::stopped);
        case Outcome::too_large: return fail(Counted::out_of_reach);
    }
    return false;
}

bool SeparatorCount::product(CanonicalPart& form, const std::vector<Mask>& sets, WideInteger& total) {
    total = WideInteger(1);
    for (std::size_t k = 0; k < form.components.size(); ++k) {
        const auto& piece = form.components[k];
        const auto& points = form.component_points[k];
        std::vector<Mask> there(points.size());
        for (std::size_t p = 0; p < points.size(); ++p)
            there[at(piece.to[p])] = sets[at(points[p])];
        WideInteger factor;
        if (!ways(*piece.form, there, factor)) return false;
        if (!total.multiply(factor)) return fail(Counted::out_of_reach);
        if (total.zero()) return true;
    }
    return true;
}

/// Decides how states of a form are counted, going by the first that is too long to list.
bool SeparatorCount::plan(CanonicalPart& form, const std::vector<Mask>& sets) {
    form.planned = true;
    if (!cuts_ || form.part.cells.size() > most_cells) return fail(Counted::out_of_reach);
    if (form.blocks.empty()) {
        auto ordering = find_ordering(net_, form.part, sets, budget_);
        if (budget_.stop != Stop::none) return fail(Counted::stopped);
        cost_ = std::max(cost_, ordering.cost);
        if (ordering.cost > out_of_reach) return fail(Counted::out_of_reach);
        form.blocks = std::move(ordering.blocks);
    }
    if (form.blocks.size() < 2) return true;
    std::vector<char> in_block(form.part.cells.size(), 0);
    for (std::size_t i = 0; i < in_block.size(); ++i)
        in_block[i] = std::binary_search(form.blocks[0].begin(), form.blocks[0].end(),
                                         form.part.cells[i]);
    auto step = std::make_unique<Step>(Cut(net_, form.part, in_block));
    const Cut& cut = step->cut;
    if (cut.whole.points > most_points) return fail(Counted::out_of_reach);
    step->pattern = pattern_of(net_, cut.whole, budget_);
    step->canonical = std::make_unique<Canonical>(step->pattern, values_);
    const auto side = [&](bool block) {
        std::vector<std::pair<int, int>> cells;
        for (std::size_t i = 0; i < cut.whole.cells.size(); ++i)
            if ((cut.whole.point_of[i] < cut.block_points) == block)
                cells.emplace_back(cut.whole.cells[i],
                                   cut.whole.point_of[i] - (block ? 0 : cut.block_points));
        std::sort(cells.begin(), cells.end());
        Part part;
        for (const auto& [cell, point] : cells) {
            part.cells.push_back(cell);
            part.point_of.push_back(point);
        }
        part.points = block ? cut.block_points : cut.whole.points - cut.block_points;
        return place(std::move(part));
    };
    step->block = side(true);
    step->rest = side(false);
    if (budget_.stop != Stop::none) return fail(Counted::stopped);
    // States are brought together where enough choices may have led to the same. A `some` of 1 and
    // 100 takes 1,028,370 and 1,052,333 nodes, keeping 1,109 and 719 states (839 as it stands), and
    // 100 takes 18,017,051 for 9x9; a `many` of 30 and 3,000 takes 1,022,794 and 1,110,875.
    constexpr double some = 10, many = 300;
    double width = 1;
    for (int p = 0; p < cut.chosen; ++p) {
        std::vector<Mask> now;
        for (const int point : cut.origin) now.push_back(sets[at(point)]);
        int left = __builtin_popcountll(now[at(p)]);
        for (const int q : cut.rivals[at(p)])
            if (q < p) left -= static_cast<int>(cut.members[at(q)].size());
        const int size = static_cast<int>(cut.members[at(p)].size());
        for (int k = 1; k <= std::min(size, left - size); ++k) width *= (left - k + 1.0) / k;
        const bool tied = p + 1 < cut.chosen &&
                          std::find(cut.rivals[at(p)].begin(), cut.rivals[at(p)].end(), p + 1) !=
                              cut.rivals[at(p)].end();
        if (p + 1 == cut.chosen || (!tied && width >= some) || width > many) {
            step->stops.push_back(p + 1);
            width = 1;
        }
    }
    // The rest continues with the other blocks, if it is the first of its form.
    CanonicalPart& rest = *step->rest.form;
    if (!rest.planned && rest.blocks.empty() && rest.too_long == 0 && rest.known.empty() &&
        form.blocks.size() > 2) {
        rest.blocks.assign(form.blocks.begin() + 1, form.blocks.end());
        for (const auto& block : rest.blocks)
            for (const int cell : block)
                if (!std::binary_search(rest.part.cells.begin(), rest.part.cells.end(), cell))
                    rest.blocks.clear();
    }
    form.step = std::move(step);
    return true;
}

bool SeparatorCount::by_steps(CanonicalPart& form, const std::vector<Mask>& sets, WideInteger& total) {
    Step& step = *form.step;
    const auto chosen = at(step.cut.chosen);
    Layer layer;
    layer.sets.emplace_back();
    for (const int point : step.cut.origin) layer.sets[0].push_back(sets[at(point)]);
    layer.times.emplace_back(1);
    total = WideInteger(0);
    int from = 0;
    if (chosen == 0) return finish(step, layer.sets[0], WideInteger(1), total);
    for (std::size_t k = 0; k < step.stops.size(); ++k) {
        const int to = step.stops[k];
        const bool last = k + 1 == step.stops.size();
        Layer next;
        for (std::size_t i = 0; i < layer.sets.size(); ++i)
            if (!expand(step, from, to, layer.sets[i], layer.times[i], last ? nullptr : &next,
                        total))
                return false;
        memory_ += layer.bytes;  // it is not needed any more
        layer = std::move(next);
        from = to;
    }
    return true;
}

/// Chooses values for the points `from`..`to` in all ways.
bool SeparatorCount::expand(Step& step, int from, int to, const std::vector<Mask>& sets,
                            const WideInteger& times, Layer* next, WideInteger& total) {
    if (from == to) {
        if (!step.cut.feasible(sets, to)) return true;
        if (!next) return finish(step, sets, times, total);
        std::vector<std::uint8_t> marks(sets.size(), 0);
        std::fill_n(marks.begin(), to, std::uint8_t{1});
        std::string key;
        step.canonical->key(sets.data(), marks.data(), key);
        const auto bytes = key.size() + 8 * sets.size() + 200;
        const auto [state, fresh] = next->number.try_emplace(std::move(key), next->sets.size());
        if (!fresh) {
            if (!next->times[state->second].add(times)) return fail(Counted::out_of_reach);
            return true;
        }
        ++states_;
        next->sets.push_back(sets);
        next->times.push_back(times);
        next->bytes += bytes;
        return charge(bytes);
    }
    const Mask all = sets[at(from)];
    const int size = static_cast<int>(step.cut.members[at(from)].size());
    const int values = __builtin_popcountll(all);
    if (size > values) return true;
    const std::uint64_t end = values == 64 ? 0 : std::uint64_t{1} << values;
    std::vector<Mask> now;
    for (std::uint64_t pick = (std::uint64_t{1} << size) - 1; end == 0 || pick < end;) {
        if (!budget_.spend()) return fail(Counted::stopped);
        now = sets;
        if (step.cut.choose(from, spread(pick, all), now) &&
            !expand(step, from + 1, to, now, times, next, total))
            return false;
        const std::uint64_t following = next_subset(pick);
        if (following <= pick) break;
        pick = following;
    }
    return true;
}

/// All points are chosen: the ways of the block times those of the rest.
bool SeparatorCount::finish(Step& step, const std::vector<Mask>& sets, const WideInteger& times,
                            WideInteger& total) {
    const auto block_points = at(step.cut.block_points);
    std::vector<Mask> there(block_points);
    for (std::size_t p = 0; p < block_points; ++p) there[at(step.block.to[p])] = sets[p];
    WideInteger product;
    if (!ways(*step.block.form, there, product)) return false;
    if (product.zero()) return true;
    there.assign(sets.size() - block_points, 0);
    for (std::size_t p = 0; p < there.size(); ++p)
        there[at(step.rest.to[p])] = sets[block_points + p];
    WideInteger rest;
    if (!ways(*step.rest.form, there, rest)) return false;
    if (rest.zero()) return true;
    if (!product.multiply(rest) || !product.multiply(times) || !total.add(product))
        return fail(Counted::out_of_reach);
    return true;
}

}  // namespace kernel::exact
