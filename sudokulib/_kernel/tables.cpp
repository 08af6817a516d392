// Relations given by their tuples.
#include <algorithm>
#include <numeric>

#include "blocks.hpp"
#include "propagator.hpp"

namespace kernel {
namespace {

/// Which tuples live, as a bit set; for each place and value the tuples that have it there.
///
/// `Width` words of a set are handled in one go, and there are `blocks_` times as many.
template <std::size_t Width>
class Table : public Propagator {
public:
    Table(const Tuples& tuples, std::size_t selectors)
        : arity_(tuples.arity), selectors_(selectors), blocks_((tuples.count + 64 * Width - 1) / (64 * Width)) {
        std::vector<std::size_t> sizes(arity_, 0);
        for (std::size_t t = 0; t < tuples.count; ++t)
            for (std::size_t p = 0; p < arity_; ++p)
                sizes[p] = std::max(sizes[p], std::size_t{1} + tuples[t][p]);
        std::size_t rows = 0;
        for (const std::size_t size : sizes) {
            place_.push_back({rows, 0});
            rows += size;
        }
        supports_.resize(rows * blocks_);
        all_.resize(blocks_);
        for (std::size_t t = 0; t < tuples.count; ++t) {
            const std::size_t block = t / (64 * Width), word = t / 64 % Width;
            const Word one = bit(static_cast<int>(t % 64));
            all_[block].words[word] |= one;
            for (std::size_t p = 0; p < arity_; ++p) {
                place_[p].values |= bit(tuples[t][p]);
                supports_[(place_[p].row + tuples[t][p]) * blocks_ + block].words[word] |= one;
            }
        }
    }

    bool narrow(Mask* d, Word* scratch) const override {
        for (std::size_t p = 0; p < arity_; ++p)
            if ((d[p] &= place_[p].values) == 0) return false;
        auto* alive = reinterpret_cast<Block<Width>*>(scratch);
        if (!live(d, alive)) return false;
        for (std::size_t p = 0; p < arity_; ++p) {
            if (single(d[p])) continue;
            Mask kept = 0;
            for (Mask rest = d[p]; rest; rest &= rest - 1)
                if (meets(row(p, low(rest)), alive)) kept |= rest & -rest;
            d[p] = kept;
        }
        return true;
    }

    std::vector<std::vector<std::size_t>> groups() const override {
        if (arity_ > 64) return {};
        std::vector<std::size_t> all(arity_ - selectors_);
        std::iota(all.begin(), all.end(), selectors_);
        return {all};
    }

    void required(const Mask* d, const Word* scratch, Mask* values) const override {
        const auto* alive = reinterpret_cast<const Block<Width>*>(scratch);
        Mask open = 0;
        for (std::size_t p = selectors_; p < arity_; ++p)
            if (!single(d[p])) open |= d[p];
        for (std::size_t p = selectors_; p < arity_; ++p)
            if (single(d[p])) open &= ~d[p];
        *values = 0;
        for (; open; open &= open - 1)
            if (needs(d, alive, low(open))) *values |= open & -open;
    }

    std::size_t scratch() const override { return blocks_ * Width; }
    double cost() const override { return static_cast<double>(arity_ * (1 + blocks_ * Width)); }

private:
    struct Place {
        std::size_t row;
        Mask values;  ///< those with a tuple
    };

    /// The tuples that have a value at a place.
    const Block<Width>* row(std::size_t place, int value) const {
        return &supports_[(place_[place].row + static_cast<std::size_t>(value)) * blocks_];
    }

    /// The tuples within the domains; false if there is none.
    bool live(const Mask* d, Block<Width>* alive) const {
        Block<Width> any;
        for (std::size_t b = 0; b < blocks_; ++b) {
            Block<Width> now = all_[b];
            for (std::size_t p = 0; p < arity_; ++p) {
                const Mask gone = place_[p].values & ~d[p];
                if (!gone) continue;
                const bool few = std::popcount(d[p]) <= std::popcount(gone);
                Block<Width> some;
                for (Mask rest = few ? d[p] : gone; rest; rest &= rest - 1)
                    some |= row(p, low(rest))[b];
                if (few)
                    now &= some;
                else
                    now -= some;
            }
            alive[b] = now;
            any |= now;
        }
        return any.any();
    }

    /// Returns whether every live tuple contains a value.
    bool needs(const Mask* d, const Block<Width>* alive, int value) const {
        const Block<Width>* rows[64];
        std::size_t count = 0;
        for (std::size_t p = selectors_; p < arity_; ++p)
            if (d[p] >> value & 1) rows[count++] = row(p, value);
        for (std::size_t b = 0; b < blocks_; ++b) {
            Block<Width> lacks = alive[b];
            for (std::size_t n = 0; n < count; ++n) lacks -= rows[n][b];
            if (lacks.any()) return false;
        }
        return true;
    }

    bool meets(const Block<Width>* row, const Block<Width>* alive) const {
        for (std::size_t b = 0; b < blocks_; ++b) {
            Block<Width> both = row[b];
            both &= alive[b];
            if (both.any()) return true;
        }
        return false;
    }

    std::size_t arity_, selectors_, blocks_;
    std::vector<Place> place_;
    std::vector<Block<Width>> supports_;  ///< as many for each value of each place as for `all_`
    std::vector<Block<Width>> all_;       ///< the tuples
};

/// Nothing fits.
class Never : public Propagator {
public:
    bool narrow(Mask*, Word*) const override { return false; }
    double cost() const override { return 0; }
};

}  // namespace

PropagatorPtr make_table(const Tuples& tuples, std::size_t selectors) {
    if (tuples.count == 0) return std::make_shared<Never>();
    const std::size_t words = (tuples.count + 63) / 64;
    if (words <= 1) return std::make_shared<Table<1>>(tuples, selectors);
    if (words <= 2) return std::make_shared<Table<2>>(tuples, selectors);
    if (words <= 4) return std::make_shared<Table<4>>(tuples, selectors);
    return std::make_shared<Table<8>>(tuples, selectors);
}

}  // namespace kernel
