// Sums of huge numbers, whose totals are not listed.
#include <algorithm>
#include <limits>

#include "plain_sum.hpp"

namespace kernel {
namespace {

class Bounded : public Propagator {
public:
    explicit Bounded(const PlainSum& plain) : plain_(plain) {}

    bool narrow(Mask* d, Word*) const override {
        const std::size_t size = plain_.domains.size();
        for (std::size_t i = 0; i < size; ++i)
            if ((d[i] &= plain_.domains[i]) == 0) return false;
        for (bool changed = true; changed;) {
            changed = false;
            for (const auto& part : plain_.parts)
                if (part.size() > 1 && !apart(part, d)) return false;
            std::int64_t least = 0, most = 0;
            for (std::size_t i = 0; i < size; ++i) {
                const auto [low_, high] = range(i, d[i]);
                least += low_;
                most += high;
            }
            for (std::size_t i = 0; i < size; ++i) {
                const auto [low_, high] = range(i, d[i]);
                Mask kept = 0;
                for (Mask rest = d[i]; rest; rest &= rest - 1) {
                    const std::int64_t weight = of(i, low(rest));
                    if (reaches(least - low_ + weight, most - high + weight))
                        kept |= rest & -rest;
                }
                if (!kept) return false;
                if (kept == d[i]) continue;
                changed = true;
                d[i] = kept;
                const auto [lower, higher] = range(i, kept);
                least += lower - low_;
                most += higher - high;
            }
            if (size == 0 && !reaches(0, 0)) return false;
        }
        return true;
    }
    double cost() const override { return 40.0 * static_cast<double>(plain_.domains.size()); }

private:
    std::int64_t of(std::size_t i, int value) const {
        return plain_.weights[i][static_cast<std::size_t>(value)];
    }
    bool reaches(std::int64_t least, std::int64_t most) const {
        const auto it = std::lower_bound(plain_.totals.begin(), plain_.totals.end(), least);
        return it != plain_.totals.end() && *it <= most;
    }
    std::pair<std::int64_t, std::int64_t> range(std::size_t i, Mask domain) const {
        std::int64_t least = std::numeric_limits<std::int64_t>::max(), most = 0;
        for (; domain; domain &= domain - 1) {
            least = std::min(least, of(i, low(domain)));
            most = std::max(most, of(i, low(domain)));
        }
        return {least, most};
    }
    bool apart(const std::vector<std::size_t>& part, Mask* d) const {
        Mask own[64];
        for (std::size_t n = 0; n < part.size(); ++n) own[n] = d[part[n]];
        if (!settle(own, part.size())) return false;
        for (std::size_t n = 0; n < part.size(); ++n) d[part[n]] = own[n];
        return true;
    }

    PlainSum plain_;
};

}  // namespace

PropagatorPtr make_bounded(const PlainSum& plain) { return std::make_shared<Bounded>(plain); }

}  // namespace kernel
