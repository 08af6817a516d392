// All sets of small numbers by their sum.
#pragma once

#include "propagator.hpp"

namespace kernel {

/// The sets of the numbers below `Width`, by how many they are and what they add up to.
template <int Width>
class SetsBySum {
public:
    static const SetsBySum& shared() {
        static const SetsBySum sets;
        return sets;
    }

    /// Calls `visit` with each set of so many numbers and that sum.
    template <class Visit>
    void each(int count, std::int64_t sum, Visit&& visit) const {
        if (count > Width || sum < 0 || sum > most) return;
        const auto n = static_cast<std::size_t>(count * (most + 1) + sum);
        for (std::uint32_t i = begin_[n]; i < begin_[n + 1]; ++i) visit(Mask{sets_[i]});
    }

private:
    static constexpr int most = Width * (Width - 1) / 2;
    static constexpr std::uint32_t count_ = std::uint32_t{1} << Width;

    SetsBySum() : begin_((Width + 1) * (most + 1) + 1, 0), sets_(count_) {
        std::vector<std::uint32_t> place(count_);
        for (std::uint32_t s = 0; s < count_; ++s) {
            std::uint32_t sum = 0;
            for (Mask rest = s; rest; rest &= rest - 1)
                sum += static_cast<std::uint32_t>(low(rest));
            place[s] = static_cast<std::uint32_t>(std::popcount(s)) * (most + 1) + sum;
            ++begin_[place[s] + 1];
        }
        for (std::size_t n = 1; n < begin_.size(); ++n) begin_[n] += begin_[n - 1];
        std::vector<std::uint32_t> next(begin_);
        for (std::uint32_t s = 0; s < count_; ++s)
            sets_[next[place[s]]++] = static_cast<std::uint16_t>(s);
    }

    std::vector<std::uint32_t> begin_;
    std::vector<std::uint16_t> sets_;
};

}  // namespace kernel
