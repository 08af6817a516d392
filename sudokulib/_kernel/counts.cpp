// Counts of one value: sums in which it weighs one more, or one less, than all others; one further
// variable may weigh anything, as in "the value stands there n times or never".
#include <algorithm>
#include <array>
#include <span>

#include "plain_sum.hpp"

namespace kernel {
namespace {

/// The amounts that a variable may add to the count, as bits: 1 for -1, 2 for 0, 4 for 1.
using Change = unsigned;

/// The values of a variable that weigh 1.
Mask heavy(const PlainSum& plain, std::size_t i) {
    Mask ones = 0;
    for (Mask rest = plain.domains[i]; rest; rest &= rest - 1)
        if (plain.weights[i][static_cast<std::size_t>(low(rest))] == 1) ones |= rest & -rest;
    return ones;
}

constexpr std::size_t none = ~std::size_t{0};

/// The value that all sums of 0 and 1 depend on alone; 0 if there is none.
Mask counted(const PlainSum& plain, std::size_t further) {
    Mask values = ~Mask{0};
    for (std::size_t i = 0; i < plain.domains.size(); ++i) {
        if (i == further) continue;
        const Mask ones = heavy(plain, i), zeros = plain.domains[i] & ~ones;
        if (!ones || !zeros) continue;
        values &= (single(ones) ? ones : 0) | (single(zeros) ? zeros : 0);
    }
    return values & -values;
}

/// The value stands in a part at most once, so that what parts add is an interval, and the sums of
/// all parts are one.
class Count : public Propagator {
public:
    /// Totals, less what the further variable may add: a bound on the memory of a call, half a
    /// kilobyte. A sum with more is left to other propagators.
    static constexpr std::size_t most_totals = 64;

    Count(const PlainSum& plain, Mask value, std::size_t further)
        : value_(value), further_(further), allowed_(plain.domains),
          change_(plain.domains.size(), 0), parts_(plain.parts), totals_(plain.totals) {
        if (further != none) {
            weights_ = plain.weights[further];
            std::erase(parts_, Part{further});
        }
        for (std::size_t i = 0; i < allowed_.size(); ++i) {
            if (i == further) continue;
            const Mask ones = heavy(plain, i);
            if (ones && ones != allowed_[i]) change_[i] = ones == value ? 1 : -1;
            // Without the value: what is left of a variable that weighs 1 then.
            if (ones && ones != value) ++without_;
        }
        for (std::size_t p = 0; p < parts_.size(); ++p)
            if (parts_[p].size() > 1) several_.push_back(p);
    }

    bool narrow(Mask* d, Word* required) const override {
        for (std::size_t i = 0; i < allowed_.size(); ++i)
            if ((d[i] &= allowed_[i]) == 0) return false;
        std::int64_t least = without_, most = without_;
        for (const auto& part : parts_) {
            if (!differ(part, d)) return false;
            const Change may = changes(part, d);
            least += lowest(may);
            most += highest(may);
        }
        std::fill_n(required, several_.size(), Word{0});
        std::array<std::int64_t, most_totals> memory;
        const auto totals = further_ == none ? std::span(totals_) : left(d, least, most, memory);
        if (!reaches(totals, least, most)) return false;
        if (reaches_all(totals, least, most)) return true;
        std::size_t number = 0;
        for (const auto& part : parts_) {
            Word ignored = 0;
            Word& needed = part.size() > 1 ? required[number++] : ignored;
            if (!keep(part, d, totals, least, most, needed)) return false;
        }
        return true;
    }

    std::vector<std::vector<std::size_t>> groups() const override {
        std::vector<std::vector<std::size_t>> sets;
        for (const std::size_t p : several_) sets.push_back(parts_[p]);
        return sets;
    }
    void required(const Mask*, const Word* scratch, Mask* values) const override {
        std::copy_n(scratch, several_.size(), values);
    }
    std::size_t scratch() const override { return several_.size(); }
    double cost() const override { return static_cast<double>(allowed_.size()); }
    bool settles() const override { return false; }

private:
    using Part = std::vector<std::size_t>;
    using Goal = std::span<const std::int64_t>;  ///< totals, sorted

    static Change bit_of(int change) { return 1u << (change + 1); }
    static int lowest(Change may) { return std::countr_zero(may) - 1; }
    static int highest(Change may) { return std::bit_width(may) - 2; }

    /// Takes the value from the other variables if one has it; false if two have the same.
    bool differ(const Part& part, Mask* d) const {
        if (part.size() == 1) return true;
        Mask fixed = 0;
        for (const std::size_t i : part) {
            if (!single(d[i])) continue;
            if (fixed & d[i]) return false;
            fixed |= d[i];
        }
        if (fixed & value_)
            for (const std::size_t i : part)
                if (!single(d[i])) d[i] &= ~value_;
        return true;
    }

    /// Returns the amounts that a part may add; variables that must not have the value add nothing.
    Change changes(const Part& part, const Mask* d) const {
        Change may = 0;
        for (const std::size_t i : part) {
            if (d[i] == value_) return bit_of(change_[i]);
            if (d[i] & value_) may |= bit_of(change_[i]);
        }
        return may | bit_of(0);
    }

    /// Keeps the values of the further variable that leave a total between `least` and `most`, and
    /// returns all that they leave, sorted, in `memory`.
    Goal left(Mask* d, std::int64_t least, std::int64_t most,
              std::array<std::int64_t, most_totals>& memory) const {
        Mask kept = 0;
        auto end = memory.begin();
        for (Mask rest = d[further_]; rest; rest &= rest - 1) {
            const auto first = end;
            const std::int64_t weight = weights_[static_cast<std::size_t>(low(rest))];
            for (const std::int64_t total : totals_)
                if (least <= total - weight && total - weight <= most) *end++ = total - weight;
            if (end != first) kept |= rest & -rest;
        }
        d[further_] = kept;
        std::sort(memory.begin(), end);
        return {memory.begin(), std::unique(memory.begin(), end)};
    }

    static bool reaches(Goal totals, std::int64_t least, std::int64_t most) {
        const auto it = std::lower_bound(totals.begin(), totals.end(), least);
        return it != totals.end() && *it <= most;
    }
    static bool reaches_all(Goal totals, std::int64_t least, std::int64_t most) {
        const auto it = std::lower_bound(totals.begin(), totals.end(), least);
        return totals.end() - it > most - least && it[most - least] == most;
    }

    /// Keeps what a part may have where all others add what they like.
    bool keep(const Part& part, Mask* d, Goal totals, std::int64_t least, std::int64_t most,
              Word& needed) const {
        const Change may = changes(part, d);
        least -= lowest(may);
        most -= highest(may);
        Change good = 0;
        for (const int change : {-1, 0, 1})
            if (may & bit_of(change) && reaches(totals, least + change, most + change))
                good |= bit_of(change);
        if (!good) return false;
        if (good == may) return true;
        std::size_t places = 0, last = 0;
        for (const std::size_t i : part) {
            if (!(d[i] & value_)) continue;
            if (!(good & bit_of(change_[i]))) {
                if ((d[i] &= ~value_) == 0) return false;
            } else {
                ++places;
                last = i;
            }
        }
        if (good & bit_of(0)) return true;
        needed = value_;
        if (places == 1) d[last] = value_;
        return places > 0;
    }

    Mask value_;
    std::size_t further_;                ///< the further variable, or `none`
    std::vector<std::int64_t> weights_;  ///< of this, by value
    std::vector<Mask> allowed_;
    std::vector<int> change_;  ///< what the value adds to the sum, by variable
    std::vector<Part> parts_;
    std::vector<std::size_t> several_;  ///< parts of more than one variable
    std::vector<std::int64_t> totals_;
    std::int64_t without_ = 0;  ///< the sum if no variable has the value
};

}  // namespace

PropagatorPtr make_count(const PlainSum& plain) {
    std::size_t further = none;
    for (std::size_t i = 0; i < plain.weights.size(); ++i) {
        const auto& weights = plain.weights[i];
        if (std::all_of(weights.begin(), weights.end(), [](auto w) { return w <= 1; })) continue;
        if (further != none) return nullptr;
        further = i;
    }
    if (further != none) {
        const auto totals = plain.totals.size() * plain.weights[further].size();
        if (!plain.alone(further) || totals > Count::most_totals) return nullptr;
    }
    const Mask value = counted(plain, further);
    if (value) return std::make_shared<const Count>(plain, value, further);
    return nullptr;
}

}  // namespace kernel
