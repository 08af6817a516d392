// Sums that follow from houses and other sums; does what `sudokulib.model.derived` does.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace kernel::derived {

/// A bit set of any width, without an allocation if it has few words; as a number, for
/// comparisons, its first word is the lowest.
class Bits {
public:
    explicit Bits(std::size_t words = 0) : count_(words), many_(words > few ? words : 0) {}
    Bits(const std::uint64_t* from, std::size_t words) : Bits(words) {
        std::copy(from, from + words, data());
    }

    std::size_t words() const { return count_; }
    const std::uint64_t* data() const { return count_ > few ? many_.data() : few_; }
    bool has(std::size_t bit) const { return data()[bit / 64] >> (bit % 64) & 1; }
    void add(std::size_t bit) { data()[bit / 64] |= std::uint64_t{1} << (bit % 64); }
    void operator|=(const Bits& other);
    void operator^=(const Bits& other);
    bool meets(const Bits& other) const;
    bool within(const Bits& other) const;
    int count() const;
    int common(const Bits& other) const;  ///< how many bits both have
    /// this without `less`, and `more` without `but`
    Bits mixed(const Bits& less, const Bits& more, const Bits& but) const;
    bool operator==(const Bits& other) const = default;
    bool operator<(const Bits& other) const;

private:
    /// Words kept without allocating: 384 cells, a samurai has 369.
    static constexpr std::size_t few = 6;

    std::uint64_t* data() { return count_ > few ? many_.data() : few_; }

    std::size_t count_;
    std::uint64_t few_[few] = {};
    std::vector<std::uint64_t> many_;
};

/// The values in `plus` less those in `minus` come to `total`; made of the facts in `used`.
struct Fact {
    Bits plus, minus;
    std::int64_t total = 0;
    Bits used;
};

/// Limits of the search for facts; see the constants of the same names in Python.
struct Bounds {
    std::size_t facts, split;
    int cells, open_cells, houses;
};

/// The smallest facts that follow from houses and sums and are stronger than these, in order.
std::vector<Fact> residual_facts(const std::vector<Fact>& wholes, const std::vector<Fact>& sums,
                                 const Bounds& bounds);

}  // namespace kernel::derived
