#include "derived.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <compare>
#include <map>
#include <optional>
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
        result.data()[i] = (data()[i] & ~less.data()[i]) | (more.data()[i] & ~but.data()[i]);
    return result;
}

bool Bits::operator<(const Bits& other) const {
    for (std::size_t i = count_; i-- > 0;)
        if (data()[i] != other.data()[i]) return data()[i] < other.data()[i];
    return false;
}

namespace {

/// A bit set; `Words` is an array, all in place, or a vector. As a number its first word is lowest.
template <class Words>
class BitSet {
public:
    explicit BitSet(std::size_t size) {
        if constexpr (requires { words_.resize(size); }) words_.resize(size);
    }
    BitSet(const Bits& bits, std::size_t size) : BitSet(size) {
        std::copy_n(bits.data(), bits.words(), words_.data());
    }

    Bits as_bits(std::size_t size) const { return Bits(words_.data(), size); }
    bool has(std::size_t bit) const { return words_[bit / 64] >> (bit % 64) & 1; }
    void add(std::size_t bit) { words_[bit / 64] |= std::uint64_t{1} << (bit % 64); }
    void operator|=(const BitSet& other) {
        for (std::size_t i = 0; i < words_.size(); ++i) words_[i] |= other.words_[i];
    }
    void operator^=(const BitSet& other) {
        for (std::size_t i = 0; i < words_.size(); ++i) words_[i] ^= other.words_[i];
    }
    void operator&=(const BitSet& other) {
        for (std::size_t i = 0; i < words_.size(); ++i) words_[i] &= other.words_[i];
    }
    bool meets(const BitSet& other) const {
        std::uint64_t both = 0;
        for (std::size_t i = 0; i < words_.size(); ++i) both |= words_[i] & other.words_[i];
        return both != 0;
    }
    bool within(const BitSet& other) const {
        std::uint64_t beyond = 0;
        for (std::size_t i = 0; i < words_.size(); ++i) beyond |= words_[i] & ~other.words_[i];
        return beyond == 0;
    }
    int count() const {
        int bits = 0;
        for (std::size_t i = 0; i < words_.size(); ++i) bits += std::popcount(words_[i]);
        return bits;
    }
    int common(const BitSet& other) const {
        int bits = 0;
        for (std::size_t i = 0; i < words_.size(); ++i)
            bits += std::popcount(words_[i] & other.words_[i]);
        return bits;
    }
    /// this without `less`, and `more` without `but`
    BitSet mixed(const BitSet& less, const BitSet& more, const BitSet& but) const {
        BitSet result(words_.size());
        for (std::size_t i = 0; i < words_.size(); ++i)
            result.words_[i] = (words_[i] & ~less.words_[i]) | (more.words_[i] & ~but.words_[i]);
        return result;
    }
    template <class Visit>
    void each(const Visit& visit) const {
        for (std::size_t i = 0; i < words_.size(); ++i)
            for (std::uint64_t rest = words_[i]; rest; rest &= rest - 1)
                visit(64 * i + static_cast<std::size_t>(std::countr_zero(rest)));
    }
    bool operator==(const BitSet& other) const = default;
    std::strong_ordering operator<=>(const BitSet& other) const {
        for (std::size_t i = words_.size(); i-- > 0;)
            if (words_[i] != other.words_[i]) return words_[i] <=> other.words_[i];
        return std::strong_ordering::equal;
    }

private:
    Words words_{};
};

/// The search for facts with bit sets of one width: 0.26 ms for a killer, 0.95 with sets of any
/// width, which may allocate (median of 26 killers of iss-half.jsonl, 2026-11).
template <class Set>
class Residues {
public:
    Residues(const std::vector<Fact>& wholes, const std::vector<Fact>& sums, const Bounds& bounds)
        : bounds_(bounds), covered_(words_of(wholes, sums)) {
        for (const Fact& fact : wholes) wholes_.push_back(own(fact));
        for (const Fact& fact : sums) sums_.push_back(own(fact));
        parts_.reserve(sums_.size());
        for (const Own& fact : sums_) {
            const Set cells = fact.cells();
            parts_.push_back({&fact, cells, cells.count() / 2});
            covered_ |= cells;
        }
        for (const Part& part : parts_) every_.push_back(&part);
    }

    std::vector<Fact> run() {
        unions();
        crossings();
        std::vector<Own> all = found_;
        all.insert(all.end(), sums_.begin(), sums_.end());
        std::vector<Own> pool = ranked(all, 2);
        const std::size_t whole = pool.size();
        splits(pool, std::min(whole, bounds_.split));
        std::vector<Fact> result;
        for (const Own& fact : worth_having(pool))
            result.push_back({fact.plus.as_bits(words_), fact.minus.as_bits(words_), fact.total,
                              fact.used.as_bits(used_words_)});
        return result;
    }

private:
    struct Own {
        Set plus, minus;
        std::int64_t total;
        Set used;

        Set cells() const {
            Set both = plus;
            both |= minus;
            return both;
        }

        /// This fact without another, or with it if that fits; nothing if a cell would count twice.
        std::optional<Own> less(const Own& other) const {
            const Set* up = &other.plus;
            const Set* down = &other.minus;
            std::int64_t change = other.total;
            if (plus.meets(*down) || minus.meets(*up)) {
                if (plus.meets(*up) || minus.meets(*down)) return std::nullopt;
                std::swap(up, down);
                change = -change;
            }
            Own rest{plus.mixed(*up, *down, minus), minus.mixed(*down, *up, plus), total - change,
                     used};
            rest.used |= other.used;
            return rest;
        }
    };

    /// A fact to take away. Taking it from a fact with more than `half` of its cells leaves that
    /// smaller.
    struct Part {
        const Own* fact;
        Set cells;
        int half;
    };

    using Parts = std::vector<const Part*>;
    using Signs = std::pair<Set, Set>;
    using Layer = std::map<Set, Own>;

    static std::size_t words_of(const std::vector<Fact>& wholes, const std::vector<Fact>& sums) {
        return !sums.empty() ? sums[0].plus.words() : !wholes.empty() ? wholes[0].plus.words() : 0;
    }

    Own own(const Fact& fact) {
        words_ = std::max(words_, fact.plus.words());
        used_words_ = std::max(used_words_, fact.used.words());
        return {Set(fact.plus, words_), Set(fact.minus, words_), fact.total,
                Set(fact.used, used_words_)};
    }

    static Own upright(const Own& fact) {
        const int up = fact.plus.count(), down = fact.minus.count();
        if (down < up || (down == up && !(fact.minus < fact.plus))) return fact;
        return Own{fact.minus, fact.plus, -fact.total, fact.used};
    }

    /// A fact after adding or subtracting sums as long as that leaves fewer cells.
    static Own reduced(Own fact, const Parts& sums) {
        Set cells = fact.cells();
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

    /// The facts of few cells, each once, the smallest and of the fewest first; `more`: cells
    /// allowed beyond those of a fact that is wanted.
    std::vector<Own> ranked(const std::vector<Own>& facts, int more = 0) const {
        std::vector<std::pair<std::pair<int, int>, Own>> keyed;
        for (const Own& fact : facts) {
            const int size = fact.plus.count() + fact.minus.count();
            const int most = fact.cells().within(covered_) ? bounds_.cells : bounds_.open_cells;
            if (size <= most + more) keyed.push_back({{size, fact.used.count()}, upright(fact)});
        }
        // Equal facts of other origins stand apart, so each is told by its cells and total first.
        std::vector<const std::pair<std::pair<int, int>, Own>*> order;
        for (const auto& one : keyed) order.push_back(&one);
        const auto signs = [](const Own& x) { return std::tie(x.plus, x.minus, x.total); };
        std::sort(order.begin(), order.end(), [&](const auto* a, const auto* b) {
            const Own &x = a->second, &y = b->second;
            return std::tuple(a->first.first, signs(x), a->first.second, std::tie(x.used)) <
                   std::tuple(b->first.first, signs(y), b->first.second, std::tie(y.used));
        });
        order.erase(std::unique(order.begin(), order.end(),
                                [&](const auto* a, const auto* b) {
                                    return signs(a->second) == signs(b->second);
                                }),
                    order.end());
        std::sort(order.begin(), order.end(), [&](const auto* a, const auto* b) {
            return std::tuple(a->first, signs(a->second)) < std::tuple(b->first, signs(b->second));
        });
        std::vector<Own> result;
        result.reserve(order.size());
        for (const auto* one : order) result.push_back(one->second);
        return result;
    }

    /// Finds the sums left over by disjoint houses that sums connect, extending the best fits.
    void unions() {
        const std::vector<Set> linked = links();
        Layer layer;
        for (std::size_t n = 0; n < wholes_.size(); ++n) {
            Set members((wholes_.size() + 63) / 64);
            members.add(n);
            layer.emplace(std::move(members), wholes_[n]);
        }
        for (int count = 1; count <= bounds_.houses; ++count) {
            std::vector<std::pair<int, const typename Layer::value_type*>> fits;
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

    void extend(const typename Layer::value_type& entry, const std::vector<Set>& linked,
                Layer& larger) const {
        const auto& [members, fact] = entry;
        Set near((wholes_.size() + 63) / 64);
        for (std::size_t n = 0; n < wholes_.size(); ++n)
            if (members.has(n)) near |= linked[n];
        for (std::size_t n = 0; n < wholes_.size(); ++n) {
            if (!near.has(n) || members.has(n) || fact.plus.meets(wholes_[n].plus)) continue;
            Set more = members;
            more.add(n);
            if (larger.contains(more)) continue;
            Own both = fact;
            both.plus |= wholes_[n].plus;
            both.minus |= wholes_[n].minus;
            both.total += wholes_[n].total;
            both.used |= wholes_[n].used;
            larger.emplace(std::move(more), std::move(both));
        }
    }

    /// For each house the houses that a sum connects with it.
    std::vector<Set> links() const {
        const Set none((wholes_.size() + 63) / 64);
        std::vector<Set> linked(wholes_.size(), none);
        for (const Part& part : parts_) {
            Set touched = none;
            for (std::size_t n = 0; n < wholes_.size(); ++n)
                if (wholes_[n].plus.meets(part.cells)) touched.add(n);
            for (std::size_t n = 0; n < wholes_.size(); ++n)
                if (touched.has(n)) linked[n] |= touched;
        }
        return linked;
    }

    /// Finds what is left of houses without the sums inside, without most of each, and without
    /// all; returns the size of the smallest.
    int rests(const Own& whole) {
        Parts near, inside;
        for (const Part* part : every_) {
            if (!part->cells.meets(whole.plus)) continue;
            near.push_back(part);
            if (part->cells.within(whole.plus)) inside.push_back(part);
        }
        const Own inner = reduced(whole, inside);
        const Own least = reduced(inner, near);
        int size = std::min(note(inner), note(least));
        Own outer = least;
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

    int note(Own fact) {
        found_.push_back(std::move(fact));
        return found_.back().plus.count() + found_.back().minus.count();
    }

    /// Finds the differences of two houses that cross, one less the other.
    void crossings() {
        for (std::size_t i = 0; i < wholes_.size(); ++i)
            for (std::size_t j = i + 1; j < wholes_.size(); ++j)
                if (wholes_[i].plus.meets(wholes_[j].plus))
                    if (auto rest = wholes_[i].less(wholes_[j]))
                        found_.push_back(reduced(std::move(*rest), every_));
    }

    /// Adds the differences of two of the first facts of the pool that share more than half of
    /// the smaller one's cells.
    static void splits(std::vector<Own>& pool, std::size_t first) {
        std::vector<Set> cells;
        for (std::size_t i = 0; i < first; ++i) cells.push_back(pool[i].cells());
        for (std::size_t i = 0; i < first; ++i) {
            const int half = cells[i].count() / 2;
            for (std::size_t j = i + 1; j < first; ++j)
                if (cells[i].common(cells[j]) > half)
                    if (auto rest = pool[j].less(pool[i])) pool.push_back(std::move(*rest));
        }
    }

    /// The small facts that are not two known ones side by side, the smallest first.
    std::vector<Own> worth_having(const std::vector<Own>& pool) {
        for (const auto* known : {&wholes_, &sums_})
            for (const Own& fact : *known) {
                have_.erase({fact.plus, fact.minus});
                have_.erase({fact.minus, fact.plus});
                know(fact);
            }
        std::vector<Own> worth;
        for (const Own& fact : ranked(pool)) {
            const auto before = have_.find({fact.plus, fact.minus});
            if (before != have_.end() ? before->second == fact.total : side_by_side(fact))
                continue;
            if (fact.total == 0 && fact.plus.count() + fact.minus.count() == 0) continue;
            know(fact);
            worth.push_back(fact);
            if (worth.size() == bounds_.facts) break;
        }
        return worth;
    }

    /// Returns whether this fact is the union of two known ones.
    bool side_by_side(const Own& fact) const {
        std::array<std::size_t, 16> cells{};
        std::size_t size = 0;
        fact.cells().each([&](std::size_t cell) { cells[size++] = cell; });
        if (size < 2) return false;
        const unsigned half = 1U << (size - 1);
        for (unsigned choice = 1; choice < half; ++choice) {
            Set one(words_);
            for (std::size_t i = 0; i < size; ++i)
                if (choice >> i & 1) one.add(cells[i]);
            if (!std::binary_search(masks_.begin(), masks_.end(), one)) continue;
            Set other = fact.cells();
            other ^= one;
            if (have_.contains({meeting(fact.plus, one), meeting(fact.minus, one)}) &&
                have_.contains({meeting(fact.plus, other), meeting(fact.minus, other)}))
                return true;
        }
        return false;
    }

    static Set meeting(Set one, const Set& other) {
        one &= other;
        return one;
    }

    /// Remembers a fact, in both directions, unless another total is known.
    void know(const Own& fact) {
        have_.insert({{fact.plus, fact.minus}, fact.total});
        have_.insert({{fact.minus, fact.plus}, -fact.total});
        const Set cells = fact.cells();
        const auto at = std::lower_bound(masks_.begin(), masks_.end(), cells);
        if (at == masks_.end() || *at != cells) masks_.insert(at, cells);
    }

    const Bounds& bounds_;
    std::size_t words_ = 0, used_words_ = 0;  ///< of the sets of cells, and of facts
    Set covered_;  ///< the cells of the sums
    std::vector<Own> wholes_, sums_;
    std::vector<Part> parts_;
    Parts every_;
    std::vector<Own> found_;
    std::map<Signs, std::int64_t> have_;
    std::vector<Set> masks_;  ///< the cells of each known fact, sorted
};

}  // namespace

std::vector<Fact> residual_facts(const std::vector<Fact>& wholes, const std::vector<Fact>& sums,
                                 const Bounds& bounds) {
    std::size_t words = (std::max(wholes.size(), sums.size()) + 63) / 64;
    for (const auto* known : {&wholes, &sums})
        for (const Fact& fact : *known)
            words = std::max({words, fact.plus.words(), fact.used.words()});
    // 81 cells and as many sums, a samurai, and what comes.
    if (words <= 2) return Residues<BitSet<std::array<std::uint64_t, 2>>>(wholes, sums, bounds).run();
    if (words <= 6) return Residues<BitSet<std::array<std::uint64_t, 6>>>(wholes, sums, bounds).run();
    return Residues<BitSet<std::vector<std::uint64_t>>>(wholes, sums, bounds).run();
}

}  // namespace kernel::derived
