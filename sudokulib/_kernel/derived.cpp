#include "derived.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace kernel::derived {

void Bits::operator|=(const Bits& other) {
    for (std::size_t i = 0; i < count_; ++i) data()[i] |= other.data()[i];
}

void Bits::operator^=(const Bits& other) {
    for (std::size_t i = 0; i < count_; ++i) data()[i] ^= other.data()[i];
}

bool Bits::meets(const Bits& other) const {
    for (std::size_t i = 0; i < count_; ++i)
        if (data()[i] & other.data()[i]) return true;
    return false;
}

bool Bits::within(const Bits& other) const {
    for (std::size_t i = 0; i < count_; ++i)
        if (data()[i] & ~other.data()[i]) return false;
    return true;
}

int Bits::count() const {
    int bits = 0;
    for (std::size_t i = 0; i < count_; ++i) bits += std::popcount(data()[i]);
    return bits;
}

int Bits::common(const Bits& other) const {
    int bits = 0;
    for (std::size_t i = 0; i < count_; ++i) bits += std::popcount(data()[i] & other.data()[i]);
    return bits;
}

Bits Bits::mixed(const Bits& less, const Bits& more, const Bits& but) const {
    Bits result(count_);
    for (std::size_t i = 0; i < count_; ++i)
        result.data()[i] =
            (data()[i] & ~less.data()[i]) | (more.data()[i] & ~but.data()[i]);
    return result;
}

bool Bits::operator<(const Bits& other) const {
    for (std::size_t i = count_; i-- > 0;)
        if (data()[i] != other.data()[i]) return data()[i] < other.data()[i];
    return false;
}

Bits Fact::cells() const {
    Bits both = plus;
    both |= minus;
    return both;
}

std::optional<Fact> Fact::less(const Fact& other) const {
    const Bits* up = &other.plus;
    const Bits* down = &other.minus;
    std::int64_t change = other.total;
    if (plus.meets(*down) || minus.meets(*up)) {
        if (plus.meets(*up) || minus.meets(*down)) return std::nullopt;
        std::swap(up, down);
        change = -change;
    }
    Fact rest{plus.mixed(*up, *down, minus), minus.mixed(*down, *up, plus), total - change, used};
    rest.used |= other.used;
    return rest;
}

namespace {

/// A fact to take away. Taking it from a fact with more than `half` of its cells leaves that
/// smaller.
struct Part {
    const Fact* fact;
    Bits cells;
    int half;
};

using Parts = std::vector<const Part*>;
using Signs = std::pair<Bits, Bits>;

Fact upright(const Fact& fact) {
    const int up = fact.plus.count(), down = fact.minus.count();
    if (down < up || (down == up && !(fact.minus < fact.plus))) return fact;
    return Fact{fact.minus, fact.plus, -fact.total, fact.used};
}

/// A fact after adding or subtracting sums as long as that leaves fewer cells.
Fact reduced(Fact fact, const Parts& sums) {
    Bits cells = fact.cells();
    for (bool changed = true; changed;) {
        changed = false;
        for (const Part* one : sums) {
            if (cells.common(one->cells) <= one->half) continue;
            auto rest = fact.less(*one->fact);
            if (!rest) continue;
            fact = std::move(*rest);
            cells ^= one->cells;
            changed = true;
        }
    }
    return fact;
}

/// The facts of at most so many cells, each once, the smallest and of the fewest first.
///
/// `most`: cells of a fact all of which are in `covered`; `most_open`: of any other.
std::vector<Fact> ranked(const std::vector<Fact>& facts, int most, int most_open,
                         const Bits& covered) {
    std::vector<std::pair<std::pair<int, int>, Fact>> keyed;
    for (const Fact& fact : facts) {
        const int size = fact.plus.count() + fact.minus.count();
        if (size <= (fact.cells().within(covered) ? most : most_open)) keyed.push_back({{size, fact.used.count()}, upright(fact)});
    }
    std::sort(keyed.begin(), keyed.end(), [](const auto& a, const auto& b) {
        const Fact &x = a.second, &y = b.second;
        return std::tie(a.first, x.plus, x.minus, x.total, x.used) <
               std::tie(b.first, y.plus, y.minus, y.total, y.used);
    });
    std::vector<Fact> result;
    std::set<std::tuple<Bits, Bits, std::int64_t>> seen;
    for (auto& [key, fact] : keyed)
        if (seen.insert({fact.plus, fact.minus, fact.total}).second)
            result.push_back(std::move(fact));
    return result;
}

class Residues {
public:
    Residues(const std::vector<Fact>& wholes, const std::vector<Fact>& sums, const Bounds& bounds)
        : wholes_(wholes), sums_(sums), bounds_(bounds),
          covered_(sums.empty() ? 0 : sums[0].plus.words()) {
        parts_.reserve(sums.size());
        for (const Fact& fact : sums) {
            const Bits cells = fact.cells();
            parts_.push_back({&fact, cells, cells.count() / 2});
            covered_ |= cells;
        }
        for (const Part& part : parts_) every_.push_back(&part);
    }

    std::vector<Fact> run() {
        unions();
        crossings();
        std::vector<Fact> all = found_;
        all.insert(all.end(), sums_.begin(), sums_.end());
        std::vector<Fact> pool = ranked(all, bounds_.cells + 2, bounds_.open_cells + 2, covered_);
        const std::size_t whole = pool.size();
        splits(pool, std::min(whole, bounds_.split));
        return worth_having(pool);
    }

private:
    using Layer = std::map<Bits, Fact>;

    /// What is left of disjoint houses that sums connect; those that fit best are extended.
    void unions() {
        const std::vector<Bits> linked = links();
        Layer layer;
        for (std::size_t n = 0; n < wholes_.size(); ++n) {
            Bits members(linked[n].words());
            members.add(n);
            layer.emplace(std::move(members), wholes_[n]);
        }
        for (int count = 1; count <= bounds_.houses; ++count) {
            std::vector<std::pair<int, const Layer::value_type*>> fits;
            for (const auto& entry : layer) fits.push_back({rests(entry.second), &entry});
            if (count == bounds_.houses) return;
            std::sort(fits.begin(), fits.end(), [](const auto& a, const auto& b) {
                return std::tie(a.first, a.second->first) < std::tie(b.first, b.second->first);
            });
            fits.resize(std::min(fits.size(), wholes_.size() / 2));
            Layer larger;
            for (const auto& fit : fits) extend(*fit.second, linked, larger);
            layer = std::move(larger);
        }
    }

    void extend(const Layer::value_type& entry, const std::vector<Bits>& linked,
                Layer& larger) const {
        const auto& [members, fact] = entry;
        Bits near(members.words());
        for (std::size_t n = 0; n < wholes_.size(); ++n)
            if (members.has(n)) near |= linked[n];
        for (std::size_t n = 0; n < wholes_.size(); ++n) {
            if (!near.has(n) || members.has(n) || fact.plus.meets(wholes_[n].plus)) continue;
            Bits more = members;
            more.add(n);
            if (larger.contains(more)) continue;
            Fact both = fact;
            both.plus |= wholes_[n].plus;
            both.minus |= wholes_[n].minus;
            both.total += wholes_[n].total;
            both.used |= wholes_[n].used;
            larger.emplace(std::move(more), std::move(both));
        }
    }

    /// For each house the houses that a sum connects with it.
    std::vector<Bits> links() const {
        const Bits none((wholes_.size() + 63) / 64);
        std::vector<Bits> linked(wholes_.size(), none);
        for (const Part& part : parts_) {
            Bits touched = none;
            for (std::size_t n = 0; n < wholes_.size(); ++n)
                if (wholes_[n].plus.meets(part.cells)) touched.add(n);
            for (std::size_t n = 0; n < wholes_.size(); ++n)
                if (touched.has(n)) linked[n] |= touched;
        }
        return linked;
    }

    /// Finds what is left of houses without the sums inside, without most of each, and without
    /// all; returns the size of the smallest.
    int rests(const Fact& whole) {
        Parts near, inside;
        for (const Part* part : every_) {
            if (!part->cells.meets(whole.plus)) continue;
            near.push_back(part);
            if (part->cells.within(whole.plus)) inside.push_back(part);
        }
        const Fact inner = reduced(whole, inside);
        const Fact least = reduced(inner, near);
        int size = std::min(note(inner), note(least));
        Fact outer = least;
        bool changed = false;
        for (const Part* part : near) {
            if (!part->fact->plus.meets(outer.plus)) continue;
            auto rest = outer.less(*part->fact);
            if (!rest) continue;
            outer = std::move(*rest);
            changed = true;
        }
        return changed ? std::min(size, note(reduced(std::move(outer), near))) : size;
    }

    int note(Fact fact) {
        found_.push_back(std::move(fact));
        return found_.back().plus.count() + found_.back().minus.count();
    }

    /// What is left of two houses that cross, one less the other.
    void crossings() {
        for (std::size_t i = 0; i < wholes_.size(); ++i)
            for (std::size_t j = i + 1; j < wholes_.size(); ++j)
                if (wholes_[i].plus.meets(wholes_[j].plus))
                    if (auto rest = wholes_[i].less(wholes_[j]))
                        found_.push_back(reduced(std::move(*rest), every_));
    }

    /// Adds the differences of two of the first facts of the pool that share more than half of
    /// the smaller one's cells.
    static void splits(std::vector<Fact>& pool, std::size_t first) {
        std::vector<Bits> cells;
        for (std::size_t i = 0; i < first; ++i) cells.push_back(pool[i].cells());
        for (std::size_t i = 0; i < first; ++i) {
            const int half = cells[i].count() / 2;
            for (std::size_t j = i + 1; j < first; ++j)
                if (cells[i].common(cells[j]) > half)
                    if (auto rest = pool[j].less(pool[i])) pool.push_back(std::move(*rest));
        }
    }

    /// The small facts that are not two known ones side by side, the smallest first.
    std::vector<Fact> worth_having(const std::vector<Fact>& pool) {
        for (const auto* known : {&wholes_, &sums_})
            for (const Fact& fact : *known) {
                have_.insert_or_assign({fact.plus, fact.minus}, fact.total);
                have_.insert_or_assign({fact.minus, fact.plus}, -fact.total);
            }
        std::vector<Fact> worth;
        for (const Fact& fact : ranked(pool, bounds_.cells, bounds_.open_cells, covered_)) {
            const auto before = have_.find({fact.plus, fact.minus});
            if (before != have_.end() ? before->second == fact.total : side_by_side(fact))
                continue;
            if (fact.total == 0 && fact.plus.count() + fact.minus.count() == 0) continue;
            have_.insert({{fact.plus, fact.minus}, fact.total});
            have_.insert({{fact.minus, fact.plus}, -fact.total});
            worth.push_back(fact);
            if (worth.size() == bounds_.facts) break;
        }
        return worth;
    }

    /// Whether a known fact and another known one make up this one.
    bool side_by_side(const Fact& fact) const {
        std::vector<std::size_t> cells;
        const Bits all = fact.cells();
        for (std::size_t bit = 0; bit < 64 * all.words(); ++bit)
            if (all.has(bit)) cells.push_back(bit);
        if (cells.size() < 2) return false;
        const unsigned half = 1U << (cells.size() - 1);
        for (unsigned choice = 1; choice < half; ++choice) {
            Signs one{Bits(all.words()), Bits(all.words())}, other = one;
            for (std::size_t i = 0; i < cells.size(); ++i) {
                Signs& side = choice >> i & 1 ? one : other;
                (fact.plus.has(cells[i]) ? side.first : side.second).add(cells[i]);
            }
            if (have_.contains(one) && have_.contains(other)) return true;
        }
        return false;
    }

    const std::vector<Fact>& wholes_;
    const std::vector<Fact>& sums_;
    const Bounds& bounds_;
    Bits covered_;  ///< the cells of the sums
    std::vector<Part> parts_;
    Parts every_;
    std::vector<Fact> found_;
    std::map<Signs, std::int64_t> have_;
};

}  // namespace

std::vector<Fact> residual_facts(const std::vector<Fact>& wholes, const std::vector<Fact>& sums,
                                 const Bounds& bounds) {
    return Residues(wholes, sums, bounds).run();
}

}  // namespace kernel::derived
