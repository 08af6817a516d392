// What all weighted sums share, whatever the width of their totals: parts, fillings, costs.
#pragma once

#include <algorithm>

#include "plain_sum.hpp"
#include "propagator.hpp"
#include "subsets.hpp"

namespace kernel {

/// The part of a sum that does not depend on the width of its totals: compiled once for all.
class SumOfParts : public Propagator {
public:
    std::size_t scratch() const override { return memory_ + parts_.size(); }
    std::vector<std::vector<std::size_t>> groups() const override {
        std::vector<std::vector<std::size_t>> sets;
        for (const Part& part : parts_) sets.push_back(part.variables);
        return sets;
    }
    void required(const Mask*, const Word* scratch, Mask* values) const override {
        std::copy_n(scratch + memory_, parts_.size(), values);
    }
    double cost() const override { return cost_; }
    bool settles() const override { return settles_; }

    struct Part {
        std::vector<std::size_t> variables;
        bool alike;          ///< all have the same weights, each value another
        std::size_t memory;  ///< where it starts in the scratch space
        Mask values;
        std::vector<int> order;  ///< where they are alike: the values by weight
        std::shared_ptr<const SubsetSums> table;  ///< where they are alike, of few values
    };

    /// The open variables of a part, those with few values first, and what the others add.
    struct Open {
        std::size_t count = 0;
        std::size_t variables[64];
        std::size_t fixed = 0;
        Mask values = 0;
        enum { direct, few, family, sets, bounds } way = direct;

        Open(const SumOfParts& sum, const Part& part, const Mask* d) {
            std::size_t fillings = 1;
            for (const std::size_t i : part.variables) {
                if (single(d[i])) {
                    fixed += sum.weight(i, low(d[i]));
                    continue;
                }
                std::size_t at = count++;
                for (; at && std::popcount(d[variables[at - 1]]) > std::popcount(d[i]); --at)
                    variables[at] = variables[at - 1];
                variables[at] = i;
                values |= d[i];
                if (fillings <= most_direct)
                    fillings *= static_cast<std::size_t>(std::popcount(d[i]));
            }
            const int size = std::popcount(values), members = static_cast<int>(count);
            if (count < 2)
                way = direct;
            else if (part.alike && size <= 6)
                way = few;
            else if (part.table)
                way = family;
            else if (size <= most_values && subsets(size, members, most_sets + 1) <= most_sets)
                way = sets;
            else
                way = count <= 3 && fillings <= most_direct ? direct : bounds;
        }
    };

protected:
    /// `width`: words of a set of totals.
    SumOfParts(const PlainSum& plain, SumMemory& shared, std::size_t width)
        : size_(plain.domains.size()), allowed_(plain.domains) {
        for (std::size_t i = 0; i < size_; ++i)
            values_ = std::max(values_, plain.weights[i].size());
        weights_.assign(size_ * values_, 0);
        for (std::size_t i = 0; i < size_; ++i)
            for (std::size_t v = 0; v < plain.weights[i].size(); ++v)
                weights_[i * values_ + v] = static_cast<std::uint16_t>(plain.weights[i][v]);
        for (const auto& part : plain.parts) parts_.push_back(describe(part, shared));
        measure(width);
        memory_ = (2 * parts_.size() + 1 + memory_) * width;
    }

    /// The values that each part needs, which `prune` notes behind all else.
    Mask* needed(Word* scratch) const { return scratch + memory_; }

    std::size_t weight(std::size_t i, int value) const {
        return weights_[i * values_ + static_cast<std::size_t>(value)];
    }

    bool settle_part(const Part& part, Mask* d) const {
        Mask own[64];
        const std::size_t size = part.variables.size();
        for (std::size_t n = 0; n < size; ++n) own[n] = d[part.variables[n]];
        if (!settle(own, size)) return false;
        for (std::size_t n = 0; n < size; ++n) d[part.variables[n]] = own[n];
        return true;
    }

    /// Tries all fillings with different values. `good` is called with the sum; returns the
    /// values of the variable at `depth` in fillings that it accepts.
    template <class Good>
    Mask fill(const Open& open, const Mask* d, std::size_t depth, Mask used, std::size_t sum,
              Good&& good, Mask* kept = nullptr) const {
        if (depth == open.count) return good(sum) ? 1 : 0;
        const std::size_t i = open.variables[depth];
        Mask fine = 0;
        for (Mask rest = d[i] & ~used; rest; rest &= rest - 1) {
            const Mask value = rest & -rest;
            if (fill(open, d, depth + 1, used | value, sum + weight(i, low(rest)), good, kept))
                fine |= value;
        }
        if (kept) kept[depth % most_gone_through] |= fine;
        return fine;
    }

    /// Adds the sums of all fillings to a set of totals, which has `Narrow` a single word.
    template <bool Narrow>
    void reach_direct(const Open& open, const Mask* d, Word* totals) const {
        Word one = 0;
        fill(open, d, 0, 0, 0, [&](std::size_t sum) {
            (Narrow ? one : totals[sum / 64]) |= Word{1} << (sum % 64);
            return true;
        });
        if (Narrow) totals[0] |= one;
    }

    template <bool Narrow>
    bool prune_direct(const Open& open, Mask* d, const Word* totals) const {
        Mask kept[most_gone_through] = {};
        const Word one = totals[0];
        const auto good = [&](std::size_t sum) {
            return ((Narrow ? one : totals[sum / 64]) >> (sum % 64) & 1) != 0;
        };
        if (!fill(open, d, 0, 0, 0, good, kept)) return false;
        for (std::size_t n = 0; n < open.count; ++n) d[open.variables[n]] = kept[n];
        return true;
    }

    std::size_t weigh(const Part& part, const Numbering& numbers, Subset s) const {
        std::size_t sum = 0;
        for (; s; s &= s - 1)
            sum += weight(part.variables[0], numbers.value[std::countr_zero(s)]);
        return sum;
    }

    /// The least and the greatest sum of some different values, without one of them; the greatest
    /// is less where there are not enough.
    std::pair<std::size_t, std::size_t> extremes(const Part& part, const Open& open,
                                                 std::size_t count, Mask without) const {
        const Mask values = open.values & ~without;
        if (static_cast<std::size_t>(std::popcount(values)) < count) return {1, 0};
        const std::size_t some = part.variables[0];
        std::size_t least = 0, most = 0, left = count;
        for (auto it = part.order.begin(); left; ++it)
            if (values >> *it & 1) least += weight(some, *it), --left;
        left = count;
        for (auto it = part.order.rbegin(); left; ++it)
            if (values >> *it & 1) most += weight(some, *it), --left;
        return {least, most};
    }

    std::size_t size_, values_ = 0;
    std::vector<Mask> allowed_;
    std::vector<std::uint16_t> weights_;
    std::vector<Part> parts_;

private:
    /// Sets of used values that the exact treatment of one part may enumerate: as in Python
    /// (`sudokulib.primitives.distinct_sum`). Half and double change no node of iss-half.jsonl or
    /// of the records with rules of puzzles.jsonl (2026-11; files of
    /// `python tests/benchmarks --against`).
    static constexpr std::size_t most_sets = 1500;
    /// Values that they may be taken from: a bound, as `most_sets` ends their listing before. With
    /// 10 and with 20 the puzzles of examples/ and iss-half.jsonl take the same 26,324 nodes, up to
    /// 400 a puzzle (2026-11).
    static constexpr int most_values = 13;
    /// Fillings of two or three variables that are tried one by one. A quarter and four times as
    /// many change no node of the same files.
    static constexpr std::size_t most_direct = 5000;
    /// The size of an array of these variables: one more than the three above.
    static constexpr std::size_t most_gone_through = 4;

    Part describe(const std::vector<std::size_t>& variables, SumMemory& shared) {
        Part part{variables, true, 0, 0, {}, nullptr};
        for (const std::size_t i : variables) {
            part.values |= allowed_[i];
            part.alike &= std::equal(&weights_[i * values_], &weights_[i * values_] + values_,
                                     &weights_[variables[0] * values_]);
            part.alike &= allowed_[i] == allowed_[variables[0]];
        }
        for (Mask rest = part.values; rest; rest &= rest - 1) part.order.push_back(low(rest));
        const std::size_t some = variables[0];
        std::sort(part.order.begin(), part.order.end(),
                  [&](int a, int b) { return weight(some, a) < weight(some, b); });
        for (std::size_t n = 1; n < part.order.size(); ++n)
            part.alike &= weight(some, part.order[n - 1]) < weight(some, part.order[n]);
        if (part.alike && variables.size() > 1 && part.order.size() <= SubsetSums::most_values) {
            std::vector<std::size_t> row;
            for (Mask rest = part.values; rest; rest &= rest - 1)
                row.push_back(weight(some, low(rest)));
            auto& table = shared[row];
            if (!table) table = std::make_shared<const SubsetSums>(row);
            part.table = table;
        }
        return part;
    }

    /// `width`: words of a set of totals.
    void measure(std::size_t width) {
        for (Part& part : parts_) {
            part.memory = memory_;
            const int size = std::popcount(part.values);
            const std::size_t members = part.variables.size();
            if (members == 1) {
                cost_ += size;
                continue;
            }
            if (part.table) {
                memory_ += (members + 1) * 8;
                cost_ += static_cast<double>(members * static_cast<std::size_t>(size) * 12);
                continue;
            }
            memory_ += std::max(std::size_t{1} << std::min(size, most_values), 8 * members + 8);
            cost_ += static_cast<double>(
                width * 4 * subsets(size, static_cast<int>(members), most_sets) *
                static_cast<std::size_t>(size));
            settles_ &= size <= most_values &&
                        subsets(size, static_cast<int>(members), most_sets + 1) <= most_sets;
        }
    }

    std::size_t memory_ = 0;  ///< in words
    double cost_ = 1;
    bool settles_ = true;
};

}  // namespace kernel
