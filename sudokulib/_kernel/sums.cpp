// Weighted sums, some of whose variables differ.
#include <algorithm>

#include "families.hpp"
#include "plain_sum.hpp"
#include "propagator.hpp"
#include "subsets.hpp"
#include "totals.hpp"

namespace kernel {
namespace {

/// Sets of used values that the exact treatment of one part may enumerate: as in Python
/// (`sudokulib.primitives.distinct_sum`). Half and double change no node of iss-half.jsonl or of
/// the records with rules of puzzles.jsonl (2026-11; files of `python tests/benchmarks --against`).
constexpr std::size_t most_sets = 1500;
/// Values that they may be taken from: a bound, as `most_sets` ends their listing before. With 10 and
/// with 20 the puzzles of examples/ and iss-half.jsonl take the same 26,324 nodes, up to 400 a puzzle
/// (2026-11).
constexpr int most_values = 13;
/// Fillings of two or three variables that are tried one by one. A quarter and four times as many
/// change no node of the same files.
constexpr std::size_t most_direct = 5000;
/// How many variables these may be: one more than the three above. It is the size of an array.
constexpr std::size_t most_gone_through = 4;
/// Totals beyond this are bounded, not listed. With 1,024 the nodes above are 26,727, and one more
/// puzzle is undecided; with 4,096 nothing changes.
constexpr std::size_t most_total = 2048;

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

/// The families of values that the first variables may have, for each number of them.
template <std::size_t N>
const Family<N>* grow(const Numbering& numbers, const SumOfParts::Open& open, const Mask* d,
                      Word* memory) {
    auto* families = reinterpret_cast<Family<N>*>(memory);
    families[0] = {};
    families[0].words[0] = 1;
    for (std::size_t n = 0; n < open.count; ++n) {
        Family<N> next;
        for (Mask rest = d[open.variables[n]]; rest; rest &= rest - 1)
            next |= families[n].with(numbers.number[low(rest)]);
        families[n + 1] = next;
    }
    return families + open.count;
}

/// The domains left where the last of the families has to be within `goal`.
template <std::size_t N>
bool shed(const Numbering& numbers, const SumOfParts::Open& open, Mask* d, Word* memory,
          const Family<N>& goal, Mask& required) {
    auto* families = reinterpret_cast<Family<N>*>(memory);
    Family<N> live = families[open.count] & goal;
    for (Mask rest = open.values; rest; rest &= rest - 1)
        if (live.always(numbers.number[low(rest)])) required |= rest & -rest;
    for (std::size_t n = open.count; n-- > 0;) {
        Mask kept = 0;
        Family<N> before;
        for (Mask rest = d[open.variables[n]]; rest; rest &= rest - 1) {
            const Family<N> from =
                live.without(numbers.number[low(rest)]) & families[n];
            if (!from.any()) continue;
            kept |= rest & -rest;
            before |= from;
        }
        if ((d[open.variables[n]] = kept) == 0) return false;
        live = before;
    }
    return true;
}

template <class Visit>
void each_member(const Family<1>& family, Visit&& visit) {
    for (Word rest = family.words[0]; rest; rest &= rest - 1) visit(low(rest));
}

/// All variables of a part in the numbers of the sum, with what is known of them in a run.
///
/// `forward[s]` are the sums that the first variables reach with the values `s`, as many as it
/// has members.
template <std::size_t W>
class Sum : public SumOfParts {
public:
    Sum(const PlainSum& plain, SumMemory& shared) : SumOfParts(plain, shared, W) {
        for (const std::int64_t total : plain.totals) goal_.add(static_cast<std::size_t>(total));
    }

    bool narrow(Mask* d, Word* scratch) const override {
        for (std::size_t i = 0; i < size_; ++i)
            if ((d[i] &= allowed_[i]) == 0) return false;
        auto* sums = new (scratch) Totals<W>[2 * parts_.size() + 1];  // of parts; up to each
        Totals<W>* reached = sums + parts_.size();
        auto* forward = reinterpret_cast<Totals<W>*>(scratch) + 2 * parts_.size() + 1;
        reached[0] = Totals<W>::zero();
        for (std::size_t p = 0; p < parts_.size(); ++p) {
            Totals<W>* memory = forward + parts_[p].memory;
            if (!reach(parts_[p], d, memory, sums[p])) return false;
            reached[p + 1] = added(reached[p], sums[p]);
        }
        Totals<W> wanted = goal_ & reached[parts_.size()];
        if (!wanted.any()) return false;
        for (std::size_t p = parts_.size(); p-- > 0;) {
            const Totals<W> within = p ? less(wanted, reached[p]) & sums[p] : wanted;
            if (!prune(parts_[p], d, forward + parts_[p].memory, within, needed(scratch)[p]))
                return false;
            if (p) wanted = less(wanted, sums[p]) & reached[p];
        }
        return true;
    }

private:
    /// The sums of a part; false if its variables cannot differ.
    bool reach(const Part& part, Mask* d, Totals<W>* memory, Totals<W>& sums) const {
        if (part.variables.size() == 1) {
            const std::size_t i = part.variables[0];
            for (Mask rest = d[i]; rest; rest &= rest - 1) sums.add(weight(i, low(rest)));
            return true;
        }
        if (!settle_part(part, d)) return false;
        const Open open(*this, part, d);
        if (static_cast<std::size_t>(std::popcount(open.values)) < open.count) return false;
        Totals<W> found;
        switch (open.way) {
            case Open::direct:
                reach_direct<W == 1>(open, d, found.words);
                break;
            case Open::few: found = reach_few(part, open, d, memory); break;
            case Open::family: found = reach_family(part, open, d, memory); break;
            case Open::sets: found = reach_sets(open, d, memory); break;
            case Open::bounds: found = reach_bounds(part, open, d, memory); break;
        }
        sums = found << open.fixed;
        return sums.any();
    }

    bool prune(const Part& part, Mask* d, Totals<W>* memory, const Totals<W>& wanted,
               Mask& required) const {
        required = 0;
        if (part.variables.size() == 1) {
            const std::size_t i = part.variables[0];
            return keep_weights(i, d, wanted);
        }
        const Open open(*this, part, d);
        const Totals<W> goal = wanted >> open.fixed;
        switch (open.way) {
            case Open::direct: return prune_direct<W == 1>(open, d, goal.words);
            case Open::few: return prune_few(part, open, d, memory, goal, required);
            case Open::family: return prune_family(part, open, d, memory, goal, required);
            case Open::sets: return prune_sets(open, d, memory, goal);
            case Open::bounds: return prune_bounds(part, open, d, memory, goal);
        }
        return true;
    }

    bool keep_weights(std::size_t i, Mask* d, const Totals<W>& wanted) const {
        Mask kept = 0;
        for (Mask rest = d[i]; rest; rest &= rest - 1) {
            const std::size_t w = weight(i, low(rest));
            if (wanted.words[w / 64] >> (w % 64) & 1) kept |= rest & -rest;
        }
        return (d[i] = kept) != 0;
    }

    Totals<W> reach_few(const Part& part, const Open& open, const Mask* d,
                        Totals<W>* memory) const {
        const Numbering numbers(open.values);
        Totals<W> sums;
        each_member(*grow<1>(numbers, open, d, memory->words), [&](int s) {
            sums.add(weigh(part, numbers, static_cast<Subset>(s)));
        });
        return sums;
    }

    bool prune_few(const Part& part, const Open& open, Mask* d, Totals<W>* memory,
                   const Totals<W>& goal, Mask& required) const {
        const Numbering numbers(open.values);
        Family<1> good;
        each_member(reinterpret_cast<const Family<1>*>(memory)[open.count], [&](int s) {
            const std::size_t sum = weigh(part, numbers, static_cast<Subset>(s));
            good.words[0] |= (goal.words[sum / 64] >> (sum % 64) & 1) << s;
        });
        return shed<1>(numbers, open, d, memory->words, good, required);
    }

    Totals<W> reach_family(const Part& part, const Open& open, const Mask* d,
                           Totals<W>* memory) const {
        const Numbering numbers(part.values);
        const auto& sets = *grow<8>(numbers, open, d, memory->words);
        return part.table->template totals<W>(sets, open.count);
    }

    bool prune_family(const Part& part, const Open& open, Mask* d, Totals<W>* memory,
                      const Totals<W>& goal, Mask& required) const {
        return shed<8>(Numbering(part.values), open, d, memory->words,
                       part.table->template sets<W>(goal, open.count), required);
    }

    Totals<W> reach_sets(const Open& open, const Mask* d, Totals<W>* forward) const {
        const Numbering numbers(open.values);
        forward[0] = Totals<W>::zero();
        for (std::size_t n = 0; n < open.count; ++n) {
            const std::size_t i = open.variables[n];
            const Subset domain = numbers.shrink(d[i]);
            const int members = static_cast<int>(n);
            each_subset(numbers.size, members + 1, [&](Subset s) { forward[s] = {}; });
            each_subset(numbers.size, members, [&](Subset s) {
                const Totals<W> sums = forward[s];
                if (!sums.any()) return;
                for (Subset rest = domain & ~s; rest; rest &= rest - 1)
                    forward[s | (rest & (~rest + 1))] |=
                        sums << weight(i, numbers.value[std::countr_zero(rest)]);
            });
        }
        Totals<W> all;
        each_subset(numbers.size, static_cast<int>(open.count),
                    [&](Subset s) { all |= forward[s]; });
        return all;
    }

    bool prune_sets(const Open& open, Mask* d, const Totals<W>* memory,
                    const Totals<W>& goal) const {
        // The sums that each set still may reach, in place of those that it has reached.
        auto* forward = const_cast<Totals<W>*>(memory);
        const Numbering numbers(open.values);
        each_subset(numbers.size, static_cast<int>(open.count),
                    [&](Subset s) { forward[s] &= goal; });
        for (std::size_t n = open.count; n-- > 0;) {
            const std::size_t i = open.variables[n];
            const Subset domain = numbers.shrink(d[i]);
            Subset kept = 0;
            each_subset(numbers.size, static_cast<int>(n), [&](Subset s) {
                const Totals<W> sums = forward[s];
                Totals<W> live;
                if (sums.any())
                    for (Subset rest = domain & ~s; rest; rest &= rest - 1) {
                        const Subset one = rest & (~rest + 1);
                        const Totals<W> hit =
                            forward[s | one] >>
                                weight(i, numbers.value[std::countr_zero(rest)]) &
                            sums;
                        if (hit.any()) {
                            kept |= one;
                            live |= hit;
                        }
                    }
                forward[s] = live;
            });
            if (!kept) return false;
            d[i] = numbers.widen(kept);
        }
        return true;
    }

    /// The sums of open variables, each alone; where they are alike, between the least and the
    /// greatest sums of as many different values. `memory` keeps the sums up to each variable.
    Totals<W> reach_bounds(const Part& part, const Open& open, const Mask* d,
                           Totals<W>* memory) const {
        memory[0] = Totals<W>::zero();
        for (std::size_t n = 0; n < open.count; ++n) {
            memory[n + 1] = {};
            const std::size_t i = open.variables[n];
            for (Mask rest = d[i]; rest; rest &= rest - 1)
                memory[n + 1] |= memory[n] << weight(i, low(rest));
        }
        Totals<W> sums = memory[open.count];
        if (part.alike) sums &= range(extremes(part, open, open.count, 0));
        return sums;
    }

    static Totals<W> range(std::pair<std::size_t, std::size_t> ends) {
        if (ends.first > ends.second) return {};
        return Totals<W>::range(std::min(ends.first, 64 * W - 1), std::min(ends.second, 64 * W - 1));
    }

    bool prune_bounds(const Part& part, const Open& open, Mask* d, const Totals<W>* memory,
                      const Totals<W>& goal) const {
        Mask fits = ~Mask{0};
        if (part.alike)
            for (Mask rest = open.values; rest; rest &= rest - 1) {
                const Mask value = rest & -rest;
                const Totals<W> others = goal >> weight(part.variables[0], low(rest));
                if (!(others & range(extremes(part, open, open.count - 1, value))).any())
                    fits &= ~value;
            }
        Totals<W> wanted = goal;
        for (std::size_t n = open.count; n-- > 0;) {
            const std::size_t i = open.variables[n];
            Mask kept = 0;
            Totals<W> before;
            for (Mask rest = d[i] & fits; rest; rest &= rest - 1) {
                const Totals<W> needed = wanted >> weight(i, low(rest)) & memory[n];
                if (needed.any()) {
                    kept |= rest & -rest;
                    before |= needed;
                }
            }
            if ((d[i] = kept) == 0) return false;
            wanted = before;
        }
        return true;
    }

    Totals<W> goal_;
};

template <std::size_t W>
PropagatorPtr sized(const PlainSum& plain, SumMemory& shared) {
    if constexpr (64 * W <= most_total) {
        if (plain.most >= static_cast<std::int64_t>(64 * W)) return sized<2 * W>(plain, shared);
        return std::make_shared<Sum<W>>(plain, shared);
    } else {
        return make_bounded(plain);
    }
}

}  // namespace

PropagatorPtr make_sum(const Rule& rule, const std::vector<Mask>& domains, SumMemory& shared) {
    const PlainSum plain(rule, domains);
    const bool crowded = std::any_of(plain.parts.begin(), plain.parts.end(),
                                     [](const auto& part) { return part.size() > 64; });
    if (plain.totals.empty() || crowded) return make_table(Tuples(domains.size()));
    if (domains.size() <= 6) {
        if (const auto fillings = all_fillings(plain)) return make_table(*fillings);
    }
    if (auto count = make_count(plain)) return count;
    return sized<1>(plain, shared);
}

}  // namespace kernel
