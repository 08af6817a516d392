// Sums by the bounds of their variables and the sets of values that may have the total: far cheaper
// than `make_sum`, and weaker where more than three variables are open.
#include <algorithm>
#include <tuple>

#include "plain_sum.hpp"
#include "sets_by_sum.hpp"

namespace kernel {
namespace {

inline int high(Mask mask) { return 63 - std::countl_zero(mask); }

inline Mask reversed(Mask mask) {
    mask = (mask >> 1 & 0x5555555555555555) | (mask & 0x5555555555555555) << 1;
    mask = (mask >> 2 & 0x3333333333333333) | (mask & 0x3333333333333333) << 2;
    mask = (mask >> 4 & 0x0f0f0f0f0f0f0f0f) | (mask & 0x0f0f0f0f0f0f0f0f) << 4;
    return __builtin_bswap64(mask);
}

/// `bit` of a value that may be out of range; 0 if it is.
inline Mask bit_within(std::int64_t value) {
    return value >= 0 && value < 64 ? bit(static_cast<int>(value)) : 0;
}

inline Mask shifted(Mask mask, std::int64_t by) {
    if (by <= -64 || by >= 64) return 0;
    return by >= 0 ? mask << by : mask >> -by;
}

/// Two variables of which the sum or the difference will be known.
class Pair {
public:
    /// `sign`: how the second counts, 1 or -1; `differ`: they have different values.
    Pair(Mask one, Mask other, bool same_sign, bool differ, int sign)
        : one_(one), other_(other), same_sign_(same_sign), differ_(differ), sign_(sign) {
        if (!same_sign) return;
        one_reversed_ = reversed(one);
        other_reversed_ = reversed(other);
    }

    /// Their values where they add up to a total and neither has a value that is excepted.
    std::pair<Mask, Mask> at(std::int64_t total, Mask not_one, Mask not_other) const {
        const std::int64_t by = sign_ * total;
        const Mask one = one_ & ~not_one, other = other_ & ~not_other;
        if (!same_sign_) {
            if (differ_ && by == 0) return {0, 0};
            const Mask fits = other & shifted(one, by);
            return {shifted(fits, -by), fits};
        }
        Mask twice = differ_ && by % 2 == 0 ? bit_within(by / 2) : 0;
        const Mask partner = not_other ? bit_within(by - low(not_other)) : 0;
        const Mask other_partner = not_one ? bit_within(by - low(not_one)) : 0;
        return {one & shifted(other_reversed_, by - 63) & ~(twice | partner),
                other & shifted(one_reversed_, by - 63) & ~(twice | other_partner)};
    }

private:
    Mask one_, other_, one_reversed_ = 0, other_reversed_ = 0;
    bool same_sign_, differ_;
    int sign_;
};

/// Variables that each count as their value or as its negative, and have one total.
class CheapSum : public Propagator {
    /// The least and the greatest values of a part, as sets.
    struct Ends {
        Mask least = 0, most = 0;
    };

public:
    CheapSum(const PlainSum& plain, std::vector<int> signs, std::int64_t total)
        : allowed_(plain.domains), signs_(std::move(signs)), total_(total),
          part_of_(plain.domains.size()) {
        Mask all = 0;
        for (const Mask mask : allowed_) all |= mask;
        width_ = high(all) + 1;
        for (std::size_t p = 0; p < plain.parts.size(); ++p) {
            const auto& part = plain.parts[p];
            for (const std::size_t i : part) part_of_[i] = p;
            const bool alike = std::all_of(part.begin(), part.end(), [&](std::size_t i) {
                return signs_[i] == signs_[part[0]];
            });
            if (part.size() > 1 && alike) {
                parts_.push_back({order_.size(), order_.size() + part.size(), signs_[part[0]]});
                order_.insert(order_.end(), part.begin(), part.end());
            } else {
                loose_.insert(loose_.end(), part.begin(), part.end());
            }
        }
        for (const Part& part : parts_) {
            const auto size = static_cast<std::int64_t>(part.end - part.begin);
            gain_ += size * (size - 1) / 2;
        }
        whole_ = plain.parts.size() == 1 && loose_.empty() && width_ <= 16;
    }

    bool narrow(Mask* d, Word* scratch) const override {
        *scratch = 0;
        std::int64_t least = 0, most = 0;
        int widest = 0;
        std::size_t open = 0;
        for (std::size_t i = 0; i < allowed_.size(); ++i) {
            if ((d[i] &= allowed_[i]) == 0) return false;
            const int lowest = low(d[i]), highest = high(d[i]);
            least += signs_[i] > 0 ? lowest : -highest;
            most += signs_[i] > 0 ? highest : -lowest;
            widest = std::max(widest, highest - lowest);
            open += highest != lowest;
        }
        const std::int64_t above = total_ - least, below = most - total_;
        if (above < 0 || below < 0) return false;
        if (open == 0) return differ(d);
        if (above < widest || below < widest) {
            open = 0;
            for (std::size_t i = 0; i < allowed_.size(); ++i) {
                clip(d[i], signs_[i], above, below);
                open += !single(d[i]);
            }
        }
        if (open <= most_few) return narrow_few(d, gather(d));
        if (!whole_) {
            const std::int64_t wanted = widest + gain_;
            return parts_.empty() || (above >= wanted && below >= wanted) || narrow_parts(d);
        }
        if (width_ <= 9) return narrow_whole<9>(d, *scratch);
        if (width_ <= 12) return narrow_whole<12>(d, *scratch);
        return narrow_whole<16>(d, *scratch);
    }

    bool tries_sets() const { return whole_; }
    std::int64_t set_total() const { return parts_[0].sign * total_; }
    std::size_t scratch() const override { return 1; }
    double cost() const override { return 2.0 * static_cast<double>(allowed_.size()); }
    bool settles() const override { return false; }
    std::vector<std::vector<std::size_t>> groups() const override {
        if (whole_) return {order_};
        return {};
    }
    void required(const Mask*, const Word* scratch, Mask* values) const override {
        *values = *scratch;
    }

private:
    /// Different variables that count alike: where they are in `order_`.
    struct Part {
        std::size_t begin, end;
        int sign;
    };

    /// The open variables, if there are at most three, and what they add up to.
    static constexpr std::size_t most_few = 3;
    struct Few {
        std::size_t count = 0, variables[most_few];
        std::int64_t total;
    };

    /// Returns whether the variables of each part, all fixed, differ.
    bool differ(const Mask* d) const {
        Mask used[64] = {};
        for (std::size_t i = 0; i < allowed_.size(); ++i) {
            if (used[part_of_[i]] & d[i]) return false;
            used[part_of_[i]] |= d[i];
        }
        return true;
    }

    /// Takes the values of a variable that leave the others too little or too much.
    static void clip(Mask& domain, int sign, std::int64_t above, std::int64_t below) {
        if (sign < 0) std::swap(above, below);
        const int lowest = low(domain), highest = high(domain);
        if (above < highest - lowest) domain &= first(static_cast<std::size_t>(lowest + above + 1));
        if (below < highest - lowest) domain &= ~first(static_cast<std::size_t>(highest - below));
    }

    Few gather(const Mask* d) const {
        Few few;
        few.total = total_;
        for (std::size_t i = 0; i < allowed_.size(); ++i) {
            if (single(d[i])) few.total -= signs_[i] * low(d[i]);
            else few.variables[few.count++] = i;
        }
        return few;
    }

    /// Takes the value of a variable from the open ones that differ from it.
    void take_from_others(Mask* d, const Few& few, std::size_t i) const {
        for (std::size_t n = 0; n < few.count; ++n) {
            const std::size_t j = few.variables[n];
            if (j != i && part_of_[j] == part_of_[i]) d[j] &= ~d[i];
        }
    }

    /// Keeps exactly the values that the open variables may have.
    bool narrow_few(Mask* d, const Few& few) const {
        for (std::size_t i = 0; i < allowed_.size(); ++i)
            if (single(d[i])) take_from_others(d, few, i);
        if (few.count < 2) return few.count == 0 || d[few.variables[0]] != 0;  // bounds are exact
        const std::size_t i = few.variables[few.count - 2], j = few.variables[few.count - 1];
        const Pair pair(d[i], d[j], signs_[i] == signs_[j], part_of_[i] == part_of_[j], signs_[j]);
        if (few.count == 2) {
            std::tie(d[i], d[j]) = pair.at(few.total, 0, 0);
            return d[i] != 0;
        }
        const std::size_t k = few.variables[0];
        const bool with_i = part_of_[i] == part_of_[k], with_j = part_of_[j] == part_of_[k];
        Mask kept = 0, kept_i = 0, kept_j = 0;
        for (Mask rest = d[k]; rest; rest &= rest - 1) {
            const Mask value = rest & -rest;
            const auto [one, other] = pair.at(few.total - signs_[k] * low(rest),
                                              with_i ? value : 0, with_j ? value : 0);
            if (!one) continue;
            kept |= value;
            kept_i |= one;
            kept_j |= other;
        }
        d[i] = kept_i;
        d[j] = kept_j;
        return (d[k] = kept) != 0;
    }

    /// One part is all: keeps the values of sets that have the total and a value for each variable.
    template <int Width>
    bool narrow_whole(Mask* d, Word& needed) const {
        Mask fixed = 0, open = 0, twice = 0;
        Mask domains[64];
        std::int64_t sum = 0;
        int count = 0;
        for (const std::size_t i : order_) {
            if (single(d[i])) {
                if (fixed & d[i]) return false;
                fixed |= d[i];
                sum += low(d[i]);
                continue;
            }
            twice |= open & d[i];
            open |= d[i];
            domains[count++] = d[i];
        }
        Mask some = 0, every = open &= ~fixed;
        SetsBySum<Width>::shared().each(count, set_total() - sum, [&](Mask set) {
            if (set & ~open) return;
            for (int n = 0; n < count; ++n)
                if (!(set & domains[n])) return;
            some |= set;
            every &= set;
        });
        if (!some) return false;
        for (const std::size_t i : order_) {
            if (single(d[i])) continue;
            if ((d[i] &= some) == 0) return false;
            if (const Mask only = d[i] & every & ~twice) {
                if (!single(only)) return false;
                d[i] = only;
            }
        }
        needed = every;
        return true;
    }

    /// Bounds each part by its least and its greatest sum of different values.
    bool narrow_parts(Mask* d) const {
        Ends ends[32];
        const auto [above, below] = room(d, ends);
        if (above < 0 || below < 0) return false;
        for (const std::size_t i : loose_) clip(d[i], signs_[i], above, below);
        for (std::size_t p = 0; p < parts_.size(); ++p) {
            const Part& part = parts_[p];
            const Mask fits =
                part.sign > 0 ? near(ends[p], above, below) : near(ends[p], below, above);
            for (std::size_t n = part.begin; n < part.end; ++n)
                if ((d[order_[n]] &= fits) == 0) return false;
        }
        return true;
    }

    /// How far the total is above the least sum and below the greatest; negative where there is no
    /// sum.
    std::pair<std::int64_t, std::int64_t> room(const Mask* d, Ends* ends) const {
        std::int64_t least = 0, most = 0;
        for (const std::size_t i : loose_) {
            least += signs_[i] > 0 ? low(d[i]) : -high(d[i]);
            most += signs_[i] > 0 ? high(d[i]) : -low(d[i]);
        }
        for (std::size_t p = 0; p < parts_.size(); ++p) {
            std::int64_t lower = 0, upper = 0;
            if (!find_ends(parts_[p], d, ends[p], lower, upper)) return {-1, -1};
            least += parts_[p].sign > 0 ? lower : -upper;
            most += parts_[p].sign > 0 ? upper : -lower;
        }
        return {total_ - least, most - total_};
    }

    /// The least and the greatest sum of different values of the part that are within each domain's
    /// bounds; false if there are none.
    bool find_ends(const Part& part, const Mask* d, Ends& ends, std::int64_t& lower,
                   std::int64_t& upper) const {
        Mask all = 0;
        for (std::size_t n = part.begin; n < part.end; ++n) all |= d[order_[n]];
        for (std::size_t n = part.begin; n < part.end; ++n) {
            const Mask domain = d[order_[n]];
            const Mask up = all & ~ends.least & ~((domain & -domain) - 1);
            const Mask down = all & ~ends.most & first(static_cast<std::size_t>(high(domain)) + 1);
            if (!up || !down || low(up) >= width_) return false;
            ends.least |= up & -up;
            ends.most |= bit(high(down));
            lower += low(up);
            upper += high(down);
        }
        return true;
    }

    /// The values that are at most `up` above one of the least and `down` below one of the
    /// greatest: of different values in order, none is further from that of its rank than all
    /// together.
    Mask near(const Ends& ends, std::int64_t up, std::int64_t down) const {
        Mask above = ~Mask{0}, below = ~Mask{0};
        if (up < width_ - 1)
            for (above = ends.least; up > 0; --up) above |= above << 1;
        if (down < width_ - 1)
            for (below = ends.most; down > 0; --down) below |= below >> 1;
        return above & below;
    }

    std::vector<Mask> allowed_;
    std::vector<int> signs_;
    std::int64_t total_;
    std::vector<std::size_t> part_of_, order_, loose_;
    std::vector<Part> parts_;
    int width_;
    /// How much nearer to the total different values bring a bound, if no value in between is gone.
    /// Where that cannot exclude anything parts are not looked at: killers of iss-half.jsonl, up to
    /// 4,000 nodes each, take 0.91 to 0.99 of the time, and up to 10,000 nodes 365.8 nodes instead
    /// of 366.2 (geometric means; `solve(text, strategies=(), nodes=...)`, in turn, 2026-11).
    std::int64_t gain_ = 0;
    bool whole_;  ///< one part is all
};

}  // namespace

CheapSumResult make_cheap_sum(const Rule& rule, const std::vector<Mask>& domains) {
    if (domains.size() > 64) return {};
    const PlainSum plain(rule, domains);
    if (plain.totals.size() != 1) return {};
    std::vector<int> signs;
    std::int64_t total = plain.totals[0];
    for (std::size_t i = 0; i < domains.size(); ++i) {
        const auto weight = [&](int v) { return plain.weights[i][static_cast<std::size_t>(v)]; };
        const Mask domain = plain.domains[i];
        if (!domain) return {};
        const int sign = single(domain) || weight(low(domain)) < weight(high(domain)) ? 1 : -1;
        const std::int64_t base = weight(low(domain)) - sign * low(domain);
        for (Mask rest = domain; rest; rest &= rest - 1)
            if (weight(low(rest)) != base + sign * low(rest)) return {};
        total -= base;
        signs.push_back(sign);
    }
    auto sum = std::make_shared<CheapSum>(plain, std::move(signs), total);
    CheapSumResult made{sum, rule.derived || sum->tries_sets()};
    if (sum->tries_sets()) made.set_total = sum->set_total();
    return made;
}

}  // namespace kernel
