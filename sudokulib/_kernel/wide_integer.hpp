// Natural numbers wide enough for counts, which never overflow silently.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace kernel::exact {

/// A number below 2^384, some 10^115: a samurai has some 10^87 filled grids. Sums and products say
/// whether they fit.
class WideInteger {
public:
    static constexpr std::size_t limbs = 6;

    WideInteger() = default;
    WideInteger(std::uint64_t small) : limb_{small} {}

    bool zero() const {
        for (const auto limb : limb_)
            if (limb) return false;
        return true;
    }
    const std::array<std::uint64_t, limbs>& limb() const { return limb_; }
    bool operator==(const WideInteger&) const = default;

    /// False, and no meaning left, if the sum does not fit.
    [[nodiscard]] bool add(const WideInteger& other) {
        Wide carry = 0;
        for (std::size_t i = 0; i < limbs; ++i) {
            carry += Wide{limb_[i]} + other.limb_[i];
            limb_[i] = static_cast<std::uint64_t>(carry);
            carry >>= 64;
        }
        return carry == 0;
    }

    /// False, and no meaning left, if the product does not fit.
    [[nodiscard]] bool multiply(const WideInteger& other) {
        std::array<std::uint64_t, 2 * limbs> product{};
        for (std::size_t i = 0; i < limbs; ++i) {
            if (!limb_[i]) continue;
            Wide carry = 0;
            for (std::size_t j = 0; j < limbs; ++j) {
                carry += Wide{limb_[i]} * other.limb_[j] + product[i + j];
                product[i + j] = static_cast<std::uint64_t>(carry);
                carry >>= 64;
            }
            product[i + limbs] = static_cast<std::uint64_t>(carry);
        }
        bool fits = true;
        for (std::size_t i = 0; i < limbs; ++i) {
            limb_[i] = product[i];
            fits = fits && !product[i + limbs];
        }
        return fits;
    }

private:
    __extension__ using Wide = unsigned __int128;
    std::array<std::uint64_t, limbs> limb_{};
};

}  // namespace kernel::exact
