#include "leftovers.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace kernel {
namespace {

using derived::Bits;
using Pairs = std::set<LeftoverPair>;

Bits without(const Bits& one, const Bits& other) {
    const Bits none(one.words());
    return one.mixed(other, none, none);
}

Bits both(const Bits& one, const Bits& other) { return without(one, without(one, other)); }

LeftoverPair ordered(Bits one, Bits other) {
    if (other < one) std::swap(one, other);
    return {std::move(one), std::move(other)};
}

/// Returns whether some house is crossed in disjoint parts of unequal sizes, or only partly.
bool irregular(const std::vector<Bits>& houses) {
    for (const Bits& one : houses) {
        std::set<Bits> parts;
        for (const Bits& other : houses)
            if (one.common(other) > 1) parts.insert(both(one, other));
        parts.erase(one);
        Bits crossed(one.words());
        for (const Bits& part : parts) {
            for (const Bits& other : parts)
                if (!part.meets(other) && part.count() != other.count()) return true;
            crossed |= part;
        }
        if (!parts.empty() && !(crossed == one)) return true;
    }
    return false;
}

/// The remainders of unions of houses and the covers that fit them best.
class Remainders {
public:
    Remainders(const std::vector<Bits>& houses, const LeftoverBounds& bounds, Pairs& found)
        : houses_(houses), found_(found) {
        int narrow = houses[0].count(), wide = narrow;
        for (const Bits& house : houses) {
            narrow = std::min(narrow, house.count());
            wide = std::max(wide, house.count());
        }
        most_ = std::min(bounds.cells, narrow - 1);
        for (const Bits& one : houses) {
            auto& near = crossings_.emplace_back();
            for (std::size_t n = 0; n < houses.size(); ++n)
                if (houses[n].meets(one) && !(houses[n] == one)) near.push_back(n);
        }
        Layer layer;
        for (std::size_t n = 0; n < houses.size(); ++n) layer.emplace(Members{n}, houses[n]);
        for (int count = 1; count <= bounds.houses; ++count) {
            std::vector<Fit> fits;
            for (const auto& [members, whole] : layer) {
                Fit fit = fit_of(members, whole, static_cast<std::size_t>(count));
                if (fit.size > 0 && fit.size <= wide) fits.push_back(std::move(fit));
            }
            if (count < bounds.houses) layer = extended(layer, std::move(fits));
        }
    }

private:
    using Members = std::vector<std::size_t>;
    using Layer = std::map<Members, Bits>;

    struct Fit {
        int size;
        const Members* members;
        Bits touched;  ///< all that the covers reach
    };

    Fit fit_of(const Members& members, const Bits& whole, std::size_t count) {
        std::vector<std::size_t> near;
        std::vector<char> seen(houses_.size(), 0);
        for (const std::size_t m : members) seen[m] = 1;
        for (const std::size_t m : members)
            for (const std::size_t n : crossings_[m])
                if (!seen[n]) {
                    seen[n] = 1;
                    near.push_back(n);
                }
        std::vector<int> overlap(houses_.size(), 0);
        for (const std::size_t n : near) overlap[n] = houses_[n].common(whole);
        std::stable_sort(near.begin(), near.end(), [&](std::size_t one, std::size_t other) {
            return overlap[one] > overlap[other];
        });
        Fit fit{whole.count(), &members, Bits(whole.words())};
        cover(near, whole, count, fit);
        if (near.empty()) return fit;
        const Bits& first = houses_[near[0]];
        std::erase_if(near, [&](std::size_t n) {
            return !houses_[n].meets(first) || houses_[n] == first;
        });
        cover(near, whole, count, fit);
        return fit;
    }

    /// Covers a union by so many disjoint houses, the first ones that fit.
    void cover(const std::vector<std::size_t>& among, const Bits& whole, std::size_t count,
               Fit& fit) {
        Bits covering(whole.words());
        std::size_t left = count;
        for (const std::size_t n : among) {
            if (houses_[n].meets(covering)) continue;
            covering |= houses_[n];
            if (--left > 0) continue;
            const Bits rest = without(whole, covering);
            const int size = rest.count();
            fit.size = std::min(fit.size, size);
            fit.touched |= covering;
            if (count > 1 && size > 0 && size <= most_)
                found_.insert(ordered(rest, without(covering, whole)));
            return;
        }
    }

    /// The unions that fit best with one more house that overlaps what covers them.
    Layer extended(const Layer& layer, std::vector<Fit> fits) const {
        std::sort(fits.begin(), fits.end(), [](const Fit& one, const Fit& other) {
            return std::tie(one.size, *one.members) < std::tie(other.size, *other.members);
        });
        if (fits.size() > houses_.size())
            fits.erase(fits.begin() + static_cast<std::ptrdiff_t>(houses_.size()), fits.end());
        Layer larger;
        for (const Fit& fit : fits) {
            const Bits& whole = layer.at(*fit.members);
            const Bits open = without(fit.touched, whole);
            for (std::size_t n = 0; n < houses_.size(); ++n) {
                if (!houses_[n].meets(open) || houses_[n].meets(whole)) continue;
                Members members = *fit.members;
                members.insert(std::lower_bound(members.begin(), members.end(), n), n);
                Bits more = whole;
                more |= houses_[n];
                larger.emplace(std::move(members), std::move(more));
            }
        }
        return larger;
    }

    const std::vector<Bits>& houses_;
    Pairs& found_;
    int most_;
    std::vector<std::vector<std::size_t>> crossings_;
};

/// Adds the remainders of two houses that cross; locked candidates find the same.
void implied(const std::vector<Bits>& houses, Pairs& known) {
    for (std::size_t n = 0; n < houses.size(); ++n)
        for (std::size_t m = 0; m < n; ++m)
            if (houses[n].meets(houses[m]))
                known.insert(
                    ordered(without(houses[n], houses[m]), without(houses[m], houses[n])));
}

/// For each set of cells, the sets that are known to hold the same values.
class Partners {
public:
    void note(const LeftoverPair& pair) {
        of_[pair.first].insert(pair.second);
        of_[pair.second].insert(pair.first);
    }

    /// Returns whether known pairs imply this one: it is known, a chain of two, or a union of two.
    bool imply(const LeftoverPair& pair) const {
        const auto& [one, other] = pair;
        const auto &mine = of(one), &theirs = of(other);
        return mine.contains(other) ||
               std::any_of(mine.begin(), mine.end(),
                           [&](const Bits& shared) { return theirs.contains(shared); }) ||
               is_union(one, other);
    }

private:
    const std::set<Bits>& of(const Bits& cells) const {
        const auto found = of_.find(cells);
        return found == of_.end() ? none_ : found->second;
    }

    bool is_union(const Bits& one, const Bits& other) const {
        std::vector<std::size_t> cells;
        for (std::size_t c = 0; c < 64 * one.words(); ++c)
            if (one.has(c)) cells.push_back(c);
        for (std::size_t some = 1; some + 1 < std::size_t{1} << cells.size(); ++some) {
            Bits part(one.words());
            for (std::size_t i = 0; i < cells.size(); ++i)
                if (some >> i & 1) part.add(cells[i]);
            const auto& halves = of(part);
            if (halves.empty()) continue;
            const auto& rests = of(without(one, part));
            for (const Bits& half : halves)
                if (half.within(other) && rests.contains(without(other, half))) return true;
        }
        return false;
    }

    std::map<Bits, std::set<Bits>> of_;
    const std::set<Bits> none_;
};

}  // namespace

std::vector<LeftoverPair> leftover_pairs(const std::vector<std::vector<derived::Bits>>& groups,
                                         const LeftoverBounds& bounds) {
    Pairs found, known;
    std::size_t houses = 0;
    for (const auto& group : groups) {
        houses += group.size();
        if (group.size() > bounds.many || !irregular(group)) continue;
        Remainders(group, bounds, found);
        implied(group, known);
    }
    std::vector<LeftoverPair> sorted(found.begin(), found.end());
    std::stable_sort(sorted.begin(), sorted.end(), [](const auto& one, const auto& other) {
        return one.first.count() < other.first.count();
    });
    Partners partners;
    for (const LeftoverPair& pair : known) partners.note(pair);
    std::vector<LeftoverPair> kept;
    for (LeftoverPair& pair : sorted) {
        if (partners.imply(pair)) continue;
        partners.note(pair);
        kept.push_back(std::move(pair));
        if (kept.size() == bounds.pairs * houses) break;
    }
    return kept;
}

}  // namespace kernel
