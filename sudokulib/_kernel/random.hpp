// Numbers that look random and are the same on every machine.
#pragma once

#include <cstdint>

namespace kernel {

/// SplitMix64 (Steele, Lea and Flood, Fast splittable pseudorandom number generators, 2014).
class Random {
public:
    explicit Random(std::uint64_t seed) : state_(seed) {}

    std::uint64_t next() {
        std::uint64_t z = state_ += 0x9e3779b97f4a7c15;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
        z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
        return z ^ (z >> 31);
    }

    /// A number in [0, limit), each as likely; limit is not 0.
    std::uint64_t below(std::uint64_t limit) {
        const std::uint64_t usable = UINT64_MAX - UINT64_MAX % limit;
        std::uint64_t number = next();
        while (number >= usable) number = next();
        return number % limit;
    }

    /// In [0, 1).
    double unit() { return static_cast<double>(next() >> 11) * 0x1p-53; }

private:
    std::uint64_t state_;
};

}  // namespace kernel
