// Sums of disjoint cells of one house, seen together: no two may take the same value, and the cells
// that are in none of them take what is left.
#include "house_sums.hpp"

#include <algorithm>
#include <iterator>

#include "sets_by_sum.hpp"

namespace kernel {
namespace {

/// Values up to which all sets of them are listed by their sum, each in 16 bits. The list takes
/// 0.5 ms and 0.1 MB with 16, 13 ms and 4 MB with 20, 470 ms and 134 MB with 25 (`SetsBySum` built on
/// its own with g++ -O2, CPU time, best of five; 2026-11).
constexpr int most_house_values = 16;

/// Choices of one set of values for each sum of a house, before any is excluded, up to which they
/// are gone through together: a bound on the cost of a run. 317,188 nodes with this, 320,017 with 0,
/// each sum with its house alone (`python tests/benchmarks/constants.py
/// _kernel/house_sums.cpp:most_choices 0 20000 --nodes iss-half.jsonl --limit 10000`, 2026-11).
constexpr std::size_t most_choices = 20'000;

template <int Width>
class HouseSums : public Propagator {
public:
    /// `ends`: where the cells of each sum end, those in none of them last.
    HouseSums(std::vector<std::size_t> ends, const std::vector<std::int64_t>& totals, Mask values)
        : ends_(std::move(ends)), values_(values) {
        for (std::size_t p = 0; p < totals.size(); ++p)
            SetsBySum<Width>::shared().each(static_cast<int>(size(p)), totals[p], [&](Mask set) {
                if (!(set & ~values)) sets_[p].push_back(set);
            });
    }

    bool narrow(Mask* d, Word* scratch) const override {
        Run run;
        for (std::size_t p = 0, i = 0; p < ends_.size(); ++p)
            for (; i < ends_[p]; ++i) run.may[p] |= d[i];
        for (std::size_t p = ends_.size(); p-- > 0;) run.later[p] = run.later[p + 1] | run.may[p];
        if (!choose(0, values_, d, run)) return false;
        for (std::size_t p = 0, i = 0; p < ends_.size(); ++p) {
            for (; i < ends_[p]; ++i)
                if ((d[i] &= run.some[p]) == 0) return false;
            scratch[p] = run.every[p];
        }
        return true;
    }

    std::size_t scratch() const override { return ends_.size(); }
    double cost() const override {
        double cost = static_cast<double>(ends_.back());
        for (const auto& sets : sets_) cost += static_cast<double>(2 * sets.size());
        return cost;
    }
    std::vector<std::vector<std::size_t>> groups() const override {
        std::vector<std::vector<std::size_t>> groups(ends_.size());
        for (std::size_t p = 0, i = 0; p < ends_.size(); ++p)
            for (; i < ends_[p]; ++i) groups[p].push_back(i);
        return groups;
    }
    void required(const Mask*, const Word* scratch, Mask* values) const override {
        std::copy_n(scratch, ends_.size(), values);
    }

private:
    static constexpr std::size_t most_parts = Width / 2 + 1;

    /// By part: the values of its cells; of it and all later ones; in some of the choices that
    /// fit, and in all of them.
    struct Run {
        Mask may[most_parts] = {}, later[most_parts + 1] = {}, some[most_parts] = {},
             every[most_parts];
        Run() { std::fill_n(every, most_parts, ~Mask{0}); }
    };

    std::size_t size(std::size_t p) const { return ends_[p] - (p ? ends_[p - 1] : 0); }

    /// Returns whether the remaining values can be split among a part and all later ones.
    bool choose(std::size_t p, Mask left, const Mask* d, Run& run) const {
        if (left & ~run.later[p]) return false;
        if (p + 1 == ends_.size()) return fits(p, left, d) && note(p, left, run);
        bool found = false;
        for (const Mask set : sets_[p])
            if (!(set & ~(left & run.may[p])) && !(left & ~set & ~run.later[p + 1]) &&
                fits(p, set, d) && choose(p + 1, left & ~set, d, run))
                found = note(p, set, run);
        return found;
    }

    bool fits(std::size_t p, Mask set, const Mask* d) const {
        for (std::size_t i = ends_[p] - size(p); i < ends_[p]; ++i)
            if (!(d[i] & set)) return false;
        return true;
    }

    static bool note(std::size_t p, Mask set, Run& run) {
        run.some[p] |= set;
        run.every[p] &= set;
        return true;
    }

    std::vector<std::size_t> ends_;
    Mask values_;
    std::vector<Mask> sets_[most_parts];
};

std::size_t choices(const House& house, const HouseSum& sum) {
    std::size_t count = 1;  // as many as sets of a size, divided by how many sums these have
    const std::size_t size = sum.cells.size(), all = house.cells.size();
    for (std::size_t n = 0; n < size; ++n) count = count * (all - n) / (n + 1);
    return 1 + 2 * count / (size * (all - size) + 1);
}

/// Sums of which no two have a cell in common, the first of all and what fits; takes them away.
std::vector<HouseSum> take_disjoint(const House& house, std::vector<HouseSum>& sums) {
    std::vector<HouseSum> taken, left;
    std::vector<int> used;
    std::size_t product = 1;
    for (HouseSum& sum : sums) {
        const std::size_t more = choices(house, sum);
        const bool meets = std::any_of(sum.cells.begin(), sum.cells.end(), [&](int c) {
            return std::find(used.begin(), used.end(), c) != used.end();
        });
        if (meets || (!taken.empty() && product * more > most_choices)) {
            left.push_back(std::move(sum));
            continue;
        }
        product *= more;
        used.insert(used.end(), sum.cells.begin(), sum.cells.end());
        taken.push_back(std::move(sum));
    }
    sums = std::move(left);
    return taken;
}

PlacedPropagator together(const House& house, const std::vector<HouseSum>& sums) {
    std::vector<int> cells;
    std::vector<std::size_t> ends;
    std::vector<std::int64_t> totals;
    for (const HouseSum& sum : sums) {
        cells.insert(cells.end(), sum.cells.begin(), sum.cells.end());
        ends.push_back(cells.size());
        totals.push_back(sum.total);
    }
    if (cells.size() == house.cells.size()) {  // the last sum follows from the others
        totals.pop_back();
    } else {
        const std::vector<int> covered = cells;
        std::copy_if(house.cells.begin(), house.cells.end(), std::back_inserter(cells),
                     [&](int c) { return std::find(covered.begin(), covered.end(), c) == covered.end(); });
        ends.push_back(cells.size());
    }
    Mask values = 0;
    for (const int v : house.values) values |= bit(v);
    if (values < bit(9)) return {std::make_shared<HouseSums<9>>(ends, totals, values), cells};
    if (values < bit(12)) return {std::make_shared<HouseSums<12>>(ends, totals, values), cells};
    return {std::make_shared<HouseSums<16>>(ends, totals, values), cells};
}

}  // namespace

std::vector<PlacedPropagator> make_house_sums(const House& house, std::vector<HouseSum> sums) {
    std::vector<PlacedPropagator> made;
    if (std::any_of(house.values.begin(), house.values.end(), [](int v) { return v >= most_house_values; }))
        return made;
    std::stable_sort(sums.begin(), sums.end(), [](const HouseSum& one, const HouseSum& other) {
        return std::pair(one.derived, one.cells.size()) < std::pair(other.derived, other.cells.size());
    });
    while (!sums.empty()) made.push_back(together(house, take_disjoint(house, sums)));
    return made;
}

}  // namespace kernel
